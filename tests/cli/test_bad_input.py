"""What people hand in by mistake: a sentence each, the exit code, and nothing else happens."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from saleroom.catalogue.shelf import folder
from saleroom.cli import main
from saleroom.records import deal

MINE = """\
game = "pennies"
variant = "mine"
version = 1
seats = [2]
coins = [1, 2, 3, 4]
purse = 3
lots = 1
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with some files that are not what they should be."""
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("folder.toml").mkdir()
    Path("bytes.sale").write_bytes(b"game: dutch\n\xff\n")
    Path("bytes.toml").write_bytes(b"\xff")
    Path("empty.sale").touch()
    Path("notes.sale").write_text("Dear diary,\n")
    Path("broken.toml").write_text(MINE + "oops\n")
    Path("impossible.toml").write_text(MINE)
    Path("broken.json").write_text("{")
    Path("taken").mkdir()
    game = deal("pennies", variant="tiny", seed=16)
    for seat, decision in ((0, "pocket 3 bid 4"), (1, "pocket 1"), (0, "take 2 give 4")):
        game.choose(seat, decision)
    game.save("game.sale")
    game.at(3).save("begun.sale")
    Path("taken", "games.jsonl").write_text("mine")
    Path("large.toml").write_text(MINE.replace("purse = 3", f"purse = {'9' * 5000}"))
    Path("larger.toml").write_text(MINE.replace("purse = 3", f"purse = 0x{'f' * 5000}"))
    for game, variant in (("sparrows", "upgrades"), ("colours", "free")):
        shipped = (folder(game) / "variants" / f"{variant}.toml").read_text()
        named = shipped.replace(f'variant = "{variant}"', 'variant = "mine"')
        Path(f"many-{game}.toml").write_text(named.replace("version = 1", "version = 7"))
        Path(f"marked-{game}.toml").write_text("\ufeff" + named)
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


BAD = [
    # names
    (2, "random penies", "There is no game 'penies'. Did you mean pennies? Possible: "),
    (2, "random Dutch", "There is no game 'Dutch'. Did you mean dutch? Possible: "),
    (2, "rules chess", "There is no game 'chess'. Possible: "),
    (2, "play penies", "There is no game 'penies'. Did you mean pennies? "),
    (2, "random pennies --variant tny", "pennies has no variant 'tny'. Did you mean tiny? Possib"),
    (2, "random pennies --seats 9", "pennies standard is for 2 or 3 seats, not for 9."),
    (2, "rules pennies P12", "pennies has no rule P12. The nearest are P9, P10, P11."),
    (2, "rules sparrows S99999999999", "sparrows has no rule S99999999999. Possible: S1 to S87"),
    (2, "random sparrows --variant upgrade", "sparrows has no variant 'upgrade'. Did you mean up"),
    (2, "variant sparrows base-short", "base-short has no file of its own: it is the table `sho"),
    (2, "random sparrows --seats 6", "sparrows base is for 2, 3, 4 or 5 seats, not for 6."),
    (2, "random colours --seats 5", "colours free is for 2, 3 or 4 seats, not for 5."),
    (2, "rules colours C73", "colours has no rule C73. The nearest are C70, C71, C72."),
    (2, "play pennies --bots nobody", "There is no bot 'nobody'; possible: person, novice"),
    (2, "play pennies --seat 2", "There is no seat 2; there are 0 to 1."),
    (2, "play pennies --seat -1", "There is no seat -1; there are 0 to 1."),
    # variant files
    (2, "random pennies --variant no.toml", "There is no variant file no.toml."),
    (2, "random pennies --variant folder.toml", "folder.toml is a folder; a variant is a file s"),
    (1, "random pennies --variant bytes.toml", "bytes.toml is not UTF-8 text, as a variant fil"),
    (1, "random pennies --variant broken.toml", "broken.toml, line 8: this is not TOML: expect"),
    (1, "random pennies --variant impossible.toml", "impossible.toml, line 5: coins: 7 are dea"),
    (1, "play pennies --variant impossible.toml", "impossible.toml, line 5: coins: 7 are dealt"),
    (1, "random dutch --variant impossible.toml", "impossible.toml, line 1: game: this is a va"),
    (1, "random pennies --variant large.toml", "large.toml: a number in it is larger than a wh"),
    (1, "random pennies --variant larger.toml", "larger.toml: a number in it is larger than a "),
    (1, "random sparrows --variant many-sparrows.toml", "many-sparrows.toml, line 4: version: 7 i"),
    (1, "random colours --variant many-colours.toml", "many-colours.toml, line 4: version: 7 is "),
    (1, "random sparrows --variant many-colours.toml", "many-colours.toml, line 2: game: this is "),
    # records
    (2, "replay no.sale", "There is no file no.sale."),
    (2, "replay folder", "folder is a folder; a record is a file such as evening.sale."),
    (1, "replay bytes.sale", "bytes.sale is not UTF-8 text: byte 13 belongs to no letter."),
    (1, "replay /dev/zero", "zero is no record: it is larger than 16 MiB."),
    (1, "replay empty.sale", "empty.sale is not a record: its header has no line `game: NAME`."),
    (1, "replay notes.sale", "notes.sale, line 1: 'Dear diary,' is neither a header line"),
    (1, "replay broken.json", "broken.json is not a record in JSON: "),
    (2, "play --resume no.sale", "There is no file no.sale."),
    (1, "play --resume notes.sale", "notes.sale, line 1: "),
    (2, "play notes.sale", "notes.sale is a record. To go on with it: saleroom play --resume n"),
    (2, "play --resume notes.sale --seed 3", "A record has its game, its variant and its deal al"),
    (2, "play", "Name a game, such as: saleroom play dutch."),
    (2, "play pennies --seats 3 --bots random,random,random", "3 players are named for 2 other"),
    (2, "play colours --bots house,house", "2 players are named for 1 other seat."),
    (2, "play pennies --bots external:no-such", "external:no-such cannot be run: no program"),
    (2, "play pennies --bots=", "There is no bot ''; possible: person, novice, club"),
    (2, "play pennies --save notes.sale", "notes.sale is there already. Name another file, or"),
    (1, "play pennies --save no/such.sale", "no/such.sale cannot be written: "),
    # matches
    (2, "arena penies --bots random,house", "There is no game 'penies'. Did you mean pennies? "),
    (2, "arena pennies --bots random", "A match needs two bots or more, such as random,search:2"),
    (2, "arena pennies --bots random,random", "random is named twice, and no bot plays against"),
    (2, "arena pennies --bots random,chess", "There is no bot 'chess'; possible: novice, club,"),
    (2, "arena pennies --bots random,search:0", "'search:0': search needs a number of games to"),
    (2, "arena pennies --bots random,external:", "external: needs a command, such as external:'"),
    (2, "arena pennies --bots random,external:nix", "external:nix cannot be run: no program 'nix"),
    (2, "arena pennies --bots random,external:./folder", "external:./folder cannot be run: no pr"),
    (2, "arena pennies --bots random,house --seats 9", "pennies standard is for 2 or 3 seats, no"),
    (2, "arena pennies --bots random,house --games 0 --out x", "A match needs a game or more, up"),
    (2, f"arena pennies --bots random,house --games {10**26}", "A match needs a game or more, up"),
    (2, "arena pennies --bots random,house --until 7 --out x", "The width of an interval is betw"),
    (2, "arena pennies --bots random,house --games 9 --until 0.1", "A match ends after a number"),
    (2, "arena pennies --bots random,house --out notes.sale", "notes.sale is a file, not a fold"),
    (2, "arena pennies --bots random,house --out notes.sale/x", "notes.sale/x cannot be written"),
    (2, "arena pennies --bots random,house --out taken", "taken/games.jsonl was not written by t"),
    # reviews
    (2, "review no.sale", "There is no file no.sale."),
    (1, "review notes.sale", "notes.sale, line 1: 'Dear diary,' is neither a header line"),
    (2, "review game.sale --bot chess", "There is no bot 'chess'; possible: novice, club, expert"),
    (2, "review game.sale --bot house", "house cannot say what a decision is worth; possible: "),
    (2, "review game.sale --bot search:0", "'search:0': search needs a number of games to imag"),
    (1, "review game.sale --svg folder", "folder cannot be written: Is a directory."),
    (1, "review game.sale --svg no/x.svg", "no/x.svg cannot be written: no such folder."),
    (1, "review game.sale --svg no\0file", "'no\\x00file' cannot be written: "),
    (1, "review game.sale --svg notes.sale", "notes.sale is there already and is not a drawing"),
    (2, "hint no.sale", "There is no file no.sale."),
    (2, "hint game.sale --bot random", "random cannot say what a decision is worth; possible: "),
    (2, "hint game.sale --seat 2", "There is no seat 2; game.sale has seats 0 to 1."),
    (1, "hint game.sale", "game.sale: The game is over, and nobody has anything to decide."),
    (1, "hint begun.sale --seat 1", "begun.sale: Seat 1 has nothing to decide now; seat 0 has."),
    # writing
    (1, "random pennies --out no\0file", "'no\\x00file' cannot be written: "),
    (1, "random pennies --out folder", "folder cannot be written: "),
    (1, "random pennies --out no/x.sale", "no/x.sale cannot be written: No such file or direct"),
    (1, "random pennies --out notes.sale", "notes.sale is there already and is not a record, s"),
    # the server
    (2, "serve --bot-pause nan", "A bot cannot pause for nan seconds; possible are 0 to 60."),
    (2, "serve --bot-pause -1", "A bot cannot pause for -1.0 seconds; possible are 0 to 60."),
    (2, "serve --origin play.example.org", "'play.example.org' is not the address of a page; pos"),
    (2, "serve --origin https://example.org/play", "'https://example.org/play' is not the addre"),
    (1, "serve --port 0 --host ä..b", "'ä..b' is not an address."),
]


@pytest.mark.parametrize(("code", "line", "told"), BAD, ids=[line for _, line, _ in BAD])
def test_bad_input_is_answered_with_a_sentence(code: int, line: str, told: str, here: Path) -> None:
    before = sorted((str(path), path.is_file() and path.read_bytes()) for path in here.rglob("*"))
    done = run(*line.split())
    assert done.stderr.startswith(f"Error: {told}")
    assert done.stderr.count("\n") == 1
    assert (done.exit_code, done.stdout) == (code, "")
    assert type(done.exception) is SystemExit
    after = sorted((str(path), path.is_file() and path.read_bytes()) for path in here.rglob("*"))
    assert after == before


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("reply x", "There is no command 'reply'. Did you mean replay?"),
        ("random", "Missing argument 'GAME'"),
        ("random pennies --seed x", "'x' is not a valid integer"),
        ("arena pennies", "Missing option '--bots'"),
        ("arena pennies --bots random,house --workers 0", "0 is not in the range x>=1"),
        ("random pennies --sead 3", "No such option '--sead'"),
        ("replay x --at y", "'y' is not a valid integer"),
        ("serve --port 65536", "65536 is not in the range 0<=x<=65535"),
    ],
)
def test_a_misuse_says_how_to_use_it(line: str, told: str) -> None:
    done = run(*line.split())
    assert done.exit_code == 2
    assert told in done.stderr
    assert "--help" in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("game", ["sparrows", "colours"])
def test_a_variant_file_may_begin_with_a_mark_of_its_editor(game: str) -> None:
    done = run("random", game, "--variant", f"marked-{game}.toml", "--seed", "1")
    assert (done.exit_code, done.stderr) == (0, "")


def test_a_full_disk_is_said() -> None:
    command = [sys.executable, "-c", "from saleroom.cli import main; main()"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*command, "random", "pennies"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 1
    assert done.stderr == "Error: The result is cut off: No space left on device.\n"


@pytest.mark.parametrize(
    ("code", "words", "typed", "told"),
    [
        (
            "utf-8:strict",
            ["play", "pennies", "--bots", "random"],
            b"\xff\n",
            "xff' is not understood",
        ),
        ("latin-1:strict", ["rules", "dutch"], b"", " \\u2212"),
    ],
)
def test_letters_that_a_terminal_does_not_have_are_no_failure(
    code: str, words: list[str], typed: bytes, told: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from saleroom.cli import main; main()", *words],
        input=typed,
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": code, "PYTHONUTF8": "0"},
    )
    assert done.returncode == 0, done.stderr
    assert told in done.stdout.decode("latin-1")
