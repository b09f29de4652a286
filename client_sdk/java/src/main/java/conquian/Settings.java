package conquian;

import java.util.List;

/** What a bot says of itself in its hello, and what it does once before it plays. */
record Settings(
    String name,
    String version,
    List<String> rulesets,
    int dealsAtOnce,
    boolean answersOnlyChoice,
    boolean wantsHistory,
    Runnable warmUp) {}
