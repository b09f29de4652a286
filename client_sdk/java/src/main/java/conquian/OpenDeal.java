package conquian;

/** A deal that goes on, with the last request of it and the answer that was given. */
final class OpenDeal {
  final Deal deal;
  final Bot bot;

  /** Null before the first request. */
  Long requestId;

  /** Null while the last request is not answered. */
  conquian.v1.Decision answer;

  OpenDeal(Deal deal, Bot bot) {
    this.deal = deal;
    this.bot = bot;
  }
}
