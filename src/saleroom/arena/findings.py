"""What a trial has found: each figure for each variant, and how far it is from the first.

The chance of a deal is the same for all variants, so what a deal does to both is taken out of a
difference. It is called sure only where an interval that allows for all the figures of the trial,
and for looking early, does not hold zero: in 95 trials of 100 no sure difference is a false one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil, inf
from statistics import fmean

import msgspec

from saleroom import catalogue
from saleroom.arena.bounds import EARLY, MISSES, give_or_take, interval
from saleroom.arena.measures import Kind, Series, Told, Values, sections_of
from saleroom.arena.paper import counted, grid, written
from saleroom.arena.trial import Story, Trial

MOST_READ = 12
LETTERS = "ABCDEFGHIJKL"  # of variants, in tables


class Known(msgspec.Struct, frozen=True):
    """A mean, and what it lies between; None while the deals are few."""

    mean: float
    low: float | None
    high: float | None
    deals: int


class Difference(msgspec.Struct, frozen=True):
    """How much more than in the first variant."""

    mean: float
    low: float | None
    high: float | None
    is_sure: bool


class Figure(msgspec.Struct, frozen=True):
    """One thing that can be said of a game in a number."""

    key: str
    says: str
    kind: Kind
    known: list[Known | None]  # by variant; None where nothing is known
    more: list[Difference | None]  # by variant after the first


class Section(msgspec.Struct, frozen=True):
    """Figures that belong together."""

    key: str
    title: str
    figures: list[Figure]


class Box(msgspec.Struct, frozen=True):
    """Of many numbers so many per cent are not above these."""

    p5: int
    p25: int
    p50: int
    p75: int
    p95: int


class Spread(msgspec.Struct, frozen=True):
    """How the games of a variant differ from each other."""

    lengths: dict[int, int]  # rounds, or decisions where there are none -> games
    winners: Box  # scores of who won ...
    others: Box | None  # ... and of who did not


class Findings(msgspec.Struct, frozen=True):
    """A trial and what came of it; prints as tables."""

    trial: Trial
    changes: list[dict[str, tuple[str, str]]]  # by variant after the first: key -> was, is
    deals: int
    games: int
    sections: list[Section]
    spreads: list[Spread]  # by variant
    reading: list[list[str]]  # by variant after the first: the sure differences

    def __str__(self) -> str:
        return _drawn(self)


def findings(trial: Trial, deals: Sequence[Sequence[Story]]) -> Findings:
    """What these deals say, each with its games in the order of the trial."""
    told = Told(trial, deals)
    raw = [(key, title, series) for key, title, series in sections_of(told) if series]
    numbers = (len(trial.variants) - 1) * sum(len(series) for _, _, series in raw)
    sections = [
        Section(key, title, [_figure(one, MISSES / numbers) for one in series])
        for key, title, series in raw
    ]
    first, *others = trial.tables
    return Findings(
        trial,
        [catalogue.differences(first, other) for other in others],
        len(deals),
        sum(len(deal) for deal in deals),
        sections,
        [_spread(stories) for stories in told.alike],
        [_reading(number, sections, told.unit) for number in range(len(others))],
    )


# -- numbers ---------------------------------------------------------------------------------------


def _figure(series: Series, misses: float) -> Figure:
    first, *others = series.values
    known = [_known(series, values) for values in series.values]
    more = [_difference(series, first, values, misses) for values in others]
    return Figure(series.key, series.says, series.kind, known, more)


def _known(series: Series, values: Values) -> Known | None:
    told = _told(values)
    if not told:
        return None
    low, high = _between(series, told, MISSES)
    return Known(fmean(told), low, high, len(told))


def _difference(series: Series, first: Values, values: Values, misses: float) -> Difference | None:
    """Of all that either variant says, whether or not the other says something of that deal."""
    was, now = _told(first), _told(values)
    if not (was and now):
        return None
    mean = fmean(now) - fmean(was)
    low, high = _more(series, first, values, MISSES)
    least, most = _more(series, first, values, misses)
    is_sure = least is not None and most is not None and not least <= 0 <= most
    return Difference(mean, low, high, is_sure)


def _told(values: Values) -> list[float]:
    return [value for value in values if value is not None]


_Between = tuple[float, float] | tuple[None, None]


def _between(series: Series, told: list[float], misses: float) -> _Between:
    """What a mean lies between; a share is at most 1."""
    if len(told) < EARLY:
        return None, None
    if series.kind == "share":
        return interval(told, misses)
    mean, either_way = fmean(told), give_or_take(told, misses, series.grain) or 0.0
    return mean - either_way, mean + either_way


def _more(series: Series, first: Values, values: Values, misses: float) -> _Between:
    """What the difference of two means lies between.

    A deal pulls it by what it says of the one and of the other, which together vary less than apart
    where the deal makes both great. Who says nothing of a deal does not pull.
    """
    was, now = _told(first), _told(values)
    deals, fewer = len(values), min(len(was), len(now))
    if fewer < EARLY:
        return None, None
    if series.kind == "share" and fewer == deals:
        low, high = interval([(1 + b - a) / 2 for a, b in zip(was, now, strict=True)], misses)
        return 2 * low - 1, 2 * high - 1
    pulls = [b - a for a, b in zip(_pulls(first), _pulls(values), strict=True)]
    mean = fmean(now) - fmean(was)
    either_way = give_or_take(pulls, misses, series.grain * deals / fewer) or 0.0
    low, high = mean - either_way, mean + either_way
    return (max(low, -1.0), min(high, 1.0)) if series.kind == "share" else (low, high)


def _pulls(values: Values) -> list[float]:
    """How far each deal pulls the mean away from what it is, times the number of deals."""
    told = _told(values)
    mean, weight = fmean(told), len(values) / len(told)
    return [0.0 if value is None else (value - mean) * weight for value in values]


def _spread(stories: Sequence[Story]) -> Spread:
    lengths = Counter(story.rounds or story.decisions for story in stories)
    won = [story.scores[seat] for story in stories for seat in story.winners]
    others = [
        score
        for story in stories
        for seat, score in enumerate(story.scores)
        if seat not in story.winners
    ]
    return Spread(dict(sorted(lengths.items())), _box(won), _box(others) if others else None)


def _box(numbers: list[int]) -> Box:
    numbers.sort()
    return Box(*(numbers[ceil(p * len(numbers) / 100) - 1] for p in (5, 25, 50, 75, 95)))


# -- in sentences ----------------------------------------------------------------------------------

_PHRASES = {
    "endings": 'ends with "{says}"',
    "first": "who first {says}, wins",
    "most": "who most often {says}, wins",
    "takers": "who most often takes or names {says}, wins",
    "happens": "{says}, times in a {unit}",
    "which": "{says}, times in a {unit}",
}
_DETAILS = {"amounts", "happens", "which"}


def _reading(number: int, sections: list[Section], unit: str) -> list[str]:
    """What surely differs in a variant, by its number after the first; before all, the game."""
    sure = []
    for section in sections:
        for figure in section.figures:
            was, now, more = figure.known[0], figure.known[number + 1], figure.more[number]
            if was and now and more and more.is_sure:
                told = _PHRASES.get(section.key, "{says}").format(says=figure.says, unit=unit)
                is_told = _told_apart(now.mean, was.mean, figure.kind)
                order = section.key in _DETAILS, -_plainness(more)
                sure.append((order, f"{told}: {', not '.join(is_told)}"))
    sure.sort()
    return [sentence for _, sentence in sure[:MOST_READ]]


def _plainness(more: Difference) -> float:
    """How many times its own doubt a difference is."""
    doubt = ((more.high or 0.0) - (more.low or 0.0)) / 2
    return abs(more.mean) / doubt if doubt else inf


def _told_apart(now: float, was: float, kind: Kind) -> tuple[str, str]:
    """Both figures, with as many digits as it takes to see that they differ."""
    for more in range(4):
        told = amount(now, kind, more), amount(was, kind, more)
        if told[0] != told[1]:
            break
    return told


def amount(value: float, kind: Kind, more: int = 0) -> str:
    """A figure as it is read; with more digits where they are asked for."""
    if kind == "share":
        return f"{100 * value:.{1 + more}f} %"
    return f"{value:.{places(value) + more}f}"


def places(value: float) -> int:
    """So many behind the point tell enough."""
    return 1 if abs(value) >= 1 else 2 if abs(value) >= 0.1 or not value else 3


# -- the picture -----------------------------------------------------------------------------------


def _drawn(found: Findings) -> str:
    trial = found.trial
    bots = trial.bot if trial.rival is None else f"{trial.bot}, and {trial.bot} among {trial.rival}"
    title = f"{trial.game}, {trial.seats} seats, {bots}, seed {trial.seed}: "
    title += f"{counted(found.deals, 'deal')}, {found.games} games"
    names = catalogue.names(trial.tables[0])
    lines = [title, "", f"  A  {trial.variants[0]}"]
    for letter, name, changes in zip(LETTERS[1:], trial.variants[1:], found.changes, strict=False):
        told = ", ".join(
            f"{names[key] + ': ' if key in names else ''}{key} {now} (was {was})"
            for key, (was, now) in changes.items()
        )
        lines.append(f"  {letter}  {name}: {told or 'the same numbers'}")
    lines.append("")
    draw = _pair if len(trial.variants) == 2 else _row
    for section in found.sections:
        headings = ("A", "B", "B less A") if draw is _pair else LETTERS[: len(trial.variants)]
        table = grid(section.title, *headings)
        for figure in section.figures:
            table.add_row(figure.says, *draw(figure))
        lines.append(written(table))
    lines.append("* differs from A for sure, all these figures and any early look allowed for")
    for letter, name, sure in zip(LETTERS[1:], trial.variants[1:], found.reading, strict=False):
        lines += ["", f"{letter}  {name}: {'for sure' if sure else 'nothing differs for sure'}"]
        lines += [f"   {sentence}" for sentence in sure]
    return "\n".join(lines)


def _pair(figure: Figure) -> list[str]:
    """Two variants with all that is known of them."""
    (more,) = figure.more
    cells = [_cell(known, figure.kind) for known in figure.known]
    return [*cells, _cell(more, figure.kind, "+") + (" *" if more and more.is_sure else "  ")]


def _row(figure: Figure) -> list[str]:
    """Many variants side by side."""
    marks = ["  ", *(" *" if more and more.is_sure else "  " for more in figure.more)]
    return [
        (amount(known.mean, figure.kind) if known else "-") + mark
        for known, mark in zip(figure.known, marks, strict=True)
    ]


def _cell(told: Known | Difference | None, kind: Kind, sign: str = "") -> str:
    if told is None:
        return "-"
    if kind == "share":
        mean = f"{100 * told.mean:{sign}.1f} %"
        if told.low is None or told.high is None:
            return mean
        return f"{mean} ({100 * told.low:{sign}.0f} to {100 * told.high:{sign}.0f})"
    digits = places(told.mean or told.high or 0.0)
    mean = f"{told.mean:{sign}.{digits}f}"
    return mean if told.low is None else f"{mean} ± {told.mean - told.low:.{digits}f}"
