#include "conquian/decision.hpp"

#include "overloaded.hpp"

namespace conquian {

std::string text(const Decision& decision) {
  const auto option = [](std::size_t index) { return "option " + std::to_string(index); };
  return std::visit(
      Overloaded{
          [](const Pass&) -> std::string { return "pass"; },
          [](const Demand&) -> std::string { return "demand"; },
          [](const Waive&) -> std::string { return "waive"; },
          [&](const Meld& meld) {
            const std::string laid = "meld " + option(meld.option_index);
            return meld.discard ? laid + " x " + meld.discard->text() : laid;
          },
          [&](const LayAndPass& lay) { return "meld " + option(lay.option_index) + " pass"; },
      },
      decision);
}

}  // namespace conquian
