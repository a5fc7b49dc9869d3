"""Writes a small game as a tree in the EFG format of Gambit, which OpenSpiel reads too.

    python -m saleroom.adapters.efg GAME [--variant FILE.toml] [--utility margin|win] > tree.efg

An information set is what a seat has seen (`Position.seen`). That a seat has the same menu wherever
it has seen the same is checked on the way.
"""

from __future__ import annotations

from collections.abc import Iterator

import click

from saleroom import catalogue
from saleroom.adapters import tree
from saleroom.games.bits import choices
from saleroom.games.core import Position, Rules

MOST_NODES = 5_000_000  # a gigabyte of text; solvers give up long before


class TooLarge(ValueError):
    """A game whose tree nobody could use."""


class _Walk:
    """Goes through the whole tree once, numbering information sets and ends as it meets them."""

    def __init__(self, rules: Rules, utility: str, most: int) -> None:
        self.rules = rules
        self.utility = utility
        self.most = most
        self.sets: list[dict[int, int]] = [{} for _ in range(rules.seats)]  # by seat: key -> number
        self.menus: list[list[int]] = [[] for _ in range(rules.seats)]
        self.draws = 0
        self.ends = 0
        self.nodes = 0

    def lines(self, position: Position) -> Iterator[str]:
        self.nodes += 1
        if self.nodes > self.most:
            raise TooLarge(
                f"{self.rules.game} {self.rules.variant} has more than {self.most:,} nodes; "
                "write a smaller variant."
            )
        if position.over:
            yield self._end(position)
        elif position.wants:
            found = tree.outcomes(self.rules, position)
            yield self._draw(found)
            for outcome, _ in found.values():
                child = position.clone()
                child.draw(outcome)
                yield from self.lines(child)
        else:
            seat = tree.seat_to_move(position)
            menu = position.menu(seat)
            yield self._choice(position, seat, menu)
            for code in choices(menu):
                child = position.clone()
                child.step(seat, code)
                yield from self.lines(child)

    def _end(self, position: Position) -> str:
        self.ends += 1
        payoffs = " ".join(f"{value:.10g}" for value in tree.utilities(position, self.utility))
        return f't "" {self.ends} "" {{ {payoffs} }}'

    def _draw(self, found: dict[str, tuple[int, int]]) -> str:
        self.draws += 1
        total = sum(alike for _, alike in found.values())
        actions = " ".join(f'"{name}" {alike}/{total}' for name, (_, alike) in found.items())
        return f'c "" {self.draws} "" {{ {actions} }} 0'

    def _choice(self, position: Position, seat: int, menu: int) -> str:
        key = position.seen(seat)
        number = self.sets[seat].setdefault(key, len(self.sets[seat]) + 1)
        if number > len(self.menus[seat]):
            self.menus[seat].append(menu)
        assert self.menus[seat][number - 1] == menu, (
            f"seat {seat} has seen the same ({key:016x}), and has two menus"
        )
        # The code comes first: a word alone may mean two choices at different times.
        words = " ".join(f'"{code} {position.word(seat, code)}"' for code in choices(menu))
        return f'p "" {seat + 1} {number} "{key:016x}" {{ {words} }} 0'


def lines(rules: Rules, utility: str = "margin", *, most: int = MOST_NODES) -> Iterator[str]:
    """The tree of a game, one node a line, each before its children; refuses a larger one."""
    tree.must_be_utility(utility)
    seats = " ".join(f'"seat {seat}"' for seat in range(rules.seats))
    yield f'EFG 2 R "{rules.game} {rules.variant}, {utility}" {{ {seats} }} ""'
    position = rules.begin()
    position.remembers = True
    yield from _Walk(rules, utility, most).lines(position)


@click.command(help="Write the tree of a small game in the EFG format of Gambit.")
@click.argument("game")
@click.option("--variant", help="Name of a variant, or a .toml file.")
@click.option("--seats", type=int, help="Number of seats.")
@click.option("--utility", type=click.Choice(tree.UTILITIES), default="margin", show_default=True)
def main(game: str, variant: str | None, seats: int | None, utility: str) -> None:
    try:
        for line in lines(catalogue.load(game, variant, seats), utility):
            click.echo(line)
    except ValueError as error:
        raise click.ClickException(str(error)) from error


if __name__ == "__main__":
    main()
