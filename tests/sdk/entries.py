"""What a referee says, made by hand for tests."""

from conquian import read_cards
from conquian.v1 import decision_pb2, leg_pb2, referee_pb2, rules_pb2, session_pb2
from google.protobuf.duration_pb2 import Duration

LEG = "leg-1"
Entry = referee_pb2.RefereeEntry


def response(*entries: Entry) -> referee_pb2.PlayResponse:
    """The entries in one message."""
    return referee_pb2.PlayResponse(entries=entries)


def welcome(*, resumed: bool = False) -> Entry:
    """The hello is accepted."""
    limits = session_pb2.Limits(deals_at_once=4)
    return Entry(
        welcome=session_pb2.Welcome(
            session_id="s1", resume_token="come-back", resumed=resumed, limits=limits
        )
    )


def refusal(sentence: str) -> Entry:
    """The hello is refused."""
    return Entry(refusal=session_pb2.Refusal(sentence=sentence))


def leg_started() -> Entry:
    """A leg of classic for two seats begins; the bot has seat 0."""
    ruleset = rules_pb2.Ruleset(name="classic", goal=11, ace=rules_pb2.ACE_LOW, max_sequence=8)
    started = leg_pb2.LegStarted(leg_id=LEG, ruleset=ruleset, seat_count=2, deal_count=9)
    return Entry(leg_started=started)


def deal_started(deal: int, seed: int = 7) -> Entry:
    """A deal of that leg begins."""
    started = leg_pb2.DealStarted(deal_id=deal, leg_id=LEG, number=deal, dealer=1, bot_seed=seed)
    return Entry(deal_started=started)


def asked(
    request: int, deal: int, *, faced: str = "5D", seconds_left: float | None = None
) -> Entry:
    """An offer of `faced` to a hand of 5S 5H KC; the five of diamonds can be melded."""
    message = decision_pb2.DecisionRequested(
        request_id=request, deal_id=deal, kind=decision_pb2.REQUEST_KIND_OFFER
    )
    message.observation.hand.extend([card.number for card in read_cards("5S 5H KC")])
    message.observation.faced = read_cards(faced)[0].number
    if faced == "5D":
        option = message.options.add(uses_faced=True)
        option.layout.add(cards=[card.number for card in read_cards("5S 5H 5D")])
        option.hand_cards.extend([card.number for card in read_cards("5S 5H")])
    if seconds_left is not None:
        message.time_to_deadline.CopyFrom(Duration(nanos=int(seconds_left * 1e9)))
    return Entry(decision_requested=message)


def deal_ended(deal: int, *, offender: int | None = None) -> Entry:
    """A deal is drawn, or forfeited by `offender`."""
    reason = leg_pb2.DEAL_END_REASON_STOCK_EXHAUSTED
    if offender is not None:
        reason = leg_pb2.DEAL_END_REASON_TIMEOUT
    ended = leg_pb2.DealEnded(deal_id=deal, reason=reason, offender=offender, points=[0, 0])
    return Entry(deal_ended=ended)


def leg_ended() -> Entry:
    """The leg ends."""
    return Entry(leg_ended=leg_pb2.LegEnded(leg_id=LEG, totals=[0, 0]))


def stopping() -> Entry:
    """The referee will end the stream."""
    kind = session_pb2.NOTICE_KIND_STOPPING
    return Entry(notice=session_pb2.Notice(kind=kind, sentence="that is all"))


def newer_than_us() -> Entry:
    """An entry that only a later version knows: field 15, an empty message."""
    return Entry.FromString(bytes([15 << 3 | 2, 0]))
