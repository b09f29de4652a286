/** What a bot sees when it is asked for a decision (rules section 9), and what it may lay. */

import {
  type Card,
  CARDS,
  type Layout,
  layoutText,
  numberedCard,
  numberedCards,
  readLayout,
} from "./cards.js";
import { type Deal, milliseconds, type Ruleset } from "./deals.js";
import { type Decision, demand, pass, waive } from "./decisions.js";
import {
  type DecisionRequested,
  type Option as OptionMessage,
  RequestKind,
} from "./proto/conquian/v1/decision.js";
import { FacedOrigin, type Observation as Seen } from "./proto/conquian/v1/observation.js";
import { type Word, wordsOf } from "./words.js";

/** What a seat is asked. */
export type Kind = Exclude<Word<typeof RequestKind>, "unknown">;
/** Where the faced card came from. */
export type Origin = Word<typeof FacedOrigin>;
/** An action of the deal so far, in the text of rules section 11. */
export interface PlayedAction {
  readonly seat: number;
  readonly text: string;
}

const kindWord = wordsOf(RequestKind);
const originWord = wordsOf(FacedOrigin);

/** All that the bot's seat sees of a deal, with its legal melds as ready options. */
export class Observation {
  /** What is asked. */
  readonly kind: Kind;
  /** The bot's own seat; seats count from 0 in the order of play. */
  readonly seat: number;
  /** The seat that dealt. */
  readonly dealer: number;
  /** The bot's cards, by index. */
  readonly hand: readonly Card[];
  /** The faced card: the one in play. */
  readonly faced: Card;
  /** Where the faced card came from. */
  readonly facedOrigin: Origin;
  /** The seat that turned or discarded it; undefined for the initial upcard. */
  readonly facedBy: number | undefined;
  /**
   * The seats that have passed on it, in that order. The last is the seat in question when a
   * demand is asked for, and the forced seat itself when it is forced.
   */
  readonly passedSeats: readonly number[];
  /** Every legal meld once, in the order of their texts; discards are not multiplied out. */
  readonly options: readonly Option[];
  /** What each seat has laid, by seat: the melds as they lie. */
  readonly tables: readonly Layout[];
  /** The cards turned down for good, in that order. */
  readonly dead: readonly Card[];
  /** How many cards are left in the stock. */
  readonly stockCount: number;
  /** How many cards each seat holds, by seat. */
  readonly handCounts: readonly number[];
  /** Each seat's points before this deal; empty when not known yet. */
  readonly scores: readonly number[];
  /** What this deal's points are multiplied by; undefined when not known yet. */
  readonly multiplier: number | undefined;
  /** How many actions the deal has had, of all seats. */
  readonly actionCount: number;
  /** These actions, oldest first; empty unless the program `wantsHistory`. */
  readonly history: readonly PlayedAction[];
  /** The milliseconds that this deal's bank held when the request was sent, if it has a bank. */
  readonly bankLeftMs: number | undefined;
  /** The deal that is played. */
  readonly deal: Deal;
  readonly #deadline: number | undefined;

  /** @internal Use {@link readObservation}. */
  constructor(kind: Kind, faced: Card, seen: Seen, request: DecisionRequested, deal: Deal) {
    this.kind = kind;
    this.seat = seen.seat;
    this.dealer = seen.dealer;
    this.hand = numberedCards(seen.hand);
    this.faced = faced;
    this.facedOrigin = originWord(seen.facedOrigin);
    this.facedBy = seen.facedBy;
    this.passedSeats = seen.passedSeats;
    this.options = request.options.map((option, index) => new Option(option, index, this.hand));
    this.tables = seen.tables.map((table) => readLayout(table.melds));
    this.dead = numberedCards(seen.dead);
    this.stockCount = seen.stockCount;
    this.handCounts = seen.handCounts;
    this.scores = seen.scores;
    this.multiplier = seen.multiplier;
    this.actionCount = seen.actionCount;
    this.history = request.history;
    this.bankLeftMs = request.bankLeft && milliseconds(request.bankLeft);
    this.deal = deal;
    this.#deadline =
      request.timeToDeadline && performance.now() + milliseconds(request.timeToDeadline);
  }

  /** The ruleset of the deal, all fields of it. */
  get ruleset(): Ruleset {
    return this.deal.leg.ruleset;
  }

  /** What the bot itself has laid. */
  get table(): Layout {
    return this.tables[this.seat] ?? [];
  }

  /** The cards that the bot has not seen: in the stock or in other hands. */
  get unseen(): Card[] {
    const seen = new Set([this.faced, ...this.hand, ...this.dead, ...this.tables.flat(2)]);
    return CARDS.filter((card) => !seen.has(card));
  }

  /** The milliseconds from now to the deadline of this request; undefined when it has none. */
  get timeLeftMs(): number | undefined {
    return this.#deadline === undefined ? undefined : this.#deadline - performance.now();
  }

  /** Every legal decision, each once. */
  decisions(): Decision[] {
    if (this.kind === "force_question") return [demand(), waive()];
    const passing = this.kind === "offer" ? [pass()] : [];
    return [...passing, ...this.options.flatMap((option) => option.decisions())];
  }
}

/** One legal way to lay cards; any card then left in the hand may be the discard. */
export class Option {
  /** Its place in the observation's options. */
  readonly index: number;
  /** The seat's whole new layout. */
  readonly layout: Layout;
  /** The cards that it takes from the hand; none when the faced card alone is added. */
  readonly handCards: readonly Card[];
  /** Whether the deal is won with it; then nothing is discarded. */
  readonly goesOut: boolean;
  /** Whether it takes the faced card; if not, it is answered by `layAndPass`. */
  readonly usesFaced: boolean;
  /** The cards of which one is discarded with it; none when none is due. */
  readonly discards: readonly Card[];

  /** @internal */
  constructor(message: OptionMessage, index: number, hand: readonly Card[]) {
    const handCards = numberedCards(message.handCards);
    const isDiscardDue = message.usesFaced && !message.goesOut;
    this.index = index;
    this.layout = readLayout(message.layout);
    this.handCards = handCards;
    this.goesOut = message.goesOut;
    this.usesFaced = message.usesFaced;
    this.discards = isDiscardDue ? hand.filter((card) => !handCards.includes(card)) : [];
  }

  /** Take the faced card with it and discard `discard`, or nothing when it goes out. */
  meld(discard?: Card): Decision {
    return { action: "meld", option: this, discard };
  }

  /** Lay it from the hand alone and pass the faced card. */
  layAndPass(): Decision {
    return { action: "lay_and_pass", option: this };
  }

  /** Every legal decision that lays it. */
  decisions(): Decision[] {
    if (!this.usesFaced) return [this.layAndPass()];
    return this.goesOut ? [this.meld()] : this.discards.map((discard) => this.meld(discard));
  }

  /** The layout as actions write it: `5S5H5D/6S7SJS`. */
  toString(): string {
    return layoutText(this.layout);
  }
}

/** What a request shows; undefined when it asks for what this version of the SDK doesn't know. */
export function readObservation(request: DecisionRequested, deal: Deal): Observation | undefined {
  const kind = kindWord(request.kind);
  const faced = numberedCard(request.observation?.faced ?? 0);
  if (kind === "unknown" || request.observation === undefined || faced === undefined) {
    return undefined;
  }
  return new Observation(kind, faced, request.observation, request, deal);
}
