// The cards of a rule set as they are drawn and named. Each game makes its own deck of its table.

export interface Face {
  card: string; // its word in the notation: g1
  suit: string; // green
  look: string; // how the suit is drawn: d-green; empty for a card of words, without a suit
  label: string; // what stands on the stub; empty where a sign stands there
  sign: string; // gavel, joker
  mark: string; // tells two alike signs apart
  foot: string; // what stands at the bottom
  wreath: boolean; // the foot is points, in a laurel
  value: number; // what it counts for: a bid, a number
  points: number;
  powers: string[];
  title: string; // Green 1-bid
  long: string; // green 1-bid
  short: string; // green 1
  name: string; // green 1-bid, 8 points: all a person who does not see it needs
}

export type RuleTable = Record<string, unknown>; // a variant's numbers, as the server has them
export type Deck = Map<string, Face>;

/** A face with what is the same for most cards left out. */
export function faceOf(given: Pick<Face, "card" | "suit" | "look" | "label" | "value"> & Partial<Face>): Face {
  const short = given.short ?? `${given.suit} ${given.label}`;
  const long = given.long ?? short;
  return { sign: "", mark: "", foot: given.label, wreath: false, points: 0, powers: [], ...given, short, long, title: given.title ?? capital(long), name: given.name ?? long };
}

export function deckOf(faces: Face[]): Deck {
  return new Map(faces.map((face) => [face.card, face]));
}

export function minus(points: number): string {
  return points < 0 ? `\u2212${-points}` : String(points);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
