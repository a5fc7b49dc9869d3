import { describe, expect, it } from "vitest";
import { deed, fill, howOften, isChosen, labelOf, lit, missing, openPart, previewOf, tap, tapsOf } from "../src/lib/form";
import type { Form } from "../src/wire";

const labels = (codes: number[]) => Object.fromEntries(codes.map((code) => [String(code), `thing ${code}`]));

const turn: Form = {
  key: "act",
  one: { "stake.0": [8, 38], display: [40, 41], buttons: [46] },
  labels: { ...labels([8, 38, 40]), 41: "Buy the green 1 for 2 cards", 46: "End your turn" },
  then: {
    "8": {
      key: "power",
      one: { buttons: [50, 51, 52] },
      labels: { 50: "Cash in a card", 51: "Change a suit", 52: "Take from your discards" },
      then: {
        "50": { key: "target", one: { "stake.0": [2, 3] }, labels: { 2: "Cash in the blue 3", 3: "Cash in the blue 4" } },
        "51": {
          key: "target",
          one: { "stake.0": [2, 3] },
          labels: labels([2, 3]),
          then: { "*": { key: "suit", one: { suits: [57, 58] }, labels: labels([57, 58]) } },
        },
        "52": { key: "target", one: { "discards.0": [6] }, labels: { 6: "Take the blue 7" } },
      },
    },
    "40": { key: "pay", set: [1, 1], of: { "stake.0": [2, 8, 33, 38] }, labels: labels([2, 8, 33, 38]) },
    "41": {
      key: "pay",
      set: [2, 2],
      of: { "stake.0": [2, 8, 33, 38] },
      labels: labels([2, 8, 33, 38]),
      previews: { 2: "discards.0", 8: "auction_discards" },
    },
  },
  why: { 42: { says: "Position 3 costs 3.", rule: "D55" } },
};

function after(form: Form, ...codes: number[]): number[] {
  return codes.reduce((taps, code) => tap(form, taps, code), [] as number[]);
}

describe("what was chosen before", () => {
  const target: Form = { key: "target", one: { "area.0": [36] }, labels: labels([36]) };
  const copying: Form = {
    key: "act",
    one: { "area.0": [36], buttons: [46] },
    labels: labels([36, 46]),
    then: { "36": { key: "copy", one: { "area.0": [34, 35] }, labels: labels([34, 35]), then: { "35": target } } },
  };
  it("can be chosen again where a question names it", () => {
    expect(fill(copying, after(copying, 36, 35)).path).toEqual([36, 35, 36]);
  });
});

describe("a question for one thing", () => {
  const form: Form = { key: "aside", one: { "hand.0": [3, 4, 5] }, labels: labels([3, 4, 5]) };

  it("is incomplete at first and says so", () => {
    expect(fill(form, []).complete).toBe(false);
    expect(missing(fill(form, []))).toBe("Choose one");
  });
  it("is complete with one tap, and the tap can be moved or taken back", () => {
    expect(fill(form, after(form, 4)).path).toEqual([4]);
    expect(fill(form, after(form, 4, 5)).path).toEqual([5]);
    expect(fill(form, after(form, 4, 4)).complete).toBe(false);
  });
  it("with a single answer the button is ready, but nothing is sent", () => {
    const only: Form = { key: "act", one: { buttons: [46] }, labels: { 46: "End your turn" } };
    expect(fill(only, []).path).toEqual([46]);
    expect(deed(fill(only, []))).toBe("End your turn");
  });
});

describe("buying", () => {
  it("asks for the payment after the lot, and sends it in rising order", () => {
    const taps = after(turn, 41, 33, 8);
    expect(fill(turn, taps).path).toEqual([41, 8, 33]);
    expect(deed(fill(turn, taps))).toBe("Buy the green 1 for 2 cards");
  });
  it("counts what is missing", () => {
    expect(missing(fill(turn, after(turn, 41)))).toBe("Choose 2 more");
    expect(missing(fill(turn, after(turn, 41, 2)))).toBe("Choose 1 more");
  });
  it("moves to another lot with a tap on it, and forgets the payment", () => {
    const taps = after(turn, 41, 2, 40);
    expect(taps).toEqual([40]);
    expect(lit(fill(turn, after(turn, 41)), 40)).toBe("display");
  });
  it("pays with a power card rather than using it, once a lot is chosen", () => {
    expect(after(turn, 41, 8)).toEqual([41, 8]);
  });
  it("takes a payment card back with a second tap", () => {
    expect(after(turn, 41, 2, 2)).toEqual([41]);
  });
  it("a full payment changes its oldest card for the newest", () => {
    expect(fill(turn, after(turn, 41, 2, 8, 33)).path).toEqual([41, 8, 33]);
  });
  it("shows where each card would go", () => {
    const filling = fill(turn, after(turn, 41));
    expect(previewOf(filling, 2)).toBe("discards.0");
    expect(previewOf(filling, 8)).toBe("auction_discards");
  });
  it("takes all cards by itself when all are needed", () => {
    const all: Form = { ...turn, then: { "41": { key: "pay", set: [2, 2], of: { s: [2, 8] }, labels: labels([2, 8]) } } };
    expect(fill(all, [41]).path).toEqual([41, 2, 8]);
  });
});

describe("powers", () => {
  it("ask for the power, then for its target", () => {
    expect(fill(turn, after(turn, 8, 50, 3)).path).toEqual([8, 50, 3]);
    expect(deed(fill(turn, after(turn, 8, 50, 3)))).toBe("Cash in the blue 4");
  });
  it("go on to the new suit", () => {
    expect(fill(turn, after(turn, 8, 51, 2)).complete).toBe(false);
    expect(fill(turn, after(turn, 8, 51, 2, 58)).path).toEqual([8, 51, 2, 58]);
  });
  it("are chosen by tapping a target that only one of them reaches", () => {
    expect(lit(fill(turn, [8]), 6)).toBe("discards.0");
    expect(fill(turn, after(turn, 8, 6)).path).toEqual([8, 52, 6]);
    expect(labelOf(fill(turn, [8]), 6)).toBe("Take the blue 7");
  });
  it("are not chosen by a target that two of them reach", () => {
    expect(lit(fill(turn, [8]), 2)).toBeNull();
  });
  it("a power with one target takes it", () => {
    expect(fill(turn, [8, 52]).path).toEqual([8, 52, 6]);
  });
  it("let go of everything after a card that is tapped again", () => {
    expect(after(turn, 8, 50, 3, 8)).toEqual([]);
  });
});

describe("a set that a button closes", () => {
  const hold: Form = {
    key: "set_aside",
    one: { "hand.0": [0, 7, 28] },
    labels: labels([0, 7, 28]),
    then: { "*": { key: "hold", set: [0, null], of: { "hand.0": [7, 28] }, close: 47, labels: labels([7, 28]) } },
  };
  it("is complete when empty, and sends what closes it", () => {
    expect(fill(hold, [0]).path).toEqual([0, 47]);
  });
  it("does not offer what was chosen before", () => {
    expect(openPart(fill(hold, [7])).options.has(7)).toBe(false);
    expect(fill(hold, after(hold, 7, 28)).path).toEqual([7, 28, 47]);
  });
  it("can be read back from its path", () => {
    expect(fill(hold, tapsOf(hold, [0, 7, 28, 47])).path).toEqual([0, 7, 28, 47]);
    expect(isChosen(fill(hold, tapsOf(hold, [0, 47])), 0)).toBe(true);
  });
});

describe("alike things", () => {
  const offer: Form = { key: "offer", set: [1, null], of: { market: [[0, 2], 3], "hand.0": [[13, 13], 14] }, close: 40, labels: {} };

  it("are sent from the front, whichever were tapped", () => {
    expect(fill(offer, after(offer, 2)).path).toEqual([0, 40]);
    expect(fill(offer, after(offer, 2, 3)).path).toEqual([0, 3, 40]);
    expect(fill(offer, after(offer, 2, 0)).path).toEqual([0, 2, 40]);
  });
  it("of one code are chosen tap by tap, and all are taken back by one tap more", () => {
    expect(fill(offer, after(offer, 13)).path).toEqual([13, 40]);
    expect(fill(offer, after(offer, 13, 13)).path).toEqual([13, 13, 40]);
    expect(howOften(fill(offer, after(offer, 13, 13)), 13)).toBe(2);
    expect(fill(offer, after(offer, 13, 13, 13)).complete).toBe(false);
  });
  it("count for what a set may hold", () => {
    expect(openPart(fill(offer, [])).most).toBe(6);
  });
  it("can be read back from their path", () => {
    expect(tapsOf(offer, [0, 2, 13, 13, 40])).toEqual([0, 2, 13, 13]);
    expect(fill(offer, tapsOf(offer, [0, 13, 40])).path).toEqual([0, 13, 40]);
  });
  it("may be a question for one, and what follows is found under the first of them", () => {
    const open: Form = {
      key: "open",
      one: { market: [[0, 2], 1] },
      labels: {},
      then: { "*": { key: "offer", set: [1, null], of: { market: [[0, 2], 1] }, close: 40, labels: {} } },
    };
    expect(fill(open, after(open, 2, 1)).path).toEqual([0, 1, 40]);
    expect(fill(open, after(open, 1, 2)).path).toEqual([1, 0, 40]);
    expect([...openPart(fill(open, after(open, 2))).options.keys()]).toEqual([2, 1]);
    const apart: Form = { ...open, then: { "0": { key: "say", one: { buttons: [9] }, labels: {} } } };
    expect(fill(apart, after(apart, 2)).path).toEqual([0, 9]);
  });
});
