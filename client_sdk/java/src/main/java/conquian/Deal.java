package conquian;

import conquian.v1.DealStarted;
import java.util.List;
import java.util.Random;

/**
 * A deal as it starts.
 *
 * @param number its number in the leg, from 0
 * @param dealer the seat that deals
 * @param seat the bot's own seat
 * @param hand the cards dealt to it, by index
 * @param seed a random number for the bot's own use; it tells nothing of the deck
 * @param random random numbers from that seed, for this deal alone
 * @param leg the leg that it belongs to
 */
public record Deal(
    int number, int dealer, int seat, List<Card> hand, long seed, Random random, Leg leg) {

  static Deal read(DealStarted message, Leg leg) {
    return new Deal(
        message.getNumber(),
        message.getDealer(),
        message.getSeat(),
        Card.numbered(message.getHandValueList()),
        message.getBotSeed(),
        new Random(message.getBotSeed()),
        leg);
  }
}
