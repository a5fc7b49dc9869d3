// A game for boardgame.io whose views are as large as those of Dutch: the yardstick of server.py.
// Two players in turn move a card of their own hand to the table; the state is kept in memory.
const { Server } = require('boardgame.io/server');

const SUITS = ['blue', 'green', 'pink', 'red', 'yellow'];
const card = (n) => ({ code: n, card: `${SUITS[n % 5][0]}${n % 8}`, suit: SUITS[n % 5], used: false });
const cards = (from, count) => Array.from({ length: count }, (_, n) => card((from + n) % 40));

const game = {
  name: 'peer',
  setup: () => ({
    round: 1,
    display: cards(0, 6),
    discards: cards(6, 16),
    hands: { 0: cards(14, 7), 1: cards(21, 7) },
    stakes: { 0: cards(28, 5), 1: cards(33, 5) },
    totals: { 0: 0, 1: 0 },
    secret: { deck: cards(3, 20) },
    says: 'Your turn: use powers, buy, or end.',
    labels: Object.fromEntries(cards(0, 20).map((c) => [c.code, `Pay with the ${c.suit} ${c.card}`])),
  }),
  playerView: ({ G, playerID }) => {
    const { secret, ...seen } = G;
    const hands = {};
    for (const seat of ['0', '1']) hands[seat] = seat === playerID ? G.hands[seat] : G.hands[seat].length;
    return { ...seen, hands };
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, playerID }, place) => {
      const hand = G.hands[playerID];
      const [played] = hand.splice(place % hand.length, 1);
      const stake = G.stakes[playerID];
      stake.push(played);
      hand.push(stake.shift());
      G.totals[playerID] += played.code;
      G.round += 1;
    },
  },
};

const server = Server({ games: [game], origins: [/.*/] });
server.run({ port: Number(process.argv[2]), callback: () => {} });
