// What is printed on a card, between its paper and its edge. A print is drawn once for each face,
// size and suit and then copied: a table lays dozens of cards at a time, and piece by piece that is felt.

import type { Face } from "../lib/deck";
import { footPath, MEASURES, stubPath, type Detail, type Measures } from "./shapes";

const done = new WeakMap<Face, Map<string, string>>();

export function print(face: Face, size: Detail, look: string): string {
  let prints = done.get(face);
  if (!prints) done.set(face, (prints = new Map()));
  const key = `${size} ${look}`;
  let drawn = prints.get(key);
  if (drawn === undefined) prints.set(key, (drawn = draw(face, size, look)));
  return drawn;
}

/** Words of a variant's file are words, whatever they look like. */
function safe(words: string): string {
  return words.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function sign(name: string, x: number, y: number, z: number, how: string): string {
  return `<use href="#sign-${name}" x="${x}" y="${y}" width="${z}" height="${z}" ${how}/>`;
}

function text(kind: string, x: number, y: number, size: number, says: string, spacing = 0): string {
  return `<text class="${kind}" x="${x}" y="${y}" font-size="${size}" letter-spacing="${spacing}">${safe(says)}</text>`;
}

function draw(face: Face, size: Detail, look: string): string {
  const m = MEASURES[size];
  const [stub, tear] = [m.stub / 2, `M${m.stub} ${m.notch + 1}V${m.h - m.notch - 1}`];
  const [dash, width] = size === "L" ? ["1 6", 2.5] : size === "M" ? [".5 3.4", 1.4] : [".5 2.6", 1];
  const drawn = { S: small, M: middle, L: large }[size](face, look, m, stub, m.stub + (m.w - m.stub) / 2);
  return `<path d="${stubPath(m)}" fill="var(--c)"/>${drawn}<path class="tear" d="${tear}" stroke-width="${width}" stroke-dasharray="${dash}"/>`;
}

/** `stub` and `body`: the middles of the two parts of the card. */
type Draw = (face: Face, look: string, m: Measures, stub: number, body: number) => string;

const small: Draw = (face, look, m, stub, body) => {
  const [long, tight] = [face.label.length > 1, face.foot.length > 1];
  const value = face.sign
    ? sign(face.sign, stub - 9, 4.5, 18, 'class="onstub"') + (face.mark && text("mark", m.stub - 1.6, 26.5, 6.5, face.mark))
    : text("v", stub - (long ? 0.6 : 0), long ? 21 : 22.3, long ? 17 : 23, face.label, long ? -1.4 : 0);
  const foot = face.wreath
    ? text("p", body, tight ? 32.5 : 34.5, face.foot.length > 2 ? 10.5 : tight ? 13 : 19, face.foot, tight ? -0.7 : 0) + `<use href="#wreath-S" x="${body}" y="40.5"/>`
    : sign(look, body - 8, 22.5, 16, 'fill="var(--deep)" class="etch"');
  return foiled(m, 49, look, "S") + value + sign(look, stub - 8.2, 28.5, 16.4, 'class="onstub"') + foot;
};

const middle: Draw = (face, look, m, stub, body) => {
  const [long, tight, word] = [face.label.length > 1, face.foot.length > 1, face.foot.length > 3];
  const y = face.wreath ? 13 : 24;
  const value = face.sign
    ? sign(face.sign, stub - 14, 9, 28, 'class="onstub"') + (face.mark && text("mark", m.stub - 2.5, 46, 9.5, face.mark))
    : text("v", stub - (long ? 1 : 0), long ? 35 : 37, long ? 26 : 36, face.label, long ? -2 : 0);
  const foot = face.wreath
    ? `<use href="#wreath-M" x="${body}" y="86"/>` + text("p", body, tight ? 91.5 : 93, face.foot.length > 2 ? 14 : tight ? 16 : 21, face.foot, tight ? -0.8 : 0)
    : text(word ? "p word" : "p", body, word ? 98 : 99, word ? 9.5 : 24, face.foot);
  return (
    foiled(m, 86, look, "M") +
    value +
    sign(look, stub - 12, 50, 24, 'class="onstub"') +
    sign(look, body - 18, y, 36, `fill="url(#etch-${look}-M)" class="etch"`) +
    sign(look, body - 18, y, 36, 'class="contour" stroke-width=".9"') +
    foot
  );
};

const large: Draw = (face, look, m, stub, body) => {
  const [long, tight, word] = [face.label.length > 1, face.foot.length > 1, face.foot.length > 3];
  const y = face.wreath ? 40 : 64;
  const value = face.sign
    ? sign(face.sign, stub - 34, 24, 68, 'class="onstub"') + (face.mark && text("mark", m.stub - 7, 112, 20, face.mark))
    : text("v", stub - (long ? 2 : 0), 92, long ? 68 : 88, face.label, long ? -5 : 0);
  const foot = face.wreath
    ? `<use href="#wreath-L" x="${body}" y="225"/>` + text("p", body, tight ? 238 : 240, tight ? 34 : 43, face.foot) + text("c", body, 281, 10, "VICTORY POINTS")
    : text(word ? "p word" : "p", body, word ? 250 : 258, word ? 20 : 48, face.foot);
  return (
    foiled(m, 214, look, "L") +
    value +
    sign(look, stub - 29, 124, 58, 'class="onstub"') +
    `<rect x="${m.stub + 12}" y="13" width="${m.w - m.stub - 25}" height="${m.h - 26}" rx="6" fill="none" stroke="var(--deep)" stroke-width="1.2" opacity=".55"/>` +
    sign(look, body - 43, y, 86, `fill="url(#etch-${look}-L)" class="etch"`) +
    sign(look, body - 43, y, 86, 'class="contour" stroke-width=".55"') +
    text("t", body, face.wreath ? 160 : 192, 15.5, face.title) +
    foot
  );
};

/** The pattern of the suit at the foot of the stub. */
function foiled(m: Measures, top: number, look: string, size: Detail): string {
  return `<path d="${footPath(m, top)}" fill="url(#pat-${look}-${size})" opacity=".5"/>`;
}
