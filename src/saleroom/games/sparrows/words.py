"""Six of Sparrows in words: notation, labels, status sentences, refusals.

In sentences @0 stands for the name of seat 0.
"""

from typing import TYPE_CHECKING, Final

from saleroom.games.bits import choices, shl
from saleroom.games.core import NOBODY, NotAllowed, NotUnderstood, Refusal
from saleroom.games.sparrows.codes import BONUS_IDS, DECLINE, MATCH, NONE, PARTNER, PASS, RAISE
from saleroom.games.sparrows.phases import DEALING, LATE, NAMING, RAISING, TAKING

if TYPE_CHECKING:
    from saleroom.games.sparrows.position import Sparrows


WORDS: Final = {
    # events
    "mark": "The dealer mark goes to @{seat}, and moves on before each round.",
    "round": "Round {round}. @{seat} deals.",
    "bids_shuffled": "The discarded bid cards ({count}) are shuffled and drawn from again.",
    "turned_up": "{name} comes to the market, worth {value}.",
    "step": "Step {step}, token {token}.",
    "dealt": "@{seat} is dealt {card}.",
    "laid": "{card} comes to the table.",
    "raised": "{who} raise{s}.",
    "nobody_raised": "Nobody raises; token {token} is gone.",
    "won": "@{seat} is nearest to the dealer and takes a bid card.",
    "took": "@{seat} takes {name} with token {token}.",
    "took_with_bonus": "@{seat} takes {name} and {bonus_name} with token {token}.",
    "named": "@{seat} names @{partner} as partner.",
    "shown": "@{seat} shows {cards}.",
    "took_late": "@{seat} takes {name} late, with token {token}.",
    "declined": "@{seat} takes no late bid.",
    "scored": "@{seat}: {tale}. Round score {gained}, total {total}.",
    "cleared": "Bid cards that were taken go to the discards; all playing cards are shuffled.",
    # how a game ends
    "target": "One player alone is in front and has reached the target.",
    "round_limit": "That was the last round.",
    "round_limit_shared": "That was the last round, and the win is shared.",
    # whose move it is, and why
    "status_dealing": "The cards are being dealt.",
    "status_raise": "Step {step}: raise to bid with token {token}, or pass.",
    "status_answered": "You have answered. Answers are shown when all have answered.",
    "status_bid_already": "You have a bid. The others raise or pass.",
    "status_others_raise": "Those without a bid raise or pass.",
    "status_take": "You win the step: take a bid card with token {token}.",
    "status_bonus": "Take a bonus card with {name}, or none.",
    "status_wait_take": "@{turn} wins the step and takes a bid card.",
    "status_partner": "Name the player whose hand joins yours in place of the table.",
    "status_wait_partner": "@{turn} names a partner.",
    "status_late": "All hands are shown. Take a late bid with token {token}, or decline.",
    "status_wait_late": "All hands are shown. @{turn} may take a late bid.",
    "status_over": "The game is over.",
}


def title(name: str) -> str:
    """A card in a person's words: Full House."""
    return name.replace("_", " ").title()


def bid_title(table: "Sparrows", bid: int) -> str:
    return title(table.law.bid_names[bid])


def bonus_title(bonus: int) -> str:
    return title(BONUS_IDS[bonus])


def listed(table: "Sparrows", cards: int) -> str:
    return " ".join(table.law.card_names[card] for card in choices(cards))


def seats_listed(seats: int) -> str:
    """@0, @2 and @3."""
    names = [f"@{seat}" for seat in choices(seats)]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


# -- notation -------------------------------------------------------------------------------------


def word(table: "Sparrows", choice: int) -> str:
    law = table.law
    if choice < law.bids:
        return f"take {law.bid_names[choice]}"
    other = choice - law.bids
    if other == PASS:
        return "pass"
    if other == RAISE:
        return "raise"
    if not law.upgrades:
        return ""
    if other == NONE:
        return "none"
    if other == DECLINE:
        return "decline"
    if other < PASS:
        return f"+ {BONUS_IDS[other]}" if (law.bonuses >> other) & 1 else ""
    seat = other - PARTNER
    return f"partner {seat}" if seat < law.seats else ""


# -- labels ---------------------------------------------------------------------------------------


def label(table: "Sparrows", choice: int) -> str:
    law = table.law
    if choice < law.bids:
        token = law.late_token if table.phase == LATE else law.tokens[table.k - 1]
        return f"Take {bid_title(table, choice)}: {law.values[choice]} ÷ {token}"
    other = choice - law.bids
    if other < PASS:
        return f"Add {bonus_title(other)}: {law.bonus_values[other]}"
    if other >= PARTNER:
        return f"Name @{other - PARTNER}"
    return ("Pass", "Raise", "No bonus", "No late bid")[other - PASS]


# -- status ---------------------------------------------------------------------------------------


def status(table: "Sparrows", viewer: int | None) -> dict[str, object]:
    """Who must do what, and why: key, values and the English sentence."""
    values: dict[str, object] = {}
    key = "status_dealing"
    if table.over:
        key = "status_over"
    elif table.phase == RAISING:
        key = raise_status(table, viewer, values)
    elif table.phase != DEALING:
        key = alone_status(table, viewer, values)
    return {"key": key, "values": values, "says": WORDS[key].format(**values)}


def raise_status(table: "Sparrows", viewer: int | None, values: dict[str, object]) -> str:
    """S18; whether others have answered is not told here."""
    if viewer is None:
        return "status_others_raise"
    if (table.movers >> viewer) & 1:
        values["step"] = table.k
        values["token"] = table.law.tokens[table.k - 1]
        return "status_raise"
    return "status_answered" if (table.unbid >> viewer) & 1 else "status_bid_already"


def alone_status(table: "Sparrows", viewer: int | None, values: dict[str, object]) -> str:
    mine = viewer is not None and viewer == table.turn
    if not mine:
        values["turn"] = table.turn
    if table.phase == NAMING:
        return "status_partner" if mine else "status_wait_partner"
    if table.phase == LATE:
        if mine:
            values["token"] = table.law.late_token
        return "status_late" if mine else "status_wait_late"
    if not mine:
        return "status_wait_take"
    if table.taking < 0:
        values["token"] = table.law.tokens[table.k - 1]
        return "status_take"
    values["name"] = bid_title(table, table.taking)
    return "status_bonus"


# -- refusals -------------------------------------------------------------------------------------


def refusal(table: "Sparrows", seat: int, choice: int) -> Refusal:
    """Why this is not in the menu, from what this seat may know."""
    law = table.law
    spoken = word(table, choice) if 0 <= choice < law.choices else ""
    if not spoken:
        return NotUnderstood(f"There is no choice {choice} in this game.")
    name = spoken.split()[-1]
    if table.phase == NAMING:
        if choice == law.partner_code + seat:
            return NotAllowed("You cannot be your own partner: name another (S29).", "S29")
        return NotAllowed(f"{name} is no seat: name another player as partner (S29).", "S29")
    if table.phase == TAKING and table.taking >= 0:
        return refuse_bonus(table, choice, name)
    holder = holder_of(table, choice)
    if holder >= 0:
        rule = "S31" if table.phase == LATE else "S22"
        return NotAllowed(f"@{holder} has {name} already ({rule}).", rule)
    if table.phase == RAISING:
        return NotAllowed(f"{name} is no answer now: say raise or pass (S18).", "S18")
    return refuse_bid(table, choice, name)


def holder_of(table: "Sparrows", bid: int) -> int:
    """Who has taken this bid card in this round, or NOBODY."""
    for seat in range(table.law.seats):
        if table.sides[seat].bid == bid:
            return seat
    return NOBODY


def refuse_bid(table: "Sparrows", choice: int, name: str) -> Refusal:
    law = table.law
    late = table.phase == LATE
    rule = "S31" if late else "S22"
    if choice < law.bids:
        return NotAllowed(f"{name} does not lie in the market ({rule}).", rule)
    if not late:
        if choice == law.pass_code:
            return NotAllowed("A raise cannot be withdrawn: take a card (S22).", "S22")
        return NotAllowed(f"{name} is not possible now: take a card of the market (S22).", "S22")
    if choice < law.pass_code:
        return NotAllowed("A late bid takes no bonus (S32).", "S32")
    return NotAllowed(f"{name} is not possible now: take a card, or decline (S31).", "S31")


def refuse_bonus(table: "Sparrows", choice: int, name: str) -> Refusal:
    law = table.law
    bonus = choice - law.bonus_code
    if not 0 <= bonus <= MATCH:
        return NotAllowed(f"{name} is no bonus card: take one, or none (S23).", "S23")
    if table.free_bonuses & shl(1, bonus):
        return NotAllowed(
            f"{bid_title(table, table.taking)} does not use the table, so {name} cannot go with it"
            " (S24).",
            "S24",
        )
    for seat in range(law.seats):
        if table.sides[seat].bonus == bonus:
            return NotAllowed(f"@{seat} holds {name} already (S23).", "S23")
    raise AssertionError("a bonus card is free, or somebody holds it")
