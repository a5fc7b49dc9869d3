"""Records that could not be: the first wrong entry is named by its number, with the reason."""

import contextlib
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saleroom.bots.table import finish
from saleroom.records import BadRecord, Game, deal, read

ROOT = Path(__file__).parents[2]
EXAMPLES = re.findall(r"```sale\n(.*?)```", (ROOT / "docs" / "records.md").read_text(), re.S)
WRITTEN = EXAMPLES[0]


def refused(text: str) -> str:
    with pytest.raises(BadRecord) as refusal:
        Game.from_text(text, "evening.sale")
    return str(refusal.value)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        # entries
        ("2. 0 pocket 3", "2. 0 pocket 5", "Entry 2: The 5 is not in your purse (P4)."),
        (
            "2. 0 pocket 3",
            "2. 0 pcket 3",
            "Entry 2: 'pcket' is not understood here; possible: 3, 4",
        ),
        (
            "2. 0 pocket 3",
            "2. pocket 3",
            "Entry 2: 'pocket 3 bid 4' is not a seat and its decision",
        ),
        ("3. 1 ", "3. 0 ", "Entry 3: Seat 0 has nothing to decide now."),
        ("3. 1 ", "3. 7 ", "Entry 3: Seat 7 has nothing to decide now."),
        ("3. 1 ", "4. 1 ", "Entry 4: Entry 3 should stand here."),
        ("4. 1 take 4 give 5", "4. 1 take 4 give 1", "Entry 4: The 1 is not in your bid"),
        ("4. 1 take 4 give 5", "4. 1 take 4", "Entry 4: The decision is not complete; next"),
        ("give 5\n", "give 5\n5. 0 pass\n", "Entry 5: The game is over."),
        ("4. 1 take", "4. deal\n5. 1 take", "Entry 4: The deal comes first and only once."),
        ("1. deal", "1. 0 pocket 3", "Entry 1: It must be the deal, with its draws."),
        # draws
        ("    > bag 2\n", "", "Entry 1: A draw from bag is missing."),
        (
            "    > bag 2\n",
            "    > bag 2 6\n",
            "Entry 1: More draws are written here than it causes.",
        ),
        ("    > bag 2\n", "    > bag 3\n", "Entry 1: 3 cannot come from bag."),
        (
            "    > bag 2\n",
            "    > sack 2\n",
            "Entry 1: There is no pile 'sack'; draws come from bag.",
        ),
        ("give 5\n", "give 5\n  > bag 6\n", "Entry 4: More draws are written here"),
        # the header
        (
            "game: pennies\n",
            "",
            "evening.sale is not a record: its header has no line `game: NAME`.",
        ),
        (
            "game: pennies",
            "game: penies",
            "evening.sale: There is no game 'penies'. Did you mean pen",
        ),
        (
            "tiny",
            "teeny",
            "evening.sale: pennies has no variant 'teeny' of its own, and the record",
        ),
        ("tiny", "../mine.toml", "evening.sale: pennies has no variant '../mine.toml' of its own"),
        ("saleroom: 1", "saleroom: 2", "evening.sale has record format 2, and this program reads"),
        (
            "rules: 1",
            "rules: 9",
            "evening.sale was played by version 9 of the rules of pennies, and",
        ),
        ("rules: 1", "rules: one", "evening.sale: rules is 'one', and must be a number."),
        ("seats: 2", "seats: 5", "evening.sale: pennies tiny is for 2 seats, not for 5."),
        ("seat 1:", "seat 4:", "evening.sale: there is no seat 4; pennies has 2."),
        ("seat 1: Ben", "seat 0: Ben", "evening.sale, line 7: seat 0 is there already."),
        ("seat 1: Ben", "seat 1:", "evening.sale: '' cannot be a name"),
        ("seat 1: Ben", "Ben", "evening.sale, line 7: 'Ben' is neither a header line `key: value`"),
        (
            "4. 1 take",
            "4, 1 take",
            "evening.sale, line 17: '4, 1 take 4 give 5' is neither an entry",
        ),
        # the result
        (
            "winners 0",
            "winners 1",
            "The header says sold, winners 1, scores 11 6, but after entry 4 ",
        ),
        (
            "11 6",
            "11 7",
            "The header says sold, winners 0, scores 11 7, but after entry 4 the game as",
        ),
        (
            "sold, winners 0, scores 11 6",
            "unfinished",
            "The header says unfinished, but after entry 4",
        ),
        (
            "sold, winners 0, scores 11 6",
            "abandoned",
            "The header says abandoned, but after entry 4 ",
        ),
        ("sold, winners 0,", "winners 0,", "evening.sale: result is 'winners 0, scores 11 6', and"),
        (
            "4. 1 take 4 give 5\n",
            "",
            "The header says sold, winners 0, scores 11 6, but after entry 3 ",
        ),
    ],
)
def test_what_is_wrong_is_said(before: str, after: str, told: str) -> None:
    assert before in WRITTEN
    assert refused(WRITTEN.replace(before, after, 1)).startswith(told)


@pytest.mark.parametrize(
    "result",
    [
        "abandoned, winners 0",
        "resigned",
        "resigned, winners 0 1",
        "resigned, winners 5",
        "resigned, winners 0, scores 1 2",
    ],
)
def test_a_table_cannot_end_a_game_in_any_way(result: str) -> None:
    play = deal("pennies", seed=1)
    text = play.text().replace("unfinished", result)
    assert refused(text) == (
        f"The header says {result}, which no {result.partition(',')[0]} game can be."
    )


def test_a_record_that_was_cut_is_told_from_an_unfinished_one() -> None:
    play = deal("dutch", seed=1)
    finish(play, "random")
    lines = play.text().splitlines(keepends=True)
    for end in range(lines.index("1. deal\n") + 1, len(lines)):
        told = refused("".join(lines[:end]))
        if lines[end].startswith("    >"):
            assert re.fullmatch(r"Entry \d+: A draw from [\w.]+ is missing\.", told)
        else:
            assert told.endswith("the game goes on: the record was cut short.")


def test_a_table_that_is_wrong_is_said(tmp_path: Path) -> None:
    table = 'table:\n    game = "pennies"\n    variant = "tiny"\n    version = 1\n    seats = [2]\n'
    text = WRITTEN.replace("variant: tiny\n", f"variant: tiny\n{table}    coins = [1, 2]\n")
    assert refused(text).startswith("evening.sale: its table: purse: ")
    assert refused(text.replace("[1, 2]", "[1, 2")).startswith(
        "evening.sale, line 9: this is not TOML: "
    )
    other = text.replace('"pennies"', '"dutch"', 1)
    assert refused(other).startswith("evening.sale: its table: ")


@pytest.mark.parametrize("text", ["", "\n", "# nothing\n", "x", "1. deal", "\x00", "game:", "a: b"])
def test_what_is_no_record_at_all_is_said(text: str) -> None:
    assert refused(text).startswith("evening.sale")


@pytest.mark.parametrize(
    "text",
    [
        "x" * 100_000,
        f"game: pennies\nseats: {'9' * 100_000}",
        f"game: pennies\nresult: {'x ' * 50_000}",
        f"game: pennies\n1. deal\n{'x' * 100_000}",
        f"game: pennies\n1. {'x' * 100_000}",
    ],
)
def test_what_is_wrong_is_quoted_as_far_as_a_sentence_has_room(text: str) -> None:
    assert len(refused(text)) < 400


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "evening.sale"
    path.write_bytes(b"game: dutch\n\xff")
    with pytest.raises(BadRecord, match=r"evening.sale is not UTF-8 text: byte 13 belongs to no"):
        read(path)


# -- JSON ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ('"game":"pennies",', "", "evening.json is not a record in JSON: Object missing required"),
        ("[2,3,6]", "[2,6]", "Entry 2: Path and text differ: 'pocket 3 bid 4' is [2, 3, 6]."),
        ('"number":3', '"number":9', "Entry 3: Entry 3 should stand here."),
        ('"seat":1', '"seat":-1', "Entry 3: Seat -1 has nothing to decide now."),
        ('{"0":"Ada"', '{"-1":"Ada"', "evening.json: there is no seat -1; pennies has 2."),
        ('"number":1', '"number":2', "Entry 1: Entry 1 should stand here."),
        ('"saleroom":1', '"saleroom":2', "evening.json has record format 2, and this program"),
        (
            '"saleroom":1,"game":"pennies"',
            '"saleroom":2,"game":"pence"',
            "evening.json has record format 2, and this program",
        ),
        ('"winners":[0]', '"winners":[-1]', "The header says sold, winners -1, scores 11 6, but"),
        ('"entries":[', '"entries":[],"x":[', "Entry 1: It must be the deal, with its draws."),
    ],
)
def test_wrong_json_is_refused_the_same_way(before: str, after: str, told: str) -> None:
    text = Game.from_text(WRITTEN).to_json()
    assert before in text
    with pytest.raises(BadRecord) as refusal:
        Game.from_json(text.replace(before, after, 1), "evening.json")
    assert str(refusal.value).startswith(told)


def test_what_is_nested_without_end_is_refused() -> None:
    with pytest.raises(BadRecord, match="is not a record in JSON: it is nested too deeply"):
        Game.from_json('{"table":{"a":' + "[" * 100_000)
    table = f"game: x\ntable:\n    a = {'[' * 100_000}\n1. deal\n"
    deep = "evening.sale is not TOML that can be read: it is nested too deeply."
    assert refused(table) == deep
    for key in ("a." * 500 + "a", "a." * 100_000 + "a", '"a" . ' * 100 + "a"):
        assert refused(f"game: x\ntable:\n    {key} = 1\n1. deal\n") == deep
    inside = "{ a.a = " * 15 + "1" + " }" * 15
    assert refused(f"game: x\ntable:\n    a = {inside}\n1. deal\n") == deep


@pytest.mark.parametrize(
    "line",
    ["a" + " " * 1_000_000, "place: a" + " " * 1_000_000 + "b", "1. a" + " " * 1_000_000 + "b"],
)
def test_a_long_line_does_not_take_forever(line: str) -> None:
    assert len(refused(f"game: pennies\n{line}")) < 400


def test_many_draws_do_not_take_forever() -> None:
    text = "game: pennies\n1. deal\n" + "> sack\n" * 500_000
    assert refused(text).startswith("Entry 1: There is no pile 'sack'")


# -- anything --------------------------------------------------------------------------------------

LINES = WRITTEN.splitlines()
WORDS = sorted(set(re.findall(r"\w+|[^\w\s]", WRITTEN)))


@given(st.data())
def test_a_damaged_record_is_read_or_refused_in_a_sentence(data: st.DataObject) -> None:
    lines = list(LINES)
    for _ in range(data.draw(st.integers(1, 3))):
        line = data.draw(st.integers(0, len(lines) - 1))
        words = lines[line].split(" ")
        word = data.draw(st.integers(0, len(words) - 1))
        words[word] = data.draw(st.sampled_from(WORDS) | st.text(max_size=5))
        lines[line] = " ".join(words)
    with contextlib.suppress(BadRecord):
        play = Game.from_text("\n".join(lines), "evening.sale")
        assert Game.from_text(play.text()) == play


@given(st.text())
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadRecord):
        Game.from_text(text)
