// The voice of Stick to Colours, over views as the engine makes them.
import { describe, expect, it } from "vitest";
import { bestValues, doing, fatesOf, nameBest, ownOffer, required, sorted, together, voice } from "../src/colours/colours";
import { coloursDeck } from "../src/colours/deck";
import { fill, tap } from "../src/lib/form";
import type { TableState } from "../src/lib/state";
import type { GameView, Happening, Score } from "../src/lib/types";
import { pieces, spoken, type Piece } from "../src/lib/words";
import views from "./colours.json";

const rules = { deck: { colours: ["red", "green", "blue"], copies: { 1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 7: 1, 8: 1, 9: 1 }, jokers: 1 } };
const deck = coloursDeck(rules);
const NAMES = ["Ada", "Bo", "Cleo"];

/** A table as the page knows it after these taps. */
function table(which: keyof typeof views, ...codes: number[]): TableState {
  const view = views[which] as unknown as GameView;
  let taps: number[] = [];
  const desk = {
    view,
    rules,
    deck,
    names: NAMES,
    seats: [],
    owing: [view.viewer],
    form: view.form,
    terse: false,
    get filling() {
      return view.form && fill(view.form, taps);
    },
    nameOf: (seat: number) => NAMES[seat] ?? "",
    tap: (code: number, back?: boolean) => (taps = tap(view.form!, taps, code, back)),
  } as unknown as TableState;
  for (const code of codes) desk.tap(code);
  return desk;
}

function words(parts: Piece[] | null): string {
  return (parts ?? []).map((part) => ("text" in part ? part.text : "strong" in part ? part.strong : "face" in part ? part.face.card : "")).join("");
}
const says = (desk: TableState): string => words(voice.sentence(desk));
const deed = (desk: TableState): string => voice.deed(desk, desk.filling!);

describe("the deck", () => {
  it("has every card of the variant, and its jokers", () => {
    expect([...deck.keys()].filter((word) => !word.includes("."))).toHaveLength(30);
    expect(deck.get("R8")?.name).toBe("red 8");
    expect(deck.get("BJ")).toMatchObject({ name: "blue joker", sign: "joker", look: "c-blue" });
    expect(coloursDeck({ deck: { ...rules.deck, jokers: 0, colours: ["red"], copies: { 1: 1 } } }).has("RJ")).toBe(false);
    expect(coloursDeck({}).size).toBe(0);
  });
  it("tells alike cards of the market apart by their slot", () => {
    expect(pieces("Ada opens R3.1.", deck).filter((piece) => "face" in piece)).toHaveLength(1);
    expect(spoken("Ada opens R3.1 with +R5: 1.", deck)).toBe("Ada opens red 3 in slot 1 with +red 5: 1.");
  });
  it("is sorted by value, jokers last, or as it comes", () => {
    const hand = [..."R2 RJ G1 B2".split(" ")].map((card, code) => ({ card, code }));
    expect(sorted(hand, deck, "value").map((entry) => entry.card)).toEqual(["G1", "R2", "B2", "RJ"]);
    expect(sorted(hand, deck, "colour")).toEqual(hand);
  });
});

describe("the dealer", () => {
  it("is asked for a lot, then for an offer", () => {
    expect(says(table("opening"))).toBe("You are the dealer: put one of the cards up, or pass the token on to Bo.");
    expect(deed(table("opening"))).toBe("Choose a lot");
    expect(says(table("opening", 1))).toContain("Put the green 7 up? Choose 1 card to offer");
    expect(deed(table("opening", 1))).toBe("Choose 1 card");
  });
  it("hears what becomes of the cards offered", () => {
    const desk = table("opening", 1, 3, 12);
    expect(says(desk)).toBe("Put the green 7 up for 2? If you win, you refuse B2 for good. R5 is lost, win or not.");
    expect(deed(desk)).toBe("Put green 7 up for 2");
    expect(voice.warning?.(desk)).toBe("The red 5 comes from your hand: it is discarded, even if you pass later.");
  });
  it("may take one of two alike cards of the hand back", () => {
    const desk = table("opening", 1, 12, 12);
    expect(ownOffer(desk)?.hand.map((face) => face.card)).toEqual(["R5", "R5"]);
    desk.tap(12, true);
    expect(ownOffer(desk)).toMatchObject({ size: 1, needs: 0 });
    desk.tap(12, true);
    expect(ownOffer(desk)).toMatchObject({ size: 0, needs: 1 });
  });
  it("may pass", () => {
    expect(says(table("opening", 38))).toBe("Pass? Bo becomes the dealer, and the market stays as it is.");
    expect(deed(table("opening", 38))).toBe("Pass");
  });
});

describe("a raise", () => {
  it("names what is required, which lies in the offer already", () => {
    const desk = table("matching");
    expect(required(desk.view!, desk.filling)).toEqual([1]);
    expect(ownOffer(desk)).toMatchObject({ size: 1, beats: 2, needs: 2 });
    expect(says(desk)).toBe("Ada offers 2 for the green 7. Raise to 3 or more, R4 among them, or pass.");
    expect(deed(desk)).toBe("Raise or pass?");
  });
  it("counts up to the best offer", () => {
    expect(says(table("matching", 3))).toBe("Choose 1 more card to beat Ada\u2019s 2 for the green 7.");
    expect(deed(table("matching", 3))).toBe("Choose 1 more card");
    expect(deed(table("matching", 3, 19))).toBe("Offer 3 cards");
  });
  it("shows no button for a bid that begins with a card", () => {
    const desk = table("matching");
    expect(voice.hides?.(desk.filling!, 39)).toBe(true);
    expect(voice.hides?.(desk.filling!, 38)).toBe(false);
  });
  it("has one where the required cards are enough, and says to whom they fall", () => {
    const desk = table("match");
    expect(voice.hides?.(desk.filling!, 39)).toBe(false);
    desk.tap(39);
    expect(deed(desk)).toBe("Offer 3 cards");
    expect(says(desk)).toBe("Offer 3 for the green 7? If you win, R4 and G1 go to Bo. B6 is lost, win or not.");
    expect(fatesOf(ownOffer(desk)?.market ?? [])).toMatchObject([{ to: 1, faces: [{ card: "R4" }, { card: "G1" }] }]);
  });
  it("can become a pass, and a pass a raise", () => {
    const desk = table("match", 38);
    expect(says(desk)).toBe("Leave the green 7 to the others? 1 card you laid face down is lost.");
    desk.tap(2);
    expect(deed(desk)).toBe("Offer 4 cards");
  });
  it("is told of each seat in a few words", () => {
    const desk = table("matching");
    expect([0, 1, 2].map((seat) => doing(desk, seat, false).says)).toEqual(["offers 2 \u00b7 best", "bids or passes", "may bid"]);
  });
  it("says less where there is little room", () => {
    const desk = { ...table("opening", 1, 12), terse: true, filling: table("opening", 1, 12).filling } as TableState;
    expect(says(desk)).toBe("Put the green 7 up for 1?");
    expect(voice.warning?.(desk)).toBe("");
  });
});

describe("jokers", () => {
  it("are named one after the other, the best values by one key", () => {
    const desk = table("jokers");
    expect(says(desk)).toBe("Choose what your green joker counts as.");
    expect(bestValues(desk)).toHaveLength(2);
    nameBest(desk);
    expect(desk.filling?.complete).toBe(true);
    expect(deed(desk)).toMatch(/^Count \d+ points$/);
    expect(voice.helps?.(desk)).toEqual([]);
  });
  it("may be anything", () => {
    const desk = table("jokers", 18, 28);
    expect(deed(desk)).toBe("Count green 1 and blue 1");
    expect(says(desk)).toBe("Your jokers count as G1 and B1. All jokers are shown together.");
    expect(voice.helps?.(desk).map((help) => help.key)).toEqual(["a"]);
  });
});

it("a change of points is told by its source", () => {
  const score = (sets: number, runs: number): Score => ({ total: sets + runs, sets: sets ? [{ value: 7, points: sets, rule: "C63" }] : [], runs: [{ colour: "red", points: runs, rule: "C66" }], jokers: [] }) as Score;
  expect(voice.change?.(score(6, 3), score(0, 4))).toEqual(["\u22126 set of 7", "+1 red runs"]);
});

it("cards that come to the market together are one line of the log", () => {
  const event = (card: string): Happening => ({ key: "laid_out", seat: -1, values: { card }, says: "" });
  expect(together["laid_out"]?.([event("R1"), event("G2")])).toBe("To the market: R1 and G2.");
});
