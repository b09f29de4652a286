#pragma once

#include <grpcpp/client_context.h>
#include <grpcpp/support/sync_stream.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "conquian/v1/referee.grpc.pb.h"

namespace conquian {

/// One stream to the referee.
///
/// A thread of its own does nothing but read: that gathers what arrives while a bot thinks, and
/// keeps the connection alive, since gRPC answers the referee's pings only while someone waits.
class Stream {
 public:
  Stream(v1::RefereeService::Stub& stub, const std::string& token);
  ~Stream();

  /// What has arrived, waiting for it; nothing when the stream has ended.
  std::vector<v1::PlayResponse> receive();

  /// What has arrived by now.
  std::vector<v1::PlayResponse> arrived();

  /// Send, unless there is nothing to say or `leave` was called. What a lost connection swallows
  /// is not told: `receive` ends then.
  void send(const v1::PlayRequest& message);

  /// Say goodbye and wait for the referee to end the stream; after a grace it is cut.
  void leave(const std::string& reason);

  /// How the stream ended; to be called once, when `receive` has come to its end.
  grpc::Status finish();

 private:
  void read_all();
  void write_goodbye(const std::string& reason);

  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReaderWriter<v1::PlayRequest, v1::PlayResponse>> stream_;

  std::timed_mutex writing_;
  bool has_left_ = false;

  std::mutex reading_;
  std::condition_variable news_;
  std::vector<v1::PlayResponse> arrived_;
  bool has_ended_ = false;
  std::jthread reader_;  // the last member: it uses the others
};

}  // namespace conquian
