package conquian;

import conquian.v1.DecisionRequested;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * All that a bot's seat sees when it is asked for a decision (rules section 9), with its legal
 * melds as ready options. Seats count from 0 in the order of play.
 */
public final class Observation {
  private final DecisionRequested request;
  private final conquian.v1.Observation seen;
  private final Deal deal;
  private final long receivedNanos;
  private final Kind kind;
  private final List<Card> hand;
  private final List<Option> options;

  /**
   * Reads a message.
   *
   * @param request what came, of a kind that is known
   * @param deal the deal that it belongs to
   * @param receivedNanos when it came, by {@link System#nanoTime}
   */
  Observation(DecisionRequested request, Deal deal, long receivedNanos) {
    this.request = request;
    this.seen = request.getObservation();
    this.deal = deal;
    this.receivedNanos = receivedNanos;
    this.kind = Kind.of(request.getKind()).orElseThrow();
    this.hand = Card.numbered(seen.getHandValueList());
    this.options = readOptions();
  }

  private List<Option> readOptions() {
    List<Option> read = new ArrayList<>(request.getOptionsCount());
    for (conquian.v1.Option message : request.getOptionsList()) {
      read.add(new Option(read.size(), message, hand));
    }
    return List.copyOf(read);
  }

  /** What is asked. */
  public Kind kind() {
    return kind;
  }

  /** The bot's cards, by index. */
  public List<Card> hand() {
    return hand;
  }

  /** Every legal meld once, in the order of their texts; discards are not multiplied out. */
  public List<Option> options() {
    return options;
  }

  /** Every legal decision, each once. */
  public List<Decision> decisions() {
    if (kind == Kind.FORCE_QUESTION) {
      return List.of(Decision.demand(), Decision.waive());
    }
    Stream<Decision> passing =
        kind == Kind.OFFER ? Stream.of(Decision.pass()) : Stream.<Decision>empty();
    return Stream.concat(passing, options.stream().flatMap(Option::decisions)).toList();
  }

  /** The faced card: the one in play. */
  public Card faced() {
    return Card.numbered(seen.getFacedValue());
  }

  /** Where the faced card came from. */
  public Origin facedOrigin() {
    return Origin.of(seen.getFacedOrigin());
  }

  /** The seat that turned or discarded the faced card; empty for the initial upcard. */
  public OptionalInt facedBy() {
    return seen.hasFacedBy() ? OptionalInt.of(seen.getFacedBy()) : OptionalInt.empty();
  }

  /**
   * The seats that have passed on the faced card, in that order. The last is the seat in question
   * when a demand is asked for, and the forced seat itself when it is forced.
   */
  public List<Integer> passedSeats() {
    return seen.getPassedSeatsList();
  }

  /** What each seat has laid, by seat: the melds as they lie. */
  public List<List<Meld>> tables() {
    return seen.getTablesList().stream().map(table -> Meld.read(table.getMeldsList())).toList();
  }

  /** What the bot itself has laid. */
  public List<Meld> table() {
    return tables().get(seat());
  }

  /** The cards turned down for good, in that order. */
  public List<Card> dead() {
    return Card.numbered(seen.getDeadValueList());
  }

  /** The cards in the stock or in other hands, by index. */
  public List<Card> unseen() {
    Set<Card> known = new HashSet<>(hand);
    known.addAll(dead());
    known.add(faced());
    tables().forEach(table -> table.forEach(meld -> known.addAll(meld.cards())));
    return Card.ALL.stream().filter(card -> !known.contains(card)).toList();
  }

  /** How many cards are left in the stock. */
  public int stockCount() {
    return seen.getStockCount();
  }

  /** How many cards each seat holds, by seat. */
  public List<Integer> handCounts() {
    return seen.getHandCountsList();
  }

  /** The bot's own seat. */
  public int seat() {
    return seen.getSeat();
  }

  /** The seat that dealt. */
  public int dealer() {
    return seen.getDealer();
  }

  /** Each seat's points before this deal, by seat; empty when not known yet. */
  public List<Integer> scores() {
    return seen.getScoresList();
  }

  /** What this deal's points are multiplied by; empty when not known yet. */
  public OptionalInt multiplier() {
    return seen.hasMultiplier() ? OptionalInt.of(seen.getMultiplier()) : OptionalInt.empty();
  }

  /** How many actions the deal has had, of all seats. */
  public int actionCount() {
    return seen.getActionCount();
  }

  /** These actions, oldest first; empty unless {@link BotRunner#wantsHistory} was said. */
  public List<PlayedAction> history() {
    return request.getHistoryList().stream()
        .map(played -> new PlayedAction(played.getSeat(), played.getText()))
        .toList();
  }

  /** The time from now to the deadline of this request; empty when it has none. */
  public Optional<Duration> timeLeft() {
    if (!request.hasTimeToDeadline()) {
      return Optional.empty();
    }
    Duration allowed = read(request.getTimeToDeadline());
    return Optional.of(allowed.minusNanos(System.nanoTime() - receivedNanos));
  }

  /** What the deal's bank held when the request was sent; empty without a bank. */
  public Optional<Duration> bankLeft() {
    return request.hasBankLeft() ? Optional.of(read(request.getBankLeft())) : Optional.empty();
  }

  /** The deal. */
  public Deal deal() {
    return deal;
  }

  /** Random numbers of the deal's own: the same again in the same deal. */
  public Random random() {
    return deal.random();
  }

  @Override
  public String toString() {
    return kind + " of " + faced() + ", hand " + hand;
  }

  static Duration read(com.google.protobuf.Duration message) {
    return Duration.ofSeconds(message.getSeconds(), message.getNanos());
  }
}
