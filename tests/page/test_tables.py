"""Whole games in real Chromium, by clicking what glows."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from ..server.players import Server
from .people import Person, must_read_the_same_end, play_on

pytestmark = [pytest.mark.once, pytest.mark.slow]

Come = Callable[..., Person]


def friends(person: Come, *, rules: str = "", game: str = "Dutch") -> list[Person]:
    """Two people at one table: one makes it, the other follows the link."""
    host, friend = person(), person()
    host.open()
    host.creates(game=game, rules=rules, seats=("Me", "Anybody with the link"))
    expect(host.status).to_contain_text("1 of 2 seated")
    friend.page.goto(host.page.url)
    friend.page.get_by_role("button", name="Sit down").click()
    for each in (host, friend):
        expect(each.confirm).to_be_visible()
    return [host, friend]


@pytest.mark.parametrize("rules", ["Newest edition", "Older edition"])
def test_two_people_play_a_whole_game_of_each_edition(person: Come, rules: str) -> None:
    people = friends(person, rules=rules)
    play_on(people, lambda: all(each.is_over for each in people))
    for each in people:
        expect(each.status).to_contain_text("win")
        expect(each.page.get_by_text("Final points")).to_be_visible()
        expect(each.page.locator(".log .newest")).to_be_in_viewport()
    must_read_the_same_end(people)


def test_a_public_table_is_found_in_the_lobby_and_by_who_made_it_among_their_own(
    person: Come,
) -> None:
    host, friend = person(), person()
    host.open()
    host.page.get_by_role("button", name="Create a table").click()
    sheet = host.page.get_by_role("dialog")
    sheet.get_by_text("Public: shown in the lobby").click()
    sheet.get_by_label("Seat 2").last.select_option(label="Anybody with the link")
    sheet.get_by_role("button", name="Create the table").click()
    expect(host.page.locator(".table")).to_be_visible()
    name = host.page.locator(".where b").last.inner_text()
    for each in (host, friend):
        each.open()
    panels = host.page.locator("aside section")
    expect(panels.nth(0)).to_contain_text(name)
    expect(panels.nth(1)).not_to_contain_text(name)
    found = friend.page.get_by_role("listitem").filter(has_text=name)
    found.get_by_role("button", name="Sit").click()
    expect(friend.confirm).to_be_visible()
    panels.nth(0).get_by_role("link").click()
    expect(host.confirm).to_be_visible()


def hears(page: Page) -> list[str]:
    """What the server says to this page from its next loading on."""
    found: list[str] = []

    def heard(frame: str | bytes) -> None:
        found.append(str(frame))

    page.on("websocket", lambda line: line.on("framereceived", heard))
    return found


def test_while_the_bids_lie_open_the_table_stands_still(person: Come) -> None:
    host, friend = people = friends(person)
    heard = {each: hears(each.page) for each in people}
    for each in people:
        each.stops_the_clock()
        each.page.reload()
    for each in people:
        each.glowing.first.click()
        each.confirm.click()
    for each in people:
        expect(each.page.get_by_role("button", name="Go on")).to_be_visible()
    won = host.page.get_by_text("You go first").count()
    first, second = (host, friend) if won else (friend, host)
    page = second.page
    shows = [page.locator(place) for place in (".a-baize", ".a-rivals", ".rostrum", ".log")]
    stood = [each.inner_text() for each in shows]
    acted = re.compile('"key": ?"(bought|ended)"')
    play_on([first], lambda: any(acted.search(each) for each in heard[second]))
    page.wait_for_timeout(100)
    assert [each.inner_text() for each in shows] == stood
    page.get_by_role("button", name="Go on").click()
    expect(shows[-1]).to_contain_text(re.compile("buys|finish|ends"))
    expect(shows[0]).to_be_visible()


def test_a_dead_link_leads_to_the_lobby_which_says_so(person: Come) -> None:
    guest = person()
    guest.open("/r/x/y")
    expect(guest.page.get_by_role("alert")).to_have_text(
        "There is nothing at that address. This is the lobby."
    )
    expect(guest.page.get_by_role("button", name="Create a table")).to_be_visible()


def test_pennies_is_played_on_the_generated_board(person: Come) -> None:
    people = friends(person, game="Pennies")
    play_on(people, lambda: all(each.is_over for each in people))
    for each in people:
        expect(each.status).to_contain_text("All lots are sold")


def test_a_reload_a_second_tab_and_a_lost_connection_change_nothing(person: Come) -> None:
    host, friend = friends(person)
    play_on([host, friend], lambda: friend.page.locator(".log .rd").count() > 1, steps=400)
    host.page.reload()  # a card that was only tapped is not
    expect(host.page.locator(".live:not(.lost)")).to_be_visible()
    said = host.status.inner_text()
    host.page.reload()
    expect(host.status).to_have_text(said)
    second = host.context.new_page()
    second.goto(host.page.url)
    expect(second.locator(".status")).to_have_text(said)
    second.close()


def test_a_dropped_socket_comes_back_with_the_form_as_it_was(person: Come) -> None:
    host, friend = person(), person()
    sockets: list[WebSocketRoute] = []

    def through(route: WebSocketRoute) -> None:
        sockets.append(route)
        route.connect_to_server()

    host.page.route_web_socket(re.compile("/socket"), through)
    host.open()
    host.creates(seats=("Me", "Anybody with the link"))
    friend.page.goto(host.page.url)
    friend.page.get_by_role("button", name="Sit down").click()
    host.glowing.nth(1).click()
    sockets[-1].close(code=1012)
    expect(host.page.locator(".a-me button.touch").nth(1)).to_have_attribute("aria-pressed", "true")
    host.confirm.click()
    expect(host.page.get_by_role("button", name="Change")).to_be_visible()
    assert len(sockets) == 2


def test_two_tabs_of_one_person_show_the_same_and_both_may_act(person: Come) -> None:
    host, _ = friends(person)
    second = host.context.new_page()
    second.goto(host.page.url)
    second.locator(".a-me button.touch").nth(0).click()
    second.locator("#confirm").click()
    expect(host.page.get_by_role("button", name="Change")).to_be_visible()


def test_the_server_is_killed_mid_game_and_everybody_plays_on(person: Come, server: Server) -> None:
    people = friends(person)
    play_on(
        people,
        lambda: people[0].page.get_by_text(re.compile("wins? the bid")).count() > 0,
        steps=400,
    )
    server.kill()
    expect(people[0].page.locator(".live")).to_contain_text("Reconnecting")
    server.start()
    for each in people:
        expect(each.page.locator(".live")).to_contain_text("Live")
    play_on(people, lambda: people[0].page.get_by_text("ends the turn").count() > 1, steps=600)


def test_a_sealed_decision_can_be_changed_until_the_other_has_decided(person: Come) -> None:
    host, friend = friends(person)
    host.glowing.nth(0).click()
    host.confirm.click()
    host.page.get_by_role("button", name="Change").click()
    hand = host.page.locator(".a-me button.touch")
    expect(hand.nth(0)).to_have_attribute("aria-pressed", "true")
    hand.nth(2).click()
    expect(hand.nth(2)).to_have_attribute("aria-pressed", "true")
    host.confirm.click()
    expect(host.page.get_by_role("button", name="Change")).to_be_visible()
    expect(friend.page.get_by_text("has set a card aside")).to_be_visible()
    play_on(
        [friend], lambda: friend.page.get_by_text(re.compile("wins? the bid")).count() > 0, steps=60
    )
    expect(host.page.get_by_role("button", name="Change")).to_have_count(0)


def test_a_purchase_can_be_taken_back_within_the_turn(person: Come) -> None:
    people = friends(person)
    lots = ".lot button.touch.legal"
    play_on(people, lambda: any(each.page.locator(lots).count() for each in people), steps=60)
    buyer = next(each for each in people if each.page.locator(lots).count())
    points = buyer.page.locator(".score tbody .tot").first.inner_text()
    buyer.page.locator(lots).first.click()
    while not buyer.page.locator("#confirm:enabled").count():
        buyer.page.locator(".a-me button.touch.legal").first.click()
    buyer.confirm.click()
    expect(buyer.page.locator(".lot .slot")).to_have_count(1)
    buyer.page.get_by_role("button", name="Undo").click()
    expect(buyer.page.locator(".lot .slot")).to_have_count(0)
    expect(buyer.page.locator(".score tbody .tot").first).to_have_text(points)


def test_undo_and_escape_give_taps_back_before_anything_is_sent(person: Come) -> None:
    alone = person()
    alone.open()
    alone.plays_now()
    alone.glowing.first.click()
    expect(alone.confirm).to_be_enabled()
    alone.page.get_by_role("button", name="Undo").click()
    expect(alone.confirm).to_be_disabled()
    alone.glowing.nth(1).click()
    alone.page.keyboard.press("Escape")
    expect(alone.confirm).to_be_disabled()


def test_who_has_pressed_a_button_that_goes_keeps_the_focus_beside_it(person: Come) -> None:
    alone = person()
    alone.open()
    alone.plays_now()
    rostrum = alone.page.get_by_label("Your decision")
    goes_on = alone.page.get_by_role("button", name="Go on")
    alone.glowing.first.click()
    alone.stops_the_clock()  # or the table goes on by itself
    alone.confirm.click()
    expect(goes_on).to_be_visible()
    expect(rostrum).to_be_focused()
    alone.page.keyboard.press("Tab")
    expect(goes_on).to_be_focused()
    goes_on.click()
    expect(goes_on).to_have_count(0)
    expect(rostrum).to_be_focused()


def test_a_spectator_sees_the_table_and_no_hand(person: Come) -> None:
    host, friend = friends(person)
    watcher = person()
    watcher.page.goto(host.page.url)
    expect(watcher.page.get_by_text("You are watching")).to_be_visible()
    expect(host.page.locator(".live")).to_contain_text("1 watching")
    hand = host.page.locator(".a-me [data-card]")
    cards = [hand.nth(i).get_attribute("data-card") for i in range(hand.count())]
    for card in cards:
        assert watcher.page.locator(f'[data-card="{card}"]').count() == 0
    expect(watcher.page.locator("#confirm")).to_have_count(0)
    assert friend.page.locator("#confirm").count() == 1


def faces(page: Page, zone: str) -> list[str]:
    """The cards of a zone that lie open in the page."""
    found = page.locator(f'[data-zone="{zone}"][data-card]')
    return [found.nth(i).get_attribute("data-card") or "" for i in range(found.count())]


def test_hot_seat_has_a_cover_and_nothing_hidden_under_it(person: Come) -> None:
    alone = person()
    alone.open()
    alone.page.get_by_role("button", name="Hot seat").click()
    alone.page.get_by_role("dialog").get_by_text("Dutch", exact=True).click()
    alone.page.get_by_role("button", name="Start").click()
    cover = alone.page.get_by_role("button", name="Hold to lift")
    hands: list[str] = []  # of all seats that were seen so far, as words of the notation
    names: list[str] = []  # and as they are read out
    for seat in range(2):
        expect(cover).to_be_visible()
        document = alone.page.content()
        assert alone.page.locator("[data-card], .gl").count() == 0
        for card in hands:
            assert not re.search(rf"\b{card}\b", document), card
        for name in names:
            assert name not in document, name
        cover.click(delay=800)
        expect(alone.confirm).to_be_visible()
        hands += faces(alone.page, f"hand.{seat}")
        own = alone.page.locator(f'[data-zone="hand.{seat}"][data-card]')
        labels = [own.nth(i).get_attribute("aria-label") or "" for i in range(own.count())]
        names += [label.removeprefix("Your hand: ").split(".")[0] for label in labels]
        assert len(hands) == len(names) == 5 * (seat + 1)
        alone.glowing.first.click()
        alone.confirm.click()
    expect(alone.page.get_by_role("button", name="Go on")).to_be_visible()


def test_a_seat_goes_on_with_another_device(person: Come) -> None:
    host, friend = friends(person)
    hand = faces(host.page, "hand.0")
    host.page.get_by_role("button", name="Share the table").click()
    host.page.get_by_role("button", name="Go on with another device").click()
    link = host.page.get_by_label("Link to your seat").input_value()
    phone = person(phone=True)
    phone.page.goto(link)
    expect(phone.confirm).to_be_visible()
    expect(phone.page).not_to_have_url(re.compile("#"))
    assert faces(phone.page, "hand.0") == hand
    expect(host.page.get_by_text("You are watching")).to_be_visible()
    assert faces(host.page, "hand.0") == []
    expect(friend.page.locator(".log")).to_contain_text("goes on with another device")


def test_a_word_over_the_table_is_seen_by_the_other(person: Come) -> None:
    host, friend = friends(person)
    host.page.get_by_role("button", name="Well bid").click()
    expect(friend.page.locator(".a-rivals")).to_contain_text("Well bid")
    expect(friend.page.locator(".log")).to_contain_text("Well bid")
    expect(host.page.get_by_role("button", name="Ouch")).to_be_disabled()
    expect(host.page.get_by_role("button", name="Well bid")).to_be_focused()


def test_the_page_says_when_the_server_is_gone_and_when_it_is_back(
    person: Come, server: Server
) -> None:
    alone = person()
    alone.open()
    alone.plays_now()
    live = alone.page.locator(".live")
    expect(live).to_have_text("Live")
    expect(alone.glowing.first).to_be_visible()
    server.kill()
    expect(live).to_have_text("Reconnecting…")
    alone.glowing.first.click()
    expect(alone.confirm).to_be_disabled()
    server.start()
    expect(live).to_have_text("Live")
    expect(alone.confirm).to_be_enabled()


def test_the_lobby_shows_whose_turn_it_is(person: Come) -> None:
    host, _ = friends(person)
    address = host.page.url
    host.page.get_by_label("Saleroom, to the lobby").click()
    expect(host.page.locator(".badge.turn")).to_have_text("Your turn")
    host.page.set_viewport_size({"width": 360, "height": 740})
    back = host.page.get_by_role("link", name="Your turn").first
    expect(back).to_be_in_viewport()
    back.click()
    expect(host.page).to_have_url(address)


def test_a_link_that_leads_nowhere_says_so(person: Come) -> None:
    alone = person()
    for name in ("a" * 16, "half-a-link"):
        alone.open(f"/t/{name}")
        expect(alone.page.get_by_role("heading", name="There is no such table.")).to_be_visible()


def test_a_table_that_was_closed_for_too_many_windows_is_opened_again(person: Come) -> None:
    alone = person()
    alone.open()
    alone.plays_now()
    others = [alone.context.new_page() for _ in range(4)]
    for each in others:
        each.goto(alone.page.url)
        expect(each.locator("#confirm")).to_be_visible()
    expect(alone.status).to_contain_text("too many windows")
    expect(alone.glowing).to_have_count(0)
    alone.page.get_by_role("button", name="Open it here again").click()
    expect(alone.confirm).to_be_visible()


def test_a_search_in_the_rules_says_where_there_is_nothing(person: Come) -> None:
    alone = person()
    alone.open("/learn/dutch/rules")
    page = alone.page
    page.get_by_label("Search the rules").fill("zzzz")
    expect(page.get_by_text("The rules say nothing of that.")).to_be_visible()
    page.get_by_label("Search the rules").fill("Elizabeth")
    page.get_by_role("button", name="Look in the law").click()
    expect(page.locator(".text")).to_contain_text("Elizabeth")
    page.get_by_label("Go to").select_option(index=1)
    expect(page.get_by_label("Search the rules")).to_have_value("")


def test_a_key_leads_to_ones_own_cards(person: Come) -> None:
    alone = person()
    alone.open()
    alone.plays_now()
    expect(alone.glowing.first).to_be_visible()
    alone.page.keyboard.press("h")
    expect(alone.page.locator(".a-me .bidrow button.touch:focus")).to_have_count(1)


def press_at(page: Page, wanted: str, key: str = "Enter") -> None:
    """Tab from place to place until the wanted thing has the focus, and press; if it is there."""
    for _ in range(60):
        if page.locator(f"{wanted}:focus").count():
            page.keyboard.press(key)
            return
        if not page.locator(wanted).count():
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} cannot be reached by keyboard")


def test_a_whole_game_by_keyboard_alone_from_the_lobby_on_with_a_power(person: Come) -> None:
    alone = person()
    alone.open()
    page = alone.page
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()
    press_at(page, ".against select", "r")
    expect(page.locator(".against select").first).to_have_value("random")
    press_at(page, "article .btn.pri")
    expect(alone.confirm).to_be_visible()
    powers = 0
    for _ in range(2_000):
        if alone.is_over:
            assert powers > 0
            return
        if page.locator("dialog[open]").count():
            tray = page.locator("dialog[open] button.touch.legal")
            press_at(page, "dialog[open] button.touch.legal" if tray.count() else "dialog .icb")
        elif page.locator(".acts .btn.pri:not(#confirm)").count():
            page.keyboard.press("Space")
        elif page.locator("#confirm:enabled").count():
            powers += page.locator(".powers .chosen").count() > 0
            if page.locator(".table .touch:focus").count():
                page.keyboard.press("Enter")
            else:
                press_at(page, "#confirm")
        elif page.locator(".powers .chosen").count():
            press_at(page, ".table .touch.legal:not([aria-pressed=true])", "Space")
        elif page.locator(".powers .btn.may").count():
            press_at(page, ".powers .btn.may")
        elif page.get_by_role("button", name="Matching first").count():
            page.keyboard.press("a")
        elif powers == 0 and page.get_by_role("button", name="Use a power").count():
            page.keyboard.press("g")
            if not page.locator(".powers").count():
                page.keyboard.press("Space")
        elif page.locator(".lot button.touch.legal").count():
            label = page.locator(".lot button.touch.legal").first.get_attribute("aria-label") or ""
            page.keyboard.press(label.removeprefix("Lot at price ")[0])
        elif page.locator(".acts").get_by_text("Finish").count():
            page.keyboard.press("f")
        elif page.locator(".rostrum .btn.may").count():
            press_at(page, ".rostrum .btn.may")
        elif page.locator(".a-me button.touch.legal").count():
            page.keyboard.press("Shift+Digit1")
        else:
            page.wait_for_timeout(30)
    raise AssertionError("the game does not end")


def test_a_whole_game_on_a_phone(person: Come) -> None:
    alone = person(phone=True)
    alone.open()
    alone.plays_now(edition="Older edition")
    play_on([alone], lambda: alone.is_over)
    expect(alone.status).to_contain_text("win")


def test_a_rematch_keeps_a_seat_that_is_neither_taken_nor_free(person: Come) -> None:
    host, friend = friends(person)
    host.page.get_by_role("button", name="Leave, resign").click()
    host.page.get_by_role("button", name="Resign…").click()
    host.page.get_by_role("button", name="Yes, resign").click()
    host.page.get_by_role("button", name="Rematch").click()
    expect(host.status).to_contain_text("1 of 2 seated")
    words = host.page.get_by_label("Your decision")
    expect(words).to_contain_text("A seat is kept for ")
    expect(words).not_to_contain_text("free seat")
    friend.page.get_by_role("link", name="Go to the rematch").click()
    for each in (host, friend):
        expect(each.confirm).to_be_visible()


def test_what_cannot_be_chosen_says_why_and_the_rule_opens(person: Come) -> None:
    people = friends(person)
    dear = ".lot div.touch[aria-describedby]"
    play_on(people, lambda: any(each.page.locator(dear).count() for each in people), steps=60)
    buyer = next(each for each in people if each.page.locator(dear).count())
    buyer.page.locator(dear).last.click()
    expect(buyer.status).to_contain_text("costs")
    buyer.status.get_by_role("button", name=re.compile("Why")).click()
    expect(buyer.page.locator(".text .asked")).to_contain_text("D55")


def test_who_has_left_is_asked_nothing_until_the_seat_is_taken_back(person: Come) -> None:
    host, friend = friends(person)
    page = host.page
    page.get_by_role("button", name="Leave, resign").click()
    page.get_by_role("button", name="Leave the table").click()
    expect(friend.page.get_by_text(re.compile("^left"))).to_be_visible()
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()
    page.go_back()
    expect(host.status).to_contain_text("You have left the table")
    expect(host.glowing).to_have_count(0)
    page.get_by_role("button", name="Leave, resign").click()
    expect(page.get_by_role("button", name="Leave the table")).to_have_count(0)
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Take your seat back").click()
    expect(host.confirm).to_be_visible()
    expect(friend.page.get_by_text(re.compile("^left"))).to_have_count(0)


def test_on_a_tablet_each_flag_stands_under_its_card_alone(person: Come) -> None:
    alone = person(viewport={"width": 768, "height": 1024})
    alone.open()
    alone.plays_now()
    flags = alone.page.locator(".flag:visible")
    play_on([alone], lambda: flags.count() > 1)
    over_the_next = """all => all.filter((each, i) => i + 1 < all.length &&
      each.getBoundingClientRect().right > all[i + 1].getBoundingClientRect().left).length"""
    assert flags.evaluate_all(over_the_next) == 0


def test_a_hint_is_for_who_plays_bots_alone(person: Come) -> None:
    alone = person()
    alone.open()
    alone.plays_now()
    alone.page.get_by_role("button", name="Hint", exact=True).click()
    expect(alone.status).to_contain_text("The master's choice: Set aside the ")
    for each in friends(person):
        expect(each.page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)


def test_a_finished_game_is_seen_again(person: Come) -> None:
    alone = person()
    alone.open()
    alone.plays_now()
    play_on([alone], lambda: alone.is_over)
    alone.page.get_by_role("link", name="Review").click()
    page = alone.page
    expect(page.locator("h1")).to_contain_text("win")
    expect(page.locator(".sheets section")).to_have_count(2)
    expect(page.get_by_label("You: points")).to_be_visible()
    expect(page.locator("main > .mut")).to_have_text(re.compile(r"\byou (win|have)\b", re.I))
    page.get_by_role("button", name="First entry").click()
    expect(page.get_by_role("group", name="Replay")).to_be_focused()  # the button can do no more
    page.keyboard.press("End")
    page.get_by_role("button", name="Check the shuffle").click()
    expect(page.get_by_text("The shuffle was fair.")).to_be_visible()
    expect(page.get_by_text("your own number are those this page kept")).to_be_visible()
    page.get_by_role("button", name="Find the turning points").click()
    expect(page.locator(".drawn polyline")).to_have_count(2)  # when all is rated
    points = page.locator(".points button")
    expect(points.first).to_be_visible()  # both have decided at random
    assert 1 <= points.count() <= 5
    expect(page.locator(".drawn circle")).to_have_count(points.count())
    expect(points.first).to_contain_text("Better: ")
    entry = points.first.locator(".n").inner_text()
    points.first.click()
    expect(page).to_have_url(re.compile(rf"\?at={entry}$"))
    whose = page.get_by_role("group", name="Whose chance").get_by_role("button")
    expect(whose.first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".turned h2")).to_contain_text("Your chance to win")
    whose.last.click()
    expect(page.locator(".turned h2")).not_to_contain_text("Your")
    page.get_by_role("tab", name="Moves").click()
    expect(page.locator(".mv .on .d")).to_have_text(re.compile("\N{MINUS SIGN}\\d+"))
    expect(page.locator(".mv .on .better")).to_contain_text("Better: ")
    last = int(page.get_by_role("slider").get_attribute("max") or 0)
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(rf"\?at={last - 1}$"))
    page.keyboard.press("Home")
    expect(page.locator(".num-at")).to_have_text(f"1 of {last}")
    page.keyboard.press("End")
    page.get_by_role("button", name="Play", exact=True).click()  # there it begins again
    page.get_by_role("button", name="Pause").click()
    page.get_by_text("Show numbers").press("Space")  # which is no order to play
    expect(page.get_by_role("button", name="Pause")).to_have_count(0)
    expect(page.locator(".turned tbody tr").first).to_be_visible()
    page.keyboard.press("Home")
    expect(page.locator(".num-at")).to_have_text(f"1 of {last}")
    page.get_by_label("Whose view").select_option(label="A spectator")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"\?at=2&seat=watch$"))
    address = page.url
    page.goto(address)
    expect(page.locator(".num-at")).to_have_text(f"2 of {last}")
    page.get_by_role("button", name="Copy the link to this moment").click()
    expect(page.get_by_role("button", name="Copy the link to this moment")).to_have_text(
        "Link copied"
    )
    with page.expect_download() as download:
        page.get_by_label("Download the game record").click()
    page.get_by_role("link", name="Open a record file").click()
    expect(page.locator("main .file")).to_be_in_viewport()  # where one looks for it
    page.get_by_label("Open a record file").set_input_files(
        {"name": "list.sale", "mimeType": "text/plain", "buffer": b"milk, eggs"}
    )
    expect(page.get_by_role("alert")).to_contain_text("list.sale: ")
    expect(page.get_by_label("Open a record file")).to_have_value("")  # it may come again, mended
    page.get_by_label("Open a record file").set_input_files(download.value.path())
    expect(page.locator("h1")).to_contain_text("wins")
    page.get_by_label("Whose view").select_option("1")
    page.get_by_label("Open a record file").set_input_files(download.value.path())
    expect(page.get_by_label("Whose view")).to_have_value("all")
    page.get_by_label("Open a record file").set_input_files(
        {"name": "list.sale", "mimeType": "text/plain", "buffer": b"milk, eggs"}
    )
    expect(page.get_by_role("alert")).to_contain_text("list.sale: ")
    expect(page.locator("h1")).to_have_text("A game out of a file")
    page.goto(address)
    page.get_by_role("button", name="Play on from here").click()
    expect(alone.confirm).to_be_visible()
    page.goto(address)
    page.get_by_role("button", name="Rematch").click()
    expect(alone.confirm).to_be_visible()


def test_who_leaves_a_review_that_is_being_rated_leaves_it_whole(person: Come) -> None:
    alone = person()
    alone.open()
    alone.plays_now()
    play_on([alone], lambda: alone.is_over)
    page = alone.page
    page.get_by_role("link", name="Review").click()
    alone.stops_the_clock()
    page.get_by_role("button", name="Find the turning points").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_role("link", name="to the lobby").click()
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()
    page.clock.run_for(1_000)  # no complaint is in the console, nor any request without a table


def test_a_name_is_kept_however_the_settings_are_closed(person: Come) -> None:
    alone = person()
    alone.open()
    page = alone.page
    for name, leave in (
        ("Bea", lambda: page.get_by_role("button", name="Close").click()),
        ("Bert", lambda: page.keyboard.press("Escape")),
    ):
        page.get_by_role("button", name="name and settings").click()
        page.get_by_label("Your name").fill(name)
        leave()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.get_by_role("button", name=f"{name}: name and settings")).to_be_visible()
        page.reload()
        expect(page.get_by_role("button", name=f"{name}: name and settings")).to_be_visible()


def test_what_failed_for_want_of_a_server_is_forgotten_when_it_is_back(
    person: Come, server: Server
) -> None:
    alone = person()
    alone.open()
    play_now = alone.page.get_by_role("button", name="Play now").first
    expect(play_now).to_be_enabled()
    server.kill()
    play_now.click()
    expect(alone.page.get_by_role("alert")).to_have_count(2)  # for that, and for the lists
    server.start()
    expect(alone.page.get_by_role("alert")).to_have_count(0)


def test_the_lobby_calls_a_rule_set_as_people_do(person: Come) -> None:
    host, friend = person(), person()
    host.open()
    host.page.get_by_role("button", name="Create a table").click()
    sheet = host.page.get_by_role("dialog")
    sheet.get_by_text("Sparrows", exact=True).click()
    sheet.get_by_text("Short game", exact=True).click()
    sheet.get_by_label("Public").check()
    sheet.get_by_role("button", name="Create the table").click()
    expect(host.page.locator(".table")).to_be_visible()
    friend.open()
    expect(friend.page.get_by_text("seated · Base game, short")).to_be_visible()
