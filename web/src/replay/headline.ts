// Who won, on top of a review.

import { trueMinus } from "../lib/words";
import type { Outcome } from "../wire";

/** Of two players both scores; of more the winner's alone, since the sheets below have them all. */
export function headline({ winners, scores, says }: Outcome, names: string[], own: number | undefined): string {
  const winner = winners[0];
  if (!scores.length || winner === undefined) return says;
  const others = scores.filter((_, seat) => seat !== winner);
  const count = trueMinus(others.length === 1 ? `, ${scores[winner]} to ${others[0]}` : ` with ${scores[winner]}`);
  if (winners.length > 1) return `A shared win${count}.`;
  return winner === own ? `You win${count}.` : `${names[winner]} wins${count}.`;
}
