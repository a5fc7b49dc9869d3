import { expect, it } from "vitest";
import { dutchDeck } from "../src/dutch/deck";
import { inPlain, pieces, spoken, toYou } from "../src/lib/words";

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

it("numbers below zero get a true minus, and words keep their hyphens", () => {
  expect(pieces("Round score -40, a one-off.", deck)).toEqual([{ text: "Round score \u221240, a one-off." }]);
});

it("a card is named for ears", () => {
  expect(deck.get("g1")?.name).toBe("green 1-bid, 8 points");
  expect(deck.get("r10")?.name).toBe("red 10-bid, \u221211 points, takes a card");
  expect(deck.get("rQ")?.title).toBe("Red gavel II");
  expect(spoken("Bo buys g1 with rP (D57).", deck)).toBe("Bo buys green 1 with red gavel.");
});

it("a power card is called by what is printed on it", () => {
  expect(inPlain("Buy the red P for 3 cards, pay with the green P, Q, red 1", deck)).toBe("Buy the red gavel I for 3 cards, pay with the green gavel I, gavel II, red 1");
  expect(inPlain("Change P", new Map())).toBe("Change P");
});

it.each([
  ["Bo wins the bid, 24 to 17.", "You win the bid, 24 to 17."],
  ["Bo passes.", "You pass."],
  ["Bo has no bid left, and passes.", "You have no bid left, and pass."],
  ["Bo is nearest to the dealer and takes a bid card.", "You are nearest to the dealer and take a bid card."],
  ["Bo wins g1 with 2, and refuses r10 from now on.", "You win g1 with 2, and refuse r10 from now on."],
  ["Bo bids g1 r10: 11, and holds 2.", "You bid g1 r10: 11, and hold 2."],
  ["Bo uses rP to take g1 from their own discards.", "You use rP to take g1 from your own discards."],
  ["Bo is dealt a deck of 9.", "You are dealt a deck of 9."],
  ["Bo ends the turn, and discards r2.", "You end the turn, and discard r2."],
  ["Bo sets 1 of their own cards aside.", "You set 1 of your own cards aside."],
  ["Bo and Ann raise.", "You and Ann raise."],
  ["Ann and Bo and Cy share the win with 0.", "Ann and you and Cy share the win with 0."],
  ["Ann wins with 26; Bo has 22. Everything is sold.", "Ann wins with 26; you have 22. Everything is sold."],
  ["Round 2. Bo deals.", "Round 2. You deal."],
  ["Round 1: Bo is the dealer.", "Round 1: you are the dealer."],
  ["Ann names Bo as partner.", "Ann names you as partner."],
  ["All others refuse g1: Bo takes it.", "All others refuse g1: you take it."],
  ["Bo: One Trio made. Round score 80, total 80.", "You: One Trio made. Round score 80, total 80."],
  ["Ann cannot beat Bo's bid.", "Ann cannot beat your bid."],
  ["Bob passes.", "Bob passes."],
])("who plays is called you: %s", (told, heard) => {
  expect(toYou(told, "Bo")).toBe(heard);
});
