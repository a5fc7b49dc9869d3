// The chance of a bid, as the server counts it from the cards that this seat does not see.

import type { Hint } from "../lib/types";

export interface Chance {
  code: number;
  chance: number; // in a thousand; 0 and 1000 are certain
  average: number; // points, failures included
  about: boolean; // it compares hands, and others do not bid at random
}

interface Chances {
  unseen: number;
  chances: Chance[];
}

export function chancesOf(hint: Hint | null): Chances | null {
  return hint && "chances" in hint ? (hint as unknown as Chances) : null;
}

export function percent({ chance }: Chance): string {
  if (chance > 0 && chance < 10) return "<1%";
  if (chance > 990 && chance < 1000) return ">99%";
  return `${Math.round(chance / 10)}%`;
}
