// The bid card one means to take while raising. Only that one raises is sent; the plan stays here.

import type { TableState } from "../lib/state";

class Plan {
  #made: { when: string; card: number } | null = $state.raw(null);
  #carried = "";

  /** The card planned by this seat in this step, if it has one. */
  at(when: string): number | undefined {
    return this.#made?.when === when ? this.#made.card : undefined;
  }
  make(when: string, card: number): void {
    this.#made = { when, card };
  }
  drop(): void {
    this.#made = null;
  }
  /** The plan, the first time it is asked for when a card is to be taken. */
  carry(when: string): number | undefined {
    if (this.#carried === when) return undefined;
    this.#carried = when;
    return this.at(when);
  }
}

const PLANS = new WeakMap<TableState, Plan>();

export function planOf(desk: TableState): Plan {
  let plan = PLANS.get(desk);
  if (!plan) PLANS.set(desk, (plan = new Plan()));
  return plan;
}
