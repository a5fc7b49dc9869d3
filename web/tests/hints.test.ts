import { describe, expect, it } from "vitest";
import { tips as colours } from "../src/colours/tips";
import { dutchDeck } from "../src/dutch/deck";
import { pointsBySuit } from "../src/dutch/dutch";
import { tips as dutch } from "../src/dutch/tips";
import type { GameView } from "../src/lib/types";
import { chancesOf, percent } from "../src/sparrows/chances";
import { tips as sparrows } from "../src/sparrows/tips";

describe("the chance meter", () => {
  const told = (chance: number): string => percent({ code: 0, chance, average: 0, about: false });
  it("says 0 and 100 only where nothing is open", () => {
    expect([0, 1, 9, 10, 624, 990, 991, 999, 1000].map(told)).toEqual(["0%", "<1%", "<1%", "1%", "62%", "99%", ">99%", ">99%", "100%"]);
  });
  it("has nothing to show without a hint, or with one of another game", () => {
    expect(chancesOf(null)).toBeNull();
    expect(chancesOf({})).toBeNull();
    expect(chancesOf({ unseen: 38, chances: [] })?.unseen).toBe(38);
  });
});

describe("points of a rival in Dutch", () => {
  const deck = dutchDeck({ suits: ["green", "red"], card: [{ face: "1", bid: 1, vp: 8, powers: [] }] });
  const zones = [
    { id: "stake.1", owner: 1, count: 1, cards: [{ card: "g1", code: 0 }] },
    { id: "discards.1", owner: 1, count: 3, cards: null },
    { id: "deck.1", owner: 1, count: 4, cards: null },
  ];
  const view = { zones, scores: [null, null] } as unknown as GameView;
  it("are those that lie open, and with a hint those that were seen to go to the discards", () => {
    const plain = pointsBySuit(view, deck, 1);
    expect([plain.seen, plain.hidden, plain.suits.get("green"), plain.suits.get("red")]).toEqual([1, 7, 8, undefined]);
    const known = pointsBySuit(view, deck, 1, { seat: 1, discards: 3, points: { green: 2, red: 5 } });
    expect([known.seen, known.hidden, known.suits.get("green"), known.suits.get("red")]).toEqual([4, 4, 10, 5]);
    expect(pointsBySuit(view, deck, 0, { seat: 1, discards: 3, points: {} }).seen).toBe(0);
  });
});

describe("tips", () => {
  it.each([{ of: "Dutch", tips: dutch }, { of: "Sparrows", tips: sparrows }, { of: "Colours", tips: colours }])("of $of are one short line each, under keys of their own", ({ tips }) => {
    expect(new Set(tips.map((tip) => tip.key)).size).toBe(tips.length);
    expect(tips.length).toBeGreaterThan(3);
    for (const { says } of tips) expect(says).toMatch(/^.{20,64}\.$/);
  });
});
