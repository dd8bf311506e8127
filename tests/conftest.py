"""Fixtures and settings of all tests."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from sqlalchemy import Engine, event

from tests.catalogs import compile_catalogs
from tests.moved_clock import MovedClock
from tests.source import HAS_HOST, ROOT
from tests.terminal.program import LEFT_OUT
from yahtzee_tui.rules import RULESETS
from yahtzee_tui.rules.builtin_rulesets import HOUSE
from yahtzee_tui.settings import MANNERS
from yahtzee_tui.settings.languages import HOUSE_NAMES, use_language
from yahtzee_tui.settings.rule_files import BROKEN, OFFERED
from yahtzee_tui.store import Store

pytest_plugins = ["tests.host.postgres"] if HAS_HOST else []
DATABASES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)][: 1 + HAS_HOST]

LONGEST = ("test_restarts", "test_lifecycle", "test_play", "test_limits", "test_force_command")
"""How the names of files begin whose slow tests take longest."""

NEED_OUTCOMES = ("scenarios", "strategy")
"""Folders of tests that wait until the outcomes of the official game are solved."""

# A deadline measures how busy the machine is, not the program.
settings.register_profile("house", deadline=None)
settings.load_profile("house")


def pytest_configure(config: pytest.Config) -> None:
    """Compile the catalogs, leave out the caller's environment, and heed signals that jobs ignore.

    What is ignored stays ignored in child processes, and several tests wait until a child has
    ended by such a signal. A handler of ours, on the contrary, isn't inherited.
    """
    for name in ("SIGINT", "SIGQUIT", "SIGHUP"):
        number = getattr(signal, name, None)  # None on Windows
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, _ignore)
    for name in LEFT_OUT:
        os.environ.pop(name, None)
    os.environ |= {"LANG": "C.UTF-8", "TERM": "xterm-256color"}
    os.umask(0o022)
    if not hasattr(config, "workerinput"):
        compile_catalogs()


def _ignore(_number: int, _frame: object) -> None:
    """Go on."""


def _find_cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the folder of solved rule sets that all processes of a test run share.

    Solving all of them takes longer than most of the tests. Several runs share one that they are
    told of.
    """
    folder = tmp_path_factory.getbasetemp()
    shared = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    return os.environ.get("YAHTZEE_TUI_SOLVED", str(shared / "cache"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the slow tests, the longest first, so that no worker waits for one at the end.

    The last ones are those that need all of best play, which is solved meanwhile.
    """

    def place(item: pytest.Item) -> tuple[bool, bool]:
        if item.get_closest_marker("slow") is None:
            return True, item.path.parent.name in NEED_OUTCOMES
        return False, not item.path.name.startswith(LONGEST)

    items.sort(key=place)


@contextmanager
def _solve_once(tests: int) -> Iterator[None]:
    """Solve what most tests play in the shared cache, in a process of normal priority.

    The program does so in a process of the lowest priority, which gets no time beside the tests.
    A few tests solve what they need.
    """
    if tests < 500 or os.environ.get("PYTEST_XDIST_WORKER", "gw0") != "gw0":
        yield
        return
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    with subprocess.Popen([sys.executable, "-c", _SOLVE], env=environment, cwd=ROOT) as solver:
        yield
        solver.kill()


_SOLVE = """
from tests.strategy.conftest import load_all
from yahtzee_tui.rules import OFFICIAL, RULESETS

for ruleset in (OFFICIAL, RULESETS["yz"]):
    load_all(ruleset)
"""


@pytest.fixture(autouse=True, scope="session")
def _away_from_home(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """Keep what a test might leave behind out of the home of whoever runs the tests."""
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for kind in ("CONFIG", "DATA", "STATE"):
            patch.setenv(f"XDG_{kind}_HOME", str(folder / kind.lower()))
        patch.setenv("XDG_CACHE_HOME", _find_cache(tmp_path_factory))
        with _solve_once(len(request.session.items)):
            yield


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    from yahtzee_tui.store import Store

    store = Store(str(tmp_path / "games.sqlite"))
    yield store
    store.close()


@pytest.fixture(params=DATABASES)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Give the address of a database that isn't there yet, or is empty: of each kind one."""
    if request.param == "postgresql":
        return str(request.getfixturevalue("postgres_address"))
    return str(tmp_path / "games.sqlite")


@pytest.fixture
def statements() -> Iterator[list[str]]:
    """Give the statements that are sent to any database, and `COMMIT` for each commit."""
    sent: list[str] = []
    notes: dict[str, Any] = {
        "before_cursor_execute": lambda *given: sent.append(given[2]),
        "commit": lambda _: sent.append("COMMIT"),
    }
    for what, note in notes.items():
        event.listen(Engine, what, note)
    yield sent
    for what, note in notes.items():
        event.remove(Engine, what, note)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> MovedClock:
    """The clock of this process, for the test to move."""
    clock = MovedClock()
    monkeypatch.setattr("time.monotonic", clock)
    return clock


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    """Speak English again after a test, here and in the programs that later tests start."""
    before = dict(os.environ)
    yield
    use_language("en")
    os.environ.clear()
    os.environ.update(before)


@pytest.fixture
def own_rulesets() -> Iterator[None]:
    """Take back, after a test, which rule sets it registered."""
    tables: tuple[dict[str, Any], ...] = (RULESETS, HOUSE, MANNERS, HOUSE_NAMES)
    before = [dict(table) for table in tables]
    yield
    BROKEN.clear()
    OFFERED.clear()
    for table, content in zip(tables, before, strict=True):
        table.clear()
        table.update(content)
