// A decision of a record, as the table told of it.

import type { Deck } from "../lib/deck";
import { pieces } from "../lib/words";
import type { ReviewMoment } from "../wire";

function cardsIn(says: string, deck: Deck): string[] {
  return pieces(says, deck).flatMap((piece) => ("face" in piece ? [piece.face.card] : []));
}

/** The sentence of what came of it, which names what was bought; a sealed decision was told without its
 * cards or not at all, and stays in the words of the record. */
export function tale({ seat, said, events }: Pick<ReviewMoment, "seat" | "said" | "events">, name: string, deck: Deck): string {
  if (seat === null) return "The deal.";
  const told = events[0];
  const shown = cardsIn(told?.says ?? "", deck);
  return told?.seat === seat && cardsIn(said, deck).every((card) => shown.includes(card)) ? told.says : `${name}: ${said}`;
}
