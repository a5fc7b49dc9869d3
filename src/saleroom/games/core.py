"""The contract that every game keeps: Rules, Position, Bot, Draw, Part, Event and the refusals.

A position is a game in progress. It waits for one of three things: a draw (`wants`), choices of
one or more seats (`movers`), or nothing (`over`). Sets are bits (`bits`): seats, choices and what a
draw may bring are numbers from 0 to 61. Made from this contract for all games alike: `forms` and
`notation`. Where draws come from is in `chance`.
"""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from saleroom.games.bits import Dice, count, pick, place, shl

NOBODY: Final = -1


# -- refusals: sentences for people, and nothing has changed --------------------------------------


class Refusal(ValueError):
    """What was asked, why not, and what is possible; `rule` is the number of the rule, or empty."""

    rule: str

    def __init__(self, sentence: str, rule: str = "") -> None:
        super().__init__(sentence)
        self.rule = rule


class NotUnderstood(Refusal):
    """The words mean nothing here."""


class NotAllowed(Refusal):
    """Understood, but the rules do not allow it now."""


class NotYourTurn(Refusal):
    """This seat owes no choice now."""


class GameOver(Refusal):
    """The game has ended."""


class BadVariant(ValueError):
    """A table of numbers that no game can be made of: which key, and why."""

    key: str
    reason: str

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(f"{key}: {reason}")
        self.key = key
        self.reason = reason


# -- what crosses the border ----------------------------------------------------------------------


@final
class Draw:
    """A question to chance: what comes from this pile?"""

    pile: int  # its name is rules.piles[pile]
    shuffle: int  # how often this pile has been shuffled before
    wants: int  # what may come, all alike in chance; two outcomes of one name are alike things
    together: int  # so many are still to come as one set, this one included
    seers: int  # the seats that see what comes; when all do, spectators do too
    full: int  # what the pile held when it was shuffled; matters only where things are alike

    def __init__(
        self, pile: int, shuffle: int, wants: int, together: int, seers: int, full: int = 0
    ) -> None:
        self.pile = pile
        self.shuffle = shuffle
        self.wants = wants
        self.together = together
        self.seers = seers
        self.full = full or wants


@final
class Part:
    """One question of a decision: what kind it is and where its things lie.

    `zones` names every thing in reach; a thing that is not in the menu can say why (`refusal`).
    Of things that nobody could tell apart, so many are chosen, not these or those: a group of
    `alike` lists their codes in the order they are taken, a code once for each thing it stands for.
    """

    key: str  # which question: "set_aside", "act", "pay" ...
    zones: dict[str, int]  # zone -> codes of the things lying there
    many: bool  # choose several (in rising order), not one
    least: int  # of several: how many at least ...
    most: int  # ... and at most
    close: int  # the choice that closes the question without choosing a thing, or -1
    secret: int  # codes that only the chooser may know
    previews: dict[int, str]  # code -> the zone that this thing would go to
    fixed: dict[str, list[str]]  # zone -> things that are chosen already by rule
    alike: list[list[int]]  # groups of two or more things that can still be chosen

    def __init__(
        self,
        key: str,
        zones: dict[str, int],
        *,
        many: bool = False,
        least: int = 1,
        most: int = 1,
        close: int = -1,
        secret: int = 0,
        previews: dict[int, str] | None = None,
        fixed: dict[str, list[str]] | None = None,
        alike: list[list[int]] | None = None,
    ) -> None:
        self.key = key
        self.zones = zones
        self.many = many
        self.least = least
        self.most = most
        self.close = close
        self.secret = secret
        self.previews = {} if previews is None else previews
        self.fixed = {} if fixed is None else fixed
        self.alike = [] if alike is None else alike


@final
class Event:
    """Something happened. Everybody may know `values`; the seers know `secret` besides.

    A value in `secret` replaces the one of the same name. The key names the sentence in
    `rules.words`; in sentences @0 stands for the name of seat 0.
    """

    key: str
    seat: int  # whose doing it was, or NOBODY
    values: dict[str, object]
    seers: int
    secret: dict[str, object]

    def __init__(
        self,
        key: str,
        seat: int,
        values: dict[str, object],
        seers: int = 0,
        secret: dict[str, object] | None = None,
    ) -> None:
        self.key = key
        self.seat = seat
        self.values = values
        self.seers = seers
        self.secret = {} if secret is None else secret

    def told(self, viewer: int | None, words: dict[str, str]) -> dict[str, object]:
        """The event as plain data, as this seat (None: a spectator) may know it."""
        known = dict(self.values)
        if viewer is not None and self.seers >> viewer & 1:
            known.update(self.secret)
        sentence = words[self.key].format(seat=self.seat, **known)
        return {"key": self.key, "seat": self.seat, "values": known, "says": sentence}


# -- a rule set, and a game in progress -----------------------------------------------------------


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules:
    """One game, one variant, a number of seats. Immutable."""

    game: str
    variant: str
    seats: int
    version: int  # raised when the same decisions could lead elsewhere than before
    take_back: bool  # may a seat take back its last decision, while nothing was drawn since?
    choices: int  # how many choice codes there are, at most 62
    piles: list[str]  # names of what is drawn from
    lowest: int  # no score is below this ...
    highest: int  # ... or above this
    words: dict[str, str]  # key -> English sentence, for events and states
    table: dict[str, object]  # the variant file as plain data
    known_house: "Bot | None" = None  # made when it is first asked for

    def begin(self) -> "Position":
        """A new game; nothing is dealt yet, and the first thing it wants is draws."""
        raise NotImplementedError

    def outcome(self, pile: int, outcome: int) -> str:
        """The name of what a draw brings; alike things have one name."""
        raise NotImplementedError

    def house(self) -> "Bot":
        """Who plays this game well without imagining."""
        if self.known_house is None:
            self.known_house = self.new_house()
        return self.known_house

    def new_house(self) -> "Bot":
        """The one that `house` keeps; by default it takes any choice."""
        return Random()


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """A game in progress: mutable, cheap to clone. The fields are for everybody to read."""

    rules: Rules
    wants: i64 = 0  # what the pending draw may bring; 0: no draw is pending
    movers: i64 = 0  # the seats that owe a choice; 0 while a draw is pending
    over: bool = False
    remembers: bool = True  # off for playouts; then `seen` and `sample` refuse
    events: list[Event] | None = None  # what happened, for who listens; None: nobody does

    # -- chance -----------------------------------------------------------------------------------

    def pending(self) -> Draw:
        """The draw this position waits for."""
        raise NotImplementedError

    def draw(self, outcome: i64) -> None:
        """Answer the pending draw with a member of `wants`."""
        raise NotImplementedError

    # -- choices ----------------------------------------------------------------------------------

    def menu(self, seat: i64) -> i64:
        """The legal choices of a seat; empty exactly when it owes none."""
        raise NotImplementedError

    def step(self, seat: i64, choice: i64) -> bool:
        """Do what was taken from the menu, unchecked; True when it completed the decision."""
        raise NotImplementedError

    def choose(self, seat: int, choice: int) -> bool:
        """Refuse, or do it; True when it completed the decision."""
        must_owe(self, seat)
        if not (0 <= choice < 62 and self.menu(seat) >> choice & 1):
            raise self.refusal(seat, choice)
        return self.step(seat, choice)

    def refusal(self, seat: int, choice: int) -> Refusal:
        """Why a seat that owes a choice cannot have this one, as far as the seat may know."""
        raise NotImplementedError

    def between(self, seat: int) -> bool:
        """This seat has not begun a decision (also when it owes none)."""
        raise NotImplementedError

    # -- result -----------------------------------------------------------------------------------

    def scores(self) -> list[int]:
        """By seat, of the true position."""
        raise NotImplementedError

    def winners(self) -> int:
        """The seats that have won, when over."""
        raise NotImplementedError

    def ending(self) -> str:
        """The way the game ended, a key of `rules.words`; empty before."""
        raise NotImplementedError

    # -- copies and imagined worlds ---------------------------------------------------------------

    def clone(self) -> "Position":
        """An independent copy that nobody listens to."""
        raise NotImplementedError

    def reset_to(self, other: "Position") -> None:
        """Become a copy of another position of the same rules; for search."""
        raise NotImplementedError

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled, a copy goes to another process: made of its rules alone, then all its fields."""
        fields = self.__getstate__()
        assert isinstance(fields, dict), "a position has fields"
        own = getattr(self, "__dict__", {})  # those of a game that is not compiled
        return type(self), (self.rules,), {**fields, **own, "events": None}

    def seen(self, seat: int) -> int:
        """A 62-bit key of all that this seat has seen and chosen, with perfect memory.

        RuntimeError without memory; what is revealed at the end of a game need not be in it.
        """
        raise NotImplementedError

    def sample(self, seat: int, dice: Dice) -> "Position":
        """A world this seat cannot tell from the true one.

        RuntimeError without memory, or while a draw is pending.
        """
        raise NotImplementedError

    # -- what people see --------------------------------------------------------------------------

    def view(self, seat: int | None) -> dict[str, object]:
        """All that a seat (None: a spectator) may see now, as plain data."""
        raise NotImplementedError

    def hint(self, seat: int) -> dict[str, object]:
        """What this seat could work out or remember by itself, as plain data; perhaps nothing.

        A table may be played with hints; they stand beside the view and hold nothing else.
        """
        return {}

    def part(self, seat: int) -> Part:
        """The question that the menu of this seat answers."""
        raise NotImplementedError

    def word(self, seat: int, choice: int) -> str:
        """Notation: a word that is unique in its menu, perhaps after filler words ("buy 2").

        Every code has a word at any time; it is empty where the code means nothing now.
        """
        raise NotImplementedError

    def label(self, seat: int, choice: int) -> str:
        """The choice in a person's words."""
        raise NotImplementedError


# -- who chooses ----------------------------------------------------------------------------------


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A way of choosing for a seat, knowing only what the seat knows.

    The world it is handed is never the true position but one out of `sample`, so it cannot peek;
    and its choice is the same in every such world, given equal dice.
    """

    def choose(self, world: Position, seat: i64, dice: Dice) -> i64:
        """A choice from the menu of this seat."""
        raise NotImplementedError


@final
class Random(Bot):
    """Takes any choice of its menu."""

    def choose(self, world: Position, seat: i64, dice: Dice) -> i64:
        return place(dice.member(world.menu(seat)))


# -- written once for all games -------------------------------------------------------------------


def must_owe(position: Position, seat: int) -> None:
    """Refuse unless this seat owes a choice."""
    if position.over:
        raise GameOver("The game is over.")
    if not (0 <= seat < 62 and position.movers >> seat & 1):
        raise NotYourTurn(f"Seat {seat} has nothing to decide now.")


def must_remember(position: Position) -> None:
    """For `seen` and `sample`, which are nothing without memory."""
    if not position.remembers:
        raise RuntimeError("This position does not remember what its seats have seen.")


def must_rest(position: Position) -> None:
    """For `sample`: what a seat knows is settled when nothing is on its way."""
    if position.wants:
        raise RuntimeError("A draw is pending: answer it first.")


def deal(position: Position, dice: Dice) -> None:
    """Answer every pending draw."""
    while position.wants:
        position.draw(place(dice.member(position.wants)))


def playout(position: Position, dice: Dice) -> int:
    """Play to the end with random choices; how many menus had two or more entries."""
    decisions: i64 = 0
    while not position.over:
        wants = position.wants
        if wants:
            position.draw(place(pick(wants, dice.below(count(wants)))))
            continue
        movers = position.movers
        seat = place(movers & -movers)
        menu = position.menu(seat)
        if menu & (menu - 1):
            decisions += 1
            position.step(seat, place(pick(menu, dice.below(count(menu)))))
        else:
            position.step(seat, place(menu))
    return decisions


def any_decision(position: Position, seat: int, dice: Dice) -> list[int]:
    """A decision of random choices for a seat that owes one, not made yet."""
    walker = position.clone()
    path: list[int] = []
    complete = False
    while not complete:
        path.append(place(dice.member(walker.menu(seat))))
        complete = walker.step(seat, path[-1])
    return path


def everybody(rules: Rules) -> int:
    """All seats, as a set."""
    return shl(1, rules.seats) - 1
