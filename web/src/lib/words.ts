// Sentences with cards and names in them, cut into pieces that can be drawn.

import { capital, type Deck, type Face } from "./deck";

export type Piece = { text: string } | { face: Face } | { name: string } | { strong: string } | { rule: string };

const PATTERNS = new WeakMap<Deck, Map<string, RegExp>>();

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** What to look for in a sentence; made once for a deck and the names at a table. */
function pattern(deck: Deck, names: string[]): RegExp {
  let made = PATTERNS.get(deck);
  if (!made) PATTERNS.set(deck, (made = new Map()));
  const key = names.join("\n");
  const known = made.get(key);
  if (known) return known;
  const longest = (a: string, b: string): number => b.length - a.length;
  const words = [...deck.keys()].sort(longest).map(escaped);
  const people = names.filter(Boolean).sort(longest).map(escaped);
  const either = [
    words.length ? `(?<card>\\b(?:${words.join("|")})\\b)` : "",
    people.length ? `(?<name>(?<![\\w])(?:${people.join("|")})(?![\\w]))` : "",
    "\\((?<rule>[A-Z]\\d+)\\)",
  ].filter(Boolean);
  const found = new RegExp(either.join("|"), "g");
  made.set(key, found);
  return found;
}

/** A true minus before a number. */
export function trueMinus(told: string): string {
  return told.replace(/(?<!\S)-(?=\d)/g, "\u2212");
}

/** Cards by their word (g1), names of people, rule numbers in brackets; numbers get a true minus. */
export function pieces(told: string, deck: Deck, names: string[] = []): Piece[] {
  const says = trueMinus(told);
  const found: Piece[] = [];
  let at = 0;
  for (const match of says.matchAll(pattern(deck, names))) {
    if (match.index > at) found.push({ text: says.slice(at, match.index) });
    const { card, name, rule } = match.groups ?? {};
    if (card) found.push({ face: deck.get(card) as Face });
    else if (name) found.push({ name });
    else if (rule) found.push({ rule });
    at = match.index + match[0].length;
  }
  if (at < says.length) found.push({ text: says.slice(at) });
  return found;
}

/** A label of the house in the page's own words: its "green P" has a sign and a mark here, and is "green gavel I". */
export function inPlain(label: string, deck: Deck): string {
  const letters = new Map([...deck.values()].flatMap((face) => (face.mark ? [[face.card.slice(1), `${face.sign} ${face.mark}`]] : [])));
  return label.replace(/\b[A-Z]\b/g, (letter) => letters.get(letter) ?? letter);
}

/** The same as plain text, for ears and titles. */
export function spoken(says: string, deck: Deck): string {
  return pieces(says, deck)
    .map((piece) => ("face" in piece ? piece.face.short : "rule" in piece ? "" : "text" in piece ? piece.text : ""))
    .join("")
    .replace(/ +([.,:;?])/g, "$1")
    .trim();
}

export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

export function listed(words: string[]): string {
  if (words.length < 2) return words[0] ?? "";
  return `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

/** What the table tells of somebody, told to that person: "Bo wins, and refuses g1" is "You win, and
 * refuse g1". A name at the beginning does what follows; elsewhere something is done to it. */
export function toYou(says: string, name: string): string {
  const own = new RegExp(`(?<!\\w)${escaped(name)}('s)?(?!\\w)([^.;]*)`, "g");
  const told = says.replace(own, (_, of: string | undefined, tale: string, at: number) => {
    const you = of ? "your" : "you";
    if (at && !/[.;:] $/.test(says.slice(0, at))) return you + tale;
    return (!at || says[at - 2] === "." ? capital(you) : you) + doing(tale);
  });
  return says.startsWith(name) ? told.replaceAll("their own", "your own") : told;
}

/** Calls the one who plays on this device you; where several do, names tell them apart. */
export function youAt(seats: { name: string; yours: boolean }[]): (says: string) => string {
  const mine = seats.filter((seat) => seat.yours);
  const name = mine.length === 1 ? mine[0]!.name : "";
  return name && seats.filter((seat) => seat.name === name).length === 1 ? (says) => toYou(says, name) : (says) => says;
}

/** " wins it, and refuses g1" is " win it, and refuse g1"; what several do, such as " raise", stays. */
function doing(tale: string): string {
  return tale.replace(/(^|and) ([a-z]+s)\b/g, (_, and: string, verb: string) => `${and} ${plain(verb)}`);
}

function plain(verb: string): string {
  return { is: "are", has: "have", goes: "go" }[verb] ?? verb.replace(/(ss|sh|ch)es$/, "$1").replace(/([^s])s$/, "$1");
}
