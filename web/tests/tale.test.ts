import { expect, it } from "vitest";
import { dutchDeck } from "../src/dutch/deck";
import { tale } from "../src/replay/tale";

const deck = dutchDeck({ suits: ["red", "blue"], card: [{ face: "5", bid: 5, vp: 4, powers: [] }] });
const told = (seat: number | null, said: string, ...events: [seat: number, says: string][]): string =>
  tale({ seat, said, events: events.map(([seat, says]) => ({ key: "", seat, values: {}, says })) }, "Bo", deck);

it("a decision is told by what came of it: what was bought, not where it lay", () => {
  expect(told(0, "buy 2 with r5", [0, "Bo buys b5 for r5."])).toBe("Bo buys b5 for r5.");
  expect(told(0, "end", [0, "Bo ends the turn."], [1, "Ann has a hand of 5."])).toBe("Bo ends the turn.");
});

it("where that would tell less, or of somebody else, the record speaks", () => {
  expect(told(0, "aside r5")).toBe("Bo: aside r5");
  expect(told(0, "aside r5", [0, "Bo sets 1 of their own cards aside."])).toBe("Bo: aside r5");
  expect(told(0, "pass", [1, "Ann raises."])).toBe("Bo: pass");
  expect(told(null, "deal", [0, "Bo is dealt a deck of 9."])).toBe("The deal.");
});
