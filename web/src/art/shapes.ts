// The drawn signs of the house, 24 x 24. `--k` is the colour of what is knocked out of a sign.

/** Half of the eagle, mirrored. */
const WING = "M12 1.8c1.7 0 2.7 1.1 2.8 2.7l.3 2.1Q19.5 6.3 23.6 2.6 23.9 6.6 22.3 9.4L20.9 9.5 21 11.4 19.3 11.6 19.2 13.4 17.4 13.3 16.8 14.9 14.9 14.4 14.5 16.8 16.6 22.2 14.2 21.3 13.6 22.7 12 21.5z";

export const SIGNS: Record<string, string> = {
  "d-green":
    '<path d="M3.2 21.2C1.8 11 7.5 3 21 2.8c.6 11.6-5.2 18.6-14.4 17.5"/><path d="M3 21.4L14.2 9.8M8.2 16V11.2M8.2 16h4.9" stroke="var(--k)" stroke-width="1.5" fill="none" stroke-linecap="round"/>',
  "d-red":
    '<g transform="rotate(22 12 12)"><path d="M11.1 12V.9H4.6v7.3L11.1 12zM12 11.1h11.1V4.6h-7.3L12 11.1zM12.9 12v11.1h6.5v-7.3L12.9 12zM12 12.9H.9v6.5h7.3L12 12.9z"/><circle cx="12" cy="12" r="2.3"/><circle cx="12" cy="12" r=".95" fill="var(--k)" stroke="none"/></g>',
  "d-pink":
    '<path d="M3.6 3.2c3.1.9 4.8 2.6 5.5 4.3.4-2.3 1.4-4.6 2.9-6.3 1.5 1.7 2.5 4 2.9 6.3.7-1.7 2.4-3.4 5.5-4.3 1.3 7.6-1 13.3-7.2 14v1.9c1-1.3 2.5-2.2 4.6-2.4-.3 3.2-2.3 5.3-5.8 6.3-3.5-1-5.5-3.1-5.8-6.3 2.1.2 3.6 1.1 4.6 2.4v-1.9c-6.2-.7-8.5-6.4-7.2-14z"/><path d="M9.1 7.6c.1 2.4 1 4.6 2.9 6.5 1.9-1.9 2.8-4.1 2.9-6.5" stroke="var(--k)" stroke-width="1.25" fill="none" stroke-linecap="round"/>',
  "d-blue":
    '<path fill-rule="evenodd" d="M2.2 3.4c0-.7.5-1.2 1.2-1.2h17.2c.7 0 1.2.5 1.2 1.2v17.2c0 .7-.5 1.2-1.2 1.2H3.4c-.7 0-1.2-.5-1.2-1.2zM12 4.9c-.7 4-3.1 6.4-7.1 7.1 4 .7 6.4 3.1 7.1 7.1.7-4 3.1-6.4 7.1-7.1-4-.7-6.4-3.1-7.1-7.1z"/>',
  "s-sparrow":
    '<path d="M22.8 8.3l-3.1-1.5C18.9 4.4 16.9 3 14.4 3c-3 0-5 2-5.4 4.8-.3 2.2-1.6 3.4-3.3 4.9L.9 17l.5 1.4 5-1c1 1.2 2.3 2 3.8 2.4L9.5 22h1.6l.7-1.9h1.5l.3 1.9h1.6l-.2-2.3c3.2-1.3 5-4.5 4.9-9z"/><circle cx="15.9" cy="7" r="1.15" fill="var(--k)" stroke="none"/><path d="M7.4 14.8c2.9.6 6-.3 7.4-3.5" stroke="var(--k)" stroke-width="1.25" fill="none" stroke-linecap="round"/>',
  "s-parrot":
    '<path d="M10.8 1.6C5.6 1.6 2 5.4 2 10.8c0 4.2 1.3 8 3.6 11.6h8.8c-1-2.2-1.1-4.2-.5-6.1 1.9 0 3.2-.5 4.1-1.5.9 1.1 1.3 2.6 1 4.6 2.7-2.3 3.8-5.2 3.4-8.4C21.6 5.4 17 1.6 10.8 1.6z"/><circle cx="10.9" cy="8.2" r="1.5" fill="var(--k)" stroke="none"/><path d="M15.4 3.9c-1.3 2.6-1.2 5.5.1 7.8.7 1.2 1.6 2.2 2.4 3" stroke="var(--k)" stroke-width="1.3" fill="none" stroke-linecap="round"/>',
  "s-eagle": `<path d="${WING}"/><path d="${WING}" transform="matrix(-1 0 0 1 24 0)"/><path d="M12 4.2l1.3 1.7L12 7.9l-1.3-2zM15.3 9.7q2.9-.2 5-1.9M8.7 9.7q-2.9-.2-5-1.9" fill="var(--k)" stroke="var(--k)" stroke-width=".9" stroke-linecap="round"/>`,
  "s-chicken":
    '<path d="M1.3 5.2q3.3 5.3 8 5.1c2.9-.1 3.7-1.9 4.1-3.9l.3-1.9c-.8-1.8.3-3.2 1.7-2.7.5-1.3 2.3-1.3 2.7.1 1.5-.4 2.3 1 1.6 2.5l3.1 1.9-2.6 1.2c.6 1.5.2 2.6-.6 2.9.7 1 1 1.8.9 2.9-.3 3.3-2.3 5.3-5 6.1v3.3h-1.6v-2.9l-2.2.1v2.8h-1.6v-3C4.9 18.8 1.9 13.6 1.3 5.2z"/><circle cx="17" cy="6" r="1.05" fill="var(--k)" stroke="none"/><path d="M6.9 13.2c1.7 2.8 5.5 3.2 8.3.6" stroke="var(--k)" stroke-width="1.25" fill="none" stroke-linecap="round"/>',
  "c-red": '<circle cx="12" cy="12" r="10"/><circle cx="12" cy="12" r="4" fill="var(--k)"/>',
  "c-green": '<path d="M3 2h18a1 1 0 0 1 1 1v18a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1z"/><path d="M8.3 8.3h7.4v7.4H8.3z" fill="var(--k)"/>',
  "c-blue": '<path d="M11.13 2.3a1 1 0 0 1 1.74 0L23.1 20.2a1 1 0 0 1-.87 1.5H1.77a1 1 0 0 1-.87-1.5z"/><path d="M12 11l4 7.2H8z" fill="var(--k)"/>',
  other: '<circle cx="12" cy="12" r="10"/><path d="M6 12h12" stroke="var(--k)" stroke-width="3"/>',
  gavel:
    '<g transform="rotate(-45 12 12)"><rect x="3.8" y="2.6" width="3.2" height="11" rx="1"/><rect x="17" y="2.6" width="3.2" height="11" rx="1"/><rect x="7.6" y="3.8" width="8.8" height="8.6"/><rect x="10.5" y="12.4" width="3" height="11.4" rx="1.5"/></g>',
  joker: '<path d="M12 .9l2.9 7.3 7.9.5-6.1 5 2 7.6L12 17.1l-6.7 4.2 2-7.6-6.1-5 7.9-.5z"/>',
  logo:
    '<g transform="rotate(-45 12 12)"><rect x="3.8" y="2.6" width="3.2" height="11" rx="1"/><rect x="17" y="2.6" width="3.2" height="11" rx="1"/><rect x="7.6" y="3.8" width="8.8" height="8.6"/><rect x="10.5" y="12.4" width="3" height="11.4" rx="1.5"/></g><rect x="1" y="21" width="11" height="2.4" rx="1.2"/>',
  coin: '<circle cx="12" cy="12" r="10.5"/><circle cx="12" cy="12" r="7.6" fill="none" stroke="var(--k)" stroke-width="1.2"/>',
};

/** Suits that have a sign, a pattern and colours of their own: a letter for the game, and the suit. */
export const LOOKS = ["d-green", "d-red", "d-pink", "d-blue", "s-sparrow", "s-parrot", "s-eagle", "s-chicken", "c-red", "c-green", "c-blue"];

/** How a suit is drawn; one that nobody has drawn gets a plain disc. */
export function lookOf(game: string, suit: string): string {
  const look = `${game.charAt(0)}-${suit}`;
  return LOOKS.includes(look) ? look : "other";
}

/** Stub patterns: a second mark of the suit that needs no colour. */
export function pattern(look: string, u: number): string {
  const on = `var(--${look}-on)`;
  const lines = (d: string, width: number): string => `<path d="${d}" stroke="${on}" stroke-width="${u * width}" fill="none"/>`;
  switch (look) {
    case "d-green":
    case "c-blue":
      return lines(`M-${u} ${u}L${u} -${u}M0 ${2 * u}L${2 * u} 0M${u} ${3 * u}L${3 * u} ${u}`, 0.42);
    case "d-pink":
      return `<circle cx="${u * 0.5}" cy="${u * 0.5}" r="${u * 0.3}" fill="${on}"/><circle cx="${u * 1.5}" cy="${u * 1.5}" r="${u * 0.3}" fill="${on}"/>`;
    case "d-blue":
    case "c-green":
      return lines(`M0 0H${2 * u}M0 0V${2 * u}`, 0.38);
    case "s-chicken":
    case "other":
      return lines(`M0 ${u * 0.5}H${2 * u}M0 ${u * 1.5}H${2 * u}`, 0.4);
    case "s-eagle":
      return lines(`M0 ${u}a${u} ${u} 0 0 0 ${2 * u} 0M-${u} 0a${u} ${u} 0 0 0 ${2 * u} 0M${u} 0a${u} ${u} 0 0 0 ${2 * u} 0`, 0.3);
    case "s-sparrow":
      return lines(`M0 ${u * 0.7}Q${u * 0.5} 0 ${u} ${u * 0.7}T${2 * u} ${u * 0.7}M0 ${u * 1.7}Q${u * 0.5} ${u} ${u} ${u * 1.7}T${2 * u} ${u * 1.7}`, 0.32);
    case "s-parrot":
      return lines(`M${u * 0.5} 0V${2 * u}M${u * 1.5} 0V${2 * u}`, 0.4);
    default:
      return "";
  }
}

/** What belongs to a player has the colour of the paddle, and its number. */
export const PADDLES = ["#1D4C3B", "#7B2D52", "#2A4A86", "#7A4B12", "#4B4453"];

/** Backs of cards: paper, print and sign. */
export const BACKS: Record<string, { paper: string; print: string; sign: string }> = {
  dutch: { paper: "#1D4536", print: "#D9B45F", sign: "gavel" },
  sparrows: { paper: "#3A2A1E", print: "#E0BE86", sign: "s-sparrow" },
  colours: { paper: "#23264F", print: "#D8C9F0", sign: "joker" },
  bids: { paper: "#5A1E16", print: "#F0C98C", sign: "s-eagle" },
};

/** The wreath around a card's points: all leaves in one path, both stems in another. */
export function laurel(cx: number, cy: number, r: number, leaves: number): { leaves: string; stems: string } {
  let drawnLeaves = "";
  let stems = "";
  const last = 132;
  for (const side of [-1, 1]) {
    const at = (degrees: number, radius: number): [number, number] => {
      const a = (degrees * Math.PI) / 180;
      return [cx + side * Math.sin(a) * radius, cy + Math.cos(a) * radius];
    };
    for (let i = 0; i < leaves; i++) {
      const degrees = 14 + (i * (last - 14)) / (leaves - 1);
      for (const edge of [1, -1]) {
        if (i === leaves - 1 && edge < 0) continue;
        const [x, y] = at(degrees, r + edge * r * 0.13);
        const splayed = side * -degrees + side * (edge > 0 ? -34 : 22);
        const turn = ((side > 0 ? splayed : 180 + splayed) * Math.PI) / 180;
        const to = (px: number, py: number) =>
          `${(x + px * Math.cos(turn) - py * Math.sin(turn)).toFixed(2)} ${(y + px * Math.sin(turn) + py * Math.cos(turn)).toFixed(2)}`;
        drawnLeaves += `M${to(0, 0)}Q${to(r * 0.17, -r * 0.13)} ${to(r * 0.36, 0)}Q${to(r * 0.17, r * 0.13)} ${to(0, 0)}Z`;
      }
    }
    const [sx, sy] = at(4, r);
    const [fx, fy] = at(last, r);
    stems += `M${sx.toFixed(2)} ${sy.toFixed(2)}A${r} ${r} 0 0 ${side > 0 ? 0 : 1} ${fx.toFixed(2)} ${fy.toFixed(2)}`;
  }
  return { leaves: drawnLeaves, stems };
}

/** The small sprig under the points of a small card, centred on 0 0. */
export function sprig(): { leaves: string; stems: string } {
  let leaves = "";
  let stems = "";
  for (const side of [-1, 1]) {
    stems += `M0 5Q${side * 5} 4.5 ${side * 7.6} -1`;
    for (const [x, y, degrees] of [
      [2.6, 3.2, -22],
      [5.2, 1.5, -46],
      [7.2, -1.3, -66],
    ] as const) {
      const turn = (side * degrees * Math.PI) / 180;
      const [dx, dy] = [Math.cos(turn) * 2.1, Math.sin(turn) * 2.1];
      const [x1, y1, x2, y2] = [side * x - dx, y - dy, side * x + dx, y + dy];
      const round = `2.1 .95 ${side * degrees} 0 1`;
      leaves += `M${x1.toFixed(2)} ${y1.toFixed(2)}A${round} ${x2.toFixed(2)} ${y2.toFixed(2)}A${round} ${x1.toFixed(2)} ${y1.toFixed(2)}Z`;
    }
  }
  return { leaves, stems };
}

export interface Measures {
  w: number;
  h: number;
  r: number; // corner
  stub: number; // width of the stub
  notch: number;
}

export type Detail = "S" | "M" | "L";

export const MEASURES: Record<Detail, Measures> = {
  S: { w: 44, h: 62, r: 4.5, stub: 24, notch: 2.4 },
  M: { w: 84, h: 118, r: 7, stub: 35, notch: 4 },
  L: { w: 220, h: 308, r: 15, stub: 86, notch: 9 },
};

export function detail(width: number): Detail {
  return width < 72 ? "S" : width < 150 ? "M" : "L";
}

/** A card is a lot ticket: two half-round notches where the stub tears off. */
export function ticket({ w, h, r, stub, notch: n }: Measures): string {
  return `M${r} 0H${stub - n}A${n} ${n} 0 0 0 ${stub + n} 0H${w - r}A${r} ${r} 0 0 1 ${w} ${r}V${h - r}A${r} ${r} 0 0 1 ${w - r} ${h}H${stub + n}A${n} ${n} 0 0 0 ${stub - n} ${h}H${r}A${r} ${r} 0 0 1 0 ${h - r}V${r}A${r} ${r} 0 0 1 ${r} 0Z`;
}

export function stubPath({ h, r, stub, notch: n }: Measures): string {
  return `M${r} 0H${stub - n}A${n} ${n} 0 0 0 ${stub} ${n}V${h - n}A${n} ${n} 0 0 0 ${stub - n} ${h}H${r}A${r} ${r} 0 0 1 0 ${h - r}V${r}A${r} ${r} 0 0 1 ${r} 0Z`;
}

export function footPath({ h, r, stub, notch: n }: Measures, top: number): string {
  return `M0 ${top}H${stub}V${h - n}A${n} ${n} 0 0 0 ${stub - n} ${h}H${r}A${r} ${r} 0 0 1 0 ${h - r}Z`;
}

export const ICONS: Record<string, string> = {
  undo: "M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3",
  check: "M5 12.5l4.5 4.5L19 7",
  info: "M12 11v6M12 7.3v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  book: "M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11M9 8h6",
  share: "M12 15V4M8 7.5L12 4l4 3.5M5 12v7h14v-7",
  gear: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 2.8v3M12 18.2v3M2.8 12h3M18.2 12h3M5.5 5.5l2.1 2.1M16.4 16.4l2.1 2.1M18.5 5.5l-2.1 2.1M7.6 16.4l-2.1 2.1",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  eyeoff:
    "M4 4l16 16M9.5 6c.8-.3 1.6-.5 2.5-.5 6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.8 3.5M6 8a16 16 0 0 0-3.5 4S6 18.5 12 18.5c1.3 0 2.5-.3 3.5-.8",
  home: "M4 11l8-7 8 7v9h-5v-6H9v6H4z",
  gavelto: "M4 20h9M6 9l6-6 5 5-6 6zM13.5 10.5L20 17",
  down: "M12 5v13M6.5 12.5L12 18l5.5-5.5",
  up: "M12 19V6M6.5 11.5L12 6l5.5 5.5",
  back: "M9 5L4 10l5 5M4 10h9a6 6 0 0 1 6 6v3",
  link: "M9.5 14.5l5-5M8 12l-2.5 2.5a3.5 3.5 0 0 0 5 5L13 17M16 12l2.5-2.5a3.5 3.5 0 0 0-5-5L11 7",
  play: "M7 5l12 7-12 7z",
  pause: "M8 5v14M16 5v14",
  first: "M18 6l-8 6 8 6zM6 6v12",
  last: "M6 6l8 6-8 6zM18 6v12",
  prev: "M16 6l-8 6 8 6z",
  next: "M8 6l8 6-8 6z",
  swap: "M4 8h13l-3.5-3.5M20 16H7l3.5 3.5",
  take: "M12 3v10M8 9.5l4 4 4-4M4 15v5h16v-5",
  steal: "M20 8H8l3.5-3.5M8 8l3.5 3.5M4 4v16",
  cash: "M4 7h16v10H4zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM7 12h.1M17 12h.1",
  dup: "M8 8h11v12H8zM5 16V4h11",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7.5V12l3 2",
  users:
    "M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 20c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6M16 5.3a3.5 3.5 0 0 1 0 6.5M18 14.5c2.1.8 3.5 2.8 3.5 5.5",
  warn: "M12 4l9.5 16h-19zM12 10v4.5M12 17.3v.1",
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.500a7.8 7.8 0 0 1 0 11",
  quiet: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9l5 6M21 9l-5 6",
  smile: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8.5 14.5c1.8 2.3 5.2 2.3 7 0M9 9.7v.1M15 9.7v.1",
  x: "M6 6l12 12M18 6L6 18",
  plus: "M12 5v14M5 12h14",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L20 20",
  chev: "M9 6l6 6-6 6",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4",
  target: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  log: "M5 6h14M5 12h14M5 18h9",
  door: "M5 4h9v16H5zM14 12h7M18 9l3 3-3 3",
  bulb: "M9 17.5c0-2.5-3.5-3.8-3.5-8a6.5 6.5 0 0 1 13 0c0 4.2-3.5 5.5-3.5 8zM9.5 21h5",
  bot: "M6 9h12v10H6zM12 9V5M9.5 13.5v.1M14.5 13.5v.1M10 16.5h4",
};
