import { describe, expect, it } from "vitest";
import { dutchDeck } from "../src/dutch/deck";
import { voice } from "../src/dutch/dutch";
import type { TableState } from "../src/lib/state";
import type { Piece } from "../src/lib/words";

const deck = dutchDeck({ suits: ["blue", "pink"], card: [{ face: "8", bid: 8, vp: 1, powers: [] }, { face: "P", bid: 0, vp: 0, powers: ["cash_in"] }] });

describe("what the loser of the bid owes", () => {
  const asked = (card: string) => {
    const view = { viewer: 0, status: { key: "status_owing", values: { card }, says: "" }, zones: [] };
    const parts = voice.sentence({ view, deck, filling: null, ceremony: null, nameOf: () => "" } as unknown as TableState) ?? [];
    return parts.map((piece: Piece) => Object.values(piece)[0] as string).join("");
  };
  it("is called as on the cards", () => {
    expect(asked("pink P")).toBe("You lost the bid and nobody bought the pink gavel I: you must, before you finish.");
    expect(asked("blue 8")).toContain("nobody bought the blue 8-bid:");
  });
});
