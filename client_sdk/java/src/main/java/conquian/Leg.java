package conquian;

import conquian.v1.LegStarted;
import conquian.v1.Ruleset;
import java.util.List;
import java.util.OptionalInt;

/**
 * A run of deals with one seating.
 *
 * @param id names it in the session
 * @param ruleset the ruleset of all its deals, with the fields of rules section 3
 * @param seat the bot's seat in all of them
 * @param seatCount how many seats play
 * @param seatNames each seat's bot, by seat; empty where they are hidden
 * @param dealCount how many deals it has; the most there can be where there is a target
 * @param target the points with which a seat ends it; empty when all deals are played
 */
public record Leg(
    String id,
    Ruleset ruleset,
    int seat,
    int seatCount,
    List<String> seatNames,
    int dealCount,
    OptionalInt target) {

  static Leg read(LegStarted message) {
    return new Leg(
        message.getLegId(),
        message.getRuleset(),
        message.getSeat(),
        message.getSeatCount(),
        List.copyOf(message.getSeatNamesList()),
        message.getDealCount(),
        message.hasTarget() ? OptionalInt.of(message.getTarget()) : OptionalInt.empty());
  }
}
