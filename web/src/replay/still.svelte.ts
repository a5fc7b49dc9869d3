// A moment of a record, in the shape a board draws. Nothing can be chosen in it.

import { gameOf } from "../games";
import type { Deck, RuleTable } from "../lib/deck";
import type { Filling } from "../lib/form";
import type { Glow, TableState } from "../lib/state";
import { Talk } from "../lib/talk.svelte";
import type { Form, GameView, Happening, Review, SeatInfo } from "../lib/types";

export class Still implements TableState {
  view: GameView | null = $state.raw(null);
  rules: RuleTable = $state.raw({});
  deck: Deck = $state.raw(new Map());
  names: string[] = $state.raw([]);
  seats: SeatInfo[] = $state.raw([]);
  said: Happening[] = $state.raw([]);
  readonly talk = new Talk();
  readonly terse = false;
  readonly owing: number[] = [];
  readonly form: Form | null = null;
  readonly filling: Filling | null = null;
  readonly ceremony: Happening[] | null = null;
  readonly hint = null;
  #of: Review | null = null;

  show(review: Review | null, at: number): void {
    if (!review) {
      this.view = null;
      return;
    }
    if (this.#of !== review) {
      this.#of = review;
      this.rules = review.rules;
      this.deck = gameOf(review.game).deck(review.rules);
      this.names = review.names;
      this.seats = review.names.map((name, seat) => ({ seat, kind: "person", name, bot: null, yours: false, here: true, away_since: null, left: false, nonce: null }));
    }
    const moment = review.moments[Math.min(at, review.moments.length) - 1];
    this.view = (moment?.view as unknown as GameView | undefined) ?? null;
    this.said = review.moments.slice(0, at).flatMap((each) => each.events);
  }

  nameOf(seat: number | null | undefined): string {
    return seat === null || seat === undefined ? "" : (this.names[seat] ?? `Seat ${seat + 1}`);
  }
  glow(): Glow {
    return "";
  }
  wants(): boolean {
    return true;
  }
  preview(): undefined {
    return undefined;
  }
  tap(): void {}
  ask(): void {}
}
