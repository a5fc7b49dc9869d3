// Figures as people read them: amounts, what they lie between, what differs for sure.

import type { Difference, Figure, Findings, Known } from "../wire";

const MINUS = "\u2212";

export function minus(points: number): string {
  return String(points).replace("-", MINUS);
}

/** So many digits behind the point tell enough. */
function places(value: number): number {
  const size = Math.abs(value);
  return size >= 1 ? 1 : size >= 0.1 || !size ? 2 : 3;
}

/** With a true minus; nothing has no sign. */
function signed(text: string, sign: boolean): string {
  if (Number(text) === 0) return text.replace("-", "");
  return text.startsWith("-") ? text.replace("-", MINUS) : sign ? `+${text}` : text;
}

/** A figure as it is read; a difference has its sign. */
export function amount(value: number, kind: Figure["kind"], sign = false, digits = places(value)): string {
  return kind === "share" ? `${signed((100 * value).toFixed(0), sign)} %` : signed(value.toFixed(digits), sign);
}

/** What it lies between, in brackets; empty while the deals are few. */
export function between(told: Known | Difference, kind: Figure["kind"], sign = false): string {
  if (told.low === null || told.high === null) return "";
  const digits = places(told.mean || told.high);
  return `${amount(told.low, kind, sign, digits).replace(" %", "")} to ${amount(told.high, kind, sign, digits)}`;
}

/** How long it will take, where so many more deals were played in so many seconds. */
export function timeLeft(left: number, played: number, seconds: number): string {
  if (played <= 0) return "";
  const minutes = Math.round((left * seconds) / played / 60);
  return minutes < 1 ? "less than a minute left" : minutes === 1 ? "about a minute left" : `about ${minutes} minutes left`;
}

/** People count seats from 1. */
export function labelOf(says: string): string {
  return says.replace(/^seat (\d+)/, (_, seat: string) => `seat ${Number(seat) + 1}`);
}

/** The rows of a section, as far as anything is known. */
export function rowsOf(found: Findings, key: string): Figure[] {
  const figures = found.sections.find((section) => section.key === key)?.figures ?? [];
  return figures.filter((figure) => figure.known.some(Boolean));
}

/** What is known so badly that nothing can be said of what it lies between is not drawn: of one game it would be 0 or 100 %. */
export function canBeDrawn(one: Known | null): one is Known & { low: number; high: number } {
  return one !== null && one.low !== null && one.high !== null;
}

/** A line of a table of numbers. */
export interface Row {
  key: string;
  name: string;
  cells: { says: string; between?: string; sure?: boolean }[];
}

export const HEADS = ["Figure", "A", "B", "B less A"];

/** A figure of both variants, and how they differ. */
export function rowOf({ key, says, kind, known, more }: Figure): Row {
  const unknown = { says: "\u2013" };
  return {
    key,
    name: labelOf(says),
    cells: [
      ...known.map((one) => (one ? { says: amount(one.mean, kind), between: between(one, kind) } : unknown)),
      ...more.map((one) => (one ? { says: amount(one.mean, kind, true), between: between(one, kind, true), sure: one.is_sure } : unknown)),
    ],
  };
}

/** Rounds, or decisions in a game that knows no rounds. */
export function lengthOf(found: Findings): "rounds" | "decisions" {
  return rowsOf(found, "game").some((figure) => figure.key === "rounds") ? "rounds" : "decisions";
}

/** The figures that tell most. */
export function mainFigures(found: Findings): Figure[] {
  const all = [...rowsOf(found, "game"), ...rowsOf(found, "seats")];
  return [lengthOf(found), "margin", "leads", "halfway", "skill"].flatMap((key) => all.find((figure) => figure.key === key) ?? []);
}
