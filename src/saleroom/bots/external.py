"""A bot in a program of its own, in any language: it reads a line of JSON and answers with one.

It is told its seat, the menu and the view of that seat, and answers with a decision in notation or
with a path of choice codes. What it does not answer in time, or cannot mean, is decided at random;
a program that is silent, gone or out of step is not asked again. docs/bots.md has the lines, and a
program.
"""

from __future__ import annotations

import atexit
import os
import select
import shlex
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from errno import EMSGSIZE

import msgspec

from saleroom.games import notation
from saleroom.games.bits import Dice, choices
from saleroom.games.core import Bot, Position, Refusal, any_decision

ANSWERS = 'possible is a decision in quotes, such as "pass", or a list of codes, such as [2, 3]'
LIMIT_S = 10.0  # for one answer
_GRACE_S = 1.0  # to end by itself when there is nothing more to read
_LONGEST = 1 << 20  # bytes of an answer

_running: set[subprocess.Popen[bytes]] = set()


class External(Bot):
    """One program, begun when it is first asked; `close` ends it and all that it has started."""

    _process: subprocess.Popen[bytes] | None = None

    def __init__(self, command: str) -> None:
        try:
            self.words = shlex.split(command)
        except ValueError as error:
            raise ValueError(f"external:{command} cannot be read: {error}.") from None
        if not self.words:
            raise ValueError("external: needs a command, such as external:'python3 mine.py'.")
        if shutil.which(self.words[0]) is None:
            raise ValueError(f"external:{command} cannot be run: no program {self.words[0]!r}.")
        self.faults = 0  # decisions that it failed to make
        self._is_lost = False
        self._more = b""  # what it said after its answer
        self._plan: dict[int, int] = {}  # what the seat has seen -> the choice it decided on

    def choose(self, world: Position, seat: int, dice: Dice) -> int:
        key = world.seen(seat)
        if key not in self._plan:
            try:
                path = self._decision(world, seat)
            except Refusal as fault:
                self._complain(str(fault))
                path = any_decision(world, seat, dice)
            self._plan = _planned(world, seat, path)
        return self._plan.pop(key)

    def close(self) -> None:
        """End the program; nothing of it is left."""
        if self._process is not None:
            _end(self._process, _GRACE_S)
            self._process = None

    def __del__(self) -> None:
        self.close()

    def _complain(self, fault: str) -> None:
        """Count it; of the first one whoever wrote the program is told on standard error."""
        if not self.faults:
            name = shlex.join(self.words)
            print(f"external:{name}: {fault} A random decision instead.", file=sys.stderr)
        self.faults += 1

    def _decision(self, world: Position, seat: int) -> list[int]:
        """What the program decides; refused where it is nothing."""
        if self._is_lost:
            raise Refusal("It has ended.")
        menu = {str(code): world.word(seat, code) for code in choices(world.menu(seat))}
        asked = {"seat": seat, "menu": menu, "view": world.view(seat)}
        try:
            answer = self._talk(msgspec.json.encode(asked) + b"\n")
        except TimeoutError:
            raise self._lost(f"No answer within {LIMIT_S:g} seconds.") from None
        except BrokenPipeError:
            raise self._lost("It ended without an answer.") from None
        except OSError as error:
            raise self._lost(f"It failed: {error.strerror}.") from None
        try:
            said = msgspec.json.decode(answer, type=str | list[int])
        except msgspec.DecodeError as error:
            begins = answer[:60].decode(errors="replace").strip()
            raise Refusal(f"{begins!r} is no answer: {error}; {ANSWERS}.") from None
        try:
            return _understood(world, seat, said)
        except Refusal as refusal:
            raise Refusal(f"{said!r} is refused: {refusal}") from None

    def _lost(self, why: str) -> Refusal:
        """It is not asked again."""
        self._is_lost = True
        if self._process is not None:
            _end(self._process, 0.0)
            self._process = None
        return Refusal(why)

    def _talk(self, asked: bytes) -> bytes:
        """One line out, one line in, before the time is over."""
        until = time.monotonic() + LIMIT_S
        if self._process is None:
            self._process = _begin(self.words)
        assert self._process.stdin
        assert self._process.stdout
        writing, reading = self._process.stdin.fileno(), self._process.stdout.fileno()
        if self._more or (_is_ready(reading) and os.read(reading, _LONGEST)):
            raise self._lost("It answered what it had not been asked.")  # which answer is which?
        while asked:
            _wait([], [writing], until)
            asked = asked[os.write(writing, asked) :]
        answer = b""
        while b"\n" not in answer:
            _wait([reading], [], until)
            piece = os.read(reading, _LONGEST)
            if not piece:
                raise BrokenPipeError
            if len(answer) > _LONGEST:
                raise OSError(EMSGSIZE, "an answer of more than a megabyte")
            answer += piece
        answer, _, self._more = answer.partition(b"\n")
        return answer


# -- what it decided -------------------------------------------------------------------------------


def _understood(world: Position, seat: int, answer: str | list[int]) -> list[int]:
    """The path of an answer; refused where it is none. A path may be the beginning of one."""
    if isinstance(answer, str):
        return notation.read(world, seat, answer)
    walker = world.clone()
    is_complete = False
    for code in answer:
        if is_complete:
            raise Refusal("The decision is complete before the path is.")
        is_complete = walker.choose(seat, code)
    if not answer:
        raise Refusal("The path is empty.")
    return answer


def _planned(world: Position, seat: int, path: list[int]) -> dict[int, int]:
    """A path by what the seat will have seen at each of its choices."""
    walker = world.clone()
    plan = {}
    for code in path:
        plan[walker.seen(seat)] = code
        walker.step(seat, code)
    return plan


# -- its process -----------------------------------------------------------------------------------


def _begin(words: list[str]) -> subprocess.Popen[bytes]:
    """Without a shell, and in a session of its own: Ctrl-C is meant for who asks, not for it."""
    process = subprocess.Popen(
        words, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    )
    assert process.stdin
    os.set_blocking(process.stdin.fileno(), False)
    _running.add(process)
    return process


def _is_ready(reading: int) -> bool:
    return bool(select.select([reading], [], [], 0.0)[0])


def _wait(reading: list[int], writing: list[int], until: float) -> None:
    ready = select.select(reading, writing, [], max(0.0, until - time.monotonic()))
    if not any(ready):
        raise TimeoutError


def _end(process: subprocess.Popen[bytes], grace_s: float) -> None:
    """There is nothing more to read: who goes on all the same is killed, with all it started."""
    if process not in _running:
        return  # at the end of all, when its bot goes after it
    assert process.stdin
    assert process.stdout
    until = time.monotonic() + grace_s
    with suppress(OSError):
        process.stdin.close()
        while True:
            _wait([process.stdout.fileno()], [], until)
            if not os.read(process.stdout.fileno(), _LONGEST):
                break
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    _running.discard(process)


@atexit.register
def end_all() -> None:
    """End every program that is still running."""
    for process in list(_running):
        _end(process, 0.0)
