"""Decisions as forms to fill in.

They are made from the contract alone, by walking copies of a position along `menu`, `part` and
`step`; so no game has a second set of rules. The same decisions as text: `notation`.
"""

from __future__ import annotations

from typing import Any

from saleroom.games.bits import choices, shl
from saleroom.games.core import Part, Position

Form = dict[str, Any]  # plain data, see `form`
Thing = int | list[int]  # in a form: a code, or the codes of alike things
Known = dict[frozenset[int], Form]  # by what was chosen so far: what is asked then
ANY = "*"  # in `then`: whatever was chosen


# -- forms ----------------------------------------------------------------------------------------


def form(position: Position, seat: int) -> Form | None:
    """The open decision of a seat as plain data, or None where it owes none.

    {"key", "one": {zone: [things]}}                        choose one, or
    {"key", "set": [least, most], "of": {zone: [things]}}   several; most None: all there are
    a thing is a code, or a list of codes: alike things, of which so many are sent from the front
    "close"    the code that closes a set, sent last
    "labels"   {code: words}         "previews" {code: zone it would go to}
    "why"      {code: {"says", "rule"}} for things in reach that cannot be chosen; behind a
               question of buttons alone the next things are in reach too
    "then"     {code: what follows it}, or {"*": what follows, less what was chosen}
    """
    if not position.movers >> seat & 1:
        return None
    walker = position.clone()
    grown = _grow(walker, seat, frozenset(), {})
    why = _why(walker, seat)
    if set(walker.part(seat).zones) == {"buttons"}:
        for code in choices(walker.menu(seat)):
            behind = walker.clone()
            if not behind.step(seat, code):
                why = _why(behind, seat) | why
    if why:
        grown["why"] = why
    return grown


def _why(position: Position, seat: int) -> dict[str, dict[str, str]]:
    """Of the things that this question is about, those that it does not offer, and the reasons."""
    part = position.part(seat)
    open_codes = position.menu(seat)
    if part.many:
        open_codes |= things(position, seat, part)
    for group in part.alike:
        if open_codes >> group[0] & 1:
            open_codes |= sum(shl(1, code) for code in set(group))
    found = {}
    for code in choices(_union(part.zones) & ~open_codes):
        refusal = position.refusal(seat, code)
        found[str(code)] = {"says": str(refusal), "rule": refusal.rule}
    return found


def _grow(position: Position, seat: int, chosen: frozenset[int], known: Known) -> Form:
    """A question and what follows it; where the same was chosen in another order, what is known."""
    found = _question(position, seat)
    if chosen in known and _asked(known[chosen]) == found:
        return known[chosen]
    if "one" in found and (then := _what_follows(position, seat, chosen, known)):
        found["then"] = then
    known[chosen] = found
    return found


def _question(position: Position, seat: int) -> Form:
    """What is asked now, without what follows."""
    part = position.part(seat)
    menu = position.menu(seat)
    found: Form = {"key": part.key}
    if part.many:
        codes = things(position, seat, part)
        found["of"] = _by_zone(part, codes)
        all_there_are = part.most >= len(flat(found["of"]))
        found["set"] = [part.least, None if all_there_are else part.most]
    else:
        codes = menu
        found["one"] = _by_zone(part, codes)
    labelled = codes
    if part.close >= 0:
        found["close"] = part.close
        labelled |= shl(1, part.close)
    found["labels"] = {str(code): position.label(seat, code) for code in choices(labelled)}
    if previews := {str(c): zone for c, zone in part.previews.items() if codes >> c & 1}:
        found["previews"] = previews
    if part.fixed:
        found["fixed"] = part.fixed
    return found


def _what_follows(
    position: Position, seat: int, chosen: frozenset[int], known: Known
) -> dict[str, Form]:
    """What is asked after each choice; said once where it lacks but what was chosen (ANY)."""
    menu: int = position.menu(seat)
    ahead: dict[int, Position] = {}  # by choice: where it leads, if more is asked then
    for code in choices(menu):
        walker = position.clone()
        if not walker.step(seat, code):
            ahead[code] = walker
    if len(ahead) < 2 or len(ahead) < menu.bit_count():
        return {
            str(code): _grow(walker, seat, chosen | {code}, {}) for code, walker in ahead.items()
        }

    def grown(code: int) -> Form:
        return _grow(ahead[code], seat, chosen | {code}, known)

    codes = looked_through = list(ahead)
    key = position.part(seat).key
    if all(walker.part(seat).key == key for walker in ahead.values()):
        # One question that is asked again and again has too many orders to walk through all: of
        # the others only the next question is compared.
        looked_through = codes[:2]
    nodes = {code: grown(code) for code in looked_through}
    common = _merged([nodes[code] for code in codes[:2]])  # each lacks but its own code
    if all(_without(common, code) == node for code, node in nodes.items()) and all(
        _without(_asked(common), code) == _question(ahead[code], seat)
        for code in codes[len(nodes) :]
    ):
        return {ANY: common}
    return {str(code): nodes.get(code) or grown(code) for code in codes}


def _asked(node: Form) -> Form:
    """A form without what follows."""
    return {key: value for key, value in node.items() if key != "then"}


def things(position: Position, seat: int, part: Part) -> int:
    """All that a question for several things may come to hold: walk along the lowest choices."""
    walker = position.clone()
    found = 0
    for _ in range(part.most):  # after so many it is answered
        menu = walker.menu(seat)
        if part.close >= 0:
            menu &= ~shl(1, part.close)
        found |= menu
        if not menu or walker.step(seat, choices(menu)[0]):
            break
    return found


def _by_zone(part: Part, codes: int) -> dict[str, list[Thing]]:
    found: dict[str, list[Thing]] = {}
    for zone, mask in part.zones.items():
        things: list[Thing] = []
        for code in choices(mask & codes):
            here = _alike(part, code, codes)
            if code == here[0]:
                things.append(here if len(here) > 1 else code)
        if things:
            found[zone] = things
    return found


def _alike(part: Part, code: int, codes: int) -> list[int]:
    """Of these codes, those of the things that are like this one."""
    for group in part.alike:
        if code in group:
            return [c for c in group if not part.many or codes >> c & 1]
    return [code]


def flat(zones: dict[str, list[Thing]]) -> list[int]:
    """All codes of a form's zones in rising order, a code once for each thing it stands for."""
    return sorted(code for things in zones.values() for thing in things for code in members(thing))


def members(thing: Thing) -> list[int]:
    """The codes of alike things, or the code of a thing that is like no other."""
    return thing if isinstance(thing, list) else [thing]


def settled(part: Part, codes: list[int]) -> list[int]:
    """What is sent for these codes: of alike things so many from the front; in rising order."""
    found = list(codes)
    for group in part.alike:
        number = sum(code in group for code in codes)
        if number <= len(group):  # more than there are is refused, not mended
            found = [code for code in found if code not in group] + group[:number]
    return sorted(found)


def _union(zones: dict[str, int]) -> int:
    found = 0
    for mask in zones.values():
        found |= mask
    return found


def _merged(nodes: list[Form]) -> Form:
    """One form of several that offer the same but for a few things."""
    merged: Form = {}
    for node in nodes:
        for key, value in node.items():
            have = merged.get(key)
            if key in ("one", "of") and have is not None:
                merged[key] = {
                    zone: _joined([*have.get(zone, []), *value.get(zone, [])])
                    for zone in {**have, **value}
                }
            elif key in ("labels", "previews") and have is not None:
                merged[key] = have | value
            elif key == "then" and ANY in value and have is not None and ANY in have:
                merged[key] = {ANY: _merged([have[ANY], value[ANY]])}
            else:
                merged[key] = value
    return merged


def _joined(things: list[Thing]) -> list[Thing]:
    """Each thing once, and alike things in the largest group that is known of them."""
    groups = sorted((members(thing) for thing in things), key=len, reverse=True)
    found: list[list[int]] = []
    for group in groups:
        if not any(set(group) <= set(larger) for larger in found):
            found.append(group)
    return [group if len(group) > 1 else group[0] for group in sorted(found)]


def less(things: list[Thing], code: int) -> list[Thing]:
    """These things without one of this code."""
    found: list[Thing] = []
    for thing in things:
        left = list(members(thing))
        if code in left:
            left.remove(code)
        if left:
            found.append(left if len(left) > 1 else left[0])
    return found


def _without(node: Form, code: int) -> Form:
    """The form when this is chosen already."""
    rest = dict(node)
    for key in ("one", "of"):
        if key in rest:
            zones = {zone: less(things, code) for zone, things in rest[key].items()}
            rest[key] = {zone: things for zone, things in zones.items() if things}
    for key in ("labels", "previews"):
        if key in rest:
            rest[key] = {c: text for c, text in rest[key].items() if c != str(code)}
            if not rest[key] and key == "previews":
                del rest[key]
    if "then" in rest:
        rest["then"] = {c: _without(n, code) for c, n in rest["then"].items() if c != str(code)}
    return rest
