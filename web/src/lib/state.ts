// What a board needs to draw a table: a live one, or one out of a record.

import type { Deck, RuleTable } from "./deck";
import type { Filling } from "./form";
import type { Talk } from "./talk.svelte";
import type { Form, GameView, Happening, Hint, SeatInfo } from "./types";

export type Glow = "" | "legal" | "chosen" | "dim";

export interface TableState {
  readonly view: GameView | null;
  readonly rules: RuleTable; // the variant's numbers
  readonly deck: Deck;
  readonly names: string[];
  readonly seats: SeatInfo[];
  readonly owing: number[];
  readonly form: Form | null;
  readonly filling: Filling | null;
  readonly ceremony: Happening[] | null; // what the table has stopped for
  readonly hint: Hint | null; // what one could work out by oneself, where the table tells it
  readonly said: Happening[]; // what has happened, as far as it is here
  readonly terse: boolean; // there is little room for words
  readonly talk: Talk;
  nameOf(seat: number | null | undefined): string;
  glow(code: number, zone: string): Glow;
  wants(code: number): boolean; // of what may be chosen: is it to be chosen now?
  preview(code: number): string | undefined;
  tap(code: number, back?: boolean): void; // back: one of several alike things, and chosen
  ask(code: number): void;
}
