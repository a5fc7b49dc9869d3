// From numbers to places in a drawing.

/** Round numbers from the least to the most, some four or five of them. */
export function ticks(least: number, most: number, about = 4): number[] {
  const rough = (most - least) / about || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10) * power;
  const first = Math.ceil(least / step - 1e-9);
  const last = Math.floor(most / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** A place between `from` and `to` for each value between the least and the most. */
export function scale(least: number, most: number, from: number, to: number): (value: number) => number {
  const width = most - least || 1;
  return (value) => Math.round(10 * (from + ((value - least) / width) * (to - from))) / 10;
}

export interface Bin {
  from: number;
  to: number; // the last number in it
  shares: number[]; // of the games of each variant
}

const MOST_BINS = 16;

/** How many games were how long, by variant, in few enough steps. */
export function bins(lengths: Record<string, number>[]): Bin[] {
  const all = lengths.flatMap((each) => Object.keys(each).map(Number));
  if (!all.length) return [];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const width = Math.ceil((most - least + 1) / MOST_BINS);
  return Array.from({ length: Math.ceil((most - least + 1) / width) }, (_, i) => {
    const from = least + i * width;
    const to = from + width - 1;
    const shares = lengths.map((each) => {
      const told = Object.entries(each);
      const games = told.reduce((sum, [, times]) => sum + times, 0);
      const here = told.filter(([length]) => Number(length) >= from && Number(length) <= to);
      return here.reduce((sum, [, times]) => sum + times, 0) / games;
    });
    return { from, to, shares };
  });
}

export function nameOf(bin: Bin): string {
  return bin.from === bin.to ? String(bin.from) : `${bin.from}\u2013${bin.to}`;
}
