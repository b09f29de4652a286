package conquian;

import java.util.Optional;

/** An answer to a request. It prints as the rules write it (rules section 11). */
public sealed interface Decision {
  /** Leaves the faced card; answers an offer. */
  static Decision pass() {
    return new Pass();
  }

  /** Has the seat that passed take the card; answers a force question. */
  static Decision demand() {
    return new Demand();
  }

  /** Lets the seat that passed go; answers a force question. */
  static Decision waive() {
    return new Waive();
  }

  /** See {@link Decision#pass}. */
  record Pass() implements Decision {
    @Override
    public String toString() {
      return "pass";
    }
  }

  /** See {@link Decision#demand}. */
  record Demand() implements Decision {
    @Override
    public String toString() {
      return "demand";
    }
  }

  /** See {@link Decision#waive}. */
  record Waive() implements Decision {
    @Override
    public String toString() {
      return "waive";
    }
  }

  /** See {@link Option#meld(Card)}; nothing is discarded when the seat goes out. */
  record TakeFaced(Option option, Optional<Card> discard) implements Decision {
    @Override
    public String toString() {
      return "meld " + option + discard.map(card -> " x " + card).orElse("");
    }
  }

  /** See {@link Option#layAndPass}. */
  record LayAndPass(Option option) implements Decision {
    @Override
    public String toString() {
      return "meld " + option + " pass";
    }
  }
}
