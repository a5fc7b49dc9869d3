"""Laws of sampling: a sampled world is as likely as chance makes it.

`fair` compares true and sampled worlds over many random games. `recall` and `posterior` walk
through every game that can happen, so they are for tiny games.
"""

from __future__ import annotations

import hashlib
import math
import pickle
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from typing import Any

from saleroom.games import forms
from saleroom.games.bits import Dice, choices
from saleroom.games.core import Position, Rules, deal
from saleroom.laws.looks import Broken, must, text, told
from saleroom.laws.moments import (
    LONGEST,
    Moment,
    Step,
    decide,
    first,
    mixed,
    take,
    things_meant,
)
from saleroom.laws.people import offered

FALSE_ALARM = 1e-7  # a sound sampler is blamed this rarely
SAMPLES = (4, 24)  # worlds drawn for each thing a seat can have seen: at least and at most ...
ALL_SAMPLES = 40_000  # ... and for all together, as far as the least allows
MOST_MOMENTS = 200_000  # a larger tree is refused
MANY_DEVIATIONS = 7.0  # so many standard deviations are no chance


# -- by symmetry, in any game ---------------------------------------------------------------------


def fair(rules: Rules, seeds: Sequence[int]) -> dict[str, int]:
    """True and sampled worlds of the same moments have the same statistics.

    Given what a seat has seen, the true world and a sampled one are exchangeable, so the mean
    difference of anything between them is zero. A seat's choices tell something of its cards
    where their number depends on them; a weight takes that out again, since `sample` counts each
    possible decision once, and of alike cards each.
    """
    sums: dict[str, float] = defaultdict(float)
    squares: dict[str, float] = defaultdict(float)
    pairs = 0
    for seed in seeds:
        pair = _a_pair(rules, mixed(0xFA12, seed))
        if pair is None:
            continue
        weight, here, there = pair
        pairs += 1
        for name in {**here, **there}:
            difference = weight * (here.get(name, 0.0) - there.get(name, 0.0))
            sums[name] += difference
            squares[name] += difference**2
    # A sum of symmetric numbers is beyond z roots of its squares with a chance below 2 exp(-z²/2).
    allowed = math.sqrt(2 * math.log(2 * max(1, len(sums)) / FALSE_ALARM))
    for name, total in sorted(sums.items(), key=lambda item: -abs(item[1])):
        if squares[name]:
            deviation = total / math.sqrt(squares[name])
            must(
                abs(deviation) <= allowed,
                f"{name}: true and sampled worlds differ over {pairs} games",
                f"within {allowed:.1f} deviations",
                f"{deviation:+.1f}",
            )
    return {"pairs": pairs, "statistics": len(sums)}


def _a_pair(rules: Rules, dice: Dice) -> tuple[float, dict[str, float], dict[str, float]] | None:
    """A moment of a random game: the weight of the true world, and two worlds in numbers."""
    observer = dice.below(rules.seats)
    stop = dice.below(_rounds(rules, dice))
    position = first(rules).position
    position.events = None
    weight = 1.0
    last_seen: dict[str, int] = {}
    number = 0
    while True:
        deal(position, dice)
        if position.over:
            return None
        _keep_in_mind(last_seen, position.view(observer), number)
        if number == stop:
            break
        number += 1
        for seat in choices(position.movers):
            if seat == observer:
                decide(position, seat, dice)
            else:
                imagined = position.sample(observer, dice)
                form = forms.form(position, seat)
                weight *= number_of_answers(form) / number_of_answers(forms.form(imagined, seat))
                take(position, seat, _picked(form, dice))
    world = position.sample(observer, dice)
    numbers = [_in_numbers(rules, p, observer, last_seen) for p in (position, world)]
    return weight, numbers[0], numbers[1]


def number_of_answers(form: Any, chosen: tuple[int, ...] = ()) -> int:
    """How many answers a form has; alike things count one by one."""
    things = offered(form, chosen)
    if "set" in form:
        return sum(math.comb(_size(things), size) for size in _sizes(form, things))
    return sum(_numbers(form, things, chosen))


def _numbers(form: Any, things: list[list[int]], chosen: tuple[int, ...]) -> list[int]:
    """How many answers begin with each of these things; counted once for all that lie alike in
    what follows: of ten that are chosen one by one there are more orders than can be walked."""
    following: list[list[list[int]]] = []  # the things of each later question
    node = form
    while set(then := node.get("then", ())) == {forms.ANY}:
        node = then[forms.ANY]
        following.append(offered(node, chosen))
    known: dict[tuple[int, ...], int] = {}
    found = []
    for code in [thing[0] for thing in things]:
        places = tuple(sum(len(t) for t in later if code in t) for later in following)
        if then:  # what follows is another for each
            places = (*places, -1, code)
        if places not in known:
            known[places] = _ahead(form, code, chosen, 1, number_of_answers)
        found.append(known[places])
    return found


def _picked(form: Any, dice: Dice, chosen: tuple[int, ...] = ()) -> list[int]:
    """Any answer to a form, all with the same chance."""
    things = offered(form, chosen)
    if "set" in form:
        sizes = list(_sizes(form, things))
        size = sizes[_draw([math.comb(_size(things), size) for size in sizes], dice)]
        pool = [number for number, thing in enumerate(things) for _ in thing]
        taken = Counter(pool.pop(dice.below(len(pool))) for _ in range(size))
        codes = sorted(c for number, thing in enumerate(things) for c in thing[: taken[number]])
        return codes + ([form["close"]] if "close" in form else [])
    code = things[_draw(_numbers(form, things, chosen), dice)][0]
    rest: list[int] = _ahead(form, code, chosen, [], lambda f, c: _picked(f, dice, c))
    return [code, *rest]


def _ahead(
    form: Any, code: int, chosen: tuple[int, ...], nothing: Any, then: Callable[[Any, Any], Any]
) -> Any:
    """What follows a choice of one thing."""
    follows = form.get("then", {})
    if str(code) in follows:
        return then(follows[str(code)], chosen)
    return then(follows[forms.ANY], (*chosen, code)) if forms.ANY in follows else nothing


def _sizes(form: Any, things: list[list[int]]) -> range:
    least, most = form["set"]
    most = _size(things) if most is None else most
    return range(least if "close" in form else most, most + 1)


def _size(things: list[list[int]]) -> int:
    return sum(len(thing) for thing in things)


def _draw(numbers: list[int], dice: Dice) -> int:
    """A place in this list, as likely as its number is large."""
    place_in_list = dice.below(2**30) / 2**30 * sum(numbers)
    return bisect(list(accumulate(numbers)), place_in_list)


def _rounds(rules: Rules, dice: Dice) -> int:
    """How often seats are asked in some other game."""
    position = first(rules).position
    position.events = None
    number = 0
    while not position.over:
        deal(position, dice)
        for seat in choices(position.movers):
            decide(position, seat, dice)
        number += 1
        must(number < LONGEST, "The game goes on and on", f"at most {LONGEST} rounds", number)
    return max(1, number)


def _keep_in_mind(last_seen: dict[str, int], view: Any, number: int) -> None:
    for zone in view["zones"]:
        for entry in zone["cards"] or []:
            if entry["card"] is not None:
                last_seen[entry["card"]] = number + 1


def _in_numbers(
    rules: Rules, position: Position, observer: int, last_seen: dict[str, int]
) -> dict[str, float]:
    """What is hidden from the observer: where cards are, and what it remembers of them."""
    found: dict[str, float] = defaultdict(float)
    ranks = _ranks(rules)
    for seat in range(rules.seats):
        if seat == observer:
            continue
        view: Any = position.view(seat)
        found["size of the menu"] += len(choices(position.menu(seat)))
        found["score"] += position.scores()[seat]
        for zone in view["zones"]:
            kind = zone["id"].partition(".")[0]
            for entry in zone["cards"] or []:
                card = entry["card"]
                if card is not None and zone["owner"] is not None:
                    found[f"{card} in {kind}"] += 1
                    found[f"rank of cards in {kind}"] += ranks.get(card, 0)
                    found[f"cards seen before, in {kind}"] += card in last_seen
                    found[f"how lately they were seen, in {kind}"] += last_seen.get(card, 0)
    return found


@lru_cache(maxsize=16)
def _ranks(rules: Rules) -> dict[str, int]:
    draw = rules.begin().pending()
    return {rules.outcome(draw.pile, n): rank for rank, n in enumerate(choices(draw.full), 1)}


# -- every game that can happen -------------------------------------------------------------------


class TooLarge(ValueError):
    """More games can happen than anybody could walk through."""


def tree(rules: Rules, before: int = 0, most: int = MOST_MOMENTS) -> Iterator[tuple[Moment, float]]:
    """Every moment of every game with its chance, each choice counted as certain.

    A choice that could mean any of several alike things counts once for each.

    What comes together is drawn in rising order only, and of seats that are asked together
    `before` chooses first, then the others in their order.
    """
    number = 0
    stack: list[tuple[Moment, float, int]] = [(first(rules), 1.0, -1)]
    while stack:
        moment, probability, after = stack.pop()
        number += 1
        if number > most:
            raise TooLarge(
                f"{rules.game} {rules.variant} has more than {most:,} moments. "
                "Only a tiny variant can be walked through whole."
            )
        yield moment, probability
        position = moment.position
        if position.wants:
            draw = position.pending()
            ahead = [outcome for outcome in choices(position.wants) if outcome > after]
            ways = math.comb(len(ahead), draw.together)
            for place_in_row, outcome in enumerate(ahead):
                rest = math.comb(len(ahead) - place_in_row - 1, draw.together - 1)
                if rest:
                    last = outcome if draw.together > 1 else -1
                    stack.append((_next(moment, None, outcome), probability * rest / ways, last))
        elif position.movers:
            seats = choices(position.movers)
            seat = before if before in seats else seats[0]
            for code in choices(position.menu(seat)):
                weight = probability * things_meant(position, seat, code, moment.paths[seat])
                stack.append((_next(moment, seat, code), weight, -1))


def _next(moment: Moment, seat: int | None, code: int) -> Moment:
    copy = Moment(
        moment.rules,
        moment.position.clone(),
        moment.seed,
        list(moment.history),
        moment.gate,
        moment.decided,
        [list(path) for path in moment.paths],
    )
    copy.position.events = []
    copy.happens(Step(seat, code))
    return copy


@dataclass
class _Known:
    """All moments at which a seat has seen the same."""

    moment: Moment  # one of them
    life: bytes  # how the seat has come here: all it saw, was told and chose
    worlds: dict[bytes, float] = field(default_factory=lambda: defaultdict(float))


def exhaustive(
    rules: Rules, progress: Callable[[int], None] | None = None
) -> tuple[dict[str, tuple[Broken, Moment]], dict[str, int]]:
    """Walk through every game once for each seat; which of the two laws are broken, and where."""
    counts: dict[str, int] = Counter()
    found: dict[str, tuple[Broken, Moment]] = {}
    for seat in range(rules.seats):
        known: dict[int, _Known] = {}
        keys: dict[bytes, int] = {}
        names: dict[bytes, bytes] = {}
        for moment, probability, life in _lives(rules, seat):
            counts["moments"] += 1
            if progress is not None and counts["moments"] % 500 == 0:
                progress(counts["moments"])
            if not moment.position.movers:
                continue
            key = moment.position.seen(seat)
            group = known.setdefault(key, _Known(moment, life))
            try:
                must(group.life == life, f"Seat {seat} has one key for two things seen", key, key)
                must(
                    keys.setdefault(life, key) == key,
                    f"Seat {seat} has two keys for the same thing seen",
                    keys[life],
                    key,
                )
            except Broken as broken:
                _keep(found, "recall", broken, moment)
            if moment.others_are_undecided(seat):
                group.worlds[_world(rules, moment.position, names)] += probability
        counts["things seen"] += len(known)
        try:
            _compare(rules, seat, known, names, counts)
        except _Strange as strange:
            _keep(found, "posterior", strange.broken, strange.moment)
    return found, counts


class _Strange(Exception):
    def __init__(self, broken: Broken, moment: Moment) -> None:
        super().__init__(broken.what)
        self.broken = broken
        self.moment = moment


def _keep(
    found: dict[str, tuple[Broken, Moment]], law: str, broken: Broken, moment: Moment
) -> None:
    """Of failures of one law, that of the shortest game."""
    if law not in found or len(moment.history) < len(found[law][1].history):
        found[law] = (broken, moment)


def _lives(rules: Rules, seat: int) -> Iterator[tuple[Moment, float, bytes]]:
    """The tree, with a digest for each moment of all that this seat has lived through."""
    by_depth: list[tuple[bytes, bytes]] = []
    for moment, probability in tree(rules, seat):
        depth = len(moment.history)
        del by_depth[depth:]
        life, before = by_depth[-1] if by_depth else (b"", b"")
        if moment.history and moment.history[-1].seat == seat:
            life = _digest(life, b"chose %d" % moment.history[-1].code)
        for event in told(rules, moment.position.events, seat):
            life = _digest(life, text(event))
        now = before
        if not moment.position.wants:
            now = text(moment.position.view(seat))
            if now != before:
                life = _digest(life, now)
        by_depth.append((life, now))
        yield moment, probability, life


def _digest(*texts: bytes) -> bytes:
    return hashlib.blake2b(b"\n".join(texts), digest_size=16).digest()


def _world(rules: Rules, position: Position, names: dict[bytes, bytes]) -> bytes:
    """A name of all that the seats see together; the same position is looked at once."""
    whole = pickle.dumps(position)
    if whole not in names:
        names[whole] = _digest(*(text(position.view(seat)) for seat in range(rules.seats)))
    return names[whole]


def _compare(
    rules: Rules,
    seat: int,
    known: dict[int, _Known],
    names: dict[bytes, bytes],
    counts: dict[str, int],
) -> None:
    """Draw worlds for everything this seat can have seen, and compare them with the true chances.

    Pearson's sum has a known mean and variance however few are drawn; it is added up over all.
    """
    excess, variance = 0.0, 0.0
    least, most = SAMPLES
    samples = max(least, min(most, ALL_SAMPLES // len(known)))
    for key, group in known.items():
        total = sum(group.worlds.values())
        if not total:
            continue
        dice = mixed(0x905, key)
        drawn: Counter[bytes] = Counter()
        for _ in range(samples):
            world = group.moment.position.sample(seat, dice)
            drawn[_world(rules, world, names)] += 1
        counts["worlds drawn"] += samples
        for world_name in drawn:
            if world_name not in group.worlds:
                wrong = Broken(f"A world of seat {seat} is impossible", "a possible one", "this")
                raise _Strange(wrong, group.moment)
        chances = [weight / total for weight in group.worlds.values()]
        kinds = len(chances)
        if kinds > 1:
            pearson = sum(
                (drawn[name] - samples * chance) ** 2 / (samples * chance)
                for name, chance in zip(group.worlds, chances, strict=True)
            )
            excess += pearson - (kinds - 1)
            inverse = sum(1 / chance for chance in chances)
            variance += 2 * (kinds - 1) + (inverse - kinds**2 - 2 * kinds + 2) / samples
    if variance:
        deviation = excess / math.sqrt(variance)
        if abs(deviation) > MANY_DEVIATIONS:
            wrong = Broken(
                f"Worlds of seat {seat} do not come as often as chance has them",
                f"within {MANY_DEVIATIONS} deviations",
                f"{deviation:+.1f}",
            )
            raise _Strange(wrong, next(iter(known.values())).moment)
