"""How the house plays Stick to Colours: its ideas as small positions, and matches."""

from __future__ import annotations

import pytest

from saleroom.games.bits import Dice, choices
from saleroom.games.colours import scoring
from saleroom.games.colours.position import Colours
from saleroom.games.core import Random, deal
from tests.games.matches import share

from .note22 import Note22
from .table import Table, pile, rules

RAISING = ("free", "matching")


def says(at: Table, seat: int) -> str:
    """What the house decides for this seat, in words; and it does so."""
    words = []
    complete = False
    while not complete:
        choice = at.law.house().choose(at.position, seat, Dice(1))
        words.append(at.word(seat, choice))
        complete = at.position.choose(seat, choice)
    at._deal()
    return " ".join(words)


# -- what it wants and what it gives --------------------------------------------------------------


@pytest.mark.parametrize("variant", RAISING)
def test_the_lot_is_what_fits_and_the_price_what_is_useless(variant: str) -> None:
    """Notes 1, 3: G7 completes a set of 6 points, B1 fits nothing."""
    hands = ("R7 B7 R6", "G2 G3", "B4 B5")
    t = Table("R2 G7 B1 R8 G9", hands, variant=variant)
    assert says(t, 0).split()[0] == "G7"
    t = Table("R2 G7 B1 R8 G9", hands, variant=variant)
    assert says(t, 0).split()[1] in ("R2", "B1", "G9")  # R8 would make a run with R6 and R7


def test_a_run_goes_on_where_it_joins() -> None:
    """Note 12: the 3 between 1 2 and 4 5 is worth five points, the 6 one."""
    t = Table("R6 R3 B9 G1 G8", ("R1 R2 R4 R5", "G2 B7", "B4 G5"))
    assert says(t, 0).split()[0] == "R3"


def test_no_more_is_offered_than_is_needed() -> None:
    """Note 3."""
    t = Table("R2 G7 B1 R8 G9", ("R7 B7 R6", "G2 G3", "B4 B5"))
    assert says(t, 0).split()[2:] == ["done"]


def test_two_seats_do_not_feed_each_other() -> None:
    """Note 7, C50: what is offered falls to the other, so not what makes its run."""
    t = Table("G5 R7 B1 G9 B9", ("R5 R6 B6", "G3 G4 G6"), deck="R1 R2 B3")
    assert "G5" not in says(t, 0).split()[1:]


@pytest.mark.parametrize(("lot", "answer"), [("R5", "bid"), ("G9", "pass")])
def test_it_bids_for_what_it_needs_and_lets_go_what_it_does_not(lot: str, answer: str) -> None:
    t = Table("R5 G9 B1 B2 G1", ("B8 G4 B6", "R3 R4 R6", "G2 G6"), deck="B3 G3 B4")
    t.says(0, f"open {lot} with B1")
    assert says(t, 1).split()[0] == answer


def test_a_scoring_card_is_not_laid_down_for_less() -> None:
    """Note 18: the market is refused already, and the hand is one run."""
    t = Table("R9 G4x0 B2x0 G1x0 B7x0", ("R1 R2 R3", "G8 G2", "B3 B4"), deck="")
    assert says(t, 0) == "pass"


def test_of_the_hand_the_misfit_pays() -> None:
    """Notes 1, 18: R4 makes the run longer, and only the hand can pay."""
    t = Table("R4 G4x0 B2x0 G1x0", ("R1 R2 R3 B9", "G8 G2", "B3 B4"), deck="B1 B6")
    assert says(t, 0) == "R4 B9 done".replace("B9", "+B9")


def test_it_pays_with_the_dearest_card_where_it_has_no_other() -> None:
    """Of a run that must be 16 long, a card is worth as much as the whole run."""
    values = [str(value) for value in range(1, 21)]
    law = rules(
        seats=2,
        colours=["red"],
        copies=dict.fromkeys(values, 1),
        set=dict.fromkeys(values, 1),
        run_least=16,
        run_card=1000,
    )
    run = " ".join(f"R{value}" for value in values[:16])
    t = Table("R19 R20x0", (run, "R17 R18"), "", dealer=1, law=law)
    t.says(1, "open R19 with +R17").begins(0, "bid")
    assert says(t, 0) == "+R1 +R2 done"


def test_matching_may_ask_too_much() -> None:
    """Note 8, C34: with `matching` the bidder must refuse G7 too, which completes its set."""
    market, hands = "R4 G7 B2 G1 R9", ("B9 G5", "R7 B7 R3", "B3 B4")
    asked = {}
    for variant in RAISING:
        t = Table(market, hands, variant=variant)
        t.says(0, "open R4 with G7")
        asked[variant] = says(t, 1)
    assert asked["matching"] == "pass"


# -- jokers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "hand",
    [
        "R8 R9 RJ G7 B7",
        "R1 R2 R4 R5 RJ",
        "R1 R2 R3 RJ",
        "RJ GJ BJ",
        "R1 R2 G5 G6 B9 RJ GJ",
        "G4 G5 G6 R6 B5 B6 BJ",
    ],
)
def test_jokers_are_named_as_well_as_can_be(hand: str) -> None:
    """E22, E23, C60."""
    t = Table("R4", ("B5", hand, ""), deck="")
    t.plays("0 open R4 with +B5", "1 pass")
    law, cards = t.law, pile(t.law, hand)
    says(t, 1)
    best = scoring.total(law, cards, scoring.best_values(law, cards))
    assert t.position.over
    assert t.position.scores()[1] == best


# -- whole games ----------------------------------------------------------------------------------


@pytest.mark.once
@pytest.mark.parametrize("variant", RAISING)
def test_two_seats_against_random_play(variant: str) -> None:
    law = rules(variant, 2)
    assert share(law, law.house(), Random(), deals=20) >= 0.95


@pytest.mark.once
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("variant", RAISING)
def test_alone_among_random_players_it_wins_almost_always(variant: str, seats: int) -> None:
    law = rules(variant, seats)
    assert share(law, law.house(), Random(), deals=8) > 2.5 / 3


@pytest.mark.once
@pytest.mark.parametrize("variant", RAISING)
def test_it_beats_the_simple_player_of_the_rules(variant: str) -> None:
    """Note 22: that one is the floor."""
    law = rules(variant, 2)
    assert share(law, law.house(), Note22(), deals=12) > 0.6


@pytest.mark.parametrize("seats", [2, 3])
def test_what_it_has_looked_at_before_changes_nothing(seats: int) -> None:
    """Prices are kept as long as nothing changes; whoever asks anew hears the same."""
    law = rules("matching", seats)
    position, dice = law.begin(), Dice(5)
    while not position.over:
        if position.wants:
            deal(position, dice)
            continue
        seat = choices(position.movers)[0]
        choice = law.house().choose(position, seat, dice)
        assert rules("matching", seats).house().choose(position, seat, dice) == choice
        position.step(seat, choice)
    assert isinstance(position, Colours)
