#include "stream.hpp"

#include <chrono>
#include <utility>

namespace conquian {
namespace {

constexpr std::chrono::seconds kLeavingGrace{2};

}  // namespace

Stream::Stream(v1::RefereeService::Stub& stub, const std::string& token) {
  if (!token.empty()) context_.AddMetadata("authorization", "Bearer " + token);
  stream_ = stub.Play(&context_);
  reader_ = std::jthread([this] { read_all(); });
}

Stream::~Stream() {
  context_.TryCancel();
}

void Stream::read_all() {
  v1::PlayResponse response;
  while (stream_->Read(&response)) {
    const std::lock_guard lock(reading_);
    arrived_.push_back(std::exchange(response, {}));
    news_.notify_all();
  }
  const std::lock_guard lock(reading_);
  has_ended_ = true;
  news_.notify_all();
}

std::vector<v1::PlayResponse> Stream::receive() {
  std::unique_lock lock(reading_);
  news_.wait(lock, [this] { return has_ended_ || !arrived_.empty(); });
  return std::exchange(arrived_, {});
}

std::vector<v1::PlayResponse> Stream::arrived() {
  const std::lock_guard lock(reading_);
  return std::exchange(arrived_, {});
}

void Stream::send(const v1::PlayRequest& message) {
  const std::lock_guard lock(writing_);
  if (message.entries().empty() || has_left_) return;
  stream_->Write(message);
}

void Stream::leave(const std::string& reason) {
  write_goodbye(reason);
  std::unique_lock lock(reading_);
  if (!news_.wait_for(lock, kLeavingGrace, [this] { return has_ended_; })) context_.TryCancel();
}

void Stream::write_goodbye(const std::string& reason) {
  // A referee that reads no more may hold up a sending.
  const std::unique_lock lock(writing_, kLeavingGrace);
  if (!lock || std::exchange(has_left_, true)) return;
  v1::PlayRequest message;
  message.add_entries()->mutable_goodbye()->set_reason(reason);
  stream_->Write(message);
  stream_->WritesDone();
}

grpc::Status Stream::finish() {
  reader_.join();
  return stream_->Finish();
}

}  // namespace conquian
