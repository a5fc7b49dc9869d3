"""Taking back: a seat's own last decisions of a turn (phase 3), and nothing that was sealed."""

import pytest

from saleroom.games.chance import Seeded
from saleroom.games.core import NotAllowed
from saleroom.records import Game

from .table import Table, rules, table


def game(t: Table) -> Game:
    """It goes on from this table."""
    begun = Game(t.law, Seeded(1))
    begun.position = t.position
    return begun


def test_d24_an_action_may_be_taken_back_while_the_turn_goes_on() -> None:
    g = game(table(stake="b1 bP", rival_bid="g1", display="r1 r2"))
    g.choose(0, "use bP change b1 red")
    assert g.may_take_back(0)
    g.choose(0, "buy 1 with b1")
    assert g.may_take_back(0)
    assert not g.may_take_back(1)
    g.choose(0, "end")
    assert not g.may_take_back(0)
    g = game(table("offering", stake="b1", held="b9", rival_bid="g1", display="r1"))
    g.choose(0, "play b9")
    assert g.may_take_back(0)


@pytest.mark.parametrize("variant", ["standard", "offering"])
def test_d14_when_the_bids_are_turned_up_who_decided_last_cannot_decide_again(variant: str) -> None:
    g = Game(rules(variant), Seeded(5))
    for seat in (0, 1):
        g.choose(seat, f"aside {g.menu(seat)[0]}")
    assert g.movers == (1,)  # who decided last, and has won the bid
    with pytest.raises(NotAllowed, match="Nothing can be taken back"):
        g.take_back(1)


def test_d14_nor_can_who_alone_had_something_to_decide() -> None:
    g = game(table(hand="b1 b8", rival_hand="g2", display="r1"))
    g.choose(0, "aside b1")
    assert g.movers == (0,)
    assert not g.may_take_back(0)


def test_d72_a_turn_stays_ended_when_the_next_question_is_for_the_same_seat() -> None:
    t = table(end_vote=False, turn="loser", stake="b1 b2", display="- r1", auction_deck="p1")
    g = game(t)
    g.choose(0, "end")  # p1 is the last card and comes for certain: there is no draw
    assert (g.look()["round"], g.movers) == (3, (0,))
    assert not g.may_take_back(0)
