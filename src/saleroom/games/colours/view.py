"""Stick to Colours: what each seat may see, what an event tells to whom, where things lie.

A view is built from what may be seen, never by taking things out of the whole.
"""

from typing import TYPE_CHECKING

from saleroom.games import shown
from saleroom.games.bits import choices, count, shl
from saleroom.games.colours import offers, scoring, words
from saleroom.games.colours.cards import faces
from saleroom.games.colours.codes import FACES
from saleroom.games.colours.phases import JOKERS, OPENING, PHASES, TRADE
from saleroom.games.core import NOBODY, Event, Part
from saleroom.games.forms import form
from saleroom.games.shown import places, seat_or_none, tell, veiled

if TYPE_CHECKING:
    from saleroom.games.colours.position import Colours


# -- the view -------------------------------------------------------------------------------------


def view(table: "Colours", viewer: int | None) -> dict[str, object]:
    seats = range(table.law.seats)
    zones = shared_zones(table, viewer)
    for seat in seats:
        zones += seat_zones(table, seat, viewer)
    found: dict[str, object] = {
        "game": table.law.game,
        "variant": table.law.variant,
        "viewer": viewer,
        "round": table.round,
        "phase": PHASES[table.phase],
        "dealer": table.dealer,
        "passes": table.passes,
        "turn": seat_or_none(table.turn),
        "lot": table.lot + 1 if table.lot >= 0 else None,
        "best": seat_or_none(table.best),
        "offers": [offer(table, seat) for seat in seats] if table.lot >= 0 else None,
        "zones": zones,
        "status": words.status(table, viewer),
        "form": None if viewer is None else form(table, viewer),
        "scores": [score(table, seat) if table.over or viewer == seat else None for seat in seats],
        "over": table.over,
    }
    if table.over:
        found["winners"] = choices(table.winners())
        found["ending"] = table.ending()
        found["places"] = places(table.scores())  # C68
    return found


def offer(table: "Colours", seat: int) -> dict[str, object]:
    """C7, C38: market cards, the number of cards laid face down, and does the seat take part?"""
    side = table.sides[seat]
    return {
        "market": [slot + 1 for slot in choices(side.asked)],
        "down": count(side.down),
        "size": side.size(),
        "takes_part": bool(table.taking >> seat & 1),
        "refuses_lot": bool(side.refused >> table.lot & 1),
    }


def shared_zones(table: "Colours", viewer: int | None) -> list[dict[str, object]]:
    """Part 5: the deck by its size, market and sweeps open. The deck is never shown (C23)."""
    own_path = table.marks | table.required if viewer == table.turn else 0
    row: list[dict[str, object]] = []
    for slot in choices(table.slots):
        entry: dict[str, object] = {
            "card": table.law.face_names[table.at(slot)],
            "code": slot,
            "position": slot + 1,
            "question": [s for s in range(table.law.seats) if table.sides[s].asked >> slot & 1],
            "refuse": [s for s in range(table.law.seats) if table.sides[s].refused >> slot & 1],
        }
        if slot == table.lot:
            entry["lot"] = True
        elif viewer is not None and (taker := falls_to(table, slot, viewer)) >= 0:
            entry["falls_to"] = taker
        if own_path >> slot & 1:
            entry["chosen"] = "offer"
        elif viewer == table.turn and slot == table.aim:
            entry["chosen"] = "lot"
        row.append(entry)
    return [
        zone(table, "deck", None, table.deck, table.deck == 0),
        shown.zone("market", None, count(table.slots), row),
        zone(table, "discard", None, table.swept, True),
    ]


def falls_to(table: "Colours", slot: int, viewer: int) -> int:
    """C50: who gets this card for nothing if the viewer comes to refuse it, or NOBODY."""
    others = [s for s in range(table.law.seats) if not table.sides[s].refused >> slot & 1]
    if not table.law.automatic_wins or viewer not in others or len(others) != 2:
        return NOBODY
    return others[0] + others[1] - viewer


def seat_zones(table: "Colours", seat: int, viewer: int | None) -> list[dict[str, object]]:
    """Part 5, C55: a rival sees sizes, until everything is turned up."""
    side = table.sides[seat]
    own = viewer == seat or table.phase >= JOKERS
    hand = zone(table, f"hand.{seat}", seat, side.hand, own)
    if own and table.turn == seat and table.laid:
        mark_laid(table, hand)
    if table.over or (viewer == seat and side.values):
        mark_values(hand, side.values)
    return [
        hand,
        zone(table, f"offer.{seat}", seat, side.down, own),
        zone(table, f"lost.{seat}", seat, side.lost, own),
    ]


def zone(
    table: "Colours", name: str, owner: int | None, cards: int, visible: bool
) -> dict[str, object]:
    return shown.zone(name, owner, count(cards), entries(table, cards) if visible else None)


def entries(table: "Colours", cards: int) -> list[dict[str, object]]:
    """The cards colour by colour; alike ones have one code."""
    names = table.law.face_names
    return [{"card": names[face], "code": FACES + face} for face in faces(table.law, cards)]


def mark_laid(table: "Colours", hand: dict[str, object]) -> None:
    """What the owner has chosen to lay face down; of alike cards the first."""
    cards = hand["cards"]
    assert isinstance(cards, list), "an own hand is open"
    for face in faces(table.law, table.laid):
        for entry in cards:
            if entry["code"] == FACES + face and "chosen" not in entry:
                entry["chosen"] = "offer"
                break


def mark_values(hand: dict[str, object], values: bytes) -> None:
    """C57: what each joker counts as."""
    cards = hand["cards"]
    assert isinstance(cards, list), "an own hand is open, and in the end all are"
    held = [entry for entry in cards if entry["card"][-1] == "J"]
    for entry, value in zip(held, values, strict=False):
        entry["value"] = value


def score(table: "Colours", seat: int) -> dict[str, object]:
    """C61 to C69, line by line, each with its rule."""
    law = table.law
    values = table.values_of(seat)
    cards = scoring.held(law, table.sides[seat].hand)
    scoring.add_jokers(law, table.sides[seat].hand, values, cards)
    sets: list[dict[str, object]] = []
    total = 0
    for value, points in enumerate(scoring.set_points(law, cards)):
        if points:
            sets.append({"value": value + 1, "points": points, "rule": "C63"})
        total += points
    runs: list[dict[str, object]] = []
    for colour in range(law.colours):
        points = scoring.run_points(law, cards, colour)
        if points:
            rule = "C67" if law.layers else "C66"
            runs.append({"colour": law.colour_names[colour], "points": points, "rule": rule})
        total += points
    return {"total": total, "sets": sets, "runs": runs, "jokers": list(values)}


# -- where the things of a menu lie ---------------------------------------------------------------


def part(table: "Colours", seat: int) -> Part:
    law = table.law
    if table.offering:
        return offer_part(table, seat)
    if table.phase == OPENING:
        zones = {"market": table.slots, "buttons": shl(1, law.pass_code)}
        return Part("open", zones, alike=alike_slots(table, table.lots(seat)))
    if table.phase == TRADE:
        return Part("respond", {"buttons": shl(3, law.pass_code)})
    colour = table.joker_now(table.sides[seat])
    values = shl(shl(1, law.values) - 1, FACES + colour * (law.values + 1))
    return Part("joker", {"values": values}, secret=values)


def offer_part(table: "Colours", seat: int) -> Part:
    """P1 to P6; a card laid face down is nobody else's business."""
    law = table.law
    slots = offers.reach(table, table.marks, table.last)
    hand = offers.hand_ahead(table)
    own = shl(table.sides[seat].hand & law.all_faces, FACES)
    groups = alike_slots(table, slots)
    for face in choices(hand & law.all_faces):
        number = count(hand & law.copies_of[face])
        if number > 1:
            groups.append([FACES + face] * number)
    fixed: dict[str, list[str]] = {}
    if table.required:
        names = [words.market_word(table, slot) for slot in choices(table.required)]
        fixed["market"] = names
    return Part(
        "offer",
        {
            "market": table.slots & ~shl(1, table.the_lot()) & ~table.required,
            f"hand.{seat}": own,
            "buttons": shl(1, law.done_code),
        },
        many=True,
        least=max(0, offers.missing(table)),
        most=count(slots) + count(hand),
        close=law.done_code,
        secret=own,
        previews=dict.fromkeys(choices(own), f"offer.{seat}"),
        fixed=fixed,
        alike=groups,
    )


def alike_slots(table: "Colours", slots: int) -> list[list[int]]:
    """P5: the groups of alike cards among these slots, the lowest slot first."""
    groups: list[list[int]] = []
    for slot in choices(slots & table.twins):
        twin = offers.twin(table, slot)
        if twin >= 0 and slots >> twin & 1:
            for group in groups:
                if group[-1] == twin:
                    group.append(slot)
                    break
            else:
                groups.append([twin, slot])
    return groups


# -- what an event tells --------------------------------------------------------------------------


def moves(table: "Colours", cards: int, here: str, there: str) -> list[list[str]]:
    return [[table.law.face_names[face], here, there] for face in faces(table.law, cards)]


def tell_unseen(table: "Colours", key: str, seat: int, cards: int, here: str, there: str) -> None:
    """Cards move that only this seat may see."""
    number = count(cards)
    values: dict[str, object] = {"count": number, "moves": veiled(number, here, there)}
    secret: dict[str, object] = {"moves": moves(table, cards, here, there)}
    tell(table, Event(key, seat, values, shl(1, seat), secret))


def tell_dealt(table: "Colours", seat: int) -> None:
    tell_unseen(table, "dealt", seat, table.sides[seat].hand, "deck", f"hand.{seat}")


def tell_laid_out(table: "Colours", face: int, slot: int) -> None:
    name = table.law.face_names[face]
    values: dict[str, object] = {
        "card": name,
        "slot": slot + 1,
        "moves": [[name, "deck", "market"]],
    }
    tell(table, Event("laid_out", NOBODY, values))


def tell_round(table: "Colours") -> None:
    tell(table, Event("round", table.dealer, {"round": table.round}))


def tell_dealer(table: "Colours", how: str) -> None:
    """C15, C20."""
    tell(table, Event(f"dealer_{how}", table.dealer, {"passes": table.passes}))


def tell_swept(table: "Colours") -> None:
    names = [table.law.face_names[table.at(slot)] for slot in choices(table.slots)]
    values: dict[str, object] = {
        "cards": " ".join(names),
        "moves": [[name, "market", "discard"] for name in names],
    }
    tell(table, Event("swept", NOBODY, values))


def tell_offer(table: "Colours", marks: int, laid: int) -> None:
    """A1, A2: the market cards, the number of cards laid face down, and the size."""
    seat = table.turn
    opens = table.sides[seat].size() == count(marks) + count(laid) and seat == table.dealer
    hand = f"hand.{seat}"
    pile = f"offer.{seat}"
    number = count(laid)
    slots = choices(marks)
    public = [words.market_word(table, slot) for slot in slots]
    values: dict[str, object] = {
        "lot": words.market_word(table, table.lot),
        "slot": table.lot + 1,
        "slots": [slot + 1 for slot in slots],
        "cards": words.spoken(public, [], number),
        "down": number,
        "size": table.size,
        "moves": veiled(number, hand, pile),
    }
    own = ["+" + table.law.face_names[face] for face in faces(table.law, laid)]
    secret: dict[str, object] = {
        "cards": words.spoken(public, own, number),
        "moves": moves(table, laid, hand, pile),
    }
    tell(table, Event("opened" if opens else "raised", seat, values, shl(1, seat), secret))


def tell_left(table: "Colours", seat: int, how: str) -> None:
    """C41, C44."""
    slots = [slot + 1 for slot in choices(table.sides[seat].asked)]
    values: dict[str, object] = {"slots": slots, "down": count(table.sides[seat].down)}
    tell(table, Event(how, seat, values))


def tell_won(table: "Colours") -> None:
    """C45, C46, C48: what was laid goes to the discard, and only its owner knows it."""
    slots = choices(table.sides[table.best].asked)
    values: dict[str, object] = {
        "lot": words.market_word(table, table.lot),
        "size": table.size,
        "slots": [slot + 1 for slot in slots],
        "cards": words.spoken([words.market_word(table, slot) for slot in slots], [], 0),
    }
    tell(table, Event("won" if slots else "won_by_hand", table.best, values))
    for seat in range(table.law.seats):
        down = table.sides[seat].down
        if down:
            tell_unseen(table, "discarded", seat, down, f"offer.{seat}", f"lost.{seat}")


def tell_given(table: "Colours", slot: int, seat: int, how: str) -> None:
    """C49, C50."""
    name = table.law.face_names[table.at(slot)]
    values: dict[str, object] = {
        "card": name,
        "slot": slot + 1,
        "moves": [[name, "market", f"hand.{seat}"]],
    }
    tell(table, Event(f"takes_{how}", seat, values))


def tell_refused_by_all(table: "Colours", slot: int) -> None:
    name = table.law.face_names[table.at(slot)]
    values: dict[str, object] = {
        "card": name,
        "slot": slot + 1,
        "moves": [[name, "market", "discard"]],
    }
    tell(table, Event("refused_by_all", NOBODY, values))


def tell_turned_up(table: "Colours") -> None:
    """C55."""
    hands: list[str] = []
    for side in table.sides:
        hands.append(" ".join([table.law.face_names[face] for face in faces(table.law, side.hand)]))
    tell(table, Event("turned_up", NOBODY, {"hands": hands}))


def tell_jokers(table: "Colours") -> None:
    """C58: their values, together."""
    for seat in range(table.law.seats):
        values = table.sides[seat].values
        if values:
            cards = " ".join(words.joker_names(table, seat, values))
            tell(table, Event("jokers", seat, {"values": list(values), "cards": cards}))
