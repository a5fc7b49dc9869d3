"""Record files: what is written comes back, and a person may write more loosely."""

import os
import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from saleroom import catalogue
from saleroom.bots.table import finish
from saleroom.games.bits import Dice
from saleroom.games.core import any_decision
from saleroom.records import BadRecord, Entry, Game, Record, Result, deal, read, sale

ROOT = Path(__file__).parents[2]
EXAMPLES = re.findall(r"```sale\n(.*?)```", (ROOT / "docs" / "records.md").read_text(), re.S)

MINE = """\
game = "pennies"
variant = "mine"
version = 1
seats = [3]
coins = [1, 2, 3, 5, 8, 13, 21, 34]
purse = 2
lots = 2
"""


def a_game(game: str, variant: str, seed: int, decisions: int) -> Game:
    """Random play, for so many decisions or to the end."""
    play = deal(game, variant=variant, seed=seed)
    dice = Dice(seed)
    while not play.over and len(play.entries) <= decisions:
        seat = play.movers[dice.below(len(play.movers))]
        play.move_on(seat, any_decision(play.position, seat, dice))
    return play


SHIPPED = [(game, variant) for game in catalogue.games() for variant in catalogue.variants(game)]


@pytest.mark.parametrize(("game", "variant"), SHIPPED)
@pytest.mark.parametrize("decisions", [0, 1, 10, 1000])
def test_what_is_written_comes_back_the_same(game: str, variant: str, decisions: int) -> None:
    for seed in range(5):
        play = a_game(game, variant, seed, decisions)
        again = Game.from_text(play.text())
        assert again == play
        assert again.text() == play.text()
        for viewer in (None, *range(play.rules.seats)):
            assert again.look(viewer) == play.look(viewer)


@pytest.mark.parametrize(("game", "variant"), SHIPPED)
def test_json_holds_the_same(game: str, variant: str) -> None:
    play = a_game(game, variant, 3, 30)
    assert Game.from_json(play.to_json()) == play
    assert Game.from_json(play.to_json()).text() == play.text()


@pytest.mark.parametrize("name", ["evening.sale", "evening.json"])
def test_a_saved_game_can_be_read(name: str, tmp_path: Path) -> None:
    play = a_game("pennies", "tiny", 1, 2)
    play.save(tmp_path / name)
    assert read(tmp_path / name) == play
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_saving_writes_through_a_link_and_replaces_the_file(tmp_path: Path) -> None:
    play = a_game("pennies", "tiny", 1, 2)
    (tmp_path / "link.sale").symlink_to(tmp_path / "real.sale")
    for _ in range(2):
        play.save(tmp_path / "link.sale")
    assert (tmp_path / "link.sale").is_symlink()
    assert read(tmp_path / "real.sale") == play


def test_saving_to_a_device_leaves_it_a_device() -> None:
    a_game("pennies", "tiny", 1, 2).save(os.devnull)
    assert not Path(os.devnull).is_file()


def test_a_failed_save_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "evening.sale"
    path.write_text("before")
    play = deal("pennies", seed=1)
    play.extra["lone surrogate"] = "\ud800"
    with pytest.raises(UnicodeEncodeError):
        play.save(path)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


# -- the example of docs/records.md ----------------------------------------------------------------


def test_the_example_is_a_record_as_we_write_it() -> None:
    assert Game.from_text(EXAMPLES[0]).text() == EXAMPLES[0]


def test_the_example_was_dealt_by_its_seed() -> None:
    written = Game.from_text(EXAMPLES[0])
    play = deal("pennies", variant="tiny", seed=16, names=["Ada", "Ben"])
    for entry in written.entries[1:]:
        play.choose(entry.seat or 0, entry.text)
    assert play == written


def test_a_handwritten_record_is_the_same_game() -> None:
    by_hand, written = (Game.from_text(text) for text in reversed(EXAMPLES))
    assert by_hand.entries == written.entries
    assert by_hand.result == written.result


def test_every_header_key_is_documented() -> None:
    documented = (ROOT / "docs" / "records.md").read_text()
    assert [key for key in sale.KNOWN if f"| `{key}` |" not in documented] == []


# -- by hand ---------------------------------------------------------------------------------------

WRITTEN = EXAMPLES[0]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("saleroom: 1\n", ""),
        ("saleroom: 1\n", "\ufeffsaleroom: 1\n"),
        ("game: pennies", "Game :   pennies  "),
        ("rules: 1\n", "\n\n# a remark\nrules:1\n"),
        ("2. 0 pocket 3 bid 4", "   2 .  0   3,4   # well"),
        ("2. 0 pocket 3 bid 4", "2. seat 0: pocket 3, bid 4 pass"),
        ("2. 0 ", "\n\n# a remark\n2. 0 "),
        ("    > bag 3 4\n    > bag 1 5\n    > bag 2\n", ">bag 4 3 5 1 2\n"),
        ("    > bag 3 4\n", "    > bag: 4\n    > bag 3   # one by one\n"),
        ("\n", "\r\n"),
        ("4\n", "4\n\n"),
    ],
)
def test_a_person_may_write_it_differently(before: str, after: str) -> None:
    assert before in WRITTEN
    assert Game.from_text(WRITTEN.replace(before, after)).text() == WRITTEN


def test_what_is_left_out_has_its_default() -> None:
    text = "game: pennies\n1. deal\n> bag 1 2 3 4 5 6 7"
    play = Game.from_text(text)
    assert (play.rules.variant, play.rules.seats) == ("standard", 2)
    assert play.names == ("seat 0", "seat 1")


def test_unknown_header_keys_are_kept_and_written_back() -> None:
    text = WRITTEN.replace("\n\n", "\nPlace: the Red Lion: upstairs # 2\nx-y: \n\n", 1)
    play = Game.from_text(text)
    assert play.extra == {"Place": "the Red Lion: upstairs # 2", "x-y": ""}
    assert Game.from_text(play.text()) == play
    assert "\nPlace: the Red Lion: upstairs # 2\nx-y:\n\n" in play.text()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(("game", "dutch"), ("Seat 0", "x"), ("a\nb", "x"), ("a", "x\r1. deal"), (" a", "x")),
        *(("a", " x"), ("a: b", "x"), ("", "x"), ("# a", "x"), ("> a", "x"), ("1. deal", "x")),
    ],
)
def test_a_line_that_would_not_come_back_is_not_written(key: str, value: str) -> None:
    play = deal("pennies", seed=1)
    play.extra[key] = value
    with pytest.raises(BadRecord, match="in the header of a record"):
        play.text()
    with pytest.raises(BadRecord, match="in the header of a record"):
        Game.from_json(play.to_json())


def test_names_are_kept() -> None:
    play = deal("pennies", seed=1, names=["Ada: the first", "seat 1"])
    assert "\nseat 0: Ada: the first\nchance" in play.text()
    assert Game.from_text(play.text()).names == ("Ada: the first", "seat 1")


# -- variants of one's own -------------------------------------------------------------------------


def test_a_variant_of_ones_own_travels_in_the_record(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(MINE)
    play = deal("pennies", variant=str(tmp_path / "mine.toml"), seed=4)
    finish(play, "random")
    (tmp_path / "mine.toml").unlink()
    assert 'table:\n    game = "pennies"\n    variant = "mine"\n' in play.text()
    again = Game.from_text(play.text())
    assert again.rules.table == play.rules.table
    assert again.text() == play.text()
    assert Game.from_json(play.to_json()).text() == play.text()


def test_a_changed_table_of_dutch_travels_too(tmp_path: Path) -> None:
    shipped = (ROOT / "src/saleroom/games/dutch/variants/offering.toml").read_text()
    (tmp_path / "mine.toml").write_text(shipped.replace("deal = 8", "deal = 7"))
    play = deal("dutch", variant=str(tmp_path / "mine.toml"), seed=4)
    again = Game.from_text(play.text())
    assert again.rules.table == play.rules.table
    assert again.rules.table["deal"] == 7
    assert again.text() == play.text()


VALUES = st.recursive(
    st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(), VALUES, min_size=1))
@example({"bell and delete": "\x07\x7f", "breaks": "a\u2028b\x85c\rd"})
def test_any_table_comes_back_from_a_record(table: dict[str, object]) -> None:
    record = Record(game="x", table=table, entries=[Entry(1, None, "deal")])
    assert sale.read(sale.write(record)).table == table


# -- going on --------------------------------------------------------------------------------------


def test_an_unfinished_game_goes_on_with_its_seed() -> None:
    whole = a_game("dutch", "standard", 3, 1000)
    for number in (1, 5, 20):
        cut = a_game("dutch", "standard", 3, number - 1)
        again = Game.from_text(cut.text())
        for entry in whole.entries[number:]:
            again.choose(entry.seat or 0, entry.text)
        assert again.text() == whole.text()


def test_where_chance_is_unknown_a_new_seed_goes_on_and_is_named() -> None:
    text = "game: pennies\n1. deal\n> bag 1 2 3 4 5 6 7\n2. 0 1 2 3\n3. 1 4"
    play = Game.from_text(text)
    assert "chance" not in play.text()
    play.choose(0, "take 7 give 2")
    assert re.fullmatch(r"after entry 3 seed \d+", play.chance)
    again = Game.from_text(play.text())
    assert again == play
    finish(play, "random")
    finish(again, "random")
    assert again.text() == play.text()


def test_a_game_that_its_table_ended_says_so() -> None:
    play = deal("pennies", seed=1)
    play.abandon()
    assert "\nresult: abandoned\n" in play.text()
    assert Game.from_text(play.text()).result == Result("abandoned")
    play = deal("pennies", seed=1)
    play.resign(1)
    assert "\nresult: resigned, winners 0\n" in play.text()
    again = Game.from_text(play.text())
    assert (again.result, again.over) == (Result("resigned", (0,)), True)
