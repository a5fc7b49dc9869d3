// What a game gives to the page: its look, its words and its board. The shell has the rest.

import type { Component } from "svelte";
import type { Deck, Face, RuleTable } from "./deck";
import type { Filling } from "./form";
import type { TableState } from "./state";
import type { GameView, Happening, Outcome, Score } from "./types";
import type { Piece } from "./words";

export interface Game {
  title: string; // Six of Sparrows
  short: string; // Sparrows
  sign: string; // in lists
  back: string; // of its cards, by name in art/shapes
  about: { by: string; minutes: string; says: string } | null;
  editions: Record<string, string>; // variant -> what people call it
  usual?: number; // seats at a table of "Play now"; else the variant's own first number
  hints?: { says: string; among: "all" | "bots" }; // what the engine can tell, and where it is usual
  tips?: Tip[];
  fan: Face[]; // three cards for the lobby
  deck(table: RuleTable): Deck;
  voice: Voice;
  places: Record<string, string>; // zone, without its seat -> words
  chapters: Record<string, RegExp[]>; // phase -> where the rules speak of it, the best first
  Board: Component<{ desk: TableState }>;
  Points?: Component<{ desk: TableState }>; // on top of the side panel
  Scores?: Component<{ still: TableState; names: string[]; result: Outcome | null }>; // in the review, to who looks
  /** Events that the table stops for, such as the opening of bids; null: nothing of the kind. */
  ceremony?(events: Happening[]): Happening[] | null;
  pause?: number; // ms until the table goes on by itself after that
  /** Events of one key that come together are one line of the log: its sentence. */
  together?: Record<string, (events: Happening[]) => string>;
}

/** A line for the first time that something happens; `news` is what the last view told. */
export interface Tip {
  key: string;
  says: string;
  when(desk: TableState, news: Happening[]): boolean;
}

export interface Step {
  name: string;
  on: boolean;
}

export interface Named {
  name: string;
  icon?: string;
  look?: string; // of a suit
  group?: string; // its name begins with this; several of one group are one button that opens them
}

/** A handy thing beside the form: it taps, and never confirms. */
export interface Help {
  key: string; // on the keyboard
  name: string;
  among: "acts" | "words";
  lend(): void;
}

/** How a game speaks in the rostrum. */
export interface Voice {
  /** Where we are: "Round 6". */
  round(view: GameView): string;
  steps(desk: TableState): Step[];
  /** What is said while a form is filled in; null: the server's own sentence stands. */
  sentence(desk: TableState): Piece[] | null;
  /** What the one big button says. */
  deed(desk: TableState, filling: Filling): string;
  button(filling: Filling, code: number): Named;
  /** A button that needs no showing, since something else does the same. */
  hides?(filling: Filling, code: number): boolean;
  inline: string[]; // questions whose buttons stand among the words
  helps?(desk: TableState): Help[];
  /** Why points change, in words. */
  change?(before: Score, after: Score): string[];
  /** A line about a consequence that is not in the points. */
  warning?(desk: TableState): string;
  /** A confirmation to be asked for once in a game: what would be lost. */
  doubt?(desk: TableState): string;
  /** A plain line under the sentence, in place of what is said about points. */
  aside?(desk: TableState): string;
}
