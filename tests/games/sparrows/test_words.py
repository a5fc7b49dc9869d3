"""Notation, labels, status sentences and refusals."""

from typing import Any

import pytest

from saleroom.games import forms, notation
from saleroom.games.bits import choices
from saleroom.games.core import NotAllowed, NotUnderstood

from .table import Table, opening, rules

SIX = "short_band one_trio medium_group high_card long_street no_duplicates"


def game(variant: str = "upgrades", seats: int = 3) -> Table:
    deck = " ".join(rules(variant, seats).card_names[: (seats + 1) * 6])
    return opening(variant, seats, mark=0, six=SIX, deck=deck)


def says(t: Table, viewer: int | None) -> str:
    return str(t.view(viewer)["status"]["says"])


# -- notation -------------------------------------------------------------------------------------


def test_raise_and_pass_are_hidden_until_all_have_answered() -> None:
    t = game()
    path = notation.read(t.position, 0, "raise")
    assert notation.write(t.position, 0, path) == "raise"
    assert notation.write(t.position, 0, path, hide=True) == "?"


def test_a_bid_and_its_bonus_are_one_decision() -> None:
    t = game()
    t.raises(0)
    path = notation.read(t.position, 0, "take one_trio + win_all")
    assert notation.write(t.position, 0, path) == "take one_trio + win_all"
    assert path == notation.read(t.position, 0, "one_trio win_all")
    plain = notation.read(t.position, 0, "take one_trio")
    assert plain == notation.read(t.position, 0, "take one_trio none")
    assert notation.write(t.position, 0, plain) == "take one_trio"
    t = game("base")
    t.raises(0)
    assert len(notation.read(t.position, 0, "take one_trio")) == 1


def test_a_partner_and_a_late_bid_are_written_in_words() -> None:
    t = game()
    t.raises(0)
    t.play("0 take one_trio + match_together")
    for _ in range(5):
        t.raises()
    assert notation.write(t.position, 0, notation.read(t.position, 0, "1")) == "partner 1"
    t.play("0 partner 1")
    path = notation.read(t.position, 1, "short_band")
    assert notation.write(t.position, 1, path) == "take short_band"
    assert notation.write(t.position, 1, notation.read(t.position, 1, "decline")) == "decline"


def test_every_code_has_one_meaning() -> None:
    """Section 4: the bid cards by name, three bonus cards, four words, five seats."""
    law = rules("upgrades", 5)
    assert law.choices == 41
    position = law.begin()
    words = [position.word(0, code).split()[-1] for code in range(41)]
    assert words[:29] == law.bid_names
    assert words[29:32] == ["win_all", "win_none", "match_together"]
    assert words[32:36] == ["pass", "raise", "none", "decline"]
    assert words[36:] == ["0", "1", "2", "3", "4"]
    position = rules("base", 5).begin()
    assert [position.word(0, code) for code in (29, 31, 34, 35, 36)] == [""] * 5
    assert rules("upgrades", 2).begin().word(0, 38) == ""
    fewer = rules("upgrades", upgrades={"bonus": [{"id": "win_none", "value": 5}]}).begin()
    assert [fewer.word(0, code) for code in (29, 30, 31)] == ["", "+ win_none", ""]


# -- labels and sentences -------------------------------------------------------------------------


def labels(t: Table, seat: int) -> list[str]:
    return [t.position.label(seat, code) for code in choices(t.position.menu(seat))]


def test_labels_say_what_a_choice_is_worth() -> None:
    t = game()
    assert labels(t, 0) == ["Pass", "Raise"]
    t.raises()
    t.raises(0)
    assert labels(t, 0)[0] == "Take One Trio: 80 ÷ 2"
    t.position.choose(0, t.law.bid_names.index("one_trio"))
    assert labels(t, 0) == [
        "Add Win All: 200",
        "Add Win None: 200",
        "Add Match Together: 100",
        "No bonus",
    ]
    t.position.choose(0, t.law.bonus_code + 2)
    t.deal()
    for _ in range(4):
        t.raises()
    assert labels(t, 0) == ["Name @1", "Name @2"]
    t.play("0 partner 1")
    assert (labels(t, 1)[0], labels(t, 1)[-1]) == ("Take Long Street: 140 ÷ 10", "No late bid")


def test_the_status_says_who_must_do_what() -> None:
    assert says(opening("base", 3, mark=0), None) == "The cards are being dealt."
    t = game()
    assert says(t, 0) == "Step 1: raise to bid with token 1, or pass."
    assert says(t, None) == "Those without a bid raise or pass."
    t.play("0 raise")
    assert says(t, 0) == "You have answered. Answers are shown when all have answered."
    t.play("1 pass", "2 pass")
    assert says(t, 0) == "You win the step: take a bid card with token 1."
    assert says(t, 1) == says(t, None) == "@0 wins the step and takes a bid card."
    t.position.choose(0, t.law.bid_names.index("one_trio"))
    assert says(t, 0) == "Take a bonus card with One Trio, or none."
    assert says(t, 1) == "@0 wins the step and takes a bid card."
    t.position.choose(0, t.law.bonus_code + 2)
    t.deal()
    assert says(t, 0) == "You have a bid. The others raise or pass."
    for _ in range(5):
        t.raises()
    assert says(t, 0) == "Name the player whose hand joins yours in place of the table."
    assert says(t, 2) == "@0 names a partner."
    t.play("0 partner 1")
    assert says(t, 1) == "All hands are shown. Take a late bid with token 10, or decline."
    assert says(t, None) == "All hands are shown. @1 may take a late bid."
    t = opening("base", 2, end={"max_rounds": 1})
    t.raises()
    position = t.position
    while not position.over:
        if position.wants:
            position.draw(choices(position.wants)[0])
        else:
            t.raises()
    assert says(t, 0) == "The game is over."


def test_events_tell_a_round_in_sentences() -> None:
    t = game()
    t.raises(0, 1, 2)
    t.play("1 take high_card + win_none")
    t.raises(0)
    t.play("0 take one_trio")
    for _ in range(4):
        t.raises()
    t.play("2 decline")
    told = t.said()
    for line in (
        "The dealer mark goes to @0, and moves on before each round.",
        "Round 1. @1 deals.",
        "Short Band comes to the market, worth 80.",
        "Step 1, token 1.",
        "@1 is dealt a card.",
        "s4 comes to the table.",
        "@0, @1 and @2 raise.",
        "@1 takes High Card and Win None with token 1.",
        "@0 raises.",
        "@0 takes One Trio with token 2.",
        "@2 takes no late bid.",
        "@2: no bid. Round score 0, total 0.",
        "Bid cards that were taken go to the discards; all playing cards are shuffled.",
    ):
        assert line in told, line
    lines: list[Any] = [event.values["lines"] for event in t.events if event.key == "scored"]
    rules_of = [[line["rule"] for line in of_seat] for of_seat in lines]
    assert rules_of == [["S39"], ["S39", "S45"], []]


# -- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rule", "words"),
    [
        ("take one_trio", "S18", "say raise or pass"),
        ("none", "S18", "say raise or pass"),
        ("partner 1", "S18", "say raise or pass"),
    ],
)
def test_s18_only_raise_and_pass_are_answers(text: str, rule: str, words: str) -> None:
    refused = game().refused(f"0 {text}")
    assert isinstance(refused, NotAllowed)
    assert (refused.rule, words in str(refused)) == (rule, True)


def test_s22_s23_s24_what_cannot_be_taken_is_told_with_its_rule() -> None:
    t = game()
    t.raises(0)
    assert "does not lie in the market (S22)" in str(t.refused("0 take two_pairs"))
    assert "cannot be withdrawn" in str(t.refused("0 pass"))
    assert "take a card of the market (S22)" in str(t.refused("0 decline"))
    refused = t.refused("0 take high_card + match_together")
    assert str(refused) == (
        "High Card does not use the table, so match_together cannot go with it (S24)."
    )
    assert "is no bonus card: take one, or none (S23)" in str(t.refused("0 take high_card raise"))
    t.play("0 take one_trio + win_all")
    t.raises(1)
    assert str(t.refused("1 take one_trio")) == "@0 has one_trio already (S22)."
    assert "one_trio is no bonus card" in str(t.refused("1 take high_card one_trio"))
    assert str(t.refused("1 take high_card + win_all")) == "@0 holds win_all already (S23)."


def test_s29_s31_s32_refusals_before_the_scores() -> None:
    t = game()
    t.raises(0)
    t.play("0 take one_trio + match_together")
    for _ in range(5):
        t.raises()
    assert str(t.refused("0 partner 0")) == "You cannot be your own partner: name another (S29)."
    assert "pass is no seat" in str(t.refused("0 pass"))
    assert "one_trio is no seat" in str(t.refused("0 take one_trio"))
    t.play("0 partner 1")
    assert str(t.refused("1 take one_trio")) == "@0 has one_trio already (S31)."
    assert "A late bid takes no bonus (S32)." in str(t.refused("1 win_all"))
    assert "take a card, or decline (S31)" in str(t.refused("1 pass"))


def test_what_means_nothing_is_not_understood() -> None:
    assert isinstance(game().refused("0 cheese"), NotUnderstood)
    t = game("base")
    with pytest.raises(NotUnderstood, match="There is no choice 31 in this game"):
        t.position.choose(0, 31)
    with pytest.raises(NotUnderstood, match="There is no choice 61 in this game"):
        t.position.choose(0, 61)


def test_a_form_says_why_a_bonus_cannot_be_chosen() -> None:
    t = game()
    t.raises(0)
    t.position.choose(0, t.law.bid_names.index("high_card"))
    form = forms.form(t.position, 0)
    assert form is not None
    assert form["why"]["31"]["rule"] == "S24"
    assert form["close"] == t.law.none_code
    assert form["previews"]["29"] == "bid.0"
