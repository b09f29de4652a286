package conquian;

import conquian.v1.BotEntry;
import conquian.v1.DealEnded;
import conquian.v1.DealStarted;
import conquian.v1.DecisionRejected;
import conquian.v1.DecisionRequested;
import conquian.v1.Goodbye;
import conquian.v1.Hello;
import conquian.v1.LegEnded;
import conquian.v1.LegStarted;
import conquian.v1.Notice;
import conquian.v1.NoticeKind;
import conquian.v1.PlayRequest;
import conquian.v1.PlayResponse;
import conquian.v1.ProtocolVersion;
import conquian.v1.Ready;
import conquian.v1.RefereeEntry;
import conquian.v1.Refusal;
import conquian.v1.RejectionCode;
import conquian.v1.Welcome;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** A bot's session: what the referee says goes in, what is to be sent comes out. No I/O. */
final class Session {
  static final String SDK_NAME = "conquian-java";
  static final String SDK_VERSION = "0.1.0";
  private static final ProtocolVersion PROTOCOL = ProtocolVersion.newBuilder().setMajor(1).build();

  private final Settings settings;
  private final Supplier<? extends Bot> bots;
  private final Map<String, Leg> legs = new HashMap<>();
  private final Map<Long, OpenDeal> deals = new HashMap<>();
  private final EndedDeals ended = new EndedDeals();
  private final Deque<Request> waiting = new ArrayDeque<>();
  private PlayRequest.Builder outgoing = PlayRequest.newBuilder();
  private String resumeToken = "";
  private boolean isWarm;
  private boolean isStopping;

  /** A request that is not answered yet. */
  private record Request(long id, OpenDeal open, Observation seen) {}

  /**
   * A session of no connection yet.
   *
   * @param settings what the bot says of itself
   * @param bots makes the bot of each deal
   */
  Session(Settings settings, Supplier<? extends Bot> bots) {
    this.settings = settings;
    this.bots = bots;
  }

  /** Whether deals of the session still go on. */
  boolean isOpen() {
    return !deals.isEmpty();
  }

  /** Whether the referee has said that it will end the stream. */
  boolean isStopping() {
    return isStopping;
  }

  /** Whether requests are to be decided. */
  boolean isAsked() {
    return !waiting.isEmpty();
  }

  /** Whether something is to be sent. */
  boolean hasOutgoing() {
    return outgoing.getEntriesCount() > 0;
  }

  /** All that is to be sent, once. */
  PlayRequest takeOutgoing() {
    PlayRequest message = outgoing.build();
    outgoing = PlayRequest.newBuilder();
    return message;
  }

  /**
   * Says hello on a new connection, and nothing that waited for an older one: the referee asks its
   * open requests again, so answers that were lost are given then.
   */
  void connected() {
    Hello hello =
        Hello.newBuilder()
            .setProtocolVersion(PROTOCOL)
            .setBotName(settings.name())
            .setBotVersion(settings.version())
            .setSdkName(SDK_NAME)
            .setSdkVersion(SDK_VERSION)
            .addAllRulesets(settings.rulesets())
            .setDealsAtOnce(settings.dealsAtOnce())
            .setAnswerOnlyChoice(settings.answersOnlyChoice())
            .setWantsHistory(settings.wantsHistory())
            .setResumeToken(resumeToken)
            .build();
    outgoing = PlayRequest.newBuilder().addEntries(BotEntry.newBuilder().setHello(hello));
  }

  /** The message of a bot that leaves. */
  static PlayRequest goodbye(String reason) {
    Goodbye goodbye = Goodbye.newBuilder().setReason(reason).build();
    return PlayRequest.newBuilder().addEntries(BotEntry.newBuilder().setGoodbye(goodbye)).build();
  }

  /**
   * Hears what the referee says; entries that this version doesn't know are passed over. What the
   * bot's own methods throw comes through.
   *
   * @param receivedNanos when it came, by {@link System#nanoTime}
   * @throws ConquianException the referee does not take the bot, or not any more
   */
  void hear(PlayResponse response, long receivedNanos) throws ConquianException {
    for (RefereeEntry entry : response.getEntriesList()) {
      hear(entry, receivedNanos);
    }
  }

  private void hear(RefereeEntry entry, long receivedNanos) throws ConquianException {
    switch (entry.getEntryCase()) {
      case WELCOME -> hear(entry.getWelcome());
      case REFUSAL -> throw refused(entry.getRefusal());
      case LEG_STARTED -> hear(entry.getLegStarted());
      case DEAL_STARTED -> hear(entry.getDealStarted());
      case DECISION_REQUESTED -> hear(entry.getDecisionRequested(), receivedNanos);
      case DECISION_REJECTED -> hear(entry.getDecisionRejected());
      case DEAL_ENDED -> hear(entry.getDealEnded());
      case LEG_ENDED -> hear(entry.getLegEnded());
      case NOTICE -> hear(entry.getNotice());
      case ENTRY_NOT_SET -> {}
    }
  }

  /**
   * Has the oldest waiting request decided and its answer made ready, unless its deadline has
   * passed: that would only make others late. What the bot throws comes through.
   *
   * @throws DecisionException the decision can't answer the request
   */
  void decideNext() {
    Request request = waiting.remove();
    if (request.seen.timeLeft().filter(left -> left.isNegative()).isPresent()) {
      Log.say("request " + request.id + " is past its deadline: not decided");
      return;
    }
    Decision decision = request.open.bot.decide(request.seen);
    request.open.answer = Answers.answer(request.id, decision, request.seen);
    say(request.open.answer);
  }

  private void say(conquian.v1.Decision answer) {
    outgoing.addEntries(BotEntry.newBuilder().setDecision(answer));
  }

  private void hear(Welcome welcome) {
    if (!welcome.getResumed()) {
      forgetDeals();
    }
    resumeToken = welcome.getResumeToken();
    Log.say(
        (welcome.getResumed() ? "back in" : "in")
            + (" session " + welcome.getSessionId() + " as " + settings.name())
            + (", up to " + welcome.getLimits().getDealsAtOnce() + " deals at once"));
    if (!isWarm) {
      settings.warmUp().run();
      isWarm = true;
    }
    outgoing.addEntries(BotEntry.newBuilder().setReady(Ready.getDefaultInstance()));
  }

  private void forgetDeals() {
    legs.clear();
    deals.clear();
    ended.clear();
    waiting.clear();
  }

  private ConquianException refused(Refusal refusal) {
    return resumeToken.isEmpty()
        ? new ConquianException.Refused(refusal.getSentence())
        : new ConquianException.RefereeLost(
            "the referee has given the session up: " + refusal.getSentence());
  }

  private void hear(LegStarted started) {
    legs.put(started.getLegId(), Leg.read(started));
  }

  private void hear(DealStarted started) {
    Leg leg = legs.get(started.getLegId());
    long id = started.getDealId();
    if (leg != null && !deals.containsKey(id) && !ended.contains(id)) {
      deals.put(id, new OpenDeal(Deal.read(started, leg), bots.get()));
    }
  }

  private void hear(DecisionRequested request, long receivedNanos) {
    OpenDeal open = deals.get(request.getDealId());
    if (open == null || Kind.of(request.getKind()).isEmpty()) {
      return;
    }
    if (open.requestId != null && open.requestId == request.getRequestId()) {
      askedAgain(open);
      return;
    }
    open.requestId = request.getRequestId();
    open.answer = null;
    Observation seen = new Observation(request, open.deal, receivedNanos);
    waiting.add(new Request(request.getRequestId(), open, seen));
  }

  /** Gives the same answer again, if there is one; never decides twice. */
  private void askedAgain(OpenDeal open) {
    if (open.answer != null) {
      say(open.answer);
    }
  }

  private void hear(DecisionRejected rejected) {
    RejectionCode code = rejected.getCode();
    if (code != RejectionCode.REJECTION_CODE_STALE
        && code != RejectionCode.REJECTION_CODE_UNKNOWN) {
      Log.say("answer " + rejected.getRequestId() + " not taken: " + rejected.getSentence());
    }
  }

  private void hear(DealEnded message) {
    OpenDeal open = deals.remove(message.getDealId());
    if (open == null) {
      return;
    }
    ended.add(message.getDealId());
    waiting.removeIf(request -> request.open == open);
    DealEnd end = DealEnd.read(message, open.deal);
    if (end.isOwnFault()) {
      Log.say("deal " + open.deal.number() + " forfeited: " + end.reason());
    }
    open.bot.ended(end);
  }

  private void hear(LegEnded legEnded) {
    if (legs.remove(legEnded.getLegId()) != null) {
      Log.say(
          "leg of "
              + legEnded.getDealsCount()
              + " deals ended, points "
              + legEnded.getTotalsList());
    }
  }

  private void hear(Notice notice) {
    isStopping |= notice.getKind() == NoticeKind.NOTICE_KIND_STOPPING;
    Log.say("the referee says: " + notice.getSentence());
  }
}
