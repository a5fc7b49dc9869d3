// The test vector of docs/fair-shuffle.md.
import { expect, it } from "vitest";
import { check, hex, hmac, sha256, unhex } from "../src/lib/shuffle";
import type { Proof } from "../src/wire";

const SECRET = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const NONCES = ["1".repeat(32), "2".repeat(32)];
const COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
const ORDER = [22, 7, 21, 15, 5, 23, 0, 24, 34, 35];
const all = Array.from({ length: 40 }, (_, card) => card);
const key = sha256(unhex(SECRET + NONCES.join("")));

function proof(order: number[]): Proof {
  const left = new Set(all);
  const draws = order.map((drawn) => {
    const draw = { entry: 1, pile: 0, shuffle: 0, full: all, left: [...left], drawn, names: all.map(String) };
    left.delete(drawn);
    return draw;
  });
  return { commitment: COMMITMENT, secret: SECRET, nonces: NONCES, draws };
}

it("commitment and key are those of the vector", () => {
  expect(hex(sha256(unhex(SECRET)))).toBe(COMMITMENT);
  expect(hex(key)).toBe("82faa0ba716c8e3d37b2267cc522e97b8816fff4aae0c1d343e4b1878a160ceb");
  expect(hex(hmac(key, "0/0/0"))).toBe("2d64c083f930c559b869f5948affbc97caf51faaa99025008761fab8d2289590");
  expect(hex(hmac(key, "1/0/0"))).toBe("e91c6999d4e81b3c2d5f99691b5649cf0c0be43fc2c4e95cccdb20cad67b80ea");
});

it("a message longer than a block is digested", () => {
  expect(hex(sha256(new TextEncoder().encode("a".repeat(200))))).toBe("c2a908d98f5df987ade41b5fce213067efbcc21ef2240212a41e54b5e7c28ae5");
});

it("the draws of the vector are fair, and any other is not", () => {
  expect(check(proof(ORDER), []).fair).toBe(true);
  expect(check(proof([7, 22, ...ORDER.slice(2)]), []).fair).toBe(false);
});

it("another secret, commitment or nonce than the one kept is noticed", () => {
  expect(check({ ...proof(ORDER), secret: SECRET.replace("00", "01") }, []).fair).toBe(false);
  expect(check(proof(ORDER), [{ nonce: NONCES[0] as string, commitment: COMMITMENT }]).fair).toBe(true);
  expect(check(proof(ORDER), [{ nonce: "3".repeat(32), commitment: COMMITMENT }]).fair).toBe(false);
  expect(check(proof(ORDER), [{ nonce: NONCES[0] as string, commitment: "00" }]).fair).toBe(false);
});
