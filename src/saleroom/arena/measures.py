"""What can be said of any game in a number: how long, how close, who wins, what happens.

All of it comes from entries, events and scores, and its words from the sentences of the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from statistics import fmean
from typing import Literal

import msgspec

from saleroom import catalogue
from saleroom.arena.trial import Story, Trial, words
from saleroom.games.core import NOBODY

Kind = Literal["number", "share"]
Values = list[float | None]  # by deal; None where a deal says nothing about it
Sums = tuple[int, int]  # so much, of so many
GAP = "\N{HORIZONTAL ELLIPSIS}"  # where a sentence has a value
LONGEST_LABEL = 48


class Series(msgspec.Struct):
    """A figure deal by deal, for each variant."""

    key: str
    says: str
    kind: Kind
    values: list[Values]
    grain: float = 1.0  # the least by which a game can differ from another


class Told:
    """The games of a trial by variant: those with the bot in all seats, and those among rivals."""

    def __init__(self, trial: Trial, deals: Sequence[Sequence[Story]]) -> None:
        self.trial = trial
        self.words = catalogue.shared(trial.tables[0], trial.seats).words
        each = trial.games_a_deal // len(trial.variants)
        starts = range(0, trial.games_a_deal, each)
        self.alike = [[deal[start] for deal in deals] for start in starts]
        self.unit = "round" if any(story.rounds for story in self.stories()) else "game"
        self.alone = [[deal[start + 1 : start + each] for deal in deals] for start in starts]

    def stories(self) -> Iterator[Story]:
        """Those with the bot in all seats."""
        return chain(*self.alike)

    def series(
        self, key: str, says: str, kind: Kind, value: Callable[..., float | None], *asked: object
    ) -> Series:
        values = [[value(story, *asked) for story in stories] for stories in self.alike]
        return Series(key, says, kind, values)

    def average(self, key: str, says: str, of: Callable[..., Sums], *asked: object) -> Series:
        """What is added up in a game, by the times it was added."""
        sums = [[of(story, *asked) for story in stories] for stories in self.alike]
        values: list[Values] = [
            [total / times if times else None for total, times in each] for each in sums
        ]
        often = fmean(times or 1 for _, times in chain(*sums)) if self.alike[0] else 1.0
        return Series(key, says, "number", values, grain=1.0 / often)

    def keys(self, *kinds: Callable[[Story], Iterable[str]]) -> list[str]:
        """Of what is told of any game, in the order of the words of the game."""
        found = {key for story in self.stories() for kind in kinds for key in kind(story)}
        return [key for key in self.words if key in found]

    def names(self) -> list[str]:
        """What has a name in a variant, such as a bid, if one of its sort was ever taken."""
        known = {word: sort for table in self.trial.tables for word, sort in words(table).items()}
        named = {known[word] for story in self.stories() for word in story.named if word in known}
        return [word for word, sort in known.items() if sort in named]

    def says(self, key: str) -> str:
        """What happens at an event, without who and what: its sentence with gaps."""
        said = _clause(self.words[key])
        if [_clause(sentence) for sentence in self.words.values()].count(said) > 1:
            said = _gapped(self.words[key]).rstrip(".")
        if said == GAP:
            said = key.replace("_", " ")
        return _shortened(said)

    def says_how_much(self, key: str, name: str) -> str:
        """The same with an N where the number stands; or with its name, where it stands nowhere."""
        sentence, amount = self.words[key], f"{{{name}}}"
        if amount not in sentence:
            return f"{self.says(key)}: {name.replace('_', ' ')}"
        said = _gapped(sentence.replace(f" ({amount})", f" {amount}").replace(amount, "N"))
        return _shortened(said.lstrip(f"{GAP}:. ").rstrip("."))


def _shortened(said: str) -> str:
    if len(said) > LONGEST_LABEL:
        return f"{said[: LONGEST_LABEL - 1].rpartition(' ')[0]} {GAP}"
    return said


def _gapped(sentence: str) -> str:
    said = re.sub(r" \(\{\w+\}\)", "", sentence.removeprefix("@{seat} "))
    return re.sub(r"@?\{\w+\}( @?\{\w+\})*", GAP, said)


def _clause(sentence: str) -> str:
    return re.split("[:,;.]", _gapped(sentence))[0]


def sections_of(told: Told) -> list[tuple[str, str, list[Series]]]:
    """By section: its key, its title, and what is in it."""
    return [
        ("game", "A game", _of_games(told)),
        ("endings", "How it ends", _endings(told)),
        ("seats", f"Who wins (fair: {100 / told.trial.seats:.0f} %)", _who_wins(told)),
        ("first", "Wins of who does it first", _relations(told, _first)),
        ("most", "Wins of who does it most", _relations(told, _most)),
        ("takers", "Wins of who takes or names it most", _takers(told)),
        ("amounts", "How much: N on average", _amounts(told)),
        ("happens", f"How often it happens in a {told.unit}", _happenings(told)),
        ("which", f"How often a seat takes or names it in a {told.unit}", _named(told)),
    ]


def _of_games(told: Told) -> list[Series]:
    found = [
        told.series("rounds", "rounds", "number", lambda story: story.rounds),
        told.series("decisions", "decisions", "number", lambda story: story.decisions),
        told.average("choices", "choices at a decision", _choices),
        told.series("winner", "score of who wins", "number", _winner),
        told.series("others", "score of the others", "number", _others),
        told.series("margin", "winner ahead of the next by", "number", _margin),
        told.series("leads", "changes of the lead", "number", lambda story: story.leads),
    ]
    return found if told.unit == "round" else found[1:]


def _endings(told: Told) -> list[Series]:
    return [
        told.series(key, told.words[key].rstrip("."), "share", _ends, key)
        for key in told.keys(lambda story: [story.ending])
    ]


def _who_wins(told: Told) -> list[Series]:
    found = [
        told.series(f"seat_{seat}", f"seat {seat} wins", "share", Story.share, seat)
        for seat in range(told.trial.seats)
    ]
    found.append(told.series("shared", "the win is shared", "share", _is_shared))
    found.append(told.series("halfway", "who leads halfway wins", "share", _won_by_halfway))
    if told.trial.rival is not None:
        values: list[Values] = [
            [fmean(story.share(story.fixture.seat or 0) for story in deal) for deal in deals]
            for deals in told.alone
        ]
        says = f"{told.trial.bot} among {told.trial.rival} wins"
        found.append(Series("skill", says, "share", values))
    return found


def _relations(told: Told, who: Callable[[Story, str], int]) -> list[Series]:
    """What it goes with to be the one."""
    found = [_wins(told, key, told.says(key), who) for key in told.keys(_uneven)]
    return [series for series in found if series is not None]


def _takers(told: Told) -> list[Series]:
    """What it goes with to take a thing more often than others."""
    found = [_wins(told, word, _spoken(word), _most_named) for word in told.names()]
    return [series for series in found if series is not None]


def _wins(told: Told, key: str, says: str, who: Callable[[Story, str], int]) -> Series | None:
    """How often this one wins; None where it is always the same seat, or nobody."""
    ones = {who(story, key) for story in told.stories()} - {NOBODY}
    return told.series(key, says, "share", _won_by, who, key) if len(ones) > 1 else None


def _happenings(told: Told) -> list[Series]:
    """Left out is what tells no more than how long a game is: what all seats do alike, what comes
    equally often in every round or in every game; and the ending, which has been told."""
    stories = list(told.stories())
    endings = {story.ending for story in stories}
    found = []
    for key in told.keys(_uneven, lambda story: story.happened):
        times = {_times(story, key) for story in stories}
        a_round = {_times(story, key) / _rounds(story) for story in stories}
        if key not in endings and len(times) > 1 and len(a_round) > 1:
            found.append(told.average(key, told.says(key), _times_in_rounds, key))
    return found


def _amounts(told: Told) -> list[Series]:
    """Of what seats do, the numbers in it; left out is what is always the same."""
    found = []
    for key in told.keys(lambda story: story.amounts):
        names = {name: None for story in told.stories() for name in story.amounts.get(key, ())}
        for name in names:
            says = told.says_how_much(key, name)
            series = told.average(f"{key}.{name}", says, _amount, key, name)
            means = set(chain(*series.values)) - {None}
            if f"@{{{name}}}" not in told.words[key] and len(means) > 1:
                found.append(series)
    return found


def _named(told: Told) -> list[Series]:
    return [told.average(word, _spoken(word), _named_in_rounds, word) for word in told.names()]


def _spoken(word: str) -> str:
    return word.replace("_", " ")


# -- of one game -----------------------------------------------------------------------------------


def _choices(story: Story) -> Sums:
    return story.choices, story.decisions


def _winner(story: Story) -> float:
    return story.scores[story.winners[0]]


def _others(story: Story) -> float | None:
    others = [score for seat, score in enumerate(story.scores) if seat not in story.winners]
    return fmean(others) if others else None


def _margin(story: Story) -> float:
    """0 where the win is shared; it is less where a tie was broken against the higher score."""
    if len(story.winners) > 1:
        return 0.0
    (winner,) = story.winners
    return story.scores[winner] - max(
        score for seat, score in enumerate(story.scores) if seat != winner
    )


def _ends(story: Story, key: str) -> float:
    return float(story.ending == key)


def _is_shared(story: Story) -> float:
    return float(len(story.winners) > 1)


def _won_by_halfway(story: Story) -> float | None:
    return None if story.halfway == NOBODY else story.share(story.halfway)


def _won_by(story: Story, who: Callable[[Story, str], int], key: str) -> float | None:
    seat = who(story, key)
    return None if seat == NOBODY else story.share(seat)


def _first(story: Story, key: str) -> int:
    return story.first.get(key, NOBODY)


def _most(story: Story, key: str) -> int:
    return _alone_with_most(story.did.get(key))


def _most_named(story: Story, word: str) -> int:
    return _alone_with_most(story.named.get(word))


def _alone_with_most(times: list[int] | None) -> int:
    """The seat that did it more often than any other."""
    if times is None:
        return NOBODY
    most = max(times)
    return times.index(most) if times.count(most) == 1 else NOBODY


def _uneven(story: Story) -> list[str]:
    """What one seat did more often than another."""
    return [key for key, times in story.did.items() if len(set(times)) > 1]


def _amount(story: Story, key: str, name: str) -> Sums:
    return story.amounts.get(key, {}).get(name, (0, 0))


def _named_in_rounds(story: Story, word: str) -> Sums:
    return sum(story.named.get(word, ())), _rounds(story)


def _times_in_rounds(story: Story, key: str) -> Sums:
    return _times(story, key), _rounds(story)


def _rounds(story: Story) -> int:
    """How many a game has, or it is one round itself."""
    return max(story.rounds, 1)


def _times(story: Story, key: str) -> int:
    return sum(story.did.get(key, ())) + story.happened.get(key, 0)
