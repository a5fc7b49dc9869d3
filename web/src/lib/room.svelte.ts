// The room on this device: theme, motion, speed, and how much space there is.

import { MediaQuery } from "svelte/reactivity";
import type { Sound } from "./sound";

export type Theme = "system" | "day" | "evening";
export type Speed = "normal" | "fast" | "none";

interface Kept {
  theme: Theme;
  speed: Speed;
  keys: boolean;
  sound: boolean;
  volume: number;
  words: boolean; // other players' reactions are shown
  hints: boolean; // what a table tells besides: chances, points of rivals
  tips: string[]; // those that were shown
}

const PLACE = "saleroom.room";

function read(): Kept {
  const kept: Kept = { theme: "system", speed: "normal", keys: true, sound: false, volume: 0.6, words: true, hints: true, tips: [] };
  try {
    return { ...kept, ...(JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Partial<Kept>) };
  } catch {
    return kept;
  }
}

class Room {
  theme: Theme = $state("system");
  speed: Speed = $state("normal");
  keys: boolean = $state(true);
  sound: boolean = $state(false);
  volume: number = $state(0.6);
  words: boolean = $state(true);
  hints: boolean = $state(true);
  tips: string[] = $state.raw([]);
  readonly #phone = new MediaQuery("max-width: 699px");
  readonly #tiny = new MediaQuery("max-width: 359px");
  readonly #short = new MediaQuery("max-height: 719px");
  readonly #small = new MediaQuery("max-width: 879px");
  readonly #wide = new MediaQuery("min-width: 1080px");
  readonly #large = new MediaQuery("(min-width: 1500px) and (min-height: 900px)");
  readonly #low = new MediaQuery("max-height: 779px");
  readonly #narrow = new MediaQuery("max-width: 1079px");
  readonly #still = new MediaQuery("prefers-reduced-motion: reduce");
  readonly #dark = new MediaQuery("prefers-color-scheme: dark");

  constructor() {
    const kept = read();
    this.theme = kept.theme;
    this.speed = kept.speed;
    this.keys = kept.keys;
    this.sound = kept.sound;
    this.volume = kept.volume;
    this.words = kept.words;
    this.hints = kept.hints;
    this.tips = kept.tips;
    this.#apply();
  }

  get phone(): boolean {
    return this.#phone.current;
  }
  get short(): boolean {
    return this.#short.current;
  }
  get wide(): boolean {
    return this.#wide.current;
  }
  get dark(): boolean {
    return this.theme === "evening" || (this.theme === "system" && this.#dark.current);
  }
  /** Milliseconds of a motion; 0: nothing moves. */
  pace(ms: number): number {
    if (this.#still.current || this.speed === "none") return 0;
    return this.speed === "fast" ? ms / 2 : ms;
  }
  /** Widths of cards: your own, what is for sale, the rivals'. */
  get sizes(): { own: number; lot: number; rival: number; pile: number } {
    if (this.#tiny.current) return { own: 54, lot: 46, rival: 36, pile: 44 };
    if (this.#phone.current) return { own: 62, lot: 52, rival: 38, pile: 44 };
    if (this.#large.current) return { own: 104, lot: 104, rival: 72, pile: 104 };
    if (this.#small.current) return { own: 64, lot: 72, rival: 44, pile: 64 };
    if (this.#narrow.current) return { own: 74, lot: 74, rival: this.#low.current ? 44 : 56, pile: 74 };
    if (this.#low.current) return { own: 84, lot: 84, rival: 44, pile: 84 };
    return { own: 84, lot: 84, rival: 64, pile: 84 };
  }

  /** A sound, if they are on. */
  hear(sound: Sound): void {
    if (this.sound) void import("./sound").then(({ play }) => play(sound, this.volume));
  }

  keep(): void {
    this.#apply();
    try {
      localStorage.setItem(PLACE, JSON.stringify({ theme: this.theme, speed: this.speed, keys: this.keys, sound: this.sound, volume: this.volume, words: this.words, hints: this.hints, tips: this.tips }));
    } catch {
      // a browser without storage forgets, and that is all
    }
  }

  #apply(): void {
    const root = document.documentElement;
    if (this.theme === "system") delete root.dataset["theme"];
    else root.dataset["theme"] = this.theme;
    if (this.speed === "none") root.dataset["motion"] = "none";
    else delete root.dataset["motion"];
  }
}

export const room = new Room();
