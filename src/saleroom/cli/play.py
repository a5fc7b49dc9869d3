"""saleroom play: a game in the terminal, alone against bots or with others at one keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import click
from rich.console import Console

from saleroom import catalogue
from saleroom.bots import bot
from saleroom.bots.table import path as path_of
from saleroom.cli import Misused, options
from saleroom.games import forms, notation
from saleroom.games.bits import choices
from saleroom.games.core import Bot, Part, Position, Refusal
from saleroom.records import Game, deal, default_name

PERSON = "person"
ADVISER = "search:200"
HOW = "Type the number of your choice, or `help`."
HELP = f"""\
A number       your choice; where you choose several, their numbers with spaces between
0              begin this decision again
a decision     in notation, such as the records hold
hint           what {ADVISER} would decide, knowing what you know
back           take back your last decision, where the rules allow it; also `undo`
table          the table once more
rule NUMBER    what a rule says, by its number; refusals have it in brackets
save FILE      keep the game as a record, such as evening.sale
help           this list, also `?`
quit           leave; also `exit`"""
MEANT = {"?": "help", "undo": "back", "exit": "quit", "rules": "rule"}
OF_THE_GAME = ("hint", "back", "table")  # the other words are for the house
CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # what was on the screen, and what can be scrolled back to


@click.command(
    help="Play in the terminal, against bots or with others at this keyboard.",
    epilog="Example: saleroom play dutch --bots expert --save evening.sale",
)
@click.argument("game", required=False)
@options.variant
@options.seats
@click.option(
    "--bots",
    metavar="WHO",
    help="Who plays the other seats: `novice`, `club`, `expert`, `master`, any other bot, or "
    "`person`, somebody at this keyboard. One for all, or one for each with commas between.  "
    "[default: club]",
)
@options.seed
@click.option("--seat", metavar="S", type=int, help="Your seat.  [default: 0, or as recorded]")
@click.option("--save", "keep", metavar="FILE", help="Keep the game in this record as it goes on.")
@click.option("--resume", metavar="FILE", help="Go on with the game in this record.")
def play(
    game: str | None,
    variant: str | None,
    seats: int | None,
    bots: str | None,
    seed: int | None,
    seat: int | None,
    keep: str | None,
    resume: str | None,
) -> None:
    if resume is not None:
        if (game, variant, seats, seed) != (None, None, None, None):
            raise Misused(
                "A record has its game, its variant and its deal already. "
                f"To go on with it: saleroom play --resume {resume}"
            )
        table = options.open_record(resume)
    elif game is None:
        raise Misused("Name a game, such as: saleroom play dutch.")
    elif game.endswith((".sale", ".json")):
        raise Misused(f"{game} is a record. To go on with it: saleroom play --resume {game}")
    else:
        table = deal(game, variant=variant, seats=seats, seed=seed)
    if seat is None:
        seat = next((s for s, name in enumerate(table.names) if _bot_of(name) is None), 0)
    if not 0 <= seat < table.rules.seats:
        raise Misused(f"There is no seat {seat}; there are 0 to {table.rules.seats - 1}.")
    if keep is not None and Path(keep).exists():
        raise Misused(
            f"{keep} is there already. Name another file, or go on with it: "
            f"saleroom play --resume {keep}"
        )
    players = _resumed(table, seat) if resume and bots is None else _seated(table, seat, bots)
    Terminal(table, players, keep or resume).play()


# -- who plays which seat --------------------------------------------------------------------------


def _seated(game: Game, seat: int, named: str | None) -> list[Bot | None]:
    """A bot for each seat, None for a person; the names of the seats say who it is."""
    others = [other for other in range(game.rules.seats) if other != seat]
    who = [name.strip() for name in ("club" if named is None else named).split(",")]
    if len(who) == 1:
        who *= len(others)
    if len(who) != len(others):
        seats = "1 other seat" if len(others) == 1 else f"{len(others)} other seats"
        raise Misused(f"{len(who)} players are named for {seats}.")
    players: list[Bot | None] = [None] * game.rules.seats
    names = list(game.names)
    for other, name in zip(others, who, strict=True):
        if name == PERSON:
            if _bot_of(names[other]) is not None:
                names[other] = default_name(other)
        else:
            try:
                players[other] = bot(name)
            except ValueError as error:
                told = str(error).replace("possible: ", f"possible: {PERSON}, ")
                raise Misused(told) from None
            names[other] = name if who.count(name) == 1 else f"{name} ({other})"
    game.names = tuple(names)
    return players


def _resumed(game: Game, seat: int) -> list[Bot | None]:
    """As the names in the record say: what is called like a bot is that bot."""
    return [None if s == seat else _bot_of(name) for s, name in enumerate(game.names)]


def _bot_of(name: str) -> Bot | None:
    if name.startswith("external:"):
        return None  # a record may be anybody's: it starts no program
    try:
        return bot(name.partition(" (")[0])
    except ValueError:
        return None


# -- the table -------------------------------------------------------------------------------------


class Terminal:
    """People at a keyboard, and bots in the other seats."""

    def __init__(self, game: Game, players: list[Bot | None], keep: str | None) -> None:
        self.game = game
        self.players = players
        self.people = [seat for seat, player in enumerate(players) if player is None]
        self.keep = keep  # the record that is written as the game goes on
        self.seat = self.people[0] if len(self.people) == 1 else None  # who is at the keyboard
        # By seat: entries that it has been told of; of a resumed game all before its own last.
        self.shown = [0] * len(players)
        for entry in game.entries[1:]:
            if entry.seat is not None:
                self.shown[entry.seat] = entry.number - 1
        self.warned = False
        self.console = Console(highlight=False, markup=False)
        self.console.soft_wrap = not self.console.is_terminal  # in a file lines stay whole

    def play(self) -> None:
        if self.keep:
            options.save(self.game, self.keep)
        click.echo(HOW, err=True)
        while True:
            try:
                self._play_to_the_end()
                return
            except KeyboardInterrupt:  # nothing is half done: an entry is there or it is not
                self._warn_or_leave()

    def _play_to_the_end(self) -> None:
        while not self.game.over:
            # Bots first: where all decide at once, people need not wait for each other's turn.
            seat = max(self.game.movers, key=lambda mover: self.players[mover] is not None)
            player = self.players[seat]
            if player is not None:
                self._move_on(seat, path_of(self.game, seat, player))
                continue
            self._come_to_the_keyboard(seat)
            self._tell(seat, self.shown[seat])
            self.shown[seat] = len(self.game.entries)
            path = self._decide(seat)
            if path is not None:
                self._move_on(seat, path)
        self._end()

    def _move_on(self, seat: int, path: list[int]) -> None:
        self.game.move_on(seat, path)
        if self.keep:
            options.save(self.game, self.keep)

    def _come_to_the_keyboard(self, seat: int) -> None:
        """Where people share a keyboard, nobody sees what another has seen."""
        if self.seat == seat:
            return
        if self.console.is_terminal:
            click.echo(CLEAR, nl=False)
        self.console.print(self.game.named(f"@{seat} is next, and the others look away."))
        self.console.print("Enter shows the table.")
        while self._ask() is None:
            pass
        self.seat = seat

    def _tell(self, viewer: int | None, since: int) -> None:
        """What has happened since that entry, and how the table looks now."""
        self.console.print()
        for number in range(since + 1, len(self.game.entries) + 1):
            for event in self.game.events(number, viewer):
                self.console.print(event["says"])
        self.console.print()
        self.console.print(self.game.table(viewer))

    def _end(self) -> None:
        alone = self.people[0] if len(self.people) == 1 else None
        self._tell(alone, min(self.shown[seat] for seat in self.people))
        self.console.print(self.game.verdict(), style="bold")
        if self.keep:
            click.echo(f"Kept in {self.keep}.", err=True)
            return
        click.echo("`save FILE` keeps the game; Enter leaves.", err=True)
        while self._ask() != "":
            pass

    # -- a decision ----------------------------------------------------------------------------

    def _decide(self, seat: int) -> list[int] | None:
        """Ask part by part until the decision is complete; None: something was taken back."""
        walker = self.game.position.clone()
        path: list[int] = []
        complete = False
        while not complete:
            part = walker.part(seat)
            codes = _offered(walker, seat, part)
            if part.many:
                self.console.print(f"Choose {_how_many(part)}:")
            for number, code in enumerate(codes, 1):
                label = self.game.named(walker.label(seat, code))
                self.console.print(f"{number:>3}. {label}")
            if path:
                self.console.print("  0. Begin this decision again")
            answer = self._ask()
            try:
                if not answer:
                    continue
                if answer == "back":
                    taken = self.game.take_back(seat)
                    if self.keep:
                        options.save(self.game, self.keep)
                    self.console.print(f"Taken back: {taken.text}.")
                    return None
                if answer == "hint":
                    self._advise(seat)
                elif answer == "table":
                    self.console.print(self.game.table(seat))
                elif path and answer == "0":
                    walker, path = self.game.position.clone(), []
                else:
                    numbers = answer.replace(",", " ").split()
                    if not (numbers and all(word.isdecimal() for word in numbers)):
                        return self.game.check(seat, answer)
                    attempt = walker.clone()
                    steps, complete = _take(attempt, seat, _numbered(numbers, codes))
                    walker, path = attempt, path + steps
            except Refusal as refusal:
                self.console.print(self.game.named(str(refusal)))
        return path

    def _advise(self, seat: int) -> None:
        path = path_of(self.game, seat, bot(ADVISER))
        words = self.game.named(notation.speak(self.game.position, seat, path))
        decision = notation.write(self.game.position, seat, path)
        self.console.print(f"{ADVISER} would say: {words} ({decision})")

    # -- the keyboard --------------------------------------------------------------------------

    def _ask(self) -> str | None:
        """A line from the keyboard; None when it was meant for the house, not for the game."""
        try:
            line = input("> ").strip()
        except EOFError:
            self._leave()
        except KeyboardInterrupt:
            self._warn_or_leave()
            return None
        self.warned = False
        word, _, rest = line.partition(" ")
        word = MEANT.get(word.lower(), word.lower())
        if word == "quit":
            self._leave()
        if word == "save":
            self._save(rest.strip())
            return None
        if word == "rule":
            self._quote(rest.strip())
            return None
        if word == "help":
            click.echo(HELP, err=True)
            return None
        return word if word in OF_THE_GAME and not rest else line

    def _quote(self, number: str) -> None:
        game = self.game.rules.game
        try:
            if not number:
                raise catalogue.Unknown(f"Name it by its number. All: saleroom rules {game}.")
            self.console.print(catalogue.clause(game, number).replace("**", ""))
        except catalogue.Unknown as unknown:
            click.echo(str(unknown), err=True)

    def _save(self, file: str) -> None:
        try:
            if not file:
                raise click.ClickException("Name a file: save evening.sale.")
            options.save(self.game, file)
            click.echo(f"Saved. {_to_go_on(file)}", err=True)
        except click.ClickException as error:
            click.echo(error.message, err=True)

    def _warn_or_leave(self) -> None:
        if self.warned:
            self._leave()
        self.warned = True
        click.echo("\n`save FILE` keeps the game; Ctrl-C once more leaves it.", err=True)

    def _leave(self) -> NoReturn:
        if not self.game.over:
            kept = (
                f"Kept. {_to_go_on(self.keep)}"
                if self.keep
                else "To keep a game, type `save FILE` before you leave."
            )
            click.echo(
                f"Left after entry {len(self.game.entries)}, {self.game.chance}. {kept}", err=True
            )
        raise click.exceptions.Exit(0)


# -- from numbers to choices -----------------------------------------------------------------------


def _offered(walker: Position, seat: int, part: Part) -> list[int]:
    """The codes to be numbered: of a set all its things, and last what closes it."""
    if not part.many:
        return choices(walker.menu(seat))
    asked = forms.form(walker, seat)
    assert asked is not None, "a seat that owes a decision has a form"
    codes = forms.flat(asked["of"])
    may_close = part.close >= 0 and walker.menu(seat) >> part.close & 1
    return [*codes, part.close] if may_close else codes


def _numbered(numbers: list[str], codes: list[int]) -> list[int]:
    by_number = {str(number): code for number, code in enumerate(codes, 1)}
    for number in numbers:
        if number not in by_number:
            raise Refusal(f"There is no choice {number}; there are 1 to {len(codes)}.")
    return [by_number[number] for number in dict.fromkeys(numbers)]


def _take(walker: Position, seat: int, codes: list[int]) -> tuple[list[int], bool]:
    """Take one choice, or a whole set; what closes the set is understood."""
    part = walker.part(seat)
    if not part.many:
        if len(codes) > 1:
            raise Refusal("Choose one.")
        return codes, walker.choose(seat, codes[0])
    things = forms.settled(part, [code for code in codes if code != part.close])
    if not part.least <= len(things) <= part.most:
        raise Refusal(f"Choose {_how_many(part)}.")
    steps: list[int] = []
    complete = False
    for code in things:
        complete = walker.choose(seat, code)
        steps.append(code)
    goes_on = not complete and walker.part(seat).key == part.key
    if goes_on and part.close >= 0:
        complete = walker.choose(seat, part.close)
        steps.append(part.close)
    return steps, complete


def _how_many(part: Part) -> str:
    return str(part.least) if part.least == part.most else f"{part.least} to {part.most}"


def _to_go_on(file: str) -> str:
    return f"To go on with it: saleroom play --resume {file}"
