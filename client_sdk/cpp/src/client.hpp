#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "address.hpp"
#include "patience.hpp"
#include "session.hpp"
#include "stream.hpp"

namespace conquian {

/// Plays a session to its end, coming back after lost connections. Bots decide on the thread that
/// calls `run`.
class Client {
 public:
  Client(Profile profile, BotMaker make, Address address,
         Clock now = std::chrono::steady_clock::now);

  /// Play until the referee ends the session or `stop` is called.
  /// Throws RefusedError, RefereeLostError, and whatever the bot throws.
  void run();

  /// Leave in order, also while the bot thinks. To be called on another thread; returns when the
  /// referee has ended the stream or had its time for it.
  void stop(const std::string& reason);

 private:
  std::shared_ptr<Stream> connect();
  bool attempt();
  void converse(Stream& stream);
  void decide(Stream& stream);
  void send(Stream& stream);
  bool is_end(const grpc::Status& status);
  void back_off();

  Clock now_;
  Session session_;
  Address address_;
  std::unique_ptr<v1::RefereeService::Stub> stub_;
  Patience patience_;
  std::string cause_;                                                 // why the last attempt failed
  std::optional<std::chrono::steady_clock::time_point> ready_since_;  // the first unsent answer's

  std::atomic<bool> is_leaving_ = false;
  std::mutex connecting_;
  std::shared_ptr<Stream> stream_;  // shared with `stop` on another thread
};

}  // namespace conquian
