// A guided round: the table's other end is a play that was written down. Each step is one sentence
// and one glow; when the learner has chosen it, the play goes on to the next step.

import { atOnce, PAUSE_MS, type Coach, type Deed } from "../lib/coach";
import { Desk } from "../lib/desk.svelte";
import { isChosen } from "../lib/form";
import { room } from "../lib/room.svelte";
import type { Channel, Hooks } from "../lib/socket";
import type { FromPage, Lesson, LessonStep } from "../wire";

export class Guide implements Coach, Channel {
  readonly desk: Desk;
  readonly title: string;
  readonly home = "/";
  readonly #lesson: Lesson;
  readonly #end: Deed[]; // what can be done after the lesson, the best last
  #hooks!: Hooks;
  #at = $state(1); // the entry that the table shows
  #done = $state(0); // steps of this entry that were read
  #timer: ReturnType<typeof setTimeout> | undefined;
  since = 0;

  constructor(lesson: Lesson, end: Deed[]) {
    this.#lesson = lesson;
    this.#end = end;
    this.title = lesson.title;
    this.desk = new Desk("lesson", "", (hooks) => {
      this.#hooks = hooks;
      return this;
    });
    this.desk.coach = this;
  }

  // -- what is said, and what is wanted -------------------------------------------------------------

  #here: LessonStep[] = $derived.by(() => this.#lesson.steps.filter((step) => step.after === this.#at));

  /** The first step that is not done; when all are, the last, whose choice waits to be confirmed. */
  #step: LessonStep | undefined = $derived.by(() => {
    const { filling } = this.desk;
    const left = (step: LessonStep, i: number): boolean => (step.taps.length ? !step.taps.every((code) => filling && isChosen(filling, code)) : i >= this.#done);
    return this.#here.find(left) ?? this.#here[this.#here.length - 1];
  });

  #wanted: number | undefined = $derived.by(() => {
    const { filling } = this.desk;
    return this.#step?.taps.find((code) => !filling || !isChosen(filling, code));
  });

  get number(): number {
    return this.#step ? this.#lesson.steps.indexOf(this.#step) : -1;
  }
  get #over(): boolean {
    return this.#at === this.#lesson.views.length;
  }
  get place(): string {
    return this.#step ? `Step ${this.number + 1} of ${this.#lesson.steps.length}` : "";
  }
  get says(): string {
    return this.#step?.says ?? "";
  }
  get rule(): string {
    return this.#step?.rule ?? "";
  }
  get ready(): boolean {
    return this.#wanted === undefined && Boolean(this.#step?.taps.length);
  }
  get next(): Deed | null {
    if (!this.#step || this.#step.taps.length) return null;
    if (this.#over) return this.#end[this.#end.length - 1] ?? null;
    return { name: "Go on", does: () => this.#read() };
  }
  get others(): Deed[] {
    return this.#over ? [{ name: "Again", icon: "undo", does: () => this.begin(0) }, ...this.#end.slice(0, -1)] : [{ name: "Skip", icon: "next", does: () => this.#skip() }];
  }
  wants(code: number): boolean {
    return code === this.#wanted;
  }

  // -- going on --------------------------------------------------------------------------------------

  /** Show the table at this step. */
  begin(number: number): void {
    const step = this.#lesson.steps[number] ?? this.#lesson.steps[0];
    this.#at = step?.after ?? 1;
    this.#done = step ? this.#here.indexOf(step) : 0;
    this.desk.jump();
    const last = atOnce(this.#lesson.views.slice(0, this.#at));
    if (last) this.#hooks.heard(last);
    this.#follow();
  }

  #read(): void {
    this.desk.goOn();
    this.#done += 1;
    if (this.#done >= this.#here.length) this.#advance();
  }

  #skip(): void {
    if (this.#step?.taps.length === 0) this.#read();
    else this.#advance();
  }

  #advance(ok = ""): void {
    const view = this.#lesson.views[this.#at];
    if (!view) return;
    clearTimeout(this.#timer);
    this.desk.goOn();
    this.#at += 1;
    this.#done = 0;
    this.#hooks.heard({ ...view, ok: ok ? [{ id: ok, number: view.number }] : [] });
    this.#follow();
  }

  /** Where the learner has nothing to do or to read, the others act after a while. */
  #follow(): void {
    if (this.#here.length || this.#over) return;
    this.#timer = setTimeout(() => (this.desk.ceremony ? this.#follow() : this.#advance()), PAUSE_MS[room.speed]);
  }

  // -- the other end of the line ---------------------------------------------------------------------

  open(): void {
    this.#hooks.line("live", "");
  }

  send(message: FromPage): void {
    if (message.t === "try") this.#hooks.heard({ t: "tried", id: message.id, view: this.#lesson.tried[String(this.#at)] ?? null, events: [] });
    else if (message.t === "decide") this.#advance(message.id);
  }

  look(): void {}

  close(): void {
    clearTimeout(this.#timer);
  }
}
