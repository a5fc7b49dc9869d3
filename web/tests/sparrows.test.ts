import { describe, expect, it } from "vitest";
import { fill } from "../src/lib/form";
import type { TableState } from "../src/lib/state";
import type { Form } from "../src/lib/types";
import { spoken, type Piece } from "../src/lib/words";
import { asks, numbersOf, pictureOf, sparrowsDeck, titleOf, type Bid } from "../src/sparrows/deck";
import { planOf } from "../src/sparrows/plan.svelte";
import { progress, type Sight } from "../src/sparrows/progress";
import { ceremony, codesOf, divided, nearer, plannedCard, roundsOf, voice, whenOf, type SparrowsView } from "../src/sparrows/sparrows";

const bids: Bid[] = [
  { id: "two_pairs", value: 40, kind: "sets", pairs: 2 },
  { id: "full_house", value: 80, kind: "sets", pairs: 1, trios: 1 },
  { id: "one_quatro", value: 160, kind: "sets", quatros: 1 },
  { id: "medium_street", value: 80, kind: "street", length: 5 },
  { id: "medium_group", value: 100, kind: "group", length: 5 },
  { id: "medium_band", value: 140, kind: "band", length: 3 },
  { id: "hand_group", value: 100, kind: "cover" },
  { id: "no_duplicates", value: 140, kind: "distinct" },
  { id: "high_card", value: 100, kind: "extreme", side: "high" },
  { id: "eagles_majority", value: 100, kind: "majority", suit: "eagle" },
];
const rules = {
  bids,
  cards: { suits: ["sparrow", "parrot", "eagle", "chicken"], lowest: 1, highest: 10, hand_size: 6, step_tokens: [1, 2, 3, 4, 5, 6] },
  scoring: { penalty: 10, compare_ties: "fail", sets_may_share_number: false },
  end: { target: 500 },
  upgrades: { late_token: 10, bonus: [{ id: "win_all", value: 200 }, { id: "win_none", value: 200 }, { id: "match_together", value: 100 }] },
};
const numbers = numbersOf(rules);
const deck = sparrowsDeck(rules);
const bid = (id: string): Bid => bids.find((each) => each.id === id) as Bid;
const cards = (words: string) => words.split(" ").filter(Boolean).map((word) => deck.get(word)!);

describe("the deck", () => {
  it("has every bird, every bid card and every bonus card", () => {
    expect(deck.size).toBe(40 + bids.length + 3);
    expect(deck.get("e10")?.name).toBe("eagle 10");
    expect(deck.get("full_house")?.name).toBe("Full House, worth 80: A trio and a pair");
  });
  it("names cards of words in a sentence", () => {
    expect(spoken("Bo: take full_house + win_all", deck)).toBe("Bo: take Full House + Win All");
  });
  it("says what each kind of bid asks for, and draws it", () => {
    for (const each of bids) {
      expect(asks(each), each.id).not.toBe("");
      expect(pictureOf(each, numbers).length, each.id).toBeGreaterThan(0);
    }
    expect(asks(bid("two_pairs"))).toBe("Two numbers, each twice");
    expect(asks(bid("one_quatro"))).toBe("One number four times");
    expect(titleOf("match_together")).toBe("Match Together");
  });
});

describe("how far a pattern has come", () => {
  const see = (id: string, hand: string, table: string, more: Partial<Sight> = {}) => {
    const sight: Sight = { hand: cards(hand), support: cards(table), coming: 12 - cards(hand).length - cards(table).length, others: null, ...more };
    return progress(bid(id), sight, numbers);
  };
  it("a number serves one set only: four sevens are no two pairs (S56)", () => {
    expect(see("two_pairs", "s7 p7 e7 c7 s1 p2", "e3 c4 s5 p6 e8 c9")).toMatchObject({ made: false, have: 3, need: 4, lost: true });
    expect(see("two_pairs", "s7 p7 e7 c7 s1 p1", "e3 c4 s5 p6 e8 c9").made).toBe(true);
  });
  it("a trio and a pair need two numbers (S70)", () => {
    expect(see("full_house", "s9 p9", "e9 c4")).toMatchObject({ have: 4, need: 5, says: "4 of 5, 1 to go" });
    expect([...see("full_house", "s9 p9 s1", "e9 c9 c4 p4").cards].sort()).toEqual(["c4", "e9", "p4", "p9", "s9"]);
  });
  it("a street does not go round the ten (S57), and doubles count once", () => {
    expect(see("medium_street", "s9 s10 s1", "p2 p3 c10").have).toBe(3);
    expect(see("medium_street", "s3 p4 e5", "c6 s7 p7").made).toBe(true);
  });
  it("a group is of one bird, a band in a row of one bird (S68, S77)", () => {
    expect(see("medium_group", "e7 e9 s9", "e3 c9 e10").says).toBe("4 eagles, 1 to go");
    expect(see("medium_band", "e7 e9", "s8 c8")).toMatchObject({ have: 2, made: false });
    expect(see("medium_band", "e7 e9", "e8 c8").made).toBe(true);
  });
  it("what needs more cards than will come is out of reach", () => {
    expect(see("medium_group", "e7 s9 s2 p3 c1 s5", "e3 c9 p10 p1 e4").says).toContain("out of reach");
  });
  it("every bird of the table is to be in the hand (S84)", () => {
    expect(see("hand_group", "e7 s9", "e3 c9").says).toBe("needs a chicken");
    expect(see("hand_group", "e7 c1", "e3 c9")).toMatchObject({ made: false, says: "holds so far" });
  });
  it("a number twice ends No Duplicates (S85)", () => {
    expect(see("no_duplicates", "e7 s7 c1", "e3").lost).toBe(true);
    expect(see("no_duplicates", "e7 s8 c1", "e8").lost).toBe(false);
  });
  it("bids that compare are open until the hands are, and a tie fails (S58)", () => {
    expect(see("high_card", "e7 s9", "e10").made).toBeNull();
    expect(see("high_card", "e7 s9", "", { others: [cards("p9")] }).made).toBe(false);
    expect(see("eagles_majority", "e7 e9", "", { others: [cards("e1 p9"), cards("s1")] }).made).toBe(true);
  });
});

// -- the voice -----------------------------------------------------------------------------------------

const codes = codesOf(numbers);
const zones = (owner: number, taken: object[]) => [{ id: `bid.${owner}`, owner, count: taken.length, cards: taken }];
const view = {
  game: "sparrows", variant: "upgrades", viewer: 2, phase: "raise", round: 3, step: 4, dealer: 1, token: 4, raised: [], turn: null, partner: null, target: 500,
  zones: [...zones(0, []), ...zones(1, []), ...zones(2, [])], scores: [], over: false, status: { key: "", values: {}, says: "" }, form: null,
} as unknown as SparrowsView;

function deskWith(form: Form, taps: number[]): TableState {
  const names = ["Noor", "Bo", "Ada"];
  return {
    view, rules, deck, names, form, filling: fill(form, taps), owing: [2], ceremony: null, said: [],
    seats: names.map((name, seat) => ({ name, seat })), nameOf: (seat: number) => names[seat] ?? "",
  } as unknown as TableState;
}
const says = (desk: TableState): string => (voice.sentence(desk) ?? []).map((piece: Piece) => Object.values(piece)[0] as string).join("");
const raise: Form = { key: "raise", one: { buttons: [codes.pass, codes.raise] }, labels: { [codes.pass]: "Pass", [codes.raise]: "Raise" } };
const bonus: Form = { key: "take_bonus", one: { bonuses: [10, 11, 12], buttons: [codes.none] }, labels: { 10: "", 11: "", 12: "", [codes.none]: "No bonus" } };
const take: Form = { key: "take_bid", one: { market: [1, 4] }, labels: { 1: "", 4: "" }, then: { "*": bonus } };

describe("the voice", () => {
  it("a raise says what the planned card would bring, and only the raise is sent", () => {
    const desk = deskWith(raise, [codes.raise]);
    expect(says(desk)).toBe("Raise with token 4? If the step is yours, you must take a bid card.");
    planOf(desk).make(whenOf(view), 4);
    expect(plannedCard(desk)).toBe(4);
    expect(says(desk)).toBe("Raise for Medium Group with token 4? +25 if you make it, \u221210 if not.");
    expect(voice.deed(desk, desk.filling!)).toBe("Raise at \u00f74");
    expect(desk.filling?.path).toEqual([codes.raise]);
  });
  it("a plan is of one seat and one step, and is carried over once", () => {
    const desk = deskWith(raise, [codes.raise]);
    planOf(desk).make(whenOf(view), 4);
    expect(planOf(desk).at(whenOf({ ...view, viewer: 1 }))).toBeUndefined();
    expect(planOf(desk).at(whenOf({ ...view, step: 5 }))).toBeUndefined();
    expect(planOf(desk).carry(whenOf(view))).toBe(4);
    expect(planOf(desk).carry(whenOf(view))).toBeUndefined();
  });
  it("names who comes first: nearer the dealer, and without a bid", () => {
    expect(nearer(view, 3)).toEqual([1]);
    const taken = { ...view, zones: [...zones(0, []), ...zones(1, [{ card: "two_pairs", code: 0, token: 1 }]), ...zones(2, [])] } as SparrowsView;
    expect(nearer(taken, 3)).toEqual([]);
    expect(voice.aside?.(deskWith(raise, [codes.raise]))).toContain("Bo sits nearer the dealer");
  });
  it("card and bonus are one deed, divided together", () => {
    const half = deskWith(take, [4]);
    expect(voice.deed(half, half.filling!)).toBe("A bonus, or none?");
    const both = deskWith(take, [4, 10]);
    expect(voice.deed(both, both.filling!)).toBe("Take Medium Group and Win All");
    expect(voice.deed({ ...both, terse: true }, both.filling!)).toBe("Take both");
    expect(says(both)).toBe("Take Medium Group and Win All with token 4? +75 if both come true, \u221210 for each that does not.");
    const alone = deskWith(take, [4, codes.none]);
    expect(voice.deed(alone, alone.filling!)).toBe("Take Medium Group");
  });
  it("a partner is named", () => {
    const desk = deskWith({ key: "pick_partner", one: { seats: [codes.partner(0), codes.partner(1)] }, labels: {} }, [codes.partner(0)]);
    expect(voice.deed(desk, desk.filling!)).toBe("Match with Noor");
    expect(says(desk)).toContain("Match with Noor?");
  });
  it("points are got or lost, never got below zero", () => {
    const after = (gained: number, total: number): string =>
      says({ ...deskWith(raise, []), ceremony: [{ key: "scored", seat: 2, values: { lines: [], gained, total }, says: "" }] } as unknown as TableState);
    expect(after(25, 15)).toBe("The hands are open. You get 25 and have 15 in all.");
    expect(after(-10, -20)).toBe("The hands are open. You lose 10 and have \u221220 in all.");
  });
  it("all sentences are short", () => {
    for (const [form, taps] of [[raise, [codes.pass]], [raise, [codes.raise]], [take, [1]], [take, [4, 12]]] as const)
      expect(says(deskWith(form, [...taps])).length).toBeLessThanOrEqual(140);
  });
});

it("points are divided once, halves up (S40, E24)", () => {
  expect([divided(100, 4), divided(200, 3), divided(260, 6), divided(5, 2)]).toEqual([25, 67, 43, 3]);
});

it("the table stops for a scored round that is cleared, and counts rounds by seats", () => {
  const scored = (seat: number, gained: number) => ({ key: "scored", seat, values: { lines: [], gained, total: gained }, says: "" });
  const cleared = { key: "cleared", seat: -1, values: { moves: [] }, says: "" };
  expect(ceremony([scored(0, 25), scored(1, -10), cleared])?.length).toBe(3);
  expect(ceremony([scored(0, 25), scored(1, -10)])).toBeNull();
  expect(roundsOf([scored(0, 25), scored(1, -10), cleared, scored(0, 0), scored(1, 5)], 2).map((round) => round.map((each) => each.gained))).toEqual([[25, -10], [0, 5]]);
});
