"""Pennies with something wrong: for each law, games that break it.

Each class is a small slip that somebody could make. `BREAKERS` says which law must notice it, and
the words in which it does.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib.resources import files
from itertools import count
from typing import Any

from pennies.position import BID, LOT, NO_COIN, TURN, Pennies
from pennies.rules import PenniesRules
from saleroom.games.bits import Dice, choices, mix
from saleroom.games.core import (
    Draw,
    Event,
    NotAllowed,
    NotYourTurn,
    Part,
    Position,
    Refusal,
    everybody,
)


def pennies(
    kind: type[Pennies] = Pennies, variant: str = "tiny", seats: int = 2, **keys: Any
) -> Any:
    """Rules of Pennies whose positions are of this kind."""
    text = (files("pennies") / "variants" / f"{variant}.toml").read_text(encoding="utf-8")
    return rules_of(PenniesRules, kind, {**tomllib.loads(text), **keys}, seats)


def rules_of(
    base: type[PenniesRules], kind: type[Pennies], table: dict[str, object], seats: int = 2
) -> PenniesRules:
    class Slipped(base):  # type: ignore[misc,valid-type]
        def begin(self) -> Pennies:
            return kind(self)

    return Slipped(table, seats)  # type: ignore[no-any-return]


FIVE = [1, 2, 3, 4, 5]
Breaker = Callable[[], PenniesRules]
BREAKERS: list[tuple[str, str, Breaker]] = []  # law, words of its failure, the broken game


def breaks(law: str, words: str, **keys: Any) -> Callable[[type], type]:
    """A broken position, or broken rules, that this law must notice."""

    def listed(kind: type) -> type:
        def make() -> PenniesRules:
            if issubclass(kind, PenniesRules):
                whole = pennies(**keys)
                return rules_of(kind, Pennies, whole.table, whole.seats)
            return pennies(kind, **keys)

        make.__name__ = kind.__name__
        BREAKERS.append((law, words, make))
        return kind

    return listed


# -- complete -------------------------------------------------------------------------------------


@breaks("complete", "position.label is not written")
class WithoutLabels(Pennies):
    label = Position.label


@breaks("complete", "rules.choices")
class MoreCodesThanFit(PenniesRules):
    def __init__(self, table: dict[str, object], seats: int) -> None:
        super().__init__(table, seats)
        self.choices = 63


@breaks("complete", "first thing a game wants is draws")
class DealtAlready(Pennies):
    def __init__(self, rules: PenniesRules) -> None:
        super().__init__(rules)
        while self.wants:
            self.draw(choices(self.wants)[0])


# -- ends -----------------------------------------------------------------------------------------


@breaks("ends", "goes on and on")
class TurnWithoutEnd(Pennies):
    def _swap(self) -> None:
        self.paths[self.winner] = ()


@breaks("ends", "crashed")
class CrashesAtTheEnd(Pennies):
    def _end_of_lot(self) -> None:
        raise IndexError("no such seat")


# -- waits ----------------------------------------------------------------------------------------


@breaks("waits", "exactly one")
class AsksWhileDrawing(Pennies):
    def _ask_for_a_coin(self) -> None:
        super()._ask_for_a_coin()
        self.movers = 1


@breaks("waits", "who has decided owes no more")
class AsksAgain(Pennies):
    """Who has sealed an empty bid may bid again."""

    def step(self, seat: int, choice: int) -> bool:
        completed = super().step(seat, choice)
        if completed and self.phase == BID and len(self.paths[seat]) == 2:
            self.paths[seat] = ()
            self.movers |= 1 << seat
        return completed


# -- chance ---------------------------------------------------------------------------------------


@breaks("chance", "certain is not asked", coins=FIVE)
class AsksWhatIsCertain(Pennies):
    def _ask_for_a_coin(self) -> None:
        self.wants = self.bag
        self.movers = 0


@breaks("chance", "has no order")
class DealsInOrder(Pennies):
    def _deal(self, coin: int) -> None:
        self.public = mix(self.public, coin)
        super()._deal(coin)


@breaks("chance", "sees what comes")
class SaysTooManySeers(Pennies):
    def pending(self) -> Draw:
        draw = super().pending()
        return Draw(draw.pile, 0, draw.wants, draw.together, everybody(self.rules), draw.full)


@breaks("chance", "hidden from seat")
class TellsTheDeal(Pennies):
    def _tell(self, key: str, seat: int, values: Any, secret: Any = None) -> None:
        super()._tell(key, seat, values if key != "dealt" else {**values, **secret}, secret)


# -- menus ----------------------------------------------------------------------------------------


@breaks("menus", "cannot complete what it began")
class DeadEnd(Pennies):
    """Who has bid a coin cannot seal the bid."""

    def menu(self, seat: int) -> int:
        menu = super().menu(seat)
        if self.phase == BID and self.sealed(seat)[1]:
            return menu & ~(1 << self.rules.done)
        return menu


@breaks("menus", "owes a choice, and has a menu")
class MenuForAll(Pennies):
    def menu(self, seat: int) -> int:
        if self.phase == TURN and not self.movers >> seat & 1:
            return self.may_be_taken()
        return super().menu(seat)


@breaks("menus", "Menu of")
class MoreCodesThanSaid(PenniesRules):
    def __init__(self, table: dict[str, object], seats: int) -> None:
        super().__init__(table, seats)
        self.choices -= 1


# -- refusals -------------------------------------------------------------------------------------


@breaks("refusals", "not in the menu, and accepted")
class AcceptsForeignCoins(Pennies):
    def choose(self, seat: int, choice: int) -> bool:
        rival = self.purses[seat - 1]
        if self.phase == BID and self.movers >> max(seat, 0) & 1 and choice in choices(rival):
            return self.step(seat, choice)
        return super().choose(seat, choice)


@breaks("refusals", "and so changed")
class CountsItsRefusals(Pennies):
    def refusal(self, seat: int, choice: int) -> Refusal:
        self.public = mix(self.public, 1)
        return super().refusal(seat, choice)


@breaks("refusals", "is refused")
class ConfusesRefusals(Pennies):
    def refusal(self, seat: int, choice: int) -> Refusal:
        return NotYourTurn("Not now.")


@breaks("refusals", "with a sentence")
class CurtRefusal(Pennies):
    def refusal(self, seat: int, choice: int) -> Refusal:
        return NotAllowed("illegal")


# -- steps ----------------------------------------------------------------------------------------


@breaks("steps", "Step and choose")
class ChooseForgetsThePath(Pennies):
    def choose(self, seat: int, choice: int) -> bool:
        completed = super().choose(seat, choice)
        if not completed:
            self.public = mix(self.public, 1)
        return completed


@breaks("steps", "Between")
class NeverBetween(Pennies):
    def between(self, seat: int) -> bool:
        return not self.movers >> seat & 1


# -- copies ---------------------------------------------------------------------------------------


@breaks("copies", "What was done with a copy")
class SharesItsPurses(Pennies):
    def reset_to(self, other: Position) -> None:
        super().reset_to(other)
        assert isinstance(other, Pennies)
        self.purses = other.purses


@breaks("copies", "A copy by")
class ForgetsTheTill(Pennies):
    def reset_to(self, other: Position) -> None:
        super().reset_to(other)
        if self.over:
            self.till = 0


@breaks("copies", "Nobody listens to a copy")
class CopyThatTalks(Pennies):
    def clone(self) -> Pennies:
        twin = super().clone()
        twin.events = []
        return twin


# -- results --------------------------------------------------------------------------------------


@breaks("results", "Scores")
class ScoresBeyondBounds(PenniesRules):
    def __init__(self, table: dict[str, object], seats: int) -> None:
        super().__init__(table, seats)
        self.highest = 9


@breaks("results", "Winners")
class WithoutWinners(Pennies):
    def winners(self) -> int:
        return 0


@breaks("results", "The ending")
class NamelessEnd(Pennies):
    def ending(self) -> str:
        return "finished" if self.over else ""


# -- words and notation ---------------------------------------------------------------------------


@breaks("words", "unique in its menu")
class CoinsWithoutNumber(Pennies):
    def word(self, seat: int, choice: int) -> str:
        return "coin" if choice < self.rules.done else "pass"


@breaks("words", "has a label")
class BlankLabels(Pennies):
    def label(self, seat: int, choice: int) -> str:
        return " "


@breaks("notation", "read again", variant="standard")
class WordsThatShift(Pennies):
    """The coins after the first are called by the next one's name."""

    def word(self, seat: int, choice: int) -> str:
        if self.phase == BID and self.sealed(seat)[1] and choice < self.rules.done:
            return str(self.rules.values[choice] + 1)
        return super().word(seat, choice)


# -- forms ----------------------------------------------------------------------------------------


@breaks("answers", "The form of seat")
class FormAsksForOne(Pennies):
    """The form says that one coin at least must be bid; the rules do not."""

    def part(self, seat: int) -> Part:
        part = super().part(seat)
        if part.key == "bid":
            part.least = 1
        return part


@breaks("answers", "The form of seat")
class FormAllowsNone(Pennies):
    """The rules want a bid of one coin at least; the form does not say so."""

    def menu(self, seat: int) -> int:
        menu = super().menu(seat)
        if self.phase == BID and not self.asks_for_pocket(seat) and not self.sealed(seat)[1]:
            return menu & ~(1 << self.rules.done)
        return menu


# -- views and cards ------------------------------------------------------------------------------


@breaks("views", "plain data")
class ViewWithTuples(Pennies):
    def view(self, seat: int | None) -> dict[str, object]:
        return {**super().view(seat), "totals": (1, 2)}


@breaks("views", "The form in the view")
class ViewWithoutForm(Pennies):
    def view(self, seat: int | None) -> dict[str, object]:
        return {**super().view(seat), "form": None}


@breaks("secrecy", "view")
class ScoresForAll(Pennies):
    def view(self, seat: int | None) -> dict[str, object]:
        return {**super().view(seat), "scores": [{"total": score} for score in self.scores()]}


@breaks("cards", "number of cards on the table")
class LosesACoin(Pennies):
    def _end_of_lot(self) -> None:
        if self.lots == 1:
            self.till &= self.till - 1
        super()._end_of_lot()

    def _swap(self) -> None:
        super()._swap()
        self.till = 0


@breaks("cards", "once too often")
class CoinInTwoPlaces(Pennies):
    def _swap(self) -> None:
        self.bag &= self.bag - 1
        super()._swap()
        self.till |= self.purses[0] & -self.purses[0]


@breaks("cards", "is open")
class HandStaysShut(Pennies):
    def view(self, seat: int | None) -> dict[str, Any]:
        view: dict[str, Any] = super().view(seat)
        if self.over:
            view["zones"][-1]["cards"] = None
        return view


@breaks("events", "An event")
class UnknownEvent(Pennies):
    def _tell(self, key: str, seat: int, values: Any, secret: Any = None) -> None:
        super()._tell("auction" if key == "lot" else key, seat, values, secret)


@breaks("events", "names a seat")
class EventOfNobody(Pennies):
    def _tell(self, key: str, seat: int, values: Any, secret: Any = None) -> None:
        super()._tell(key, -1 if key == "bid" else seat, values, secret)


# -- sealed decisions and their order -------------------------------------------------------------


@breaks("sealed", "sees it")
class ShowsWhoHasSealed(Pennies):
    def view(self, seat: int | None) -> dict[str, object]:
        return {**super().view(seat), "sealed": choices(~self.movers & everybody(self.rules))}


@breaks("sealed", "it is told")
class TellsTheSeal(Pennies):
    def step(self, seat: int, choice: int) -> bool:
        if choice == self.rules.done and self.events is not None:
            self.events.append(Event("won", seat, {}))
        return super().step(seat, choice)


@breaks("sealed", "sees it")
class KeyOfAllPaths(Pennies):
    """A seat's key has the open paths of all seats in it."""

    def seen(self, seat: int) -> int:
        return mix(super().seen(seat), sum(len(path) for path in self.paths))


@breaks("order", "Arrival in the order")
class FirstComeFirstServed(Pennies):
    """Of equal bids the one that was sealed last wins."""

    def _turn_up_bids(self) -> None:
        last = self.last
        super()._turn_up_bids()
        self.public = mix(self.public, last)

    last = 0

    def step(self, seat: int, choice: int) -> bool:
        self.last = seat
        return super().step(seat, choice)


# -- secrecy --------------------------------------------------------------------------------------


@breaks("secrecy", "view")
class LeaksThePurse(Pennies):
    def view(self, seat: int | None) -> dict[str, object]:
        return {**super().view(seat), "richest": max(self.value(purse) for purse in self.purses)}


@breaks("secrecy", "a spectator")
class LeaksToSpectators(Pennies):
    def view(self, seat: int | None) -> dict[str, object]:
        return super().view(0 if seat is None else seat) | {"viewer": seat}


@breaks("secrecy", "hint")
class LeaksByHint(Pennies):
    def hint(self, seat: int) -> dict[str, object]:
        return {"richest": max(self.value(purse) for purse in self.purses)}


@breaks("secrecy", "labels")
class LeaksByLabel(Pennies):
    def label(self, seat: int, choice: int) -> str:
        mark = "!" if self.value(self.purses[1 - seat]) > 6 else ""
        return super().label(seat, choice) + mark


@breaks("secrecy", "refusals")
class LeaksByRefusal(Pennies):
    def refusal(self, seat: int, choice: int) -> Refusal:
        if self.phase == BID and choice in choices(self.purses[1 - seat]):
            return NotAllowed("This coin is in another purse.")
        return super().refusal(seat, choice)


@breaks("secrecy", "form, one")
class LeaksByMenu(Pennies):
    """Nobody may pocket a coin that is lower than all of the rival's."""

    def menu(self, seat: int) -> int:
        menu = super().menu(seat)
        if self.phase == BID and self.asks_for_pocket(seat):
            rival = self.purses[1 - seat]
            return menu & ~((rival & -rival) - 1) or menu
        return menu


@breaks("untold", "told otherwise")
class TellsThePocket(Pennies):
    def _tell(self, key: str, seat: int, values: Any, secret: Any = None) -> None:
        super()._tell(key, seat, values if key != "pocketed" else secret, None)


@breaks("untold", "worlds with equal dice")
class TrueWorld(Pennies):
    """What is imagined is the truth."""

    def sample(self, seat: int, dice: Dice) -> Pennies:
        world = self.clone()
        for other in range(self.rules.seats):
            if other != seat and not self.over:
                world.paths[other] = ()
                if self.phase == BID:
                    world.movers |= 1 << other
        return world


@breaks("untold", "notation")
class SaysThePocket(Pennies):
    """The pocketed coin stands in the notation that others read."""

    def part(self, seat: int) -> Part:
        part = super().part(seat)
        part.secret = 0
        return part


# -- samples --------------------------------------------------------------------------------------


@breaks("samples", "Who owes a choice in a world")
class KeepsSealedBids(Pennies):
    def sample(self, seat: int, dice: Dice) -> Pennies:
        world = super().sample(seat, dice)
        world.movers = self.movers
        return world


@breaks("samples", "must refuse seen without memory")
class AlwaysRemembers(Pennies):
    def _must_remember(self) -> None:
        pass


@breaks("samples", "must refuse sample while a draw is pending")
class SamplesInADraw(Pennies):
    def sample(self, seat: int, dice: Dice) -> Pennies:
        if self.wants and self.remembers:
            return self.clone()
        return super().sample(seat, dice)


@breaks("samples", "sample of a sample")
class SampleByTheTruth(Pennies):
    """The dice fall by what the rival truly has."""

    def sample(self, seat: int, dice: Dice) -> Pennies:
        for _ in choices(self.dealt[1 - seat] & 0b10101):
            dice.below(2)
        return super().sample(seat, dice)


@breaks("fair", "true and sampled worlds differ")
class ImaginesPoorRivals(Pennies):
    """The better of two coins goes to the bag."""

    def sample(self, seat: int, dice: Dice) -> Pennies:
        world = super().sample(seat, dice)
        other = 1 - seat
        hidden = world.purses[other] & ~self.shown
        if hidden and world.bag and not self.over:
            low, high = world.bag & -world.bag, hidden & -hidden
            if low < high:
                world.bag ^= low | high
                world.purses[other] ^= low | high
                world.dealt[other] ^= low | high
        return world


# -- whole games ----------------------------------------------------------------------------------


@breaks("memory", "Without memory")
class ForgetsTheRules(Pennies):
    def menu(self, seat: int) -> int:
        menu = super().menu(seat)
        return menu if self.remembers or self.phase != TURN else menu & -menu


@breaks("repeatable", "The same game again")
class CountsItsGames(Pennies):
    numbers = count()

    def __init__(self, rules: PenniesRules) -> None:
        super().__init__(rules)
        self.number = next(self.numbers)

    def view(self, seat: int | None) -> dict[str, object]:
        return {**super().view(seat), "game_number": self.number}


@breaks("records", "")
class AlikeByMistake(PenniesRules):
    """Two coins that are not alike have one name."""

    def outcome(self, pile: int, outcome: int) -> str:
        return super().outcome(pile, outcome | 1)


# -- every game that can happen -------------------------------------------------------------------


@breaks("recall", "one key for two things seen", coins=FIVE)
class KeyWithoutPocket(Pennies):
    def seen(self, seat: int) -> int:
        self._must_remember()
        pockets = self.pockets
        self.pockets = [NO_COIN] * self.rules.seats
        key = super().seen(seat)
        self.pockets = pockets
        return key


@breaks("recall", "two keys for the same thing seen", coins=FIVE, purse=1, lots=2)
class KeyOfTheBag(Pennies):
    def seen(self, seat: int) -> int:
        return mix(super().seen(seat), self.bag)


@breaks("posterior", "do not come as often", coins=FIVE)
class ImaginesTheLowestPocket(Pennies):
    def sample(self, seat: int, dice: Dice) -> Pennies:
        world = super().sample(seat, dice)
        other = 1 - seat
        lowest = world.purses[other] & ~self.shown
        if world.pockets[other] != NO_COIN and lowest and not self.over:
            lowest &= -lowest
            if lowest < 1 << world.pockets[other] and dice.below(2):
                world.purses[other] ^= lowest | 1 << world.pockets[other]
                world.pockets[other] = lowest.bit_length() - 1
        return world


@breaks("posterior", "is impossible", coins=FIVE, purse=1, lots=2)
class ImaginesShownCoins(Pennies):
    """The till is dealt again."""

    def sample(self, seat: int, dice: Dice) -> Pennies:
        world = super().sample(seat, dice)
        if self.phase in (BID, LOT, TURN) and world.bag and self.lot != NO_COIN:
            low = world.bag & -world.bag
            world.bag ^= low | 1 << self.lot
            world.lot = low.bit_length() - 1
        return world
