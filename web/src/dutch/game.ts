import type { Game } from "../lib/game";
import { listed } from "../lib/words";
import Board from "./Board.svelte";
import { dutchDeck } from "./deck";
import { ceremony, voice } from "./dutch";
import Points from "./Points.svelte";
import Scores from "./Scores.svelte";
import { tips } from "./tips";

const shown = dutchDeck({
  suits: ["green", "pink", "red"],
  card: [
    { face: "1", bid: 1, vp: 8, powers: [] },
    { face: "3", bid: 3, vp: 6, powers: [] },
    { face: "P", bid: 0, vp: 0, powers: ["cash_in"] },
  ],
});

export const dutch: Game = {
  title: "Dutch",
  short: "Dutch",
  sign: "gavel",
  back: "dutch",
  about: { by: "Richard Hoile", minutes: "15 min", says: "Outbid, then buy while the prices fall. Strong bids make weak points." },
  editions: { standard: "Newest edition", offering: "Older edition" },
  hints: { says: "Count what the rival has discarded in sight of all", among: "bots" },
  tips,
  fan: ["p3", "g1", "rP"].flatMap((card) => shown.get(card) ?? []).map((face) => ({ ...face, mark: "" })),
  deck: dutchDeck,
  voice,
  places: {
    display: "for sale",
    auction: "auction deck",
    auction_discards: "auction discards",
    deck: "deck",
    hand: "hand",
    stake: "bid",
    area: "power area",
    discards: "discards",
    cashed: "cashed in",
    aside: "set aside",
  },
  chapters: {
    set_aside: [/^phase 1/i, /set(ting)? aside/i, /^bidding/i, /^a round/i, /bid/i],
    turn: [/^phase 3/i, /buying|powers and|your turn/i, /turn/i],
    vote: [/^end check/i, /^the end|stop/i],
    over: [/^scor/i, /count/i],
  },
  Board,
  Points,
  Scores,
  ceremony,
  together: {
    laid_out: (events) => {
      const cards = events.map((event) => String(event.values["card"]));
      return cards.length === 1 ? `A new lot: ${cards[0]}.` : `${cards.length} new lots: ${listed(cards)}.`;
    },
  },
};
