"""A bot for Stick to Colours, `free` and `matching`: a card is worth its points and a little hope.

It trades while that is more than the cheapest cards cost that it would have to give.

saleroom arena colours --seats 2 --bots 'external:python3 examples/bots/collector.py,random'
"""

import json
import sys
from collections import Counter
from functools import cache
from typing import Any

# What the rules say: [scoring] in the files of both rule sets.
COLOURS = "RGB"
SET = {1: 3, 2: 3, 3: 3, 4: 3, 5: 3, 6: 3, 7: 6, 8: 6, 9: 6}  # points, by value
RUNS = 3, 4, 5  # cards, a point each; a longer run is several of these

# What the bot believes.
JOKER = 4.0  # points, as long as it has no value
NEIGHBOUR, NEXT_BUT_ONE = 0.5, 0.25  # hope for a run, for each pair of cards
SAME_VALUE = 1 / 6  # hope for a set, for each pair: the part of its points
REFUSED = 0.5  # who refuses a card loses this part of its worth, for it was never sure to get it
OPENS_AT = -0.5  # better a small loss than a market that is swept


@cache
def in_runs(values: tuple[int, ...]) -> int:
    """The most cards of a colour that lie in runs: the lowest begins one, or stays out."""
    if not values:
        return 0
    found = in_runs(values[1:])
    for length in RUNS:
        run = range(values[0], values[0] + length)
        if set(run) <= set(values):
            rest = Counter(values) - Counter(run)
            found = max(found, length + in_runs(tuple(sorted(rest.elements()))))
    return found


def points(hand: list[str]) -> int:
    """What a hand scores, such as ["R4", "R5", "GJ"], with jokers at their best."""
    for card in hand:
        if card[1] == "J":
            return max(points([*without(hand, card), f"{card[0]}{value}"]) for value in SET)
    found = sum(SET[value] * min(hand.count(f"{c}{value}") for c in COLOURS) for value in SET)
    for colour in COLOURS:
        found += in_runs(tuple(sorted(int(card[1]) for card in hand if card[0] == colour)))
    return found


def worth(hand: list[str]) -> float:
    """Points and hope."""
    plain = [card for card in hand if card[1] != "J"]
    found = points(plain) + JOKER * (len(hand) - len(plain))
    held = {(card[0], int(card[1])) for card in plain}
    for colour, value in held:
        found += NEIGHBOUR * ((colour, value + 1) in held)
        found += NEXT_BUT_ONE * ((colour, value + 2) in held)
        found += SAME_VALUE * SET[value] * sum((c, value) in held for c in COLOURS if c < colour)
    return found


def without(hand: list[str], card: str) -> list[str]:
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def price(hand: list[str], zone: str, card: str) -> float:
    """What it costs to give a card: one of the market is refused, one of the hand is lost."""
    if zone == "market":
        return REFUSED * (worth([*hand, card]) - worth(hand))
    return worth(hand) - worth(without(hand, card))


def cheapest(hand: list[str], form: Any, cards: dict[int, str]) -> tuple[float, list[int]]:
    """The least that fills in this form: what it costs, and its codes as they are sent."""
    left = []
    for zone, things in form["of"].items():
        for thing in things:  # a code, or the codes of alike things
            left += [(zone, code) for code in (thing if isinstance(thing, list) else [thing])]
    cost, path = 0.0, []
    least, _most = form["set"]
    for _ in range(least):
        # Of alike things, which cost the same, the lowest code: they are sent from the front.
        paid, code, zone = min((price(hand, z, cards[c]), c, z) for z, c in left)
        left.remove((zone, code))
        if zone != "market":
            hand = without(hand, cards[code])
        cost += paid
        path.append(code)
    return cost, [*sorted(path), form["close"]]


def decide(seat: int, menu: dict[str, str], view: Any) -> list[int]:
    form = view["form"]
    zones = {zone["id"]: zone["cards"] for zone in view["zones"]}
    market, own = zones["market"], zones[f"hand.{seat}"]
    if form["key"] == "joker":  # one of them; for the next the program is asked again at once
        hand = [card["card"][0] + str(card.get("value", card["card"][1])) for card in own]
        scores = {c: points([*without(hand, f"{now[0]}J"), now]) for c, now in menu.items()}
        return [int(max(scores, key=lambda code: scores[code]))]

    hand = [card["card"] for card in own]
    cards = {card["code"]: card["card"] for card in market + own}
    offered = [card["card"] for card in market if seat in card["question"]]
    best = [int(code) for code in menu if menu[code] == "pass"]
    most = OPENS_AT if form["key"] == "open" else 0.0
    # The form tells what follows each choice, a lot or "bid": so a whole decision is one answer.
    for code, offer in form["then"].items():
        lot = int(code) if form["key"] == "open" else view["lot"] - 1  # slots count from 1
        more = [*hand, cards[lot]]
        cost, path = cheapest(more, offer, cards)
        required = [word[:2] for word in offer.get("fixed", {}).get("market", [])]  # R3, or R3.1
        cost += sum(price(more, "market", card) for card in offered + required)
        gain = worth(more) - worth(hand) - cost
        if gain > most:
            best, most = [int(code), *path], gain
    return best


if __name__ == "__main__":
    for line in sys.stdin:  # {"seat": ..., "menu": {code: word}, "view": {...}}
        print(json.dumps(decide(**json.loads(line))), flush=True)
