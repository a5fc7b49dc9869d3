// Dutch in the page: its zones, and its voice in the rostrum. No rules: every possibility comes from
// the form, every consequence from its previews and from `try`.

import { lookOf } from "../art/shapes";
import type { Deck, Face } from "../lib/deck";
import { capital, minus } from "../lib/deck";
import type { Filling, Part } from "../lib/form";
import { labelOf, missing, openPart } from "../lib/form";
import type { Help, Named, Step, Voice } from "../lib/game";
import type { TableState } from "../lib/state";
import type { Entry, GameView, Happening, Hint, Score, Zone } from "../lib/types";
import { counted, listed, type Piece } from "../lib/words";

const END = 46;
const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

export function zoneOf(view: GameView, id: string): Zone {
  return view.zones.find((zone) => zone.id === id) ?? { id, owner: null, count: 0, cards: [] };
}

function entryOf(view: GameView, code: number): Entry | undefined {
  for (const zone of view.zones) for (const entry of zone.cards ?? []) if (entry.code === code) return entry;
  return undefined;
}

/** The card behind a choice code: a card of a zone, or the lot at a position. */
function faceOf(view: GameView, deck: Deck, code: number): Face | undefined {
  const card = entryOf(view, code)?.card;
  return card ? deck.get(card) : undefined;
}

const STEPS = ["set aside", "bid", "buy", "restock", "draw"];
const NOW: Record<string, string> = { set_aside: "set aside", turn: "buy" };
const EXTRA: Record<string, string> = { vote: "stop?", over: "sold" };

function steps(desk: TableState): Step[] {
  const view = desk.view;
  if (!view) return [];
  const mine = typeof view.viewer === "number" && desk.owing.includes(view.viewer);
  const now = desk.ceremony ? "bid" : NOW[view.phase];
  const found = STEPS.map((step) => {
    const on = step === now;
    const name = on && desk.ceremony ? "bids open" : on && mine && step === "buy" ? "buy: your turn" : step;
    return { name, on };
  });
  const extra = desk.ceremony ? undefined : EXTRA[view.phase];
  return extra ? [...found, { name: extra, on: true }] : found;
}

const POWERS: Record<number, Named & { deed: string }> = {
  50: { icon: "cash", name: "Cash in", deed: "cash in" },
  51: { icon: "swap", name: "Recolour", deed: "recolour" },
  52: { icon: "take", name: "Take from your discards", deed: "take", group: "Take from" },
  53: { icon: "take", name: "Take from the auction discards", deed: "take", group: "Take from" },
  54: { icon: "take", name: "Take from the display", deed: "take", group: "Take from" },
  55: { icon: "steal", name: "Steal", deed: "steal" },
  56: { icon: "dup", name: "Copy a power", deed: "copy" },
};
const BUTTONS: Record<number, string> = { 46: "Finish", 48: "Stop the sale", 49: "Go on" };

function button(filling: Filling, code: number): Named {
  const power = POWERS[code];
  if (power) return power;
  const label = labelOf(filling, code) ?? String(code);
  const suit = /^Make it (\w+)$/.exec(label)?.[1];
  if (suit) return { name: suit, look: lookOf("dutch", suit) };
  return { name: BUTTONS[code] ?? label };
}

const bold = (face: Face | undefined): Piece => ({ strong: face ? face.long : "card" });
const text = (says: string): Piece => ({ text: says });

function part(filling: Filling, key: string): Part | undefined {
  return filling.parts.find((each) => each.form.key === key);
}

function first(filling: Filling, key: string): number | undefined {
  return part(filling, key)?.chosen[0];
}

function glyphs(faces: Face[]): Piece[] {
  const found: Piece[] = [];
  faces.forEach((face, i) => {
    if (i) found.push(text(i === faces.length - 1 ? " and " : ", "));
    found.push({ face });
  });
  return found;
}

/** While a form is being filled in. */
function formSentence(view: GameView, deck: Deck, filling: Filling): Piece[] | null {
  const face = (code: number | undefined): Face | undefined => (code === undefined ? undefined : faceOf(view, deck, code));
  const aside = part(filling, "set_aside");
  if (aside) return asideSentence(view, deck, filling);
  const hold = part(filling, "hold");
  if (hold) return holdSentence(view, deck, undefined, hold);
  const acted = first(filling, "act");
  if (acted === undefined) return null;
  if (acted === END) return finishSentence(view);
  const pay = part(filling, "pay");
  if (pay) return paySentence(view, deck, face(acted), pay);
  const agent = face(acted);
  const open = openPart(filling);
  if (open.form.key === "power" && !open.chosen.length) return powerSentence(agent, open);
  if (open.form.key === "copy" && !open.chosen.length) return [text("Choose the power that your "), bold(agent), text(" copies.")];
  if (open.form.key === "act") return [text("Play the "), bold(agent), text("? Then its power may be used.")];
  const power = first(filling, "power");
  const target = first(filling, "target");
  if (power === undefined) return null;
  if (target === undefined) return [text(`${POWERS[power]?.name ?? "Use it"}: choose a card for your `), bold(agent), text(".")];
  return targetSentence(power, face(target), filling);
}

function asideSentence(view: GameView, deck: Deck, filling: Filling): Piece[] | null {
  const chosen = first(filling, "set_aside");
  const all = filling.parts.filter((each) => each.form.key === "set_aside").flatMap((each) => each.chosen);
  if (chosen === undefined) return null;
  const hold = part(filling, "hold");
  const faces = all.map((code) => faceOf(view, deck, code)).filter((each): each is Face => Boolean(each));
  if (hold) return holdSentence(view, deck, faces[0], hold);
  const left = zoneOf(view, `hand.${view.viewer}`).count - all.length;
  return [text("Set aside the "), ...faces.flatMap((each, i): Piece[] => (i ? [text(" and the "), bold(each)] : [bold(each)])), text(`? You bid with the other ${NUMBERS[left] ?? left}.`)];
}

function holdSentence(view: GameView, deck: Deck, aside: Face | undefined, hold: Part): Piece[] {
  const held = hold.chosen.map((code) => faceOf(view, deck, code)).filter((each): each is Face => Boolean(each));
  const begins: Piece[] = aside ? [text("Set aside the "), bold(aside), text("? ")] : [];
  if (held.length) return [...begins, text("You keep "), ...glyphs(held), text(` for ${held.length === 1 ? "its power" : "their powers"} and bid the rest.`)];
  if (!hold.options.size) return [...begins, text("You bid with all the others.")];
  return [...begins, text("You bid with all the others; tap cards with a power to keep them for it.")];
}

function paySentence(view: GameView, deck: Deck, lot: Face | undefined, pay: Part): Piece[] {
  const left = pay.least - pay.chosen.length;
  if (left > 0) return [text(`Choose ${left} ${pay.chosen.length ? "more " : ""}${left === 1 ? "card" : "cards"} to pay for the `), bold(lot), text(".")];
  const home: Face[] = [];
  const lost: Face[] = [];
  for (const code of pay.chosen) {
    const face = faceOf(view, deck, code);
    if (face) (pay.form.previews?.[String(code)] === "auction_discards" ? lost : home).push(face);
  }
  const found: Piece[] = [text("Buy the "), bold(lot), text(` for ${NUMBERS[pay.least] ?? pay.least} ${pay.least === 1 ? "card" : "cards"}: `)];
  if (home.length) found.push(...glyphs(home), text(home.length === 1 ? " matches and comes back to you" : " match and come back to you"));
  if (home.length && lost.length) found.push(text(", "));
  if (lost.length) found.push(...glyphs(lost), text(lost.length === 1 ? " is lost to the auction" : " are lost to the auction"));
  found.push(text("."));
  return found;
}

function powerSentence(agent: Face | undefined, open: Part): Piece[] {
  const deeds = [...new Set([...open.options.keys()].map((code) => POWERS[code]?.deed ?? ""))];
  const or = deeds.length > 1 ? `${deeds.slice(0, -1).join(", ")} or ${deeds[deeds.length - 1]}` : deeds[0];
  return [text("Your "), bold(agent), text(` may act on a ${agent?.suit ?? ""} card: ${or}.`)];
}

function targetSentence(power: number, target: Face | undefined, filling: Filling): Piece[] {
  const suit = first(filling, "suit");
  if (power === 50) return [text("Cash in the "), bold(target), text(`? It scores ${target?.foot ?? ""} at the end and leaves your deck for good.`)];
  if (power === 51) {
    if (suit === undefined) return [text("Choose the new suit of the "), bold(target), text(", for this turn only.")];
    const label = part(filling, "suit")?.form.labels[String(suit)]?.replace("Make it ", "") ?? "";
    return [text("Make the "), bold(target), text(` ${label}, for this turn only?`)];
  }
  if (power === 55) return [text("Steal the "), bold(target), text(" from the rival\u2019s bid?")];
  return [text("Take the "), bold(target), text("? It joins your bid, ready to pay or to act.")];
}

function finishSentence(view: GameView): Piece[] {
  const seat = view.viewer;
  const left = ["stake", "area", "hand"].reduce((sum, zone) => sum + zoneOf(view, `${zone}.${seat}`).count, 0);
  if (!left) return [text("Finish your turn?")];
  return [text(`Finish your turn? ${capital(counted(left, "card"))} ${left === 1 ? "goes" : "go"} to your discards.`)];
}

/** What can be done in a turn, by the status: all of it, or less. */
const WHAT: Record<string, { choose: string; may: string }> = {
  status_act: { choose: "Choose a lot or a power", may: "use powers, buy lots, or finish" },
  status_act_buy: { choose: "Choose a lot", may: "buy lots, or finish" },
  status_act_use: { choose: "Choose a power", may: "use powers, or finish" },
  status_act_end: { choose: "Nothing to buy", may: "all you can do is finish" },
};

/** What the one big button says. */
function deed(view: GameView, deck: Deck, filling: Filling): string {
  const face = (code: number | undefined): string => (code === undefined ? "" : (faceOf(view, deck, code)?.short ?? ""));
  if (!filling.complete) {
    const open = openPart(filling);
    if (open.form.key === "pay") return `${missing(filling)} ${open.least - open.chosen.length === 1 ? "card" : "cards"}`;
    if (open.form.key === "set_aside") return open.chosen.length ? missing(filling) : "Choose a card";
    if (open.form.key === "power") return "Choose a power";
    if (open.form.key === "suit") return "Choose a suit";
    if (open.form.key === "act") return WHAT[view.status.key]?.choose ?? "Choose a lot or a power";
    return open.form.key === "vote" ? "Stop or go on?" : "Choose a card";
  }
  const aside = filling.parts.filter((each) => each.form.key === "set_aside").flatMap((each) => each.chosen);
  const hold = part(filling, "hold");
  if (aside.length || hold) {
    const sets = aside.length ? `Set aside ${listed(aside.map((code) => face(code)))}` : "";
    if (!hold) return sets;
    const bids = bidCards(view, filling, deck);
    const total = bids.reduce((sum, each) => sum + each.value, 0);
    const bid = `bid ${total} with ${counted(bids.length, "card")}`;
    return sets ? `${sets}, ${bid}` : capital(bid);
  }
  const vote = first(filling, "vote");
  if (vote !== undefined) return vote === 48 ? "Stop the sale" : "Go on";
  const acted = first(filling, "act");
  if (acted === END) return "Finish";
  const pay = part(filling, "pay");
  if (pay) return `Buy for ${pay.least}`;
  const power = first(filling, "power");
  const target = first(filling, "target");
  const suit = first(filling, "suit");
  if (power === 50) return `Cash in ${face(target)}`;
  if (power === 51) return `Make ${face(target)} ${part(filling, "suit")?.form.labels[String(suit)]?.replace("Make it ", "") ?? ""}`;
  if (power === 55) return `Steal ${face(target)}`;
  if (target !== undefined) return `Take ${face(target)}`;
  return `Play ${face(acted)}`;
}

/** The cards that would be bid, as the form stands. */
export function bidCards(view: GameView, filling: Filling | null, deck: Deck): Face[] {
  const out = new Set(filling?.parts.filter((each) => ["set_aside", "hold"].includes(each.form.key)).flatMap((each) => each.chosen) ?? []);
  return (zoneOf(view, `hand.${view.viewer}`).cards ?? [])
    .filter((entry) => !out.has(entry.code) && !entry.chosen)
    .map((entry) => deck.get(entry.card ?? ""))
    .filter((each): each is Face => Boolean(each));
}

/** The change of bonuses between two scores, in words. */
function bonusChange(before: Score | null | undefined, after: Score | null | undefined): string[] {
  if (!before || !after) return [];
  const of = (score: Score) => new Map((score.bonuses ?? []).map((bonus) => [bonus.suit, bonus.points]));
  const [was, is] = [of(before), of(after)];
  const found: string[] = [];
  const cards = (after.cards?.points ?? 0) - (before.cards?.points ?? 0);
  if (cards) found.push(`${cards > 0 ? "+" : ""}${minus(cards)} from cards`);
  for (const suit of new Set([...was.keys(), ...is.keys()])) {
    const change = (is.get(suit) ?? 0) - (was.get(suit) ?? 0);
    if (change) found.push(`${change > 0 ? "+" : ""}${minus(change)} ${suit} bonus`);
  }
  return found;
}

/** Points by suit from cards that lie open to this viewer. */
/** What the server remembers of a rival's discards, where the table plays with hints. */
interface Remembered {
  seat: number;
  discards: number;
  points: Record<string, number>;
}

export function pointsBySuit(view: GameView, deck: Deck, seat: number, hint: Hint | null = null): { suits: Map<string, number>; hidden: number; seen: number } {
  const suits = new Map<string, number>();
  let hidden = 0;
  let seen = 0;
  for (const zone of view.zones) {
    if (zone.owner !== seat) continue;
    if (!zone.cards) hidden += zone.count;
    for (const entry of zone.cards ?? []) {
      const face = deck.get(entry.card ?? "");
      if (!face) continue;
      seen += 1;
      suits.set(face.suit, (suits.get(face.suit) ?? 0) + face.points);
    }
  }
  const known = hint as Remembered | null;
  if (known?.seat === seat) {
    hidden -= known.discards;
    seen += known.discards;
    for (const [suit, points] of Object.entries(known.points)) suits.set(suit, (suits.get(suit) ?? 0) + points);
  }
  for (const bonus of view.scores[seat]?.bonuses ?? []) suits.set(bonus.suit, (suits.get(bonus.suit) ?? 0) + bonus.points);
  return { suits, hidden, seen };
}

interface Opened {
  winner: number;
  totals: number[];
}

/** What the bids counted, as the events of their opening say. */
function openedBy(events: Happening[]): Opened | null {
  const won = events.find((event) => event.key === "won");
  if (!won) return null;
  const [high, low] = [Number(won.values["total"]), Number(won.values["other"])];
  return { winner: won.seat, totals: won.seat === 0 ? [high, low] : [low, high] };
}

/** The sentence while the bids lie open. */
function openingSentence({ winner, totals }: Opened, status: string, viewer: number | null, name: (seat: number) => string): Piece[] {
  const loser = 1 - winner;
  const whose = (seat: number): string => (seat === viewer ? (seat === winner ? "Your" : "your") : `${name(seat)}\u2019s`);
  const acts = winner === viewer ? `You act first${WHAT[status] ? `: ${WHAT[status].may}` : ""}.` : `${name(winner)} acts first${loser === viewer ? "; then you." : "."}`;
  const verb = totals[winner] === totals[loser] ? "stands before" : "beats";
  return [text(`${whose(winner)} `), { strong: String(totals[winner]) }, text(` ${verb} ${whose(loser)} `), { strong: String(totals[loser]) }, text(`. ${acts}`)];
}

function sentence(desk: TableState): Piece[] | null {
  const view = desk.view;
  if (!view) return null;
  const me = typeof view.viewer === "number" ? view.viewer : null;
  const name = (seat: number): string => desk.nameOf(seat);
  const opened = desk.ceremony && openedBy(desk.ceremony);
  if (opened) return openingSentence(opened, view.status.key, me, name);
  if (desk.filling?.parts[0]?.chosen.length) return formSentence(view, desk.deck, desk.filling);
  const turn = WHAT[view.status.key];
  if (turn && me !== null) return view.winner === me && view.totals ? openingSentence({ winner: me, totals: view.totals }, view.status.key, me, name) : [text(`Your turn: ${turn.may}.`)];
  const owed = view.status.key === "status_owing" && deckFace(desk.deck, String(view.status.values["card"]));
  if (owed) return [text("You lost the bid and nobody bought the "), bold(owed), text(": you must, before you finish.")];
  return null;
}

/** The card that a sentence of the server names, such as *pink P*. */
function deckFace(deck: Deck, said: string): Face | undefined {
  return [...deck.values()].find((face) => said === `${face.suit} ${face.card.slice(1)}`);
}

/** Power cards that can act now, and payment cards of the lot's suit first. */
function helps(desk: TableState): Help[] {
  const found: Help[] = [];
  const filling = desk.filling;
  const act = filling?.parts[0];
  if (act?.form.key === "act" && !act.chosen.length) {
    const agents = [...act.options].filter(([, zone]) => /^(stake|area)\./.test(zone)).map(([code]) => code);
    const lend = (): void => {
      if (agents.length === 1) desk.tap(agents[0] as number);
      document.querySelector<HTMLElement>(`button[data-code="${agents[0]}"]`)?.focus();
    };
    if (agents.length) found.push({ key: "g", name: "Use a power", among: "acts", lend });
  }
  const pay = filling?.parts.find((each) => each.form.key === "pay" && !each.filled);
  if (pay) {
    const lost = (code: number): number => (pay.form.previews?.[String(code)] === "auction_discards" ? 1 : 0);
    const lend = (): void => {
      const codes = [...pay.options.keys()].sort((a, b) => lost(a) - lost(b) || a - b).slice(0, pay.least);
      for (const code of [...pay.chosen, ...codes]) desk.tap(code);
    };
    found.push({ key: "a", name: "Matching first", among: "words", lend });
  }
  return found;
}

export const voice: Voice = {
  round: (view) => `Round ${view.round}`,
  steps,
  sentence,
  deed: (desk, filling) => deed(desk.view as GameView, desk.deck, filling),
  button,
  inline: ["power", "suit"],
  helps,
  change: bonusChange,
};

const SHOWN = ["bid", "bid_holding", "added", "won", "tie", "tie_kept"];

/** The table stops when both bids are turned up. */
export function ceremony(events: Happening[]): Happening[] | null {
  const bids = events.filter((event) => event.key === "bid" || event.key === "bid_holding");
  const decided = events.some((event) => event.key === "won" || event.key === "tie_kept");
  return bids.length > 1 && decided ? events.filter((event) => SHOWN.includes(event.key)) : null;
}
