// The wire's types, made narrower where the page knows more about a game's view.

import type { Form, Happening, Status, Zone as AnyZone } from "../wire";

export type { Form, Hint, Why, SeatInfo, Table, Outcome, May, Lobby, TableInfo, TableLine, GameOffer, Review, RuleBook } from "../wire";
export type { View, FromServer, FromPage } from "../wire";

export interface Entry {
  card: string | null;
  code: number;
  position?: number;
  price?: number;
  suit?: string; // where it differs from the printed one
  ready?: boolean; // a power that can act
  chosen?: "aside" | "hold";
}

export interface Zone extends Omit<AnyZone, "cards"> {
  cards: Entry[] | null;
}

export interface Score {
  total: number;
  cards?: { count: number; points: number; rule: string };
  bonuses?: { suit: string; points: number; rule: string }[];
}

export interface GameView {
  game: string;
  variant: string;
  viewer: number | "all" | null;
  phase: string;
  zones: Zone[];
  status: Status;
  form: Form | null;
  scores: (Score | null)[];
  over: boolean;
  winners?: number[];
  ending?: string;
  round?: number;
  winner?: number | null;
  turn?: number | null;
  totals?: number[] | null;
}

export type Move = [card: string, from: string, to: string];

export function movesOf(event: Happening): Move[] {
  return (event.values["moves"] as Move[] | undefined) ?? [];
}

export type { Happening };
