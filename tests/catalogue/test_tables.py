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
bids = [ # of these there are two
  { id = "one" },

  { id = "two" },
]

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
        ("bids", 9),
        ("bids[0].id", 10),
        ("bids[1]", 12),
        ("card", 15),
        ("card[0].bid", 17),
        ("card[1]", 19),
        ("card[1].bid", 21),
        ("card[1].powers", 19),
        ("card[1].powers[2]", 19),
        ("card[7].bid", 15),
        ("table.inner.deep", 23),
        ("missing", 0),
        ("missing.too[3]", 0),
    ],
)
def test_a_key_has_its_line_or_that_of_the_nearest_one_around_it(key: str, line: int) -> None:
    assert line_of(TEXT, key) == line
