// The cards of Six of Sparrows, from the table of any variant: birds, bid cards and bonus cards.

import { lookOf } from "../art/shapes";
import { deckOf, faceOf, type Deck, type Face, type RuleTable } from "../lib/deck";
import { listed } from "../lib/words";

export interface Bid {
  id: string;
  value: number;
  kind: string;
  pairs?: number;
  trios?: number;
  quatros?: number;
  length?: number;
  suit?: string;
  side?: string;
}

/** The numbers of a variant that the page shows. */
export interface Numbers {
  suits: string[];
  lowest: number;
  highest: number;
  hand: number;
  tokens: number[];
  penalty: number;
  tiesSucceed: boolean;
  shareNumbers: boolean;
  target: number;
  lateToken: number;
  bids: Bid[];
  bonuses: { id: string; value: number }[];
}

interface Table {
  bids: Bid[];
  cards: { suits: string[]; lowest: number; highest: number; hand_size: number; step_tokens: number[] };
  scoring: { penalty: number; compare_ties: string; sets_may_share_number: boolean };
  end: { target: number };
  upgrades: { late_token: number; bonus: { id: string; value: number }[] };
}

export function numbersOf(table: RuleTable): Numbers {
  const { bids = [], cards, scoring, end, upgrades } = table as Partial<Table>;
  return {
    suits: cards?.suits ?? [],
    lowest: cards?.lowest ?? 1,
    highest: cards?.highest ?? 10,
    hand: cards?.hand_size ?? 6,
    tokens: cards?.step_tokens ?? [],
    penalty: scoring?.penalty ?? 10,
    tiesSucceed: scoring?.compare_ties === "succeed",
    shareNumbers: scoring?.sets_may_share_number ?? false,
    target: end?.target ?? 0,
    lateToken: upgrades?.late_token ?? 0,
    bids,
    bonuses: upgrades?.bonus ?? [],
  };
}

/** A name as people say it: full_house is Full House. */
export function titleOf(id: string): string {
  return id.replace(/_/g, " ").replace(/\b\w/g, (letter) => letter.toUpperCase());
}

const COUNT = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const TIMES = ["", "once", "twice", "three times", "four times"];
const BONUSES: Record<string, string> = {
  win_all: "Beat every other score of this round",
  win_none: "Make none of this round\u2019s bid cards",
  match_together: "Another hand in place of the table",
};

function number(n: number | undefined): string {
  return COUNT[n ?? 0] ?? String(n);
}

function first(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The sizes of the sets a bid asks for, the largest first. */
export function sizesOf({ pairs = 0, trios = 0, quatros = 0 }: Bid): number[] {
  return [...Array<number>(quatros).fill(4), ...Array<number>(trios).fill(3), ...Array<number>(pairs).fill(2)];
}

function setsAsked(bid: Bid): string {
  const sizes = sizesOf(bid);
  const size = sizes[0] ?? 2;
  if (sizes.every((each) => each === size)) {
    return sizes.length === 1 ? `One number ${TIMES[size]}` : `${first(number(sizes.length))} numbers, each ${TIMES[size]}`;
  }
  const some = (n: number | undefined, one: string): string[] => (n ? [n === 1 ? `a ${one}` : `${number(n)} ${one}s`] : []);
  return first(listed([...some(bid.quatros, "quatro"), ...some(bid.trios, "trio"), ...some(bid.pairs, "pair")]));
}

/** What a bid card asks for, in few words. */
export function asks(bid: Bid, hand = 6): string {
  switch (bid.kind) {
    case "sets":
      return setsAsked(bid);
    case "street":
      return `${first(number(bid.length))} numbers in a row, any birds`;
    case "group":
      return `${first(number(bid.length))} cards of one bird`;
    case "band":
      return `${first(number(bid.length))} in a row of one bird`;
    case "cover":
      return "Each bird on the table is in your hand";
    case "distinct":
      return `${first(number(hand))} different numbers in your hand`;
    case "extreme":
      return bid.side === "low" ? "Your lowest card is below every other hand" : "Your highest card beats every other hand";
    case "majority":
      return `More ${bid.suit}s in your hand than in any other`;
    default:
      return "";
  }
}

export function bonusAsks(id: string): string {
  return BONUSES[id] ?? "";
}

/** One small picture of the row that shows a pattern: a number, or a bird. */
export interface Mark {
  number?: number;
  sign?: string;
  full?: boolean; // stands out
}

export function pictureOf(bid: Bid, { suits, highest, lowest, hand }: Numbers): Mark[] {
  const any = lookOf("sparrows", suits[0] ?? "");
  const row = (from: number, length: number): Mark[] => Array.from({ length }, (_, i) => ({ number: from + i }));
  switch (bid.kind) {
    case "sets": {
      const numbers = [9, 4, 7, 2, 5, 8, 3];
      return sizesOf(bid).flatMap((size, i) => Array.from({ length: size }, () => ({ number: numbers[i % 7] as number, full: i % 2 === 0 })));
    }
    case "street":
      return row(3, bid.length ?? 0);
    case "band":
      return [{ sign: any }, ...row(3, bid.length ?? 0)];
    case "group":
      return Array.from({ length: bid.length ?? 0 }, () => ({ sign: any }));
    case "cover":
      return suits.map((suit) => ({ sign: lookOf("sparrows", suit) }));
    case "distinct":
      return [2, 4, 5, 7, 8, 9, 10, 1, 3, 6].slice(0, hand).map((n) => ({ number: n }));
    case "extreme":
      return bid.side === "low" ? [{ number: lowest, full: true }, { number: lowest + 2 }, { number: lowest + 4 }] : [{ number: highest, full: true }, { number: highest - 2 }, { number: highest - 4 }];
    case "majority":
      return Array.from({ length: 3 }, () => ({ sign: lookOf("sparrows", bid.suit ?? "") }));
    default:
      return [];
  }
}

export function bird(suit: string, n: number): Face {
  return faceOf({ card: `${suit.charAt(0)}${n}`, suit, look: lookOf("sparrows", suit), label: String(n), value: n });
}

/** A card of words, without a suit. */
function worded(card: string, value: number, says: string): Face {
  const title = titleOf(card);
  return faceOf({ card, suit: "", look: "", label: String(value), value, short: title, title, name: `${title}, worth ${value}: ${says}` });
}

export function sparrowsDeck(table: RuleTable): Deck {
  const { suits, lowest, highest, hand, bids, bonuses } = numbersOf(table);
  return deckOf([
    ...suits.flatMap((suit) => Array.from({ length: highest - lowest + 1 }, (_, i) => bird(suit, lowest + i))),
    ...bids.map((bid) => worded(bid.id, bid.value, asks(bid, hand))),
    ...bonuses.map((bonus) => worded(bonus.id, bonus.value, bonusAsks(bonus.id))),
  ]);
}
