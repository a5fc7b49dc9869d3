"""A lesson as a table would show it: the same views, made by the same engine, kept nowhere."""

from __future__ import annotations

import msgspec

from saleroom.records import Game, lessons
from saleroom.server import messages
from saleroom.server.state import listed

_encode = msgspec.json.Encoder().encode


def lesson(game: str, name: str, learner: str) -> messages.Lesson:
    """All that the page needs to teach it."""
    said = lessons.load(game, name)
    whole = lessons.played(game, name, learner)
    free = lessons.answered(whole, said, []) if said.begins else whole
    codes = lessons.taps(whole, said)
    tried = {}
    for after in {step.after for step in said.step if step.tap}:
        found = whole.at(after).tried(said.seat, whole.entries[after].path)
        if found is not None:
            tried[str(after)] = _raw(found[0])
    return messages.Lesson(
        game=game,
        name=name,
        title=said.title,
        says=said.says,
        views=views(free, said.seat),
        steps=[
            messages.LessonStep(step.after, step.says, step.rule, taps)
            for step, taps in zip(said.step, codes, strict=True)
        ],
        tried=tried,
        line=[list(e.path) for e in whole.entries[said.begins :] if e.seat == said.seat],
    )


def answer(game: str, name: str, learner: str, paths: list[list[int]]) -> list[messages.View]:
    """An example after these decisions; refused with a sentence where one cannot be."""
    said = lessons.load(game, name)
    whole = lessons.played(game, name, learner)
    return views(lessons.answered(whole, said, paths), said.seat)


def views(game: Game, seat: int) -> list[messages.View]:
    """What the table says to this seat after each entry."""
    return [
        messages.View(
            v=messages.VERSION,
            number=moment.number,
            seat=seat,
            table=_raw(_table(game, over=moment.view["over"])),
            seats=_raw([_chair(game, each, seat) for each in range(game.rules.seats)]),
            watching=0,
            view=_raw(moment.view),
            hint=None,
            gate=moment.number if moment.movers else None,
            owing=list(moment.movers),
            waiting=_waiting(game, moment.movers, seat),
            events=_raw(moment.events),
            may=messages.NOTHING,
            result=messages.Outcome.of(game) if moment.view["over"] else None,
            ok=[],
            rules=game.rules.table if moment.number == 1 else None,
        )
        for moment in game.moments(seat)
    ]


def _raw(told: object) -> msgspec.Raw:
    return msgspec.Raw(_encode(told))


def _table(game: Game, *, over: bool) -> messages.Table:
    return messages.Table(
        id="lesson",
        name="",
        game=game.rules.game,
        variant=game.rules.variant,
        public=False,
        status="over" if over else "playing",
        commitment="",
        next=None,
    )


def _chair(game: Game, seat: int, learner: int) -> messages.SeatInfo:
    return messages.SeatInfo(
        seat=seat,
        kind="person" if seat == learner else "bot",
        name=game.names[seat],
        bot=None,
        yours=seat == learner,
        here=True,
        away_since=None,
        left=False,
        nonce=None,
    )


def _waiting(game: Game, movers: tuple[int, ...], seat: int) -> str:
    if not movers or seat in movers:
        return ""
    return f"Waiting for {listed([game.names[mover] for mover in movers])}."
