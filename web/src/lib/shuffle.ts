// Checking a shuffle after the game, as docs/fair-shuffle.md says. SHA-256 is written out here
// because the browser's own is missing where a table is played over plain http.

import type { Proof } from "../wire";
import type { Kept } from "./sit";

const ROUND = new Uint32Array(64);
const START = new Uint32Array(8);
(() => {
  // The constants are the fractions of the roots of the first primes.
  const fraction = (x: number): number => Math.floor((x - Math.floor(x)) * 2 ** 32);
  let found = 0;
  for (let n = 2; found < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (found < 8) START[found] = fraction(Math.sqrt(n));
    ROUND[found++] = fraction(Math.cbrt(n));
  }
})();

const turned = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

export function sha256(message: Uint8Array): Uint8Array {
  const length = message.length;
  const padded = new Uint8Array(Math.ceil((length + 9) / 64) * 64);
  padded.set(message);
  padded[length] = 0x80;
  const bits = new DataView(padded.buffer);
  bits.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  bits.setUint32(padded.length - 4, (length << 3) >>> 0);
  const state = Uint32Array.from(START);
  const w = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = bits.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [x, y] = [w[i - 15] as number, w[i - 2] as number];
      const s0 = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
      const s1 = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
      w[i] = ((w[i - 16] as number) + s0 + (w[i - 7] as number) + s1) >>> 0;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (ROUND[i] as number) + (w[i] as number)) >>> 0;
      const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) >>> 0, c, b, a, (t1 + t2) >>> 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => (state[i] = ((state[i] as number) + value) >>> 0));
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((value, i) => out.setUint32(4 * i, value));
  return new Uint8Array(out.buffer);
}

function joined(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** HMAC-SHA-256 with a key of at most 64 bytes. */
export function hmac(key: Uint8Array, message: string): Uint8Array {
  const block = new Uint8Array(64);
  block.set(key);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), new TextEncoder().encode(message)));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function unhex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export interface Verdict {
  fair: boolean;
  says: string;
}

/** Does every draw follow from secret and nonces, and are they the ones that were promised? */
export function check(proof: Proof, kept: Kept[]): Verdict {
  if (hex(sha256(unhex(proof.secret))) !== proof.commitment) return { fair: false, says: "The secret is not the one that was committed to." };
  for (const { nonce, commitment } of kept) {
    if (commitment !== proof.commitment) return { fair: false, says: "The commitment is not the one this page saw at the beginning." };
    if (!proof.nonces.includes(nonce)) return { fair: false, says: "The number this page gave to the shuffle was not used." };
  }
  const key = sha256(joined(unhex(proof.secret), ...proof.nonces.map(unhex)));
  const orders = new Map<string, number[]>();
  for (const draw of proof.draws) {
    const name = `${draw.pile}/${draw.shuffle}/${draw.full.join()}`;
    let order = orders.get(name);
    if (!order) {
      const rank = new Map(draw.full.map((card) => [card, hex(hmac(key, `${draw.pile}/${draw.shuffle}/${card}`))]));
      order = [...draw.full].sort((a, b) => ((rank.get(a) ?? "") < (rank.get(b) ?? "") ? -1 : 1));
      orders.set(name, order);
    }
    if (first(order, draw) !== draw.names[draw.full.indexOf(draw.drawn)]) return { fair: false, says: `Entry ${draw.entry}: another card should have come.` };
  }
  const own = kept.length ? "The commitment and your own number are those this page kept from the beginning." : "This page was not at the table from the beginning, so it only knows that secret and cards fit each other.";
  return { fair: true, says: `All ${proof.draws.length} draws follow from the secret and the numbers of the seats. ${own}` };
}

/** The name that must come: walk through the order, skipping of each name as many as are gone. */
function first(order: number[], draw: Proof["draws"][number]): string | undefined {
  const nameOf = (card: number): string => draw.names[draw.full.indexOf(card)] ?? "";
  const gone = new Map<string, number>();
  for (const card of draw.full) gone.set(nameOf(card), (gone.get(nameOf(card)) ?? 0) + 1);
  for (const card of draw.left) gone.set(nameOf(card), (gone.get(nameOf(card)) ?? 0) - 1);
  for (const card of order) {
    const left = gone.get(nameOf(card)) ?? 0;
    if (left <= 0) return nameOf(card);
    gone.set(nameOf(card), left - 1);
  }
  return undefined;
}
