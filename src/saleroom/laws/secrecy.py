"""Laws of what is hidden: sealed decisions, order of arrival, worlds nobody can tell apart."""

from __future__ import annotations

from saleroom.games import notation
from saleroom.games.bits import Dice, choices, place
from saleroom.games.core import Position
from saleroom.laws.looks import look, must, picture, same, sketch, told, viewers
from saleroom.laws.moments import Moment, a_decision, decisions, finish, first, some, take

WORLDS = 2  # so many are looked at in full, for each seat and moment ...
TRIES = 6  # ... and so many are tried to find one that is really another;
MORE_TRIES = 40  # if none is, so many more tell whether there is another at all
ROUNDS = 6  # two worlds are played on for so many decisions
MATCHES = 60  # so many decisions of a rival are tried to find one that looks the same


def sealed(moment: Moment) -> None:
    """Of a decision nobody else sees or knows anything before it counts for all."""
    position, rules = moment.position, moment.rules
    if not position.movers:
        return
    seat = moment.a_mover()
    copy = position.clone()
    copy.events = []
    completed = copy.step(seat, place(moment.dice.member(position.menu(seat))))
    gate = moment.gate or position.movers
    if completed and not gate & ~moment.decided & ~(1 << seat):
        return  # all have decided
    deed = f"Seat {seat} {'has sealed' if completed else 'is inside'} a decision"
    same(f"{deed}, and it is told", [], told(rules, copy.events, None))
    for other in viewers(rules):
        if other != seat:
            shown = look(copy, other)
            same(f"{deed}, and seat {other} sees it", moment.look(other), shown)
            if other is not None:
                number = moment.dice.below(2**30)
                world, after = (p.sample(other, Dice(number)) for p in (position, copy))
                what = f"{deed}, and a world of seat {other} is another"
                same(what, sketch(rules, world), sketch(rules, after))


def order(moment: Moment) -> None:
    """Decisions of seats that are asked together may arrive in any order, choice by choice."""
    position, rules = moment.position, moment.rules
    seats = choices(position.movers)
    if len(seats) < 2 or moment.gate:
        return
    paths = {seat: a_decision(position, seat, moment.dice) for seat in seats}
    arrivals = [
        [seat for seat in seats for _ in paths[seat]],
        [seat for seat in reversed(seats) for _ in paths[seat]],
    ]
    pool = list(arrivals[0])
    arrivals.append([pool.pop(moment.dice.below(len(pool))) for _ in arrivals[0]])
    expected: dict[str, object] | None = None
    for arrival in arrivals:
        copy = position.clone()
        copy.events = []
        rest = {seat: list(path) for seat, path in paths.items()}
        for seat in arrival:
            copy.choose(seat, rest[seat].pop(0))
        found: dict[str, object] = {
            "sketch": sketch(rules, copy),
            "told": {str(viewer): told(rules, copy.events, viewer) for viewer in viewers(rules)},
            "looks": {} if copy.wants else picture(rules, copy),
        }
        if expected is None:
            expected = found
        same(f"Arrival in the order {arrival}, decisions {paths}", expected, found)


# -- imagined worlds ------------------------------------------------------------------------------


def secrecy(moment: Moment) -> None:
    """What a seat or a spectator is shown and asked is the same in every world it could be in."""
    position, rules = moment.position, moment.rules
    if not moment.is_asked:
        return
    for seat in range(rules.seats):
        moment.count("moments")
        is_other = False
        for number in range(TRIES):
            if number >= WORLDS and is_other:
                break
            world = position.sample(seat, moment.dice)
            if number < WORLDS:
                what = f"In another world that seat {seat} could be in"
                same(what, moment.look(seat), look(world, seat))
                same(f"{what}, a spectator", moment.look(None)["view"], world.view(None))
            is_other = is_other or _is_other(moment, world, seat)
        more = (position.sample(seat, moment.dice) for _ in range(MORE_TRIES))
        is_open = is_other or any(_is_other(moment, world, seat) for world in more)
        moment.count("with other worlds", is_open)
        moment.count("tried in one", is_other)


def _is_other(moment: Moment, world: Position, seat: int) -> bool:
    """Somebody else has something else there."""
    return any(
        moment.look(other)["seen"] != world.seen(other)
        and moment.look(other)["view"] != world.view(other)
        for other in range(moment.rules.seats)
        if other != seat
    )


def samples(moment: Moment) -> None:
    """`sample` needs memory and no draw, undoes what others sealed, and can be played on."""
    position, rules = moment.position, moment.rules
    forgetful = position.clone()
    forgetful.remembers = False
    _must_not(lambda: forgetful.seen(0), "seen without memory")
    _must_not(lambda: forgetful.sample(0, Dice(0)), "sample without memory")
    if not moment.is_asked:
        _must_not(lambda: position.sample(0, Dice(0)), "sample while a draw is pending")
        return
    before = sketch(rules, position)
    for seat in range(rules.seats):
        number = moment.dice.below(2**30)
        world = position.sample(seat, Dice(number))
        same("A sample changes the true position", before, sketch(rules, position))
        must(world.events is None and world.remembers, "A world remembers, and nobody listens")
        same(f"What seat {seat} has seen in its world", position.seen(seat), world.seen(seat))
        asked = moment.gate or position.movers
        decided = moment.decided & 1 << seat
        same(f"Who owes a choice in a world of seat {seat}", asked & ~decided, world.movers)
        begun = [o for o in range(rules.seats) if o != seat and not world.between(o)]
        must(not begun, f"Others have begun nothing in a world of seat {seat}", [], begun)
        again = position.sample(seat, moment.dice).sample(seat, Dice(number))
        what = f"With equal dice, a sample of a sample of seat {seat}"
        same(what, sketch(rules, world), sketch(rules, again))
        for viewer in viewers(rules):
            same(f"{what}, view of {viewer}", world.view(viewer), again.view(viewer))
        if not world.over:
            finish(world, moment.dice)
            must(world.over, "A world can be played on to the end")


def _must_not(attempt: object, what: str) -> None:
    assert callable(attempt)
    try:
        attempt()
    except (RuntimeError, ValueError):
        return
    must(False, f"The position must refuse {what}", "an error", "none")


# -- two worlds side by side ----------------------------------------------------------------------


def untold(moment: Moment) -> None:
    """As long as a seat has seen the same in two worlds, it is shown and told the same in both."""
    position, rules = moment.position, moment.rules
    if not moment.history:
        for seat in range(rules.seats):
            _dealt_twice(moment, seat)
    elif position.movers:
        seat = moment.dice.below(rules.seats)
        if moment.others_are_undecided(seat):
            one, two = position.clone(), position.sample(seat, moment.dice)
            _side_by_side(moment, seat, one, two)


def _dealt_twice(moment: Moment, seat: int) -> None:
    """Two deals that differ only in what this seat does not see; made without `sample`."""
    rules, dice = moment.rules, moment.dice
    drawn: list[tuple[int, int, bool]] = []  # pile, outcome, and has this seat seen it?
    one = first(rules).position
    while one.wants:
        draw = one.pending()
        drawn.append((draw.pile, place(dice.member(one.wants)), bool(draw.seers >> seat & 1)))
        one.draw(drawn[-1][1])
    two = first(rules).position
    kept = {(pile, outcome) for pile, outcome, is_seen in drawn if is_seen}
    for pile, outcome, is_seen in drawn:
        if not is_seen:
            free = [o for o in choices(two.wants) if (pile, o) not in kept]
            if not free:
                return
            outcome = free[dice.below(len(free))]
        if not two.wants >> outcome & 1:
            return  # it went to somebody else
        two.draw(outcome)
    _side_by_side(moment, seat, one, two)


def _side_by_side(moment: Moment, seat: int, one: Position, two: Position) -> None:
    """Play two worlds on alike, as far as this seat can tell."""
    rules, dice = moment.rules, moment.dice
    for _ in range(ROUNDS):
        if one.seen(seat) != two.seen(seat) or one.over:
            return  # they are not the same to this seat any more; in the end all is open
        moment.count("pairs")
        what = f"Seat {seat} has seen the same in two worlds"
        same(what, look(one, seat), look(two, seat))
        same(f"{what}, view of a spectator", one.view(None), two.view(None))
        number = dice.below(2**30)
        worlds = [world.sample(seat, Dice(number)) for world in (one, two)]
        same(f"{what}, worlds with equal dice", *(sketch(rules, world) for world in worlds))
        one.events, two.events = [], []
        said = _decide_alike(moment, seat, one, two)
        if said is None or not _draw_alike(moment, seat, one, two):
            return
        if one.seen(seat) == two.seen(seat) and not one.over:
            same(f"{what}, notation of what others did", *said)
            for viewer in (seat, None):
                what = f"Seat {seat} has seen the same in two worlds, {viewer} is told otherwise"
                same(what, told(rules, one.events, viewer), told(rules, two.events, viewer))


def _decide_alike(
    moment: Moment, seat: int, one: Position, two: Position
) -> tuple[list[str], list[str]] | None:
    """All who owe decide, in both worlds, so that this seat sees the same; None where it cannot."""
    dice = moment.dice
    queue = sorted(choices(one.movers), key=lambda other: other != seat)
    said: tuple[list[str], list[str]] = ([], [])
    for mover in queue:
        path = a_decision(one, mover, dice)
        hidden = notation.write(one, mover, path, hide=True)
        take(one, mover, path)
        if mover == seat:
            if not _may_take(two, mover, path):
                return None  # the menus differ, and so did the looks
            take(two, mover, path)
            continue
        rivals = some(decisions(two, mover), MATCHES)
        rivals = [rivals.pop(dice.below(len(rivals))) for _ in range(len(rivals))]
        if mover != queue[-1]:
            theirs = path if path in rivals else rivals[0]
        else:
            alike = [rival for rival in rivals if _looks_like(one, two, mover, rival, seat)]
            others = [rival for rival in alike if rival != path]
            if not alike:
                return None
            theirs = (others or alike)[0]
        hidden_too = notation.write(two, mover, theirs, hide=True)
        take(two, mover, theirs)
        if mover == queue[-1]:
            said[0].append(hidden)
            said[1].append(hidden_too)
    return said


def _may_take(position: Position, seat: int, path: list[int]) -> bool:
    walker = position.clone()
    for code in path:
        if not walker.menu(seat) >> code & 1:
            return False
        walker.step(seat, code)
    return True


def _looks_like(one: Position, two: Position, mover: int, path: list[int], seat: int) -> bool:
    """After this decision in the second world, this seat has seen the same as in the first."""
    tried = two.clone()
    take(tried, mover, path)
    return tried.seen(seat) == one.seen(seat) and bool(tried.wants) == bool(one.wants)


def _draw_alike(moment: Moment, seat: int, one: Position, two: Position) -> bool:
    """Answer all draws in both worlds: what this seat sees alike, the rest each on its own."""
    dice = moment.dice
    while one.seen(seat) == two.seen(seat):
        what = f"Seat {seat} has seen the same in two worlds, what is drawn next"
        same(what, bool(one.wants), bool(two.wants))
        if not one.wants:
            return True
        draws = [world.pending() for world in (one, two)]
        here, there = ([d.pile, d.shuffle, d.together, d.seers] for d in draws)
        same(what, here, there)
        if draws[0].seers >> seat & 1:
            common = one.wants & two.wants
            if not common:
                return False
            outcome = place(dice.member(common))
            one.draw(outcome)
            two.draw(outcome)
        else:
            one.draw(place(dice.member(one.wants)))
            two.draw(place(dice.member(two.wants)))
    return False
