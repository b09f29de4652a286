#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "conquian/deal.hpp"
#include "conquian/decision.hpp"
#include "conquian/observation.hpp"

namespace conquian {

/// Plays one deal; a fresh object is made for each, so it may keep notes in itself.
class Bot {
 public:
  Bot() = default;
  Bot(const Bot&) = delete;
  Bot& operator=(const Bot&) = delete;
  virtual ~Bot() = default;

  /// Answer one request. An exception ends the bot: it is printed, and the open deals are lost.
  virtual Decision decide(const Observation& seen) = 0;

  /// Hear how the deal ended; called once, after the last decision.
  virtual void ended(const DealEnd& end);
};

/// What a bot says of itself.
struct Profile {
  std::string name{};
  std::string version = "0";            ///< a new version is a new entrant
  std::vector<std::string> rulesets{};  ///< the presets that it plays; none given means all
  int deals_at_once = 32;  ///< how many deals it will play side by side, one decision at a time
  bool answer_only_choice = false;  ///< the referee answers where only one thing can be done
  bool wants_history = false;       ///< have `Observation::history` filled
  std::function<void()> warm_up{};  ///< called once, before any clock counts: load slow things
};

/// Makes the bot of a deal.
using BotMaker = std::function<std::unique_ptr<Bot>(const Deal&)>;

/// Play for the referee that the environment names until it ends the session or a signal does
/// (SIGTERM, SIGINT): return what comes back from `main`.
///
/// CONQUIAN_ADDRESS is `unix:/path` or `host:port`, CONQUIAN_TOKEN the access token, CONQUIAN_CA a
/// file of certificates (PEM) to trust, for TLS. To be called on the main thread before any other
/// is started. The status:
///
///     0  the referee ended the session, or a signal did
///     1  the bot threw an exception, which is printed
///     2  the bot can't be run so; the words say why
///     3  the referee could not be reached, or was lost and did not come back
///     4  the referee refused the bot; the words say why
int run(const Profile& profile, BotMaker make);

/// The same with a class of bots: each is made with its deal where the class has a constructor for
/// that, as in `explicit MyBot(const Deal& deal) : random_(deal.seed) {}`, else with nothing.
template <std::derived_from<Bot> B>
int run(const Profile& profile) {
  return run(profile, [](const Deal& deal) -> std::unique_ptr<Bot> {
    if constexpr (std::constructible_from<B, const Deal&>) {
      return std::make_unique<B>(deal);
    } else {
      return std::make_unique<B>();
    }
  });
}

}  // namespace conquian
