package conquian;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Says who a bot is, and plays it for a referee:
 *
 * <pre>{@code
 * new BotRunner("my-bot", "1").dealsAtOnce(32).run(MyBot::new);
 * }</pre>
 *
 * <p>Where the referee is comes from the environment, which a referee sets when it starts a bot:
 * {@code CONQUIAN_ADDRESS}, {@code CONQUIAN_TOKEN} and {@code CONQUIAN_CA}.
 */
public final class BotRunner {
  private static final int DONE = 0;
  private static final int BOT_FAILED = 1;
  // It warns of what is no fault. Held, since a logger that nobody holds forgets its level.
  private static final Logger GRPC_LOG = Logger.getLogger("io.grpc");

  private final String name;
  private final String version;
  private List<String> rulesets = List.of();
  private int dealsAtOnce = 32;
  private boolean answersOnlyChoice;
  private boolean wantsHistory;
  private Runnable warmUp = () -> {};

  /**
   * A bot for all rulesets that plays 32 deals at once.
   *
   * @param name what people call it
   * @param version in whatever form you count; a new version is a new entrant
   */
  public BotRunner(String name, String version) {
    this.name = name;
    this.version = version;
  }

  /** The preset rulesets that the bot plays; none means all rulesets. */
  public BotRunner rulesets(String... names) {
    rulesets = List.of(names);
    return this;
  }

  /** How many deals the bot will play side by side; they are decided one after another. */
  public BotRunner dealsAtOnce(int count) {
    dealsAtOnce = count;
    return this;
  }

  /** Lets the referee answer where only one thing can be done; opponents can tell by the speed. */
  public BotRunner answerOnlyChoice() {
    answersOnlyChoice = true;
    return this;
  }

  /** Has {@link Observation#history} filled. */
  public BotRunner wantsHistory() {
    wantsHistory = true;
    return this;
  }

  /** What to load before any clock counts; done once a process. */
  public BotRunner warmUp(Runnable work) {
    warmUp = work;
    return this;
  }

  /**
   * Plays until the referee ends the session, then ends the process. Its exit status: 0 the referee
   * or a signal ended it, 1 the bot threw something, which is printed, 2 the environment can't be
   * used, 3 the referee was lost, 4 the referee refuses the bot.
   *
   * @param bots makes the bot of each deal, as in {@code MyBot::new}
   */
  public void run(Supplier<? extends Bot> bots) {
    GRPC_LOG.setLevel(Level.SEVERE);
    System.exit(play(bots));
  }

  private int play(Supplier<? extends Bot> bots) {
    try {
      Client.Dialer dialer = Rehearsal.isWanted() ? Rehearsal.begin() : Address.of(System.getenv());
      return play(new Client(new Session(settings(), bots), dialer, Clock.SYSTEM));
    } catch (ConquianException error) {
      System.err.println(error.getMessage());
      return error.exitStatus();
    } catch (IOException | RuntimeException | Error thrown) {
      thrown.printStackTrace();
      return BOT_FAILED;
    }
  }

  private static int play(Client client) throws ConquianException {
    Thread leaving = new Thread(() -> leave(client));
    Runtime.getRuntime().addShutdownHook(leaving);
    try {
      client.run();
      return DONE;
    } finally {
      stopListening(leaving);
    }
  }

  /** On SIGTERM and SIGINT, also while a bot thinks. */
  private static void leave(Client client) {
    client.stop("stopped by a signal");
    Runtime.getRuntime().halt(DONE);
  }

  private static void stopListening(Thread leaving) {
    try {
      Runtime.getRuntime().removeShutdownHook(leaving);
    } catch (IllegalStateException signalled) {
      // A signal has come: `leave` ends the process, with its own status.
    }
  }

  private Settings settings() {
    return new Settings(
        name, version, rulesets, dealsAtOnce, answersOnlyChoice, wantsHistory, warmUp);
  }
}
