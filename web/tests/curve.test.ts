import { describe, expect, it } from "vitest";
import { change, lineOf, nextPoint, x, y } from "../src/replay/curve";
import type { Outcome, Rated } from "../src/wire";

const rated = (entry: number, seat: number, before: number, after: number): Rated => ({ entry, seat, decision: "", words: "", before, after, loss: before - after });
const game = [rated(2, 0, 0.6, 0.5), rated(3, 1, 0.4, 0.4), rated(6, 0, 0.7, 0.7)];
const won = (...winners: number[]): Outcome => ({ ending: "sold", winners, scores: [], says: "" });

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
    const frame = { width: 210, height: 120, left: 40, edge: 10 };
    expect([x(1, 9, frame), x(5, 9, frame), x(9, 9, frame)]).toEqual([40, 120, 200]);
    expect([y(0, frame), y(0.5, frame), y(1, frame)]).toEqual([110, 60, 10]);
    expect(x(1, 1, frame)).toBe(40);
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
