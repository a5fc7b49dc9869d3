// What lies on the bench: two variants of a game, and the trial of them as far as it is.

import { get, post } from "../lib/api";
import { where } from "../lib/go.svelte";
import { playNow } from "../lib/play";
import { USUAL } from "../lobby/bots";
import type { Comparison, Lab, LabBot, Variant, VariantFile } from "../wire";
import { timeLeft } from "./figures";
import { addressOf, wishOf, type Wish } from "./wish";

const POLL_MS = 700;

export class Bench {
  lab = $state.raw<Lab | null>(null);
  wish = $state.raw<Wish>({ game: "", variant: "", changes: {}, seats: 0, bot: "", rival: null, deals: 0 });
  a = $state.raw<VariantFile | null>(null);
  b = $state.raw<VariantFile | null>(null); // none while nothing is changed, or something is refused
  refused = $state(""); // why there can be no variant B
  told = $state.raw<Comparison | null>(null); // of the wish as it is
  running = $state(false);
  left = $state(""); // how long it will take
  #looks = 0; // only the last one asks on
  failed = $state("");

  readonly bots: LabBot[] = $derived(this.lab?.bots ?? []);
  readonly variants: Variant[] = $derived(this.lab?.games.find((each) => each.game === this.wish.game)?.variants ?? []);
  readonly seats: number[] = $derived(this.variants.find((each) => each.variant === this.wish.variant)?.seats ?? []);
  readonly rivals: string[] = $derived(this.bots.find((each) => each.bot === this.wish.bot)?.rivals ?? []);
  readonly deals: number[] = $derived(this.bots.find((each) => each.bot === this.wish.bot)?.deals ?? []);
  readonly complete: boolean = $derived(this.told !== null && this.told.done === this.told.of);
  readonly ready: boolean = $derived(this.b !== null && !this.running && !this.complete);

  async open(search: string): Promise<void> {
    try {
      this.lab = await get<Lab>("/api/lab");
      await this.#take(wishOf(search, this.lab));
    } catch (failure) {
      this.failed = (failure as Error).message;
    }
  }

  /** Another wish: what was found was found of the one before. */
  async change(more: Partial<Wish>): Promise<void> {
    if (!this.lab) return;
    if (this.running) void this.stop();
    const other = (more.game ?? this.wish.game) !== this.wish.game || (more.variant ?? this.wish.variant) !== this.wish.variant;
    const asked = addressOf({ ...this.wish, ...(other && { changes: {} }), ...more });
    const wish = wishOf(asked.slice(asked.indexOf("?")), this.lab);
    where.at(addressOf(wish));
    await this.#take(wish);
  }

  async #take(wish: Wish): Promise<void> {
    this.wish = wish;
    this.told = null;
    this.failed = this.refused = "";
    this.b = null;
    const path = `/api/games/${wish.game}/variants/${wish.variant}`;
    try {
      if (this.a?.game !== wish.game || this.a.variant !== wish.variant) {
        this.a = null;
        const a = await get<VariantFile>(path);
        if (wish === this.wish) this.a = a;
      }
    } catch (failure) {
      if (wish === this.wish) this.failed = (failure as Error).message;
      return;
    }
    if (!Object.keys(wish.changes).length) return;
    try {
      const b = await post<VariantFile>(path, { changes: wish.changes });
      if (wish === this.wish) this.b = b;
    } catch (failure) {
      if (wish === this.wish) this.refused = (failure as Error).message;
    }
  }

  /** Ask until it has ended: the server plays meanwhile. */
  async run(): Promise<void> {
    const wish = this.wish;
    const look = ++this.#looks;
    this.running = true;
    this.failed = this.left = "";
    let first = { at: 0, done: 0 }; // what was there when it was asked for, and when more began to come
    try {
      while (this.running && look === this.#looks) {
        const told = await post<Comparison>("/api/lab", wish);
        if (!this.running || look !== this.#looks) return;
        this.told = told;
        const at = performance.now() / 1000;
        if (told.says || !first.at) first = { at, done: told.done };
        this.left = timeLeft(told.of - told.done, told.done - first.done, at - first.at);
        if (told.has_ended) this.running = false;
        else await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    } catch (failure) {
      if (look !== this.#looks) return;
      this.failed = (failure as Error).message;
      this.running = false;
    }
  }

  /** Variant B at a table, against bots. */
  async play(): Promise<void> {
    const { game, variant, seats, changes } = this.wish;
    try {
      await playNow(game, variant, seats, USUAL, changes);
    } catch (failure) {
      this.failed = (failure as Error).message;
    }
  }

  /** Look no more; what is known stays. */
  async stop(): Promise<void> {
    const wish = this.wish;
    this.running = false;
    this.#looks += 1;
    try {
      const told = await post<Comparison>("/api/lab/stop", wish);
      if (wish === this.wish) this.told = told;
    } catch {
      // it rests by itself when nobody asks
    }
  }
}
