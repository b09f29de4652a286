#pragma once

// All that a bot needs: a class with one method, and conquian::run. The rules whose sections are
// named here are docs/rules.md of Conquian.

#include "conquian/bot.hpp"
#include "conquian/card.hpp"
#include "conquian/deal.hpp"
#include "conquian/decision.hpp"
#include "conquian/observation.hpp"
