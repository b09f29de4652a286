#include "client.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "blame.hpp"
#include "errors.hpp"
#include "log.hpp"

namespace conquian {
namespace {

// Answers that are ready together go together, which makes each of them cheap. But an answer's time
// is charged until it is sent: what took longer than kSlow goes at once, and so does all when one
// waited kLongestWait.
constexpr std::chrono::milliseconds kSlow{1};
constexpr std::chrono::milliseconds kLongestWait{3};

/// Whether there is no use in trying again.
bool is_final(grpc::StatusCode code) {
  return code == grpc::UNAUTHENTICATED || code == grpc::PERMISSION_DENIED ||
         code == grpc::UNIMPLEMENTED || code == grpc::INVALID_ARGUMENT ||
         code == grpc::FAILED_PRECONDITION;
}

}  // namespace

Client::Client(Profile profile, BotMaker make, Address address, Clock now)
    : now_(std::move(now)),
      session_(std::move(profile), std::move(make), now_),
      address_(std::move(address)),
      stub_(v1::RefereeService::NewStub(address_.channel())) {}

void Client::run() {
  while (!attempt()) back_off();
}

void Client::stop(const std::string& reason) {
  is_leaving_ = true;
  std::unique_lock lock(connecting_);
  const auto stream = stream_;
  lock.unlock();
  if (stream) stream->leave(reason);
}

/// Play over one connection; tells whether the session has come to its end with it.
bool Client::attempt() {
  const auto stream = connect();
  try {
    converse(*stream);
  } catch (const RefusedError&) {
    throw;
  } catch (const RefereeLostError&) {
    throw;
  } catch (...) {  // a bot may throw anything
    stream->leave(blame(std::current_exception()));
    throw;
  }
  return is_end(stream->finish());
}

std::shared_ptr<Stream> Client::connect() {
  auto stream = std::make_shared<Stream>(*stub_, address_.token);
  const std::lock_guard lock(connecting_);
  return stream_ = std::move(stream);
}

void Client::converse(Stream& stream) {
  session_.connected();
  send(stream);
  std::size_t heard = 0;
  for (auto news = stream.receive(); !news.empty(); news = stream.receive()) {
    for (; !news.empty(); news = stream.arrived()) {
      heard += news.size();
      if (heard > 1) patience_.found();  // a welcome alone does not make a connection
      for (const v1::PlayResponse& response : news) session_.take(response);
      decide(stream);
    }
    send(stream);
  }
}

/// Have what waits decided, and send on the way what must not wait.
void Client::decide(Stream& stream) {
  while (session_.has_waiting()) {
    const auto started = now_();
    session_.decide_next();
    const auto done = now_();
    ready_since_ = ready_since_.value_or(done);
    if (done - started > kSlow || done - *ready_since_ > kLongestWait) send(stream);
  }
}

void Client::send(Stream& stream) {
  ready_since_.reset();
  stream.send(session_.take_outgoing());
}

bool Client::is_end(const grpc::Status& status) {
  if (is_leaving_) return true;
  if (is_final(status.error_code())) {
    throw RefusedError("the referee refuses the bot: " + status.error_message());
  }
  if (!session_.is_open() && (status.ok() || session_.is_stopping())) return true;
  cause_ = status.ok() ? "the stream ended while deals go on" : status.error_message();
  if (!patience_.is_looking()) {
    log("no stream to the referee at " + address_.target + " (" + cause_ + "); trying again");
  }
  return false;
}

void Client::back_off() {
  const auto pause = patience_.lost(now_());
  if (!pause) {
    throw RefereeLostError("no referee at " + address_.target +
                           " for 10 s; the last attempt: " + cause_);
  }
  std::this_thread::sleep_for(*pause);
}

}  // namespace conquian
