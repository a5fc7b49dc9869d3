import { describe, expect, it } from "vitest";
import { apart, change, inShort, lineOf, nextPoint, roomFor, roundsBelow, x, y } from "../src/replay/curve";
import type { Outcome, Rated } from "../src/wire";

const rated = (entry: number, seat: number, before: number, after: number): Rated => ({ entry, seat, decision: "", words: "", before, after, loss: before - after });
const game = [rated(2, 0, 0.6, 0.5), rated(3, 1, 0.4, 0.4), rated(6, 0, 0.7, 0.7)];
const won = (...winners: number[]): Outcome => ({ ending: "sold", winners, scores: [], says: "" });

const frame = { width: 210, height: 130, left: 40, edge: 10, foot: 20 };

describe("the line of a seat", () => {
  it("goes through its own decisions, before and after, to the result", () => {
    expect(lineOf(0, game, 9, won(1))).toEqual([
      { entry: 1, chance: 0.6 },
      { entry: 2, chance: 0.5 },
      { entry: 5, chance: 0.7 },
      { entry: 6, chance: 0.7 },
      { entry: 9, chance: 0 },
    ]);
  });
  it("ends in a share where the win is shared, and at the last decision where nobody has won", () => {
    expect(lineOf(1, game, 9, won(0, 1)).at(-1)).toEqual({ entry: 9, chance: 0.5 });
    expect(lineOf(1, game, 9, null).at(-1)).toEqual({ entry: 3, chance: 0.4 });
    expect(lineOf(2, game, 9, won(0))).toEqual([]);
  });
  it("fills its frame", () => {
    expect([x(1, 9, frame), x(5, 9, frame), x(9, 9, frame)]).toEqual([40, 120, 200]);
    expect([y(0, frame), y(0.5, frame), y(1, frame)]).toEqual([110, 60, 10]);
    expect(x(1, 1, frame)).toBe(40);
  });
  it("has its rounds below it, and of many only some", () => {
    expect(roundsBelow([1, 0, 0, 0, 2, 0, 0, 0, 0], frame)).toEqual([
      { round: 1, x: 80 },
      { round: 2, x: 160 },
    ]);
    const many = roundsBelow([1, 2, 3, 4, 5, 6, 7, 8, 9], { ...frame, width: 420 });
    expect(many.map((below) => below.round)).toEqual([1, 3, 5, 7]);
    expect(roundsBelow([1, 0, 0, 0, 0, 0, 2, 3, 4], frame).map((below) => below.round)).toEqual([1, 2]);
    expect(roundsBelow([], frame)).toEqual([]);
  });
  it("has labels where there is room, and short ones", () => {
    expect(roomFor([100, 300, 400, 790], 800)).toEqual([true, false, false, false]);
    expect(roomFor([150], 300)).toEqual([false]);
    expect(apart([])).toEqual([]);
    const losses = [10, 24, 15].map((loss, i) => ({ x: 100 + 20 * i, y: 50, loss }));
    expect(apart(losses)).toEqual([false, true, false]);
    expect(apart(losses.map((each) => ({ ...each, x: 2 * each.x })))).toEqual([true, true, true]);
    expect(apart(losses.map((each, i) => ({ ...each, y: 20 * i })))).toEqual([true, true, true]);
    expect(inShort("Buy the green 8 for 2 cards, pay with the pink 3")).toBe("Buy the green 8 for 2 cards");
    expect(inShort("Use the pink Q to steal from the loser's bid")).toBe("Use the pink Q to steal from\u2026");
    expect(inShort("Bid, lay down your red 8, blue joker")).toBe("Bid, lay down your red 8");
    expect(inShort("Stop")).toBe("Stop");
  });
});

describe("a decision", () => {
  it("says what it lost", () => {
    expect(change(rated(2, 0, 0.62, 0.48))).toBe("\u221214");
    expect(change(rated(2, 0, 0.6, 0.6))).toBe("0");
  });
  it("may be a turning point, and the next one is found", () => {
    expect(nextPoint([4, 9], 4, true)).toBe(9);
    expect(nextPoint([4, 9], 9, true)).toBeUndefined();
    expect(nextPoint([4, 9], 20, false)).toBe(9);
    expect(nextPoint([4, 9], 4, false)).toBeUndefined();
  });
});
