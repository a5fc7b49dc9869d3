"""The state of a table: the fold of its log by the rules, and nothing else.

`apply` is the only thing that changes it. Live, a dealer answers the draws of an entry; when a log
is read again they are in the entry. What each viewer may know of it is made here too.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from saleroom import catalogue
from saleroom.games import forms
from saleroom.games.bits import choices
from saleroom.games.chance import Dealer, Verifiable, commitment
from saleroom.games.core import BadVariant, NotAllowed, NotYourTurn, Position, Rules
from saleroom.records import Game
from saleroom.records.draws import as_written, must_be_used_up
from saleroom.server import messages
from saleroom.server.errors import NotYours, Unreadable
from saleroom.server.log import (
    Abandoned,
    Body,
    Created,
    Dealt,
    Decided,
    Entry,
    Given,
    Left,
    Linked,
    Moved,
    Named,
    Rematch,
    Resigned,
    Returned,
    Seated,
    Undone,
)

Viewer = int | None  # a seat, or a spectator
MOST_EVENTS = 50  # more are not shown one by one

_encode = msgspec.json.Encoder().encode


@dataclass
class Chair:
    """Who sits on a seat."""

    kind: str  # open, kept, person, bot
    guest: str | None
    name: str
    bot: str | None  # who plays, when it is a bot
    nonce: str | None
    left: bool = False


# An event as JSON: as everybody knows it, the seats that know more, and as these know it. Plain
# bytes, for a log is long, and the collector of garbage would look through everything else.
Line = tuple[bytes, int, bytes]


@dataclass
class Item:
    """What one entry of the log told: to everybody, or only to one seat."""

    only: int | None  # the seat that replaced its own sealed answer
    told: tuple[Line, ...]


class State:
    """A table after some number of entries. A copy may go its own way."""

    def __init__(
        self, key: str, first: Entry, made: Created, rules: Rules, chairs: list[Chair]
    ) -> None:
        self.id = key
        self.first = first
        self.made = made
        self.number = first.number  # of the log; never told to anybody
        self.rules = rules
        self.chairs = chairs
        self.game: Game | None = None
        self.next: str | None = None
        self.ended = False  # before anything was dealt
        self.status = "waiting"  # or "playing", or "over"
        self.owing: tuple[int, ...] = ()  # the seats that owe a decision
        self.history = [Item(None, ())]
        self.commands: dict[str, int] = {}  # seat and id of a command -> number told for it
        self.links: dict[int, str] = {}  # seat -> check of the link that takes it elsewhere
        self._replaced = [0] * len(made.seats)  # own sealed answers, by seat
        self.detours = [0] * len(made.seats)  # entries that brought the game no further, by seat
        # The open question: the game before it, and the sealed answers in order of arrival.
        self.gate = 1
        self._before: Game | None = None
        self._answers: dict[int, tuple[int, ...]] = {}
        self._asked: tuple[int, ...] = ()
        self._forms: dict[int, msgspec.Raw] = {}  # by seat, of this question
        self._undo: list[Game] = []  # the games before decisions that may be taken back
        self._dealer: Verifiable | None = None
        # Made once for all who look, and forgotten when something happens.
        self._views: dict[Viewer, msgspec.Raw] = {}
        self._hints: dict[int, msgspec.Raw] = {}
        self._names: list[bytes] = []  # as JSON

    @staticmethod
    def begin(key: str, first: Entry) -> State:
        """The state that the first entry of a log makes."""
        made = first.body
        assert isinstance(made, Created), "the first entry of a table makes it"
        chairs = [
            Chair("person" if seat.kind == "hot" else seat.kind, seat.guest, seat.name, seat.bot,
                  seat.nonce)
            for seat in made.seats
        ]  # fmt: skip
        return State(key, first, made, _rules_of(made), chairs)

    @staticmethod
    def fold(key: str, entries: Iterable[Entry]) -> State:
        """The state that a log leads to."""
        state: State | None = None
        for entry in entries:
            if state is None:
                state = State.begin(key, entry)
            else:
                state.apply(entry)
        assert state is not None, "a table has at least one entry"
        return state

    def copy(self) -> State:
        """Another state that is where this one is: games and chairs are replaced, not changed."""
        twin = State(self.id, self.first, self.made, self.rules, self.chairs)
        twin.number = self.number
        twin.game = self.game
        twin.next = self.next
        twin.ended = self.ended
        twin.status = self.status
        twin.owing = self.owing
        twin.history = self.history.copy()
        twin.commands = self.commands.copy()
        twin.links = self.links.copy()
        twin._replaced = self._replaced.copy()
        twin.detours = self.detours.copy()
        twin.gate = self.gate
        twin._before = self._before
        twin._answers = self._answers.copy()
        twin._asked = self._asked
        twin._forms = self._forms
        twin._undo = self._undo.copy()
        twin._dealer = self._dealer
        twin._views = self._views.copy()
        twin._hints = self._hints.copy()
        twin._names = self._names
        return twin

    def _forget(self, viewer: Viewer = None) -> None:
        """Something has happened that everybody can see, or only this seat."""
        if viewer is None:
            self._views, self._hints = {}, {}
        else:
            self._views.pop(viewer, None)
            self._hints.pop(viewer, None)

    # -- what it is ----------------------------------------------------------------------------

    @property
    def commitment(self) -> str:
        """What is published of the secret of the shuffle before anybody sits down."""
        return commitment(bytes.fromhex(self.made.secret))

    @property
    def is_full(self) -> bool:
        """Every seat has its player, so the game can be dealt."""
        return all(chair.kind in ("person", "bot") for chair in self.chairs)

    @property
    def question(self) -> Position:
        """The position in which the open question was put: no sealed answer is in it."""
        assert self._before is not None, "the game has begun"
        return self._before.position

    def may_take_back(self, seat: int) -> bool:
        """In the own turn, last first, while there was no draw and nobody else has acted."""
        return bool(self.rules.take_back and self._undo and self.owing == (seat,))

    def seats_of(self, guest: str) -> list[int]:
        """The seats that this guest holds, also while a bot plays one of them."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.guest == guest]

    def must_hold(self, guest: str, seat: int) -> None:
        """Refuse unless this guest holds this seat."""
        if seat not in self.seats_of(guest):
            raise NotYours(f"Seat {seat} is not yours.")

    def dealer(self) -> Verifiable:
        """Who answers the draws here."""
        if self._dealer is None:
            nonces = [bytes.fromhex(chair.nonce or "") for chair in self.chairs]
            self._dealer = Verifiable(bytes.fromhex(self.made.secret), nonces)
        return self._dealer

    def check_sum(self) -> int | None:
        """Of a game that has ended: a change in the rules would show in it."""
        if self.game is None or not self.game.position.over:
            return None
        seen = [self.game.position.seen(seat) for seat in range(self.rules.seats)]
        return zlib.crc32(repr((self.game.result, seen)).encode())

    # -- what may be asked ---------------------------------------------------------------------

    def check(self, seat: int, gate: int, path: Sequence[int]) -> Decided:
        """The entry of a decision that may be taken, or replaced, now."""
        game = self._at_gate(seat, gate)
        return Decided(gate, tuple(game.check(seat, path)))

    def check_take_back(self, seat: int, gate: int) -> Undone:
        self._at_gate(seat, gate)
        if not self.rules.take_back:
            raise NotAllowed(f"In {self.rules.game} a decision stands once it is made.")
        if not self.may_take_back(seat):
            raise NotAllowed(
                "Nothing can be taken back: only your own last decisions of this turn, "
                "while nothing was drawn and nobody else has acted."
            )
        assert self.game is not None
        return Undone(len(self.game.entries) - 1)

    def _at_gate(self, seat: int, gate: int) -> Game:
        """The game as it was when the open question was put; refuses an answer to another one."""
        if self.game is None or self._before is None:
            raise NotYourTurn("The game has not begun.")
        if self.game.over:
            self.game.check(seat, [])  # refuses, and says why
        if gate != self.gate:
            raise NotYourTurn("That question is no longer open: something has happened since.")
        return self._before

    # -- the fold ------------------------------------------------------------------------------

    def apply(self, entry: Entry, dealer: Dealer | None = None) -> Body:
        """Let an entry happen; its body comes back, with the draws where a dealer made them."""
        assert entry.number == self.number + 1, "the log has no gaps"
        body = entry.body
        only: int | None = None
        told: list[Line] = []
        if isinstance(body, Decided):
            assert entry.seat is not None
            body, only = self._decide(entry.seat, body, dealer)
            if only is None:
                told = self._happened()
        elif isinstance(body, Dealt):
            body = self._deal(body, dealer)
            told = [self._table_event("dealt", None), *self._happened()]
        elif isinstance(body, Undone):
            assert entry.seat is not None
            told = [self._take_back(entry.seat)]
        else:
            told = self._house(entry.seat, body)
        # A sealed answer shows to nobody else before the last one: no view has who has decided.
        self._forget(entry.seat if isinstance(body, Decided) and self._answers else None)
        self.number = entry.number
        if self.game is not None:
            self.owing = self.game.movers
            self.status = "over" if self.game.over else "playing"
        elif self.ended:
            self.status = "over"
        self.history.append(Item(only, tuple(told)))
        if only is not None:
            self._replaced[only] += 1
        elif isinstance(body, Decided | Dealt | Undone) and not self._answers:
            self._before, self.gate, self._forms = self.game, self.known(None), {}
            self._asked = self.owing
        goes_on = isinstance(body, Decided | Seated | Given | Resigned) and only is None
        if entry.seat is not None and not goes_on:
            self.detours[entry.seat] += 1
        if entry.command is not None:
            self.commands[f"{entry.seat}:{entry.command}"] = self.known(entry.seat)
        return body

    def _decide(
        self, seat: int, body: Decided, dealer: Dealer | None
    ) -> tuple[Decided, int | None]:
        """A decision moves the game on; one that replaces a sealed answer takes its place."""
        assert self.game is not None
        assert self._before is not None
        if seat in self._answers:
            self._answers[seat] = body.path
            self.game = self._before.copy()
            for other, path in self._answers.items():
                self.game.move_on(other, path)
            return body, seat
        before = self.game
        self.game = before.copy()
        answering = dealer or as_written(self.rules, body.draws)
        self.game.dealer = answering
        draws = self.game.move_on(seat, body.path).draws
        must_be_used_up(answering)
        if len(self._asked) > 1:
            self._answers[seat] = body.path
            if len(self._answers) == len(self._asked):
                self._answers = {}
            self._undo = []
        elif self.game.may_take_back(seat):
            self._undo.append(before)
        else:
            self._undo = []
        return msgspec.structs.replace(body, draws=draws), None

    def _deal(self, body: Dealt, dealer: Dealer | None) -> Dealt:
        names = [chair.name for chair in self.chairs]
        answering = dealer or as_written(self.rules, body.draws)
        chance = self.made.origin or "verifiable"
        self.game = Game(self.rules, answering, names=names, chance=chance)
        must_be_used_up(answering)
        if not self.made.origin:
            self.game.extra["commitment"] = self.commitment
        return Dealt(self.game.entries[0].draws)

    def _take_back(self, seat: int) -> Line:
        assert self.game is not None
        said = self.game.said(len(self.game.entries), None)
        self.game = self._undo.pop()
        return self._table_event("took_back", seat, said=said)

    def _house(self, seat: int | None, body: Body) -> list[Line]:
        """Who sits where, and ends that no rule of the game knows."""
        if isinstance(body, Rematch):
            self.next = body.table
            return []
        if isinstance(body, Abandoned):
            if self.game is None:
                self.ended = True
            else:
                self.game = self.game.copy()
                self.game.abandon()
            return [self._table_event("abandoned", None)]
        assert seat is not None, "the rest is done by a seat"
        self.chairs = self.chairs.copy()
        self._names = []
        chair = self.chairs[seat] = replace(self.chairs[seat])
        if isinstance(body, Seated):
            self.chairs[seat] = Chair("person", body.guest, body.name, None, body.nonce)
            self._dealer = None  # who was to deal before somebody else sat here knew another nonce
            return [self._table_event("seated", seat)]
        if isinstance(body, Left):
            if self.game is None:
                self.chairs[seat] = Chair("open", None, "", None, None)
                self.links.pop(seat, None)  # or it would take the seat from who comes next
                return [self._table_event("freed", seat)]
            chair.left = True
            return [self._table_event("left", seat)]
        if isinstance(body, Linked):
            self.links[seat] = body.check
            return []
        if isinstance(body, Moved):
            self.links.pop(seat, None)
            chair.guest = body.guest
            chair.kind, chair.bot, chair.left = "person", None, False
            return [self._table_event("moved", seat)]
        if isinstance(body, Returned):
            chair.kind, chair.bot, chair.left = "person", None, False
            return [self._table_event("returned", seat)]
        if isinstance(body, Named):
            chair.name = body.name
            self._name_anew()
            return [self._table_event("named", seat)]
        if isinstance(body, Given):
            chair.kind, chair.bot = "bot", body.bot
            return [self._table_event("given", seat)]
        assert isinstance(body, Resigned)
        assert self.game is not None
        self.game = self.game.copy()
        self.game.resign(seat)
        return [self._table_event("resigned", seat)]

    def _name_anew(self) -> None:
        """In the game, and in those that it may still go back to."""

        def named(game: Game | None) -> Any:
            if game is None:
                return None
            twin = game.copy()
            twin.names = tuple(chair.name for chair in self.chairs)
            return twin

        self.game, self._before = named(self.game), named(self._before)
        self._undo = [named(game) for game in self._undo]
        self._forms = {}

    # -- what viewers may know -----------------------------------------------------------------

    def known(self, viewer: Viewer) -> int:
        """How many entries this viewer may know of: not that another seat changed its mind."""
        everybody = len(self.history) - sum(self._replaced)
        return everybody if viewer is None else everybody + self._replaced[viewer]

    def look(self, viewer: Viewer) -> msgspec.Raw | None:
        """The game's view as JSON, names filled in; None before the deal."""
        if self.game is None:
            return None
        if viewer not in self._views:
            seen = self.game.position.view(viewer)
            self._views[viewer] = self._named(seen)
            if viewer is not None and len(self._asked) > 1 and viewer in self.owing:
                self._forms[viewer] = self._named(seen["form"])  # for a change of mind
        return self._views[viewer]

    def hint(self, viewer: Viewer) -> msgspec.Raw | None:
        """What this seat could have worked out, as JSON; None where the table plays without."""
        if viewer is None or self.game is None or not self.made.hints:
            return None
        if viewer not in self._hints:
            self._hints[viewer] = self._named(self.game.position.hint(viewer))
        return self._hints[viewer]

    def change_of_mind(self, seat: Viewer) -> messages.Change | None:
        """The form of a sealed answer that may still be replaced."""
        if seat is None or seat not in self._answers:
            return None
        if seat not in self._forms:
            self._forms[seat] = self._named(forms.form(self.question, seat))
        return messages.Change(self._forms[seat], list(self._answers[seat]))

    def events(self, viewer: Viewer, since: int) -> msgspec.Raw:
        """What happened after this number as JSON; null where it is too much."""
        told = self._told(viewer, self._items(viewer)[since:])
        return _listing(told) if len(told) <= MOST_EVENTS else msgspec.Raw(b"null")

    def page(self, viewer: Viewer, before: int) -> tuple[msgspec.Raw, int]:
        """At most fifty entries of the log before this number, and where they begin."""
        first = max(0, before - MOST_EVENTS)
        return _listing(self._told(viewer, self._items(viewer)[first:before])), first

    def _items(self, viewer: Viewer) -> list[Item]:
        """What this viewer may know of; the last one has the number `known`."""
        if not sum(self._replaced):
            return self.history
        return [item for item in self.history if item.only is None or item.only == viewer]

    def _told(self, viewer: Viewer, items: list[Item]) -> list[bytes]:
        """The events of these items as JSON, as this viewer may know them."""
        told: list[bytes] = []
        for item in items:
            for known, seers, secret in item.told:
                told.append(secret if viewer is not None and seers >> viewer & 1 else known)
        return told

    def tried(self, seat: int, gate: int, path: Sequence[int]) -> tuple[msgspec.Raw | None, Any]:
        """What a decision would do, as far as the seat can know; None: that depends."""
        tried = self._at_gate(seat, gate).tried(seat, path)
        if tried is None:
            return None, msgspec.Raw(b"[]")
        view, events = tried
        return msgspec.Raw(_encode(view)), msgspec.Raw(_encode(events))

    def waiting(self, viewer: Viewer) -> str:
        """Who must do what, as a sentence; empty for who owes a decision."""
        if viewer in self.owing or self.status == "over":
            return ""
        if self.game is None:
            seated = sum(chair.kind in ("person", "bot") for chair in self.chairs)
            return f"Waiting for players: {seated} of {len(self.chairs)} seated."
        names = [self.chairs[seat].name for seat in self.owing]
        return f"Waiting for {listed(names)}."

    def outcome(self) -> messages.Outcome | None:
        """How it ended, with a sentence."""
        if self.game is None:
            said = "The table was closed before the game began."
            return messages.Outcome("abandoned", [], [], said) if self.ended else None
        return messages.Outcome.of(self.game) if self.status == "over" else None

    def record(self) -> Game:
        """The game for its record, the secret of the shuffle revealed; only when it has ended."""
        if self.status != "over" or self.game is None:
            raise NotAllowed("The record is open when the game has ended.")
        game = self.game.copy()
        if not self.made.origin:  # else most of its cards were dealt elsewhere
            game.extra["secret"] = self.made.secret
            game.extra["nonces"] = " ".join(chair.nonce or "" for chair in self.chairs)
        return game

    def _happened(self) -> list[Line]:
        """What the last entry of the game told, which the game need not keep any longer."""
        assert self.game is not None
        words = self.rules.words
        lines: list[Line] = []
        for event in self.game.hand_over():
            known = self._with_names(_encode(event.told(None, words)))
            secret = b""
            if event.secret:
                seer = choices(event.seers)[0]
                secret = self._with_names(_encode(event.told(seer, words)))
            lines.append((known, event.seers if secret else 0, secret))
        return lines

    def _table_event(self, key: str, seat: int | None, **values: object) -> Line:
        """An event of the table itself, in the shape of the game's own."""
        says = SAYS[key].format(seat=seat, **values)
        told = {
            "key": f"table.{key}",
            "seat": -1 if seat is None else seat,
            "values": values,
            "says": says,
        }
        return self._with_names(_encode(told)), 0, b""

    def _named(self, told: object) -> msgspec.Raw:
        return msgspec.Raw(self._with_names(_encode(told)))

    def _with_names(self, encoded: bytes) -> bytes:
        """The engine says @0 for the name of seat 0; nothing else it says has an @."""
        at = encoded.find(b"@")
        if at < 0:
            return encoded
        if not self._names:
            self._names = [_encode(chair.name or "?")[1:-1] for chair in self.chairs]
        parts: list[bytes] = []
        after = 0
        while at >= 0:
            digits = 2 if encoded[at + 2 : at + 3].isdigit() else 1
            parts += encoded[after:at], self._names[int(encoded[at + 1 : at + 1 + digits])]
            after = at + 1 + digits
            at = encoded.find(b"@", after)
        return b"".join([*parts, encoded[after:]])


# -- small helps -----------------------------------------------------------------------------------


def _rules_of(made: Created) -> Rules:
    try:
        rules = catalogue.shared(made.table, len(made.seats))
    except (catalogue.NotOffered, BadVariant) as error:
        raise Unreadable(f"This table cannot be played on here: {error}") from None
    if rules.version != made.rules:
        raise Unreadable(
            f"This table was made by version {made.rules} of the rules of {made.game}, "
            f"and this program knows version {rules.version}."
        )
    return rules


SAYS = {
    "dealt": "The game begins.",
    "seated": "@{seat} sits down.",
    "freed": "Seat {seat} is free again.",
    "left": "@{seat} has left the table.",
    "returned": "@{seat} is back.",
    "moved": "@{seat} goes on with another device.",
    "named": "@{seat} has a new name.",
    "given": "A bot plays on for @{seat}.",
    "took_back": "@{seat} took back: {said}.",
    "resigned": "@{seat} resigns.",
    "abandoned": "The table was closed without a result.",
}


def _listing(parts: list[bytes]) -> msgspec.Raw:
    """A list of what is JSON already."""
    return msgspec.Raw(b"[%b]" % b",".join(parts))


def listed(names: Sequence[str]) -> str:
    """Ann, Ben and Cy."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
