import { describe, expect, it } from "vitest";
import { amount, between, canBeDrawn, labelOf, mainFigures, minus, rowOf, timeLeft } from "../src/lab/figures";
import { bins, nameOf, scale, ticks } from "../src/lab/scale";
import { called, found, shown, typed, valueOf, withValue } from "../src/lab/values";
import { addressOf, commandOf, wishOf, type Wish } from "../src/lab/wish";
import type { Figure, Findings, Lab, Setting } from "../src/wire";

const lab: Lab = {
  games: [
    { game: "dutch", lesson: true, variants: [{ variant: "standard", seats: [2], short: false }, { variant: "offering", seats: [2], short: false }] },
    { game: "sparrows", lesson: true, variants: [{ variant: "base", seats: [2, 3, 4, 5], short: true }] },
  ],
  bots: [
    { bot: "house", says: "", deals: [200, 1000, 4000], rivals: ["random", "flat:20"] },
    { bot: "search:50", says: "", deals: [50, 200], rivals: ["house"] },
  ],
  seed: 0,
};
const wish: Wish = { game: "dutch", variant: "offering", changes: { hand: 4, steal: "winner", end_vote: false, prices: [1, 2], "card[3].powers": ["cash_in"] }, seats: 2, bot: "search:50", rival: "house", deals: 50 };
const search = (address: string): string => address.slice(address.indexOf("?"));

describe("a comparison is a link", () => {
  it("comes out of its address as it went in", () => {
    expect(wishOf(search(addressOf(wish)), lab)).toEqual(wish);
  });
  it("is ready for who comes without one", () => {
    expect(wishOf("", lab)).toEqual({ game: "dutch", variant: "standard", changes: { hand: 4 }, seats: 2, bot: "house", rival: null, deals: 1000 });
  });
  it("is not changed for who chose a game", () => {
    expect(wishOf("?game=dutch", lab).changes).toEqual({});
    expect(wishOf("?game=sparrows", lab).changes).toEqual({});
  });
  it("makes of nonsense what is usual", () => {
    const usual = { game: "dutch", variant: "standard", changes: {}, seats: 2, bot: "house", rival: null, deals: 1000 };
    expect(wishOf("?game=whist&variant=x&seats=9&rival=me&bot=external:rm&deals=1e9&set=hand&set=hand=&set==4&set=a={}&set=b=1.5&set=c=null", lab)).toEqual(usual);
  });
  it("asks only for deals that its bot plays", () => {
    expect(wishOf("?bot=search:50", lab).deals).toBe(50);
    expect(wishOf("?bot=search:50&deals=200", lab).deals).toBe(200);
  });
  it("keeps the seats that were chosen", () => {
    expect(wishOf("?game=sparrows&seats=4", lab).seats).toBe(4);
    expect(wishOf("?game=sparrows", lab).seats).toBe(2);
  });
  it("can be typed as a command", () => {
    expect(commandOf(wish, 0)).toBe(
      `saleroom lab dutch offering --set hand=4 --set 'steal="winner"' --set end_vote=false --set 'prices=[1,2]' --set 'card[3].powers=["cash_in"]' --seats 2 --bot search:50 --rival house --deals 50 --seed 0`,
    );
  });
});

const setting = (key: string, value: Setting["value"], kind: Setting["kind"], says = "", of = ""): Setting => ({ key, of, value, kind, says });
const hand = setting("hand", 5, "number", "cards a seat draws");

describe("values", () => {
  it("are shown and typed without quotes and brackets", () => {
    expect([shown(4), shown(false), shown("all"), shown([1, 2]), shown([])]).toEqual(["4", "false", "all", "1, 2", "none"]);
    expect([typed("all"), typed([1, 2]), typed(["cash_in"]), typed([])]).toEqual(["all", "1, 2", "cash_in", ""]);
  });
  it.each([[[1, 2, 3]], [["cash_in", "copy"]], [["blue"]], [[7]], [[]]])("%j is read again as it is typed", (list) => {
    expect(valueOf(typed(list), "list")).toEqual(list);
  });
  it("belong to what has a name", () => {
    expect(called(setting("bids[1].value", 60, "number", "", "three_pairs"))).toBe("bids[1].value (three pairs)");
    expect(called(hand)).toBe("hand");
  });
  it.each([
    ["4", "number", 4],
    [" \u22124 ", "number", -4],
    ["4.5", "number", null],
    ["", "number", null],
    ["4x", "number", null],
    ["12345678901", "number", null],
    ["true", "switch", true],
    ["yes", "switch", null],
    [" nobody ", "text", "nobody"],
    ["[1, 2]", "list", [1, 2]],
    ["1, 2", "list", [1, 2]],
    ["red, blue", "list", ["red", "blue"]],
    ['"red", "blue"', "list", ["red", "blue"]],
    ['["a,b"]', "list", ["a,b"]],
    ["", "list", []],
    ["1, two", "list", null],
    ["[[1]]", "list", null],
  ] as const)("%j is read as a %s: %j", (text, kind, value) => {
    expect(valueOf(text, kind)).toEqual(value);
  });
  it("that are those of A are no change", () => {
    expect(withValue({ hand: 4, deal: 8 }, hand, 5)).toEqual({ deal: 8 });
    expect(withValue({ deal: 8 }, hand, 6)).toEqual({ deal: 8, hand: 6 });
    expect(withValue({ prices: [1] }, setting("prices", [1, 2], "list"), [1, 2])).toEqual({});
  });
  it("are found by their names and by what is said of them", () => {
    const all = [hand, setting("deal", 9, "number", "cards in a deck"), setting("card[3].bid", 4, "number", "", "full_house")];
    expect(found(all, "CARD").length).toBe(3);
    expect(found(all, "draws hand")).toEqual([hand]);
    expect(found(all, "full house")).toEqual([all[2]]);
    expect(found(all, "whist")).toEqual([]);
    expect(found(all, " ").length).toBe(3);
  });
});

const figure = (key: string, mean: number): Figure => ({ key, says: key, kind: "number", known: [{ mean, low: null, high: null, deals: 5 }, null], more: [null] });
const findings = (...keys: string[]): Findings =>
  ({ sections: [{ key: "game", title: "", figures: keys.map((key) => figure(key, 2)) }, { key: "seats", title: "", figures: [figure("halfway", 0.6)] }] }) as Partial<Findings> as Findings;

describe("figures", () => {
  it("have as many digits as they need, and a true minus", () => {
    expect([amount(8.23, "number"), amount(0.123, "number"), amount(-2.04, "number"), amount(0.505, "share")]).toEqual(["8.2", "0.12", "\u22122.0", "51 %"]);
    expect([amount(0.0123, "number"), amount(0, "number")]).toEqual(["0.012", "0.00"]);
  });
  it("have a sign where they are differences, but nothing has none", () => {
    expect([amount(1.2, "number", true), amount(-0.0001, "number", true), amount(-0.04, "share", true)]).toEqual(["+1.2", "0.000", "\u22124 %"]);
  });
  it("lie between two, once there are enough deals", () => {
    expect(between({ mean: 1.2, low: 1.05, high: 1.349, is_sure: true }, "number", true)).toBe("+1.1 to +1.3");
    expect(between({ mean: 0.5, low: 0.41, high: 0.59, deals: 99 }, "share")).toBe("41 to 59 %");
    expect(between({ mean: 0, low: -0.02, high: 0.02, deals: 99 }, "number")).toBe("\u22120.020 to 0.020");
    expect(between({ mean: 1.2, low: null, high: null, deals: 5 }, "number")).toBe("");
  });
  it("stand in a table with what they lie between, and a mark where they differ for sure", () => {
    const known = { mean: 8.2, low: 8.1, high: 8.3, deals: 99 };
    const told: Figure = { key: "k", says: "seat 0 wins", kind: "number", known: [known, null], more: [{ mean: -1, low: -1.2, high: -0.8, is_sure: true }] };
    expect(rowOf(told)).toEqual({
      key: "k",
      name: "seat 1 wins",
      cells: [{ says: "8.2", between: "8.1 to 8.3" }, { says: "\u2013" }, { says: "\u22121.0", between: "\u22121.2 to \u22120.8", sure: true }],
    });
    expect(minus(-7)).toBe("\u22127");
  });
  it("are not drawn of so few deals that nothing is known of their doubt", () => {
    expect([null, { mean: 1, low: null, high: null, deals: 1 }, { mean: 1, low: 0.7, high: 1, deals: 10 }].map(canBeDrawn)).toEqual([false, false, true]);
  });
  it("say how long the rest will take", () => {
    expect([timeLeft(90, 10, 3), timeLeft(90, 10, 7), timeLeft(190, 10, 10), timeLeft(90, 0, 4)]).toEqual(["less than a minute left", "about a minute left", "about 3 minutes left", ""]);
  });
  it("count seats from 1, as people do", () => {
    expect([labelOf("seat 0 wins"), labelOf("seat 1 wins: 60 %, not 50 %"), labelOf("wins the bid")]).toEqual(["seat 1 wins", "seat 2 wins: 60 %, not 50 %", "wins the bid"]);
  });
  it("tell rounds first, or decisions in a game without", () => {
    expect(mainFigures(findings("rounds", "decisions", "margin", "leads")).map((each) => each.key)).toEqual(["rounds", "margin", "leads", "halfway"]);
    expect(mainFigures(findings("decisions", "margin")).map((each) => each.key)).toEqual(["decisions", "margin", "halfway"]);
  });
});

describe("a drawing", () => {
  it("has round numbers at its edge", () => {
    expect(ticks(0, 0.34)).toEqual([0, 0.1, 0.2, 0.3]);
    expect(ticks(58, 97, 5)).toEqual([60, 70, 80, 90]);
    expect(ticks(-30, 30)).toEqual([-20, 0, 20]);
    expect(ticks(5, 5)).toEqual([5]);
  });
  it("puts values where they belong, and up where that is up", () => {
    expect([0, 5, 10].map(scale(0, 10, 40, 140))).toEqual([40, 90, 140]);
    expect([0, 10].map(scale(0, 10, 200, 8))).toEqual([200, 8]);
    expect(scale(3, 3, 40, 140)(3)).toBe(40);
  });
  it("has a bar for every length, also between, of all games of a variant", () => {
    expect(bins([{ "5": 1, "7": 3 }, { "6": 2 }])).toEqual([
      { from: 5, to: 5, shares: [0.25, 0] },
      { from: 6, to: 6, shares: [0, 1] },
      { from: 7, to: 7, shares: [0.75, 0] },
    ]);
    expect(bins([])).toEqual([]);
  });
  it("puts many lengths together, and loses none", () => {
    const far = bins([{ "10": 1, "99": 1 }, { "50": 4 }]);
    expect(far.length).toBeLessThanOrEqual(16);
    expect([nameOf(far[0]!), far[0]!.shares]).toEqual(["10\u201315", [0.5, 0]]);
    expect([0, 1].map((variant) => far.reduce((sum, bin) => sum + bin.shares[variant]!, 0))).toEqual([1, 1]);
  });
});
