import { describe, expect, it } from "vitest";
import { openings } from "../src/replay/rounds";

const after = (...rounds: (number | undefined)[]) => rounds.map((round) => ({ view: round === undefined ? {} : { round } }) as never);

describe("the headings over the moves of a game", () => {
  it("stand above the first decision of a round, below the one that ended the round before", () => {
    // the deal, two decisions, the end of round 1 which shows round 2 already, and two of round 2
    expect(openings(after(1, 1, 1, 2, 2, 3))).toEqual([1, 0, 0, 0, 2, 0]);
  });
  it("are not there where a game has no rounds", () => {
    expect(openings(after(undefined, undefined))).toEqual([0, 0]);
    expect(openings([])).toEqual([]);
  });
});
