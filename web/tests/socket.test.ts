// The line to a table, with a browser's socket that a test opens and closes.
import { beforeEach, expect, it, vi } from "vitest";
import { Connection } from "../src/lib/socket";
import type { Decide } from "../src/wire";

class Line {
  static readonly OPEN = 1;
  static all: Line[] = [];
  readyState = 0;
  sent: unknown[] = [];
  onopen = (): void => {};
  onmessage = (_: { data: string }): void => {};
  onclose = (_: { code: number }): void => {};
  readonly address: URL;
  constructor(address: URL) {
    this.address = address;
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
  open(): void {
    this.readyState = Line.OPEN;
    this.onopen();
  }
}

function connection(): Connection {
  return new Connection("abcdefghijklmnop", { heard: () => {}, line: () => {} });
}

beforeEach(() => {
  Line.all = [];
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("window", { addEventListener: () => {}, removeEventListener: () => {} });
  vi.stubGlobal("location", { href: "http://localhost/" });
});

it("a seat that is asked for while the line is opening is looked at when it is open", () => {
  const page = connection();
  page.open(null);
  page.look(1);
  Line.all[0]!.open();
  expect(Line.all[0]!.sent).toEqual([{ t: "look", seat: 1 }]);
  page.close();
});

it("a command without an answer is sent again, with the same name, and one that was answered is not", () => {
  const page = connection();
  page.open(0);
  const [first] = Line.all as [Line];
  first.open();
  const late: Decide = { t: "decide", id: "late", seat: 0, gate: 1, path: [3] };
  const heard = { ...late, id: "heard" };
  page.send(heard);
  page.send(late);
  first.onmessage({ data: JSON.stringify({ t: "view", ok: [{ id: "heard", number: 2 }], seat: 0 }) });
  first.onclose({ code: 1006 });
  vi.advanceTimersByTime(6_000);
  const second = Line.all[1]!;
  second.open();
  expect(second.address.searchParams.get("seat")).toBe("0");
  expect(second.sent).toEqual([late]);
  page.close();
});

it("where there is no such table nobody asks again", () => {
  const page = connection();
  page.open();
  Line.all[0]!.onclose({ code: 4004 });
  vi.advanceTimersByTime(60_000);
  expect(Line.all.length).toBe(1);
  page.close();
});
