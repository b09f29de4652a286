package conquian;

/** Why a session can't go on that is no fault in the bot's code; the words are for a person. */
abstract sealed class ConquianException extends Exception {
  private static final long serialVersionUID = 1L;

  private ConquianException(String words) {
    super(words);
  }

  /** With what status the process ends. */
  abstract int exitStatus();

  /** The environment is not as it must be. */
  static final class Usage extends ConquianException {
    private static final long serialVersionUID = 1L;

    Usage(String words) {
      super(words);
    }

    @Override
    int exitStatus() {
      return 2;
    }
  }

  /** The referee can't be reached, or not any more, and trying again was no use. */
  static final class RefereeLost extends ConquianException {
    private static final long serialVersionUID = 1L;

    RefereeLost(String words) {
      super(words);
    }

    @Override
    int exitStatus() {
      return 3;
    }
  }

  /** The referee does not take the bot. */
  static final class Refused extends ConquianException {
    private static final long serialVersionUID = 1L;

    Refused(String words) {
      super("the referee refuses the bot: " + words);
    }

    @Override
    int exitStatus() {
      return 4;
    }
  }
}
