"""All that page and server say to each other, as in docs/wire.md; both directions in one list.

The page's types are made from these structures (`types`), so they are written down once.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from saleroom.arena.findings import Findings
from saleroom.bots.review import Rated, TurningPoint
from saleroom.records import Game

VERSION = 1

_END = r"(?![\s\S])"  # of the text: in Python $ lets a newline follow
Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}" + _END)]
SeatNumber = Annotated[int, Meta(ge=0, le=61)]
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Path = Annotated[list[SeatNumber], Meta(max_length=200)]  # choice codes are 0 to 61 too
Nonce = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}" + _END)]
Token = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}" + _END)]
Reaction = Literal["well_bid", "ouch", "hmm", "thanks", "hurry", "good_game"]
Name = Annotated[str, Meta(max_length=64)]  # looked at more closely by `identity`
Word = Annotated[str, Meta(max_length=100)]
Whole = Annotated[int, Meta(ge=-(10**9), le=10**9)]
Value = bool | Whole | Word | Annotated[list[Whole | Word], Meta(max_length=62)]
Changes = Annotated[dict[Word, Value], Meta(max_length=40)]  # of a variant, by key


def _as(name: str) -> Meta:
    """Bytes that are JSON already, of the structure of this name."""
    return Meta(extra_json_schema={"$ref": f"#/$defs/{name}"})


def _list_of(name: str) -> Meta:
    return Meta(extra_json_schema={"type": "array", "items": {"$ref": f"#/$defs/{name}"}})


# -- from the engine: only named here, so that the page has types for them ------------------------


class Zone(Struct):
    """Where things lie: all of them, or only how many."""

    id: str
    owner: int | None
    count: int
    cards: list[dict[str, Any]] | None  # {card, code, marks …}; None: hidden


class Status(Struct):
    """The sentence of the moment."""

    key: str
    values: dict[str, Any]
    says: str


class Why(Struct):
    """Why something in reach cannot be chosen."""

    says: str
    rule: str


class Form(Struct, omit_defaults=True):
    """An open decision to be filled in; see `saleroom.games.forms.form`."""

    key: str
    labels: dict[str, str]
    one: dict[str, list[int | list[int]]] = {}  # a list of codes: alike things
    set: tuple[int, int | None] | None = None
    of: dict[str, list[int | list[int]]] = {}
    close: int | None = None
    previews: dict[str, str] = {}
    fixed: dict[str, list[str]] = {}
    why: dict[str, Why] = {}
    then: dict[str, Form] = {}


class GameView(Struct):
    """What all views of games have; each game adds its own."""

    game: str
    variant: str
    viewer: int | Literal["all"] | None
    phase: str
    zones: list[Zone]
    status: Status
    form: Form | None
    scores: list[dict[str, Any] | None]
    over: bool
    winners: list[int] = []
    ending: str = ""


class Hint(Struct):
    """What a seat could work out or remember by itself; each game has its own."""


class Happening(Struct):
    """An event as this viewer may know it."""

    key: str
    seat: int  # -1: nobody's doing
    values: dict[str, Any]
    says: str


# -- the page says, on the socket ------------------------------------------------------------------


class Decide(Struct, tag_field="t", tag="decide", forbid_unknown_fields=True):
    """A whole decision: the choice codes of the filled form, in order."""

    id: Id
    seat: SeatNumber
    gate: Count
    path: Path


class TakeBack(Struct, tag_field="t", tag="take_back", forbid_unknown_fields=True):
    """Take back this seat's last decision."""

    id: Id
    seat: SeatNumber
    gate: Count


class Try(Struct, tag_field="t", tag="try", forbid_unknown_fields=True):
    """What would this decision do?"""

    id: Id
    seat: SeatNumber
    gate: Count
    path: Path


class Look(Struct, tag_field="t", tag="look", forbid_unknown_fields=True):
    """Look as this seat from now on; None: as a spectator."""

    seat: SeatNumber | None


class Ping(Struct, tag_field="t", tag="ping", forbid_unknown_fields=True):
    """Are you there?"""


class React(Struct, tag_field="t", tag="react", forbid_unknown_fields=True):
    """A word over the table."""

    seat: SeatNumber
    what: Reaction


FromPage = Decide | TakeBack | Try | Look | Ping | React


# -- the server says, on the socket ----------------------------------------------------------------


class Table(Struct):
    """What a table is."""

    id: str
    name: str  # spoken, such as oak-lantern-42
    game: str
    variant: str
    public: bool
    status: Literal["waiting", "playing", "over"]
    commitment: str  # SHA-256 of the secret of the shuffle
    next: str | None  # the rematch


class SeatInfo(Struct):
    """Who sits where."""

    seat: int
    kind: Literal["open", "kept", "person", "bot"]
    name: str
    bot: str | None
    yours: bool
    here: bool
    away_since: int | None  # ms since 1970
    left: bool
    nonce: str | None


class Change(Struct):
    """A sealed answer that may still be replaced."""

    form: Annotated[msgspec.Raw, _as("Form")]
    path: list[int]


class May(Struct):
    """What this viewer may do besides deciding."""

    take_back: bool
    change: Change | None
    give: list[int]
    end: bool
    resign: bool


NOTHING = May(take_back=False, change=None, give=[], end=False, resign=False)


class Outcome(Struct):
    """How the game ended."""

    ending: str
    winners: list[int]
    scores: list[int]
    says: str

    @staticmethod
    def of(game: Game) -> Outcome | None:
        """None while it goes on."""
        result = game.result
        if result is None:
            return None
        winners, scores = list(result.winners), list(result.scores)
        return Outcome(result.ending, winners, scores, game.verdict())


class Ok(Struct):
    """A command that counts and is durable."""

    id: str
    number: int


class Differs(Struct):
    """A value that is another one."""

    key: str
    of: str  # as in a Setting
    was: str
    now: str


class Own(Struct):
    """A variant that is not shipped: which shipped one it differs least from, and how."""

    of: str
    differs: list[Differs]


class View(Struct, tag_field="t", tag="view"):
    """Everything this viewer may see now, and what has happened since the last one."""

    v: int
    number: int
    seat: int | None
    table: Annotated[msgspec.Raw, _as("Table")]
    seats: Annotated[msgspec.Raw, _list_of("SeatInfo")]
    watching: int
    view: Annotated[msgspec.Raw, _as("GameView")] | None
    hint: Annotated[msgspec.Raw, _as("Hint")] | None  # where the table plays with hints
    gate: int | None
    owing: list[int]
    waiting: str
    events: Annotated[msgspec.Raw, _as("Happenings")]
    may: May
    result: Outcome | None
    ok: list[Ok]
    rules: dict[str, Any] | None  # the variant's numbers, with the first view of a connection
    own: Own | None = None  # with them


class Refused(Struct, tag_field="t", tag="refused"):
    """That command did not count."""

    id: str
    kind: str
    says: str
    rule: str


class Tried(Struct, tag_field="t", tag="tried"):
    """What a decision would do."""

    id: str
    view: Annotated[msgspec.Raw, _as("GameView")] | None
    events: Annotated[msgspec.Raw, _as("Happenings")]


class Presence(Struct, tag_field="t", tag="presence"):
    """Who is here, when only that has changed."""

    seats: Annotated[msgspec.Raw, _list_of("SeatInfo")]
    watching: int


class Notice(Struct, tag_field="t", tag="notice"):
    """Something about the connection."""

    kind: Literal["slow_down"]
    says: str


class Pong(Struct, tag_field="t", tag="pong"):
    """Here."""


class Reacted(Struct, tag_field="t", tag="reacted"):
    """Somebody said a word over the table."""

    seat: int
    what: Reaction


FromServer = View | Refused | Tried | Presence | Notice | Pong | Reacted


# -- the page says, by POST ------------------------------------------------------------------------


class Rename(Struct, forbid_unknown_fields=True):
    """Call me this."""

    name: Name


class SeatWish(Struct, forbid_unknown_fields=True):
    """A seat of a new table."""

    kind: Literal["open", "hot", "bot"]
    bot: str | None = None


class NewTable(Struct, forbid_unknown_fields=True):
    """Make a table."""

    game: str
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=62)]
    variant: str | None = None
    public: bool = False
    hints: bool | None = None  # None: only where all others are bots
    changes: Changes = {}  # other values than those of the variant


class Sit(Struct, forbid_unknown_fields=True):
    """Take a free seat, or one's own again."""

    seat: SeatNumber | None = None
    nonce: Nonce | None = None


class AtSeat(Struct, forbid_unknown_fields=True):
    """Leave, resign, give, advice: which seat."""

    seat: SeatNumber


class PlayOn(Struct, forbid_unknown_fields=True):
    """Play a finished game on from just after an entry: as which seat, or else as one's own."""

    entry: Annotated[int, Meta(ge=1)]
    seat: SeatNumber | None = None


class Claim(Struct, forbid_unknown_fields=True):
    """Go on with a seat on another device."""

    token: Token


class Attempt(Struct, forbid_unknown_fields=True):
    """In a worked example: the decisions so far."""

    paths: Annotated[list[Path], Meta(max_length=30)]


class Vary(Struct, forbid_unknown_fields=True):
    """The variant with other values at these keys."""

    changes: Changes


class Compare(Struct, forbid_unknown_fields=True):
    """What do other values do to a variant? So many deals with this bot in all seats, and if there
    are rivals, again with it alone among them."""

    game: str
    variant: str
    changes: Annotated[Changes, Meta(min_length=1)]
    deals: Count
    bot: str = "house"
    rival: str | None = None
    seats: SeatNumber | None = None  # None: the usual number


# -- the server answers ----------------------------------------------------------------------------


class Me(Struct):
    """The guest who asks."""

    name: str


class Variant(Struct):
    """A rule set that can be played."""

    variant: str
    seats: list[int]  # possible numbers, the usual first
    short: bool  # there is a short game too, `base-short`


class GameOffer(Struct):
    """A game that can be played, its usual variant first."""

    game: str
    variants: list[Variant]
    lesson: bool  # is there a guided first round?


class BotOffer(Struct):
    """A bot that can sit at a table."""

    bot: str
    says: str


class TableLine(Struct):
    """A table in a list."""

    id: str
    name: str
    game: str
    variant: str
    status: Literal["waiting", "playing", "over"]
    public: bool
    players: list[str]  # by seat; empty: a free seat
    yours: list[int]  # the seats of who asks
    your_turn: bool
    touched: int  # ms since 1970
    says: str  # the result, once there is one


class Lobby(Struct):
    """What one can do here."""

    me: Me
    games: list[GameOffer]
    bots: list[BotOffer]
    open: list[TableLine]
    mine: list[TableLine]
    finished: list[TableLine]
    lab: bool  # may variants be compared here?


class TableInfo(Struct):
    """A table to who comes in."""

    table: Annotated[msgspec.Raw, _as("Table")]
    seats: Annotated[msgspec.Raw, _list_of("SeatInfo")]
    watching: int


class SeatLink(Struct):
    """What takes a seat to another device, once."""

    token: str


class Advice(Struct):
    """What a bot would decide."""

    bot: str
    path: list[int]
    words: str


class LogPage(Struct):
    """Older events, oldest first."""

    events: Annotated[msgspec.Raw, _as("Happenings")]
    before: int  # ask with this for still older ones; 0: there are none


class ReviewMoment(Struct):
    """The table just after an entry."""

    number: int
    seat: int | None
    said: str
    events: list[Happening]
    view: Annotated[msgspec.Raw, _as("GameView")]


class Review(Struct):
    """A game from its deal to its end, as somebody saw it."""

    game: str
    variant: str
    rules: dict[str, Any]  # the variant's numbers
    own: Own | None
    names: list[str]
    chance: str
    result: Outcome | None
    moments: list[ReviewMoment]


class Chances(Struct):
    """What a finished game turned on, as far as it is rated."""

    bot: str  # who rates
    done: int  # so many entries ...
    total: int  # ... of so many
    decisions: list[Rated]
    turning_points: list[TurningPoint]


class ProofDraw(Struct):
    """One answer of the dealer."""

    entry: int  # of the record
    pile: int
    shuffle: int
    full: list[int]  # what the pile held when it was shuffled
    left: list[int]  # what could still come
    drawn: int
    names: list[str]  # of `full`, one by one


class Proof(Struct):
    """All that is needed to check the shuffle; docs/fair-shuffle.md says how."""

    commitment: str
    secret: str
    nonces: list[str]
    draws: list[ProofDraw]


class RuleBook(Struct):
    """The law of a game and its guide."""

    game: str
    law: str
    guide: str | None
    clauses: dict[str, str]
    lessons: list[str]  # `first`, and the examples that can be tried


class LessonStep(Struct):
    """One sentence, and what is to be tapped; nothing: it is only read."""

    after: int  # the entry that the table shows
    says: str
    rule: str
    taps: list[int]


class Lesson(Struct):
    """A guided round, or a worked example to try."""

    game: str
    name: str
    title: str
    says: str
    views: list[View]  # after each entry; of an example up to where one is free
    steps: list[LessonStep]
    tried: dict[str, Annotated[msgspec.Raw, _as("GameView")]]  # entry -> what the step would do
    line: list[list[int]]  # the learner's decisions in the play


class Attempted(Struct):
    """A worked example after the decisions so far."""

    views: list[View]


Kind = Literal["number", "switch", "text", "list"]


class Setting(Struct):
    """A value of a variant that can be changed."""

    key: str  # as in `card[3].bid`
    of: str  # the name of the bid or card it belongs to; empty where there are not many of a kind
    value: bool | int | str | list[int | str]
    kind: Kind
    says: str  # what stands beside it in the file


class VariantFile(Struct):
    """A variant, value by value and as a file."""

    game: str
    variant: str
    seats: list[int]  # possible numbers, the usual first
    settings: list[Setting]
    text: str  # TOML


class LabBot(Struct):
    """A bot that plays in the lab, and how many deals it may be asked for."""

    bot: str
    says: str
    deals: list[int]
    rivals: list[str]  # among whom it may be asked to play alone


class Lab(Struct):
    """What can be compared here."""

    games: list[GameOffer]
    bots: list[LabBot]
    seed: int  # of all trials


class Comparison(Struct):
    """What other values do to a game, as far as it is known."""

    done: int  # so many deals ...
    of: int  # ... of so many
    has_ended: bool  # nothing more comes; asked again, it goes on if deals are missing
    says: str  # why it waits, or why it has ended early
    findings: Annotated[msgspec.Raw, _as("Findings")] | None


class Failure(Struct):
    """Why not."""

    kind: str
    says: str
    rule: str = ""


class Refusal(Struct):
    """The one shape of all answers that refuse."""

    error: Failure


ALL = (
    *(Zone, Status, Why, Form, GameView, Hint, Happening),
    *(Decide, TakeBack, Try, Look, Ping, React),
    *(Table, SeatInfo, View, Refused, Tried, Presence, Notice, Pong, Reacted),
    *(Rename, SeatWish, NewTable, Sit, AtSeat, Claim, Attempt, Vary, Compare),
    *(Me, Lobby, TableInfo, SeatLink, Advice, LogPage, Review, Chances, Proof),
    *(RuleBook, Lesson, Attempted, VariantFile, Lab, Findings, Comparison, Refusal),
)
