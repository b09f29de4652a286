package conquian;

/** What the SDK tells of a session, on standard error. */
final class Log {
  private Log() {}

  static void say(String words) {
    System.err.println("conquian: " + words);
  }
}
