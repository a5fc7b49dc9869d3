import type { Tip } from "../lib/game";

export const tips: Tip[] = [
  { key: "tie", says: "A tie: each adds the top card of their own deck.", when: (_, news) => news.some(({ key }) => key === "tie") },
  { key: "duty", says: "Nobody bought the cheapest lot, so the loser of the bid must.", when: ({ view }) => view?.status.key === "status_owing" },
  {
    key: "power",
    says: "A gavel is a power: use it before you pay with the card.",
    when: ({ view, form }) => Boolean(form && view?.zones.some((zone) => zone.id === `stake.${view.viewer}` && zone.cards?.some((entry) => entry.ready))),
  },
  { key: "shuffle", says: "Your deck ran out: what you bought is shuffled into it.", when: ({ view }, news) => news.some(({ key, seat }) => key === "shuffled" && seat === view?.viewer) },
  {
    key: "zero",
    says: "The lowest card of a suit is its bonus: a 0 takes it away.",
    when: ({ view, deck }, news) => news.some(({ key, seat, values }) => key === "bought" && seat === view?.viewer && deck.get(String(values["card"]))?.points === 0),
  },
];
