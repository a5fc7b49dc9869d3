// The chances to win over a game: what a line goes through, where its labels stand, and how a change
// is said.

import type { Outcome, Rated } from "../wire";

export interface Spot {
  entry: number;
  chance: number;
}

/** Before and after each decision of a seat, and what came of it in the end. */
export function lineOf(seat: number, decisions: Rated[], entries: number, result: Outcome | null): Spot[] {
  const spots = decisions
    .filter((each) => each.seat === seat)
    .flatMap((each) => [
      { entry: each.entry - 1, chance: each.before },
      { entry: each.entry, chance: each.after },
    ]);
  const winners = result?.winners ?? [];
  if (spots.length && winners.length) spots.push({ entry: entries, chance: winners.includes(seat) ? 1 / winners.length : 0 });
  return spots;
}

export interface Frame {
  width: number;
  height: number;
  left: number;
  edge: number; // above and to the right
  foot: number; // below, for the rounds
}

export function x(entry: number, entries: number, frame: Frame): number {
  const share = (entry - 1) / Math.max(entries - 1, 1);
  return Math.round(10 * (frame.left + share * (frame.width - frame.left - frame.edge))) / 10;
}

export function y(chance: number, frame: Frame): number {
  return Math.round(10 * (frame.edge + (1 - chance) * (frame.height - frame.edge - frame.foot))) / 10;
}

const ROUND_WIDTH = 58; // of "round 10", with some air

/** The middle of each round below the line, as far as there is room for its name.
 * `opened` has for each entry the round that it opens, or 0. */
export function roundsBelow(opened: number[], frame: Frame): { round: number; x: number }[] {
  const starts = opened.flatMap((round, i) => (round ? [{ round, entry: i + 1 }] : []));
  const found: { round: number; x: number }[] = [];
  let end = frame.left - frame.edge; // of the name before
  starts.forEach(({ round, entry }, i) => {
    const next = starts[i + 1]?.entry ?? opened.length;
    const middle = (x(entry, opened.length, frame) + x(next, opened.length, frame)) / 2;
    if (middle - ROUND_WIDTH / 2 < end || middle + ROUND_WIDTH / 2 > frame.width) return;
    found.push({ round, x: middle });
    end = middle + ROUND_WIDTH / 2;
  });
  return found;
}

const LABEL_WIDTH = 150;
const NARROW = 560; // there labels would lie over the lines
const LONGEST = 30; // letters

/** Which of these places, from left to right, have room for a label. */
export function roomFor(places: number[], width: number): boolean[] {
  if (width < NARROW) return places.map(() => false);
  return places.map((place, i) => {
    const before = places[i - 1] ?? -Infinity;
    const after = places[i + 1] ?? Infinity;
    const clear = place - before >= LABEL_WIDTH && after - place >= LABEL_WIDTH;
    return clear && place >= LABEL_WIDTH / 2 && place <= width - LABEL_WIDTH / 2;
  });
}

const NUMBER = { width: 34, height: 17 }; // of "−23", with some air

/** Which of these places have room for their number: of two that would lie over one another, the greater loss. */
export function apart(places: { x: number; y: number; loss: number }[]): boolean[] {
  const kept: typeof places = [];
  for (const place of [...places].sort((a, b) => b.loss - a.loss))
    if (kept.every((each) => Math.abs(each.x - place.x) >= NUMBER.width || Math.abs(each.y - place.y) >= NUMBER.height)) kept.push(place);
  return places.map((place) => kept.includes(place));
}

/** What was decided, as much of it as a label holds: "Buy the blue 1 for 1 card". */
export function inShort(words: string): string {
  const [first, ...more] = words.split(", ");
  let told = first!;
  for (const part of more) {
    if (told.length + part.length + 2 > LONGEST) break;
    told += `, ${part}`;
  }
  return told.length <= LONGEST ? told : `${told.slice(0, LONGEST - 1).trimEnd()}\u2026`;
}

/** In hundredths of the win: "−14", or "0" where nothing was lost. */
export function change(rated: Rated): string {
  const lost = Math.round(100 * rated.loss);
  return lost > 0 ? `\u2212${lost}` : "0";
}

/** How much the better decision was worth. */
export const rather = ({ before, after }: Rated): string => `${percent(before)} rather than ${percent(after)}`;

export const percent = (chance: number): string => `${Math.round(100 * chance)}%`;

/** The turning point before or after an entry, if there is one. */
export function nextPoint(entries: number[], at: number, forward: boolean): number | undefined {
  return forward ? entries.find((entry) => entry > at) : entries.findLast((entry) => entry < at);
}
