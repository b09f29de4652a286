#include <exception>
#include <iostream>
#include <utility>

#include "blame.hpp"
#include "client.hpp"
#include "conquian/bot.hpp"
#include "errors.hpp"
#include "signals.hpp"

namespace conquian {
namespace {

enum Status { kDone = 0, kBotFailed = 1, kBadUsage = 2, kRefereeLost = 3, kRefused = 4 };

int told(const std::string& words, Status status) {
  std::cerr << words << std::endl;
  return status;
}

void check(const Profile& profile) {
  if (profile.deals_at_once < 1) throw UsageError("Profile: deals_at_once must be at least 1");
  if (profile.name.empty()) throw UsageError("Profile: the bot needs a name");
}

void play(const Profile& profile, BotMaker make) {
  check(profile);
  Client client(profile, std::move(make), Address::from_environment());
  const Signals signals([&](const std::string& name) { client.stop(name); });
  client.run();
}

}  // namespace

int run(const Profile& profile, BotMaker make) {
  try {
    play(profile, std::move(make));
    return kDone;
  } catch (const UsageError& error) {
    return told(error.what(), kBadUsage);
  } catch (const RefereeLostError& error) {
    return told(error.what(), kRefereeLost);
  } catch (const RefusedError& error) {
    return told(error.what(), kRefused);
  } catch (...) {
    return told("the bot failed: " + blame(std::current_exception()), kBotFailed);
  }
}

}  // namespace conquian
