"""Dutch, phase 3: a seat's turn. Powers (D28 to D53), purchases (D54 to D62), duty (D63 to D67).

A decision is a path of stages: act, then power, copy, target and suit, or pay. Nothing on the table
changes before its last choice; until then the path lies in acting … paid of the position.
"""

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from saleroom.games.bits import above, count, place, shl
from saleroom.games.core import NOBODY
from saleroom.games.dutch import view
from saleroom.games.dutch.codes import (
    CASH,
    CHANGE,
    COPY,
    END,
    LOT,
    POWER,
    STEAL,
    SUIT,
    TAKE_AUCTION,
    TAKE_DISPLAY,
    TAKE_OWN,
)

if TYPE_CHECKING:
    from saleroom.games.dutch.position import Dutch

ACT: Final = 0  # stages
WHICH_POWER: Final = 1
WHICH_COPY: Final = 2
TARGET: Final = 3
NEW_SUIT: Final = 4
PAY: Final = 5


# -- the turn -------------------------------------------------------------------------------------


def begin_turn(table: "Dutch", seat: i64) -> None:
    """D23, D28 to D30: cards lie with their printed suits, and power cards are ready."""
    table.turn = seat
    table.movers = shl(1, seat)
    table.ready = 0
    if not table.law.from_area:
        table.ready = table.sides[seat].bid & table.law.power_cards
    forget_decision(table)


def end_turn(table: "Dutch") -> None:
    """D68, D69: stake and held cards go to the own discards."""
    seat = table.turn
    side = table.sides[seat]
    if table.events is not None:
        view.tell_turn_ended(table)
    table.all_see(4 * END)
    table.all_see(side.hand)
    side.show(side.hand)
    side.discards |= side.bid | side.area | side.hand
    side.hand = 0
    leave(table, side.bid | side.area)
    if seat == table.winner:
        begin_turn(table, table.loser)
    else:
        table.turn = NOBODY
        table.movers = 0
        forget_decision(table)
        table.restock()


def forget_decision(table: "Dutch") -> None:
    """The seat in turn stands before its next action."""
    table.stage = ACT
    table.acting = -1
    table.agent = -1
    table.power = -1
    table.target = -1
    table.lot = -1
    table.paid = 0


# -- the stake ------------------------------------------------------------------------------------


def stake(table: "Dutch") -> i64:
    """The face-up cards of the seat in turn."""
    side = table.sides[table.turn]
    return side.bid | side.area


def worn(table: "Dutch", suit: i64) -> i64:
    """All cards that have this suit now: in print, or by a change (D39)."""
    cards = table.law.suit_cards(suit)
    changed = table.recoloured
    if changed:
        cards &= ~changed
        changed &= table.suit_1 if suit & 1 else ~table.suit_1
        changed &= table.suit_2 if suit & 2 else ~table.suit_2
        changed &= table.suit_4 if suit & 4 else ~table.suit_4
        cards |= changed
    return cards


def suit_now(table: "Dutch", card: i64) -> i64:
    if (table.recoloured >> card) & 1:
        return (
            ((table.suit_1 >> card) & 1)
            + 2 * ((table.suit_2 >> card) & 1)
            + 4 * ((table.suit_4 >> card) & 1)
        )
    return table.law.suit_of[card]


def recolour(table: "Dutch", card: i64, suit: i64) -> None:
    """D39, D40; with the printed suit again it is as if never changed."""
    bit = shl(1, card)
    table.recoloured |= bit
    if suit == table.law.suit_of[card]:
        table.recoloured &= ~bit
    table.suit_1 = (table.suit_1 & ~bit) | shl(suit & 1, card)
    table.suit_2 = (table.suit_2 & ~bit) | shl((suit >> 1) & 1, card)
    table.suit_4 = (table.suit_4 & ~bit) | shl((suit >> 2) & 1, card)


def join(table: "Dutch", card: i64) -> None:
    """D29, D30, D45, D48: a taken or stolen card joins the stake; a power card is ready."""
    side = table.sides[table.turn]
    if table.law.hold_powers:
        side.area |= card
    else:
        side.bid |= card
    table.ready |= card & table.law.power_cards


def leave(table: "Dutch", cards: i64) -> None:
    """D40, D62: what leaves the stake has its printed suit again, and is ready when it returns."""
    side = table.sides[table.turn]
    side.bid &= ~cards
    side.area &= ~cards
    table.ready &= ~cards
    table.recoloured &= ~cards


# -- the loser's duty -----------------------------------------------------------------------------


def owing(table: "Dutch") -> bool:
    """D63, D65 to D67: position 1 is occupied, and the loser can pay."""
    if not table.law.obligation or table.turn == table.winner or not table.display & 255:
        return False
    return count(stake(table) | table.sides[table.turn].hand) >= table.law.prices[0]


def to_spare(table: "Dutch") -> i64:
    """D64: so many cards may go before too few are left for position 1."""
    have = count(stake(table) | table.sides[table.turn].hand)
    if owing(table):
        have -= table.law.prices[0]
    return have


# -- menus ----------------------------------------------------------------------------------------


def menu(table: "Dutch") -> i64:
    stage = table.stage
    if stage == ACT:
        return act_menu(table)
    if stage == PAY:
        return pay_menu(table)
    if stage == TARGET:
        return targets(table, table.power, table.agent)
    if stage == WHICH_POWER:
        return shl(open_powers(table, table.agent, table.agent != table.acting), POWER)
    if stage == WHICH_COPY:
        return copyable(table, table.acting)
    return shl(other_suits(table, table.target), SUIT)


def act_menu(table: "Dutch") -> i64:
    """D24, D25: activate, play, buy, end."""
    side = table.sides[table.turn]
    found = side.hand  # D31: play a held card
    rest = table.ready
    while rest:
        card = rest & -rest
        if open_powers(table, place(card), False):
            found |= card  # D32, D33
        rest ^= card
    cards = count(side.bid | side.area)
    others = min(cards, to_spare(table))
    for position in range(table.law.positions):
        limit = others if position else cards
        if table.at(position) >= 0 and table.law.prices[position] <= limit:
            found |= shl(1, LOT + position)  # D55, D64
    if not owing(table):
        found |= shl(1, END)
    return found


def pay_menu(table: "Dutch") -> i64:
    """D56: any cards of the stake in rising order, so that enough remain for the rest."""
    price: i64 = table.law.prices[table.lot]
    rest = stake(table) & above(table.paid)
    found: i64 = 0
    for _ in range(count(rest) - (price - count(table.paid)) + 1):
        found |= rest & -rest
        rest &= rest - 1
    return found


def open_powers(table: "Dutch", card: i64, copied: bool) -> i64:
    """D32, D35, D36: the powers of this card that have a target; D53: a copy copies no copy."""
    law = table.law
    powers: i64 = law.powers[card]
    side = table.sides[table.turn]
    suit = suit_now(table, card)
    mates = worn(table, suit) & (side.bid | side.area) & ~shl(1, card)
    printed = law.suit_cards(suit)
    if not mates or not to_spare(table):
        powers &= ~shl(1, CASH)  # D37, D64
    if not mates or law.suits == 1:
        powers &= ~shl(1, CHANGE)
    if not side.discards & printed:
        powers &= ~shl(1, TAKE_OWN)
    if not table.auction_discards & printed:
        powers &= ~shl(1, TAKE_AUCTION)
    if not table.shown & printed:
        powers &= ~shl(1, TAKE_DISPLAY)
    if not (may_steal(table) and table.sides[table.loser].bid & printed):
        powers &= ~shl(1, STEAL)
    if (powers >> COPY) & 1 and (copied or not copyable(table, card)):
        powers &= ~shl(1, COPY)
    return powers


def may_steal(table: "Dutch") -> bool:
    """D46, D47: only the winner of the bid."""
    return table.law.winner_steals and table.turn == table.winner


def fellows(table: "Dutch", card: i64) -> i64:
    """D50, R46: other power cards of the suit, ready or used, that lie where powers act."""
    law = table.law
    place_of_power = table.sides[table.turn].area if law.from_area else stake(table)
    return worn(table, suit_now(table, card)) & place_of_power & law.power_cards & ~shl(1, card)


def copyable(table: "Dutch", card: i64) -> i64:
    """D50 to D53: those that could act now."""
    rest = fellows(table, card)
    found: i64 = 0
    while rest:
        other = rest & -rest
        if open_powers(table, place(other), True):
            found |= other
        rest ^= other
    return found


def targets(table: "Dutch", power: i64, agent: i64) -> i64:
    """D36: what the power of this card may act on; in the display, positions."""
    suit = suit_now(table, agent)
    printed = table.law.suit_cards(suit)
    if power in (CASH, CHANGE):
        return worn(table, suit) & stake(table) & ~shl(1, agent)  # D37, D39, D52
    if power == TAKE_OWN:
        return table.sides[table.turn].discards & printed
    if power == TAKE_AUCTION:
        return table.auction_discards & printed
    if power == STEAL:
        return table.sides[table.loser].bid & printed
    found: i64 = 0
    for position in range(table.law.positions):
        card = table.at(position)
        if card >= 0 and (printed >> card) & 1:
            found |= shl(1, LOT + position)
    return found


def other_suits(table: "Dutch", card: i64) -> i64:
    """D39: what the suit of this card may become."""
    return (shl(1, table.law.suits) - 1) & ~shl(1, suit_now(table, card))


# -- steps ----------------------------------------------------------------------------------------


def step(table: "Dutch", choice: i64) -> bool:
    stage = table.stage
    if stage == PAY:
        table.paid |= shl(1, choice)
        if count(table.paid) < table.law.prices[table.lot]:
            return False
        buy(table)
    elif stage == ACT:
        if choice == END:
            end_turn(table)
            return True
        if choice >= LOT:
            table.lot = choice - LOT
            table.stage = PAY
            return False
        if not (table.sides[table.turn].hand >> choice) & 1:
            table.acting = choice
            act_as(table, choice, table.law.powers[choice])
            return False
        play(table, choice)
    elif stage == WHICH_POWER:
        set_power(table, choice - POWER)
        return False
    elif stage == WHICH_COPY:
        act_as(table, choice, table.law.powers[choice] & ~shl(1, COPY))
        return False
    elif stage == TARGET:
        table.target = choice
        if table.power == CHANGE:
            table.stage = NEW_SUIT
            return False
        use_power(table)
    else:
        change_suit(table, choice - SUIT)
    forget_decision(table)
    return True


def act_as(table: "Dutch", card: i64, powers: i64) -> None:
    """The acting card uses this card's power; which one is asked where there are several."""
    table.agent = card
    if powers & (powers - 1):
        table.stage = WHICH_POWER
    else:
        set_power(table, place(powers))


def set_power(table: "Dutch", power: i64) -> None:
    table.power = power
    table.stage = WHICH_COPY if power == COPY else TARGET


def play(table: "Dutch", card: i64) -> None:
    """D31: a held card goes to the power area, ready (D30)."""
    side = table.sides[table.turn]
    bit = shl(1, card)
    side.hand &= ~bit
    side.area |= bit
    side.show(bit)
    table.ready |= bit
    table.all_see(4 * card + 1)
    if table.events is not None:
        view.tell_played(table, card)


def use_power(table: "Dutch") -> None:
    """D32: the effect happens, and the acting card is used."""
    side = table.sides[table.turn]
    show_use(table, 0)
    if table.events is not None:
        view.tell_used(table)
    table.ready &= ~shl(1, table.acting)
    if table.power == TAKE_DISPLAY:
        position = table.target - LOT
        card = shl(1, table.at(position))
        table.clear(position)  # D43
        join(table, card)
        return
    card = shl(1, table.target)
    if table.power == CASH:
        leave(table, card)
        side.cashed |= card  # D37, D38
        return
    if table.power == TAKE_OWN:
        side.discards &= ~card
    elif table.power == TAKE_AUCTION:
        table.auction_discards &= ~card
    else:
        table.sides[table.loser].bid &= ~card  # D46
    join(table, card)


def change_suit(table: "Dutch", suit: i64) -> None:
    """D39 to D41."""
    show_use(table, suit)
    if table.events is not None:
        view.tell_changed(table, suit)
    table.ready &= ~shl(1, table.acting)
    recolour(table, table.target, suit)


def show_use(table: "Dutch", suit: i64) -> None:
    """Which power of which card did what to which."""
    path = (((table.acting * 64 + table.agent) * 8 + table.power) * 64 + table.target) * 8 + suit
    table.all_see(4 * path + 2)


def buy(table: "Dutch") -> None:
    """D56 to D59: each payment card is judged alone; the bought card goes to the own discards."""
    side = table.sides[table.turn]
    bought = table.at(table.lot)
    table.all_see(4 * table.lot + 3)
    table.all_see(table.paid)
    if table.events is not None:
        view.tell_bought(table)
    home = table.paid & worn(table, table.law.suit_of[bought])
    side.discards |= home | shl(1, bought)
    table.auction_discards |= table.paid & ~home
    table.clear(table.lot)
    leave(table, table.paid)
