"""Pennies, rule by rule: the numbers are those of its rules.md."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from pennies import make_rules
from pennies.position import Pennies
from saleroom.games import notation
from saleroom.games.core import BadVariant, NotAllowed, NotUnderstood, Refusal


def variant(name: str = "standard", **changes: Any) -> dict[str, Any]:
    text = (files("pennies") / "variants" / f"{name}.toml").read_text(encoding="utf-8")
    return {**tomllib.loads(text), **changes}


class Table:
    """A game whose coins come as the test wants them."""

    def __init__(self, purses: list[str], coming: str, **changes: Any) -> None:
        self.rules = make_rules(variant(**changes), len(purses))
        position = self.rules.begin()
        assert isinstance(position, Pennies)
        self.position = position
        self.position.events = []
        self.coming = coming.split()
        for purse in purses:
            for coin in purse.split():
                self._draw(coin)
        self._draw(self.coming.pop(0))

    def play(self, *decisions: str) -> Table:
        """`0 pocket 3 bid 5`: the seat, then its decision; the next lot comes by itself."""
        for said in decisions:
            seat, text = said.split(maxsplit=1)
            for code in notation.read(self.position, int(seat), text):
                self.position.choose(int(seat), code)
            if self.position.wants:
                self._draw(self.coming.pop(0))
        return self

    def __getitem__(self, zone: str) -> str:
        """What lies in a zone, whoever may see it."""
        whole: Any = self.position.view(int(zone[-1]) if zone[-1].isdigit() else None)
        for found in whole["zones"]:
            if found["id"] == zone:
                return " ".join(entry["card"] for entry in found["cards"])
        raise KeyError(zone)

    def says(self, seat: int | None = None) -> list[str]:
        events = self.position.events or []
        return [str(event.told(seat, self.rules.words)["says"]) for event in events]

    def _draw(self, coin: str) -> None:
        self.position.draw(self.position.rules.values.index(int(coin)))


def refusal(table: Table, said: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        table.play(said)
    return caught.value


# -- the coins -------------------------------------------------------------------------------------


def test_p1_each_coin_has_another_value() -> None:
    assert make_rules(variant(coins=[9, 7, 5, 3, 2, 1, 11, 13]), 2).outcome(0, 7) == "13"
    with pytest.raises(BadVariant, match="each of another value") as caught:
        make_rules(variant(coins=[1, 2, 3, 4, 5, 6, 7, 8, 8]), 2)
    assert caught.value.key == "coins"


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"coins": [1, 2, 3, 4, 5, 6, 7]}, "coins"),
        ({"coins": "many"}, "coins"),
        ({"coins": [1, 2, 3, 4, 5, 6, 7, 0]}, "coins[7]"),
        ({"purse": 0}, "purse"),
        ({"purse": 6}, "coins"),
        ({"lots": "two"}, "lots"),
        ({"lots": 7}, "coins"),
    ],
)
def test_a_table_that_no_game_can_be_made_of_is_refused(changes: dict[str, Any], key: str) -> None:
    with pytest.raises(BadVariant) as caught:
        make_rules(variant(**changes), 2)
    assert caught.value.key == key


def test_p2_a_purse_is_seen_by_its_owner_only() -> None:
    table = Table(["1 5 9", "2 6 10"], "3")
    assert (table["purse.0"], table["purse.1"]) == ("1 5 9", "2 6 10")
    for viewer in (1, None):
        seen: Any = table.position.view(viewer)
        purse = next(zone for zone in seen["zones"] if zone["id"] == "purse.0")
        assert (purse["count"], purse["cards"]) == (3, None)
    assert table.says(0)[0] == "@0 is dealt 1, 5, 9."
    assert table.says(1)[0] == table.says(None)[0] == "@0 is dealt 3 coins."


def test_p3_the_lot_lies_open_and_comes_as_often_as_the_variant_says() -> None:
    table = Table(["1 5 9", "2 6 10"], "3 4", lots=2)
    assert table["lot"] == "3"
    table.play("0 pocket 1", "1 pocket 2")
    assert (table["lot"], table["till"]) == ("4", "3")
    table.play("0 pass", "1 pass")
    assert table.position.over


def test_p3_the_last_coin_of_the_bag_is_not_drawn_but_comes() -> None:
    table = Table(["1 2", "3 4"], "5", coins=[1, 2, 3, 4, 5, 6], purse=2)
    table.play("0 pocket 1", "1 pocket 3")
    assert (table["lot"], table.position.wants) == ("6", 0)


# -- pocket and bid --------------------------------------------------------------------------------


def test_p4_a_coin_is_pocketed_with_the_first_lot_only_and_unseen() -> None:
    table = Table(["1 5 9", "2 6 10"], "3 4").play("0 pocket 9 bid 5", "1 pocket 2")
    assert (table["pocket.0"], table["purse.0"]) == ("9", "1")
    assert "@0 puts the 9 into the pocket." in table.says(0)
    assert "@0 puts a coin into the pocket." in table.says(1)
    table.play("0 take 3 give 5", "0 bid 1 3", "1 pass")
    assert table["pocket.0"] == "9"


def test_p4_nobody_can_bid_without_pocketing_first() -> None:
    table = Table(["1 5 9", "2 6 10"], "3")
    assert refusal(table, "0 pass").rule == "P4"
    assert refusal(table, "0 pocket 2").rule == "P4"


def test_p5_any_coins_of_the_purse_may_be_bid_or_none() -> None:
    table = Table(["1 5 9", "2 6 10"], "3")
    paths = [notation.read(table.position, 0, text) for text in ("pocket 1", "pocket 1 bid 9 5")]
    assert paths == [[0, 12], [0, 4, 8, 12]]
    table.position.choose(0, 0)
    with pytest.raises(NotAllowed, match=r"The 6 is not in your purse \(P5\)."):
        table.position.choose(0, 5)
    with pytest.raises(NotAllowed, match="chosen already"):
        table.position.choose(0, 0)


def test_p5_all_decide_at_the_same_time_and_nothing_shows_before() -> None:
    table = Table(["1 5 9", "2 6 10"], "3")
    before = table.position.view(1), table.says(1)
    table.play("0 pocket 1 bid 5 9")
    assert (table.position.view(1), table.says(1)) == before
    assert table.position.movers == 0b10


def test_p6_the_bids_are_turned_up_together_and_the_highest_total_wins() -> None:
    table = Table(["1 5 9", "2 6 10"], "3").play("0 pocket 1 bid 5 9", "1 pocket 2 bid 10")
    assert (table["bid.0"], table["bid.1"]) == ("5 9", "10")
    assert table.position.movers == 0b01
    assert "@0 has bid the most." in table.says()


@pytest.mark.parametrize("bids", [("bid 5", "bid 2 3"), ("", "")])
def test_p7_nobody_wins_when_the_highest_total_is_shared(bids: tuple[str, str]) -> None:
    table = Table(["1 5 9", "2 3 10"], "4 6")
    table.play(f"0 pocket 9 {bids[0]}", f"1 pocket 10 {bids[1]}")
    assert (table["till"], table["lot"]) == ("4", "6")
    assert (table["purse.0"], table["purse.1"]) == ("1 5", "2 3")
    assert "Nobody has bid the most: the 4 goes to the till." in table.says()


def test_p7_two_lower_bids_may_be_equal() -> None:
    table = Table(["1 5 9", "2 3 10", "6 7 8"], "4")
    table.play("0 pocket 9 bid 5", "1 pocket 10 bid 2 3", "2 pocket 8 bid 7")
    assert table.position.movers == 0b100


# -- the winner's turn -----------------------------------------------------------------------------


def won() -> Table:
    return Table(["1 5 9", "2 6 10"], "3 4").play("0 pocket 1 bid 5 9", "1 pocket 2 bid 10")


def test_p8_the_winner_takes_the_lot_or_a_coin_of_another_bid() -> None:
    table = won()
    names = {table.position.word(0, code) for code in (2, 9)}
    assert names == {"take 3", "take 10"}
    assert table.position.menu(0) == 1 << 2 | 1 << 9
    assert refusal(table, "0 take 6").rule == "P8"
    assert refusal(table, "0 take 5").rule == "P8"
    assert refusal(table, "0 pass").rule == "P8"


def test_p9_for_the_lot_a_coin_goes_to_the_till() -> None:
    table = won().play("0 take 3 give 5")
    assert (table["till"], table["purse.0"], table["purse.1"]) == ("5", "3 9", "6 10")
    assert "@0 takes the 3 and gives the 5." in table.says()


def test_p9_for_a_coin_of_another_bid_a_coin_goes_there_and_the_lot_to_the_till() -> None:
    table = won().play("0 take 10 give 5")
    assert (table["till"], table["purse.0"], table["purse.1"]) == ("3", "9 10", "5 6")


def test_p9_only_a_coin_of_the_own_bid_is_given() -> None:
    table = won()
    assert refusal(table, "0 take 3 give 1").rule == "P9"
    assert isinstance(refusal(table, "0 take 3 give 3"), NotAllowed)
    assert isinstance(refusal(table, "0 take 3 give 77"), NotUnderstood)
    table.position.choose(0, 2)
    with pytest.raises(NotAllowed, match="You must give a coin of your bid first"):
        table.position.choose(0, table.position.rules.done)


def test_p10_bids_are_taken_back_and_the_next_lot_is_drawn() -> None:
    table = won().play("0 take 3 give 9")
    assert (table["bid.0"], table["bid.1"], table["lot"]) == ("", "", "4")
    assert (table["purse.0"], table["purse.1"]) == ("3 5", "6 10")
    assert table.position.movers == 0b11


# -- the end ---------------------------------------------------------------------------------------


def test_p11_the_pocket_counts_twice_and_the_highest_score_wins() -> None:
    table = won().play("0 take 3 give 9", "0 pass", "1 pass")
    assert table.position.scores() == [3 + 5 + 2 * 1, 6 + 10 + 2 * 2]
    assert (table.position.winners(), table.position.ending()) == (0b10, "sold")


def test_p11_equal_scores_share_the_win() -> None:
    table = Table(["1 2 6", "3 4 5"], "8", lots=1).play("0 pocket 6", "1 pocket 3")
    assert table.position.scores() == [15, 15]
    assert table.position.winners() == 0b11


def test_p11_after_the_last_lot_everything_is_turned_up() -> None:
    table = Table(["1 5 9", "2 6 10"], "3", lots=1).play("0 pocket 9", "1 pocket 2")
    seen: Any = table.position.view(None)
    assert all(zone["cards"] is not None for zone in seen["zones"])
    assert [score["total"] for score in seen["scores"]] == table.position.scores()
    assert table["pocket.0"] == "9"


def test_what_is_no_choice_at_all_is_not_understood() -> None:
    table = won()
    for code in (-1, 13, 62):
        with pytest.raises(NotUnderstood):
            table.position.choose(0, code)
    assert table.position.word(0, 50) == ""
