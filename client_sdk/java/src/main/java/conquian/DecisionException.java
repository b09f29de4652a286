package conquian;

/** A bot decided what can't answer its request. Nothing of it is sent. */
public final class DecisionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Without a stack trace, which would tell of this SDK alone: it is noticed after the return. */
  DecisionException(String words) {
    super(words, null, false, false);
  }
}
