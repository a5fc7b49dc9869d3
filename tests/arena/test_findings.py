"""What a trial says of its games, against stories made up for the purpose."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from saleroom.arena.findings import Difference, Figure, Findings, findings
from saleroom.arena.trial import Sitting, Story, Trial, make

LOTS: dict[str, object] = {"lots": 1}
PLAIN = dict(
    seed=0,
    ending="sold",
    winners=[0],
    scores=[9, 5],
    rounds=0,
    decisions=4,
    choices=8,
    leads=0,
    halfway=-1,
    did={},
    first={},
    happened={},
    amounts={},
    named={},
)


def trial(*changes: dict[str, object], seats: int = 2, rival: str | None = None) -> Trial:
    return make("pennies", changes=changes or [LOTS], seats=seats, rival=rival)


def told(*deals: Sequence[dict[str, Any]], of: Trial | None = None) -> Findings:
    """Deals of one game of each variant, all as plain as can be but for what is said."""
    return findings(
        of or trial(),
        [
            [
                Story(Sitting(deal, variant, None), **{**PLAIN, **said})
                for variant, said in enumerate(row)
            ]
            for deal, row in enumerate(deals)
        ],
    )


def figure(found: Findings, section: str, key: str) -> Figure:
    (here,) = (each for each in found.sections if each.key == section)
    (wanted,) = (each for each in here.figures if each.key == key)
    return wanted


def means(found: Findings, section: str, key: str) -> list[float | None]:
    return [each and each.mean for each in figure(found, section, key).known]


def keys(found: Findings, section: str) -> list[str]:
    return [each.key for here in found.sections if here.key == section for each in here.figures]


# -- figures ---------------------------------------------------------------------------------------


def test_a_game_in_numbers() -> None:
    found = told(
        ({"rounds": 3}, {"decisions": 10, "leads": 2}),
        ({"scores": [20, 18], "choices": 4}, {"scores": [4, 10], "winners": [1]}),
    )
    assert means(found, "game", "rounds") == [1.5, 0]
    assert means(found, "game", "decisions") == [4, 7]
    assert means(found, "game", "choices") == [1.5, (0.8 + 2) / 2]
    assert means(found, "game", "winner") == [14.5, 9.5]
    assert means(found, "game", "others") == [11.5, 4.5]
    assert means(found, "game", "margin") == [3, 5]
    assert means(found, "game", "leads") == [0, 1]
    assert "rounds" not in keys(told(({}, {})), "game"), "a game that knows none"


def test_a_shared_win_has_no_margin_and_a_broken_tie_none_either() -> None:
    shared = dict(winners=[0, 1], scores=[7, 7])
    found = told((shared, {"scores": [7, 7], "winners": [1]}))
    assert means(found, "game", "margin") == [0, 0]
    assert means(found, "game", "others") == [None, 7]
    assert means(found, "seats", "shared") == [1, 0]
    assert means(found, "seats", "seat_0") == [0.5, 0]
    assert means(found, "seats", "seat_1") == [0.5, 1]


def test_with_three_seats_the_margin_is_over_the_next() -> None:
    found = told(({"scores": [9, 5, 8]}, {"scores": [2, 5, 1], "winners": [1]}), of=trial(seats=3))
    assert means(found, "game", "margin") == [1, 3]
    assert means(found, "game", "others") == [6.5, 1.5]
    assert means(found, "seats", "seat_2") == [0, 0]


def test_who_led_halfway_counts_only_where_somebody_did_alone() -> None:
    found = told(({"halfway": 0}, {}), ({"halfway": 1}, {"halfway": 0}), ({}, {"halfway": 0}))
    known = figure(found, "seats", "halfway").known
    assert [(each.mean, each.deals) for each in known if each] == [(0.5, 2), (1.0, 2)]
    (more,) = figure(found, "seats", "halfway").more
    assert more is not None
    assert more.mean == 0.5, "what is said of B less what is said of A, if not of the same deals"


def test_how_games_end_is_told_in_the_words_of_the_game() -> None:
    found = told(({}, {}), ({"ending": "nobody"}, {}))
    assert keys(found, "endings") == ["nobody", "sold"]
    assert means(found, "endings", "sold") == [0.5, 1]
    assert figure(found, "endings", "sold").says == "All lots are sold"


def test_of_what_happens_it_is_told_how_often_and_whom_it_serves() -> None:
    found = told(
        (
            {"did": {"won": [2, 0]}, "first": {"won": 0}},
            {"did": {"won": [1, 1]}, "first": {"won": 1}},
        ),
        ({"did": {"won": [0, 1]}, "first": {"won": 1}}, {"happened": {"lot": 3}}),
    )
    assert means(found, "happens", "won") == [1.5, 1]
    assert means(found, "happens", "lot") == [0, 1.5]
    assert means(found, "first", "won") == [0.5, 0]
    assert means(found, "most", "won") == [0.5, None], (
        "in no deal of the second one seat did it most"
    )
    assert figure(found, "happens", "won").says == "has bid the most"
    assert keys(found, "happens") == ["lot", "won"], "in the order of the words of the game"


def test_how_much_is_told_as_the_mean_of_a_game_where_the_sentence_has_the_number() -> None:
    found = told(
        ({"amounts": {"won": {"coin": (9, 3), "lot": (2, 2)}}}, {}),
        ({"amounts": {"won": {"coin": (5, 1), "lot": (1, 1)}}}, {}),
        ({}, {"amounts": {"won": {"coin": (1, 2)}}}),
    )
    assert keys(found, "amounts") == ["won.coin"], "what is always the same tells nothing"
    assert means(found, "amounts", "won.coin") == [4, 0.5]


@pytest.mark.parametrize(
    ("sentence", "name", "label"),
    [
        ("@{seat} wins the bid, {total} to {other}.", "total", "wins the bid, N to …"),
        ("@{seat} wins the bid, {total} to {other}.", "other", "wins the bid, … to N"),
        ("@{seat} shuffles the discards ({count}).", "count", "shuffles the discards N"),
        ("@{seat}: {tale}. Round score {gained}, so far {all}.", "all", "Round score …, so far N"),
        ("@{seat} buys {card} for {cards}.", "price_paid", "buys … for …: price paid"),
    ],
)
def test_the_label_of_a_number_is_its_sentence_with_an_n(
    sentence: str, name: str, label: str
) -> None:
    from saleroom.arena.measures import Told

    told = Told(trial(), [])
    told.words = {"event": sentence}
    assert told.says_how_much("event", name) == label


def test_what_has_a_name_in_the_variant_is_counted_and_so_is_what_nobody_ever_took() -> None:
    sparrows = make("sparrows", ["upgrades"], changes=[{"scoring.penalty": 20}])
    found = told(
        ({"named": {"full_house": [2, 0], "win_all": [0, 1]}}, {"named": {"two_pairs": [1, 0]}}),
        ({"named": {"full_house": [0, 1], "win_all": [0, 1]}}, {}),
        of=sparrows,
    )
    assert means(found, "which", "full_house") == [1.5, 0]
    assert means(found, "which", "two_pairs") == [0, 0.5]
    assert means(found, "which", "two_quatros") == [0, 0]
    assert figure(found, "which", "full_house").says == "full house"
    assert "sparrow" not in keys(found, "which"), "of suits none was named"
    assert means(found, "takers", "full_house") == [0.5, None]
    assert keys(found, "takers") == ["full_house"], "others were always taken by one seat, or never"


def test_a_shorter_game_has_not_less_of_everything() -> None:
    rows: list[tuple[dict[str, Any], dict[str, Any]]] = [
        (
            {"rounds": 10, "happened": {"lot": 20 + n % 3}},
            {"rounds": 5, "happened": {"lot": 10 + n % 2}},
        )
        for n in range(60)
    ]
    found = told(*rows)
    assert means(found, "happens", "lot") == pytest.approx([2.1, 2.1])
    assert "times in a round" not in str(found.reading)
    assert "How often it happens in a round" in str(found)
    rare = told(*[(a, {**b, "happened": {"lot": 1 + n % 2}}) for n, (a, b) in enumerate(rows)])
    assert "The … is up for sale, times in a round: 0.30, not 2.1" in rare.reading[0]


def test_what_all_seats_do_alike_and_what_never_varies_is_left_out() -> None:
    alike: dict[str, Any] = dict(did={"dealt": [1, 1]}, first={"dealt": 0}, happened={"lot": 2})
    found = told((alike, alike), (alike, alike))
    assert [keys(found, section) for section in ("happens", "first", "most")] == [[], [], []]
    assert {section.key for section in found.sections} == {"game", "endings", "seats"}


def test_first_is_left_out_where_it_is_always_the_same_seat() -> None:
    found = told(
        (
            {"did": {"won": [2, 0]}, "first": {"won": 0}},
            {"did": {"won": [0, 1]}, "first": {"won": 0}},
        )
    )
    assert keys(found, "first") == []
    assert keys(found, "most") == ["won"]


def test_what_is_told_already_is_not_told_again() -> None:
    """The ending, and what comes with every round; in Pennies there are none, so some are made."""
    found = told(
        (
            {"happened": {"sold": 1, "lot": 6, "nobody": 2}, "rounds": 3},
            {"happened": {"lot": 2, "nobody": 1}, "rounds": 1},
        )
    )
    assert keys(found, "happens") == ["nobody"]


def test_skill_is_how_often_the_bot_wins_alone_among_rivals() -> None:
    three = trial(seats=3, rival="random")
    base: dict[str, Any] = {**PLAIN, "scores": [1, 2, 3]}
    deal = [
        Story(sitting, **{**base, "winners": [sitting.seat if sitting.seat in (0, 1) else 0]})
        for sitting in three.deal(0)
    ]
    assert means(findings(three, [deal]), "seats", "skill") == [2 / 3, 2 / 3]
    assert "skill" not in keys(told(({}, {})), "seats")


@pytest.mark.parametrize(
    ("sentence", "label"),
    [
        (
            "@{seat} buys {card} from position {position} with {cards}.",
            "buys … from position … with …",
        ),
        ("@{seat} wins the bid, {total} to {other}.", "wins the bid"),
        ("@{seat} shuffles their own ({count}) again.", "shuffles their own again"),
        ("@{seat}: {tale}. Round score {gained}.", "scores"),
        ("The bids tie at {total}: each adds one.", "The bids tie at …"),
        ("@{who} and @{other} do {one} {other} alike.", "… and … do … alike"),
    ],
)
def test_the_label_of_an_event_is_its_sentence_without_who_and_what(
    sentence: str, label: str
) -> None:
    from saleroom.arena.measures import Told

    told = Told(trial(), [])
    told.words = {"scores": sentence}
    assert told.says("scores") == label


def test_alike_labels_are_told_apart_and_long_ones_are_cut() -> None:
    from saleroom.arena.measures import Told

    told = Told(trial(), [])
    told.words = {
        "won": "@{seat} wins {lot}, and refuses {cards}.",
        "won_by_hand": "@{seat} wins {lot}.",
        "long": "@{seat} " + "tells and tells " * 10 + ".",
    }
    assert told.says("won") == "wins …, and refuses …"
    assert told.says("won_by_hand") == "wins …"
    assert told.says("long") == "tells and tells tells and tells tells and …"


# -- how sure --------------------------------------------------------------------------------------


def test_differences_are_taken_deal_by_deal() -> None:
    """Long deals are long for both: the difference is known far better than either length."""
    found = told(*[({"decisions": 10 * n}, {"decisions": 10 * n + n % 2}) for n in range(1, 41)])
    known = figure(found, "game", "decisions").known[0]
    (more,) = figure(found, "game", "decisions").more
    assert known is not None
    assert more is not None
    assert known.low is not None
    assert more.low is not None
    assert more.mean == 0.5
    assert (known.mean - known.low) > 50 * (more.mean - more.low)
    assert more.is_sure


def test_of_few_deals_nothing_is_sure() -> None:
    found = told(*[({"decisions": 5}, {"decisions": 50})] * 9)
    (more,) = figure(found, "game", "decisions").more
    assert more is not None
    assert (more.mean, more.low, more.high, more.is_sure) == (45, None, None, False)
    assert found.reading == [[]]
    found = told(*[({"decisions": 5}, {"decisions": 50})] * 10)
    assert found.reading[0][0] == "decisions: 50.0, not 5.0"


def test_what_is_sure_of_one_figure_is_not_yet_sure_of_one_among_many() -> None:
    """Of as many figures as a table has one or the other is outside its own interval by chance."""

    def differs(deals: int) -> Difference:
        found = told(*[({"decisions": 10}, {"decisions": 10 + (n < deals)}) for n in range(60)])
        (more,) = figure(found, "game", "decisions").more
        assert more is not None
        assert more.low is not None
        assert more.low > 0
        return more

    assert not differs(12).is_sure
    assert differs(20).is_sure


def test_a_share_differs_by_no_more_than_it_can() -> None:
    found = told(*[({"winners": [1], "scores": [1, 2]}, {"winners": [0]})] * 30)
    (more,) = figure(found, "seats", "seat_0").more
    assert more is not None
    assert (more.mean, more.high, more.is_sure) == (1.0, 1.0, True)
    assert more.low is not None
    assert 0.5 < more.low < 1.0


def test_the_surest_is_read_first_and_the_game_before_what_happens_in_it() -> None:
    dice = Random(5)
    rows = [
        (
            {"decisions": 20, "choices": 60 + dice.randrange(9)},
            {
                "decisions": 30,
                "choices": 95 + dice.randrange(9),
                "leads": 1,
                "happened": {"lot": 1},
            },
        )
        for _ in range(60)
    ]
    found = told(*rows)
    assert found.reading[0] == [
        "decisions: 30.0, not 20.0",
        "changes of the lead: 1.0, not 0.00",
        "choices at a decision: 3.3, not 3.2",
        "The … is up for sale, times in a game: 1.0, not 0.00",
    ]


def test_figures_that_differ_look_different() -> None:
    found = told(*[({"choices": 108, "decisions": 40}, {"choices": 107, "decisions": 40})] * 20)
    assert found.reading == [["choices at a decision: 2.67, not 2.70"]]


def test_a_game_without_a_decision_has_no_choices() -> None:
    found = told(*[({"decisions": 0, "choices": 0}, {})] * 12)
    assert means(found, "game", "choices") == [None, 2]
    assert "choices at a decision" in str(found)


def test_what_is_said_of_other_deals_in_either_variant_is_compared() -> None:
    """In half of the deals of A somebody leads halfway, in the others of B, and there wins less."""
    rows: list[tuple[dict[str, Any], dict[str, Any]]] = []
    for n in range(200):
        winner, loser = (1, 0) if n % 5 == 0 else (0, 1)  # seat 0 wins all games
        rows += [({"halfway": winner}, {}), ({}, {"halfway": loser})]
    halfway = figure(told(*rows), "seats", "halfway")
    assert [(each.mean, each.deals) for each in halfway.known if each] == [(0.8, 200), (0.2, 200)]
    (more,) = halfway.more
    assert more is not None
    assert more.low is not None
    assert more.high is not None
    assert more.mean == pytest.approx(-0.6)
    assert -0.8 < more.low < -0.6 < more.high < -0.4
    assert more.is_sure


def test_what_is_said_of_few_deals_of_one_variant_is_never_sure() -> None:
    rows = [({"halfway": 0}, {"halfway": 1 if n < 9 else -1}) for n in range(100)]
    (more,) = figure(told(*rows), "seats", "halfway").more
    assert more is not None
    assert (more.mean, more.low, more.is_sure) == (-1, None, False)


def test_what_has_never_happened_yet_may_happen_still() -> None:
    """Who saw nothing in 100 deals knows that it is rarer than three in a hundred, no more."""
    rows = [({"did": {"bid": [1, 0]}}, {"did": {"bid": [1 + n % 3, 0]}}) for n in range(100)]
    known = figure(told(*rows), "happens", "bid").known[0]
    assert known is not None
    assert known.low is not None
    assert known.high is not None
    assert (known.mean, round(known.low, 2), round(known.high, 2)) == (1, 0.97, 1.03)


def test_where_nothing_differs_hardly_ever_something_is_called_sure() -> None:
    """Forty trials of two variants that are the same but for chance."""
    dice = Random(11)

    def one() -> dict[str, Any]:
        winner = dice.randrange(2)
        return dict(
            winners=[winner],
            scores=[dice.randrange(20), dice.randrange(20)],
            decisions=dice.randrange(10, 40),
            halfway=dice.randrange(2),
            did={"won": [dice.randrange(4), dice.randrange(4)], "bid": [dice.randrange(9), 2]},
            first={"won": dice.randrange(2), "bid": dice.randrange(2)},
            happened={"lot": dice.randrange(3)},
        )

    trials = [told(*[(one(), one()) for _ in range(50)]) for _ in range(40)]
    assert sum(found.reading != [[]] for found in trials) <= 2


# -- the rest --------------------------------------------------------------------------------------


def test_what_was_changed_is_told() -> None:
    found = told(({}, {}, {}), of=trial(LOTS, {"purse": 2, "lots": 3}))
    assert found.changes == [
        {"lots": ("2", "1")},
        {"purse": ("3", "2"), "lots": ("2", "3")},
    ]
    assert (found.deals, found.games) == (1, 3)


def test_how_games_differ_from_each_other() -> None:
    rows = [({"rounds": n % 3 + 1, "scores": [n, n - 1]}, {"decisions": 7}) for n in range(1, 101)]
    one, other = told(*rows).spreads
    assert one.lengths == {1: 33, 2: 34, 3: 33}
    assert other.lengths == {7: 100}
    assert (one.winners.p5, one.winners.p25, one.winners.p50, one.winners.p75, one.winners.p95) == (
        5,
        25,
        50,
        75,
        95,
    )
    assert one.others is not None
    assert one.others.p50 == 49
    shared = dict(winners=[0, 1], scores=[3, 3])
    assert told((shared, shared)).spreads[0].others is None


def test_two_variants_are_told_with_all_that_is_known_and_more_side_by_side() -> None:
    rows = [({"decisions": 10 + n % 3}, {"decisions": 14 + n % 2}) for n in range(40)]
    text = str(told(*rows))
    assert text.startswith("pennies, 2 seats, house, seed 0: 40 deals, 80 games\n\n  A  standard\n")
    assert "  B  lots=1: lots 1 (was 2)\n" in text
    assert "    11.0 ± 0.4      14.5 ± 0.3       +3.5 ± 0.5 *\n" in text
    assert text.endswith(
        "\n\nB  lots=1: for sure\n   decisions: 14.5, not 11.0\n   "
        "choices at a decision: 0.55, not 0.73"
    )
    three = trial(LOTS, {"lots": 3})
    text = str(told(*[(one, one, other) for one, other in rows], of=three))
    assert " decisions                       11.0     11.0   14.5 *\n" in text
    assert "\nB  lots=1: nothing differs for sure\n" in text
