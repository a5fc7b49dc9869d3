"""README and docs tell the truth: sessions run as they are printed, links lead somewhere."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SESSION = re.compile(r"^```pycon\n(.*?)^```", re.S | re.M)
RECORD = re.compile(r"^```sale\n(.*?)^```", re.S | re.M)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_sessions_run_as_they_are_printed(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sessions of a page are one; its first record, if it has one, is there as evening.sale."""
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    if record := RECORD.search(text):
        Path("evening.sale").write_text(record[1], encoding="utf-8")
    session = "\n".join(block[1] for block in SESSION.finditer(text))
    assert session.count(">>>") == text.count(">>>"), "a session stands outside of ```pycon"
    test = doctest.DocTestParser().get_doctest(session, {}, page.name, str(page), 0)
    told: list[str] = []
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.append)
    assert results.failed == 0, "".join(told)


def test_the_front_page_shows_the_front_door() -> None:
    assert len(SESSION.findall(PAGES[0].read_text(encoding="utf-8"))) == 1


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []
