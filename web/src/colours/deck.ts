// The cards of Stick to Colours, from the table of any variant.

import { lookOf } from "../art/shapes";
import { deckOf, faceOf, type Deck, type Face, type RuleTable } from "../lib/deck";

interface ColoursTable {
  colours: string[];
  copies: Record<string, number>;
  jokers: number;
}

const SLOTS = 8; // a market has at most so many

/** One card; a joker has the value 0 until its owner names one. */
function card(colour: string, value: number): Face {
  const joker = value === 0;
  const label = joker ? "" : String(value);
  return faceOf({
    card: `${colour.charAt(0).toUpperCase()}${label || "J"}`,
    suit: colour,
    look: lookOf("colours", colour),
    label,
    sign: joker ? "joker" : "",
    foot: joker ? "JOKER" : label,
    value,
    short: joker ? `${colour} joker` : `${colour} ${value}`,
  });
}

/** Two alike cards in the market are told apart by their slot: R3.1 and R3.4. */
function inSlots(face: Face): [string, Face][] {
  const slots = Array.from({ length: SLOTS }, (_, i) => i + 1);
  return slots.map((slot) => [`${face.card}.${slot}`, { ...face, short: `${face.short} in slot ${slot}` }]);
}

export function coloursDeck(table: RuleTable): Deck {
  const { colours = [], copies = {}, jokers = 0 } = (table["deck"] ?? {}) as Partial<ColoursTable>;
  const values = Object.keys(copies).map(Number);
  const faces = colours.flatMap((colour) => [...values, ...(jokers ? [0] : [])].map((value) => card(colour, value)));
  return new Map([...deckOf(faces), ...faces.flatMap(inSlots)]);
}
