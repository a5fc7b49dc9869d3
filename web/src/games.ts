// The games that have a board of their own. Any other one is played on the generated board.

import { colours } from "./colours/game";
import { dutch } from "./dutch/game";
import type { Game } from "./lib/game";
import { capital } from "./lib/deck";
import { sparrows } from "./sparrows/game";
import Generated from "./table/Generated.svelte";
import { plain } from "./table/voice";

const GAMES: Record<string, Game> = { dutch, sparrows, colours };

/** Games as the house offers them: those with a board first, in its own order. */
export function inOrder<T extends { game: string }>(games: T[]): T[] {
  const order = Object.keys(GAMES);
  const place = ({ game }: T): number => (order.includes(game) ? order.indexOf(game) : order.length);
  return [...games].sort((a, b) => place(a) - place(b));
}

/** A short game is its variant with other numbers: `base-short` goes by the words of `base`. */
export function fullOf(variant: string): string {
  return variant.replace(/-short$/, "");
}

/** What people call a variant: "Base game", "Base game, short". */
export function editionOf(game: string, variant: string): string {
  const name = fullOf(variant);
  return `${gameOf(game).editions[name] ?? name}${name === variant ? "" : ", short"}`;
}

export function gameOf(name: string): Game {
  return (
    GAMES[name] ?? {
      title: capital(name),
      short: capital(name),
      sign: "coin",
      back: "dutch",
      about: name === "pennies" ? { by: "an example", minutes: "3 min", says: "The smallest game of the house: one coin for sale, all bids sealed." } : null,
      editions: {},
      fan: [],
      deck: () => new Map(),
      voice: plain,
      places: {},
      chapters: { bid: [/bid/i, /play/i] },
      Board: Generated,
    }
  );
}
