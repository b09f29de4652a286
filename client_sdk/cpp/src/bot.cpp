#include "conquian/bot.hpp"

namespace conquian {

void Bot::ended(const DealEnd&) {}

}  // namespace conquian
