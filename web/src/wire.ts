// Made by `python -m saleroom.server.types` from saleroom/server/messages.py; not to be edited.

export const VERSION = 1;

/** All that decides what will be played, but not how long. */
export interface Trial {
  game: string;
  variants: string[];
  tables: Record<string, unknown>[];
  seats: number;
  bot: string;
  rival: string | null;
  seed: number;
  lab?: number;
}

/** Figures that belong together. */
export interface Section {
  key: string;
  title: string;
  figures: Figure[];
}

/** One thing that can be said of a game in a number. */
export interface Figure {
  key: string;
  says: string;
  kind: "number" | "share";
  known: (Known | null)[];
  more: (Difference | null)[];
}

/** A mean, and what it lies between; None while the deals are few. */
export interface Known {
  mean: number;
  low: number | null;
  high: number | null;
  deals: number;
}

/** How much more than in the first variant. */
export interface Difference {
  mean: number;
  low: number | null;
  high: number | null;
  is_sure: boolean;
}

/** How the games of a variant differ from each other. */
export interface Spread {
  lengths: Record<string, number>;
  winners: Box;
  others: Box | null;
}

/** Of many numbers so many per cent are not above these. */
export interface Box {
  p5: number;
  p25: number;
  p50: number;
  p75: number;
  p95: number;
}

/** A trial and what came of it; prints as tables. */
export interface Findings {
  trial: Trial;
  changes: Record<string, [string, string]>[];
  deals: number;
  games: number;
  sections: Section[];
  spreads: Spread[];
  reading: string[][];
}

/** A decision, and what it did to the chance to win, as its seat could know. */
export interface Rated {
  entry: number;
  seat: number;
  decision: string;
  words: string;
  before: number;
  after: number;
  loss: number;
  better?: string | null;
  better_words?: string | null;
}

/** A decision that lost much, in a sentence. */
export interface TurningPoint {
  entry: number;
  seat: number;
  loss: number;
  says: string;
}

/** Where things lie: all of them, or only how many. */
export interface Zone {
  id: string;
  owner: number | null;
  count: number;
  cards: Record<string, unknown>[] | null;
}

/** The sentence of the moment. */
export interface Status {
  key: string;
  values: Record<string, unknown>;
  says: string;
}

/** Why something in reach cannot be chosen. */
export interface Why {
  says: string;
  rule: string;
}

/** An open decision to be filled in; see `saleroom.games.forms.form`. */
export interface Form {
  key: string;
  labels: Record<string, string>;
  one?: Record<string, (number | number[])[]>;
  set?: [number, number | null] | null;
  of?: Record<string, (number | number[])[]>;
  close?: number | null;
  previews?: Record<string, string>;
  fixed?: Record<string, string[]>;
  why?: Record<string, Why>;
  then?: Record<string, Form>;
}

/** What all views of games have; each game adds its own. */
export interface GameView {
  game: string;
  variant: string;
  viewer: number | "all" | null;
  phase: string;
  zones: Zone[];
  status: Status;
  form: Form | null;
  scores: (Record<string, unknown> | null)[];
  over: boolean;
  winners?: number[];
  ending?: string;
  [key: string]: unknown;
}

/** What a seat could work out or remember by itself; each game has its own. */
export interface Hint {
  [key: string]: unknown;
}

/** An event as this viewer may know it. */
export interface Happening {
  key: string;
  seat: number;
  values: Record<string, unknown>;
  says: string;
}

/** A whole decision: the choice codes of the filled form, in order. */
export interface Decide {
  t: "decide";
  id: string;
  seat: number;
  gate: number;
  path: number[];
}

/** Take back this seat's last decision. */
export interface TakeBack {
  t: "take_back";
  id: string;
  seat: number;
  gate: number;
}

/** What would this decision do? */
export interface Try {
  t: "try";
  id: string;
  seat: number;
  gate: number;
  path: number[];
}

/** Look as this seat from now on; None: as a spectator. */
export interface Look {
  t: "look";
  seat: number | null;
}

/** Are you there? */
export interface Ping {
  t: "ping";
}

/** A word over the table. */
export interface React {
  t: "react";
  seat: number;
  what: "good_game" | "hmm" | "hurry" | "ouch" | "thanks" | "well_bid";
}

/** What a table is. */
export interface Table {
  id: string;
  name: string;
  game: string;
  variant: string;
  public: boolean;
  status: "over" | "playing" | "waiting";
  commitment: string;
  next: string | null;
}

/** Who sits where. */
export interface SeatInfo {
  seat: number;
  kind: "bot" | "kept" | "open" | "person";
  name: string;
  bot: string | null;
  yours: boolean;
  here: boolean;
  away_since: number | null;
  left: boolean;
  nonce: string | null;
}

/** A sealed answer that may still be replaced. */
export interface Change {
  form: Form;
  path: number[];
}

/** What this viewer may do besides deciding. */
export interface May {
  take_back: boolean;
  change: Change | null;
  give: number[];
  end: boolean;
  resign: boolean;
}

/** How the game ended. */
export interface Outcome {
  ending: string;
  winners: number[];
  scores: number[];
  says: string;
}

/** A command that counts and is durable. */
export interface Ok {
  id: string;
  number: number;
}

/** A value that is another one. */
export interface Differs {
  key: string;
  of: string;
  was: string;
  now: string;
}

/** A variant that is not shipped: which shipped one it differs least from, and how. */
export interface Own {
  of: string;
  differs: Differs[];
}

/** Everything this viewer may see now, and what has happened since the last one. */
export interface View {
  t: "view";
  v: number;
  number: number;
  seat: number | null;
  table: Table;
  seats: SeatInfo[];
  watching: number;
  view: GameView | null;
  hint: Hint | null;
  gate: number | null;
  owing: number[];
  waiting: string;
  events: Happenings;
  may: May;
  result: Outcome | null;
  ok: Ok[];
  rules: Record<string, unknown> | null;
  own?: Own | null;
}

/** That command did not count. */
export interface Refused {
  t: "refused";
  id: string;
  kind: string;
  says: string;
  rule: string;
}

/** What a decision would do. */
export interface Tried {
  t: "tried";
  id: string;
  view: GameView | null;
  events: Happenings;
}

/** Who is here, when only that has changed. */
export interface Presence {
  t: "presence";
  seats: SeatInfo[];
  watching: number;
}

/** Something about the connection. */
export interface Notice {
  t: "notice";
  kind: "slow_down";
  says: string;
}

/** Here. */
export interface Pong {
  t: "pong";
}

/** Somebody said a word over the table. */
export interface Reacted {
  t: "reacted";
  seat: number;
  what: "good_game" | "hmm" | "hurry" | "ouch" | "thanks" | "well_bid";
}

/** Call me this. */
export interface Rename {
  name: string;
}

/** A seat of a new table. */
export interface SeatWish {
  kind: "bot" | "hot" | "open";
  bot?: string | null;
}

/** Make a table. */
export interface NewTable {
  game: string;
  seats: SeatWish[];
  variant?: string | null;
  public?: boolean;
  hints?: boolean | null;
  changes?: Record<string, boolean | number | string | (number | string)[]>;
}

/** Take a free seat, or one's own again. */
export interface Sit {
  seat?: number | null;
  nonce?: string | null;
}

/** Leave, resign, give, advice: which seat. */
export interface AtSeat {
  seat: number;
}

/** Go on with a seat on another device. */
export interface Claim {
  token: string;
}

/** In a worked example: the decisions so far. */
export interface Attempt {
  paths: number[][];
}

/** The variant with other values at these keys. */
export interface Vary {
  changes: Record<string, boolean | number | string | (number | string)[]>;
}

/** What do other values do to a variant? So many deals with this bot in all seats, and if there
    are rivals, again with it alone among them. */
export interface Compare {
  game: string;
  variant: string;
  changes: Record<string, boolean | number | string | (number | string)[]>;
  deals: number;
  bot?: string;
  rival?: string | null;
  seats?: number | null;
}

/** The guest who asks. */
export interface Me {
  name: string;
}

/** A rule set that can be played. */
export interface Variant {
  variant: string;
  seats: number[];
  short: boolean;
}

/** A game that can be played, its usual variant first. */
export interface GameOffer {
  game: string;
  variants: Variant[];
  lesson: boolean;
}

/** A bot that can sit at a table. */
export interface BotOffer {
  bot: string;
  says: string;
}

/** A table in a list. */
export interface TableLine {
  id: string;
  name: string;
  game: string;
  variant: string;
  status: "over" | "playing" | "waiting";
  public: boolean;
  players: string[];
  yours: number[];
  your_turn: boolean;
  touched: number;
  says: string;
}

/** What one can do here. */
export interface Lobby {
  me: Me;
  games: GameOffer[];
  bots: BotOffer[];
  open: TableLine[];
  mine: TableLine[];
  finished: TableLine[];
  lab: boolean;
}

/** A table to who comes in. */
export interface TableInfo {
  table: Table;
  seats: SeatInfo[];
  watching: number;
}

/** What takes a seat to another device, once. */
export interface SeatLink {
  token: string;
}

/** What a bot would decide. */
export interface Advice {
  bot: string;
  path: number[];
  words: string;
}

/** Older events, oldest first. */
export interface LogPage {
  events: Happenings;
  before: number;
}

/** The table just after an entry. */
export interface ReviewMoment {
  number: number;
  seat: number | null;
  said: string;
  events: Happening[];
  view: GameView;
}

/** A game from its deal to its end, as somebody saw it. */
export interface Review {
  game: string;
  variant: string;
  rules: Record<string, unknown>;
  own: Own | null;
  names: string[];
  chance: string;
  result: Outcome | null;
  moments: ReviewMoment[];
}

/** What a finished game turned on, as far as it is rated. */
export interface Chances {
  bot: string;
  done: number;
  total: number;
  decisions: Rated[];
  turning_points: TurningPoint[];
}

/** One answer of the dealer. */
export interface ProofDraw {
  entry: number;
  pile: number;
  shuffle: number;
  full: number[];
  left: number[];
  drawn: number;
  names: string[];
}

/** All that is needed to check the shuffle; docs/fair-shuffle.md says how. */
export interface Proof {
  commitment: string;
  secret: string;
  nonces: string[];
  draws: ProofDraw[];
}

/** The law of a game and its guide. */
export interface RuleBook {
  game: string;
  law: string;
  guide: string | null;
  clauses: Record<string, string>;
  lessons: string[];
}

/** One sentence, and what is to be tapped; nothing: it is only read. */
export interface LessonStep {
  after: number;
  says: string;
  rule: string;
  taps: number[];
}

/** A guided round, or a worked example to try. */
export interface Lesson {
  game: string;
  name: string;
  title: string;
  says: string;
  views: View[];
  steps: LessonStep[];
  tried: Record<string, GameView>;
  line: number[][];
}

/** A worked example after the decisions so far. */
export interface Attempted {
  views: View[];
}

/** A value of a variant that can be changed. */
export interface Setting {
  key: string;
  of: string;
  value: boolean | number | string | (number | string)[];
  kind: "list" | "number" | "switch" | "text";
  says: string;
}

/** A variant, value by value and as a file. */
export interface VariantFile {
  game: string;
  variant: string;
  seats: number[];
  settings: Setting[];
  text: string;
}

/** A bot that plays in the lab, and how many deals it may be asked for. */
export interface LabBot {
  bot: string;
  says: string;
  deals: number[];
  rivals: string[];
}

/** What can be compared here. */
export interface Lab {
  games: GameOffer[];
  bots: LabBot[];
  seed: number;
}

/** What other values do to a game, as far as it is known. */
export interface Comparison {
  done: number;
  of: number;
  has_ended: boolean;
  says: string;
  findings: Findings | null;
}

/** Why not. */
export interface Failure {
  kind: string;
  says: string;
  rule?: string;
}

/** The one shape of all answers that refuse. */
export interface Refusal {
  error: Failure;
}

export type Happenings = Happening[] | null;

export type FromPage = Decide | TakeBack | Try | Look | Ping | React;
export type FromServer = View | Refused | Tried | Presence | Notice | Pong | Reacted;
