// Six words that can be said over a table, and who says one now.

import { SvelteMap } from "svelte/reactivity";
import type { Reacted } from "../wire";

export type Reaction = Reacted["what"];

export const REACTIONS: Record<Reaction, string> = {
  well_bid: "Well bid",
  ouch: "Ouch",
  hmm: "Hmm",
  thanks: "Thanks",
  hurry: "Hurry?",
  good_game: "Good game",
};

const SHOWN_MS = 3_000;
const PAUSE_MS = 5_000;

export class Talk {
  readonly said = new SvelteMap<number, string>(); // seat -> what stands at its paddle
  quiet = $state(false); // own words have to wait
  #ends = new Map<number, ReturnType<typeof setTimeout>>();

  hear(seat: number, what: Reaction): string {
    const words = REACTIONS[what];
    this.said.set(seat, words);
    clearTimeout(this.#ends.get(seat));
    this.#ends.set(seat, setTimeout(() => this.said.delete(seat), SHOWN_MS));
    return words;
  }

  rest(): void {
    this.quiet = true;
    setTimeout(() => (this.quiet = false), PAUSE_MS);
  }
}
