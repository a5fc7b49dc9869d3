// The chances to win over a game: what a line goes through, and how a change is said.

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
  edge: number; // above, below and to the right
}

export function x(entry: number, entries: number, frame: Frame): number {
  const share = (entry - 1) / Math.max(entries - 1, 1);
  return Math.round(10 * (frame.left + share * (frame.width - frame.left - frame.edge))) / 10;
}

export function y(chance: number, frame: Frame): number {
  return Math.round(10 * (frame.edge + (1 - chance) * (frame.height - 2 * frame.edge))) / 10;
}

/** In hundredths of the win: "−14", or "0" where nothing was lost. */
export function change(rated: Rated): string {
  const lost = Math.round(100 * rated.loss);
  return lost > 0 ? `\u2212${lost}` : "0";
}

/** The turning point before or after an entry, if there is one. */
export function nextPoint(entries: number[], at: number, forward: boolean): number | undefined {
  return forward ? entries.find((entry) => entry > at) : entries.findLast((entry) => entry < at);
}
