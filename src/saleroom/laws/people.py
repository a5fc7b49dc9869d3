"""Laws of what people meet: words, notation, forms, views, cards, events."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from saleroom.games import forms
from saleroom.games.bits import choices
from saleroom.games.core import NOBODY, Refusal, Rules, everybody
from saleroom.games.notation import read, write
from saleroom.laws.looks import CODES, Broken, must, same, viewers
from saleroom.laws.moments import Moment, a_decision, decisions, game, some

MOST_DECISIONS = 400  # so many of one moment are looked at
VIEW = {"game": str, "variant": str, "zones": list, "status": dict, "scores": list, "over": bool}


def words(moment: Moment) -> None:
    """In a menu each choice has a label, and a word of its own that notation can hold."""
    position = moment.position
    for seat in choices(position.movers):
        known: dict[str, int] = {}
        menu = position.menu(seat)
        for code in CODES:
            phrase = position.word(seat, code)
            if not menu >> code & 1:
                continue
            must(phrase.split(), f"Choice {code} of seat {seat} has a word", "a word", phrase)
            must(not set(phrase) & set(",?#>"), "A word has no marks of notation", "", phrase)
            word = phrase.split()[-1]
            must(word not in known, "A word is unique in its menu", known.get(word), [code, word])
            known[word] = code
            label = position.label(seat, code)
            must(label.strip(), f"Choice {code} of seat {seat} has a label", "a label", label)


def notation(moment: Moment) -> None:
    """Every decision can be written, and is read again as what it was."""
    position = moment.position
    for seat in choices(position.movers):
        if moment.paths[seat]:
            continue
        known: dict[str, list[int]] = {}
        paths = some(decisions(position, seat), MOST_DECISIONS)
        if len(paths) == MOST_DECISIONS:
            paths += [a_decision(position, seat, moment.dice) for _ in range(20)]
        for path in paths:
            written = write(position, seat, path)
            must(known.setdefault(written, path) == path, f"'{written}'", known[written], path)
            try:
                again = read(position, seat, written)
            except Refusal as refusal:
                raise Broken(f"'{written}' read again", path, refusal) from None
            same(f"'{written}' read again", path, again)
            hidden = write(position, seat, path, hide=True)
            same("What is hidden takes a place", len(written.split()), len(hidden.split()))


def answers(moment: Moment) -> None:
    """The answers that a form allows are exactly the legal decisions; of nothing that can be
    chosen it says why not."""
    position = moment.position
    for seat in choices(position.movers):
        form = forms.form(position, seat)
        assert form is not None, "a seat that owes a choice has a form"
        legal = some(decisions(position, seat), MOST_DECISIONS)
        allowed = some(allowed_by(form), MOST_DECISIONS)
        moment.count("decisions", len(legal))
        extra = [path for path in allowed if path not in legal]
        missing = [path for path in legal if path not in allowed]
        must(allowed == legal, f"The form of seat {seat}", {"missing": missing}, {"extra": extra})
        refused = [
            code for code in choices(position.menu(seat)) if str(code) in form.get("why", ())
        ]
        must(
            not refused, f"The form of seat {seat} says why not, of what can be chosen", [], refused
        )


def allowed_by(form: forms.Form, chosen: tuple[int, ...] = ()) -> Iterator[list[int]]:
    """All answers to a form, in the order of codes; what was chosen is not offered again."""
    if "set" in form:
        yield from _sets(form, chosen)
        return
    then = form.get("then", {})
    for code in sorted(thing[0] for thing in offered(form, chosen)):
        follows = then.get(str(code), then.get(forms.ANY))
        if follows is None:
            yield [code]
        else:
            # What follows whatever was chosen leaves out what was; otherwise it says itself.
            gone = (*chosen, code) if str(code) not in then else chosen
            for rest in allowed_by(follows, gone):
                yield [code, *rest]


def _sets(form: forms.Form, chosen: tuple[int, ...]) -> Iterator[list[int]]:
    things = offered(form, chosen)
    least, most = form["set"]
    most = sum(len(thing) for thing in things) if most is None else most
    close = form.get("close")

    def grow(path: list[int], rest: list[list[int]]) -> Iterator[list[int]]:
        if close is None and len(path) >= least:
            yield path  # as far as the form says
            if len(path) == most:
                return
        offered = [] if len(path) == most else [thing[0] for thing in rest]
        for code in sorted({*offered, *([close] if close is not None else [])}):
            if code == close:
                if len(path) >= least:
                    yield [*path, close]
                continue
            # Of alike things the front one comes first; what lies below comes too late now.
            ahead = [thing[1:] if thing[0] == code else thing for thing in rest if thing[0] >= code]
            ahead = [thing for thing in ahead if thing]
            if len(path) + 1 + sum(len(thing) for thing in ahead) >= least:
                yield from grow([*path, code], ahead)

    yield from grow([], things)


def offered(form: forms.Form, chosen: tuple[int, ...]) -> list[list[int]]:
    """The things of a form that are not chosen yet, each as the codes of all that are alike."""
    zones = form["of"] if "set" in form else form["one"]
    found = [thing for things in zones.values() for thing in things]
    for code in chosen:
        found = forms.less(found, code)
    return [forms.members(thing) for thing in found]


# -- views ----------------------------------------------------------------------------------------


def views(moment: Moment) -> None:
    """A view is plain data with what every page needs: zones, status, the open form."""
    position, rules = moment.position, moment.rules
    if not moment.is_asked:
        return
    for viewer in viewers(rules):
        view: Any = moment.look(viewer)["view"]
        must(_is_plain(view), f"The view of {viewer} is plain data", "", view)
        for key, kind in VIEW.items():
            must(isinstance(view.get(key), kind), f"View, {key}", kind.__name__, view.get(key))
        same("View, viewer", viewer, view["viewer"])
        same("View, over", position.over, view["over"])
        owes = viewer is not None and bool(position.movers >> viewer & 1)
        form = forms.form(position, viewer) if viewer is not None and owes else None
        same(f"The form in the view of {viewer}", form, view["form"])
        status = view["status"]
        must(status["key"] in rules.words, "The status", "a key of rules.words", status["key"])
        must(status["says"].strip(), "The status is a sentence", "", status["says"])
        _must_name_seats(rules, status["says"])
        for seat, score in enumerate(position.scores()):
            told = view["scores"][seat]
            is_true = told is None or told["total"] == score
            must(is_true, f"Score of seat {seat} as told to {viewer}", score, told)


def _is_plain(thing: object) -> bool:
    """JSON gives it back as it was."""
    return bool(json.loads(json.dumps(thing, allow_nan=False)) == thing)


def cards(moment: Moment) -> None:
    """No card is lost, none is in two places, and in the end all are seen but those of a pile."""
    position, rules = moment.position, moment.rules
    if not moment.is_asked:
        return
    material = _material(rules)
    for viewer in viewers(rules):
        view: Any = moment.look(viewer)["view"]
        ids = [zone["id"] for zone in view["zones"]]
        must(len(ids) == len(set(ids)), "Zones have names of their own", "", ids)
        seen: Counter[str] = Counter()
        hidden = 0
        for zone in view["zones"]:
            owner = zone["owner"]
            must(owner is None or 0 <= owner < rules.seats, f"Owner of {zone['id']}", "", owner)
            if zone["cards"] is not None:
                here = [entry["card"] for entry in zone["cards"] if entry["card"] is not None]
                same(f"The number of cards in {zone['id']}", len(here), zone["count"])
                seen.update(here)
            else:
                is_pile = owner is None and zone["id"] in rules.piles
                closed = is_pile or not position.over
                must(closed, f"In the end {zone['id']} is open", "cards", None)
                hidden += zone["count"]
        number = sum(zone["count"] for zone in view["zones"])
        same(f"The number of cards on the table, seen by {viewer}", material.total(), number)
        twice = sorted((seen - material).elements())
        must(not twice, f"Cards that {viewer} sees once too often", [], twice)
        if position.over:
            lost = sorted((material - seen).elements())
            must(len(lost) == hidden, f"Cards that {viewer} does not see in the end", [], lost)


@lru_cache(maxsize=16)
def _material(rules: Rules) -> Counter[str]:
    """The names of all cards: what lies open in the end, and what was drawn on the way.

    A pile of which nothing ever lies on the table, such as seats to begin, holds no cards.
    """
    piles: dict[int, Counter[str]] = {}
    for moment in game(rules, 0):
        last = moment.position
        if last.wants:
            draw = last.pending()
            names = Counter(rules.outcome(draw.pile, outcome) for outcome in choices(draw.full))
            piles[draw.pile] = piles.get(draw.pile, Counter()) | names
    view: Any = last.view(None)
    found = Counter(
        entry["card"]
        for zone in view["zones"]
        for entry in zone["cards"] or []
        if entry["card"] is not None
    )
    drawn: Counter[str] = Counter()
    for names in piles.values():
        if names & found:
            drawn |= names
    return drawn + Counter({card: number for card, number in found.items() if card not in drawn})


# -- events ---------------------------------------------------------------------------------------


def events(moment: Moment) -> None:
    """What is told is plain data and a sentence out of `rules.words`, for everybody."""
    position, rules = moment.position, moment.rules
    for event in position.events or []:
        moment.count("events")
        must(event.key in rules.words, "An event", "a key of rules.words", event.key)
        must(NOBODY <= event.seat < rules.seats, f"The seat of {event.key}", "a seat", event.seat)
        must(not event.seers & ~everybody(rules), f"The seers of {event.key}", "", event.seers)
        for viewer in viewers(rules):
            known: Any = event.told(viewer, rules.words)
            must(_is_plain(known), f"{event.key} is plain data", "", known)
            must(known["says"].strip(), f"{event.key} is a sentence", "", known["says"])
            _must_name_seats(rules, known["says"])


def _must_name_seats(rules: Rules, sentence: str) -> None:
    for seat in re.findall(r"@(-?\w*)", sentence):
        there = seat.isdigit() and int(seat) < rules.seats
        must(there, "A sentence names a seat", f"@0 to @{rules.seats - 1}", sentence)
