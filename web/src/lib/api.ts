// Requests that are not the socket's. What is refused comes as a sentence.

import type { Failure } from "../wire";

export class Refused extends Error {
  readonly kind: string;
  readonly rule: string;
  constructor(failure: Failure) {
    super(failure.says);
    this.kind = failure.kind;
    this.rule = failure.rule ?? "";
  }
}

const UNREACHABLE: Failure = { kind: "unreachable", says: "The server cannot be reached. Try again in a moment." };

async function asked<T>(path: string, how: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, { credentials: "same-origin", ...how });
  } catch {
    throw new Refused(UNREACHABLE);
  }
  const body: unknown = await answer.json().catch(() => null);
  if (answer.ok && body !== null) return body as T;
  const failure = (body as { error?: Failure } | null)?.error;
  throw new Refused(failure ?? { kind: "broken", says: `The server answered ${answer.status}, which it should not.` });
}

export function get<T>(path: string): Promise<T> {
  return asked<T>(path, { headers: { Accept: "application/json" } });
}

export function post<T>(path: string, body: unknown = {}): Promise<T> {
  return posted<T>(path, "application/json", JSON.stringify(body));
}

export function postText<T>(path: string, text: string): Promise<T> {
  return posted<T>(path, "text/plain", text);
}

function posted<T>(path: string, kind: string, body: string): Promise<T> {
  return asked<T>(path, { method: "POST", headers: { Accept: "application/json", "Content-Type": kind }, body });
}

/** 32 hex digits for the shuffle, without any interface that needs a secure context. */
export function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

let commands = 0;
const here = nonce().slice(0, 12);

/** A name for a command that nobody else gives. */
export function commandId(): string {
  commands += 1;
  return `${here}-${commands}`;
}
