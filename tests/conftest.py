"""For all tests: which build they see, how hard Hypothesis tries, and that CI skips nothing."""

import os
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

from saleroom.games.bits import compiled

BUILD = "compiled" if compiled() else "interpreted"
EXPECTED = os.environ.get("SALEROOM_EXPECT", BUILD)
CI = os.environ.get("CI", "") not in ("", "0", "false", "no")

# Under CI Hypothesis loads its own profile: the same examples in every run, no deadline.
# By hand: pytest --hypothesis-profile=many
settings.register_profile(
    "many", max_examples=5_000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
if not CI:
    settings.register_profile("here", deadline=None)  # two builds, one ten times slower
    settings.load_profile("here")


def pytest_configure() -> None:
    os.environ.pop("SALEROOM_DATABASE", None)  # of somebody's own tables
    if EXPECTED != BUILD:
        raise pytest.UsageError(
            f"These tests see the {BUILD} build, and SALEROOM_EXPECT asks for the {EXPECTED} one. "
            "`make install` installs the compiled build; PYTHONPATH=src gives the interpreted one."
        )


def pytest_report_header() -> str:
    return f"saleroom: {BUILD} build"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter,
) -> Generator[None, None, None]:
    yield
    skipped = terminalreporter.stats.get("skipped", [])
    if CI and skipped:
        terminalreporter.write_line(
            f"{len(skipped)} skipped, and with CI set none may be.", red=True
        )


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    # With xdist only the first process has a reporter; the others report to it.
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if CI and reporter is not None and reporter.stats.get("skipped") and session.exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
