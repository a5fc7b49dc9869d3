"""Dutch: what each seat may see, what an event tells to whom, and where the things of a menu lie.

A view is built from what may be seen, never by taking things out of the whole.
"""

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from saleroom.games import shown
from saleroom.games.bits import choices, count, shl
from saleroom.games.core import NOBODY, Event, Part
from saleroom.games.dutch import turn, words
from saleroom.games.dutch.codes import (
    BID,
    CASH,
    CHANGE,
    END,
    GO_ON,
    LOT,
    POWER,
    STOP,
    SUIT,
    TAKE_AUCTION,
    TAKE_DISPLAY,
    TAKE_OWN,
)
from saleroom.games.dutch.phases import PHASES, SET_ASIDE, VOTE
from saleroom.games.forms import form
from saleroom.games.shown import seat_or_none, tell, veiled

if TYPE_CHECKING:
    from saleroom.games.dutch.position import Dutch

# The zones of a seat.
DECK: Final = ("deck.0", "deck.1")
ASIDE: Final = ("aside.0", "aside.1")
HAND: Final = ("hand.0", "hand.1")
STAKE: Final = ("stake.0", "stake.1")
AREA: Final = ("area.0", "area.1")
DISCARDS: Final = ("discards.0", "discards.1")
CASHED: Final = ("cashed.0", "cashed.1")


# -- the view -------------------------------------------------------------------------------------


def view(table: "Dutch", viewer: int | None) -> dict[str, object]:
    zones = shared_zones(table)
    for seat in range(2):
        zones += seat_zones(table, seat, table.over or viewer == seat)
    found: dict[str, object] = {
        "game": table.law.game,
        "variant": table.law.variant,
        "viewer": viewer,
        "round": table.round,
        "phase": PHASES[table.phase],
        "winner": seat_or_none(table.winner if table.turn >= 0 else NOBODY),
        "turn": seat_or_none(table.turn),
        "totals": totals(table),
        "zones": zones,
        "status": words.status(table, viewer),
        "form": None if viewer is None else form(table, viewer),
        "scores": [
            score(table, seat) if table.over or viewer == seat else None for seat in range(2)
        ],
        "over": table.over,
    }
    if table.over:
        found["winners"] = choices(table.winners())
        found["ending"] = table.ending()
    return found


def totals(table: "Dutch") -> list[int] | None:
    """What the bids of this round counted when they were turned up (D14), until phase 3 ends."""
    if table.turn < 0:
        return None
    return [side.counted for side in table.sides]


def shared_zones(table: "Dutch") -> list[dict[str, object]]:
    """5.1: the auction deck by its size, display and auction discards open."""
    row: list[dict[str, object]] = []
    for position in range(table.law.positions):
        card = table.at(position)
        row.append(
            {
                "position": position + 1,
                "price": table.law.prices[position],
                "code": LOT + position,
                "card": table.law.card_names[card] if card >= 0 else None,
            }
        )
    return [
        zone(table, "auction", None, table.auction, table.over),
        shown.zone("display", None, count(table.shown), row),
        zone(table, "auction_discards", None, table.auction_discards, True),
    ]


def seat_zones(table: "Dutch", seat: int, own: bool) -> list[dict[str, object]]:
    """5.1, H1 to H4: a rival sees sizes, except of what lies open."""
    side = table.sides[seat]
    found = [
        zone(table, DECK[seat], seat, side.deck, own),
        zone(table, ASIDE[seat], seat, side.aside, own),
        zone(table, HAND[seat], seat, side.hand, own),
        zone(table, STAKE[seat], seat, side.bid, True),
        zone(table, DISCARDS[seat], seat, side.discards, own),
        zone(table, CASHED[seat], seat, side.cashed, True),
    ]
    if table.law.hold_powers:
        found.insert(4, zone(table, AREA[seat], seat, side.area, True))
    return found


def zone(
    table: "Dutch", name: str, owner: int | None, cards: int, visible: bool
) -> dict[str, object]:
    return shown.zone(name, owner, count(cards), entries(table, cards) if visible else None)


def entries(table: "Dutch", cards: int) -> list[dict[str, object]]:
    """The cards in canonical order, each with its marks."""
    law = table.law
    stake: i64 = 0
    to_come: i64 = 0  # power cards of the loser, in the turn to come
    if table.turn >= 0:
        stake = turn.stake(table)
        to_come = table.sides[table.loser].bid & law.power_cards & ~stake
    aside = table.sides[0].chosen | table.sides[1].chosen
    held = table.sides[0].holds | table.sides[1].holds
    found: list[dict[str, object]] = []
    marked = stake | to_come | aside | held
    for card in choices(cards):
        bit = shl(1, card)
        if not marked & bit:
            found.append(law.plain[card])
            continue
        entry = dict(law.plain[card])
        if stake & table.recoloured & bit:
            entry["suit"] = law.suit_names[turn.suit_now(table, card)]
        if stake & law.power_cards & bit:
            entry["ready"] = bool(table.ready & bit)
        elif to_come & bit:
            entry["ready"] = not law.from_area  # D29, D30
        if aside & bit:
            entry["chosen"] = "aside"
        elif held & bit:
            entry["chosen"] = "hold"
        found.append(entry)
    return found


def score(table: "Dutch", seat: int) -> dict[str, object]:
    """D82 to D86, line by line, each with its rule."""
    law = table.law
    bonus_rule = "D84" if law.bonus_lowest else "D85"
    total = table.scores()[seat]
    points_of_cards = total
    bonuses: list[dict[str, object]] = []
    for suit in range(law.suits):
        points = table.bonus(seat, suit)
        points_of_cards -= points
        if points:
            bonuses.append({"suit": law.suit_names[suit], "points": points, "rule": bonus_rule})
    return {
        "total": total,
        "cards": {"count": count(table.gathered(seat)), "points": points_of_cards, "rule": "D83"},
        "bonuses": bonuses,
    }


def hint(table: "Dutch", seat: int) -> dict[str, object]:
    """H3, H5: the points in the rival's discards, all of which came there in sight of everybody.

    Looking through them is not allowed (H1), but who has paid attention knows them.
    """
    if table.over:
        return {}
    law, discards = table.law, table.sides[1 - seat].discards
    points: dict[str, int] = {}
    for suit in range(law.suits):
        for card in choices(discards & law.suit_cards(suit)):
            points[law.suit_names[suit]] = points.get(law.suit_names[suit], 0) + law.points[card]
    return {"seat": 1 - seat, "discards": count(discards), "points": points}


# -- where the things of a menu lie ---------------------------------------------------------------


def part(table: "Dutch", seat: int) -> Part:
    side = table.sides[seat]
    if table.phase == VOTE:
        votes = shl(1, STOP) | shl(1, GO_ON)
        return Part("vote", {"buttons": votes}, secret=votes)
    if table.phase == SET_ASIDE:
        hand = HAND[seat]
        if table.sets_aside(side):
            return Part("set_aside", {hand: side.hand}, secret=side.hand)
        rest = side.hand & ~side.chosen & ~side.holds
        return Part(
            "hold",
            {hand: rest, "buttons": shl(1, BID)},
            many=True,
            least=0,
            most=count(rest & table.law.power_cards),
            close=BID,
            secret=rest | shl(1, BID),
        )
    return turn_part(table)


def turn_part(table: "Dutch") -> Part:
    law = table.law
    seat = table.turn
    side = table.sides[seat]
    stage = table.stage
    powers = law.power_cards
    if stage == turn.ACT:
        zones = {STAKE[seat]: side.bid & powers, AREA[seat]: side.area & powers}
        zones[HAND[seat]] = side.hand
        zones["display"] = lots(table)
        zones["buttons"] = shl(1, END)
        return Part("act", zones)
    if stage == turn.PAY:
        left = law.prices[table.lot] - count(table.paid)
        home = turn.worn(table, law.suit_of[table.at(table.lot)])
        own = DISCARDS[seat]
        previews = {
            card: own if home >> card & 1 else "auction_discards"
            for card in choices(side.bid | side.area)
        }
        return Part(
            "pay",
            {STAKE[seat]: side.bid, AREA[seat]: side.area},
            many=True,
            least=left,
            most=left,
            previews=previews,
        )
    if stage == turn.WHICH_POWER:
        return Part("power", {"buttons": shl(law.powers[table.agent], POWER)})
    if stage == turn.WHICH_COPY:
        zones = {STAKE[seat]: side.bid & powers, AREA[seat]: side.area & powers}
        return Part("copy", zones)
    if stage == turn.NEW_SUIT:
        return Part("suit", {"suits": shl(shl(1, law.suits) - 1, SUIT)})
    return target_part(table)


def target_part(table: "Dutch") -> Part:
    seat = table.turn
    side = table.sides[seat]
    power = table.power
    codes = turn.targets(table, power, table.agent)
    if power in (CASH, CHANGE):
        zones = {STAKE[seat]: side.bid & codes, AREA[seat]: side.area & codes}
        previews = dict.fromkeys(choices(codes), CASHED[seat]) if power == CASH else {}
    else:
        zones = {source(table, power): codes}
        previews = dict.fromkeys(choices(codes), joined(table))
    return Part("target", zones, previews=previews)


def source(table: "Dutch", power: int) -> str:
    """D42, D46: where lies what this power takes?"""
    if power == TAKE_OWN:
        return DISCARDS[table.turn]
    if power == TAKE_AUCTION:
        return "auction_discards"
    return "display" if power == TAKE_DISPLAY else STAKE[table.loser]


def joined(table: "Dutch") -> str:
    """D45, D48: where in the stake does it go?"""
    return AREA[table.turn] if table.law.hold_powers else STAKE[table.turn]


def lots(table: "Dutch") -> int:
    found: i64 = 0
    for position in range(table.law.positions):
        if table.at(position) >= 0:
            found |= shl(1, LOT + position)
    return found


# -- what an event tells --------------------------------------------------------------------------


def moves(table: "Dutch", cards: int, here: str, there: str) -> list[list[str]]:
    return [[table.law.card_names[card], here, there] for card in choices(cards)]


def tell_unseen(table: "Dutch", key: str, seat: int, cards: int, here: str, there: str) -> None:
    """Cards move that only this seat may see."""
    number = count(cards)
    values: dict[str, object] = {"count": number, "moves": veiled(number, here, there)}
    secret: dict[str, object] = {"moves": moves(table, cards, here, there)}
    tell(table, Event(key, seat, values, shl(1, seat), secret))


def tell_deal(table: "Dutch", seat: int) -> None:
    tell_unseen(table, "dealt", seat, table.sides[seat].deck, "auction", DECK[seat])


def tell_laid_out(table: "Dutch", card: int, position: int) -> None:
    values: dict[str, object] = {
        "card": table.law.card_names[card],
        "position": position + 1,
        "moves": [[table.law.card_names[card], "auction", "display"]],
    }
    tell(table, Event("laid_out", NOBODY, values))


def tell_round(table: "Dutch") -> None:
    tell(table, Event("round", NOBODY, {"round": table.round}))


def tell_bid(table: "Dutch", seat: int) -> None:
    side = table.sides[seat]
    if side.chosen:
        tell_unseen(table, "aside", seat, side.chosen, HAND[seat], ASIDE[seat])
    values: dict[str, object] = {
        "cards": words.listed(table, side.bid),
        "total": table.bid_total(seat),
        "held": count(side.holds),
        "moves": moves(table, side.bid, HAND[seat], STAKE[seat]),
    }
    tell(table, Event("bid_holding" if side.holds else "bid", seat, values))


def tell_tie(table: "Dutch", key: str) -> None:
    tell(table, Event(key, NOBODY, {"total": table.sides[0].counted}))


def tell_added(table: "Dutch", seat: int, card: int, here: str) -> None:
    name = table.law.card_names[card]
    values: dict[str, object] = {
        "card": name,
        "total": table.bid_total(seat),
        "moves": [[name, f"{here}.{seat}", STAKE[seat]]],
    }
    tell(table, Event("added", seat, values))


def tell_shuffled(table: "Dutch", seat: int) -> None:
    deck = table.sides[seat].deck
    tell_unseen(table, "shuffled", seat, deck, DISCARDS[seat], DECK[seat])


def tell_taken_up(table: "Dutch", seat: int) -> None:
    """D80: what was set aside is drawn first."""
    aside = table.sides[seat].aside
    tell_unseen(table, "taken_up", seat, aside, ASIDE[seat], DECK[seat])


def tell_drawn(table: "Dutch", seat: int) -> None:
    tell_unseen(table, "drawn", seat, table.sides[seat].hand, DECK[seat], HAND[seat])


def tell_won(table: "Dutch") -> None:
    values: dict[str, object] = {
        "total": table.bid_total(table.winner),
        "other": table.bid_total(table.loser),
    }
    tell(table, Event("won", table.winner, values))


def tell_played(table: "Dutch", card: int) -> None:
    seat = table.turn
    name = table.law.card_names[card]
    values: dict[str, object] = {
        "card": name,
        "moves": [[name, HAND[seat], AREA[seat]]],
    }
    tell(table, Event("played", seat, values))


USED: Final = ("cashed", "changed", "took_own", "took_auction", "took_display", "stole")  # by power


def tell_used(table: "Dutch") -> None:
    """Before it happens: a power with a target takes effect."""
    seat = table.turn
    power = table.power
    names = table.law.card_names
    target = table.at(table.target - LOT) if power == TAKE_DISPLAY else table.target
    if power == CASH:
        in_area = table.sides[seat].area >> target & 1
        here, there = AREA[seat] if in_area else STAKE[seat], CASHED[seat]
    else:
        here, there = source(table, power), joined(table)
    values: dict[str, object] = {
        "acting": names[table.acting],
        "agent": names[table.agent],
        "card": names[target],
        "moves": [[names[target], here, there]],
    }
    tell(table, Event(USED[power], seat, values))


def tell_changed(table: "Dutch", suit: int) -> None:
    names = table.law.card_names
    values: dict[str, object] = {
        "acting": names[table.acting],
        "agent": names[table.agent],
        "card": names[table.target],
        "suit": table.law.suit_names[suit],
    }
    tell(table, Event("changed", table.turn, values))


def tell_bought(table: "Dutch") -> None:
    seat = table.turn
    law = table.law
    bought = table.at(table.lot)
    home = table.paid & turn.worn(table, law.suit_of[bought])
    area = table.sides[seat].area
    own = DISCARDS[seat]
    moved = moves(table, shl(1, bought), "display", own)
    for zone_name, cards in ((STAKE[seat], table.paid & ~area), (AREA[seat], area)):
        moved += moves(table, cards & home, zone_name, own)
        moved += moves(table, cards & table.paid & ~home, zone_name, "auction_discards")
    values: dict[str, object] = {
        "card": law.card_names[bought],
        "position": table.lot + 1,
        "cards": words.listed(table, table.paid),
        "moves": moved,
    }
    tell(table, Event("bought", seat, values))


def tell_turn_ended(table: "Dutch") -> None:
    seat = table.turn
    side = table.sides[seat]
    own = DISCARDS[seat]
    values: dict[str, object] = {
        "cards": words.listed(table, side.bid | side.area | side.hand),
        "moves": moves(table, side.bid, STAKE[seat], own)
        + moves(table, side.area, AREA[seat], own)
        + moves(table, side.hand, HAND[seat], own),
    }
    tell(table, Event("ended", seat, values))


def tell_expired(table: "Dutch", card: int) -> None:
    name = table.law.card_names[card]
    values: dict[str, object] = {"card": name, "moves": [[name, "display", "auction_discards"]]}
    tell(table, Event("expired", NOBODY, values))


def tell_votes(table: "Dutch") -> None:
    for seat in range(2):
        stops = table.sides[seat].vote == STOP
        tell(table, Event("votes_stop" if stops else "votes_on", seat, {}))
