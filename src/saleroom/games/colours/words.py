"""Stick to Colours: notation, labels, what the status line says, and refusals.

In sentences @0 stands for the name of seat 0.
"""

from typing import TYPE_CHECKING, Final

from saleroom.games.bits import choices, shl
from saleroom.games.colours import offers, scoring
from saleroom.games.colours.codes import BUTTON_WORDS, FACES
from saleroom.games.colours.phases import JOKERS, OPENING, TRADE
from saleroom.games.core import NotAllowed, NotUnderstood, Refusal

if TYPE_CHECKING:
    from saleroom.games.colours.position import Colours


WORDS: Final = {
    # events
    "dealt": "@{seat} is dealt {count}.",
    "laid_out": "{card} comes to slot {slot}.",
    "round": "Round {round}: @{seat} is the dealer.",
    "dealer_passed": "@{seat} passes as dealer.",
    "dealer_stuck": "@{seat} has nothing to open with, and passes.",
    "swept": "All have passed as dealers. The market goes to the discard: {cards}.",
    "opened": "@{seat} opens {lot} with {cards}: {size}.",
    "raised": "@{seat} bids {cards}: {size}.",
    "left": "@{seat} passes.",
    "out": "@{seat} has no bid left, and passes.",
    "won": "@{seat} wins {lot} with {size}, and refuses {cards} from now on.",
    "won_by_hand": "@{seat} wins {lot} with {size}.",
    "discarded": "@{seat} loses {count} laid face down.",
    "takes_lot": "@{seat} takes {card}.",
    "takes_automatic": "All others refuse {card}: @{seat} takes it.",
    "refused_by_all": "All refuse {card}: it goes to the discard.",
    "turned_up": "Play is over, and everything is turned up.",
    "jokers": "@{seat} names jokers: {cards}.",
    # how a game ends
    "sold_out": "Everything is sold.",
    "swept_out": "All have passed, and the deck is empty.",
    "all_passed": "All have passed.",
    # whose move it is, and why
    "status_dealing": "The cards are being dealt.",
    "status_open": "You are the dealer: open one of the cards, or pass. Passes in a row: {passes}.",
    "status_sweeps": "You are the dealer: open one of the cards, or pass."
    " All others have passed; if you pass too, the market is swept.",
    "status_ends": "You are the dealer: open one of the cards, or pass."
    " All others have passed; if you pass too, the game ends.",
    "status_wait_open": "@{turn} is the dealer, and opens or passes.",
    "status_respond": "@{best} offers {size} for the {lot}. Bid more, or pass.",
    "status_wait_respond": "@{best} offers {size} for the {lot}. @{turn} bids or passes.",
    "status_offer_first": "Choose at least {left} for the {lot}: from the market what you will"
    " refuse, from your hand what you will lose.",
    "status_offer": "Choose at least {left} more for the {lot}.",
    "status_offer_enough": "That is enough for the {lot}. Choose more, or be done.",
    "status_joker": "Choose what your {colour} joker counts as.",
    "status_jokers_decided": "You have decided. Jokers are shown when all have.",
    "status_jokers": "The owners of jokers choose their values.",
    "status_over": "The game is over.",
}


# -- cards ----------------------------------------------------------------------------------------


def market_word(table: "Colours", slot: int) -> str:
    """The card in a slot, with its slot where another has the same face."""
    face = table.at(slot)
    same = [other for other in choices(table.slots) if table.at(other) == face]
    name = table.law.face_names[face]
    return f"{name}.{slot + 1}" if len(same) > 1 else name


def title(table: "Colours", face: int) -> str:
    """The card in a person's words."""
    law = table.law
    colour = law.colour_names[face // (law.values + 1)]
    value = face % (law.values + 1)
    return f"{colour} joker" if value == law.values else f"{colour} {value + 1}"


def market_title(table: "Colours", slot: int) -> str:
    name = title(table, table.at(slot))
    return f"{name} in slot {slot + 1}" if "." in market_word(table, slot) else name


def spoken(market: list[str], own: list[str], down: int) -> str:
    """Cards of an offer; of those laid face down the names, or how many."""
    words = list(market)
    if own:
        words += own
    elif down:
        words.append(f"{down} face down")
    return " ".join(words) if words else "nothing more"


def joker_names(table: "Colours", seat: int, values: bytes) -> list[str]:
    """The jokers of a seat as the cards they count as."""
    law = table.law
    names: list[str] = []
    for colour in range(law.colours):
        for _ in range(scoring.jokers(law, table.sides[seat].hand, colour)):
            names.append(law.colour_names[colour][0].upper() + str(values[len(names)]))
    return names


# -- notation -------------------------------------------------------------------------------------


def word(table: "Colours", choice: int) -> str:
    law = table.law
    if choice < FACES:
        if not table.slots >> choice & 1:
            return ""
        return leading(table) + market_word(table, choice)
    if choice < law.pass_code:
        face = choice - FACES
        if table.phase == JOKERS:
            return "" if face % (law.values + 1) == law.values else law.face_names[face]
        return leading(table) + "+" + law.face_names[face]
    return BUTTON_WORDS[choice - law.pass_code] if choice <= law.done_code else ""


def leading(table: "Colours") -> str:
    """The filler that stands before a card."""
    if table.phase != OPENING:
        return ""
    if not table.offering:
        return "open "
    return "" if table.marks or table.laid else "with "


# -- labels ---------------------------------------------------------------------------------------


def label(table: "Colours", choice: int) -> str:
    law = table.law
    if choice < FACES:
        name = market_title(table, choice)
        return f"Offer to refuse the {name}" if table.offering else f"Open the {name}"
    if choice < law.pass_code:
        face = choice - FACES
        if table.phase == JOKERS:
            return f"Count it as {title(table, face)}"
        return f"Lay down your {title(table, face)}"
    return ("Pass", "Bid", "Done")[choice - law.pass_code]


# -- status ---------------------------------------------------------------------------------------


def status(table: "Colours", viewer: int | None) -> dict[str, object]:
    """Who must do what, and why: key, values and the English sentence."""
    values: dict[str, object] = {}
    key = "status_dealing"
    if table.over:
        key = "status_over"
    elif table.phase == JOKERS:
        key = joker_status(table, viewer, values)
    elif table.turn >= 0 and table.movers:
        key = turn_status(table, viewer is not None and viewer == table.turn, values)
    return {"key": key, "values": values, "says": WORDS[key].format(**values)}


def turn_status(table: "Colours", own: bool, values: dict[str, object]) -> str:
    if own and table.offering:
        values["lot"] = market_title(table, table.the_lot())
        left = offers.missing(table)
        if left <= 0:
            return "status_offer_enough"
        values["left"] = left
        return "status_offer" if table.marks or table.laid else "status_offer_first"
    if table.phase == TRADE:
        values["best"] = table.best
        values["size"] = table.size
        values["lot"] = market_title(table, table.lot)
        if own:
            return "status_respond"
        values["turn"] = table.turn
        return "status_wait_respond"
    if not own:
        values["turn"] = table.turn
        return "status_wait_open"
    if table.passes + 1 == table.law.seats:
        return "status_ends" if table.law.all_pass_ends else "status_sweeps"
    values["passes"] = table.passes
    return "status_open"


def joker_status(table: "Colours", viewer: int | None, values: dict[str, object]) -> str:
    """C58; who has decided is not told here."""
    if viewer is None or not table.owes_values(viewer):
        return "status_jokers"
    if not table.movers >> viewer & 1:
        return "status_jokers_decided"
    values["colour"] = table.law.colour_names[table.joker_now(table.sides[viewer])]
    return "status_joker"


# -- refusals -------------------------------------------------------------------------------------


def refusal(table: "Colours", seat: int, choice: int) -> Refusal:
    """Why this is not in the menu, from what this seat may know."""
    spoken_word = word(table, choice) if 0 <= choice < 62 else ""
    if not spoken_word:
        return NotUnderstood(f"There is no choice {choice} now.")
    name = spoken_word.split()[-1]
    if table.phase == JOKERS:
        return refuse_value(table, seat, name)
    if table.offering:
        return refuse_card(table, seat, choice, name)
    if table.phase == OPENING:
        return refuse_lot(table, seat, choice, name)
    return NotAllowed(f"{name} is not possible now: bid or pass (C43).", "C43")


def refuse_value(table: "Colours", seat: int, name: str) -> Refusal:
    law = table.law
    side = table.sides[seat]
    colour = table.joker_now(side)
    joker = law.colour_names[colour]
    if name[0] == joker[0].upper():
        return NotAllowed(f"{name} comes too late: name {joker} jokers in rising order (P8).", "P8")
    return NotAllowed(
        f"{name} is not a value of your {joker} joker: it is {joker}, from 1 to {law.values}"
        " (C57).",
        "C57",
    )


def refuse_lot(table: "Colours", seat: int, choice: int, name: str) -> Refusal:
    if choice >= FACES:
        return NotAllowed(f"{name} is not possible now: open a market card, or pass (C12).", "C12")
    if table.sides[seat].refused >> choice & 1:
        return NotAllowed(f"You refuse {name}, so you cannot open it (C13).", "C13")
    other = market_word(table, offers.twin(table, choice))  # C14 holds for all others alike
    return NotAllowed(f"{name} is like {other}: name that one (P5).", "P5")


def refuse_card(table: "Colours", seat: int, choice: int, name: str) -> Refusal:
    """P1 to P6 and C30."""
    law = table.law
    left = offers.missing(table)
    if choice == law.done_code:
        return NotAllowed(f"Your offer is too small: {left} more (C32).", "C32")
    if choice > law.pass_code:
        return NotAllowed("You bid already: choose cards, or be done (P4).", "P4")
    if choice == law.pass_code:
        return NotAllowed("You have begun an offer, so you cannot pass (C25).", "C25")
    if choice < FACES:
        reason = refuse_slot(table, seat, choice, name)
        if reason is not None:
            return reason
    elif not table.sides[seat].hand & law.copies_of[choice - FACES]:
        return NotAllowed(f"{name} is not in your hand (C30).", "C30")
    elif not table.kept & law.copies_of[choice - FACES]:
        return NotAllowed(f"{name}: you have no more of it in your hand (P1).", "P1")
    if choice < table.last or (choice < FACES and choice == table.last):
        return NotAllowed(f"Name cards in rising order: {name} comes too late (P1).", "P1")
    return NotAllowed(f"After {name} too few cards are left: you need {left} more (P6).", "P6")


def refuse_slot(table: "Colours", seat: int, slot: int, name: str) -> Refusal | None:
    side = table.sides[seat]
    bit = shl(1, slot)
    if slot == table.the_lot():
        return NotAllowed(f"{name} is the lot, so nobody can offer it (C27).", "C27")
    if side.refused & bit:
        return NotAllowed(f"You refuse {name} already, so you cannot offer it (C31).", "C31")
    if table.required & bit:
        return NotAllowed(f"{name} is in your bid already, as it must be (C34).", "C34")
    if (side.asked | table.marks) & bit:
        return NotAllowed(f"{name} is in your offer already (C6).", "C6")
    twin = offers.twin(table, slot)
    if twin >= 0 and not table.marks >> twin & 1:
        other = market_word(table, twin)
        return NotAllowed(f"{name} is like {other}: name that one first (P5).", "P5")
    return None
