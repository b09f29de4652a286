package conquian;

import conquian.v1.FacedOrigin;

/** Where a faced card came from. */
public enum Origin {
  /** A seat turned it from the stock. */
  STOCK,
  /** A seat discarded it. */
  DISCARD,
  /** It was turned up before play, by nobody. */
  INITIAL_UPCARD,
  /** From where this version doesn't know. */
  UNKNOWN;

  static Origin of(FacedOrigin message) {
    return switch (message) {
      case FACED_ORIGIN_STOCK -> STOCK;
      case FACED_ORIGIN_DISCARD -> DISCARD;
      case FACED_ORIGIN_INITIAL_UPCARD -> INITIAL_UPCARD;
      default -> UNKNOWN;
    };
  }
}
