#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "conquian/bot.hpp"
#include "conquian/v1/referee.pb.h"

namespace conquian {

using Clock = std::function<std::chrono::steady_clock::time_point()>;

/// One session with a referee, over as many connections as it takes: what the referee says goes in,
/// what is to be sent comes out. No I/O. Whatever the bot throws comes through.
class Session {
 public:
  Session(Profile profile, BotMaker make, Clock now = std::chrono::steady_clock::now);

  /// A new connection stands: have a hello ready for it, and nothing that waited for an older one.
  /// The referee asks its open requests again, so answers that were lost are given then.
  void connected();

  /// Hear what the referee says. Throws RefusedError or RefereeLostError where that is a refusal.
  void take(const v1::PlayResponse& response);

  /// Whether requests wait to be decided.
  bool has_waiting() const { return !waiting_.empty(); }

  /// Have the oldest waiting request decided and its answer made ready, unless it is too late.
  /// Throws DecisionError where the decision can't answer it.
  void decide_next();

  /// What is ready to be sent; it is then the sender's.
  v1::PlayRequest take_outgoing();

  /// Whether deals still go on.
  bool is_open() const { return !known_.deals.empty(); }

  /// Whether the referee has said that it will end the stream.
  bool is_stopping() const { return is_stopping_; }

 private:
  /// A deal that goes on, with the last request of it and the answer that was given.
  struct OpenDeal {
    std::unique_ptr<Bot> bot;
    std::shared_ptr<const Deal> deal;
    std::optional<std::uint64_t> request_id;
    std::optional<v1::Decision> answer;
  };

  struct Request {
    std::uint64_t id;
    std::uint64_t deal_id;
    Observation seen;
  };

  /// What the session knows of the referee's deals.
  struct Known {
    std::unordered_map<std::string, std::shared_ptr<const Leg>> legs;
    std::unordered_map<std::uint64_t, OpenDeal> deals;
    std::deque<std::uint64_t> ended;
  };

  void take(const v1::RefereeEntry& entry);
  void take(const v1::Welcome& welcome);
  void take(const v1::Refusal& refusal);
  void take(const v1::LegStarted& started);
  void take(const v1::DealStarted& started);
  void take(const v1::DecisionRequested& request);
  void take(const v1::DecisionRejected& rejected);
  void take(const v1::DealEnded& ended);
  void take(const v1::LegEnded& ended);
  void take(const v1::Notice& notice);

  bool is_known(std::uint64_t deal_id) const;
  void ask(OpenDeal& deal, const v1::DecisionRequested& request);
  bool is_worth_deciding(const Request& request) const;
  void remember_end(std::uint64_t deal_id);

  Profile profile_;
  BotMaker make_;
  Clock now_;
  Known known_;
  std::deque<Request> waiting_;
  v1::PlayRequest outgoing_;
  std::string resume_token_;
  bool is_warm_ = false;
  bool is_stopping_ = false;
};

}  // namespace conquian
