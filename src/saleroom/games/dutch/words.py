"""Dutch in words: notation, labels, status sentences, refusals.

In sentences @0 stands for the name of seat 0.
"""

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from saleroom.games.bits import choices, count, shl
from saleroom.games.core import NotAllowed, NotUnderstood, Refusal
from saleroom.games.dutch import turn
from saleroom.games.dutch.codes import (
    CASH,
    CHANGE,
    COPY,
    END,
    LOT,
    POWER,
    POWER_WORDS,
    STEAL,
    SUIT,
)
from saleroom.games.dutch.phases import DEALING, SET_ASIDE, TURN, VOTE

if TYPE_CHECKING:
    from saleroom.games.dutch.position import Dutch


WORDS: Final = {
    # events
    "dealt": "@{seat} is dealt a deck of {count}.",
    "laid_out": "{card} comes to position {position}.",
    "round": "Round {round}.",
    "aside": "@{seat} sets {count} of their own cards aside.",
    "bid": "@{seat} bids {cards}: {total}.",
    "bid_holding": "@{seat} bids {cards}: {total}, and holds {held}.",
    "tie": "The bids tie at {total}: each adds the top card of their own deck.",
    "tie_kept": "The bids tie at {total}, and nobody has a card to add.",
    "added": "@{seat} adds {card}: {total}.",
    "shuffled": "@{seat} shuffles their own discards ({count}) into their own deck.",
    "won": "@{seat} wins the bid, {total} to {other}.",
    "played": "@{seat} plays {card}.",
    "cashed": "@{seat} uses {acting} to cash in {card}.",
    "changed": "@{seat} uses {acting} to make {card} {suit}.",
    "took_own": "@{seat} uses {acting} to take {card} from their own discards.",
    "took_auction": "@{seat} uses {acting} to take {card} from the auction discards.",
    "took_display": "@{seat} uses {acting} to take {card} from the display.",
    "stole": "@{seat} uses {acting} to steal {card}.",
    "bought": "@{seat} buys {card} for {cards}.",
    "ended": "@{seat} ends the turn, and discards {cards}.",
    "expired": "Nobody bought {card}; it goes to the auction discards.",
    "taken_up": "@{seat} takes up what was set aside ({count}).",
    "drawn": "@{seat} has a hand of {count}.",
    "votes_stop": "@{seat} says stop.",
    "votes_on": "@{seat} says go on.",
    # how a game ends
    "sold_out": "Everything is sold.",
    "stopped": "Both said stop.",
    "last_round": "That was the last round.",
    # whose move it is, and why
    "status_dealing": "The cards are being dealt.",
    "status_set_aside": "Set aside {left} of your cards, to lie on top of your deck."
    " The others are your bid.",
    "status_hold": "Hold back power cards to use them, or bid them. The rest is your bid.",
    "status_decided": "You have decided. The bids are turned up when @{rival} has decided too.",
    "status_no_cards": "You have nothing to set aside. Bids are turned up when @{rival} is ready.",
    "status_others_set_aside": "The seats set cards aside.",
    "status_act": "Your turn: use powers, buy, or end.",
    "status_act_buy": "Your turn: buy, or end.",
    "status_act_use": "Your turn: use powers, or end.",
    "status_act_end": "Your turn: all you can do is end it.",
    "status_owing": "You lost the bid and nobody bought {card}: you must, before you end.",
    "status_power": "Choose what {card} does.",
    "status_copy": "Choose the card that {card} copies.",
    "status_target": "Choose the card that {card} acts on.",
    "status_suit": "Choose the new suit of {card}.",
    "status_pay": "Choose {left} more to pay for {card}.",
    "status_wait_winner": "@{turn} won the bid and acts first.",
    "status_wait_loser": "@{turn} lost the bid and acts second.",
    "status_vote": "The auction deck is empty. Stop, or play another round? It ends if both stop.",
    "status_voted": "You have answered. It counts when @{rival} has answered too.",
    "status_others_vote": "The seats decide whether to stop.",
    "status_over": "The game is over.",
}


def listed(table: "Dutch", cards: int) -> str:
    names = [table.law.card_names[card] for card in choices(cards)]
    return " ".join(names) if names else "nothing"


def title(table: "Dutch", card: i64) -> str:
    """The card in a person's words, with the suit it has now."""
    suit = table.law.suit_names[turn.suit_now(table, card)]
    return f"{suit} {table.law.face_names[card % table.law.faces]}"


# -- notation -------------------------------------------------------------------------------------


def word(table: "Dutch", seat: int, choice: int) -> str:
    if choice < LOT:
        if choice >= table.law.cards:
            return ""
        return leading(table, seat, choice) + table.law.card_names[choice]
    if choice < END:
        if choice - LOT >= table.law.positions:
            return ""
        buys = table.phase == TURN and table.stage == turn.ACT
        return ("buy " if buys else "") + str(choice - LOT + 1)
    if choice >= SUIT:
        suit = choice - SUIT
        return table.law.suit_names[suit] if suit < table.law.suits else ""
    if choice >= POWER:
        return POWER_WORDS[choice - POWER]
    return ("end", "bid", "stop", "go-on")[choice - END]


def leading(table: "Dutch", seat: int, card: i64) -> str:
    """The filler that stands before a card."""
    side = table.sides[seat]
    if table.phase == SET_ASIDE:
        if table.sets_aside(side):
            return "" if side.chosen else "aside "
        return "" if side.holds else "hold "
    if table.phase != TURN:
        return ""
    if table.stage == turn.ACT:
        return "play " if (table.sides[table.turn].hand >> card) & 1 else "use "
    if table.stage == turn.WHICH_COPY:
        return "copy "
    return "with " if table.stage == turn.PAY and not table.paid else ""


# -- labels ---------------------------------------------------------------------------------------

POWER_LABELS: Final = (
    "Cash in a card",
    "Change a suit",
    "Take from your discards",
    "Take from the auction discards",
    "Take from the display",
    "Steal from the loser's bid",
    "Copy another power",
)
TARGET_LABELS: Final = ("Cash in", "Change", "Take", "Take", "Take", "Steal", "Copy")


def label(table: "Dutch", seat: int, choice: int) -> str:
    if choice < LOT:
        return card_label(table, seat, choice)
    if choice < END:
        position = choice - LOT
        name = title(table, table.at(position))
        if table.stage == turn.TARGET:
            return f"Take the {name} from position {position + 1}"
        price = table.law.prices[position]
        return f"Buy the {name} for {price} card{'' if price == 1 else 's'}"
    if choice >= SUIT:
        return f"Make it {table.law.suit_names[choice - SUIT]}"
    if choice >= POWER:
        return POWER_LABELS[choice - POWER]
    return ("End your turn", "Bid the rest", "Stop", "Go on")[choice - END]


def card_label(table: "Dutch", seat: int, card: i64) -> str:
    name = title(table, card)
    if table.phase == SET_ASIDE:
        verb = "Set aside" if table.sets_aside(table.sides[seat]) else "Hold"
        return f"{verb} the {name}"
    if table.stage == turn.ACT:
        verb = "Play" if (table.sides[table.turn].hand >> card) & 1 else "Use"
        return f"{verb} the {name}"
    if table.stage == turn.PAY:
        return f"Pay with the {name}"
    return f"{TARGET_LABELS[table.power]} the {name}"


# -- status ---------------------------------------------------------------------------------------


def status(table: "Dutch", viewer: int | None) -> dict[str, object]:
    """Who must do what, and why: key, values and the English sentence."""
    values: dict[str, object] = {}
    key = "status_dealing"
    if table.over:
        key = "status_over"
    elif table.phase == TURN:
        if viewer is not None and viewer == table.turn:
            key = turn_status(table, values)
        else:
            key = "status_wait_winner" if table.turn == table.winner else "status_wait_loser"
            values["turn"] = table.turn
    elif table.phase != DEALING:
        key = together_status(table, viewer, values)
    return {"key": key, "values": values, "says": WORDS[key].format(**values)}


def together_status(table: "Dutch", viewer: int | None, values: dict[str, object]) -> str:
    """Phase 1 and the vote; whether the rival has decided is not told here."""
    votes = table.phase == VOTE
    if viewer is None:
        return "status_others_vote" if votes else "status_others_set_aside"
    side = table.sides[viewer]
    if (table.movers >> viewer) & 1:
        if votes:
            return "status_vote"
        if table.sets_aside(side):
            values["left"] = table.to_set_aside(count(side.hand)) - count(side.chosen)
            return "status_set_aside"
        return "status_hold"
    values["rival"] = 1 - viewer
    if votes:
        return "status_voted"
    return "status_decided" if table.owes(viewer) else "status_no_cards"


def act_status(menu: i64) -> str:
    uses = (menu & (shl(1, LOT) - 1)) != 0  # a card: a power to use, or one to play
    buys = (menu & (shl(1, END) - shl(1, LOT))) != 0
    if uses and buys:
        return "status_act"
    if uses:
        return "status_act_use"
    return "status_act_buy" if buys else "status_act_end"


def turn_status(table: "Dutch", values: dict[str, object]) -> str:
    stage = table.stage
    if stage == turn.ACT:
        if not turn.owing(table):
            return act_status(turn.act_menu(table))
        values["card"] = title(table, table.at(0))
        return "status_owing"
    if stage == turn.PAY:
        values["left"] = table.law.prices[table.lot] - count(table.paid)
        values["card"] = title(table, table.at(table.lot))
        return "status_pay"
    values["card"] = title(table, table.agent)
    if stage == turn.WHICH_POWER:
        return "status_power"
    if stage == turn.WHICH_COPY:
        return "status_copy"
    if stage == turn.TARGET:
        return "status_target"
    values["card"] = title(table, table.target)
    return "status_suit"


# -- refusals -------------------------------------------------------------------------------------


def refusal(table: "Dutch", seat: int, choice: int) -> Refusal:
    """Why this is not in the menu, from what this seat may know."""
    spoken = word(table, seat, choice) if 0 <= choice < 62 else ""
    if not spoken:
        return NotUnderstood(f"There is no choice {choice} in this game.")
    name = spoken.split()[-1]
    if table.phase == VOTE:
        return NotAllowed(f"{name} is no answer now: say stop or go-on (D75).", "D75")
    if table.phase == SET_ASIDE:
        return refuse_aside(table, seat, choice, name)
    stage = table.stage
    if stage == turn.ACT:
        return refuse_act(table, choice, name)
    if stage == turn.PAY:
        return refuse_payment(table, choice, name)
    card = table.law.card_names[table.agent]
    if stage == turn.WHICH_POWER:
        return refuse_power(table, choice, name)
    if stage == turn.WHICH_COPY:
        if choice < LOT and is_kept(table, shl(1, choice) & turn.fellows(table, table.agent)):
            return refuse_to_cash()
        return NotAllowed(
            f"{card} cannot copy {name}: choose another power card of its suit that may act,"
            " is no duplicate and has a target (D50).",
            "D50",
        )
    if stage == turn.NEW_SUIT:
        return NotAllowed(f"{name} is not one of the other suits (D39).", "D39")
    return NotAllowed(
        f"{card} cannot act on {name}: choose a card of its suit in the right place (D36).", "D36"
    )


def refuse_aside(table: "Dutch", seat: int, choice: int, name: str) -> Refusal:
    side = table.sides[seat]
    aside = table.sets_aside(side)
    if choice >= LOT:
        if aside:
            return NotAllowed(f"{name} is not possible now: set a card aside (D7).", "D7")
        return NotAllowed(f"{name} is not possible now: hold a power card, or bid (D11).", "D11")
    rule = "D7" if aside else "D11"
    bit = shl(1, choice)
    if not side.hand & bit:
        return NotAllowed(f"{name} is not in your hand ({rule}).", rule)
    if side.chosen & bit:
        return NotAllowed(f"{name} is set aside already ({rule}).", rule)
    if not table.law.power_cards & bit:
        return NotAllowed(f"{name} has no power, so it must be bid (D11).", "D11")
    if side.holds & bit:
        return NotAllowed(f"{name} is held already (D11).", "D11")
    return NotAllowed(f"Name held cards in rising order: {name} comes too late (D11).", "D11")


def refuse_act(table: "Dutch", choice: int, name: str) -> Refusal:
    law = table.law
    if choice == END:
        lot = law.card_names[table.at(0)]
        return NotAllowed(
            f"You lost the bid and can pay: buy {lot} at position 1 before you end (D63).", "D63"
        )
    if choice < LOT:
        return refuse_activation(table, choice, name)
    if choice > END:
        return NotAllowed(f"{name} is not an action: use a power, buy, or end (D24).", "D24")
    position = choice - LOT
    if table.at(position) < 0:
        return NotAllowed(f"Position {name} is empty (D55).", "D55")
    price = law.prices[position]
    cards = count(turn.stake(table))
    if price > cards:
        return NotAllowed(
            f"Position {name} costs {price}, and your stake has {cards} (D55).", "D55"
        )
    return NotAllowed(
        f"Position {name} costs {price}; then too few would be left for position 1,"
        " which you must buy (D64).",
        "D64",
    )


def refuse_activation(table: "Dutch", card: int, name: str) -> Refusal:
    bit = shl(1, card)
    side = table.sides[table.turn]
    if not turn.stake(table) & bit:
        return NotAllowed(f"{name} is not in your stake (D32).", "D32")
    if not table.law.power_cards & bit:
        return NotAllowed(f"{name} has no power (D32).", "D32")
    if table.ready & bit:
        copied = turn.fellows(table, card) if (table.law.powers[card] >> COPY) & 1 else 0
        if is_kept(table, bit | copied):
            return refuse_to_cash()
        return NotAllowed(f"{name} has nothing to act on now (D33).", "D33")
    if table.law.from_area and side.bid & bit:
        return NotAllowed(f"{name} was bid, so it cannot act (D30).", "D30")
    return NotAllowed(f"{name} is used already (D34).", "D34")


def refuse_power(table: "Dutch", choice: int, name: str) -> Refusal:
    card = table.law.card_names[table.agent]
    power = choice - POWER
    if not (0 <= power <= COPY and (table.law.powers[table.agent] >> power) & 1):
        return NotAllowed(f"{name} is not a power of {card} (D35).", "D35")
    if power == STEAL and not turn.may_steal(table):
        if not table.law.winner_steals:
            return NotAllowed("Here nobody may steal (D46).", "D46")
        return NotAllowed("Only the winner of the bid may steal (D47).", "D47")
    if power == CASH and is_kept(table, shl(1, table.agent)):
        return refuse_to_cash()
    if power == COPY:
        if is_kept(table, turn.fellows(table, table.agent)):
            return refuse_to_cash()
        return NotAllowed(f"{card} finds no power to copy (D50).", "D50")
    if power == CHANGE and turn.targets(table, power, table.agent):
        return NotAllowed("There is no other suit (D39).", "D39")
    return NotAllowed(f"{card} finds no card of its suit there (D36).", "D36")


def is_kept(table: "Dutch", agents: i64) -> bool:
    """D64: could one of these cash in, if fewer cards had to be kept?"""
    if turn.to_spare(table):
        return False
    for card in choices(agents):
        if (table.law.powers[card] >> CASH) & 1 and turn.targets(table, CASH, card):
            return True
    return False


def refuse_to_cash() -> Refusal:
    return NotAllowed(
        "You must keep enough cards to buy position 1, so you cannot cash in (D64).", "D64"
    )


def refuse_payment(table: "Dutch", choice: int, name: str) -> Refusal:
    price = table.law.prices[table.lot]
    rule = f"Pay exactly {price} of your stake, each once"
    bit = shl(1, choice)
    if choice >= LOT or not turn.stake(table) & bit:
        return NotAllowed(f"{name} is not in your stake. {rule} (D56).", "D56")
    if table.paid & bit:
        return NotAllowed(f"{name} is paid already. {rule} (D56).", "D56")
    return NotAllowed(f"{name} cannot come next: name payment in rising order (D56).", "D56")
