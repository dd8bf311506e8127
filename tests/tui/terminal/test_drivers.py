"""The drivers write what changes at once; speed-ups."""

import ast
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.machinery import ModuleSpec
from pathlib import Path
from threading import Thread
from typing import Any, cast

import pytest
from textual.drivers._writer_thread import WriterThread

from tests.source import PACKAGE, ROOT
from tests.tui.app_driver import run_table
from tests.tui.terminal.recording_driver import RecordingDriver, record_with
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.terminal import speed_ups
from yahtzee_tui.tui.terminal.driver import DiffDriver, PromptDriver
from yahtzee_tui.tui.widgets.painted import Painted

PICTURE = "\x1b[2;3H\x1b[1mabc\x1b[0m\x1b[1;1H"
SHORTENED = "\x1b[2;3H\x1b[1mabc\x1b[m\x1b[H"
SHAPE = "\x1b]22;"
"""What begins the sequences that set the shape of the pointer."""
RESIZES = "\x1b[?2048h"
"""What the thread that reads the input writes, if the terminal reports its size by itself."""
TIMES = 20


@pytest.fixture
async def driver() -> RecordingDriver:
    return cast("RecordingDriver", record_with(DiffDriver))


async def test_pictures_are_shortened_and_written_at_once_and_all_else_is_kept() -> None:
    others = ["\x1b[?1049h", "\x1b[?25l", "\x07", "\x1b[<u", "\x1b[?2026$p"]
    for data, written in (
        ([PICTURE], [SHORTENED]),
        (["\x1b[?2026h", PICTURE, "\x1b[?2026l"], [f"\x1b[?2026h{SHORTENED}\x1b[?2026l"]),
        ([PICTURE, PICTURE, "\x1b[?2026h", PICTURE, "\x1b[?2026l"], [SHORTENED]),
        (others, others),
    ):
        driver = record_with(DiffDriver)
        for each in data:
            driver.write(each)
        assert driver.written == written


async def test_the_pointer_changes_its_shape_and_is_left_as_it_was(driver: RecordingDriver) -> None:
    driver.write(PICTURE)
    driver.write(f"{SHAPE}pointer\x07")
    driver.write(PICTURE)
    assert driver.written == [SHORTENED, f"{SHAPE}pointer\x07"]
    driver.write(f"{SHAPE}default\x07")
    for shapes, is_put_back in (
        ([], False),
        (["pointer"], True),
        (["pointer", "default"], False),
        (["text", "grab"], True),
    ):
        for shape in shapes:
            driver.write(f"{SHAPE}{shape}\x07")
        for expected in (is_put_back, False):  # once, though a game may be left before its end
            driver.written.clear()
            driver.stop_application_mode()
            assert (f"{SHAPE}default\x07" in "".join(driver.written)) is expected, shapes


async def test_what_two_threads_write_all_comes_out(driver: RecordingDriver) -> None:
    def pause(*_: object) -> Callable[..., Any]:
        time.sleep(0.0005)
        return pause

    def answer() -> None:
        sys.settrace(pause)  # it stops before every line, and the other goes on meanwhile
        for _ in range(TIMES):
            driver.write(RESIZES)

    thread = Thread(target=answer)
    thread.start()
    while thread.is_alive():
        for data in ("\x1b[?2026h", PICTURE, "\x1b[?2026l"):
            driver.write(data)
    assert "".join(driver.written).count(RESIZES) == TIMES


async def test_output_is_written_before_the_event_loop_goes_on() -> None:
    driver = record_with(PromptDriver)
    end, terminal = os.pipe()
    os.set_blocking(end, False)
    with suppress(BrokenPipeError), os.fdopen(terminal, "w", encoding="utf-8") as file:
        driver._writer_thread = WriterThread(file)
        writer = driver._writer_thread
        assert writer is not None
        writer.start()
        writer.write("⚀")
        assert os.read(end, 100) == "⚀".encode()
        os.close(end)
        writer.write("the terminal is gone")
        writer.stop()


has_speed_ups = speed_ups.has_speed_ups


@pytest.fixture(autouse=True)
def _ask_again() -> Iterator[None]:
    has_speed_ups.cache_clear()
    yield
    has_speed_ups.cache_clear()


@pytest.mark.parametrize(
    ("folders", "is_tested"),
    [
        (["textual-8.2.7.dist-info"], True),
        (["textual-8.3.0.dist-info"], False),
        (["textual-8.20.0.dist-info"], False),
        (["textual-8.2.7.dist-info", "textual-8.3.0.dist-info"], False),  # a broken installation
        (["textual-9.0.0.dist-info", "textual_serve-8.2.0.dist-info"], False),
        ([], False),
    ],
)
def test_only_tested_versions_are_sped_up(
    folders: list[str], is_tested: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for folder in folders:
        (tmp_path / folder).mkdir()
    spec = ModuleSpec("textual", None, origin=str(tmp_path / "textual" / "__init__.py"))
    monkeypatch.setattr(speed_ups, "find_spec", lambda _: spec)
    assert has_speed_ups() is is_tested
    has_speed_ups.cache_clear()
    monkeypatch.setenv(speed_ups.VARIABLE, "0")
    assert not has_speed_ups()


async def test_an_untested_version_draws_as_it_would(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(speed_ups.VARIABLE, "0")
    async with run_table("33333") as ui:
        await ui.press("space", "1")
        painted = list(ui.app.screen.query(Painted))
        used = [ui.app.screen._compositor, *(each._styles_cache for each in painted)]
        assert len(used) > 5
        assert {type(each).__module__.partition(".")[0] for each in used} == {"textual"}
        assert not issubclass(ui.app.get_driver_class(), DiffDriver)
    monkeypatch.delenv(speed_ups.VARIABLE)
    has_speed_ups.cache_clear()
    assert issubclass(YahtzeeApp().get_driver_class(), DiffDriver)


def test_only_modules_of_the_speed_ups_import_private_ones_when_they_are_loaded() -> None:
    found = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            words = ast.unparse(node) if isinstance(node, ast.Import | ast.ImportFrom) else ""
            if re.search(r"\btextual\b.*(\.| |, )_", words):
                found.add(".".join(path.relative_to(ROOT).with_suffix("").parts))
    assert found == set(speed_ups.MODULES)
