// What a page keeps of its part in a shuffle, beside a server that keeps seats as ours does.
import { beforeEach, expect, it, vi } from "vitest";
import { getUp, keptOf, sitAt } from "../src/lib/sit";

const ID = "abcdefghijklmnop";
const TABLE = { id: ID, commitment: "promised" };
let nonces: (string | null)[];
let dealt: boolean;

beforeEach(() => {
  nonces = [null, null];
  dealt = false;
  const drawer = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => drawer.get(key) ?? null, setItem: (key: string, value: string) => drawer.set(key, value) });
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    const { seat, nonce } = JSON.parse(body) as { seat: number; nonce?: string };
    if (path.endsWith("/sit")) nonces[seat] ??= nonce as string; // who sits there already gives nothing
    else if (!dealt) nonces[seat] = null;
    return Response.json({ table: { ...TABLE, status: dealt ? "playing" : "waiting" }, seats: nonces.map((each, seat) => ({ seat, nonce: each })), watching: 0 });
  });
});

it("a number that was given is kept, with the promise it was given for", async () => {
  await sitAt(TABLE, 0);
  await sitAt(TABLE, 1);
  expect(keptOf(ID)).toEqual(nonces.map((nonce) => ({ nonce, commitment: "promised" })));
});

it("who comes back to a seat has given one number, the first", async () => {
  await sitAt(TABLE, 0);
  dealt = true;
  await getUp(ID, 0);
  await sitAt(TABLE, 0);
  expect(keptOf(ID)).toEqual([{ nonce: nonces[0], commitment: "promised" }]);
});

it("who gets up before the deal has given none, and sits down with another", async () => {
  await sitAt(TABLE, 0);
  await getUp(ID, 0);
  expect(keptOf(ID)).toEqual([]);
  await sitAt(TABLE, 1);
  expect(keptOf(ID)).toEqual([{ nonce: nonces[1], commitment: "promised" }]);
});

it("a number that the server swaps for another is not forgotten", async () => {
  nonces[0] = "another";
  await sitAt(TABLE, 0);
  expect(keptOf(ID)).toHaveLength(1);
  expect(keptOf(ID)[0]!.nonce).not.toBe("another");
});
