// Six of Sparrows in the page: what its view holds, and its voice in the rostrum.

import { minus, type Face } from "../lib/deck";
import { openPart, type Filling, type Part } from "../lib/form";
import type { Named, Step, Voice } from "../lib/game";
import type { TableState } from "../lib/state";
import type { Entry, GameView, Happening, Score, Zone } from "../lib/types";
import { listed, type Piece } from "../lib/words";
import { numbersOf, titleOf, type Numbers } from "./deck";
import { planOf } from "./plan.svelte";

export interface SparrowsEntry extends Entry {
  value?: number;
  token?: number;
  achieved?: boolean;
}

export interface SparrowsView extends GameView {
  step: number;
  dealer: number | null;
  token: number | null;
  raised: number[];
  turn: number | null;
  partner: number | null;
  target: number;
  places?: number[];
}

export function viewOf(desk: TableState): SparrowsView {
  return desk.view as SparrowsView;
}

export function zoneOf(view: GameView, id: string): Zone {
  return view.zones.find((zone) => zone.id === id) ?? { id, owner: null, count: 0, cards: [] };
}

export function entriesOf(view: GameView, id: string): SparrowsEntry[] {
  return (zoneOf(view, id).cards ?? []) as SparrowsEntry[];
}

/** The cards that lie open in a zone. */
export function facesIn(desk: TableState, id: string): Face[] {
  return entriesOf(viewOf(desk), id).flatMap((entry) => desk.deck.get(entry.card ?? "") ?? []);
}

/** What a seat has taken: its bid card with the token, and its bonus. */
export function bidOf(view: GameView, seat: number): { bid: SparrowsEntry | undefined; bonus: SparrowsEntry | undefined } {
  const [bid, bonus] = entriesOf(view, `bid.${seat}`);
  return { bid, bonus };
}

/** Points of values that come true with a token: divided once, halves up. */
export function divided(value: number, token: number): number {
  return Math.floor((2 * value + token) / (2 * token));
}

const BONUSES = ["win_all", "win_none", "match_together"];

/** The choices behind the bid cards, which come first. */
export function codesOf({ bids }: Numbers) {
  const after = bids.length;
  return { bonus: (id: string): number => after + BONUSES.indexOf(id), pass: after + 3, raise: after + 4, none: after + 5, decline: after + 6, partner: (seat: number): number => after + 7 + seat };
}

/** A step of one seat: a plan is made for it, and for no other. */
export function whenOf(view: SparrowsView): string {
  return `${view.viewer}.${view.round}.${view.step}`;
}

export function plannedCard(desk: TableState): number | undefined {
  const raise = chosenIn(desk.filling, "raise");
  const { raise: code } = codesOf(numbersOf(desk.rules));
  return raise === code ? planOf(desk).at(whenOf(viewOf(desk))) : undefined;
}

export function tokenNow(desk: TableState): number {
  const view = viewOf(desk);
  return view.phase === "late" ? numbersOf(desk.rules).lateToken : (view.token ?? 1);
}

/** Seats without a bid that sit nearer the dealer than the viewer. */
export function nearer(view: SparrowsView, seats: number): number[] {
  const me = view.viewer;
  if (typeof me !== "number" || view.dealer === null) return [];
  const far = (seat: number): number => (seat - (view.dealer ?? 0) + seats) % seats;
  return Array.from({ length: seats }, (_, seat) => seat)
    .filter((seat) => far(seat) < far(me) && !bidOf(view, seat).bid)
    .sort((a, b) => far(a) - far(b));
}

function partIn(filling: Filling | null, key: string): Part | undefined {
  return filling?.parts.find((part) => part.form.key === key);
}

export function chosenIn(filling: Filling | null, key: string): number | undefined {
  return partIn(filling, key)?.chosen[0];
}

export function signed(points: number): string {
  return `${points > 0 ? "+" : ""}${minus(points)}`;
}

// -- sentences ---------------------------------------------------------------------------------------

const text = (says: string): Piece => ({ text: says });
const strong = (says: string): Piece => ({ strong: says });

interface Worth {
  title: string;
  value: number;
}

/** The bid or bonus card behind a code. */
function cardAt(numbers: Numbers, code: number): Worth | undefined {
  const found = numbers.bids[code] ?? numbers.bonuses.find(({ id }) => codesOf(numbers).bonus(id) === code);
  return found && { title: titleOf(found.id), value: found.value };
}

function orNot(numbers: Numbers, value: number, token: number): Piece[] {
  return [strong(signed(divided(value, token))), text(" if you make it, "), strong(minus(-numbers.penalty)), text(" if not.")];
}

function raiseSentence(desk: TableState, numbers: Numbers, answer: number): Piece[] {
  const view = viewOf(desk);
  const token = tokenNow(desk);
  if (answer === codesOf(numbers).pass) return [text(view.step >= numbers.hand ? "Pass the last step of this round?" : "Pass this step? You may raise again in the next one.")];
  const planned = plannedCard(desk);
  const card = planned === undefined ? undefined : cardAt(numbers, planned);
  if (!card) return [text(`Raise with token ${token}? If the step is yours, you must take a bid card.`)];
  return [text("Raise for "), strong(card.title), text(` with token ${token}? `), ...orNot(numbers, card.value, token)];
}

function takeSentence(desk: TableState, numbers: Numbers, code: number): Piece[] {
  const token = tokenNow(desk);
  const card = cardAt(numbers, code);
  if (!card) return [];
  const bonusCode = chosenIn(desk.filling, "take_bonus");
  const bonus = bonusCode === undefined || bonusCode === codesOf(numbers).none ? undefined : cardAt(numbers, bonusCode);
  if (bonus) {
    const best = divided(card.value + bonus.value, token);
    return [text("Take "), strong(card.title), text(" and "), strong(bonus.title), text(desk.terse ? "? " : ` with token ${token}? `), strong(signed(best)), text(desk.terse ? " for both, " : " if both come true, "), strong(minus(-numbers.penalty)), text(` for each that ${desk.terse ? "fails" : "does not"}.`)];
  }
  const late = partIn(desk.filling, "late_bid") ? " late," : "";
  const open = late || (partIn(desk.filling, "take_bonus") && bonusCode === undefined) || desk.terse ? "" : " You cannot change it later.";
  return [text("Take "), strong(card.title), text(`${late} with token ${token}? `), ...orNot(numbers, card.value, token), text(open)];
}

function scoredSentence(desk: TableState, events: Happening[]): Piece[] {
  const mine = events.find((event) => event.key === "scored" && event.seat === desk.view?.viewer);
  if (!mine) return [text("The hands are open, and the round is scored.")];
  const { gained, total } = scoredBy(mine);
  const so = gained < 0 ? "lose" : "get";
  return [text(`The hands are open. You ${so} `), strong(String(Math.abs(gained))), text(" and have "), strong(minus(total)), text(" in all.")];
}

function sentence(desk: TableState): Piece[] | null {
  if (desk.ceremony) return scoredSentence(desk, desk.ceremony);
  const filling = desk.filling;
  if (!filling) return null;
  const numbers = numbersOf(desk.rules);
  const answer = chosenIn(filling, "raise");
  if (answer !== undefined) return raiseSentence(desk, numbers, answer);
  const taken = chosenIn(filling, "take_bid") ?? chosenIn(filling, "late_bid");
  if (taken === codesOf(numbers).decline) return [text("Take no late bid? Without a bid you score nothing this round.")];
  if (taken !== undefined) return takeSentence(desk, numbers, taken);
  const partner = chosenIn(filling, "pick_partner");
  if (partner !== undefined) return [text("Match with "), strong(desk.nameOf(partner - codesOf(numbers).partner(0))), text("? That hand joins yours in place of the table.")];
  return null;
}

/** A plain line under the sentence: what else will matter. */
function aside(desk: TableState): string {
  const filling = desk.filling;
  if (!filling || desk.ceremony) return "";
  const numbers = numbersOf(desk.rules);
  const view = viewOf(desk);
  const codes = codesOf(numbers);
  const answer = chosenIn(filling, "raise");
  if (answer === codes.raise) {
    const first = nearer(view, desk.seats.length).map((seat) => desk.nameOf(seat));
    if (!first.length) return "The step is yours: nobody nearer the dealer is left.";
    if (first.length === 1) return `${first[0]} sits nearer the dealer and may raise too.`;
    return `${first.length} players nearer the dealer may raise too.`;
  }
  if (answer === codes.pass) return view.step >= numbers.hand ? "" : `The next token divides by ${numbers.tokens[view.step] ?? ""}.`;
  if (answer === undefined && filling.parts[0]?.form.key === "raise") return "Tap a bid card to plan with it. It is taken only if you win.";
  const late = chosenIn(filling, "late_bid");
  if (late !== undefined && late !== codes.decline) return "All hands are open: nothing is left to chance.";
  return "";
}

/** What the one big button says. */
function deed(desk: TableState, filling: Filling): string {
  const numbers = numbersOf(desk.rules);
  const codes = codesOf(numbers);
  const answer = chosenIn(filling, "raise");
  if (answer !== undefined) return answer === codes.raise ? `Raise at \u00f7${tokenNow(desk)}` : "Pass this step";
  const partner = chosenIn(filling, "pick_partner");
  if (partner !== undefined) return `Match with ${desk.nameOf(partner - codes.partner(0))}`;
  const taken = chosenIn(filling, "take_bid") ?? chosenIn(filling, "late_bid");
  if (taken === codes.decline) return "No late bid";
  if (filling.complete && taken !== undefined) {
    const bonus = chosenIn(filling, "take_bonus");
    const names = [taken, ...(bonus === undefined || bonus === codes.none ? [] : [bonus])].map((code) => cardAt(numbers, code)?.title ?? "");
    return desk.terse && names.length > 1 ? "Take both" : `Take ${listed(names)}`;
  }
  const missing: Record<string, string> = { raise: "Raise or pass?", take_bonus: "A bonus, or none?", pick_partner: "Choose a partner", late_bid: "A late bid, or none?" };
  return missing[openPart(filling).form.key] ?? "Choose a bid card";
}

function button(filling: Filling, code: number): Named {
  const label = filling.parts.map((part) => part.form.labels[String(code)]).find(Boolean) ?? String(code);
  return { name: label === "No late bid" ? "None" : label };
}

const STEPS = ["deal", "raise or pass", "take"];
const LATER = ["partner", "late bids"];
const NOW: Record<string, string> = { dealing: "deal", raise: "raise or pass", take: "take", partner: "partner", late: "late bids" };

function steps(desk: TableState): Step[] {
  const view = viewOf(desk);
  const now = desk.ceremony || view.over ? "score" : NOW[view.phase];
  const all = numbersOf(desk.rules).bonuses.length ? [...STEPS, ...LATER, "score"] : [...STEPS, "score"];
  return all.map((name) => ({ name, on: name === now }));
}

function change(before: Score, after: Score): string[] {
  return [`${signed(after.total - before.total)} this round`];
}

export const voice: Voice = {
  round: (view) => `Round ${view.round}${(view as SparrowsView).step ? `, step ${(view as SparrowsView).step}` : ""}`,
  steps,
  sentence,
  aside,
  deed,
  button,
  inline: [],
  change,
};

// -- the end of a round --------------------------------------------------------------------------------

/** The table stops when a round is scored, since the next one begins at once. */
export function ceremony(events: Happening[]): Happening[] | null {
  const cleared = events.some((event) => event.key === "cleared");
  return cleared && events.some((event) => event.key === "scored") ? events.filter((event) => ["scored", "cleared"].includes(event.key)) : null;
}

export interface Line {
  name: string;
  value: number;
  penalty: number;
  result: string;
  rule: string;
}

export interface Scored {
  seat: number;
  lines: Line[];
  gained: number;
  total: number;
}

export function scoredBy(event: Happening): Scored {
  const { lines, gained, total } = event.values;
  return { seat: event.seat, lines: lines as Line[], gained: Number(gained), total: Number(total) };
}

/** Rounds that were scored, the oldest first: one entry for each seat. */
export function roundsOf(said: Happening[], seats: number): Scored[][] {
  const all = said.filter((event) => event.key === "scored").map(scoredBy);
  const found: Scored[][] = [];
  for (let i = 0; i + seats <= all.length; i += seats) found.push(all.slice(i, i + seats));
  return found;
}
