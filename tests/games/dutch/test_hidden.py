"""Hidden information (section 5): what each sees, and what perfect memory gives (H1 to H12)."""

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from itertools import takewhile

import pytest

from saleroom.games.bits import Dice, choices, count, place
from saleroom.games.core import deal
from saleroom.games.dutch.codes import BID, END, LOT
from saleroom.games.dutch.phases import SET_ASIDE, TURN
from saleroom.games.dutch.position import Dutch

from .table import Table, opening, rules, table

# -- what each sees


def everything() -> Table:
    """An offering table with a card in every zone; seat 0 is in turn."""
    return table(
        "offering",
        stake="b1 | b6",
        held="b9",
        own_deck="g1 g2",
        own_aside="g3",
        own_discards="g4",
        cashed="g5",
        rival_bid="p1",
        rival_held="p9",
        rival_deck="r1 r2",
        rival_aside="r3",
        rival_discards="r4",
        rival_cashed="r5",
        display="p2 - p3",
        auction_discards="p4",
    )


@pytest.mark.parametrize(
    ("zone", "owner_sees", "others_see"),
    [
        ("deck.0", "g1 g2", "? ?"),
        ("aside.0", "g3", "?"),
        ("hand.0", "b9", "?"),
        ("stake.0", "b1", "b1"),
        ("area.0", "b6", "b6"),
        ("discards.0", "g4", "?"),
        ("cashed.0", "g5", "g5"),
        ("auction", " ".join("?" * 22), " ".join("?" * 22)),
        ("auction_discards", "p4", "p4"),
        ("display", "p2 - p3 - - -", "p2 - p3 - - -"),
    ],
)
def test_h1_each_zone_is_seen_by_its_owner_and_by_others_as_the_table_of_5_1_says(
    zone: str, owner_sees: str, others_see: str
) -> None:
    t = everything()
    assert " ".join(t.zone(zone, 0)) == owner_sees
    assert " ".join(t.zone(zone, 1)) == others_see
    assert " ".join(t.zone(zone, None)) == others_see


def test_h1_the_score_so_far_is_told_to_its_owner_only() -> None:
    t = everything()
    for viewer, told in ((0, [True, False]), (1, [False, True]), (None, [False, False])):
        scores = t.position.view(viewer)["scores"]
        assert isinstance(scores, list)
        assert [score is not None for score in scores] == told


def test_h1_nothing_hidden_is_named_anywhere_in_the_view_of_the_rival() -> None:
    t = everything()
    hidden = ["g1", "g2", "g3", "g4", "b9"]
    for viewer in (1, None):
        text = repr(t.position.view(viewer))
        assert not [name for name in hidden if f"'{name}'" in text or f" {name} " in text]


def test_h2_the_owner_is_told_the_contents_of_the_own_deck_and_the_card_on_top() -> None:
    t = everything()
    assert t.own_deck(0) == "g1 g2 g3"
    assert t.set_aside_cards(0) == "g3"


def test_h3_only_the_deal_draws_setting_aside_and_shuffles_are_unseen() -> None:
    unseen = set()
    for variant in ("standard", "offering"):
        t = Table(game(variant, 3))
        for event in t.told(None):
            values = event["values"]
            assert isinstance(values, dict)
            for card, here, there in values.get("moves", []):
                if card == "?":
                    unseen.add((here.split(".")[0], there.split(".")[0]))
    assert unseen == {
        ("auction", "deck"),
        ("deck", "hand"),
        ("hand", "aside"),
        ("aside", "deck"),  # taken up with the next draw
        ("discards", "deck"),
    }


def test_h3_whoever_listens_to_all_events_knows_every_open_pile() -> None:
    for variant in ("standard", "offering"):
        for seed in range(4):
            position = game(variant, seed)
            heard: Counter[tuple[str, str]] = Counter()
            for event in Table(position).told(None):
                values = event["values"]
                assert isinstance(values, dict)
                for card, here, there in values.get("moves", []):
                    heard[card, here] -= 1
                    heard[card, there] += 1
                if event["key"] == "shuffled":  # all of the pile went, as everybody saw
                    gone = f"discards.{event['seat']}"
                    for card, zone in list(heard):
                        if zone == gone:
                            del heard[card, zone]
            names = position.law.card_names
            zones = {"display": position.shown, "auction_discards": position.auction_discards}
            for seat, side in enumerate(position.sides):
                zones |= {f"discards.{seat}": side.discards, f"cashed.{seat}": side.cashed}
                zones |= {f"stake.{seat}": side.bid, f"area.{seat}": side.area}
            for zone, cards in zones.items():
                known = {card for (card, there), n in heard.items() if there == zone and n}
                assert known == {names[card] for card in choices(cards)}


def test_h5_a_hint_counts_the_points_of_the_rivals_discards_by_suit_and_of_nothing_else() -> None:
    t = table(
        "offering",
        stake="b1",
        held="b9",
        own_discards="b2 b3",
        rival_bid="g1",
        rival_deck="r1",
        rival_discards="g2 g10 r4 r5",
        rival_cashed="p1",
        display="p2",
    )
    points = {"green": 7 - 11, "red": 2 + 1}
    assert t.position.hint(0) == {"seat": 1, "discards": 4, "points": points}
    assert t.position.hint(1) == {"seat": 0, "discards": 2, "points": {"blue": 7 + 4}}
    assert game("offering", 3).hint(0) == {}  # H4: after the game all is open


def test_h4_after_the_game_everything_is_open() -> None:
    t = Table(game("standard", 5))
    assert t.position.over
    for viewer in (0, 1, None):
        zones = t.position.view(viewer)["zones"]
        assert isinstance(zones, list)
        assert [zone["id"] for zone in zones if zone["cards"] is None] == []
        seen = [card["card"] for zone in zones for card in zone["cards"] if card["card"]]
        assert sorted(seen) == sorted(t.law.card_names)


# -- what perfect memory gives


def worlds(position: Dutch, seat: int, number: int) -> list[Dutch]:
    """So many worlds that this seat cannot tell from the true one."""
    dice = Dice(11)
    found = []
    for _ in range(number):
        world = position.sample(seat, dice)
        assert isinstance(world, Dutch)
        found.append(world)
    return found


def in_all(sets: list[int]) -> int:
    return reduce(lambda a, b: a & b, sets)


def in_any(sets: list[int]) -> int:
    return reduce(lambda a, b: a | b, sets)


def moments(variant: str, seed: int) -> Iterator[Dutch]:
    """A game without ambition, stopped wherever a seat owes a choice: nobody uses a power.

    Seats set aside their last card and hold what they may; the loser buys what must be bought.
    """
    dice = Dice(seed)
    position = rules(variant).begin()
    position.events = []
    deal(position, dice)
    while not position.over:
        yield position
        seat = choices(position.movers)[0]
        menu = position.menu(seat)
        wish = next((c for c in (END, LOT) if menu >> c & 1), choices(menu)[-1])
        if position.phase == SET_ASIDE and menu >> BID & 1 and menu != 1 << BID:
            wish = choices(menu)[0]
        position.choose(seat, wish)
        deal(position, dice)


def game(variant: str, seed: int) -> Dutch:
    """A whole game of random choices, with all its events."""
    dice = Dice(seed)
    position = rules(variant).begin()
    position.events = []
    while not position.over:
        random_step(position, dice)
    return position


def random_step(position: Dutch, dice: Dice) -> None:
    if position.wants:
        position.draw(place(dice.member(position.wants)))
    else:
        seat = place(dice.member(position.movers))
        position.choose(seat, place(dice.member(position.menu(seat))))


def first(variant: str, seed: int, round_: int, phase: int) -> Dutch:
    """The first moment of this phase in this round."""
    return next(p for p in moments(variant, seed) if p.round == round_ and p.phase == phase)


def test_h5_the_unseen_cards_are_the_auction_deck_and_the_rivals_unshown_ones() -> None:
    position = first("standard", 1, 1, TURN)
    true_rival = position.sides[1]
    unseen = position.auction | true_rival.hidden()
    sampled = worlds(position, 0, 200)
    for world in sampled:
        rival = world.sides[1]
        assert world.auction | rival.hidden() == unseen
        assert not world.auction & rival.hidden()
        assert count(rival.hidden()) == count(true_rival.hidden())
        assert rival.bid == true_rival.bid
    assert in_any([world.sides[1].hidden() for world in sampled]) == unseen
    assert in_any([world.auction for world in sampled]) == unseen


def test_h5_the_rivals_own_discards_are_always_known() -> None:
    position = first("standard", 1, 2, TURN)
    assert position.sides[1].discards
    for world in worlds(position, 0, 50):
        assert world.sides[1].discards == position.sides[1].discards
        assert world.sides[1].cashed == position.sides[1].cashed


@pytest.mark.parametrize("variant", ["standard", "offering"])
def test_h6_at_a_shuffle_what_is_hidden_becomes_old_and_h11_old_cards_are_in_front(
    variant: str,
) -> None:
    shuffles = 0
    for seed in range(6):
        dice = Dice(seed)
        position = rules(variant).begin()
        old = [0, 0]  # H6, kept by hand
        while not position.over:
            before = [(side.shuffles, side.deck | side.aside) for side in position.sides]
            bidding = position.phase == SET_ASIDE
            random_step(position, dice)
            for seat, side in enumerate(position.sides):
                if side.shuffles > before[seat][0]:
                    shuffles += 1
                    # D18: the held cards are old. D78: what lay in the deck before.
                    old[seat] = side.hand if bidding else before[seat][1]
                old[seat] &= side.hidden()
                if not position.wants:
                    assert side.old == old[seat]
                    assert old[seat] & ~(side.hand | side.aside) == 0  # H8, H11
    assert shuffles > 20


def test_h6_when_a_tie_shuffles_the_held_cards_are_old_and_none_of_those_shuffled() -> None:
    t = table(
        "offering",
        set_aside=0,
        hand="b5",
        own_deck="r1",
        rival_hand="g5 p9",
        rival_discards="g6 g7 g8",
    )
    t.position.remembers = True
    t.play("0 bid", "1 hold p9", draws="g6")
    g7_g8 = t.position.sides[1].deck
    sampled = worlds(t.position, 0, 50)
    assert {world.sides[1].deck for world in sampled} == {g7_g8}
    assert len({world.sides[1].hand for world in sampled}) > 5


def test_h7_after_a_shuffle_all_old_cards_are_in_the_hand_just_drawn() -> None:
    position = first("standard", 1, 3, SET_ASIDE)
    rival = position.sides[1]
    assert rival.shuffles == 1
    assert rival.old
    for world in worlds(position, 0, 50):
        assert world.sides[1].old & ~world.sides[1].hand == 0


def test_h7_after_the_next_reveal_at_most_one_old_card_is_unseen() -> None:
    for seed in range(6):
        for position in moments("standard", seed):
            if position.phase == TURN:
                assert all(count(side.old) <= 1 for side in position.sides)


def test_h7_offering_at_most_one_and_the_held_cards() -> None:
    for seed in range(6):
        for position in moments("offering", seed):
            if position.phase == TURN:
                for side in position.sides:
                    assert count(side.old) <= 1 + count(side.hand)


def test_h8_in_every_world_old_cards_are_in_front_and_new_ones_fill_the_rest() -> None:
    for variant in ("standard", "offering"):
        for position in moments(variant, 2):
            for world in worlds(position, 0, 3):
                true, rival = position.sides[1], world.sides[1]
                assert rival.old & ~(rival.hand | rival.aside) == 0
                for zone in ("hand", "aside", "deck"):
                    assert count(getattr(rival, zone)) == count(getattr(true, zone))


def test_h9_each_unseen_card_is_equally_likely_in_the_rivals_hand() -> None:
    position = first("standard", 1, 1, SET_ASIDE)
    tally = Counter(
        card for world in worlds(position, 0, 1000) for card in choices(world.sides[1].hand)
    )
    unseen = choices(position.auction | position.sides[1].hidden())
    assert len(unseen) == 25
    assert sorted(tally) == unseen
    assert all(150 <= n <= 250 for n in tally.values())  # 200 of 1000, within 4 deviations


def test_h9_held_cards_are_power_cards_in_every_world_and_equally_likely() -> None:
    for seed in range(40):
        position = first("offering", seed, 1, TURN)
        if count(position.sides[1].hand) == 1:
            break
    power_cards = position.law.power_cards & (position.auction | position.sides[1].hidden())
    tally = Counter(place(world.sides[1].hand) for world in worlds(position, 0, 600))
    assert sorted(tally) == choices(power_cards)
    expected = 600 / count(power_cards)
    assert all(abs(n - expected) < 5 * expected**0.5 for n in tally.values())


def test_h9_no_world_differs_in_what_the_seat_sees() -> None:
    for variant in ("standard", "offering"):
        for position in takewhile(lambda p: p.round < 4, moments(variant, 3)):
            for viewer in (0, 1):
                (world,) = worlds(position, viewer, 1)
                assert world.view(viewer) == position.view(viewer)
                assert world.view(None) == position.view(None)
                assert world.seen(viewer) == position.seen(viewer)


@pytest.mark.parametrize(
    "alternatives",
    [
        ["use bP cash b1", "use bP cash b2", "use bQ cash b1", "use bP change b1 red"],
        ["use bP change b1 red", "use bP change b1 pink", "use bP change b2 red"],
        ["use bP take-own b3", "use bP take-auction b4", "use bP take-display 2"],
        ["use bP steal b6", "use bP steal b7", "use bQ steal b6"],
        ["buy 1 with b1", "buy 1 with b2", "buy 2 with b1 b2", "end"],
    ],
)
def test_h3_two_open_actions_are_never_the_same_to_anybody(alternatives: list[str]) -> None:
    keys: list[tuple[int, int]] = []
    for action in alternatives:
        t = table(
            stake="b1 b2 bP bQ",
            own_discards="b3",
            auction_discards="b4",
            display="r1 b5 r2",
            rival_bid="b6 b7",
        )
        t.position.remembers = True
        t.play(action)
        keys.append((t.position.seen(0), t.position.seen(1)))
    assert len({own for own, _ in keys}) == len({rival for _, rival in keys}) == len(keys)


def test_d75_who_said_what_is_seen_by_everybody() -> None:
    keys: list[tuple[int, int]] = []
    for answers in (("0 stop", "1 go-on"), ("0 go-on", "1 stop"), ("0 go-on", "1 go-on")):
        t = table(turn="loser", stake="b1", display="r1 r2", auction_deck="")
        t.position.remembers = True
        t.play("buy 1 with b1", "end", *answers)
        keys.append((t.position.seen(0), t.position.seen(1)))
    assert len({own for own, _ in keys}) == len({rival for _, rival in keys}) == 3


def test_d68_held_cards_that_go_to_the_discards_are_seen_by_everybody() -> None:
    keys = set()
    for held in ("b9", "g9", "b9 g9"):
        t = table("offering", stake="b1", held=held, rival_bid="r1", display="r2")
        t.position.remembers = True
        t.play("end")
        keys.add(t.position.seen(1))
    assert len(keys) == 3


def test_d72_new_cards_of_the_display_are_seen_by_everybody_in_their_order() -> None:
    keys: list[tuple[int, int]] = []
    for draws in ("p1 p2", "p1 p3", "p2 p1"):
        t = table(turn="loser", stake="", display="- r1 r2 r3 r4 -", rival_deck="g1 g2")
        t.position.remembers = True
        t.play("end", draws=draws)
        keys.append((t.position.seen(0), t.position.seen(1)))
    assert len({own for own, _ in keys}) == len({rival for _, rival in keys}) == 3


def test_a_position_that_does_not_remember_says_so() -> None:
    t = table(stake="b1")
    for question in (lambda: t.position.seen(0), lambda: t.position.sample(0, Dice(1))):
        with pytest.raises(RuntimeError, match="does not remember"):
            question()


def test_a_world_cannot_be_imagined_while_a_draw_is_pending() -> None:
    position = rules().begin()
    with pytest.raises(RuntimeError, match="draw is pending"):
        position.sample(0, Dice(1))


def test_what_a_rival_has_begun_or_sealed_is_undone_in_every_imagined_world() -> None:
    sealed = opening()
    sealed.begin(f"1 {sealed.menu(1).split()[0]}")
    assert sealed.movers == [0]
    for world in worlds(sealed.position, 0, 5):
        assert world.movers == 3
        assert world.between(1)

    begun = opening("offering")
    begun.begin(f"1 {begun.menu(1).split()[0]}")
    assert not begun.position.between(1)
    for world in worlds(begun.position, 0, 5):
        assert world.between(1)

    position = first("standard", 1, 1, TURN)
    seat = position.turn
    position.choose(seat, LOT)  # buy 1, not paid yet
    assert not position.between(seat)
    for world in worlds(position, 1 - seat, 5):
        assert world.between(seat)
    for world in worlds(position, seat, 5):
        assert not world.between(seat)


def test_d75_an_answer_that_the_rival_has_sealed_is_open_in_every_imagined_world() -> None:
    t = table(turn="loser", stake="b1", display="r1 r2", auction_deck="")
    t.position.remembers = True
    t.play("buy 1 with b1", "end")
    t.play("1 stop")
    assert t.movers == [0]
    for world in worlds(t.position, 0, 5):
        assert world.movers == 3
    for world in worlds(t.position, 1, 5):  # its own answer stands
        assert world.movers == 1


def test_h10_standard_a_rival_is_known_but_for_9_then_5_then_1_card() -> None:
    def unknown(position: Dutch) -> int:
        """How many of the rival's cards could be others."""
        collections = [world.gathered(1) for world in worlds(position, 0, 300)]
        return count(position.gathered(1)) - count(in_all(collections))

    position = first("standard", 1, 1, SET_ASIDE)
    assert unknown(position) == 9
    assert unknown(first("standard", 1, 1, TURN)) == 5
    assert unknown(first("standard", 1, 2, TURN)) == 1
    position = first("standard", 1, 3, SET_ASIDE)
    assert not [event for event in Table(position).events if event.key == "tie"]
    assert unknown(position) == 1
    sampled = worlds(position, 0, 300)
    sure = in_all([world.gathered(1) for world in sampled])
    for world in sampled:
        assert world.gathered(1) & ~sure & world.sides[1].hand  # the set-aside card is in hand


def test_h11_with_nothing_old_the_set_aside_card_is_any_of_the_new_ones() -> None:
    position = first("standard", 1, 1, TURN)
    assert position.sides[1].old == 0
    tally = Counter(place(world.sides[1].aside) for world in worlds(position, 0, 1000))
    unseen = choices(position.auction | position.sides[1].hidden())
    assert sorted(tally) == unseen
    expected = 1000 / len(unseen)
    assert all(abs(n - expected) < 5 * expected**0.5 for n in tally.values())


def test_h12_a_seat_knows_its_own_deck_but_any_card_below_the_set_aside_one_may_come() -> None:
    t = opening("standard")
    own = t.position.sides[0]
    for world in worlds(t.position, 0, 20):
        assert world.sides[0].deck == own.deck
        assert world.sides[0].hand == own.hand
    # In a tie after the set-aside card, each card of the deck is as likely as the others.
    t = table(hand="b4 r1", own_deck="p1 p2 p3", rival_hand="g4 g1")
    t.play("0 aside r1", "1 aside g1")
    assert t.wanted == "p1 p2 p3"
