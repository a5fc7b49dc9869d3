// A worked example of the law to try: the position is there, the choice is free, and the engine
// answers. The others answer too as long as the learner does what the law tells; else it ends there.

import { post, Refused } from "../lib/api";
import { atOnce, PAUSE_MS, type Coach, type Deed } from "../lib/coach";
import { Desk } from "../lib/desk.svelte";
import { room } from "../lib/room.svelte";
import type { Channel, Hooks } from "../lib/socket";
import type { Attempted, FromPage, Lesson, View } from "../wire";

const MOST_LETTERS = 140;

/** What the learner's decision has led to, in the engine's words: the last of them, as far as they fit. */
function outcome(views: View[]): string {
  const own = views.flatMap((view) => (view.events ?? []).filter((event) => event.seat === view.seat && event.says));
  return own.reduceRight((said, { says }) => (said && said.length + says.length > MOST_LETTERS ? said : `${says} ${said}`), "").trim();
}

export class Example implements Coach, Channel {
  readonly desk: Desk;
  readonly title: string;
  readonly place: string;
  readonly home: string;
  readonly rule = "";
  readonly ready = true;
  readonly #lesson: Lesson;
  #hooks!: Hooks;
  #paths: number[][] = $state.raw([]); // the learner's decisions so far
  #shown: View[] = $state.raw([]);
  #asking = $state(false);
  #told = $state(""); // what has come of it, when the others have acted too
  #timer: ReturnType<typeof setTimeout> | undefined;
  since = 0;

  constructor(lesson: Lesson) {
    this.#lesson = lesson;
    this.title = `${lesson.name}, ${lesson.title}`;
    this.place = `Example ${lesson.name}`;
    this.home = `/learn/${lesson.game}/rules?rule=${lesson.name}`;
    this.desk = new Desk("lesson", "", (hooks) => {
      this.#hooks = hooks;
      return this;
    });
    this.desk.coach = this;
  }

  get says(): string {
    if (this.desk.form) return this.#paths.length || this.desk.taps.length ? "" : this.#lesson.says;
    return this.#told;
  }
  get next(): Deed | null {
    return this.#told && !this.desk.form ? { name: "Try again", does: () => this.begin() } : null;
  }
  get others(): Deed[] {
    if (this.next) return [{ name: "To the rules", href: this.home }];
    const found: Deed[] = [];
    if (this.desk.taps.length || this.#asking) return found;
    if (this.#paths.length) found.push({ name: "Try again", icon: "undo", does: () => this.begin() });
    if (this.desk.form && this.#onLine()) found.push({ name: "Show me", icon: "next", does: () => void this.#decide(this.#lesson.line[this.#paths.length] ?? [], "") });
    return found;
  }
  wants(): boolean {
    return true;
  }

  /** Has the learner done so far what the law tells, and is there more of it? */
  #onLine(): boolean {
    const { line } = this.#lesson;
    return this.#paths.length < line.length && this.#paths.every((path, i) => path.join() === line[i]?.join());
  }

  begin(): void {
    clearTimeout(this.#timer);
    this.#paths = [];
    this.#told = "";
    this.#shown = this.#lesson.views;
    this.desk.jump();
    const last = atOnce(this.#shown);
    if (last) this.#hooks.heard(last);
  }

  async #decide(path: number[], id: string): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    const paths = [...this.#paths, path];
    try {
      const { views } = await post<Attempted>(`/api/games/${this.#lesson.game}/lessons/${this.#lesson.name}`, { paths });
      const fresh = views.slice(this.#shown.length);
      this.#paths = paths;
      this.#told = "";
      this.#play(fresh, id, outcome(fresh));
    } catch (failure) {
      if (failure instanceof Refused) this.#hooks.heard({ t: "refused", id, kind: failure.kind, says: failure.message, rule: failure.rule });
    }
    this.#asking = false;
  }

  /** One act after another. */
  #play([view, ...later]: View[], id: string, told: string): void {
    if (!view) return;
    this.#shown = [...this.#shown, view];
    this.#hooks.heard({ ...view, ok: id ? [{ id, number: view.number }] : [] });
    if (later.length) this.#timer = setTimeout(() => this.#play(later, "", told), PAUSE_MS[room.speed]);
    else this.#told = told;
  }

  // -- the other end of the line ---------------------------------------------------------------------

  open(): void {
    this.#hooks.line("live", "");
  }

  send(message: FromPage): void {
    if (message.t === "decide") void this.#decide(message.path, message.id);
  }

  look(): void {}

  close(): void {
    clearTimeout(this.#timer);
  }
}
