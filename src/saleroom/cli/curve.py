"""The chances to win of all seats over a game, as a drawing for light and dark pages."""

from __future__ import annotations

from xml.sax.saxutils import escape

from saleroom.bots.review import Review

WIDTH, HEIGHT = 840, 300
LEFT, RIGHT, TOP, BOTTOM = 48, 120, 28, 28
LINES = ("", "7 4", "2 3", "10 3 2 3", "1 5")  # dashes by seat, so that no line needs its colour

STYLE = """\
svg { color: #1d1a16; background: #fbf8f1; font: 13px sans-serif }
text { fill: currentColor }
line { stroke: currentColor; opacity: 0.2 }
polyline { fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round }
circle { fill: #e9ae25; stroke: currentColor; stroke-width: 2 }
@media (prefers-color-scheme: dark) { svg { color: #f1ece2; background: #1b1916 } }"""


def svg(review: Review) -> str:
    """A line for each seat, through its own decisions to the result; turning points are dots."""
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>{escape(f'{review.game} {review.variant}: chances to win')}</title>",
        f"<style>\n{STYLE}\n</style>",
    ]
    for percent in (0, 25, 50, 75, 100):
        y = _y(percent / 100)
        drawn.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>')
        drawn.append(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{percent}%</text>')
    ends = []
    for seat, name in enumerate(review.names):
        points = chances(review, seat)
        if points:
            path = " ".join(f"{_x(review, entry)},{_y(chance)}" for entry, chance in points)
            dashes = LINES[seat % len(LINES)]
            drawn.append(f'<polyline points="{path}" stroke-dasharray="{dashes or "none"}"/>')
            ends.append((_y(points[-1][1]), name))
    drawn += _names(ends)
    losses = {each.entry: each.after for each in review.decisions}
    for point in review.turning_points:
        x, y = _x(review, point.entry), _y(losses[point.entry])
        drawn.append(
            f'<circle cx="{x}" cy="{y}" r="5"><title>{escape(point.says)}</title></circle>'
        )
        drawn.append(f'<text x="{x}" y="{y - 10}" text-anchor="middle">{point.entry}</text>')
    return "\n".join([*drawn, "</svg>\n"])


def chances(review: Review, seat: int) -> list[tuple[int, float]]:
    """Of a seat, entry by entry: before and after each of its decisions, and what came of it."""
    found = []
    for each in review.decisions:
        if each.seat == seat:
            found += [(each.entry - 1, each.before), (each.entry, each.after)]
    if found and review.result is not None and review.result.winners:
        winners = review.result.winners
        found.append((review.entries, 1 / len(winners) if seat in winners else 0.0))
    return found


def _names(ends: list[tuple[float, str]]) -> list[str]:
    """At the ends of their lines, and none upon another."""
    drawn = []
    lowest = 0.0
    for y, name in sorted(ends):
        lowest = max(y + 4, lowest + 16)
        drawn.append(f'<text x="{WIDTH - RIGHT + 8}" y="{lowest}">{escape(name)}</text>')
    return drawn


def _x(review: Review, entry: int) -> float:
    share = (entry - 1) / max(review.entries - 1, 1)
    return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)


def _y(chance: float) -> float:
    return round(TOP + (1 - chance) * (HEIGHT - TOP - BOTTOM), 1)
