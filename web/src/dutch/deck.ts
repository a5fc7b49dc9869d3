// The cards of Dutch, from the table of any variant.

import { lookOf } from "../art/shapes";
import { deckOf, faceOf, minus, type Deck, type RuleTable } from "../lib/deck";

interface DutchTable {
  suits: string[];
  card: { face: string; bid: number; vp: number; powers: string[] }[];
}

const POWER_WORDS: Record<string, string> = {
  cash_in: "cashes in",
  change_suit: "changes a suit",
  steal: "steals",
  duplicate: "copies a power",
};

/** What a card can do, in a word; empty for most cards. */
export function powerWords(powers: string[]): string {
  return powers.map((power) => POWER_WORDS[power] ?? (power.startsWith("take") ? "takes a card" : power)).join(", ");
}

export function dutchDeck(table: RuleTable): Deck {
  const { suits = [], card: faces = [] } = table as Partial<DutchTable>;
  return deckOf(
    suits.flatMap((suit) => {
      let gavels = 0;
      return faces.map(({ face, bid, vp, powers }) => {
        const gavel = powers.length > 0 && bid === 0 && !/^\d+$/.test(face); // nothing but its powers
        if (gavel) gavels += 1;
        const mark = gavel ? "I".repeat(gavels) : "";
        const long = gavel ? `${suit} gavel ${mark}` : `${suit} ${face}-bid`;
        const extra = !gavel && powers.length ? `, ${powerWords(powers)}` : "";
        return faceOf({
          card: `${suit.charAt(0)}${face}`,
          suit,
          look: lookOf("dutch", suit),
          label: gavel ? "" : face,
          sign: gavel ? "gavel" : "",
          mark,
          foot: minus(vp),
          wreath: true,
          value: bid,
          points: vp,
          powers,
          long,
          short: gavel ? `${suit} gavel` : `${suit} ${face}`,
          name: `${long}, ${minus(vp)} ${Math.abs(vp) === 1 ? "point" : "points"}${extra}`,
        });
      });
    }),
  );
}
