"""Where a key stands in a TOML text."""

import pytest

from saleroom.catalogue.tables import line_of

TEXT = """\
# a remark with deal = 3
deal = 9
"quoted key" = 1
prices = [
    1,
    2,
]
bonus.kind = "x"

[[card]]
face = "1"
bid = 1

[[card]]
  face = "2"
  bid = 2
[table.inner]
deep = true
"""


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("deal", 2),
        ("quoted key", 3),
        ("prices", 4),
        ("prices[1]", 4),
        ("bonus.kind", 8),
        ("card", 10),
        ("card[0].bid", 12),
        ("card[1]", 14),
        ("card[1].bid", 16),
        ("card[1].powers", 14),
        ("card[1].powers[2]", 14),
        ("card[7].bid", 10),
        ("table.inner.deep", 18),
        ("missing", 0),
        ("missing.too[3]", 0),
    ],
)
def test_a_key_has_its_line_or_that_of_the_nearest_one_around_it(key: str, line: int) -> None:
    assert line_of(TEXT, key) == line
