import type { Tip } from "../lib/game";
import { numbersOf } from "./deck";
import { viewOf } from "./sparrows";

export const tips: Tip[] = [
  { key: "tie", says: "Several raised: the one nearest the dealer has the step.", when: (_, news) => news.some(({ key }) => key === "won") },
  { key: "taken", says: "Your card is fixed. Your hand and the table still grow.", when: ({ view }, news) => news.some(({ key, seat }) => key.startsWith("took") && seat === view?.viewer) },
  {
    key: "last",
    says: "The last token: who passes now gets nothing this round.",
    when: (desk) => desk.form?.key === "raise" && viewOf(desk).step === numbersOf(desk.rules).hand && !numbersOf(desk.rules).bonuses.length,
  },
  {
    key: "late",
    says: "The last token. A late bid is still possible, for a tenth.",
    when: (desk) => desk.form?.key === "raise" && viewOf(desk).step === numbersOf(desk.rules).hand && numbersOf(desk.rules).bonuses.length > 0,
  },
  { key: "shuffle", says: "The bid cards that were taken come back now.", when: (_, news) => news.some(({ key }) => key === "bids_shuffled") },
];
