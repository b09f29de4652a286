import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";

import { card, CARDS, layoutText, numberedCards, numberOf } from "../src/cards.js";
import { Card as CardNumbers } from "../src/proto/conquian/v1/cards.js";

test("each card has the number in messages that the protocol gives its text", () => {
  for (const each of CARDS) {
    assert.equal(CardNumbers[`CARD_${each.text}` as keyof typeof CardNumbers], numberOf(each));
  }
  assert.equal(CARDS.length, 40);
});

test("a card knows its rank from 1, its suit from 0 and its index", () => {
  const { rank, suit, index } = card("JD");
  assert.deepEqual([rank, suit, index], [8, 2, 27]);
  assert.equal(card("AS").rank, 1);
  assert.equal(card("KC").rank, 10);
});

test("there is one object a card", () => {
  assert.equal(card("7H"), CARDS[16]);
  assert.equal(card("7H"), numberedCards([17])[0]);
});

test("what names no card is told with what would", () => {
  assert.throws(() => card("8H"), /"8H" is not a card; write rank then suit/);
});

test("cards print, log and go into JSON as they are written", () => {
  assert.equal(String(card("7H")), "7H");
  assert.equal(inspect([card("7H")]), "[ 7H ]");
  assert.equal(JSON.stringify([card("7H")]), '["7H"]');
});

test("layouts are written as actions write them", () => {
  const melds = [numberedCards([5, 15, 25]), numberedCards([6, 7, 8])];
  assert.equal(layoutText(melds), "5S5H5D/6S7SJS");
});

test("numbers of no card that is known are passed over", () => {
  assert.deepEqual(numberedCards([0, 1, 41]), [card("AS")]);
});
