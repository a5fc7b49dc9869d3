"""Game: one play in progress. A position, the dealer who answers its draws, and its entries.

The same object stands behind the terminal, a table, a match and a replay.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import UNSET

from saleroom import catalogue
from saleroom.games import notation
from saleroom.games.bits import Dice, choices
from saleroom.games.chance import Dealer, Seeded
from saleroom.games.core import (
    Event,
    GameOver,
    NotAllowed,
    NotUnderstood,
    Position,
    Refusal,
    Rules,
    must_owe,
)
from saleroom.records import files, picture, sale
from saleroom.records.draws import as_written, deal_out, must_be_used_up
from saleroom.records.names import default_name, named, names_for
from saleroom.records.record import (
    ABANDONED,
    RESIGNED,
    BadRecord,
    Entry,
    Moment,
    Record,
    Result,
    from_json,
    rules_of,
)

Viewer = int | None | Literal["all"]  # a seat, a spectator, or somebody who may see everything
Decision = str | Sequence[int]  # in notation, or as a path of choice codes
LARGEST = 16 << 20  # bytes of a record file
WORLDS_TRIED = 3


# -- beginning -------------------------------------------------------------------------------------


def deal(
    game: str,
    *,
    variant: str | None = None,
    seats: int | None = None,
    seed: int | None = None,
    dealer: Dealer | None = None,
    names: Sequence[str] | None = None,
) -> Game:
    """A new game, dealt: by a seed, by a dealer of your own, or else as chance will have it."""
    rules = catalogue.load(game, variant, seats)
    if dealer is None:
        seed = secrets.randbits(62) if seed is None else seed
        dealer = Seeded(seed)
    elif seed is not None:
        raise ValueError("A game is dealt by a seed or by a dealer, not by both.")
    return Game(rules, dealer, names=names)


def read(path: str | Path) -> Game:
    """The game in a record file, .sale or .json, every entry checked; BadRecord if one is wrong."""
    path = Path(path)
    with path.open("rb") as file:
        found = file.read(LARGEST + 1)  # of a device there may be no end
    if len(found) > LARGEST:
        raise BadRecord(f"{path.name} is no record: it is larger than {LARGEST >> 20} MiB.")
    try:
        text = found.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadRecord(
            f"{path.name} is not UTF-8 text: byte {error.start + 1} belongs to no letter."
        ) from None
    if path.suffix == ".json":
        return Game.from_json(text, path.name)
    return Game.from_text(text, path.name)


def parse(text: str) -> Record:
    """What a record says that somebody sends, not yet played; JSON is told by its brace."""
    if text.lstrip().startswith("{"):
        return from_json(text, "record")
    return sale.read(text)


def replay(path: str | Path, *, seat: Viewer = None) -> Iterator[Moment]:
    """A recorded game again, entry by entry, as a seat lived it (None: a spectator)."""
    return read(path).moments(seat)


class Game:
    """One play in progress. Refusals are sentences, and change nothing."""

    rules: Rules
    position: Position  # the truth: never to be shown, nor handed to a bot
    dealer: Dealer | None  # None: unknown; one is found when the next draw comes
    names: tuple[str, ...]  # by seat
    entries: list[Entry]  # 1 is the deal
    chance: str  # how the draws were made
    extra: dict[str, str]  # further lines for the header of the record
    _fate: Result | None  # where the table ended the game, not the rules
    _known: list[str]  # the notation of each entry, as the other seats know it ...
    _events: list[Sequence[Event]]  # ... and what happened at it

    def __init__(
        self,
        rules: Rules,
        dealer: Dealer | None,
        *,
        names: Sequence[str] | None = None,
        chance: str = "",
        like: Game | None = None,  # begin where that one is; else a game is dealt
    ) -> None:
        self.rules = rules
        self.dealer = dealer
        if like is not None:
            self.position = like.position  # never changed, only replaced
            self.names = like.names
            self.entries = like.entries.copy()
            self.chance = like.chance
            self.extra = like.extra.copy()
            self._fate = like._fate
            self._known = like._known.copy()
            self._events = like._events.copy()
            return
        self.names = names_for(rules.seats, names)
        self.entries = []
        self.chance = chance or _made_by(dealer)
        self.extra = {}
        self._fate = None
        self._known = []
        self._events = []
        self.position = rules.begin()
        self.position.remembers = True
        self._append(self.position, None, "deal", "deal", ())

    # -- what is asked -------------------------------------------------------------------------

    @property
    def movers(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return () if self._fate else tuple(choices(self.position.movers))

    @property
    def over(self) -> bool:
        """Has the game ended, by its rules or by its table?"""
        return self.position.over or self._fate is not None

    def menu(self, seat: int) -> tuple[str, ...]:
        """What may come next for this seat, in words; empty where it owes nothing."""
        if seat not in self.movers:
            return ()
        words = (self.position.word(seat, code) for code in choices(self.position.menu(seat)))
        return tuple(word.split()[-1] for word in words)

    def look(self, seat: int | None = None) -> dict[str, Any]:
        """All that a seat (None: a spectator) may see, as plain data."""
        self._must_be_seat(seat)
        seen: dict[str, Any] = self.named(self.position.view(seat))
        return seen

    def table(self, seat: int | None = None) -> str:
        """The same as a picture in plain text."""
        return picture.table(self.look(seat), self.names)

    # -- what is decided -----------------------------------------------------------------------

    def choose(self, seat: int, decision: Decision) -> Entry:
        """Take a decision, in notation or as a path; refused with a sentence if it cannot be."""
        return self.move_on(seat, self.check(seat, decision))

    def check(self, seat: int, decision: Decision) -> list[int]:
        """The first half of `choose`: the path of a decision that may be taken now."""
        self._must_go_on()
        try:
            if isinstance(decision, str):
                return notation.read(self.position, seat, decision)
            self._walk(self.position.clone(), seat, decision)
            return list(decision)
        except Refusal as refusal:
            raise self._said_by_name(refusal) from None

    def move_on(self, seat: int, path: Sequence[int]) -> Entry:
        """The second half: what was checked happens, with the draws it causes."""
        self._must_go_on()
        try:
            after = self.position.clone()
            after.events = []
            self._walk(after, seat, path)
            text, known = notation.written(self.position, seat, list(path))
            if choices(self.position.movers) != [seat]:
                known = sealed(self.position, seat)
            return self._append(after, seat, text, known, tuple(path))
        except Refusal as refusal:
            raise self._said_by_name(refusal) from None

    def tried(
        self, seat: int, path: Sequence[int]
    ) -> tuple[dict[str, Any], list[dict[str, Any]]] | None:
        """View and events after a decision, as far as the seat can know: asked of imagined worlds
        only. Where these disagree it depends on what is hidden, and nothing is answered."""
        self.check(seat, path)
        dice = Dice(self.position.seen(seat))
        answers = []
        for _ in range(WORLDS_TRIED):
            world = self.position.sample(seat, dice)
            world.events = []
            for code in path:
                world.choose(seat, code)
            told = [event.told(seat, self.rules.words) for event in world.events]
            answers.append((self.named(world.view(seat)), self.named(told)))
        return answers[0] if answers.count(answers[0]) == WORLDS_TRIED else None

    def back(self) -> Entry:
        """Undo the last decision with its draws, for study; at a table see `take_back`.

        Plays the game again from the start. Only a dealer who keeps no account of what was dealt,
        as seeded ones do, will answer the same draws alike.
        """
        if len(self.entries) == 1:
            raise Refusal("There is nothing to take back: only the deal has been made.")
        return self._return_to(self._again(self.entries[:-1]))

    def may_take_back(self, seat: int) -> bool:
        """In its own turn, while there was no draw and nobody else has acted: all that the last
        decision brought about was this seat's doing, and nothing hidden was turned up."""
        gone = self.entries[-1]
        return (
            self.rules.take_back
            and gone.seat == seat
            and not gone.draws
            and self.movers == (seat,)
            and all(event.seat == seat for event in self._events[-1])
        )

    def take_back(self, seat: int) -> Entry:
        """Undo this seat's last decision, where the rules allow it."""
        if not self.rules.take_back:
            raise NotAllowed(f"In {self.rules.game} a decision stands once it is made.")
        if not self.may_take_back(seat):
            raise NotAllowed(
                "Nothing can be taken back: only your own last decisions of this turn, "
                "while nothing was drawn and nobody else has acted."
            )
        return self._return_to(self._again(self.entries[:-1]))

    def _return_to(self, before: Game) -> Entry:
        gone = self.entries[-1]
        self.position, self.entries = before.position, before.entries
        self._known, self._events = before._known, before._events
        self._fate = None
        return gone

    def copy(self) -> Game:
        """Another game that is where this one is, and goes its own way from here."""
        return Game(self.rules, self.dealer, like=self)

    def abandon(self) -> None:
        """The table ends the game: no winner, no score."""
        self._must_go_on()
        self._fate = Result(ABANDONED)

    def resign(self, seat: int) -> None:
        """One of two seats gives up: the other wins, and there is no score."""
        self._must_go_on()
        self._must_be_seat(seat)
        if self.rules.seats != 2:
            raise Refusal("Only one of two seats can resign; here somebody else must play it on.")
        self._fate = Result(RESIGNED, (1 - seat,))

    # -- what happened -------------------------------------------------------------------------

    @property
    def result(self) -> Result | None:
        """Winners, scores and how it ended; None while the game goes on."""
        if not self.position.over:
            return self._fate
        return Result(
            self.position.ending(),
            tuple(choices(self.position.winners())),
            tuple(self.position.scores()),
        )

    def verdict(self) -> str:
        """The result in a sentence or two."""
        result = self.result
        if result is None:
            return f"The game is unfinished after entry {len(self.entries)}."
        if result.ending == ABANDONED:
            return "The game was abandoned."
        *first, last = [f"@{seat}" for seat in result.winners]
        winners = self.named(f"{', '.join(first)} and {last}" if first else last)
        told = f"{winners} {'wins' if len(result.winners) == 1 else 'share the win'}"
        if result.ending == RESIGNED:
            return f"{told}: the other seat resigned."
        points = result.scores[result.winners[0]]
        behind = [seat for seat in range(len(self.names)) if seat not in result.winners]
        tie = " the tie" if any(result.scores[seat] == points for seat in behind) else ""
        told = f"{told}{tie} with {points}"
        behind.sort(key=lambda seat: -result.scores[seat])
        others = [f"{self.names[seat]} has {result.scores[seat]}" for seat in behind]
        ended = self.named(self.rules.words[result.ending])
        return f"{'; '.join([told, *others])}. {ended}"

    def said(self, number: int, seat: Viewer = None) -> str:
        """The decision of an entry in notation, as this viewer knew it at that moment."""
        self._must_be_entry(number)
        entry = self.entries[number - 1]
        is_open = seat == "all" or (self.position.over and number == len(self.entries))
        return entry.text if is_open or entry.seat == seat else self._known[number - 1]

    def events(self, number: int, seat: Viewer = None) -> list[dict[str, Any]]:
        """What happened at an entry, as this viewer was told."""
        self._must_be_entry(number)
        told = []
        for event in self._events[number - 1]:
            knower = seat
            if knower == "all":
                knower = choices(event.seers)[0] if event.seers else None
            told.append(self.named(event.told(knower, self.rules.words)))
        return told

    def hand_over(self) -> Sequence[Event]:
        """The events of the last entry with all their secrets, for who keeps them from now on;
        what hangs on them, `may_take_back`, is to be asked before."""
        events = self._events[-1]
        self._events[-1] = ()
        return events

    def moments(self, seat: Viewer = None) -> Iterator[Moment]:
        """The game again from the deal on, as this viewer saw it."""
        if seat != "all":
            self._must_be_seat(seat)
        return self._moments(seat)

    def _moments(self, seat: Viewer) -> Iterator[Moment]:
        again = self._again(self.entries[:1])
        for number, entry in enumerate(self.entries, 1):
            if number > 1:
                again._play(entry)
            said, events = again.said(number, seat), again.events(number, seat)
            view = again._seen_by(seat)
            yield Moment(number, entry.seat, said, events, view, self.names, again.movers)

    def stages(self) -> Iterator[tuple[Game, Entry]]:
        """Each decision, with the game as it was just before it; the next turns it into its own."""
        again = self._again(self.entries[:1])
        for entry in self.entries[1:]:
            yield again, entry
            again._play(entry)

    def at(self, number: int) -> Game:
        """The game as it was just after an entry; it may go another way from there."""
        self._must_be_entry(number)
        found = self._again(self.entries[:number])
        found._resume(self.chance)
        return found

    def _seen_by(self, seat: Viewer) -> dict[str, Any]:
        if seat != "all":
            return self.look(seat)
        view = self.position.view
        seen: dict[str, Any] = self.named(
            picture.laid_open(view(None), [view(s) for s in range(self.rules.seats)])
        )
        return seen

    # -- as text and as data -------------------------------------------------------------------

    def __str__(self) -> str:
        return self.table()

    def __repr__(self) -> str:
        rules = self.rules
        state = f"{rules.game} {rules.variant}, {self.chance}, entry {len(self.entries)}"
        if self.over:
            return f"<Game {state}, {self.result}>"
        movers = " and ".join(str(seat) for seat in self.movers)
        return f"<Game {state}, {movers} to move>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.record() == other.record()

    def record(self) -> Record:
        """The game as plain data."""
        rules = self.rules
        return Record(
            game=rules.game,
            variant=rules.variant,
            table=None if catalogue.is_shipped(rules) else rules.table,
            rules=rules.version,
            seats=rules.seats,
            names={
                seat: name for seat, name in enumerate(self.names) if name != default_name(seat)
            },
            chance=self.chance,
            result=self.result,
            extra=dict(self.extra),
            entries=list(self.entries),
        )

    def text(self) -> str:
        """The game as the text of a record file."""
        return sale.write(self.record())

    def to_json(self) -> str:
        """The game as JSON, with the same content as its text."""
        return msgspec.json.encode(self.record()).decode() + "\n"

    def save(self, path: str | Path) -> None:
        """Write the record: all of it or nothing. A name that ends in .json gets JSON."""
        path = Path(path)
        files.write(path, self.to_json() if path.suffix == ".json" else self.text())

    @staticmethod
    def from_text(text: str, where: str = "record") -> Game:
        """The game of a record's text, every entry checked."""
        return Game.from_record(sale.read(text, where), where)

    @staticmethod
    def from_json(text: str, where: str = "record") -> Game:
        """The game of a record in JSON, every entry checked."""
        return Game.from_record(from_json(text, where), where)

    @staticmethod
    def from_record(record: Record, where: str = "record") -> Game:
        """Play a record: the first entry that could not happen is named by its number."""
        sale.check_format(record.saleroom, where)
        rules = rules_of(record, where)
        sale.check_header(record)
        if not record.entries or record.entries[0].seat is not None:
            raise BadRecord("Entry 1: It must be the deal, with its draws.")
        names = [record.names.get(seat, default_name(seat)) for seat in range(rules.seats)]
        try:
            names_for(rules.seats, names)
        except ValueError as error:
            raise BadRecord(f"{where}: {error}") from None
        try:
            game = _begun(rules, record.entries[0], names)
        except ValueError as error:
            raise BadRecord(f"Entry 1: {error}") from None
        for number, entry in enumerate(record.entries[1:], 2):
            try:
                game._play(entry)
            except ValueError as error:
                raise BadRecord(f"Entry {number}: {error}") from None
        game.extra = dict(record.extra)
        game._resume(record.chance)
        game._end_as_written(record.result)
        return game

    # -- inside --------------------------------------------------------------------------------

    def _walk(self, position: Position, seat: int, path: Sequence[int]) -> None:
        """Take every choice of a path, which must be one whole decision."""
        must_owe(position, seat)
        complete = False
        for code in path:
            if complete:
                raise NotUnderstood(f"The decision is complete before choice {code}.")
            complete = position.choose(seat, code)
        if not complete:
            raise NotUnderstood("The decision is not complete.")

    def _append(
        self, after: Position, seat: int | None, text: str, known: str, path: tuple[int, ...]
    ) -> Entry:
        """Answer the draws that a decision has caused, then let it count."""
        if after.events is None:
            after.events = []
        if self.dealer is None and after.wants:
            self._find_dealer()
        draws = deal_out(self.rules, after, self.dealer) if self.dealer else ()
        entry = Entry(len(self.entries) + 1, seat, text, path, draws)
        self._known.append(known)
        self._events.append(after.events)
        after.events = None
        self.position = after
        self.entries.append(entry)
        return entry

    def _play(self, entry: Entry) -> None:
        """Let an entry of a record happen: its decision, and exactly its draws."""
        if entry.seat is None:
            raise Refusal("The deal comes first and only once.")
        _must_be_number(entry, len(self.entries) + 1)
        path = self.check(entry.seat, entry.text)
        if entry.path and list(entry.path) != path:
            raise Refusal(f"Path and text differ: {entry.text!r} is {path}.")
        self.dealer = dealer = as_written(self.rules, entry.draws)
        self.move_on(entry.seat, path)
        must_be_used_up(dealer)

    def _again(self, entries: list[Entry]) -> Game:
        """Another game that went the same way so far."""
        again = _begun(self.rules, entries[0], self.names)
        for entry in entries[1:]:
            again._play(entry)
        return again

    def _resume(self, chance: str) -> None:
        """Go on with the dealer who dealt so far, where that is known."""
        self.chance = chance
        seed = re.search(r"\bseed (-?[0-9]{1,99})$", chance)
        self.dealer = Seeded(int(seed[1])) if seed else None

    def _find_dealer(self) -> None:
        self.dealer = fresh = Seeded(secrets.randbits(62))
        so_far = f"{self.chance}, " if self.chance else ""
        self.chance = f"{so_far}after entry {len(self.entries)} seed {fresh.seed}"

    def _end_as_written(self, result: Any) -> None:
        """Compare the result in the header with the game as played; a table may have ended it."""
        if result is UNSET or result == self.result:
            return
        if isinstance(result, Result) and result.ending in (ABANDONED, RESIGNED) and not self.over:
            if not result.is_of_table(self.rules.seats):
                raise BadRecord(f"The header says {result}, which no {result.ending} game can be.")
            self._fate = result
            return
        ends = f"the game as played ends {self.result}" if self.over else "the game goes on"
        cut = "" if result is None or self.over else ": the record was cut short"
        raise BadRecord(
            f"The header says {result or sale.UNFINISHED}, "
            f"but after entry {len(self.entries)} {ends}{cut}."
        )

    def _must_go_on(self) -> None:
        if self._fate:
            raise GameOver(f"The game is over: {self._fate.ending}.")
        if self.position.over:
            raise GameOver("The game is over.")

    def _must_be_seat(self, seat: int | None) -> None:
        if seat is not None and not 0 <= seat < self.rules.seats:
            raise Refusal(f"There is no seat {seat}; there are 0 to {self.rules.seats - 1}.")

    def _must_be_entry(self, number: int) -> None:
        if not 1 <= number <= len(self.entries):
            raise Refusal(f"There is no entry {number}; there are 1 to {len(self.entries)}.")

    def named(self, told: Any) -> Any:
        """Plain data with the names of seats where the engine says @0, @1."""
        return named(told, self.names)

    def _said_by_name(self, refusal: Refusal) -> Refusal:
        return type(refusal)(self.named(str(refusal)), refusal.rule)


# -- what others may know --------------------------------------------------------------------------


def sealed(position: Position, seat: int) -> str:
    """A decision in notation as the other seats know it while one of them still owes its own:
    neither its content nor its length."""
    phrases = {tuple(position.word(seat, c).split()[:-1]) for c in choices(position.menu(seat))}
    return " ".join([*(phrases.pop() if len(phrases) == 1 else ()), "?"])


# -- how it begins ---------------------------------------------------------------------------------


def _made_by(dealer: Dealer | None) -> str:
    return f"seed {dealer.seed}" if isinstance(dealer, Seeded) else type(dealer).__name__.lower()


def _must_be_number(entry: Entry, number: int) -> None:
    if entry.number != number:
        raise Refusal(f"Entry {number} should stand here.")


def _begun(rules: Rules, first: Entry, names: Sequence[str]) -> Game:
    _must_be_number(first, 1)
    dealer = as_written(rules, first.draws)
    game = Game(rules, dealer, names=names)
    must_be_used_up(dealer)
    return game
