"""Variant files (1.1 to 1.5): the two rule sets, every option, and what a bad file is told."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from saleroom.games import sparrows
from saleroom.games.bits import Dice, compiled
from saleroom.games.core import BadVariant, deal, playout
from saleroom.games.sparrows.variant import KEYS, TABLES, checked
from tests.sparrows_variants import tables

from .table import rules, variant_table

BID = {"id": "mine", "value": 10, "kind": "street", "length": 2}


def test_the_numbers_of_base_are_those_of_part_1() -> None:
    """R34: the card data rule."""
    v = checked(variant_table("base"))
    assert v.seats == [2, 3, 4, 5]
    assert v.suits == ["sparrow", "parrot", "eagle", "chicken"]
    assert (v.lowest, v.highest, v.hand, v.tokens) == (1, 10, 6, [1, 2, 3, 4, 5, 6])
    assert len(v.bids) == 29
    values = " ".join(str(bid.value) for bid in v.bids)
    assert values == (
        "40 60 80 140 180 20 80 140 20 100 180 80 100 160 180 100 100 80 140 180 200 "
        "100 100 100 100 100 140 160 200"
    )
    assert (v.face_up, v.penalty, v.target, v.max_rounds) == (6, 10, 500, 100)
    assert [v.fresh, v.ties_succeed, v.share_numbers, v.rotation, v.upgrades] == [False] * 5


def test_the_numbers_of_upgrades_are_those_of_part_1() -> None:
    v = checked(variant_table("upgrades"))
    assert v.upgrades
    assert not v.match_any
    assert (v.late_token, v.bonus_values) == (10, [200, 200, 100])
    base, upgrades = variant_table("base"), variant_table("upgrades")
    del upgrades["upgrades"]
    assert upgrades == base | {"variant": "upgrades"}


def test_s2_the_rules_of_upgrades_hold_under_any_name() -> None:
    """The table [upgrades] switches them on, in the late bids as in the bonus cards."""
    law = rules("upgrades", 2, variant="ours")
    position, dice = law.begin(), Dice(1)
    deal(position, dice)
    for _ in range(6):
        for seat in range(2):
            position.choose(seat, law.pass_code)
        deal(position, dice)
    view: Any = position.view(None)
    assert (view["variant"], view["round"], view["phase"]) == ("ours", 1, "late")


def test_any_order_of_keys_and_no_remarks_make_the_same_game() -> None:
    full = variant_table()
    assert checked({key: full[key] for key in reversed(KEYS)}) == checked(full)


@pytest.mark.parametrize(
    "changes",
    [
        {"variant": "my-own_2"},
        {"seats": [3]},
        {"seats": [5, 2]},
        {"cards": {"lowest": 0, "highest": 9}},
        {"bids": [BID]} | {"market": {"face_up": 1}},
        {"bids": [BID | {"value": 0}, BID | {"id": "b2", "value": 1000}], "market": {"face_up": 2}},
        {"market": {"refill": "fresh", "face_up": 29}},
        {"scoring": {"penalty": 0, "compare_ties": "succeed", "sets_may_share_number": True}},
        {"end": {"target": 0, "max_rounds": 1000, "check": "rotation"}},
        {"cards": {"step_tokens": [100, 1, 1, 3, 3, 7]}},
        {"source": ""},
    ],
    ids=str,
)
def test_what_is_possible_is_accepted(changes: dict[str, Any]) -> None:
    for variant in ("base", "upgrades"):
        table = variant_table(variant, **changes)
        assert checked(table).variant == table["variant"]


UP = {"bonus": [{"id": "win_all", "value": 1}]}


@pytest.mark.parametrize(
    ("changes", "key", "says"),
    [
        ({"game": "dutch"}, "game", 'must be "sparrows"'),
        ({"version": 2}, "version", "must be 1"),
        ({"version": True}, "version", "must be 1"),
        ({"variant": "My game"}, "variant", "small letters"),
        ({"designer": 7}, "designer", "not a text"),
        ({"seats": 2}, "seats", "not a list"),
        ({"seats": []}, "seats", "not a list"),
        ({"seats": [2, "3"]}, "seats", "not a list"),
        ({"seats": [1]}, "seats[0]", "2 to 5"),
        ({"seats": [2, 6]}, "seats[1]", "2 to 5"),
        ({"seats": [2, 2]}, "seats[1]", "at most once"),
        ({"xyzzy": 5}, "xyzzy", "no such key"),
        ({"scorign": {}}, "scorign", "Did you mean scoring?"),
        ({"cards": 3}, "cards", "not a table"),
        ({"cards": {"hadn": 3}}, "cards.hadn", "no such key"),
        ({"cards": {"suits": "s"}}, "cards.suits", "not a list"),
        ({"cards": {"suits": []}}, "cards.suits", "at least one"),
        ({"cards": {"suits": ["Sparrow"]}}, "cards.suits[0]", "small letters"),
        ({"cards": {"suits": ["swan", "sparrow"]}}, "cards.suits[1]", 'begins like "swan"'),
        ({"cards": {"lowest": -1}}, "cards.lowest", "0 to 99"),
        ({"cards": {"lowest": 11}}, "cards.highest", "11 to 99"),
        ({"cards": {"highest": 20}}, "cards.highest", "80 cards; at most 60"),
        ({"cards": {"hand_size": 0}}, "cards.hand_size", "1 to 60"),
        ({"cards": {"hand_size": 7}}, "cards.hand_size", "42 cards, but there are 40"),
        ({"cards": {"step_tokens": 6}}, "cards.step_tokens", "not a list"),
        ({"cards": {"step_tokens": [1]}}, "cards.step_tokens", "6 steps"),
        ({"cards": {"step_tokens": [1, 2, 0, 4, 5, 6]}}, "cards.step_tokens[2]", "1 to 100"),
        ({"bids": 3}, "bids", "not a list"),
        ({"bids": []}, "bids", "1 to 50"),
        ({"bids": [BID] * 51}, "bids", "1 to 50"),
        ({"bids": [7]}, "bids[0]", "not an entry"),
        ({"bids": [BID, BID]}, "bids[1].id", "there already"),
        ({"bids": [{"id": "a", "value": 1}]}, "bids[0].kind", "missing"),
        ({"bids": [{"idd": "a", "value": 1}]}, "bids[0].idd", "no such key"),
        ({"bids": [BID | {"kind": "strait"}]}, "bids[0].kind", '"street"'),
        ({"bids": [BID | {"id": "Mine"}]}, "bids[0].id", "small letters"),
        ({"bids": [BID | {"id": "2nd"}]}, "bids[0].id", "small letters"),
        ({"bids": [BID | {"id": 3}]}, "bids[0].id", "small letters"),
        ({"bids": [BID | {"id": "pass"}]}, "bids[0].id", "meaning of its own"),
        ({"bids": [BID | {"id": "win_all"}]}, "bids[0].id", "meaning of its own"),
        ({"bids": [BID | {"value": -1}]}, "bids[0].value", "0 to 1000"),
        ({"bids": [BID | {"value": 2.5}]}, "bids[0].value", "not a whole number"),
        ({"bids": [BID | {"pairs": 1}]}, "bids[0].pairs", "no such key"),
        ({"bids": [BID | {"length": 0}]}, "bids[0].length", "1 to 60"),
        ({"bids": [BID | {"length": 11}]}, "bids[0]", "there are 10 numbers"),
        (
            {"bids": [BID | {"length": 3}], "cards": {"hand_size": 1, "step_tokens": [1]}},
            "bids[0]",
            "it needs 3 cards, and hand and table have 2",
        ),
        ({"bids": [{"id": "a", "value": 1, "kind": "sets"}]}, "bids[0].kind", "at least one"),
        (
            {"bids": [{"id": "a", "value": 1, "kind": "sets", "pairs": 0}]},
            "bids[0].kind",
            "at least one",
        ),
        (
            {"bids": [{"id": "a", "value": 1, "kind": "sets", "pairs": 7}]},
            "bids[0]",
            "it needs 14 cards",
        ),
        (
            {"bids": [{"id": "a", "value": 1, "kind": "sets", "pairs": 11}]},
            "bids[0]",
            "it needs 11 numbers, and there are 10",
        ),
        (
            {
                "bids": [{"id": "a", "value": 1, "kind": "sets", "pairs": 5, "trios": 3}],
                "scoring": {"sets_may_share_number": True},
            },
            "bids[0]",
            "it needs 13 cards",
        ),
        (
            {
                "bids": [{"id": "a", "value": 1, "kind": "sets", "quatros": 1}],
                "cards": {"suits": ["a", "b", "c"], "highest": 20},
            },
            "bids[0]",
            "3 times at most",
        ),
        (
            {
                "bids": [{"id": "a", "value": 1, "kind": "distinct"}],
                "cards": {"suits": list("abcdefghij"), "highest": 5},
            },
            "bids[0]",
            "a hand has 6 cards, and there are 5 numbers",
        ),
        (
            {"bids": [{"id": "a", "value": 1, "kind": "extreme", "side": "up"}]},
            "bids[0].side",
            '"high" or "low"',
        ),
        (
            {"bids": [{"id": "a", "value": 1, "kind": "majority", "suit": "swan"}]},
            "bids[0].suit",
            '"sparrow"',
        ),
        ({"bids": [{"id": "a", "value": 1, "kind": "majority"}]}, "bids[0].suit", "missing"),
        ({"market": {"face_up": 0}}, "market.face_up", "1 to 29"),
        ({"market": {"face_up": 30}}, "market.face_up", "1 to 29"),
        ({"market": {"refill": "none"}}, "market.refill", '"top_up" or "fresh"'),
        ({"scoring": {"penalty": -1}}, "scoring.penalty", "0 to 1000"),
        ({"scoring": {"compare_ties": True}}, "scoring.compare_ties", '"fail" or "succeed"'),
        ({"scoring": {"sets_may_share_number": 1}}, "scoring.sets_may_share_number", "neither"),
        ({"end": {"target": -1}}, "end.target", "0 to 100000"),
        ({"end": {"max_rounds": 0}}, "end.max_rounds", "1 to 1000"),
        ({"end": {"check": "step"}}, "end.check", '"round" or "rotation"'),
        ({"upgrades": 3}, "upgrades", "not a table"),
        ({"upgrades": {"late_token": 0}}, "upgrades.late_token", "1 to 100"),
        ({"upgrades": {"late_tokens": 4}}, "upgrades.late_tokens", "5 seats could each"),
        ({"upgrades": {"bonus": 4}}, "upgrades.bonus", "not a list"),
        ({"upgrades": {"bonus": [4]}}, "upgrades.bonus[0]", "not an entry"),
        ({"upgrades": {"bonus": [{"id": "x", "value": 1}]}}, "upgrades.bonus[0].id", '"win_all"'),
        ({"upgrades": {"bonus": [UP["bonus"][0]] * 2}}, "upgrades.bonus[1].id", "already"),
        ({"upgrades": {"bonus": [{"id": "win_all"}]}}, "upgrades.bonus[0].value", "missing"),
        (
            {"upgrades": {"match_only_with_table_bids": "no"}},
            "upgrades.match_only_with_table_bids",
            "neither",
        ),
    ],
)
def test_r36_what_is_not_possible_is_refused_by_its_key_with_a_sentence(
    changes: dict[str, Any], key: str, says: str
) -> None:
    with pytest.raises(BadVariant) as refused:
        checked(variant_table("upgrades", **changes))
    assert refused.value.key == key
    assert says in refused.value.reason
    assert refused.value.reason.endswith((".", "?"))


@pytest.mark.parametrize("key", [*KEYS, *(f"{t}.{k}" for t, keys in TABLES.items() for k in keys)])
def test_a_missing_key_is_named(key: str) -> None:
    found = variant_table("upgrades")
    inside, _, last = key.rpartition(".")
    del (found[inside] if inside else found)[last]
    with pytest.raises(BadVariant) as refused:
        checked(found)
    assert (refused.value.key, "missing" in refused.value.reason) == (key, True)


@pytest.mark.parametrize(
    "asked",
    [
        {"kind": "distinct"},  # of six numbers, all six in a hand
        {"kind": "street", "length": 6},
        {"kind": "band", "length": 6},
        {"kind": "group", "length": 6},
        {"kind": "sets", "pairs": 6},  # all twelve cards of hand and table, all six numbers
        {"kind": "sets", "quatros": 3},
    ],
)
def test_r36_what_is_just_possible_is_allowed(asked: dict[str, object]) -> None:
    bids = [{"id": "a", "value": 1, **asked}]
    found = variant_table(seats=[2, 3], bids=bids, cards={"highest": 6}, market={"face_up": 1})
    assert len(checked(found).bids) == 1


def test_r36_with_shared_numbers_a_quatro_is_a_trio_and_a_pair_as_well() -> None:
    bids = [{"id": "a", "value": 1, "kind": "sets", "pairs": 6, "trios": 4, "quatros": 1}]
    with pytest.raises(BadVariant):
        rules(bids=bids, market={"face_up": 1})
    bids[0]["trios"] = 0
    bids[0]["pairs"] = 4
    shared = rules(bids=bids, market={"face_up": 1}, scoring={"sets_may_share_number": True})
    assert (shared.twice[0], shared.four_times[0]) == (4, 1)


def test_the_bounds_of_a_score_are_those_of_the_numbers() -> None:
    assert (rules().lowest, rules().highest) == (-2000, 20000)
    assert rules("upgrades").highest == 40000
    changed = rules(cards={"step_tokens": [3] * 6}, end={"max_rounds": 2}, scoring={"penalty": 7})
    assert (changed.lowest, changed.highest) == (-28, 134)


def test_r38_nothing_is_taken_back() -> None:
    assert not rules().take_back
    assert not rules("upgrades").take_back


@pytest.mark.slow
@settings(
    max_examples=200 if compiled() else 30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(tables(), st.integers(0, 2**30))
def test_s54_every_valid_variant_ends_within_its_rounds(table: dict[str, Any], seed: int) -> None:
    for seats in table["seats"]:
        law = sparrows.make_rules(table, seats)
        position = law.begin()
        playout(position, Dice(seed))
        assert position.round <= law.max_rounds
        assert all(law.lowest <= score <= law.highest for score in position.scores())
