"""What each seat of Pennies may see, and how people say it: view, notation, labels, refusals.

A view is built from what may be seen, never by taking secrets out of the whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.games import forms
from saleroom.games.bits import choices
from saleroom.games.core import NOBODY, NotAllowed, NotUnderstood, Part, Refusal

if TYPE_CHECKING:
    from pennies.position import Pennies

PHASES = ("deal", "deal", "bid", "turn", "over")


# -- views -----------------------------------------------------------------------------------------


def view(position: Pennies, viewer: int | None) -> dict[str, object]:
    """All that a seat (None: a spectator) may see now."""
    rules = position.rules
    lot = 0 if position.lot < 0 else 1 << position.lot
    zones = [
        _zone(position, "bag", None, position.bag, position.over),
        _zone(position, "lot", None, lot, True),
        _zone(position, "till", None, position.till, True),
    ]
    for seat in range(rules.seats):
        mine = seat == viewer or position.over
        pocket = 0 if position.pockets[seat] < 0 else 1 << position.pockets[seat]
        zones.append(_zone(position, f"purse.{seat}", seat, position.purses[seat], mine))
        zones.append(_zone(position, f"pocket.{seat}", seat, pocket, mine))
        zones.append(_zone(position, f"bid.{seat}", seat, position.bids[seat], True))
    scores = [
        {"total": position.score(seat)} if position.over or seat == viewer else None
        for seat in range(rules.seats)
    ]
    found: dict[str, object] = {
        "game": rules.game,
        "variant": rules.variant,
        "viewer": viewer,
        "round": position.lots,
        "phase": PHASES[position.phase],
        "zones": zones,
        "status": _status(position),
        "chosen": [] if viewer is None else list(position.paths[viewer]),
        "form": None if viewer is None else forms.form(position, viewer),
        "scores": scores,
        "over": position.over,
    }
    if position.over:
        found["winners"] = choices(position.winners())
        found["ending"] = position.ending()
    return found


def _zone(
    position: Pennies, name: str, owner: int | None, coins: int, is_open: bool
) -> dict[str, object]:
    cards = [{"card": position.rules.name(coin), "code": coin} for coin in choices(coins)]
    return {
        "id": name,
        "owner": owner,
        "count": len(cards),
        "cards": cards if is_open else None,
    }


def _status(position: Pennies) -> dict[str, object]:
    key = ("dealing", "dealing", "bidding", "turn", "sold")[position.phase]
    values: dict[str, object] = {}
    if key == "bidding":
        values["coin"] = position.rules.name(position.lot)
    if key == "turn":
        values["seat"] = position.winner
    return {"key": key, "values": values, "says": position.rules.words[key].format(**values)}


# -- questions -------------------------------------------------------------------------------------


def part(position: Pennies, seat: int) -> Part:
    """Pocket, then bid; or take, then give."""
    path = position.paths[seat]
    if position.winner != NOBODY:
        if path:
            return Part("give", {f"bid.{seat}": position.bids[seat]})
        return Part("take", _within_reach(position, seat))
    purse = {f"purse.{seat}": position.purses[seat]}
    if position.asks_for_pocket(seat):
        return Part("pocket", purse, secret=position.purses[seat])  # never told before the end
    done = position.rules.done
    pocket, _ = position.sealed(seat)
    coins = position.purses[seat] & ~pocket
    zones = {f"purse.{seat}": coins, "buttons": 1 << done}
    return Part("bid", zones, many=True, least=0, most=coins.bit_count(), close=done)


def _within_reach(position: Pennies, seat: int) -> dict[str, int]:
    zones = {"lot": 1 << position.lot}
    for other, bid in enumerate(position.bids):
        if other != seat and bid:
            zones[f"bid.{other}"] = bid
    return zones


# -- notation and labels ---------------------------------------------------------------------------


def word(position: Pennies, seat: int, choice: int) -> str:
    """`pocket 3 bid 4 6`, `pass`, `take 5 give 2`."""
    path = position.paths[seat]
    if choice == position.rules.done:
        return "pass"
    if not 0 <= choice < position.rules.done:
        return ""
    coin = position.rules.name(choice)
    if position.winner != NOBODY:
        return f"give {coin}" if path else f"take {coin}"
    if position.asks_for_pocket(seat):
        return f"pocket {coin}"
    _, bid = position.sealed(seat)
    return coin if bid else f"bid {coin}"


def label(position: Pennies, seat: int, choice: int) -> str:
    if choice == position.rules.done:
        _, bid = position.sealed(seat)
        return "Seal the bid" if bid else "Bid nothing"
    coin = position.rules.name(choice)
    if position.winner != NOBODY:
        if position.paths[seat]:
            return f"Give the {coin}"
        if choice == position.lot:
            return f"Take the {coin}, the lot"
        return f"Take the {coin} out of a bid"
    return f"Pocket the {coin}" if position.asks_for_pocket(seat) else f"Bid the {coin}"


def refusal(position: Pennies, seat: int, choice: int) -> Refusal:
    """Why not: from what the seat itself may know."""
    rules = position.rules
    if not 0 <= choice <= rules.done:
        return NotUnderstood(f"{choice} is no choice; they are numbered 0 to {rules.done}.")
    asks = part(position, seat).key
    if choice == rules.done:
        first = {"pocket": ("pocket a coin", "P4"), "take": ("take a coin", "P8")}
        deed, rule = first.get(asks, ("give a coin of your bid", "P9"))
        return NotAllowed(f"You must {deed} first ({rule}).", rule)
    coin = rules.name(choice)
    if asks == "take":
        return NotAllowed(f"The {coin} is neither the lot nor in another seat's bid (P8).", "P8")
    if asks == "give":
        return NotAllowed(f"The {coin} is not in your bid; give one that is (P9).", "P9")
    rule = "P4" if asks == "pocket" else "P5"
    if not position.purses[seat] >> choice & 1:
        return NotAllowed(f"The {coin} is not in your purse ({rule}).", rule)
    return NotAllowed(f"The {coin} is chosen already, or comes before one that is (P5).", "P5")
