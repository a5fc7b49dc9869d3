import type { Tip } from "../lib/game";
import { ownOffer } from "./colours";

export const tips: Tip[] = [
  { key: "hand", says: "A card from your hand is lost, even if you pass later.", when: (desk) => Boolean(desk.form && ownOffer(desk)?.laid.length) },
  { key: "refused", says: "Your question tokens are refusals now, for good.", when: ({ view }, news) => news.some(({ key, seat }) => key === "won" && seat === view?.viewer) },
  { key: "falls", says: "All others refuse that card: it goes to the last for nothing.", when: (_, news) => news.some(({ key }) => key === "takes_automatic") },
  { key: "swept", says: "All dealers passed in a row, so the market is swept.", when: (_, news) => news.some(({ key }) => key === "swept") },
  { key: "joker", says: "A joker counts as any value; you name it at the end.", when: ({ view, deck }) => Boolean(view?.zones.some((zone) => zone.id === `hand.${view.viewer}` && zone.cards?.some((entry) => deck.get(entry.card ?? "")?.value === 0))) },
];
