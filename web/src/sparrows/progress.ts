// How far a pattern has come in the cards that one sees: for the eye alone, as one would count them
// on a real table. What a bid brings is said by the server.

import type { Face } from "../lib/deck";
import { counted, listed } from "../lib/words";
import { sizesOf, type Bid, type Numbers } from "./deck";

export interface Progress {
  have: number;
  need: number; // 0: it cannot be counted, as it depends on the others
  made: boolean | null; // null: nobody can know yet
  lost: boolean; // can no longer come true
  cards: Set<string>; // those that count
  says: string;
}

export interface Sight {
  hand: Face[];
  support: Face[]; // the table, as a rule
  coming: number; // cards still to come
  others: Face[][] | null; // the other hands, once they lie open
}

const plural = (suit: string, n: number): string => counted(n, suit);

function by<K>(faces: Face[], key: (face: Face) => K): Map<K, Face[]> {
  const found = new Map<K, Face[]>();
  for (const face of faces) found.set(key(face), [...(found.get(key(face)) ?? []), face]);
  return found;
}

function told(cards: Face[], need: number, coming: number, what: string): Progress {
  const have = Math.min(cards.length, need);
  const left = need - have;
  const lost = left > coming;
  const says = left === 0 ? "made" : lost ? "out of reach" : `${what ? `${what}, ` : ""}${left} to go`;
  return { have, need, made: left === 0, lost, cards: new Set(cards.map((face) => face.card)), says };
}

function sets(bid: Bid, pool: Face[], coming: number): Progress {
  const numbers = [...by(pool, (face) => face.value).values()].sort((a, b) => b.length - a.length);
  const sizes = sizesOf(bid);
  const used = sizes.flatMap((size, i) => (numbers[i] ?? []).slice(0, size));
  return told(used, sizes.reduce((sum, size) => sum + size, 0), coming, `${used.length} of ${sizes.reduce((sum, size) => sum + size, 0)}`);
}

/** The best stretch of so many numbers in a row: one card of each. */
function stretch(faces: Face[], length: number, { lowest, highest }: Numbers): Face[] {
  const numbers = by(faces, (face) => face.value);
  let best: Face[] = [];
  for (let from = lowest; from + length - 1 <= highest; from++) {
    const here = Array.from({ length }, (_, i) => numbers.get(from + i)?.[0]).filter((each): each is Face => Boolean(each));
    if (here.length > best.length) best = here;
  }
  return best;
}

function longest(rows: Face[][]): Face[] {
  return rows.reduce((best, row) => (row.length > best.length ? row : best), []);
}

function distinct({ hand }: Sight, numbers: Numbers): Progress {
  const groups = [...by(hand, (face) => face.value).values()];
  const twice = groups.find((group) => group.length > 1);
  const cards = new Set(groups.filter((group) => group.length === 1).flat().map((face) => face.card));
  const made = groups.length >= numbers.hand;
  return { have: groups.length, need: numbers.hand, made, lost: Boolean(twice), cards, says: twice ? `a ${twice[0]?.value} twice` : made ? "made" : `${groups.length} of ${numbers.hand}, ${numbers.hand - groups.length} to go` };
}

function cover({ hand, support, coming }: Sight): Progress {
  const held = new Set(hand.map((face) => face.suit));
  const asked = new Set(support.map((face) => face.suit));
  const without = [...asked].filter((suit) => !held.has(suit));
  const cards = new Set(hand.filter((face) => asked.has(face.suit)).map((face) => face.card));
  const done = !without.length;
  const says = done ? (coming ? "holds so far" : "made") : `${coming ? "needs" : "lacks"} ${listed(without.map((suit) => `${/^[aeiou]/.test(suit) ? "an" : "a"} ${suit}`))}`;
  return { have: asked.size - without.length, need: asked.size, made: done && !coming, lost: !done && !coming, cards, says };
}

/** A bid that compares hands: what is mine, and whether it beats the others once they are open. */
function compared(mine: number, theirs: number[] | null, ties: boolean, cards: Face[], says: string): Progress {
  const made = theirs ? theirs.every((other) => mine > other || (ties && mine === other)) : null;
  const verdict = made === null ? "" : made ? ", made" : ", beaten";
  return { have: 0, need: 0, made, lost: made === false, cards: new Set(cards.map((face) => face.card)), says: says + verdict };
}

export function progress(bid: Bid, sight: Sight, numbers: Numbers): Progress {
  const { hand, support, coming, others } = sight;
  const pool = [...hand, ...support];
  const length = bid.length ?? 0;
  switch (bid.kind) {
    case "sets":
      if (!numbers.shareNumbers) return sets(bid, pool, coming);
      break;
    case "street":
      return streetTold(stretch(pool, length, numbers), length, coming);
    case "group": {
      const best = longest([...by(pool, (face) => face.suit).values()]);
      return told(best, length, coming, best[0] ? plural(best[0].suit, best.length) : "");
    }
    case "band": {
      const rows = [...by(pool, (face) => face.suit).values()].map((faces) => stretch(faces, length, numbers));
      return streetTold(longest(rows), length, coming);
    }
    case "cover":
      return cover(sight);
    case "distinct":
      return distinct(sight, numbers);
    case "extreme": {
      const low = bid.side === "low";
      const edge = (faces: Face[]): number => faces.reduce((best, face) => Math.max(best, low ? -face.value : face.value), -Infinity);
      const best = hand.filter((face) => (low ? -face.value : face.value) === edge(hand));
      return compared(edge(hand), others?.map(edge) ?? null, numbers.tiesSucceed, best, best[0] ? `${low ? "lowest" : "highest"} is ${best[0].value}` : "");
    }
    case "majority": {
      const count = (faces: Face[]): Face[] => faces.filter((face) => face.suit === bid.suit);
      return compared(count(hand).length, others?.map((faces) => count(faces).length) ?? null, numbers.tiesSucceed, count(hand), `hold ${plural(bid.suit ?? "card", count(hand).length)}`);
    }
  }
  return { have: 0, need: 0, made: null, lost: false, cards: new Set(), says: "" };
}

function streetTold(row: Face[], length: number, coming: number): Progress {
  return told(row, length, coming, `${row.length} of ${length}`);
}
