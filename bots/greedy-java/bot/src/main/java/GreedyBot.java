import conquian.Bot;
import conquian.BotRunner;
import conquian.Card;
import conquian.Decision;
import conquian.Kind;
import conquian.Observation;
import conquian.Option;
import java.util.Comparator;
import java.util.List;

/**
 * Lays whatever it can, and keeps the cards that go together.
 *
 * <p>It looks no further than the cards before it: no counting, no thought of the opponent. Every
 * tie is broken by the order of options or cards, so that it decides the same in every language.
 */
final class GreedyBot implements Bot {
  private static final int SAME_RANK = 3;
  private static final int NEXT_IN_SUIT = 4;
  private static final int NEXT_BUT_ONE_IN_SUIT = 2;

  // One that goes out, else one that takes the faced card, else one that lays most cards.
  private static final Comparator<Option> BEST =
      Comparator.comparing(Option::goesOut)
          .thenComparing(Option::usesFaced)
          .thenComparing(option -> option.handCards().size())
          .thenComparing(Option::index, Comparator.reverseOrder());

  public static void main(String[] args) {
    new BotRunner("greedy-java", "1")
        .rulesets("classic", "hoyle", "nine-card")
        .dealsAtOnce(32)
        .run(GreedyBot::new);
  }

  /** Melds at once, never demands, discards what is worth least. */
  @Override
  public Decision decide(Observation seen) {
    if (seen.kind() == Kind.FORCE_QUESTION) {
      return Decision.waive();
    }
    return seen.options().stream().max(BEST).map(GreedyBot::lay).orElse(Decision.pass());
  }

  private static Decision lay(Option option) {
    if (!option.usesFaced()) {
      return option.layAndPass();
    }
    return option.goesOut() ? option.meld() : option.meld(worstCard(option.discards()));
  }

  /** The card that goes least with the others, the lowest of several. */
  private static Card worstCard(List<Card> cards) {
    Comparator<Card> byWorth = Comparator.comparing(card -> worth(card, cards));
    return cards.stream().min(byWorth.thenComparing(card -> card)).orElseThrow();
  }

  /** How well a card goes with the others. */
  private static int worth(Card card, List<Card> cards) {
    return cards.stream().filter(other -> other != card).mapToInt(o -> closeness(card, o)).sum();
  }

  /** How much two cards do for each other, on the way to a group or a sequence. */
  private static int closeness(Card one, Card other) {
    if (one.rank() == other.rank()) {
      return SAME_RANK;
    }
    if (one.suit() != other.suit()) {
      return 0;
    }
    return switch (Math.abs(one.rank() - other.rank())) {
      case 1 -> NEXT_IN_SUIT;
      case 2 -> NEXT_BUT_ONE_IN_SUIT;
      default -> 0;
    };
  }
}
