"""Reading and writing decisions, as `notation` does it for every game, seen at a table of Dutch."""

import pytest

from saleroom.games import forms, notation
from saleroom.games.core import NotAllowed, NotUnderstood

from .table import table


def test_a_closing_word_may_be_said_or_left_out() -> None:
    position = table("offering", hand="b3 b6 g2", rival_hand="r1 r2").position
    assert notation.read(position, 0, "aside b3 bid") == notation.read(position, 0, "aside b3")
    held = notation.read(position, 0, "aside b3 hold b6")
    assert held == notation.read(position, 0, "b3 b6 bid")
    assert notation.write(position, 0, held) == "aside b3 hold b6"
    assert notation.write(position, 0, held, hide=True) == "aside ? hold ?"


def test_a_closing_word_alone_must_be_said() -> None:
    position = table("offering", hand="b6", rival_hand="r1 r2").position
    said = notation.read(position, 0, "bid")
    assert notation.write(position, 0, said) == "bid"
    with pytest.raises(NotUnderstood, match="not complete; next comes one of: b6, bid"):
        notation.read(position, 0, "")


def test_the_things_of_a_set_may_stand_in_any_order_but_once() -> None:
    position = table(stake="b3 g4 p6 r1", display="b8 r5").position
    path = notation.read(position, 0, "buy 2 with p6, g4")
    assert notation.write(position, 0, path) == "buy 2 with g4 p6"
    with pytest.raises(NotAllowed, match="g4 is paid already"):
        notation.read(position, 0, "buy 2 with g4 g4")


def test_too_little_too_much_and_nonsense_are_told_apart() -> None:
    position = table(stake="b3 g4 p6 r1", display="b8 r5").position
    with pytest.raises(NotUnderstood, match="not complete; next comes one of: b3, g4, p6, r1"):
        notation.read(position, 0, "buy 1")
    with pytest.raises(NotUnderstood, match="not complete; next comes one of"):
        notation.read(position, 0, "buy 2 with b3")
    with pytest.raises(NotUnderstood, match="complete before 'g4'"):
        notation.read(position, 0, "end g4")
    with pytest.raises(NotUnderstood, match="'cheese' is not understood here"):
        notation.read(position, 0, "buy cheese")
    with pytest.raises(NotUnderstood, match="next comes one of"):
        notation.read(position, 0, "use")
    with pytest.raises(NotAllowed, match="b8 is not in your stake"):
        notation.read(position, 0, "use b8")


def test_a_form_says_why_a_thing_in_reach_cannot_be_chosen() -> None:
    position = table(stake="b3 bP", display="b8 r5 g1").position
    form = forms.form(position, 0)
    assert form is not None
    assert form["why"] == {
        "42": {"says": "Position 3 costs 3, and your stake has 2 (D55).", "rule": "D55"}
    }
    assert forms.form(position, 1) is None


def test_of_many_cards_to_be_set_aside_not_every_order_is_walked_through() -> None:
    """R47: what the next question offers is what is left, whatever was chosen before."""
    hand = "b1 b2 b3 b4 b5 b6 b7 b8 g1 g2 g3 g4 g5 g6"
    position = table(hand=hand, rival_hand="r1 r2", set_aside=10).position
    node = forms.form(position, 0)
    for _ in range(9):
        assert node is not None
        assert node["key"] == "set_aside"
        assert forms.flat(node["one"]) == [*range(8), *range(10, 16)]
        assert list(node["then"]) == ["*"]
        node = node["then"]["*"]
    assert node is not None
    assert "then" not in node


def test_nothing_is_said_against_closing_a_set_that_may_be_closed() -> None:
    position = table("offering", hand="b3 b6 g2", rival_hand="r1 r2").position
    position.choose(0, notation.read(position, 0, "aside b3 bid")[0])  # b6 may be held, or bid too
    form = forms.form(position, 0)
    assert form is not None
    assert form["close"] == 47
    assert "47" not in form["why"]


def test_a_wrong_thing_in_a_set_gets_its_own_reason() -> None:
    position = table("offering", hand="b3 b6 g2", rival_hand="r1 r2").position
    with pytest.raises(NotAllowed, match=r"g2 has no power, so it must be bid"):
        notation.read(position, 0, "aside b3 hold b6 g2")
    form = forms.form(position, 0)
    assert form is not None
    assert form["then"]["*"]["labels"]["47"] == "Bid the rest"
