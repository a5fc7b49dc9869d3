import { describe, expect, it } from "vitest";
import { dutchDeck } from "../src/dutch/deck";
import { voice } from "../src/dutch/dutch";
import type { TableState } from "../src/lib/state";
import type { Piece } from "../src/lib/words";

const deck = dutchDeck({ suits: ["blue", "pink"], card: [{ face: "8", bid: 8, vp: 1, powers: [] }, { face: "P", bid: 0, vp: 0, powers: ["cash_in"] }] });

const said = (view: object): string => {
  const parts = voice.sentence({ view: { viewer: 0, zones: [], ...view }, deck, filling: null, ceremony: null, nameOf: () => "Bo" } as unknown as TableState) ?? [];
  return parts.map((piece: Piece) => Object.values(piece)[0] as string).join("");
};

describe("what the loser of the bid owes", () => {
  const asked = (card: string) => said({ status: { key: "status_owing", values: { card }, says: "" } });
  it("is called as on the cards", () => {
    expect(asked("pink P")).toBe("You lost the bid and nobody bought the pink gavel I: you must, before you finish.");
    expect(asked("blue 8")).toContain("nobody bought the blue 8-bid:");
  });
});

it("who acts first and who acts second are told the same, by the names of the buttons", () => {
  const turn = (winner: number) => said({ winner, totals: [16, 9], status: { key: "status_act_buy", values: {}, says: "Your turn: buy, or end." } });
  expect(turn(0)).toContain("You act first: buy lots, or finish.");
  expect(turn(1)).toBe("Your turn: buy lots, or finish.");
});
