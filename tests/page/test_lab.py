"""The designer's lab: a number changed, a comparison run, read, taken along and sent as a link."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from saleroom import catalogue

from ..server.players import Server
from .people import Person

pytestmark = [pytest.mark.once, pytest.mark.slow]

New = Callable[..., Person]


def at_the_bench(person: Person, query: str = "") -> Page:
    person.open(f"/lab{query}")
    expect(person.page.get_by_role("heading", level=1)).to_contain_text("?")
    return person.page


def run(page: Page) -> Locator:
    return page.get_by_role("button", name="Run", exact=True)


def until_all_played(page: Page) -> None:
    expect(page.get_by_role("button", name="All played")).to_be_visible()


def sets(page: Page, key: str, value: str) -> None:
    field = page.get_by_role("dialog").get_by_label(key, exact=True)
    if field.evaluate("each => each.tagName") == "SELECT":
        field.select_option(value)
    else:
        field.fill(value)
        field.press("Enter")


def saved(page: Page, button: str) -> tuple[str, str]:
    """The name and the text of a file that is taken along."""
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    return download.value.suggested_filename, Path(download.value.path()).read_text("utf-8")


def test_who_comes_from_the_lobby_finds_a_comparison_to_press_run_on(person: New) -> None:
    alone = person()
    alone.open()
    alone.page.get_by_role("link", name="Lab").click()
    expect(alone.page.get_by_role("heading", level=1)).to_have_text(
        "What does hand = 4 do to Dutch?"
    )
    alone.page.get_by_role("button", name="Run this comparison").click()
    expect(alone.page.get_by_role("region", name="Length of a game")).to_be_visible()
    until_all_played(alone.page)


def test_a_designer_changes_a_number_and_reads_what_it_surely_does(
    person: New, tmp_path: Path
) -> None:
    alone = person()
    page = at_the_bench(alone, "?game=dutch")
    expect(run(page)).to_be_disabled()
    page.get_by_role("button", name="Edit variant B").click()
    sets(page, "hand", "3")
    sets(page, "end_vote", "false")
    page.get_by_role("dialog").get_by_role("button", name="Done").click()
    table = page.get_by_role("table").first
    expect(table.get_by_role("row", name="hand 5 3 (changed)")).to_be_visible()
    page.get_by_label("Deals").select_option("200")
    run(page).click()
    until_all_played(page)
    reading = page.get_by_role("region", name="Reading")
    expect(reading.get_by_role("listitem").filter(has_text="rounds: ")).to_be_visible()
    expect(reading).to_contain_text("From 200 deals.")
    rounds = page.get_by_role("region", name="rounds", exact=True)
    expect(rounds).to_contain_text("for sure")

    name, text = saved(page, "Export variant B as TOML")
    assert name.startswith("dutch-hand-3-end_vote")
    mine = tmp_path / "mine.toml"
    mine.write_text(text, encoding="utf-8")
    changed = catalogue.load("dutch", str(mine)).table
    assert (changed["hand"], changed["end_vote"], changed["deal"]) == (3, False, 9)
    assert "# cards a seat draws" in text
    name, text = saved(page, "Export the figures as JSON")
    figures = json.loads(text)
    assert (name, figures["deals"], figures["trial"]["tables"][1]) == (
        "dutch-findings.json",
        200,
        changed,
    )
    told = reading.get_by_role("listitem").all_inner_texts()
    assert told == figures["reading"][0]

    link = page.url
    other = person()
    other.page.goto(link)
    page = other.page
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "What do 2 other numbers do to Dutch?"
    )
    expect(page.get_by_role("table").first.get_by_role("row", name="hand 5 3")).to_be_visible()
    run(page).click()
    until_all_played(page)
    assert (
        page.get_by_role("region", name="Reading").get_by_role("listitem").all_inner_texts() == told
    )


def test_what_cannot_be_is_said_where_it_was_typed_and_can_be_reset(person: New) -> None:
    alone = person()
    page = at_the_bench(alone)
    page.get_by_role("button", name="Edit variant B").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Filter by name").fill("hand")
    sets(page, "hand", "77")
    expect(dialog.get_by_role("alert")).to_contain_text("77 is out of range; possible are 1 to 40")
    dialog.get_by_role("button", name="Done").click()
    expect(run(page)).to_be_disabled()
    expect(page.get_by_role("button", name="Play B")).to_be_disabled()
    expect(page.get_by_role("heading", name="These numbers cannot be played.")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("77 is out of range")
    page.get_by_role("button", name="Edit variant B").click()
    sets(page, "hand", "many")
    expect(dialog.get_by_role("alert").last).to_have_text("many is not a whole number.")
    dialog.get_by_role("button", name="Reset hand").click()
    expect(dialog.get_by_label("hand", exact=True)).to_have_value("5")
    expect(dialog.get_by_role("alert")).to_have_count(0)
    sets(page, "prices", "1, 2, 3")
    dialog.get_by_role("button", name="Reset all").click()
    expect(dialog.get_by_role("button", name="Reset all")).to_be_disabled()
    dialog.get_by_label("Close").click()
    expect(page.get_by_role("heading", level=2, name="Change a number first.")).to_be_visible()


def test_another_game_has_other_numbers_and_seats(person: New) -> None:
    page = at_the_bench(person())
    page.get_by_label("Game").select_option("sparrows")
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "What do other numbers do to Sparrows?"
    )
    page.get_by_label("Seats").select_option("4")
    page.get_by_role("button", name="Edit variant B").click()
    sets(page, "bids[1].value three pairs", "70")
    page.get_by_role("dialog").get_by_role("button", name="Done").click()
    page.get_by_label("Bots").select_option("search:50")
    expect(page.get_by_label("Deals")).to_have_value("50")
    expect(run(page)).to_be_enabled()
    assert "game=sparrows" in page.url
    assert "seats=4" in page.url


def test_who_stops_looking_keeps_what_is_known_and_can_go_on(person: New) -> None:
    page = at_the_bench(person(), "?game=colours&set=deal.hand%3D3&deals=4000")
    run(page).click()
    far = page.get_by_text(re.compile(r"^[1-9][\d,]* of 4,000 deals$"))
    expect(far).to_be_visible()
    expect(page.get_by_text(re.compile("minutes? left"))).to_be_visible()
    expect(page.get_by_role("region", name="Length of a game")).to_be_visible()
    page.get_by_role("button", name="Stop looking").click()
    go_on = page.get_by_role("button", name="Go on")
    expect(go_on).to_be_enabled()
    expect(page.get_by_text("Stopped.")).to_be_visible()
    expect(page.get_by_role("region", name="Length of a game")).to_be_visible()
    go_on.click()
    expect(page.get_by_role("button", name="Stop looking")).to_be_visible()
    page.get_by_role("link", name="Saleroom").click()  # who leaves looks no more either


def test_who_stops_and_goes_on_at_once_asks_no_more_often(person: New) -> None:
    page = at_the_bench(person(), "?game=colours&set=deal.hand%3D3&deals=4000")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/lab", hold)  # the answers take their time

    def until_held(number: int) -> None:
        while len(held) < number:
            page.wait_for_timeout(25)

    run(page).click()
    until_held(1)
    page.get_by_role("button", name="Stop looking").click()
    run(page).click()
    until_held(2)
    for route in held:
        route.continue_()
    held.clear()
    until_held(1)
    page.wait_for_timeout(1_000)  # longer than a page waits before it asks again
    assert len(held) == 1
    held[0].continue_()
    page.unroute("**/api/lab")
    page.get_by_role("link", name="Saleroom").click()


def test_everything_is_done_by_keyboard_alone(person: New) -> None:
    page = at_the_bench(person(), "?game=pennies&deals=200")

    def go_to(name: str) -> None:
        here = "document.activeElement.innerText || document.activeElement.id"
        for _ in range(60):
            if page.evaluate(here).startswith(name):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {name}")

    go_to("Edit variant B")
    page.keyboard.press("Enter")
    go_to("set-purse")
    page.keyboard.press("Control+A")
    page.keyboard.type("4")
    go_to("Done")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    go_to("Run")
    page.keyboard.press("Enter")
    until_all_played(page)
    go_to("Show numbers")
    page.keyboard.press("Enter")
    expect(page.get_by_role("row", name="decisions A B")).to_be_visible()


def test_variant_b_can_be_played_at_once(person: New) -> None:
    page = at_the_bench(person(), "?game=pennies&set=purse%3D1")
    page.get_by_role("button", name="Play B").click()
    expect(page.locator(".table")).to_be_visible()
    expect(page.get_by_text("purse-1")).to_be_visible()
    page.get_by_role("tab", name="Rules").click()
    told = page.get_by_label("Other numbers")
    expect(told).to_contain_text("with other numbers")
    expect(told.locator("dl")).to_have_text("purse1 instead of 3")


def test_every_chart_has_its_numbers_in_a_table(person: New) -> None:
    page = at_the_bench(person(), "?game=dutch&set=hand%3D4&deals=200")
    run(page).click()
    until_all_played(page)
    charts = page.locator("section.chart")
    expect(charts).to_have_count(4)
    for chart in charts.all():
        expect(chart.get_by_role("img")).to_have_count(1)
        chart.get_by_text("Show numbers").click()
        assert chart.get_by_role("row").count() > 2
    wins = page.get_by_role("region", name="Who wins")
    expect(wins.get_by_role("row", name="seat 2 wins")).to_be_visible()
    wins.get_by_text("Who does it first").click()
    expect(wins.get_by_role("row", name="wins the bid")).to_be_visible()


def test_it_is_seen_which_bids_are_taken_and_how_much_they_are_worth(person: New) -> None:
    query = "?game=sparrows&variant=base-short&seats=3&set=bids%5B1%5D.value%3D100&deals=200"
    page = at_the_bench(person(), query)
    expect(page.get_by_role("heading", level=1)).to_contain_text("bids[1].value (three pairs) =")
    page.get_by_role("button", name="Edit variant B").click()
    page.get_by_label("Filter by name").fill("three pairs value")
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(1)
    page.get_by_role("dialog").get_by_role("button", name="Done").click()
    run(page).click()
    until_all_played(page)
    happens = page.get_by_role("region", name="What happens")
    happens.get_by_text("What is taken").click()
    happens.get_by_text("Show numbers").click()
    expect(happens.get_by_role("row", name="three pairs")).to_be_visible()
    wins = page.get_by_role("region", name="Who wins")
    wins.get_by_text("Who takes it").click()
    wins.get_by_text("Show numbers").click()
    expect(wins.get_by_role("row", name="three pairs")).to_be_visible()
    about = page.get_by_role("region", name="All about a game")
    expect(about.get_by_role("row", name="takes … with token N")).to_be_visible()


def test_who_asks_for_skill_reads_how_often_the_better_player_wins(person: New) -> None:
    page = at_the_bench(person(), "?game=pennies&set=purse%3D4&deals=200")
    page.get_by_label("Skill").select_option("flat:20")
    run(page).click()
    until_all_played(page)
    expect(page.get_by_role("region", name="house among flat:20 wins")).to_be_visible()
    assert "rival=flat" in page.url
    page.get_by_label("Bots").select_option("search:50")
    expect(page.get_by_label("Skill")).to_have_value("")


def test_a_list_is_typed_as_one_would_write_it(person: New) -> None:
    page = at_the_bench(person(), "?game=dutch")
    page.get_by_role("button", name="Edit variant B").click()
    expect(page.get_by_role("dialog").get_by_label("suits", exact=True)).to_have_value(
        "blue, green, pink, red"
    )
    sets(page, "suits", "blue, green, pink, yellow")
    page.get_by_role("dialog").get_by_role("button", name="Done").click()
    expect(run(page)).to_be_enabled()
    expect(page.get_by_role("row", name="suits blue, green, pink, red")).to_contain_text("yellow")


def test_charts_that_have_no_room_for_a_while_complain_of_nothing(person: New) -> None:
    page = at_the_bench(
        person(), "?game=sparrows&variant=base-short&set=scoring.penalty%3D20&deals=200"
    )
    run(page).click()
    until_all_played(page)
    frames = "() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))"
    for room in ("0", ""):
        page.locator("main").evaluate("(main, room) => { main.style.width = room }", room)
        page.evaluate(frames)
    expect(page.get_by_role("region", name="Length of a game")).to_be_visible()


def test_a_link_with_nonsense_is_told_and_can_be_mended(person: New) -> None:
    page = at_the_bench(person(), "?game=dutch&set=hands%3D4&deals=12&bot=external:true")
    expect(page.get_by_role("alert")).to_have_text(
        "dutch standard has nothing to change at 'hands'."
    )
    expect(page.get_by_label("Bots")).to_have_value("house")
    page.get_by_role("button", name="Edit variant B").click()
    page.get_by_role("button", name="Reset all").click()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_where_there_is_no_lab_the_page_says_so(person: New, tmp_path: Path) -> None:
    closed = Server(tmp_path / "data", "--no-lab")
    closed.start()
    try:
        alone = person()
        alone.origin = closed.origin
        alone.open()
        expect(alone.page.get_by_role("button", name="Play now").first).to_be_visible()
        expect(alone.page.get_by_role("link", name="Lab")).to_have_count(0)
        alone.open("/lab")
        expect(alone.page.get_by_role("heading", level=1)).to_have_text("This saleroom has no lab.")
    finally:
        closed.end()


def test_the_exported_file_is_toml_for_a_value_in_a_line_of_many(person: New) -> None:
    page = at_the_bench(person(), "?game=sparrows&set=bids%5B1%5D.value%3D70")
    _, text = saved(page, "Export variant B as TOML")
    assert [bid["value"] for bid in tomllib.loads(text)["bids"]][:3] == [40, 70, 80]
