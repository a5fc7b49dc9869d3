"""Six of Sparrows: what each seat may see, what an event tells to whom, and where things lie.

A view is built from what may be seen, never by taking things out of the whole.
"""

from typing import TYPE_CHECKING

from saleroom.games.bits import choices, count, shl
from saleroom.games.core import NOBODY, Event, Part, everybody
from saleroom.games.forms import form
from saleroom.games.shown import Entry, places, seat_or_none, tell, veiled, zone
from saleroom.games.sparrows import words
from saleroom.games.sparrows.codes import (
    BID_ACHIEVED,
    BONUS_ACHIEVED,
    BONUS_IDS,
    MATCH,
    NO_BONUS,
    WIN_ALL,
)
from saleroom.games.sparrows.phases import LATE, NAMING, PHASES, RAISING

if TYPE_CHECKING:
    from saleroom.games.sparrows.position import Side, Sparrows

# -- the view -------------------------------------------------------------------------------------


def view(table: "Sparrows", viewer: int | None) -> dict[str, object]:
    law = table.law
    zones = shared_zones(table)
    for seat in range(law.seats):
        zones += seat_zones(table, seat, table.over or table.revealed or viewer == seat)
    found: dict[str, object] = {
        "game": law.game,
        "variant": law.variant,
        "viewer": viewer,
        "round": table.round,
        "step": table.k,
        "phase": PHASES[table.phase],
        "dealer": seat_or_none(table.dealer),
        "token": law.tokens[table.k - 1] if table.k else None,
        "raised": choices(table.raised),
        "turn": seat_or_none(table.turn),
        "partner": seat_or_none(table.partner),
        "target": law.target,
        "zones": zones,
        "status": words.status(table, viewer),
        "form": None if viewer is None else form(table, viewer),
        "scores": [{"total": side.total, "round": side.gained} for side in table.sides],
        "over": table.over,
    }
    if table.over:
        found["winners"] = choices(table.winners())
        found["ending"] = table.ending()
        found["places"] = places(table.scores())  # S55
    return found


def shared_zones(table: "Sparrows") -> list[dict[str, object]]:
    """Section 5: draw pile and deck by their sizes, everything else open."""
    law = table.law
    market = [bid_entry(table, bid) for bid in table.market_row]
    discards = [bid_entry(table, bid) for bid in table.discard_row]
    pile = [bid_entry(table, bid) for bid in choices(table.pile)] if table.over else None
    deck = cards_in(table, table.deck) if table.over else None
    found = [
        zone("market", None, count(table.market), market),
        zone("table", None, count(table.laid), cards_in(table, table.laid)),
        zone("deck", None, count(table.deck), deck),
        zone("pile", None, count(table.pile), pile),
        zone("discards", None, count(table.discards), discards),
    ]
    if law.upgrades:
        free = [bonus_entry(table, bonus) for bonus in choices(table.free_bonuses)]
        found.insert(1, zone("bonuses", None, len(free), free))
    return found


def seat_zones(table: "Sparrows", seat: int, own: bool) -> list[dict[str, object]]:
    """S15: a hand is its owner's to see; S22, S23: what was taken lies open."""
    side = table.sides[seat]
    taken: list[Entry] = []
    if side.bid >= 0:
        taken.append(bid_entry(table, side.bid) | {"token": side.token})
    if side.bonus != NO_BONUS:
        taken.append(bonus_entry(table, side.bonus))
    if table.over:
        for card, achieved in zip(taken, (BID_ACHIEVED, BONUS_ACHIEVED), strict=False):
            card["achieved"] = bool(side.won & achieved)
    hand = cards_in(table, side.hand) if own else None
    return [
        zone(f"hand.{seat}", seat, count(side.hand), hand),
        zone(f"bid.{seat}", seat, len(taken), taken),
    ]


def cards_in(table: "Sparrows", cards: int) -> list[Entry]:
    return [{"card": table.law.card_names[card]} for card in choices(cards)]


def bid_entry(table: "Sparrows", bid: int) -> Entry:
    law = table.law
    return {"card": law.bid_names[bid], "code": bid, "value": law.values[bid]}


def bonus_entry(table: "Sparrows", bonus: int) -> Entry:
    law = table.law
    value = law.bonus_values[bonus]
    return {"card": BONUS_IDS[bonus], "code": law.bonus_code + bonus, "value": value}


# -- where the things of a menu lie ---------------------------------------------------------------


def part(table: "Sparrows", seat: int) -> Part:
    law = table.law
    taken = {
        f"bid.{holder}": shl(1, side.bid)
        for holder, side in enumerate(table.sides)
        if side.bid >= 0
    }
    if table.phase == RAISING:
        answers = shl(3, law.pass_code)
        return Part("raise", {"buttons": answers, **taken}, secret=answers)
    if table.phase == NAMING:
        return Part("pick_partner", {"seats": shl(everybody(law), law.partner_code)})
    mine = f"bid.{seat}"
    market = table.market
    if table.phase == LATE:
        decline = law.decline_code
        zones = {"market": market, "buttons": shl(1, decline), **taken}
        return Part("late_bid", zones, close=decline, previews=dict.fromkeys(choices(market), mine))
    if table.taking < 0:
        zones = {"market": market, **taken}
        return Part("take_bid", zones, previews=dict.fromkeys(choices(market), mine))
    bonuses = shl(table.free_bonuses, law.bonus_code)
    none = law.none_code
    zones = {"bonuses": bonuses, "buttons": shl(1, none)}
    return Part("take_bonus", zones, close=none, previews=dict.fromkeys(choices(bonuses), mine))


# -- what an event tells --------------------------------------------------------------------------


def tell_mark(table: "Sparrows") -> None:
    tell(table, Event("mark", table.dealer, {}))


def tell_round(table: "Sparrows") -> None:
    tell(table, Event("round", table.dealer, {"round": table.round}))


def tell_shuffled(table: "Sparrows") -> None:
    """S9: before anything is drawn from the new pile."""
    number = count(table.pile)
    values: dict[str, object] = {"count": number, "moves": veiled(number, "discards", "pile")}
    tell(table, Event("bids_shuffled", NOBODY, values))


def tell_turned_up(table: "Sparrows", bid: int) -> None:
    values = bid_values(table, bid)
    values["moves"] = [[table.law.bid_names[bid], "pile", "market"]]
    tell(table, Event("turned_up", NOBODY, values))


def bid_values(table: "Sparrows", bid: int) -> dict[str, object]:
    return {
        "bid": table.law.bid_names[bid],
        "name": words.bid_title(table, bid),
        "value": table.law.values[bid],
    }


def tell_step(table: "Sparrows") -> None:
    values: dict[str, object] = {"step": table.k, "token": table.law.tokens[table.k - 1]}
    tell(table, Event("step", NOBODY, values))


def tell_dealt(table: "Sparrows", seat: int, card: int) -> None:
    name = table.law.card_names[card]
    values: dict[str, object] = {"card": "a card", "moves": veiled(1, "deck", f"hand.{seat}")}
    secret: dict[str, object] = {"card": name, "moves": [[name, "deck", f"hand.{seat}"]]}
    tell(table, Event("dealt", seat, values, shl(1, seat), secret))


def tell_laid(table: "Sparrows", card: int) -> None:
    name = table.law.card_names[card]
    tell(table, Event("laid", NOBODY, {"card": name, "moves": [[name, "deck", "table"]]}))


def tell_answers(table: "Sparrows", winner: int) -> None:
    """S19: all at once."""
    raisers = choices(table.raised)
    if not raisers:
        token = table.law.tokens[table.k - 1]
        tell(table, Event("nobody_raised", NOBODY, {"token": token}))
        return
    values: dict[str, object] = {
        "seats": raisers,
        "who": words.seats_listed(table.raised),
        "s": "" if len(raisers) > 1 else "s",
    }
    tell(table, Event("raised", NOBODY, values))
    if len(raisers) > 1:
        tell(table, Event("won", winner, {}))


def tell_took(table: "Sparrows", seat: int) -> None:
    side = table.sides[seat]
    values = bid_values(table, side.bid)
    values["token"] = side.token
    moves = [[table.law.bid_names[side.bid], "market", f"bid.{seat}"]]
    key = "took_late" if table.revealed else "took"
    if side.bonus != NO_BONUS:
        key = "took_with_bonus"
        bonus = BONUS_IDS[side.bonus]
        values["bonus"] = bonus
        values["bonus_name"] = words.bonus_title(side.bonus)
        moves.append([bonus, "bonuses", f"bid.{seat}"])
    values["moves"] = moves
    tell(table, Event(key, seat, values))


def tell_partner(table: "Sparrows", seat: int) -> None:
    tell(table, Event("named", seat, {"partner": table.partner}))


def tell_hands(table: "Sparrows") -> None:
    """S30."""
    for seat in range(table.law.seats):
        cards = words.listed(table, table.sides[seat].hand)
        tell(table, Event("shown", seat, {"cards": cards}))


def tell_declined(table: "Sparrows", seat: int) -> None:
    tell(table, Event("declined", seat, {}))


def tell_scores(table: "Sparrows") -> None:
    for seat in range(table.law.seats):
        side = table.sides[seat]
        lines = score_lines(table, side)
        tale = ", ".join(f"{line['name']} {line['result']}" for line in lines)
        values: dict[str, object] = {
            "tale": tale or "no bid",
            "lines": lines,
            "gained": side.gained,
            "total": side.total,
        }
        tell(table, Event("scored", seat, values))


def score_lines(table: "Sparrows", side: "Side") -> list[dict[str, object]]:
    """What each card brought, with its rule; the sum of values is divided by the token once."""
    if side.bid < 0:
        return []
    law = table.law
    achieved = bool(side.won & BID_ACHIEVED)
    found = [score_line(table, words.bid_title(table, side.bid), law.values[side.bid], achieved)]
    found[0]["rule"] = "S38" if achieved else "S39"
    if side.bonus != NO_BONUS:
        value = law.bonus_values[side.bonus]
        achieved = bool(side.won & BONUS_ACHIEVED)
        line = score_line(table, words.bonus_title(side.bonus), value, achieved)
        line["rule"] = "S46" if side.bonus == WIN_ALL else "S43" if side.bonus == MATCH else "S45"
        found.append(line)
    return found


def score_line(table: "Sparrows", name: str, value: int, achieved: bool) -> dict[str, object]:
    return {
        "name": name,
        "value": value if achieved else 0,
        "penalty": 0 if achieved else table.law.penalty,
        "result": "achieved" if achieved else "failed",
    }


def tell_cleared(table: "Sparrows") -> None:
    """S50."""
    moves: list[list[str]] = []
    for seat in range(table.law.seats):
        side = table.sides[seat]
        if side.bid >= 0:
            moves.append([table.law.bid_names[side.bid], f"bid.{seat}", "discards"])
        if side.bonus != NO_BONUS:
            moves.append([BONUS_IDS[side.bonus], f"bid.{seat}", "bonuses"])
        moves += [
            [table.law.card_names[card], f"hand.{seat}", "deck"] for card in choices(side.hand)
        ]
    moves += [[table.law.card_names[card], "table", "deck"] for card in choices(table.laid)]
    if table.law.fresh:
        moves += [[table.law.bid_names[bid], "market", "discards"] for bid in table.market_row]
    tell(table, Event("cleared", NOBODY, {"moves": moves}))
