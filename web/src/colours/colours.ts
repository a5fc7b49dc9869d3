// Stick to Colours in the page: its view, an offer as it is being made, and its voice in the rostrum.
// No rules: every possibility comes from the form, every consequence from its previews and from `try`.

import { minus, type Deck, type Face } from "../lib/deck";
import { openPart, type Filling, type Part } from "../lib/form";
import type { Help, Named, Step, Voice } from "../lib/game";
import type { TableState } from "../lib/state";
import type { Entry, Form, GameView, Happening, Score, Zone } from "../lib/types";
import { counted, listed, type Piece } from "../lib/words";

// -- the view ----------------------------------------------------------------------------------

export interface MarketEntry extends Entry {
  card: string;
  position: number; // its slot
  question: number[]; // whose tokens lie on it
  refuse: number[];
  lot?: boolean;
  falls_to?: number; // who gets it for nothing if the viewer comes to refuse it
}

export interface HandEntry extends Entry {
  value?: number; // what a joker counts as
}

export interface Offer {
  market: number[]; // slots
  down: number; // how many cards lie face down
  size: number;
  takes_part: boolean;
  refuses_lot: boolean;
}

export interface ColoursScore extends Score {
  sets: { value: number; points: number; rule: string }[];
  runs: { colour: string; points: number; rule: string }[];
  jokers: number[];
}

export interface ColoursView extends GameView {
  dealer: number;
  passes: number;
  lot: number | null; // its slot
  best: number | null;
  offers: Offer[] | null;
  scores: (ColoursScore | null)[];
}

export function coloursView(view: GameView): ColoursView {
  return view as ColoursView;
}

export function zoneOf(view: GameView, id: string): Zone {
  return view.zones.find((zone) => zone.id === id) ?? { id, owner: null, count: 0, cards: [] };
}

export function marketOf(view: GameView): MarketEntry[] {
  return (zoneOf(view, "market").cards ?? []) as MarketEntry[];
}

/** The seat that looks, or null for a spectator and for who sees everything. */
export function seatOf(view: GameView): number | null {
  return typeof view.viewer === "number" ? view.viewer : null;
}

function facesOf(view: GameView, deck: Deck, zone: string): Face[] {
  return (zoneOf(view, zone).cards ?? []).flatMap((entry) => deck.get(entry.card ?? "") ?? []);
}

/** A hand in order: colour by colour, or value by value; jokers last. */
export function sorted<T extends Entry>(cards: T[], deck: Deck, by: "colour" | "value"): T[] {
  if (by === "colour") return cards; // as the server has them
  const value = (entry: T): number => deck.get(entry.card ?? "")?.value || Infinity;
  return [...cards].sort((a, b) => value(a) - value(b) || a.code - b.code);
}

// -- the form ----------------------------------------------------------------------------------

/** Pass and bid are buttons of the first question; a bid goes on, a pass does not. */
function pressed(filling: Filling): "pass" | "bid" | null {
  const [root] = filling.parts as [Part];
  const code = root.chosen[0];
  if (code === undefined || root.options.get(code) !== "buttons") return null;
  return root.form.then?.[String(code)] ? "bid" : "pass";
}

export function passing(filling: Filling | null): boolean {
  return filling !== null && pressed(filling) === "pass";
}

/** The question for the cards of an offer: the one being answered, or the one a bid leads to. */
function offerForm(filling: Filling): Form | undefined {
  const found = filling.parts.find((part) => part.form.key === "offer")?.form;
  if (found) return found;
  const root = (filling.parts[0] as Part).form;
  return root.key === "respond" ? Object.values(root.then ?? {}).find((form) => form.key === "offer") : undefined;
}

/** The code of the lot that the dealer has chosen and not confirmed yet. */
export function aim(filling: Filling | null): number | undefined {
  const root = filling?.parts[0];
  return root?.form.key === "open" && root.options.get(root.chosen[0] as number) === "market" ? root.chosen[0] : undefined;
}

/** Slots that a bid must contain and that the bidder has not asked on yet. */
export function required(view: GameView, filling: Filling | null): number[] {
  const names = (filling && offerForm(filling)?.fixed?.["market"]) ?? [];
  return names.flatMap((name) => {
    const [card, slot] = String(name).split(".");
    return marketOf(view).find((entry) => (slot ? entry.position === Number(slot) : entry.card === card))?.position ?? [];
  });
}

export interface Asked {
  face: Face;
  to: number | null; // nobody else wants it: it falls to this seat
}

export interface OwnOffer {
  market: Asked[]; // refused if it wins
  hand: Face[]; // lost in any case
  laid: Face[]; // of these, those being added now
  size: number;
  beats: number; // the size of the best offer of another
  needs: number; // how many cards are missing
}

/** The viewer's offer: what lies there, what is required, and what has been chosen so far. */
export function ownOffer(desk: TableState): OwnOffer | null {
  const view = desk.view && coloursView(desk.view);
  const me = view && seatOf(view);
  if (!view || me === null) return null;
  const { filling, deck } = desk;
  const lies = view.offers?.[me];
  const asks = filling ? offerForm(filling) : undefined;
  if (!lies?.size && !asks) return null;
  const part = filling?.parts.find((each) => each.form.key === "offer");
  const chosen = part?.chosen ?? [];
  const market = marketOf(view);
  const inMarket = chosen.filter((code) => part?.options.get(code) === "market");
  const must = filling && pressed(filling) !== "pass" ? required(view, filling) : [];
  const slots = [...(lies?.market ?? []), ...must, ...market.filter((entry) => inMarket.includes(entry.code)).map((entry) => entry.position)];
  const own = chosen.filter((code) => !inMarket.includes(code));
  const laid = own.flatMap((code) => deck.get(zoneOf(view, `hand.${me}`).cards?.find((entry) => entry.code === code)?.card ?? "") ?? []);
  const best = view.best === null || view.best === me ? 0 : (view.offers?.[view.best]?.size ?? 0);
  return {
    market: slots.flatMap((slot): Asked[] => {
      const entry = market.find((each) => each.position === slot);
      const face = deck.get(entry?.card ?? "");
      return entry && face ? [{ face, to: entry.falls_to ?? null }] : [];
    }),
    hand: [...facesOf(view, deck, `offer.${me}`), ...laid],
    laid,
    size: (lies?.size ?? 0) + must.length + chosen.length,
    beats: best,
    needs: asks && filling && pressed(filling) !== "pass" ? Math.max(0, (asks.set?.[0] ?? 0) - chosen.length) : 0,
  };
}

/** The market cards of an offer by what becomes of them: kept on the market, or whose they will be. */
export function fatesOf(market: Asked[]): { to: number | null; faces: Face[] }[] {
  const seats = [...new Set(market.map((each) => each.to))].sort((a, b) => (a ?? -1) - (b ?? -1));
  return seats.map((to) => ({ to, faces: market.filter((each) => each.to === to).map((each) => each.face) }));
}

/** The lot: under the hammer, or chosen to be put there. */
export function lotOf(view: GameView, filling: Filling | null): MarketEntry | undefined {
  const aimed = aim(filling);
  return marketOf(view).find((entry) => entry.lot || entry.code === aimed);
}

/** The cards of the lot's colour that the viewer would hold with it. */
export function withLot(view: GameView, deck: Deck, lot: Face): string {
  const faces = [...facesOf(view, deck, `hand.${seatOf(view)}`).filter((face) => face.suit === lot.suit), lot];
  if (faces.length < 2) return "";
  const value = (face: Face): number => face.value || Infinity;
  const names = faces.sort((a, b) => value(a) - value(b)).map((face) => face.label || "joker");
  return `${counted(faces.length, `${lot.suit} card`)}: ${names.join(" \u00b7 ")}.`;
}

/** What a seat is doing in this round, in a few words. */
export function doing(desk: TableState, seat: number, short: boolean): { says: string; best: boolean; out: boolean } {
  const view = coloursView(desk.view!);
  const told = (says: string, best = false, out = false): { says: string; best: boolean; out: boolean } => ({ says, best, out });
  const acts = desk.owing.includes(seat) || (!desk.owing.length && view.turn === seat);
  const thinks = desk.seats[seat]?.kind === "bot" && acts;
  if (desk.seats[seat]?.kind === "open") return told("free seat");
  if (view.over) {
    const won = view.winners?.includes(seat) ?? false;
    const total = view.scores[seat]?.total ?? 0;
    const wins = won ? ((view.winners?.length ?? 0) > 1 ? (short ? ", shared" : " \u00b7 shares the win") : short ? ", wins" : " \u00b7 wins") : "";
    return told(`${short ? total : counted(total, "point")}${wins}`, won);
  }
  if (view.phase === "jokers") return told(desk.owing.includes(seat) ? "names jokers" : "");
  const offer = view.offers?.[seat];
  if (!offer) return told(thinks ? "is thinking" : acts ? (short ? "chooses a lot" : "is choosing a lot") : "");
  if (offer.refuses_lot) return told(short ? "refused it" : "refused this lot", false, true);
  if (!offer.takes_part) return told(short ? "passed" : "passed this lot", false, true);
  const size = short ? String(offer.size) : `offers ${offer.size}`;
  if (view.best === seat) return told(short ? `${size}, best` : `${size} · best`, true);
  if (thinks) return told("is thinking");
  if (acts) return told(short ? "bids?" : offer.size ? `${size} · bids or passes` : "bids or passes");
  if (offer.size) return told(short ? `${size}, outbid` : `${size} · outbid`);
  return told(short ? "waits" : "may bid");
}

// -- the voice ---------------------------------------------------------------------------------

const text = (says: string): Piece => ({ text: says });
const strong = (says: string | number): Piece => ({ strong: String(says) });

function glyphs(faces: Face[]): Piece[] {
  return faces.flatMap((face, i): Piece[] => (i ? [text(i === faces.length - 1 ? " and " : ", "), { face }] : [{ face }]));
}

const STEPS = ["choose a lot", "trade", "close"];
const NOW: Record<string, string> = { opening: "choose a lot", trade: "trade" };
const EXTRA: Record<string, string> = { jokers: "jokers", over: "counted" };

function steps(desk: TableState): Step[] {
  const view = desk.view;
  if (!view) return [];
  const me = seatOf(view);
  const mine = me !== null && desk.owing.includes(me);
  const extra = EXTRA[view.phase];
  const found = STEPS.map((name) => {
    const on = name === NOW[view.phase];
    return { name: on && mine ? `${name}: your turn` : name, on };
  });
  return extra ? [...found, { name: extra, on: true }] : found;
}

/** What becomes of the cards of an offer; a phone has no room to say what the tray shows. */
function fates({ market, hand }: OwnOffer, desk: TableState): Piece[] {
  const found: Piece[] = [];
  if (desk.terse) return found;
  const ends = fatesOf(market).map(({ to, faces }): Piece[] => (to === null ? [text("you refuse "), ...glyphs(faces), text(" for good")] : [...glyphs(faces), text(` ${faces.length === 1 ? "goes" : "go"} to ${desk.nameOf(to)}`)]));
  if (ends.length) found.push(text(" If you win, "), ...ends.flatMap((end, i): Piece[] => (i ? [text(", "), ...end] : end)), text("."));
  if (hand.length) found.push(text(" "), ...glyphs(hand), text(hand.length === 1 ? " is lost, win or not." : " are lost, win or not."));
  return found;
}

function openSentence(desk: TableState, view: ColoursView, filling: Filling): Piece[] | null {
  const next = desk.nameOf((view.dealer + 1) % view.scores.length);
  const { key } = view.status;
  if (pressed(filling) === "pass") {
    if (key === "status_sweeps") return [text("Pass? Then all have passed in a row, and the market is swept.")];
    if (key === "status_ends") return [text("Pass? Then all have passed in a row, and the game ends.")];
    return [text(`Pass? ${next} becomes the dealer, and the market stays as it is.`)];
  }
  const lot = lotOf(view, filling);
  const face = lot && desk.deck.get(lot.card);
  const offer = ownOffer(desk);
  if (!face || !offer) {
    if (key !== "status_open") return null;
    const passed = view.passes > 1 ? ` ${view.passes} dealers in a row have passed.` : view.passes ? " The dealer before you has passed." : "";
    return [text(`You are the dealer: put one of the cards up, or pass the token on to ${next}.${passed}`)];
  }
  if (offer.needs) return [text("Put the "), strong(face.long), text(` up? Choose ${counted(offer.needs, offer.size ? "more card" : "card", offer.size ? "more cards" : "cards")} to offer: of the market to refuse, or of your hand to lose.`)];
  return [text("Put the "), strong(face.long), text(" up for "), strong(offer.size), text("?"), ...fates(offer, desk)];
}

function raiseSentence(desk: TableState, view: ColoursView, filling: Filling): Piece[] | null {
  const me = seatOf(view) as number;
  const lot = lotOf(view, filling);
  const face = lot && desk.deck.get(lot.card);
  const offer = ownOffer(desk);
  const mine = view.offers?.[me];
  if (!face || !offer) return null;
  const tokens = mine?.market.length ? (mine.market.length === 1 ? "your question token" : "your question tokens") : "";
  if (pressed(filling) === "pass") {
    const back = tokens ? ` You take ${tokens} back.` : "";
    const lost = mine?.down ? ` ${counted(mine.down, "card")} you laid face down ${mine.down === 1 ? "is" : "are"} lost.` : "";
    return [text("Leave the "), strong(face.long), text(` to the others?${back}${lost}`)];
  }
  const who = desk.nameOf(view.best);
  if (!pressed(filling)) {
    const must = required(view, filling).flatMap((slot) => desk.deck.get(marketOf(view).find((entry) => entry.position === slot)?.card ?? "") ?? []);
    const found: Piece[] = [text(`${who} offers `), strong(offer.beats), text(" for the "), strong(face.long), text(". Raise to "), strong(offer.beats + 1)];
    if (must.length) found.push(text(" or more, "), ...glyphs(must), text(" among them"));
    return [...found, text(tokens && !desk.terse ? `, or pass and take ${tokens} back.` : ", or pass.")];
  }
  if (offer.needs) return [text(`Choose ${counted(offer.needs, "more card")} to beat ${who}\u2019s `), strong(offer.beats), text(" for the "), strong(face.long), text(".")];
  return [text("Offer "), strong(offer.size), text(" for the "), strong(face.long), text("?"), ...fates(offer, desk)];
}

/** The cards that the jokers count as, as far as they are named. */
function named(desk: TableState, filling: Filling): Face[] {
  const faces = [...desk.deck.values()];
  return filling.parts.flatMap((part) => {
    const label = part.form.labels[String(part.chosen[0])]?.replace("Count it as ", "");
    return faces.find((face) => face.short === label) ?? [];
  });
}

function jokerSentence(desk: TableState, filling: Filling): Piece[] | null {
  if (!filling.complete) {
    const colour = Object.values(openPart(filling).form.labels)[0]?.replace("Count it as ", "").replace(/ \d+$/, "") ?? "";
    return [text(`Choose what your ${colour} joker counts as.`)];
  }
  const faces = named(desk, filling);
  return [text(faces.length === 1 ? "Your joker counts as " : "Your jokers count as "), ...glyphs(faces), text(". All jokers are shown together.")];
}

function sentence(desk: TableState): Piece[] | null {
  const { view, filling } = desk;
  if (!view || !filling) return null;
  const key = filling.parts[0]?.form.key;
  if (key === "open") return openSentence(desk, coloursView(view), filling);
  if (key === "respond") return raiseSentence(desk, coloursView(view), filling);
  return key === "joker" ? jokerSentence(desk, filling) : null;
}

function deed(desk: TableState, filling: Filling): string {
  const view = coloursView(desk.view as GameView);
  const key = filling.parts[0]?.form.key;
  if (key === "joker") {
    if (!filling.complete) return "Choose a value";
    const faces = named(desk, filling);
    const best = view.scores[seatOf(view) ?? 0];
    if (best && isBest(faces, best)) return `Count ${counted(best.total, "point")}`;
    return `Count ${listed(faces.map((face) => face.short))}`;
  }
  if (pressed(filling) === "pass") return "Pass";
  const offer = ownOffer(desk);
  const lot = lotOf(view, filling);
  if (key === "open" && !lot) return "Choose a lot";
  if (!offer || offer.needs) {
    if (key === "respond" && !pressed(filling)) return "Raise or pass?";
    return `Choose ${counted(offer?.needs ?? 1, key === "respond" || offer?.size ? "more card" : "card")}`;
  }
  if (!filling.complete) return "Raise or pass?";
  return key === "open" ? `Put ${desk.deck.get(lot?.card ?? "")?.short ?? "it"} up for ${offer.size}` : `Offer ${counted(offer.size, "card")}`;
}

function isBest(faces: Face[], score: ColoursScore): boolean {
  return faces.map((face) => face.value).join() === score.jokers.join();
}

function button(filling: Filling, code: number): Named {
  const root = filling.parts[0] as Part;
  const goesOn = Boolean(root.form.then?.[String(code)]);
  if (root.form.key === "open") return { name: "Pass the token" };
  return { name: goesOn ? "Match it" : "Pass" };
}

/** A bid begins with its first card; its button is needed only where no further card is. */
function hides(filling: Filling, code: number): boolean {
  const root = filling.parts[0] as Part;
  const follows = root.form.key === "respond" ? root.form.then?.[String(code)] : undefined;
  return Boolean(follows && (pressed(filling) === "bid" || follows.set?.[0]));
}

function warning(desk: TableState): string {
  const laid = (ownOffer(desk)?.laid ?? []).map((face) => `the ${face.short}`);
  if (!laid.length || desk.terse) return "";
  const whose = laid.length === 1 ? "comes from your hand: it is" : "come from your hand: they are";
  return `${listed(laid).replace(/^t/, "T")} ${whose} discarded, even if you pass later.`;
}

/** The first card out of the hand asks once more. */
function doubt(desk: TableState): string {
  const laid = ownOffer(desk)?.laid ?? [];
  if (!laid.length) return "";
  return `Lose ${listed(laid.map((face) => `the ${face.short}`))}, win or not? Confirm once more if you mean it.`;
}

/** The change of sets and runs between two scores, in words. */
function change(before: Score, after: Score): string[] {
  const sources = (score: Score): Map<string, number> => {
    const { sets = [], runs = [] } = score as Partial<ColoursScore>;
    return new Map([...sets.map((each): [string, number] => [`set of ${each.value}`, each.points]), ...runs.map((each): [string, number] => [`${each.colour} runs`, each.points])]);
  };
  const [was, is] = [sources(before), sources(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((source) => {
    const points = (is.get(source) ?? 0) - (was.get(source) ?? 0);
    return points ? `${points > 0 ? "+" : ""}${minus(points)} ${source}` : [];
  });
}

/** The codes of the values that score most, as the score so far counts them. */
export function bestValues(desk: TableState): number[] {
  const { view, filling } = desk;
  const me = view && seatOf(view);
  if (!view || me === null || filling?.parts[0]?.form.key !== "joker") return [];
  const values = coloursView(view).scores[me]?.jokers ?? [];
  const found: number[] = [];
  let form: Form | undefined = filling.parts[0].form;
  for (const value of values) {
    const code: string | undefined = Object.entries(form?.labels ?? {}).find(([, label]) => label.endsWith(` ${value}`))?.[0];
    if (code === undefined) break;
    found.push(Number(code));
    form = form?.then?.[code] ?? form?.then?.["*"];
  }
  return found;
}

/** Name the best values, in place of what is named already. */
export function nameBest(desk: TableState): void {
  for (const code of bestValues(desk)) if (!desk.filling?.parts.some((part) => part.chosen.includes(code))) desk.tap(code);
}

function helps(desk: TableState): Help[] {
  const chosen = desk.filling?.parts.flatMap((part) => part.chosen) ?? [];
  const best = bestValues(desk);
  if (!best.length || best.every((code) => chosen.includes(code))) return [];
  return [{ key: "a", name: "Best values", among: "words", lend: () => nameBest(desk) }];
}

export const voice: Voice = {
  round: (view) => `Round ${view.round}`,
  steps,
  sentence,
  deed,
  button,
  hides,
  inline: [],
  helps,
  change,
  warning,
  doubt,
};

export const together: Record<string, (events: Happening[]) => string> = {
  laid_out: (events) => `To the market: ${listed(events.map((event) => String(event.values["card"])))}.`,
  dealt: (events) => `All are dealt ${counted(Number(events[0]?.values["count"]), "card")}.`,
};
