// Tips at the first time that something happens: one in a round at most, each once on this device, until the next decision.

import { gameOf } from "../games";
import type { Tip } from "./game";
import { room } from "./room.svelte";
import type { TableState } from "./state";
import type { Happening } from "./types";

const SHOWN_MS = 8000;

export class Tips {
  now: Tip | null = $state.raw(null);
  #round: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Is this the time for one? `news` is what has just happened. */
  look(desk: TableState, news: Happening[]): void {
    const { view } = desk;
    if (!view || typeof view.viewer !== "number" || view.over || desk.ceremony || view.round === this.#round) return;
    const known = (tip: Tip): string => `${view.game}.${tip.key}`;
    const found = gameOf(view.game).tips?.find((tip) => !room.tips.includes(known(tip)) && tip.when(desk, news));
    if (!found) return;
    this.now = found;
    this.#round = view.round;
    room.tips = [...room.tips, known(found)];
    room.keep();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.dismiss(), SHOWN_MS);
  }

  dismiss(): void {
    this.now = null;
    clearTimeout(this.#timer);
  }
}
