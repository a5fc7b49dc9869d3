// Contrast of all pairs of colours that carry text or a sign, and the distance of a game's suits.
import { expect, it } from "vitest";
import { LOOKS } from "../src/art/shapes";
import css from "../src/styles/tokens.css?raw";

// A token has one colour, or one by day and one in the evening.
function tokens(which: 0 | 1): Record<string, string> {
  const said = css.matchAll(/--([\w-]+):\s*(?:light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)|(#[0-9a-f]{6}));/g);
  return Object.fromEntries([...said].map(([, name, day, evening, both]) => [name, both ?? (which ? evening : day)])) as Record<string, string>;
}

const day = tokens(0);
const evening = tokens(1);

function channels(hex: string): [number, number, number] {
  const linear = [1, 3, 5].map((at) => {
    const c = parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return linear as [number, number, number];
}

function light(hex: string): number {
  const [r, g, b] = channels(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high, low] = [light(a), light(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const TEXT: [string, string][] = [
  ["ink", "page"], ["ink", "panel"], ["ink-2", "page"], ["ink-2", "panel"], ["ink-2", "well"],
  ["ink-3", "page"], ["ink-3", "panel"], ["on-baize", "baize"], ["on-baize-2", "baize"], ["on-act", "act"],
  ["brass", "page"], ["brass", "panel"], ["good", "page"], ["good", "good-soft"], ["lost", "page"],
  ["lost", "lost-soft"], ["warn", "page"], ["warn", "panel"], ["warn", "warn-soft"], ["card-ink", "card"], ["card-mut", "card"],
  ...[...LOOKS, "other"].flatMap((look): [string, string][] => [[`${look}-on`, look], [`${look}-mark`, "panel"]]),
];
const SIGNS: [string, string][] = [["rule-2", "page"], ["rule-2", "panel"], ["brass-hi", "baize"], ["focus", "page"], ["focus", "panel"]];

for (const [theme, room] of Object.entries({ day, evening })) {
  it.each(TEXT)(`${theme}: %s can be read on %s`, (over, under) => {
    expect(contrast(room[over] as string, room[under] as string)).toBeGreaterThanOrEqual(4.5);
  });
  it.each(SIGNS)(`${theme}: %s can be seen on %s`, (over, under) => {
    expect(contrast(room[over] as string, room[under] as string)).toBeGreaterThanOrEqual(3);
  });
}

// Machado 2009, full severity, on linear light.
const SIGHTS: Record<string, number[][]> = {
  usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

function lab(hex: string, sight: number[][]): [number, number, number] {
  const c = channels(hex);
  const [r, g, b] = sight.map((row) => Math.min(1, Math.max(0, row.reduce((sum, k, i) => sum + k * (c[i] as number), 0)))) as [number, number, number];
  const f = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const GAMES = ["d", "s", "c"].flatMap((game) => Object.keys(SIGHTS).map((sight): [string, string] => [game, sight]));

it.each(GAMES)("the suits of %s are far apart to %s sight", (game, sight) => {
  const stubs = LOOKS.filter((look) => look.startsWith(`${game}-`)).map((look) => lab(day[look] as string, SIGHTS[sight] as number[][]));
  expect(stubs.length).toBeGreaterThan(2);
  stubs.forEach((a, i) => {
    for (const b of stubs.slice(0, i)) expect(Math.hypot(...a.map((v, k) => v - (b[k] as number)))).toBeGreaterThan(30);
  });
});
