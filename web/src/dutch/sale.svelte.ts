// A table of Dutch as both layouts of the board show it, the wide one and the phone's.

import type { Face } from "../lib/deck";
import { isChosen, lit, openPart, whyNot } from "../lib/form";
import { room } from "../lib/room.svelte";
import type { Glow, TableState } from "../lib/state";
import type { Entry, GameView, Happening, Zone } from "../lib/types";
import { bidCards, zoneOf } from "./dutch";

export interface Flag {
  kind: "mine" | "gone";
  icon: string;
  words: string;
  maybe: boolean; // not chosen yet
}

export class Sale {
  readonly desk: TableState;
  tray: string | null = $state(null); // the pile that is fanned open
  zoomed: string | null = $state(null); // the card that is looked at closely

  constructor(desk: TableState) {
    this.desk = desk;
    // Targets inside a pile: fan it open as soon as the question lies there alone.
    $effect(() => {
      const filling = desk.filling;
      if (!filling) return;
      const open = openPart(filling);
      const zones = new Set(open.options.values());
      const only = zones.size === 1 ? [...zones][0] : undefined;
      if (open.form.key === "target" && !open.chosen.length && only && (only === "auction_discards" || only === `discards.${this.me}`)) this.tray = only;
    });
  }

  // -- who and what --------------------------------------------------------------------------------

  get view(): GameView {
    return this.desk.view!;
  }
  get me(): number {
    return typeof this.view.viewer === "number" ? this.view.viewer : 0;
  }
  get playing(): boolean {
    return typeof this.view.viewer === "number";
  }
  get rival(): number {
    return 1 - this.me;
  }
  get aside(): boolean {
    return this.view.phase === "set_aside";
  }
  /** The bids are being opened: nothing can be chosen meanwhile. */
  get opening(): boolean {
    return Boolean(this.desk.ceremony);
  }
  get totals(): number[] | null {
    return this.view.phase === "turn" ? (this.view.totals ?? null) : null;
  }
  get first(): boolean {
    return this.view.phase === "turn" && this.view.winner === this.me;
  }
  of(name: string, seat: number): Zone {
    return zoneOf(this.view, `${name}.${seat}`);
  }
  zone(id: string): Zone {
    return zoneOf(this.view, id);
  }
  face(card: string | null | undefined): Face | undefined {
    return card ? this.desk.deck.get(card) : undefined;
  }
  /** Who goes first after these bids. */
  firstOf(events: Happening[]): number {
    return events.find((event) => event.key === "won")?.seat ?? this.view.turn ?? this.me;
  }
  /** Cards in somebody's deck, with the one set aside on it. */
  decked(seat: number): number {
    return this.of("deck", seat).count + this.of("aside", seat).count;
  }

  // -- your own cards --------------------------------------------------------------------------------

  get count(): number {
    const [hand, bid, area] = ["hand", "stake", "area"].map((name) => this.of(name, this.me).count) as [number, number, number];
    return this.aside ? hand : bid + area + hand;
  }
  /** A long bid shrinks its cards rather than push the piles away. */
  get width(): number {
    if (this.count <= 5) return room.sizes.own;
    return room.phone ? 52 : Math.max(44, Math.floor((room.sizes.own * 5.1) / this.count));
  }
  get held(): Entry[] {
    return this.aside ? [] : (this.of("hand", this.me).cards ?? []);
  }
  chosenAside = $derived.by(() => {
    const filling = this.desk.filling;
    const codes = filling?.parts.filter((part) => part.form.key === "set_aside").flatMap((part) => part.chosen) ?? [];
    const cards = this.of("hand", this.me).cards ?? [];
    return cards.find((entry) => codes.includes(entry.code) || (!filling && entry.chosen === "aside"));
  });
  /** The values that would be bid. */
  bids = $derived.by(() => (this.aside && this.playing ? bidCards(this.view, this.desk.filling, this.desk.deck).map((each) => each.value) : []));

  // -- what may be chosen, and where it goes ---------------------------------------------------------

  glow(entry: Entry, zone: string): Glow {
    return this.opening ? "" : this.desk.glow(entry.code, zone);
  }
  why(entry: Entry): string | undefined {
    return this.desk.form ? whyNot(this.desk.form, entry.code)?.says : undefined;
  }
  readonly tap = (code: number): void => this.desk.tap(code);
  readonly touched = { ask: (code: number) => this.desk.ask(code), zoom: (card: string) => (this.zoomed = card) };

  #paid = $derived.by(() => this.desk.filling?.parts.find((part) => part.form.key === "pay"));
  get paying(): boolean {
    return Boolean(this.#paid);
  }
  /** How many cards this purchase brings to a zone. */
  coming(zone: string): number {
    const paid = this.#paid;
    if (!paid) return 0;
    const cards = paid.chosen.filter((code) => paid.form.previews?.[String(code)] === zone).length;
    return cards + (zone === `discards.${this.me}` ? 1 : 0);
  }
  flag(entry: Entry): Flag | null {
    const filling = this.desk.filling;
    if (!filling || !this.paying) return null;
    const goes = this.desk.preview(entry.code);
    if (!goes) return null;
    const maybe = !isChosen(filling, entry.code);
    return goes === "auction_discards"
      ? { kind: "gone", icon: "gavelto", words: room.phone ? "auction" : "to auction", maybe }
      : { kind: "mine", icon: "back", words: room.phone ? "yours" : "yours again", maybe };
  }
  named(entry: Entry, where: string, zone: string): string {
    const what = this.face(entry.card)?.name ?? "card";
    const glow = this.glow(entry, zone);
    const flag = this.flag(entry);
    const goes = flag ? (flag.kind === "mine" ? " Comes back to you." : " Goes to the auction.") : "";
    const suit = entry.suit ? ` Counts as ${entry.suit} this turn.` : "";
    const state = glow === "chosen" ? " Chosen." : glow === "legal" ? " Can be chosen." : "";
    return `${where}: ${what}.${suit}${state}${goes}`;
  }

  // -- piles -------------------------------------------------------------------------------------------

  glows(zone: Zone): boolean {
    const filling = this.desk.filling;
    return Boolean(!this.opening && filling && (zone.cards ?? []).some((entry) => lit(filling, entry.code) === zone.id || this.desk.glow(entry.code, zone.id)));
  }
  look(zone: Zone): (() => void) | undefined {
    return zone.cards?.length && !this.opening ? () => (this.tray = zone.id) : undefined;
  }
  /** What lies uppermost; if something in the pile may be chosen, that. */
  top(zone: Zone): Face | undefined {
    const filling = this.desk.filling;
    const wanted = filling ? zone.cards?.find((entry) => lit(filling, entry.code) === zone.id) : undefined;
    return this.face((wanted ?? zone.cards?.[zone.cards.length - 1])?.card);
  }
  get fanned(): { zone: Zone; title: string } | null {
    const zone = this.view.zones.find((each) => each.id === this.tray);
    if (!zone?.cards) return null;
    const { me, rival } = this;
    const name = this.desk.nameOf(rival);
    const titles: Record<string, string> = {
      [`deck.${me}`]: "Your deck, in no order",
      [`discards.${me}`]: "Your discards",
      [`cashed.${me}`]: "Cashed in",
      [`cashed.${rival}`]: `${name}: cashed in`,
      [`deck.${rival}`]: `${name}: deck`,
      [`discards.${rival}`]: `${name}: discards`,
      auction: "Auction deck",
      auction_discards: "Auction discards",
    };
    return { zone, title: titles[zone.id] ?? "Cards" };
  }

  // -- the rival ---------------------------------------------------------------------------------------

  get acting(): string {
    const { desk, view, rival, aside } = this;
    if (desk.seats[rival]?.kind === "open") return "free seat";
    if (view.phase === "over") return "";
    if (desk.owing.includes(rival)) {
      if (desk.seats[rival]?.kind === "bot") return "is thinking";
      return aside ? (room.phone ? "is choosing" : "is choosing a card") : view.phase === "vote" ? "is deciding" : "is acting";
    }
    if (aside) return room.phone ? "has set aside" : "has set a card aside";
    if (view.phase === "turn" && typeof view.winner === "number") return view.winner === rival ? "won the bid" : view.turn === rival || room.phone ? "plays second" : "lost the bid, plays second";
    return "";
  }
}
