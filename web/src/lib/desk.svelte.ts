// One table as this page knows it: what the server said last, the log, and the form being filled in.

import { tick } from "svelte";
import type { Coach } from "./coach";
import { commandId, get, post, Refused } from "./api";
import { gameOf } from "../games";
import type { Deck, RuleTable } from "./deck";
import { flights } from "./flights.svelte";
import { fill, isChosen, lit, openPart, previewOf, tap, tapsOf, whyNot, type Filling } from "./form";
import { known } from "./known";
import { room } from "./room.svelte";
import { getUp, sitAt } from "./sit";
import { Talk, type Reaction } from "./talk.svelte";
import type { Advice, Own, Reacted, SeatLink } from "../wire";
import { Connection, type Channel, type Hooks, type Line } from "./socket";
import type { Glow } from "./state";
import { movesOf } from "./types";
import type { Form, FromServer, GameView, Happening, Hint, SeatInfo, TableInfo, View } from "./types";
import { inPlain, spoken, trueMinus, youAt } from "./words";

export interface LogLine {
  id: number;
  event: Happening;
  fresh: boolean;
}

export interface Spoken {
  says: string;
  rule: string;
  kind: "why" | "refused" | "news" | "hint";
}

const NOT_THIS = "That comes later. For now, choose what glows.";

export class Desk {
  readonly id: string;
  last: View | null = $state.raw(null);
  log: LogLine[] = $state.raw([]);
  older = $state(0); // the log before this number has not been fetched
  taps: number[] = $state.raw([]);
  changing = $state(false);
  line: Line = $state("opening");
  lostFor = $state(0); // seconds without a connection
  closed = $state("");
  note: Spoken | null = $state.raw(null);
  tried: { view: GameView | null } | null = $state.raw(null);
  sending: { id: string; slow: boolean } | null = $state.raw(null);
  hinting = $state(false); // a bot thinks for us
  ceremony: Happening[] | null = $state.raw(null); // the bids that are being opened
  polite = $state("");
  urgent = $state("");
  covered = $state(false); // hot seat: the device is being passed on
  next: number | null = $state(null); // hot seat: to whom
  returned = $state(""); // what to say after a lost connection

  coach: Coach | null = null; // beside a table that is there to learn

  readonly talk = new Talk();
  readonly #connection: Channel;
  #named = $derived(this.last?.table.game ?? "");
  #later: View | null = null; // what has happened while the table has stopped, all in one
  #trying = "";
  #lines = 0;
  #noteTimer: ReturnType<typeof setTimeout> | undefined;
  #lostTimer: ReturnType<typeof setInterval> | undefined;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  #politeTimer: ReturnType<typeof setTimeout> | undefined;
  #said: string[] = [];
  #wasMine = false;
  #sat = false;
  #sure = false; // was asked once whether that is meant
  #whatever = false; // the next view counts whatever its number, since we look as somebody else

  /** `token`: of a link that brings a seat to this device. */
  constructor(id: string, token = "", connect = (hooks: Hooks): Channel => new Connection(id, hooks)) {
    this.id = id;
    this.#connection = connect({ heard: (m) => void this.#heard(m), line: (l, w) => this.#lineIs(l, w) });
    const before = known<View>("view");
    if (before?.table.id === id && !token) void this.#show(before);
    void this.#enter(token);
  }

  async #enter(token: string): Promise<void> {
    if (token) await this.#ask("claim", { token });
    this.#connection.open();
  }

  close(): void {
    this.#connection.close();
    clearInterval(this.#lostTimer);
  }

  // -- what is there ---------------------------------------------------------------------------

  get view(): GameView | null {
    return (this.last?.view as unknown as GameView | null | undefined) ?? null;
  }
  get hint(): Hint | null {
    return this.covered ? null : (this.last?.hint ?? null);
  }
  get owing(): number[] {
    return this.last?.owing ?? [];
  }
  get seat(): number | null {
    return this.last?.seat ?? null;
  }
  get seats(): SeatInfo[] {
    return this.last?.seats ?? [];
  }
  get mine(): SeatInfo[] {
    return this.seats.filter((seat) => seat.yours);
  }
  get terse(): boolean {
    return room.phone;
  }
  get hot(): boolean {
    return this.mine.length > 1;
  }
  /** Why one's own seat is not played from here, though it may be taken back. */
  get absence(): "bot" | "left" | null {
    const own = this.mine.find((each) => each.seat === this.seat);
    if (!own || this.last?.table.status !== "playing") return null;
    return own.kind === "bot" ? "bot" : own.left ? "left" : null;
  }
  rules: RuleTable = $state.raw({});
  own: Own | null = $state.raw(null); // what players should know of a variant of somebody's own
  deck: Deck = $derived(this.#named ? gameOf(this.#named).deck(this.rules) : new Map());
  said: Happening[] = $derived(this.log.map((line) => line.event));
  #joined = $derived(this.seats.map((seat) => seat.name).join("\n"));
  names: string[] = $derived(this.#joined.split("\n")); // the same list while nobody is renamed

  nameOf(seat: number | null | undefined): string {
    return seat === null || seat === undefined ? "" : (this.seats[seat]?.name ?? `Seat ${seat + 1}`);
  }

  // -- the form ----------------------------------------------------------------------------------

  form: Form | null = $derived.by(() => {
    if (this.covered || this.closed || this.absence) return null;
    if (this.view?.form) return this.view.form;
    return this.changing ? (this.last?.may.change?.form ?? null) : null;
  });
  filling: Filling | null = $derived(this.form ? fill(this.form, this.taps) : null);

  /** May this code be chosen here? A thing glows in its own zone only. */
  glow(code: number, zone: string): Glow {
    const filling = this.filling;
    if (!filling || this.sending?.slow) return ""; // what was just sent stays as it is for a moment
    if (this.chosen(code, zone)) return "chosen";
    return lit(filling, code) === zone && this.wants(code) ? "legal" : "";
  }

  chosen(code: number, zone: string): boolean {
    const filling = this.filling;
    if (!filling || !isChosen(filling, code)) return false;
    return filling.parts.some((part) => part.chosen.includes(code) && part.options.get(code) === zone);
  }

  /** With a coach only what is wanted now may be chosen. */
  wants(code: number): boolean {
    return !this.coach || this.coach.wants(code);
  }

  /** Where a card would go, if it may be chosen or is. */
  preview(code: number): string | undefined {
    return this.filling ? previewOf(this.filling, code) : undefined;
  }

  tap(code: number, back = false): void {
    if (!this.form || this.sending) return;
    if (!this.wants(code)) return this.#otherwise();
    flights.finish();
    const before = this.taps;
    this.taps = tap(this.form, this.taps, code, back);
    this.note = null;
    room.hear("token");
    if (before !== this.taps) this.#consider();
  }

  /** A tap on something that does not glow: say why not, for a while. */
  ask(code: number): void {
    if (!this.wants(code)) return this.#otherwise();
    const why = this.form ? whyNot(this.form, code) : undefined;
    if (why) this.say({ says: why.says, rule: why.rule, kind: "why" });
  }

  #otherwise(): void {
    this.say({ says: NOT_THIS, rule: "", kind: "news" });
  }

  say(note: Spoken): void {
    this.note = note;
    clearTimeout(this.#noteTimer);
    this.#noteTimer = setTimeout(() => (this.note = null), note.kind === "refused" || note.kind === "hint" ? 8000 : 5000);
    this.speak(spoken(note.says, this.deck));
  }

  undo(): void {
    if (this.taps.length) {
      this.taps = this.taps.slice(0, -1);
      this.#consider();
    } else if (this.changing) {
      this.changing = false;
    } else if (this.last?.may.take_back) {
      this.#command("take_back");
    }
  }

  get mayUndo(): boolean {
    return Boolean(this.taps.length || this.changing || (this.last?.may.take_back && !this.sending));
  }

  clear(): void {
    this.taps = [];
    this.tried = null;
    if (this.changing) this.changing = false;
  }

  change(): void {
    const change = this.last?.may.change;
    if (!change) return;
    this.changing = true;
    this.taps = tapsOf(change.form, change.path);
    this.#consider();
  }

  confirm(): void {
    const filling = this.filling;
    if (!filling?.complete || this.sending || this.line !== "live" || this.coach?.ready === false) return;
    const doubt = gameOf(this.#named).voice.doubt?.(this) ?? "";
    if (doubt && !this.#sure && !this.coach) {
      this.#sure = true;
      this.say({ says: doubt, rule: "", kind: "why" });
      return;
    }
    this.#command("decide", filling.path);
  }

  #command(t: "decide" | "take_back", path: number[] = []): void {
    const [seat, gate] = [this.seat, this.last?.gate];
    if (seat === null || (gate ?? null) === null) return;
    const id = commandId();
    const which = { id, seat, gate: gate as number };
    this.sending = { id, slow: false };
    this.note = null; // a doubt is answered
    clearTimeout(this.#slowTimer);
    this.#slowTimer = setTimeout(() => {
      if (this.sending?.id === id) this.sending = { id, slow: true };
    }, 400);
    this.#connection.send(t === "decide" ? { t, ...which, path } : { t, ...which });
  }

  /** The form has changed: say so, and ask what it would do once it is complete. */
  #consider(): void {
    this.tried = null;
    this.#trying = "";
    const filling = this.filling;
    if (!filling) return;
    const open = openPart(filling);
    const code = this.taps[this.taps.length - 1];
    const label = code === undefined ? "" : (open.form.labels[String(code)] ?? "");
    if (label) this.speak(open.most > 1 ? `${label}, ${open.chosen.length} of ${open.least || open.most}.` : `${label}.`);
    if (!filling.complete || this.seat === null || this.last?.gate === null || this.last === null) return;
    this.#trying = commandId();
    const { gate } = this.last;
    this.#connection.send({ t: "try", id: this.#trying, seat: this.seat, gate: gate as number, path: filling.path });
  }

  // -- what the server says ------------------------------------------------------------------------

  async #heard(message: FromServer): Promise<void> {
    if (message.t === "view") return this.#show(message);
    if (message.t === "presence") {
      const there = { seats: message.seats, watching: message.watching };
      if (this.last) this.last = { ...this.last, ...there };
      if (this.#later) this.#later = { ...this.#later, ...there };
    } else if (message.t === "refused") {
      if (this.sending?.id !== message.id) return; // only asked what would be
      this.sending = null;
      if (message.kind !== "slow_down" && message.kind !== "try_again") this.taps = [];
      this.tried = null;
      this.say({ says: message.says, rule: message.rule, kind: "refused" });
      room.hear("dull");
      this.urgent = `That did not count: ${spoken(message.says, this.deck)}`;
    } else if (message.t === "tried") {
      if (message.id === this.#trying && this.filling)
        this.tried = { view: message.view as unknown as GameView | null };
    } else if (message.t === "reacted") {
      this.#hearWord(message);
    } else if (message.t === "notice") {
      this.say({ says: message.says, rule: "", kind: "news" });
    }
  }

  async #show(told: View): Promise<void> {
    const view = this.#toMe(told);
    const newest = this.#later ?? this.last;
    const sameSeat = newest?.seat === view.seat;
    if (newest && sameSeat && !this.#whatever && view.number < newest.number) return;
    const jumps = !newest || !sameSeat || this.#whatever || this.returned !== "";
    const repeats = newest !== null && sameSeat && view.number === newest.number;
    this.#whatever = false;
    this.#connection.since = view.number;
    if (view.rules) [this.rules, this.own] = [view.rules, view.own ?? null];
    const events = repeats ? [] : (view.events ?? []);
    const opened = jumps ? null : (gameOf(view.table.game).ceremony?.(events) ?? null);
    if (this.ceremony && !jumps && !opened && view.events) {
      this.#later = { ...view, events: [...(this.#later?.events ?? []), ...events], ok: [...(this.#later?.ok ?? []), ...view.ok] };
      return;
    }
    this.goOn(); // what comes now ends what the table has stopped for
    const after = opened ? events.lastIndexOf(opened.at(-1) as Happening) + 1 : 0;
    const stands = opened && after < events.length ? this.#standing(view) : null;
    if (stands) this.#later = { ...view, events: events.slice(after) };
    this.ceremony = opened;
    await this.#put(stands ?? view, stands ? events.slice(0, after) : events, jumps, repeats);
  }

  /** The table as it stood when the round ended, though the next one has begun: nothing is asked. */
  #standing(view: View): View | null {
    const before = this.last;
    if (!before?.view || !view.view) return null;
    const may = { ...view.may, take_back: false, change: null };
    return { ...before, number: view.number, seats: view.seats, view: { ...before.view, form: null, scores: view.view["scores"] }, gate: null, owing: [], waiting: "", may, ok: view.ok };
  }

  async #put(view: View, events: Happening[], jumps: boolean, repeats: boolean): Promise<void> {
    const before = this.last;
    const sameSeat = before?.seat === view.seat;
    const counted = Boolean(this.sending && view.ok.some((ok) => ok.id === this.sending?.id));
    if (counted) this.sending = null;
    const keeps = sameSeat && before?.gate === view.gate && JSON.stringify(before?.view?.form) === JSON.stringify(view.view?.form);
    if (events.length && !jumps) flights.remember();
    this.last = view;
    if (!keeps || counted || (this.changing && !view.may.change)) {
      this.taps = [];
      this.tried = null;
      this.changing = false;
    }
    if (!sameSeat || (view.events === null && !repeats) || !before) await this.#readLog(view, events);
    else this.#append(events, true);
    if (!jumps) {
      this.#sound(events);
      flights.play(events);
    }
    if (this.returned) {
      const happened = events.filter((event) => !event.key.startsWith("table.")).length;
      this.returned = "";
      if (before) {
        const what = happened ? ` ${happened} ${happened === 1 ? "thing" : "things"} happened.` : "";
        this.say({ says: `You are back.${what}`, rule: "", kind: "news" });
      }
    }
    this.#announce(jumps ? [] : events);
    const kept = view.seats.find((seat) => seat.kind === "kept" && seat.yours);
    if (kept && !this.#sat) {
      this.#sat = true; // a rematch keeps our seat: coming is sitting down
      void this.sit(kept.seat);
    }
    this.#passOn();
    if (this.filling?.complete && !this.tried && this.taps.length) this.#consider();
  }

  /** The house speaks of everybody by name; who plays here is called you. */
  #toMe(view: View): View {
    const you = youAt(view.seats);
    const result = view.result && { ...view.result, says: trueMinus(you(view.result.says)) };
    const game = view.view && { ...view.view, status: { ...view.view.status, says: you(view.view.status.says) } };
    return { ...view, view: game, result, events: view.events?.map((event) => ({ ...event, says: you(event.says) })) ?? null };
  }

  #hearWord({ seat, what }: Reacted): void {
    if (!room.words && seat !== this.seat) return;
    const words = this.talk.hear(seat, what);
    const says = `${this.nameOf(seat)}: \u201c${words}\u201d`;
    this.#append([{ key: "table.said", seat, values: {}, says }], true);
    this.speak(says);
  }

  react(what: Reaction): void {
    if (this.seat === null || this.talk.quiet) return;
    this.talk.rest();
    this.#connection.send({ t: "react", seat: this.seat, what });
  }

  #append(events: Happening[], fresh: boolean): void {
    if (!events.length) return;
    const old = fresh ? this.log.map((line) => (line.fresh ? { ...line, fresh: false } : line)) : this.log;
    this.log = [...old, ...events.map((event) => ({ id: this.#lines++, event, fresh }))];
  }

  async #readLog(view: View, events: Happening[]): Promise<void> {
    this.log = [];
    this.older = 0;
    if (view.events !== null && !(this.#connection.since && !events.length)) {
      this.#append(events, false);
      if (events.length) return;
    }
    if (!view.view) return;
    this.older = view.number; // what comes meanwhile is told by the next view
    await this.readOlder();
  }

  /** Fetch the page of the log before what is here. */
  async readOlder(): Promise<void> {
    const query = new URLSearchParams();
    if (this.older) query.set("before", String(this.older));
    if (this.seat !== null) query.set("seat", String(this.seat));
    try {
      const page = await get<{ events: Happening[] | null; before: number }>(`/api/t/${this.id}/log?${query}`);
      const you = youAt(this.seats);
      const lines = (page.events ?? []).map((event) => ({ id: this.#lines++, event: { ...event, says: you(event.says) }, fresh: false }));
      this.log = [...lines, ...this.log];
      this.older = page.before;
    } catch {
      this.older = 0; // the log is a comfort; the table is there without it
    }
  }

  #sound(events: Happening[]): void {
    if (this.ceremony || events.some((event) => event.key === "bought" || event.key === "takes_lot") || this.view?.over) room.hear("gavel");
    else if (events.some((event) => movesOf(event).length)) room.hear("slide");
  }

  /** Enough of what the table has stopped for: show what has happened since. */
  goOn(): void {
    if (!this.ceremony) return;
    const later = this.#later;
    this.ceremony = this.#later = null;
    if (later) void this.#put(later, later.events ?? [], false, false);
    else this.#passOn();
  }

  #announce(events: Happening[]): void {
    const mine = Boolean(this.form);
    const says = events.map((event) => spoken(event.says, this.deck)).filter(Boolean);
    const status = this.view && !this.coach ? spoken(this.view.status.says, this.deck) : "";
    if (mine && !this.#wasMine && events.length) {
      this.urgent = `Your turn. ${status}`;
      room.hear("knock");
    } else if (status) says.push(status);
    this.#wasMine = mine;
    if (says.length) this.speak(says.join(" "));
    const game = gameOf(this.last?.table.game ?? "").short;
    document.title = mine ? `\u25cf Your turn, ${game}` : `${game} \u00b7 Saleroom`;
  }

  /** One polite message at most every 700 ms. */
  speak(says: string): void {
    this.#said.push(says);
    if (this.#politeTimer) return;
    this.polite = this.#said.splice(0).join(" ");
    this.#politeTimer = setTimeout(() => {
      this.#politeTimer = undefined;
      if (this.#said.length) this.speak(this.#said.splice(0).join(" "));
    }, 700);
  }

  status(): void {
    this.polite = "";
    void tick().then(() => this.speak(spoken(this.coach?.says || this.view?.status.says || "", this.deck)));
  }

  #lineIs(line: Line, why: string): void {
    const before = this.line;
    this.line = line;
    if (line === "lost" && before !== "lost") {
      this.lostFor = 0;
      clearInterval(this.#lostTimer);
      this.#lostTimer = setInterval(() => {
        this.lostFor += 0.5;
        if (this.lostFor === 1.5) this.urgent = "Reconnecting.";
      }, 500);
      this.returned = "back";
    }
    if (line !== "lost") clearInterval(this.#lostTimer);
    if (line === "live" && before === "lost" && this.lostFor >= 1.5) this.urgent = "You are back.";
    if (line === "closed") {
      this.closed = why;
      this.urgent = why;
    }
  }

  // -- the table -----------------------------------------------------------------------------------

  async #ask(what: string, body?: unknown): Promise<TableInfo | null> {
    try {
      return await post<TableInfo>(`/api/t/${this.id}/${what}`, body);
    } catch (failure) {
      return this.#refused(failure);
    }
  }

  #refused(failure: unknown): null {
    if (failure instanceof Refused) this.say({ says: failure.message, rule: failure.rule, kind: "refused" });
    return null;
  }

  async sit(seat?: number): Promise<void> {
    if (!this.last) return;
    try {
      const info = await sitAt(this.last.table, seat);
      const taken = info.seats.filter((each) => each.yours && each.kind === "person").map((each) => each.seat);
      const mine = seat !== undefined && taken.includes(seat) ? seat : taken[0];
      if (mine !== undefined) this.look(mine);
    } catch (failure) {
      this.#refused(failure);
    }
  }

  /** What comes next is shown as it is, without what was before. */
  jump(): void {
    this.last = null;
    this.clear();
    this.ceremony = this.#later = null;
  }

  look(seat: number | null): void {
    this.#whatever = true;
    this.#connection.look(seat);
  }

  /** An address that takes this seat to another device, once. */
  async seatLink(): Promise<string | null> {
    if (this.seat === null) return null;
    try {
      const { token } = await post<SeatLink>(`/api/t/${this.id}/link`, { seat: this.seat });
      return `${location.origin}/t/${this.id}#s=${token}`;
    } catch (failure) {
      return this.#refused(failure);
    }
  }

  async leave(): Promise<void> {
    if (this.seat !== null) await getUp(this.id, this.seat).catch((failure: unknown) => this.#refused(failure));
  }
  async resign(): Promise<void> {
    if (this.seat !== null) await this.#ask("resign", { seat: this.seat });
  }
  async give(seat: number): Promise<void> {
    await this.#ask("give", { seat });
  }
  async end(): Promise<void> {
    await this.#ask("end");
  }
  async rematch(): Promise<string | null> {
    return (await this.#ask("rematch"))?.table.id ?? null;
  }

  /** A hint is for who plays bots alone: among people it would be a whisper. */
  get mayHint(): boolean {
    return !this.coach && this.mine.length === 1 && this.seats.every((seat) => seat.yours || seat.kind === "bot");
  }
  async askHint(): Promise<void> {
    const [seat, gate] = [this.seat, this.last?.gate];
    if (seat === null || this.hinting) return;
    this.hinting = true;
    try {
      const { bot, words } = await post<Advice>(`/api/t/${this.id}/advice`, { seat });
      if (this.last?.gate === gate) this.say({ says: `The ${bot}'s choice: ${inPlain(words, this.deck)}.`, rule: "", kind: "hint" });
    } catch (failure) {
      this.#refused(failure);
    } finally {
      this.hinting = false;
    }
  }

  // -- hot seat --------------------------------------------------------------------------------------

  /** Somebody else on this device owes a decision: put the cover down and ask for the next seat. */
  #passOn(): void {
    if (!this.hot || !this.last || this.covered || this.ceremony || this.last.table.status !== "playing") return;
    const owing = this.last.owing.filter((seat) => this.mine.some((each) => each.seat === seat && each.kind !== "bot"));
    if (!owing.length || (this.seat !== null && owing.includes(this.seat))) return;
    this.next = owing[0] as number;
    this.covered = true;
    if (this.seat !== null) this.look(null);
  }

  lift(): void {
    if (this.next === null) return;
    this.covered = false;
    this.look(this.next);
    this.next = null;
  }
}
