"""Decisions as text: notation to write and to read, and the same in a person's words.

It is made of the words of the contract, by walking copies of a position along a path, the list of
choice codes that a decision is.
"""

from __future__ import annotations

from saleroom.games.bits import choices, shl
from saleroom.games.core import NotUnderstood, Part, Position, Refusal, must_owe
from saleroom.games.forms import settled, things

# -- writing --------------------------------------------------------------------------------------


def write(position: Position, seat: int, path: list[int], *, hide: bool = False) -> str:
    """The notation of a decision taken in this position; with `hide`, what is secret is a `?`."""
    return written(position, seat, path)[1 if hide else 0]


def written(position: Position, seat: int, path: list[int]) -> tuple[str, str]:
    """The notation of a decision, and the same with a `?` for what is secret."""
    walker = position.clone()
    words: list[str] = []
    open_words: list[str] = []
    for code in path:
        part = walker.part(seat)
        phrase = walker.word(seat, code).split()
        walker.step(seat, code)
        if code == part.close and words:
            continue  # understood without saying
        words += phrase
        if part.secret >> code & 1:
            phrase[-1] = "?"
        open_words += phrase
    return " ".join(words), " ".join(open_words)


def speak(position: Position, seat: int, path: list[int]) -> str:
    """The same in a person's words: "Buy the green 8 for 2 cards, pay with the pink 3, red 4"."""
    walker = position.clone()
    said: list[str] = []
    before: list[str] = []
    question = ""
    for code in path:
        part = walker.part(seat)
        words = walker.label(seat, code).split()
        walker.step(seat, code)
        if said and code == part.close:
            continue  # understood without saying
        known = _in_common(before, words) if part.key == question else 0
        before, question = words, part.key
        phrase = " ".join(words[known:])
        said.append(phrase[:1].lower() + phrase[1:] if said and not known else phrase)
    return ", ".join(said)


def _in_common(these: list[str], those: list[str]) -> int:
    """So many words at the beginning are the same, one at least being left."""
    number = 0
    while number < min(len(these), len(those)) - 1 and these[number] == those[number]:
        number += 1
    return number


# -- reading --------------------------------------------------------------------------------------


def read(position: Position, seat: int, text: str) -> list[int]:
    """The path of a decision in notation; refuses what is not understood or not allowed.

    Filler words may be left out, the things of a set may stand in any order, and so may a
    closing word be left out where others stand before it.
    """
    must_owe(position, seat)
    walker = position.clone()
    path: list[int] = []
    tokens = text.replace(",", " ").split()
    while True:
        part = walker.part(seat)
        if part.many:
            complete = _read_set(walker, seat, part, tokens, path)
        else:
            complete = _read_one(walker, seat, part, tokens, path)
        if complete:
            break
    if tokens:
        raise NotUnderstood(f"The decision is complete before '{' '.join(tokens)}'.")
    return path


def _read_one(walker: Position, seat: int, part: Part, tokens: list[str], path: list[int]) -> bool:
    """Move one thing from the front of the tokens to the path; True: the decision is complete."""
    menu = walker.menu(seat)
    names, fillers = _names(walker, seat, menu)
    for group in part.alike:
        if menu >> group[0] & 1:  # any of alike things is meant by its word
            for code in group:
                names.setdefault(_last(walker.word(seat, code)), group[0])
    _skip(tokens, names, fillers)
    if tokens and tokens[0] in names:
        path.append(names[tokens.pop(0)])
        return walker.step(seat, path[-1])
    if not (path and part.close >= 0 and menu >> part.close & 1):
        raise _not_read(walker, seat, tokens)
    before = walker.clone()
    path.append(part.close)
    complete = walker.step(seat, part.close)
    if tokens and complete:
        raise _not_read(before, seat, tokens)  # it was meant to be the thing
    return complete


def _read_set(walker: Position, seat: int, part: Part, tokens: list[str], path: list[int]) -> bool:
    """The same with all things of a set, in any order, and the word that closes it."""
    closing = _last(walker.word(seat, part.close)) if part.close >= 0 else ""
    names, fillers = _names(walker, seat, things(walker, seat, part))
    codes: list[int] = []
    while True:
        _skip(tokens, names, fillers)
        if not tokens or tokens[0] not in names:
            break
        codes.append(names[tokens.pop(0)])
    for code in settled(part, codes):
        if not walker.menu(seat) >> code & 1:
            raise walker.refusal(seat, code)
        path.append(code)
        if walker.step(seat, code):
            return True
    if walker.part(seat).key != part.key:
        return False
    if part.close < 0 or not walker.menu(seat) >> part.close & 1 or not (path or tokens):
        raise _not_read(walker, seat, tokens)
    before = walker.clone()
    path.append(part.close)
    complete = walker.step(seat, part.close)
    if tokens and tokens[0] == closing:
        tokens.pop(0)
    elif tokens and complete:
        raise _not_read(before, seat, tokens)  # it was meant to be one of the things
    return complete


def _names(walker: Position, seat: int, codes: int) -> tuple[dict[str, int], set[str]]:
    """The words of these choices, and the filler words that may stand before them."""
    names: dict[str, int] = {}
    fillers: set[str] = set()
    for code in choices(codes):
        *leading, word = walker.word(seat, code).split()
        names[word] = code
        fillers.update(leading)
    return names, fillers


def _skip(tokens: list[str], names: dict[str, int], fillers: set[str]) -> None:
    while tokens and tokens[0] not in names and tokens[0] in fillers:
        tokens.pop(0)


def _last(phrase: str) -> str:
    return phrase.split()[-1] if phrase else ""


def _not_read(walker: Position, seat: int, tokens: list[str]) -> Refusal:
    """Why the next word cannot stand here: it is missing, not allowed now, or no word at all."""
    menu = walker.menu(seat)
    possible = ", ".join(_last(walker.word(seat, code)) for code in choices(menu))
    codes = [code for code in range(walker.rules.choices) if walker.word(seat, code)]
    names, fillers = _names(walker, seat, sum(shl(1, code) for code in codes))
    _skip(tokens, names, fillers)
    if not tokens:
        return NotUnderstood(f"The decision is not complete; next comes one of: {possible}.")
    if tokens[0] in names:
        return walker.refusal(seat, names[tokens[0]])
    return NotUnderstood(f"'{tokens[0]}' is not understood here; possible: {possible}.")
