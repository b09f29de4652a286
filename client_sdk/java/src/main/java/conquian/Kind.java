package conquian;

import conquian.v1.RequestKind;
import java.util.Optional;

/** What a seat is asked. */
public enum Kind {
  /** The faced card is offered: meld, pass or, where the ruleset has it, lay and pass. */
  OFFER,
  /** The faced card is forced on the seat: meld. */
  FORCED,
  /** Another seat passed a card that can be forced on it: demand or waive. */
  FORCE_QUESTION;

  /** Empty for a kind that this version doesn't know. */
  static Optional<Kind> of(RequestKind message) {
    return switch (message) {
      case REQUEST_KIND_OFFER -> Optional.of(OFFER);
      case REQUEST_KIND_FORCED -> Optional.of(FORCED);
      case REQUEST_KIND_FORCE_QUESTION -> Optional.of(FORCE_QUESTION);
      default -> Optional.empty();
    };
  }
}
