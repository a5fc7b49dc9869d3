// Filling in a form. The page knows no rules: it walks along what the form offers, and what it
// sends is the path of choice codes. Everything is made anew from the form and the taps so far.

import type { Form, Why } from "../wire";

export interface Part {
  form: Form;
  chosen: number[]; // in the order of the taps
  filled: boolean; // by the page, because there was nothing to choose
  options: Map<number, string>; // code -> the zone it lies in
  alike: number[][]; // groups of codes: of alike things so many are sent, from the front
  least: number;
  most: number;
}

export interface Filling {
  parts: Part[];
  complete: boolean;
  path: number[]; // when complete
}

/** The things of a set or a question, each as the list of its codes, less what was chosen before. */
function thingsOf(form: Form, gone: number[]): [string, number[]][] {
  const left = [...gone];
  const things: [string, number[]][] = [];
  for (const [zone, entries] of Object.entries(form.set ? (form.of ?? {}) : (form.one ?? {})))
    for (const entry of entries) {
      const codes = (Array.isArray(entry) ? entry : [entry]).filter((code) => {
        const at = left.indexOf(code);
        if (at >= 0) left.splice(at, 1);
        return at < 0 && !(form.set && code === form.close);
      });
      if (codes.length) things.push([zone, codes]);
    }
  return things;
}

function optionsOf(things: [string, number[]][]): Map<number, string> {
  return new Map(things.flatMap(([zone, codes]) => codes.map((code): [number, string] => [code, zone])));
}

function partOf(form: Form, gone: number[]): Part {
  const things = thingsOf(form, gone);
  const alike = things.map(([, codes]) => codes).filter((codes) => codes.length > 1);
  const [least, most] = form.set ?? [1, 1];
  const number = things.reduce((sum, [, codes]) => sum + codes.length, 0);
  return { form, chosen: [], filled: false, options: optionsOf(things), alike, least, most: most ?? number };
}

/** How many things this code stands for. */
function copies(part: Part, code: number): number {
  return Math.max(1, ...part.alike.map((group) => group.filter((one) => one === code).length));
}

function times(codes: number[], code: number): number {
  return codes.filter((one) => one === code).length;
}

/** What is sent for what was tapped: of alike things so many from the front. */
function settled(part: Part): number[] {
  let codes = part.chosen;
  for (const group of part.alike) {
    const number = codes.filter((code) => group.includes(code)).length;
    codes = [...codes.filter((code) => !group.includes(code)), ...group.slice(0, number)];
  }
  return codes;
}

/** Of these taps those that a set can hold: no thing more often than it is there. */
function held(part: Part, taps: number[]): number[] {
  const found: number[] = [];
  for (const code of taps)
    if (part.options.has(code) && times(found, code) < copies(part, code)) found.push(code);
  return found.slice(0, part.most);
}

function isSet(part: Part): boolean {
  return Boolean(part.form.set);
}

function enough(part: Part): boolean {
  return part.chosen.length >= part.least && part.chosen.length <= part.most;
}

function next(part: Part, gone: number[]): Part | null {
  const then = part.form.then;
  if (!then) return null;
  const following = isSet(part) ? then["*"] : (then[String(settled(part)[0])] ?? then["*"]);
  return following ? partOf(following, gone) : null;
}

/** The state of a form after these taps. Taps that lead nowhere are left out. */
export function fill(form: Form, taps: number[]): Filling {
  const gone: number[] = [];
  const parts: Part[] = [];
  const left = [...taps];
  let part: Part | null = partOf(form, gone);
  while (part) {
    parts.push(part);
    if (isSet(part)) {
      const all = thingsOf(part.form, gone).flatMap(([, codes]) => codes);
      if (parts.length > 1 && part.least === part.most && all.length === part.least) {
        part.chosen = all;
        part.filled = true;
      } else {
        part.chosen = held(part, left);
        left.length = 0;
      }
    } else {
      const tapped = left[0];
      if (tapped !== undefined && part.options.has(tapped)) part.chosen = [left.shift() as number];
      else if (part.options.size === 1) {
        part.chosen = [...part.options.keys()]; // the button is simply ready; nothing is sent yet
        part.filled = true;
      }
    }
    // `*` is what follows anything, less what was chosen.
    if (!part.form.then?.[String(settled(part)[0])]) gone.push(...settled(part));
    part = enough(part) ? next(part, gone) : null;
  }
  const last = parts[parts.length - 1] as Part;
  const complete = enough(last);
  return { parts, complete, path: complete ? parts.flatMap(sent) : [] };
}

/** The codes that a part sends: a set in rising order, and what closes it last. */
function sent(part: Part): number[] {
  if (!isSet(part)) return settled(part);
  const codes = settled(part).sort((a, b) => a - b);
  return typeof part.form.close === "number" ? [...codes, part.form.close] : codes;
}

export function openPart(filling: Filling): Part {
  return filling.parts[filling.parts.length - 1] as Part;
}

/** The zone a code may be chosen in now, if it may. */
export function lit(filling: Filling, code: number): string | null {
  const open = openPart(filling);
  const here = open.options.get(code);
  if (here !== undefined && (isSet(open) || !open.chosen.includes(code))) return here;
  const ahead = shortcut(open, code);
  if (ahead) return ahead.zone;
  for (const part of filling.parts.slice(0, -1)) {
    const zone = part.options.get(code);
    const chosenZone = part.options.get(part.chosen[0] as number);
    if (zone !== undefined && !part.filled && !part.chosen.includes(code) && zone === chosenZone) return zone;
  }
  return null;
}

/** A thing beyond a row of buttons that only one of them leads to: tapping it presses the button. */
function shortcut(part: Part, code: number): { button: number; zone: string } | null {
  if (isSet(part) || !part.form.then) return null;
  let found: { button: number; zone: string } | null = null;
  for (const [button, zone] of part.options) {
    if (zone !== "buttons") return null;
    const following = part.form.then[String(button)];
    const there = following && optionsOf(thingsOf(following, [])).get(code);
    if (there === undefined) continue;
    if (found) return null;
    found = { button, zone: there };
  }
  return found;
}

export function isChosen(filling: Filling, code: number): boolean {
  return howOften(filling, code) > 0;
}

/** How many of the things that this code stands for are chosen. */
export function howOften(filling: Filling, code: number): number {
  return filling.parts.reduce((sum, part) => sum + times(part.chosen, code), 0);
}

/** The taps after one more tap: chooses, moves a choice, or takes it back. `back`: what was tapped
 * is one of several alike things, and is chosen. */
export function tap(form: Form, taps: number[], code: number, back = false): number[] {
  const filling = fill(form, taps);
  const open = openPart(filling);
  if (isSet(open) && open.options.has(code) && !open.filled) {
    if (back && open.chosen.includes(code)) return taps.toSpliced(taps.lastIndexOf(code), 1);
    if (times(open.chosen, code) === copies(open, code)) return taps.filter((tapped) => tapped !== code);
    if (open.chosen.length < open.most) return [...taps, code];
    const oldest = open.chosen[0] as number; // a full set: the newest takes the place of the oldest
    return [...taps.filter((tapped) => tapped !== oldest), code];
  }
  const here = before(filling, filling.parts.length - 1);
  if (!open.chosen.length && open.options.has(code)) return [...here, code];
  const ahead = shortcut(open, code);
  if (ahead) return [...here, ahead.button, code];
  for (let i = filling.parts.length - 1; i >= 0; i--) {
    const part = filling.parts[i] as Part;
    if (isSet(part)) continue;
    if (part.chosen.includes(code)) return part.filled ? taps : before(filling, i);
    if (part.options.has(code)) return [...before(filling, i), code];
  }
  return taps;
}

/** The person's own taps in the parts before this one. */
function before(filling: Filling, index: number): number[] {
  return filling.parts.slice(0, index).flatMap((part) => (part.filled ? [] : part.chosen));
}

/** What stands on a code, in the part where it may be chosen or was. */
export function labelOf(filling: Filling, code: number): string | undefined {
  for (const part of [...filling.parts].reverse()) {
    const label = part.form.labels[String(code)];
    if (label !== undefined && part.options.has(code)) return label;
  }
  const open = openPart(filling);
  const ahead = shortcut(open, code);
  return ahead ? open.form.then?.[String(ahead.button)]?.labels[String(code)] : undefined;
}

/** Where a code would go, if the open question says so. */
export function previewOf(filling: Filling, code: number): string | undefined {
  return openPart(filling).form.previews?.[String(code)];
}

export function whyNot(form: Form, code: number): Why | undefined {
  return form.why?.[String(code)];
}

/** The deed in the words of the form: what the button says. */
export function deed(filling: Filling): string {
  let words = "";
  for (const part of filling.parts) {
    if (isSet(part)) {
      if (!words) {
        words = part.chosen.map((code) => part.form.labels[String(code)] ?? "").join(", ");
        if (!words && typeof part.form.close === "number") words = part.form.labels[String(part.form.close)] ?? "Nothing";
      }
    } else if (part.chosen.length) words = part.form.labels[String(part.chosen[0])] ?? words;
  }
  return words;
}

/** What is missing, for the button that cannot be pressed yet. */
export function missing(filling: Filling): string {
  const open = openPart(filling);
  if (isSet(open)) {
    const more = open.least - open.chosen.length;
    return `Choose ${more} more`;
  }
  return "Choose one";
}

/** The taps that lead to a path: to show a decision again that was given already. */
export function tapsOf(form: Form, path: number[]): number[] {
  let taps: number[] = [];
  for (const code of path) {
    const filling = fill(form, taps);
    const open = openPart(filling);
    const again = isSet(open) && !open.filled && times(open.chosen, code) < copies(open, code) && open.options.has(code);
    if (open.form.close === code || (isChosen(filling, code) && !again)) continue;
    taps = tap(form, taps, code);
  }
  return taps;
}
