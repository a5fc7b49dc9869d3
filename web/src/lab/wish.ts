// What somebody wants to compare, as it stands in the address: a comparison is a link.

import type { Compare, Lab } from "../wire";

export type Changes = Compare["changes"];
export type Value = Changes[string];
export type Wish = Required<Compare> & { seats: number };

/** What stands ready for who comes without a link. */
const FIRST = { game: "dutch", changes: { hand: 4 } };
const USUAL_DEALS = 1000;

/** The wish of an address, made possible: what is not offered gives way to what is usual. */
export function wishOf(search: string, lab: Lab): Wish {
  const query = new URLSearchParams(search);
  const asked = query.get("game") ?? FIRST.game;
  const game = lab.games.find((each) => each.game === asked) ?? lab.games[0];
  const variant = game?.variants.find((each) => each.variant === query.get("variant")) ?? game?.variants[0];
  const bot = lab.bots.find((each) => each.bot === query.get("bot")) ?? lab.bots[0];
  const named = query.has("game") || query.has("set");
  return {
    game: game?.game ?? "",
    variant: variant?.variant ?? "",
    changes: named ? changesOf(query.getAll("set")) : game?.game === FIRST.game ? FIRST.changes : {},
    seats: oneOf(variant?.seats ?? [], query.get("seats"), variant?.seats[0]),
    bot: bot?.bot ?? "",
    rival: bot?.rivals.find((each) => each === query.get("rival")) ?? null,
    deals: oneOf(bot?.deals ?? [], query.get("deals"), USUAL_DEALS),
  };
}

function oneOf(possible: number[], said: string | null, usual = 0): number {
  const wanted = said === null ? usual : Number(said);
  return possible.includes(wanted) ? wanted : possible.includes(usual) ? usual : (possible[0] ?? 0);
}

/** Each a key and a value, such as `hand=4`. */
function changesOf(said: string[]): Changes {
  const found: Changes = {};
  for (const one of said) {
    const [, key, text] = /^([^=]+)=(.*)$/s.exec(one) ?? [];
    const value = text === undefined ? undefined : jsonOf(text);
    if (key && isValue(value)) found[key] = value;
  }
  return found;
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isPlain(value: unknown): value is number | string {
  return typeof value === "string" || Number.isSafeInteger(value);
}

export function isValue(value: unknown): value is Value {
  return typeof value === "boolean" || isPlain(value) || (Array.isArray(value) && value.every(isPlain));
}

export function addressOf(wish: Wish): string {
  const query = new URLSearchParams({ game: wish.game, variant: wish.variant });
  for (const [key, value] of Object.entries(wish.changes)) query.append("set", `${key}=${JSON.stringify(value)}`);
  query.set("seats", String(wish.seats));
  query.set("bot", wish.bot);
  if (wish.rival !== null) query.set("rival", wish.rival);
  query.set("deals", String(wish.deals));
  return `/lab?${query}`;
}

/** The command that finds the same. */
export function commandOf(wish: Wish, seed: number): string {
  const sets = Object.entries(wish.changes).map(([key, value]) => `--set ${quoted(`${key}=${JSON.stringify(value)}`)}`);
  const rest = [`--seats ${wish.seats}`, `--bot ${wish.bot}`, ...(wish.rival === null ? [] : [`--rival ${wish.rival}`]), `--deals ${wish.deals}`, `--seed ${seed}`];
  return ["saleroom lab", wish.game, wish.variant, ...sets, ...rest].join(" ");
}

function quoted(word: string): string {
  return /^[\w.=:-]+$/.test(word) ? word : `'${word}'`;
}
