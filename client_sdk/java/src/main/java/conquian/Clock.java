package conquian;

/** Time, which tests simulate. */
interface Clock {
  /** As {@link System#nanoTime} counts. */
  long nanos();

  /** Waits. */
  void sleep(long millis);

  /** The real one. */
  Clock SYSTEM =
      new Clock() {
        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        public void sleep(long millis) {
          try {
            Thread.sleep(millis);
          } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
          }
        }
      };
}
