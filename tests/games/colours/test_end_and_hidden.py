"""C55 to C60, C68 and part 5: the end of play, jokers, and what nobody else may know."""

from itertools import combinations

import pytest

from saleroom.games import notation
from saleroom.games.bits import Dice, choices, count
from saleroom.games.colours.position import Colours
from saleroom.games.core import Refusal, deal
from tests.games.colours.table import HANDS, Table, pile, rules


def at_the_end(*hands: str, **changes: object) -> Table:
    """All have passed but the last, who passes now."""
    t = Table("B1", hands, "", passes=len(hands) - 1, law=rules(seats=len(hands), **changes))
    return t.says(0, "pass")


# -- end of play, jokers ---------------------------------------------------------------------------


def test_c55_everything_is_turned_up_at_the_end() -> None:
    """Q26: hands and what was laid face down."""
    t = Table("R4 G7", ("R5 RJ", "G8 G2", "B3 B4"), "")
    t.plays("0 open G7 with +R5", "1 pass", "2 pass", "1 pass", "2 pass", "0 pass")
    assert t.position.phase == 3
    for viewer in (None, 1, 2):
        assert [e["card"] for e in t.zone("hand.0", viewer)["cards"]] == ["RJ", "G7"]
        assert [e["card"] for e in t.zone("lost.0", viewer)["cards"]] == ["R5"]


def test_c55_what_was_laid_face_down_is_seen_at_the_end_and_not_before() -> None:
    during, after = set(), set()
    for laid in ("G8", "G9"):
        t = Table("R4 G7", ("R5 RJ", f"{laid} G2", "B3 B4"), "", dealer=1)
        t.plays(f"1 open G7 with +{laid}", "2 pass", "0 pass", "2 pass", "0 pass")
        during.add(t.position.seen(0))
        after.add(t.plays("1 pass").position.seen(0))
    assert (len(during), len(after)) == (1, 2)


def test_c55_the_event_tells_the_hand_of_every_seat() -> None:
    """Also of one that has no cards left."""
    t = at_the_end("R5 G1", "", "B3 BJ")
    told = [e.values for e in t.position.events or [] if e.key == "turned_up"]
    assert told == [{"hands": ["R5 G1", "", "B3 BJ"]}]


def test_c56_before_the_end_a_joker_is_a_card_like_others() -> None:
    t = Table("RJ G7 B2", ("GJ B6", "G8 G2", "B3 B4"), "R1 R2 R3")
    t.plays("0 open RJ with +GJ B2", "1 bid B2 G7 +G2", "2 pass", "0 pass")
    assert t.hand(1) == "RJ G8"
    assert t.lost(0) == "GJ"


def test_c57_c59_any_value_of_its_printed_colour() -> None:
    t = at_the_end("RJ R1 R1", "G2", "B3")
    assert t.menu(0) == " ".join(f"R{value}" for value in range(1, 10))
    with pytest.raises(Refusal, match=r"G4 is not a value of your red joker.*\(C57\)"):
        t.position.choose(0, t.code(0, "G4"))
    t.says(0, "R1")  # a value it has twice, which scores nothing
    assert t.position.scores() == [0, 0, 0]
    assert t.position.over


def test_c58_a3_seats_decide_at_the_same_time_and_are_shown_together() -> None:
    """P8, P9, Q16: red before green before blue; in any order of arrival; who has none is not
    asked."""
    t = at_the_end("RJ BJ", "GJ G7 G8", "B3")
    assert t.position.movers == 0b011
    t.told()
    t.begins(0, "R7")
    assert t.menu(0) == " ".join(f"B{value}" for value in range(1, 10))
    t.says(1, "G9")
    assert t.told() == []
    assert t.view(1)["status"]["key"] == "status_jokers_decided"
    assert t.view(2)["status"]["key"] == t.view(None)["status"]["key"] == "status_jokers"
    assert t.view(0)["status"]["says"] == "Choose what your blue joker counts as."
    assert [e.get("value") for e in t.zone("hand.0", 0)["cards"]] == [7, None]
    assert all("value" not in e for e in t.zone("hand.0", 1)["cards"])
    t.begins(0, "B2")
    assert t.told() == [
        "@0 names jokers: R7 B2.",
        "@1 names jokers: G9.",
        "All have passed, and the deck is empty.",
    ]
    assert t.position.scores() == [0, 3, 0]


def test_c58_jokers_are_shown_in_their_printed_colours() -> None:
    """P8: whichever colours a seat has; none of them stands for another."""
    t = at_the_end("GJ BJ", "R2")
    t.told()
    assert t.begins(0, "G3", "B4").told()[0] == "@0 names jokers: G3 B4."


def test_c58_in_an_imagined_world_nobody_else_has_decided() -> None:
    t = at_the_end("RJ BJ", "GJ G7 G8", "B3").begins(0, "R7").says(1, "G9")
    world = t.position.sample(0, Dice(1))
    assert isinstance(world, Colours)
    assert [side.values for side in world.sides] == [b"\x07", b"", b""]
    assert choices(world.movers) == [0, 1]
    assert choices(t.position.sample(2, Dice(1)).movers) == [0, 1]


def test_c58_c69_what_was_decided_counts_when_all_are_shown() -> None:
    """Before that a joker counts at its best, also for who has decided otherwise."""
    t = at_the_end("RJ R7 R8", "GJ", "B3").says(0, "R1")
    assert t.position.scores() == [3, 0, 0]
    assert t.view(0)["scores"][0]["jokers"] == [6]
    t.says(1, "G1")
    assert t.position.scores() == [0, 0, 0]
    assert t.view(1)["scores"][0]["jokers"] == [1]


def test_c58_without_jokers_the_stage_is_skipped() -> None:
    assert at_the_end("R1", "G2", "B3").position.over


def test_c60_the_rules_name_jokers_and_nobody_is_asked() -> None:
    """Q17: the same values stand in for a seat that nobody plays."""
    t = at_the_end("RJ R8 R9 G7 B7", "GJ", "B3", jokers="best")
    assert t.position.over
    assert list(t.position.sides[0].values) == [7]
    assert list(t.position.sides[1].values) == [1]
    assert t.position.scores() == [9, 0, 0]


def test_p8_several_jokers_of_a_colour_are_named_in_rising_order() -> None:
    changes = {"jokers": 2, "copies": {"1": 2, "2": 2, "3": 1}, "set": {"1": 3, "2": 3, "3": 6}}
    t = at_the_end("RJ RJ GJ", "B2", **changes)
    t.begins(0, "R2")
    assert t.menu(0) == "R2 R3"
    with pytest.raises(Refusal, match="rising order"):
        t.position.choose(0, t.code(0, "R1"))
    t.begins(0, "R3")
    assert t.menu(0) == "G1 G2 G3"


def test_c62_one_card_counts_once_in_sets_and_once_in_runs() -> None:
    assert at_the_end("R7 R8 R9 G8 B8", "G2", "B3").position.scores()[0] == 9
    assert at_the_end("R8 R8", "G8 B8", "B3").position.scores() == [0, 0, 0]


def test_c68_equal_highest_scores_win_together() -> None:
    t = at_the_end("R1 R2 R3", "G1 G2 G3", "B3")
    assert t.position.winners() == 0b011
    assert t.told()[-1] == "All have passed, and the deck is empty."
    assert at_the_end("R1 R2 R3 R4", "G1 G2 G3", "B3").position.winners() == 0b001


def test_c68_the_end_tells_scores_and_all_winners() -> None:
    t = at_the_end("R1 R2 R3", "B3", "G1 G2 G3")
    end = (t.position.events or [])[-1]
    assert (end.key, end.values) == ("swept_out", {"scores": [3, 0, 3], "winners": [0, 2]})


# -- what is hidden --------------------------------------------------------------------------------


def test_part_5_dealt_cards_are_for_their_owner() -> None:
    position = rules().begin()
    position.events = []
    deal(position, Dice(5))
    dealt = [event for event in position.events if event.key == "dealt"]
    assert [event.seat for event in dealt] == [0, 1, 2]
    for event in dealt:
        for viewer in (None, 0, 1, 2):
            moves = event.told(viewer, position.rules.words)["values"]["moves"]  # type: ignore
            assert ("?" in str(moves)) is (viewer != event.seat)


def test_part_5_a_laid_card_is_a_question_mark_in_notation_and_events() -> None:
    t = Table()
    path = notation.read(t.position, 0, "open G7 with B2 +B6")
    assert notation.write(t.position, 0, path) == "open G7 with B2 +B6"
    assert notation.write(t.position, 0, path, hide=True) == "open G7 with B2 ?"
    t.told()
    t.says(0, "open G7 with B2 +B6")
    events = list(t.position.events or [])
    assert [e.told(0, t.law.words)["says"] for e in events] == ["@0 opens G7 with B2 +B6: 2."]
    assert [e.told(1, t.law.words)["says"] for e in events] == [
        "@0 opens G7 with B2 1 face down: 2."
    ]


def dealt(law: object, *cards: str) -> Colours:
    """A game whose hands, market and deck are drawn in this order."""
    position = law.begin()  # type: ignore[attr-defined]
    to_come = " ".join(cards).split()
    while position.wants:
        name = to_come.pop(0)
        free = [o for o in choices(position.wants) if position.law.card_names[o] == name]
        position.draw(free[0])
    assert isinstance(position, Colours)
    return position


def test_part_5_every_opening_is_another_thing_seen() -> None:
    """Also in the widest market, of eight slots."""
    law = rules(market={"2": 8, "3": 8, "4": 8})
    market = "R4 G7 B2 G1 R9 B8 R3 G5"
    offers = [*combinations(market.split(), 1), *combinations(market.split(), 2)]
    openings = [(lot, offer) for lot in market.split() for offer in offers if lot not in offer]
    keys = set()
    for lot, offer in openings:
        t = Table(market, law=law).plays(f"0 open {lot} with {' '.join(offer)}")
        keys.add(t.position.seen(1))
    assert len(keys) == len(openings) == 8 * (7 + 21)


def test_what_was_taken_is_known_and_what_was_laid_is_any_of_the_hand() -> None:
    """Part 5: S1 took G7 for all to see and then laid one of three: all are possible, and R5,
    which it has twice, is twice as likely (each card once)."""
    law = rules(seats=2)
    position = dealt(law, "R1 R2", "R5 R5", "G7 R9 B9 G9 B8")
    for seat, said in ((0, "pass"), (1, "open G7 with R9"), (0, "pass")):
        for code in notation.read(position, seat, said):
            position.choose(seat, code)
    deal(position, Dice(1))
    for seat, said in ((0, "pass"), (1, "open B9 with +R5"), (0, "pass")):
        for code in notation.read(position, seat, said):
            position.choose(seat, code)
    deal(position, Dice(2))
    side = position.sides[1]
    assert (count(side.hand), count(side.lost)) == (3, 1)
    dice = Dice(7)
    laid = [position.sample(0, dice).sides[1].lost for _ in range(600)]
    share = sum(cards == pile(law, "G7") for cards in laid) / 600
    assert 0.23 < share < 0.44  # a third; five deviations are 0.10
    for _ in range(50):
        twin = position.sample(0, dice)
        held = twin.sides[1].hand | twin.sides[1].lost
        assert held & law.copies_of[law.face_names.index("G7")]
        assert twin.sides[0].hand == position.sides[0].hand
    own = position.sample(1, dice)
    assert (own.sides[1].hand, own.sides[1].lost) == (side.hand, side.lost)


def test_alike_cards_of_a_hand_are_laid_as_often_as_there_are_cards() -> None:
    """Q27: one face, two copies against one: two thirds, not a half."""
    law = rules(seats=2, copies={"1": 2, "2": 1, "3": 1}, set={"1": 3, "2": 3, "3": 3}, hand=3)
    position = dealt(law, "R2 RJ R3", "G1 G1 G2", "B1 B1 B2 B3 BJ")
    for seat, said in ((0, "pass"), (1, "open B1.1 with +G1")):
        for code in notation.read(position, seat, said):
            position.choose(seat, code)
    kept = [e["card"] for e in position.view(1)["zones"][6]["cards"]]  # type: ignore[index]
    assert kept == ["G1", "G2"]
    dice = Dice(11)
    ones = law.copies_of[law.face_names.index("G1")]
    twos = law.copies_of[law.face_names.index("G2")]
    number = [0, 0]
    while sum(number) < 500:
        side = position.sample(0, dice).sides[1]
        if count(side.dealt & ones) == 2 and side.dealt & twos:
            number[bool(side.down & twos)] += 1
    assert abs(number[0] / 500 - 2 / 3) < 0.11


def test_without_memory_nothing_is_seen_or_imagined() -> None:
    position = rules().begin()
    with pytest.raises(RuntimeError, match="draw is pending"):
        position.sample(0, Dice(0))
    position.remembers = False
    deal(position, Dice(0))
    for attempt in (lambda: position.seen(0), lambda: position.sample(0, Dice(0))):
        with pytest.raises(RuntimeError, match="does not remember"):
            attempt()


# -- notation and words ----------------------------------------------------------------------------


def test_notation_is_read_in_any_order_and_of_alike_cards_any_may_be_named() -> None:
    """P5, P9."""
    t = Table("R3 G7 R3 B2 R9", ("R5 R5", *HANDS[1:]))
    alike = notation.read(t.position, 0, "open R3.3 with B2")
    assert alike == notation.read(t.position, 0, "open R3.1 with B2")
    assert notation.read(t.position, 0, "open G7 with R9 R3.3") == [1, 0, 4, t.law.done_code]
    both = notation.read(t.position, 0, "open G7 with +R5 R3.3 +R5 R3.1 done")
    assert both == [1, 0, 2, 12, 12, t.law.done_code]
    assert notation.write(t.position, 0, both) == "open G7 with R3.1 R3.3 +R5 +R5"
    with pytest.raises(Refusal, match="no more of it in your hand"):
        notation.read(t.position, 0, "open G7 with +R5 +R5 +R5")
    with pytest.raises(Refusal, match="is not complete"):
        notation.read(t.position, 0, "open G7")


def test_the_form_names_alike_things_as_one() -> None:
    """P5: groups stand where codes do, also for the lot."""
    t = Table("R3 G7 R3 B2 R9", ("R5 R5 G2", *HANDS[1:]))
    form = t.view(0)["form"]
    assert form["one"]["market"] == [[0, 2], 1, 3, 4]
    assert "2" not in form.get("why", {})
    offer = form["then"]["1"]
    assert offer["set"] == [1, None]
    assert offer["of"] == {"market": [[0, 2], 3, 4], "hand.0": [[12, 12], 19]}
    assert form["then"]["0"]["of"]["market"] == [1, 2, 3, 4]
    assert offer["previews"] == {"12": "offer.0", "19": "offer.0"}
    t.begins(0, "G7", "B2", "+R5")
    open_form = t.view(0)["form"]
    assert open_form["of"] == {"hand.0": [12, 19]}
    assert open_form["why"]["0"]["rule"] == "P1"
    assert [e.get("chosen") for e in t.zone("hand.0", 0)["cards"]] == ["offer", None, None]
    assert [e.get("chosen") for e in t.zone("market", 0)["cards"]] == [
        *(None, "lot", None, "offer", None)
    ]
    assert t.view(0)["status"]["key"] == "status_offer_enough"


def test_three_alike_cards_are_one_group() -> None:
    law = rules(copies={"1": 4, "2": 1}, set={"1": 3, "2": 3}, market={"2": 5, "3": 5, "4": 6})
    t = Table("R1 R1 G2 R1", ("R2", "G1", "B1"), "", law=law)
    assert t.view(0)["form"]["one"]["market"] == [[0, 1, 3], 2]
    t.begins(0, "G2")
    assert t.view(0)["form"]["of"]["market"] == [[0, 1, 3]]
    t.begins(0, "R1.1")
    assert t.menu(0) == "R1.2 +R2 done"


def test_q29_nothing_is_taken_back() -> None:
    assert rules().take_back is False


def test_labels_and_status_in_a_persons_words() -> None:
    assert rules().begin().view(0)["status"]["key"] == "status_dealing"  # type: ignore[index]
    t = Table("R3 GJ R3 B2 R9")
    said = [t.position.label(0, code) for code in choices(t.position.menu(0))]
    assert said[:2] == ["Open the red 3 in slot 1", "Open the green joker"]
    assert said[-1] == "Pass"
    t.begins(0, "GJ")
    assert t.view(0)["status"]["key"] == "status_offer_first"
    assert t.view(1)["status"]["says"] == "@0 is the dealer, and opens or passes."
    said = [t.position.label(0, code) for code in choices(t.position.menu(0))]
    assert said == [
        "Offer to refuse the red 3 in slot 1",
        "Offer to refuse the blue 2",
        "Offer to refuse the red 9",
        "Lay down your red 5",
        "Lay down your blue 6",
    ]
    t.begins(0, "B2", "done").begins(1, "bid", "R3.1")
    assert t.view(1)["status"]["says"] == "Choose at least 1 more for the green joker."
    ended = at_the_end("RJ", "G2")
    assert ended.position.label(0, ended.code(0, "R4")) == "Count it as red 4"
    with pytest.raises(Refusal, match="There is no choice"):
        ended.position.choose(0, 60)
