// The connection to a table. It comes back by itself, and commands without an answer are sent again
// with the same name, so that they count once.

import { VERSION, type FromPage, type FromServer, type View } from "../wire";

export type Line = "opening" | "live" | "lost" | "closed";

export interface Hooks {
  heard: (message: FromServer) => void;
  line: (line: Line, why: string) => void;
}

/** The line to a table, whoever is at the other end. */
export interface Channel {
  since: number;
  open(): void;
  send(command: FromPage): void;
  look(seat: number | null): void;
  close(): void;
}

const ID = /^[a-z2-7]{16}$/; // of a table; for anything else the server has no socket, and asking again is in vain
const GONE = "There is no such table.";
const FINAL: Record<number, string> = {
  4001: "This table is open in too many windows here; this one was closed.",
  4003: "Saleroom was updated.",
  4004: GONE,
};

const SILENT_MS = 15_000; // then a ping
const ANSWER_MS = 10_000; // without a pong the line is dead

export class Connection implements Channel {
  readonly #table: string;
  readonly #hooks: Hooks;
  #socket: WebSocket | null = null;
  #waiting = new Map<string, FromPage>(); // commands without an answer
  #seat: number | null | undefined;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setInterval> | undefined;
  #heardAt = 0;
  #ended = false;
  since = 0;

  constructor(table: string, hooks: Hooks) {
    this.#table = table;
    this.#hooks = hooks;
    window.addEventListener("online", this.#again);
  }

  open(seat?: number | null): void {
    this.#seat = seat;
    if (!ID.test(this.#table)) {
      this.#ended = true;
      this.#hooks.line("closed", GONE);
      return;
    }
    const query = new URLSearchParams({ v: String(VERSION), since: String(this.since) });
    if (typeof seat === "number") query.set("seat", String(seat));
    const address = new URL(`/t/${this.#table}/socket?${query}`, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => {
      this.#heardAt = Date.now();
      clearInterval(this.#watch);
      this.#watch = setInterval(this.#listen, 5_000);
      if (this.#seat !== seat) this.look(this.#seat ?? null); // asked for while the line was opening
      for (const command of this.#waiting.values()) this.#push(command);
    };
    socket.onmessage = (frame) => {
      if (socket !== this.#socket) return;
      this.#heardAt = Date.now();
      const message = JSON.parse(frame.data as string) as FromServer;
      this.#tries = 0;
      if (message.t === "view") this.#settle(message);
      if (message.t === "refused" || message.t === "tried") this.#waiting.delete(message.id);
      this.#hooks.line("live", "");
      this.#hooks.heard(message);
    };
    socket.onclose = (closed) => {
      if (socket !== this.#socket) return;
      clearInterval(this.#watch);
      this.#socket = null;
      if (this.#ended) return;
      if (closed.code === 4003) location.reload();
      const final = FINAL[closed.code];
      if (final) {
        this.#ended = true;
        this.#hooks.line("closed", final);
        return;
      }
      this.#hooks.line("lost", "");
      const pause = closed.code === 1008 || closed.code === 1009 ? 5000 : this.#pause();
      this.#timer = setTimeout(this.#again, pause);
    };
  }

  #settle(view: View): void {
    for (const { id } of view.ok) this.#waiting.delete(id);
    this.#seat = view.seat;
  }

  /** A line on which nothing comes any more is not always closed: ask, and if in vain begin anew. */
  #listen = (): void => {
    const silent = Date.now() - this.#heardAt;
    if (silent > SILENT_MS + ANSWER_MS) {
      const dead = this.#socket;
      this.#socket = null;
      clearInterval(this.#watch);
      dead?.close();
      this.#hooks.line("lost", "");
      this.#again();
    } else if (silent > SILENT_MS) this.#push({ t: "ping" });
  };

  /** 0.3 to 5 s, with full jitter. */
  #pause(): number {
    this.#tries += 1;
    return 300 + Math.random() * Math.min(4700, 300 * 2 ** this.#tries);
  }

  #again = (): void => {
    clearTimeout(this.#timer);
    if (!this.#socket && !this.#ended) this.open(this.#seat);
  };

  #push(command: FromPage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(command));
  }

  send(command: FromPage): void {
    if ("id" in command && command.t !== "try") this.#waiting.set(command.id, command);
    this.#push(command);
  }

  look(seat: number | null): void {
    this.#seat = seat;
    this.#push({ t: "look", seat });
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
    window.removeEventListener("online", this.#again);
    this.#socket?.close();
  }
}
