// Where the rounds of a game begin in the list of its moves.

import type { ReviewMoment } from "../wire";

/** For each entry the round that it opens, or 0. An entry shows the table just after it: so it was
 * decided in the round of the one before, and the last of a round stands above the next heading. */
export function openings(moments: Pick<ReviewMoment, "view">[]): number[] {
  const rounds = moments.map((_, i) => Number(moments[Math.max(i - 1, 0)]!.view["round"] ?? 0));
  return rounds.map((round, i) => (round === rounds[i - 1] ? 0 : round));
}
