import type { Game } from "../lib/game";
import type { Happening } from "../lib/types";
import { listed } from "../lib/words";
import Board from "./Board.svelte";
import { bird, sparrowsDeck } from "./deck";
import Points from "./Points.svelte";
import Scores from "./Scores.svelte";
import { tips } from "./tips";
import { ceremony, voice } from "./sparrows";

/** Cards that are dealt together: those one may see, or that there were some. */
function dealt(events: Happening[]): string {
  const seen = events.filter((event) => event.values["card"] !== "a card");
  if (!seen.length) return "Everybody is dealt a card.";
  return `${seen.map((event) => event.says).join(" ")}${seen.length < events.length ? " So are the others." : ""}`;
}

function turnedUp(events: Happening[]): string {
  const names = events.map((event) => `${String(event.values["name"])} ${String(event.values["value"])}`);
  return names.length === 1 ? `New in the market: ${names[0]}.` : `${names.length} new bid cards: ${listed(names)}.`;
}

export const sparrows: Game = {
  title: "Six of Sparrows",
  short: "Sparrows",
  sign: "s-sparrow",
  back: "sparrows",
  about: { by: "Pandaqi", minutes: "20 min", says: "Name the pattern you will hold. The earlier you dare, the more it pays." },
  editions: { base: "Base game", upgrades: "With upgrades" },
  usual: 4,
  hints: { says: "Show the chance of each bid card", among: "all" },
  tips,
  fan: [bird("sparrow", 6), bird("chicken", 6), bird("eagle", 6)],
  deck: sparrowsDeck,
  voice,
  places: {
    market: "market",
    bonuses: "bonus cards",
    table: "table",
    deck: "deck",
    pile: "pile of bid cards",
    discards: "bid cards that are gone",
    hand: "hand",
    bid: "bid",
  },
  chapters: {
    raise: [/dealing and bidding/i, /^a round/i, /^what is different/i],
    take: [/^bonus bids/i, /dealing and bidding/i, /^a round/i],
    partner: [/^match together/i, /^scoring/i],
    late: [/^late bids/i, /^scoring/i],
    over: [/^the end/i, /end of the game/i, /^what is different/i],
  },
  Board,
  Points,
  Scores,
  ceremony,
  pause: 12_000,
  together: { dealt, turned_up: turnedUp },
};
