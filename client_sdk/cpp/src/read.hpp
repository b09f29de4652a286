#pragma once

#include <chrono>
#include <memory>

#include "conquian/deal.hpp"
#include "conquian/observation.hpp"
#include "conquian/v1/decision.pb.h"
#include "conquian/v1/leg.pb.h"

namespace conquian {

// What messages hold, as values. Cards that this version does not know are left out.

/// A card's number in messages.
v1::Card number(Card card);

Leg read_leg(const v1::LegStarted& message);

Deal read_deal(const v1::DealStarted& message, std::shared_ptr<const Leg> leg);

DealEnd read_deal_end(const v1::DealEnded& message);

/// What a request shows of `deal`; its deadline counts from `received`.
Observation read_observation(const v1::DecisionRequested& message, std::shared_ptr<const Deal> deal,
                             std::chrono::steady_clock::time_point received);

}  // namespace conquian
