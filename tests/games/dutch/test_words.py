"""In words: refusals that name their rule, labels, status sentences, and notation."""

from typing import Any

import pytest

from saleroom.games.bits import choices
from saleroom.games.core import GameOver, NotUnderstood, NotYourTurn
from saleroom.games.notation import read, write

from .table import Table, opening, table

BEGINNING: dict[str, Any] = {"hand": "b1 b6 g9 r3", "rival_hand": "p5"}
TURN: dict[str, Any] = {"stake": "b1 b2 g1 bP", "rival_bid": "b5", "display": "r1 b3 - r4 r5 r6"}
OWING: dict[str, Any] = {"turn": "loser", "stake": "b1 bP g1", "display": "r1 r2 r3"}


# -- refusals


@pytest.mark.parametrize(
    ("variant", "zones", "begun", "word", "rule", "says"),
    [
        ("offering", BEGINNING, "", "p1", "D7", "p1 is not in your hand"),
        ("offering", BEGINNING, "", "end", "D7", "set a card aside"),
        ("offering", BEGINNING, "aside r3", "stop", "D11", "hold a power card, or bid"),
        ("offering", BEGINNING, "aside r3", "p1", "D11", "p1 is not in your hand"),
        ("offering", BEGINNING, "aside r3", "r3", "D11", "r3 is set aside already"),
        ("offering", BEGINNING, "aside r3", "b1", "D11", "b1 has no power, so it must be bid"),
        ("offering", BEGINNING, "aside r3 g9", "g9", "D11", "g9 is held already"),
        ("offering", BEGINNING, "aside r3 g9", "b6", "D11", "rising order"),
        ("standard", TURN, "", "b1", "D32", "b1 has no power"),
        ("standard", TURN, "", "r8", "D32", "r8 is not in your stake"),
        ("standard", TURN, "", "stop", "D24", "use a power, buy, or end"),
        ("standard", TURN, "", "3", "D55", "Position 3 is empty"),
        ("standard", TURN, "", "5", "D55", "costs 5, and your stake has 4"),
        ("standard", TURN, "use bP", "copy", "D35", "copy is not a power of bP"),
        ("standard", TURN, "use bP", "b1", "D35", "b1 is not a power"),
        ("standard", TURN, "use bP", "take-own", "D36", "bP finds no card of its suit"),
        ("standard", TURN, "use bP cash", "g1", "D36", "bP cannot act on g1"),
        ("standard", TURN, "use bP cash", "bP", "D36", "bP cannot act on bP"),
        ("standard", TURN, "use bP take-display", "1", "D36", "bP cannot act on 1"),
        ("standard", TURN, "use bP change b1", "blue", "D39", "not one of the other suits"),
        ("standard", TURN, "buy 2", "r8", "D56", "r8 is not in your stake"),
        ("standard", TURN, "buy 2", "end", "D56", "Pay exactly 2"),
        ("standard", TURN, "buy 2 b2", "b2", "D56", "b2 is paid already"),
        ("standard", TURN, "buy 2 b2", "b1", "D56", "rising order"),
        ("standard", OWING, "", "end", "D63", "buy r1 at position 1 before you end"),
        ("standard", OWING, "", "3", "D64", "too few would be left"),
        ("standard", OWING, "use bP", "steal", "D47", "Only the winner"),
        ("offering", {"stake": "b9 | b6*"}, "", "b9", "D30", "b9 was bid"),
        ("offering", {"stake": "b9 | b6*"}, "", "b6", "D34", "b6 is used already"),
        ("offering", {"stake": "| b9"}, "", "b9", "D33", "b9 has nothing to act on"),
        (
            "offering",
            {"stake": "b1 | b6 b7 b9"},
            "use b7",
            "b9",
            "D50",
            "b7 cannot copy b9",
        ),
    ],
)
def test_a_refusal_says_why_and_names_its_rule(
    variant: str, zones: dict[str, Any], begun: str, word: str, rule: str, says: str
) -> None:
    t = table(variant, **zones)
    seat = 0
    if begun:
        t.begin(f"0 {begun}")
    refused = t.refused(word, seat=seat)
    assert refused.rule == rule
    assert says in str(refused)


def test_where_nobody_steals_the_refusal_says_so() -> None:
    t = table(steal="nobody", stake="b1 bP", rival_bid="b2")
    t.begin("use bP")
    assert "nobody" in str(t.refused("steal")).lower()


def test_a_vote_takes_two_answers_only() -> None:
    t = table(turn="loser", stake="b1", display="r1 r2", auction_deck="")
    t.play("buy 1 with b1", "end")
    refused = t.refused("end", seat=0)
    assert refused.rule == "D75"
    assert "stop or go-on" in str(refused)


@pytest.mark.parametrize("choice", [-1, 36, 61, 62, 1000])
def test_a_code_that_means_nothing_is_not_understood(choice: int) -> None:
    faces = [{"face": str(n), "bid": n, "vp": n, "powers": []} for n in range(9)]
    t = table(card=faces, stake="b1 b2", display="r1")  # 36 cards: codes 36 to 39 mean nothing
    with pytest.raises(NotUnderstood, match=str(choice)):
        t.position.choose(0, choice)


def test_who_owes_nothing_is_told_so() -> None:
    t = table(stake="b1", display="r1")
    with pytest.raises(NotYourTurn):
        t.position.choose(1, 0)
    t = table(turn="loser", stake="b1", display="- ", auction_deck="")
    t.play("end")
    with pytest.raises(GameOver):
        t.position.choose(0, 0)


# -- labels and status


def labels(t: Table, seat: int = 0) -> list[str]:
    return [t.position.label(seat, code) for code in choices(t.position.menu(seat))]


def status(t: Table, viewer: int | None = 0) -> str:
    told = t.position.view(viewer)["status"]
    assert isinstance(told, dict)
    return str(told["says"])


def test_choices_in_a_persons_words() -> None:
    t = table("offering", hand="b1 b6", rival_hand="p5")
    assert labels(t) == ["Set aside the blue 1", "Set aside the blue 6"]
    t.begin("0 aside b1")
    assert labels(t) == ["Hold the blue 6", "Bid the rest"]

    t = table(stake="r1>b bP", display="b3 - r4", rival_bid="b5", auction_discards="b8")
    assert labels(t) == ["Use the blue P", "Buy the blue 3 for 1 card", "End your turn"]
    t.begin("use bP")
    assert "Take from the display" in labels(t)
    other = t.copy()
    other.begin("take-display")
    assert labels(other) == ["Take the blue 3 from position 1"]
    other = t.copy()
    other.begin("steal")
    assert labels(other) == ["Steal the blue 5"]
    t.begin("change")
    assert labels(t) == ["Change the blue 1"]  # the suit it has now
    t.begin("r1")
    assert labels(t) == ["Make it green", "Make it pink", "Make it red"]

    t = table("offering", stake="b1 g2 | b6 b7", held="b9", display="r1 b3")
    assert labels(t)[2] == "Play the blue 9"
    assert "Buy the blue 3 for 2 cards" in labels(t)
    other = t.copy()
    other.begin("use b7")
    assert labels(other) == ["Copy the blue 6"]
    t.begin("buy 1")
    assert labels(t)[0] == "Pay with the blue 1"


def test_the_status_counts_what_is_still_to_be_set_aside_or_paid() -> None:
    t = table(set_aside=2, hand="b1 b6 g8 r3", rival_hand="p5 p6 p7")
    assert status(t).startswith("Set aside 2 of your cards")
    t.begin("0 aside b1")
    assert status(t).startswith("Set aside 1 of your cards")
    t = table(**TURN)
    t.begin("buy 4")
    assert status(t) == "Choose 4 more to pay for red 4."
    t.begin("b1 b2")
    assert status(t) == "Choose 2 more to pay for red 4."


def test_cards_chosen_in_a_decision_that_is_not_complete_are_marked_in_the_hand() -> None:
    t = table("offering", **BEGINNING)
    t.begin("0 aside r3 g9")
    zones: Any = t.position.view(0)["zones"]
    hand = next(zone for zone in zones if zone["id"] == "hand.0")
    marks = {card["card"]: card.get("chosen") for card in hand["cards"]}
    assert marks == {"b1": None, "b6": None, "g9": "hold", "r3": "aside"}


@pytest.mark.parametrize(
    ("stake", "display", "says"),
    [
        ("b8 rP", "g1 r2", "Your turn: use powers, buy, or end."),
        ("rP b8", "- - - r2 r4 b3", "Your turn: use powers, or end."),
        ("b8", "g1 r2", "Your turn: buy, or end."),
        ("b8", "- - - g2 r4 b3", "Your turn: all you can do is end it."),
    ],
)
def test_the_status_of_a_turn_names_what_can_be_done(stake: str, display: str, says: str) -> None:
    assert status(table(stake=stake, display=display)) == says


def test_the_status_tells_each_seat_what_to_do() -> None:
    t = table(hand="b1 b8", rival_hand="g2 g3")
    assert status(t).startswith("Set aside 1 of your cards, to lie on top of your deck.")
    assert status(t, None) == "The seats set cards aside."
    t.play("0 aside b1")
    assert status(t) == "You have decided. The bids are turned up when @1 has decided too."
    t.play("1 aside g2")
    assert status(t) == "Your turn: all you can do is end it."
    assert status(t, 1) == status(t, None) == "@0 won the bid and acts first."
    t.play("0 end")
    assert status(t) == "@1 lost the bid and acts second."

    t = table(hand="", rival_hand="g2 g3")
    assert status(t).startswith("You have nothing to set aside.")
    t = table("offering", hand="b9", rival_hand="g2 g3")
    assert status(t).startswith("Hold back power cards")

    t = table(turn="loser", stake="b1 bP", display="r1", auction_deck="p1")
    assert status(t) == "You lost the bid and nobody bought red 1: you must, before you end."
    t.begin("use bP")
    assert status(t) == "Choose what blue P does."
    t.begin("change")
    assert status(t) == "Choose the card that blue P acts on."
    t.begin("b1")
    assert status(t) == "Choose the new suit of blue 1."
    t.begin("red")
    t.begin("buy 1")
    assert status(t) == "Choose 1 more to pay for red 1."
    t.begin("b1")
    t.play("end")
    assert status(t).startswith("The auction deck is empty.")
    assert status(t, None) == "The seats decide whether to stop."
    t.play("0 stop")
    assert status(t) == "You have answered. It counts when @1 has answered too."
    t.play("1 stop")
    assert status(t) == "The game is over."

    t = table("offering", stake="b1 | b6 b7")
    t.begin("use b7")
    assert status(t) == "Choose the card that blue 7 copies."


def test_a_game_that_is_not_dealt_yet_says_so() -> None:
    t = opening(draws="")
    assert t.phase == "dealing"
    assert status(t, None) == "The cards are being dealt."


# -- notation


@pytest.mark.parametrize(
    ("variant", "zones", "notation"),
    [
        ("standard", {"hand": "b1 b2", "rival_hand": "p1"}, "aside b2"),
        ("standard", {"set_aside": 2, "hand": "b1 b2 b3", "rival_hand": "p1"}, "aside b3 b1"),
        ("offering", {"hand": "b1 b2", "rival_hand": "p1"}, "aside b2"),
        ("offering", BEGINNING, "aside r3 hold b6 g9"),
        ("offering", {"hand": "b9", "rival_hand": "p1"}, "bid"),
        ("standard", TURN, "use bP cash b1"),
        ("standard", TURN, "use bP change b1 red"),
        ("standard", TURN, "use bP take-display 2"),
        ("standard", TURN, "use bP steal b5"),
        ("standard", TURN, "buy 2 with b2 bP"),
        ("standard", TURN, "end"),
        ("offering", {"stake": "b1 | b6 b7"}, "use b6 b1"),
        ("offering", {"stake": "b1 | b6 b7"}, "use b7 copy b6 b7"),
        ("offering", {"stake": "b1 |", "held": "b6"}, "play b6"),
    ],
)
def test_what_is_read_is_written_alike(variant: str, zones: dict[str, Any], notation: str) -> None:
    position = table(variant, **zones).position
    assert write(position, 0, read(position, 0, notation)) == notation


def test_what_is_set_aside_and_held_is_hidden_from_others() -> None:
    position = table("offering", **BEGINNING).position
    path = read(position, 0, "aside r3 hold b6 g9")
    assert write(position, 0, path, hide=True) == "aside ? hold ? ?"


def test_a_card_to_be_copied_is_labelled_so() -> None:
    t = table("offering", stake="b1", held="b6 b7", display="g1")
    t.play("play b6", "play b7")
    t.begin("use b7")
    assert t.position.label(0, t.law.card_names.index("b6")) == "Copy the blue 6"


def test_a_form_says_once_what_follows_every_choice() -> None:
    t = table("offering", hand="b6 b7 r3", rival_hand="p5")
    form: Any = t.position.view(0)["form"]
    assert list(form["then"]) == ["*"]
    assert form["then"]["*"]["of"] == {"hand.0": [5, 6]}
