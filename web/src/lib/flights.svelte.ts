// Cards that fly. The state is final before anything moves: a flight is replayed from the events,
// over the table, and a tap ends it at once.

import { room } from "./room.svelte";
import type { Happening } from "./types";
import { movesOf } from "./types";

/** A card as it lies somewhere: its corner and its width. */
export interface Place {
  x: number;
  y: number;
  w: number;
}

export interface Flight {
  id: number;
  card: string; // "?" flies face down
  from: Place;
  to: Place;
  delay: number;
  ms: number;
}

interface Spot {
  rect: DOMRect;
  zone: string;
  element: HTMLElement;
}

interface Places {
  cards: Map<string, Spot[]>; // by the card's word; some games have cards that are alike
  zones: Map<string, DOMRect>;
}

const MOVE = 260;
const STAGGER = 45;
const MOST = 24; // flights at once; beyond that the rest is simply there
const HIGH = 1.4; // a card, by its width
const LEAST = 12; // as narrow as a card is drawn anywhere

function places(): Places {
  const cards: Places["cards"] = new Map();
  const zones: Places["zones"] = new Map();
  for (const element of document.querySelectorAll<HTMLElement>("[data-zone]")) {
    const zone = element.dataset["zone"] as string;
    const card = element.dataset["card"];
    const rect = element.getBoundingClientRect();
    if (!rect.width) continue;
    if (!card) zones.set(zone, rect);
    else cards.set(card, [...(cards.get(card) ?? []), { rect, zone, element }]);
  }
  return { cards, zones };
}

/** A card of this word in this zone that nobody has taken yet. */
function take(from: Places, card: string, zone: string, taken: Set<Spot>): Spot | undefined {
  const spot = from.cards.get(card)?.find((each) => each.zone === zone && !taken.has(each));
  if (spot) taken.add(spot);
  return spot;
}

/** A card in the middle of a spot, or of a zone that has no spot for it: there never wider than `most`. */
function inside(rect: DOMRect, most = Infinity): Place {
  const w = Math.max(LEAST, Math.min(rect.width, rect.height / HIGH, most));
  return { x: rect.x + (rect.width - w) / 2, y: rect.y + (rect.height - w * HIGH) / 2, w };
}

class Flights {
  all: Flight[] = $state.raw([]);
  #next = 0;
  #was: Places | null = null;
  #events: Happening[] = []; // since then, to be played at the next frame
  #ready: Flight[] = []; // to leave at the frame after it
  #hidden: Animation[] = []; // cards that lie at their place already, and are not shown yet

  /** Before the page changes: where everything lies. */
  remember(): void {
    if (!this.#was && room.pace(1) && !document.hidden) this.#was = places();
  }

  /** After it has changed: let what moved fly from where it lay. The page is built in the task of
   * the message, measured in the next frame, and what flies is drawn in the one after it: all in
   * one task would be felt. */
  play(events: Happening[]): void {
    if (document.hidden) this.#was = null; // no frame comes, and nobody looks
    if (!this.#was) return;
    if (!this.#events.length) requestAnimationFrame(() => this.#begin());
    this.#events.push(...events);
  }

  #begin(): void {
    const [was, events] = [this.#was, this.#events];
    this.#was = null;
    this.#events = [];
    if (!was) return;
    const now = places();
    const flights: Flight[] = [];
    const taken = new Set<Spot>();
    let pause = 0;
    for (const event of events) {
      let steps = 0;
      for (const [card, here, there] of movesOf(event)) {
        if (flights.length >= MOST) break;
        const before = take(was, card, here, taken);
        const after = take(now, card, there, taken);
        const start = before?.rect ?? was.zones.get(here) ?? now.zones.get(here);
        const end = after?.rect ?? now.zones.get(there);
        if (!start || !end) continue;
        const sizes = [before, after].flatMap((spot) => (spot ? inside(spot.rect).w : []));
        const most = sizes.length ? Math.max(...sizes) : room.sizes.pile;
        const [from, to] = [inside(start, most), inside(end, most)];
        const far = Math.hypot(to.x - from.x, to.y - from.y) > 500;
        const ms = room.pace(far ? 360 : MOVE);
        const delay = room.pace(pause + Math.min(steps, 6) * STAGGER);
        flights.push({ id: this.#next++, card, from, to, delay, ms });
        if (after) this.#hidden.push(after.element.animate({ opacity: [0, 0] }, delay + ms));
        steps += 1;
      }
      if (steps) pause = Math.min(pause + (steps > 1 ? 200 : 120), 1100);
    }
    this.#slide(was, now, taken);
    this.#ready = flights;
    requestAnimationFrame(() => this.#leave());
  }

  #leave(): void {
    if (this.#ready.length) this.all = this.#ready;
    this.#ready = [];
  }

  /** Cards that stayed in their zone and changed place, as lots do when the prices fall. */
  #slide(was: Places, now: Places, taken: Set<Spot>): void {
    for (const [card, spots] of now.cards)
      for (const spot of spots) {
        if (taken.has(spot)) continue;
        const before = take(was, card, spot.zone, taken);
        if (!before) continue;
        const [dx, dy] = [before.rect.x - spot.rect.x, before.rect.y - spot.rect.y];
        if (Math.abs(dx) < 2 && Math.abs(dy) < 14) continue;
        spot.element.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], {
          duration: room.pace(MOVE),
          easing: "cubic-bezier(0.6, 0, 0.2, 1)",
        });
      }
  }

  landed(flight: Flight): void {
    this.all = this.all.filter((other) => other.id !== flight.id);
  }

  /** A tap finishes everything that is in the air. */
  finish(): void {
    for (const hidden of this.#hidden) hidden.cancel();
    this.#hidden = [];
    this.#ready = [];
    if (this.all.length) this.all = [];
  }
}

export const flights = new Flights();
