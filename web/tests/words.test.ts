import { expect, it } from "vitest";
import { dutchDeck } from "../src/dutch/deck";
import { brief, pieces, spoken } from "../src/lib/words";

const deck = dutchDeck({
  suits: ["green", "red"],
  card: [
    { face: "1", bid: 1, vp: 8, powers: [] },
    { face: "10", bid: 10, vp: -11, powers: ["take:own_discards"] },
    { face: "P", bid: 0, vp: 0, powers: ["cash_in"] },
    { face: "Q", bid: 0, vp: 0, powers: ["cash_in"] },
  ],
});

it("cards and names are found in a sentence", () => {
  const found = pieces("Bo buys g1 with r10 gP (D57).", deck, ["Bo"]);
  expect(found[0]).toEqual({ name: "Bo" });
  expect(found.filter((piece) => "face" in piece).length).toBe(3);
  expect(found).toContainEqual({ rule: "D57" });
});

it("a card is named for ears", () => {
  expect(deck.get("g1")?.name).toBe("green 1-bid, 8 points");
  expect(deck.get("r10")?.name).toBe("red 10-bid, \u221211 points, takes a card");
  expect(deck.get("rQ")?.title).toBe("Red gavel II");
  expect(spoken("Bo buys g1 with rP (D57).", deck)).toBe("Bo buys green 1 with red gavel.");
});

it("a bot's name is short where there is little room, and a person's stays", () => {
  expect(brief("Club bot (2)")).toBe("Club 2");
  expect(brief("Random bot")).toBe("Random");
  expect(brief("Jeanne (2)")).toBe("Jeanne (2)");
});
