"""Laws of the contract itself: what a position waits for, menus, choices, copies, results."""

from __future__ import annotations

import pickle

from saleroom.games.bits import Dice, choices, place
from saleroom.games.core import (
    GameOver,
    NotAllowed,
    NotUnderstood,
    NotYourTurn,
    Position,
    Refusal,
    Rules,
    deal,
    everybody,
)
from saleroom.laws.looks import CODES, Broken, look, must, picture, same, sketch, told, viewers
from saleroom.laws.moments import LONGEST, Moment, decide, finish, first

METHODS = (
    *("pending", "draw", "menu", "step", "refusal", "between", "scores", "winners", "ending"),
    *("clone", "reset_to", "seen", "sample", "view", "part", "word", "label"),
)
FIELDS = {
    "game": str,
    "variant": str,
    "seats": int,
    "version": int,
    "take_back": bool,
    "choices": int,
    "piles": list,
    "lowest": int,
    "highest": int,
    "words": dict,
    "table": dict,
}


def complete(rules: Rules) -> None:
    """Nothing of the contract is missing; compiled code would not notice before it is called."""
    for name, kind in FIELDS.items():
        value = getattr(rules, name, None)
        must(isinstance(value, kind), f"rules.{name}", kind.__name__, type(value).__name__)
    for name in ("begin", "outcome"):
        must(_is_own(rules, Rules, name), f"rules.{name} is not written")
    must(rules.game and rules.variant, "A game and a variant have names")
    must(1 <= rules.seats < 62, "rules.seats", "1 to 61", rules.seats)
    must(1 <= rules.choices <= 62, "rules.choices", "1 to 62", rules.choices)
    must(rules.lowest <= rules.highest, "rules.lowest", f"at most {rules.highest}", rules.lowest)
    position = rules.begin()
    for name in METHODS:
        must(_is_own(position, Position, name), f"position.{name} is not written")
    must(position.wants, "The first thing a game wants is draws", "a draw", "none")
    must(position.events is None, "Nobody listens to a new game", None, position.events)


def _is_own(thing: object, base: type, name: str) -> bool:
    return getattr(type(thing), name, None) is not getattr(base, name)


def ends(moment: Moment) -> None:
    """Every game can be played to its end; a crash on the way is told under this name too."""
    steps = len(moment.history)
    must(steps < LONGEST, "The game goes on and on", f"at most {LONGEST} steps", steps)


def waits(moment: Moment) -> None:
    """A position waits for a draw, or for choices, or is over."""
    position = moment.position
    waiting = [bool(position.wants), bool(position.movers), position.over]
    must(sum(waiting) == 1, "Draw, choices, over: exactly one", [True], waiting)
    must(0 <= position.wants < 2**62, "wants", "a set", position.wants)
    must(position.movers & ~everybody(moment.rules) == 0, "movers", "seats", position.movers)
    if moment.gate:
        same(
            "Of those who were asked together, who has decided owes no more and all others do",
            moment.gate & ~moment.decided,
            position.movers,
        )


def chance(moment: Moment) -> None:
    """Only what is uncertain is drawn; what comes together has no order; seers alone learn it."""
    position, rules = moment.position, moment.rules
    if not position.wants:
        return
    draw = position.pending()
    outcomes = choices(position.wants)
    same("What may come", position.wants, draw.wants)
    must(0 <= draw.pile < len(rules.piles), "The pile", rules.piles, draw.pile)
    must(draw.shuffle >= 0 and draw.together >= 1, "shuffle and together", "counts")
    must(draw.seers & ~everybody(rules) == 0, "The seers", "seats", draw.seers)
    must(draw.wants & ~draw.full == 0, "What may come lay in the full pile", draw.full, draw.wants)
    must(
        len(outcomes) > draw.together,
        "A draw that is certain is not asked",
        f"more than {draw.together} outcomes",
        len(outcomes),
    )
    names = [rules.outcome(draw.pile, outcome) for outcome in outcomes]
    must(all(len(name.split()) == 1 for name in names), "Each outcome is one word", "", names)

    come: list[int] = []
    while len(come) < draw.together:
        come.append(outcomes.pop(moment.dice.below(len(outcomes))))
    one = _drawn(moment, come)
    same("What comes together has no order", one, _drawn(moment, come[::-1]))
    others = [outcomes.pop(moment.dice.below(len(outcomes))), *come[1:]]
    two = _drawn(moment, others)
    alike = rules.outcome(draw.pile, come[0]) == rules.outcome(draw.pile, others[0])
    for seat in range(rules.seats):
        keys = [drawn["looks"][str(seat)]["seen"] for drawn in (one, two)]
        if not draw.seers >> seat & 1:
            if keys[0] != keys[1]:
                continue  # something else came to light at once
            what = f"What came is hidden from seat {seat}"
            same(what, one["looks"][str(seat)], two["looks"][str(seat)])
            same(f"{what}, events", one["told"][str(seat)], two["told"][str(seat)])
            same(f"{what} and a spectator", one["looks"]["None"], two["looks"]["None"])
            same(f"{what} and a spectator, events", one["told"]["None"], two["told"]["None"])
        elif not alike:
            must(keys[0] != keys[1], f"Seat {seat} sees what comes", "another key", keys[0])


def _drawn(moment: Moment, outcomes: list[int]) -> dict[str, dict[str, dict[str, object]]]:
    """What everybody sees when these have come, and what they were told of it."""
    copy = moment.position.clone()
    copy.events = []
    for outcome in outcomes:
        copy.draw(outcome)
    everyone = list(viewers(moment.rules))
    return {
        "looks": {str(seat): look(copy, seat) for seat in everyone},
        "told": {str(seat): {"all": told(moment.rules, copy.events, seat)} for seat in everyone},
    }


def menus(moment: Moment) -> None:
    """Who owes a choice has a menu, nobody else has, and no choice in it leads to a dead end."""
    position, rules = moment.position, moment.rules
    for seat in range(rules.seats):
        menu = position.menu(seat)
        owes = bool(position.movers >> seat & 1)
        same(f"Seat {seat} owes a choice, and has a menu", owes, bool(menu))
        must(0 <= menu < 2**rules.choices, f"Menu of {seat}", f"below {rules.choices}", menu)
        for code in choices(menu):
            walker = position.clone()
            if not walker.step(seat, code):
                decide(walker, seat, moment.dice)


def refusals(moment: Moment) -> None:
    """Nothing outside a menu is accepted; a refusal is a sentence and changes nothing."""
    position, rules = moment.position, moment.rules
    copy = position.clone()
    before = sketch(rules, copy)
    for seat in range(-1, rules.seats + 1):
        owes = 0 <= seat < rules.seats and bool(position.movers >> seat & 1)
        menu = position.menu(seat) if owes else 0
        kinds: tuple[type[Refusal], ...] = (NotAllowed, NotUnderstood) if owes else (NotYourTurn,)
        if position.over:
            kinds = (GameOver,)
        for code in (-1, *CODES, 62, 2**40):
            if 0 <= code < 62 and menu >> code & 1:
                continue
            _must_refuse(copy, seat, code, kinds)
        same(f"Seat {seat} was refused, and so changed", before, sketch(rules, copy))
    looks = {str(viewer): moment.look(viewer) for viewer in viewers(rules)}
    if moment.is_asked:
        same("What was refused changed a view", looks, picture(rules, copy)["looks"])


def _must_refuse(copy: Position, seat: int, code: int, kinds: tuple[type[Refusal], ...]) -> None:
    asked = f"Choice {code} of seat {seat}"
    expected = " or ".join(kind.__name__ for kind in kinds)
    try:
        copy.choose(seat, code)
    except Refusal as refusal:
        must(isinstance(refusal, kinds), f"{asked} is refused", expected, type(refusal).__name__)
        said = str(refusal)
        must(said[-1:] in (".", "?", "!"), f"{asked} is refused with a sentence", ".", said)
    else:
        raise Broken(f"{asked} is not in the menu, and accepted", expected, "done")


def steps(moment: Moment) -> None:
    """`choose` and `step` do the same; `between` and the answer tell whether it was complete."""
    position, rules = moment.position, moment.rules
    for seat in range(rules.seats):
        same(f"Between, seat {seat}", not moment.paths[seat], position.between(seat))
    if not position.movers:
        return
    seat = moment.a_mover()
    code = place(moment.dice.member(position.menu(seat)))
    one, two = position.clone(), position.clone()
    one.events, two.events = [], []
    completed = one.step(seat, code)
    same(f"Step and choose, {code} of seat {seat}", completed, two.choose(seat, code))
    same(f"Step and choose, {code} of seat {seat}", sketch(rules, one), sketch(rules, two))
    for viewer in viewers(rules):
        tellings = [told(rules, copy.events, viewer) for copy in (one, two)]
        same(f"Step and choose, told to {viewer}", *tellings)
    if completed:
        must(one.between(seat), "Between after a complete decision", True, False)
    else:
        must(not one.between(seat), "Between inside a decision", False, True)
        must(one.movers >> seat & 1, "Who has begun a decision owes the rest", seat, one.movers)


def copies(moment: Moment) -> None:
    """A copy is alike, independent, and nobody listens to it; reset and pickled ones too."""
    position, rules = moment.position, moment.rules
    before = sketch(rules, position)
    events = list(position.events or [])
    copy = position.clone()
    other = first(rules).position
    deal(other, moment.dice)
    other.reset_to(position)
    must(copy.events is None, "Nobody listens to a copy", None, copy.events)
    same("A copy remembers as the original does", position.remembers, copy.remembers)
    sent = pickle.loads(pickle.dumps(position))
    must(sent.events is None, "Nobody listens to a pickled copy", None, sent.events)
    for what, twin in (("clone", copy), ("reset_to", other), ("pickle", sent)):
        same(f"A copy by {what}", before, sketch(rules, twin))
        if moment.is_asked:
            looks = {str(viewer): moment.look(viewer) for viewer in viewers(rules)}
            same(f"A copy by {what}", looks, picture(rules, twin)["looks"])
    seed = moment.dice.below(2**30)
    if position.wants or position.movers:
        finish(copy, Dice(seed))
        same("What was done with a copy", before, sketch(rules, position))
        must(len(events) == len(position.events or []), "A copy tells nobody", len(events))
        same("What was done with another copy", before, sketch(rules, other))
        for twin in (other, sent):
            finish(twin, Dice(seed))
            same("Copies that are played on alike", sketch(rules, copy), sketch(rules, twin))


def results(moment: Moment) -> None:
    """Scores stay in their bounds; at the end somebody has won, and the end has a name."""
    position, rules = moment.position, moment.rules
    scores = position.scores()
    must(len(scores) == rules.seats, "A score a seat", rules.seats, scores)
    if not position.over:
        must(position.ending() == "", "A game that goes on has no ending", "", position.ending())
        return
    within = all(rules.lowest <= score <= rules.highest for score in scores)
    must(within, "Scores", f"{rules.lowest} to {rules.highest}", scores)
    winners = position.winners()
    must(winners and not winners & ~everybody(rules), "Winners", "seats", winners)
    must(position.ending() in rules.words, "The ending", "a key of rules.words", position.ending())
    total = [position.view(None)["scores"], scores]
    must(_totals(total[0]) == scores, "Scores in the view when all is over", scores, total[0])


def _totals(told: object) -> list[object]:
    if not isinstance(told, list):
        return []
    return [entry.get("total") if isinstance(entry, dict) else entry for entry in told]
