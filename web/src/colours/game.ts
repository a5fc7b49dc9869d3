import type { Game } from "../lib/game";
import Board from "./Board.svelte";
import { together, voice } from "./colours";
import { coloursDeck } from "./deck";
import Points from "./Points.svelte";
import Scores from "./Scores.svelte";
import { tips } from "./tips";

const shown = coloursDeck({ deck: { colours: ["red", "green", "blue"], copies: { 5: 1, 8: 1 }, jokers: 1 } });

export const colours: Game = {
  title: "Stick to Colours",
  short: "Colours",
  sign: "c-blue",
  back: "colours",
  about: { by: "Ilya Proshin", minutes: "20 min", says: "Pay for a card by promising never to take others. Choose what to lose." },
  editions: { free: "Free raising", matching: "Matching" },
  usual: 3,
  tips,
  fan: ["R8", "BJ", "G5"].flatMap((card) => shown.get(card) ?? []),
  deck: coloursDeck,
  voice,
  places: {
    market: "market",
    discard: "swept",
    hand: "hand",
    offer: "face down",
    lost: "discarded",
  },
  chapters: {
    opening: [/^the dealer.s turn/i, /^opening/i],
    trade: [/^offers and bids/i, /^turns and passing/i],
    jokers: [/jokers/i],
    over: [/^scor/i],
  },
  Board,
  Points,
  Scores,
  together,
};
