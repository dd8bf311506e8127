"""Everything in ASCII, and every cell in its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from tests.table.scripted import create_scripted_table
from tests.tui.stage import STILL, at_title, on_stage
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.terminal.charset import AsciiFilter

BLACK = Color(0, 0, 0)


def draw(text: str) -> str:
    """Return what is drawn for a text."""
    (segment,) = AsciiFilter().apply([Segment(text)], BLACK)
    return segment.text


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("‹12› «25» —", "<12> [25] -"),
        ("┏━━┓┃ ● ┃┗━━┛", "+==+| o |+==+"),
        ("╭──╮│  │╰──╯", "+--+|  |+--+"),
        ("●○○ · −3 ±0", "o.. . -3 +0"),
        ("↑↓ ←→ ▸Ann…", "^v <> >Ann~"),
        ("Zoë Åse Łukasz Søren Ñ", "Zoe Ase Lukasz Soren N"),
        ("李雷", "????"),
        ("e\u0301 ☃", "e ?"),
        ("▔▁▂", "   "),
    ],
)
def test_what_is_drawn_instead(text: str, drawn: str) -> None:
    assert draw(text) == drawn


@given(st.text())
def test_any_text_is_drawn_in_ascii_and_as_wide(text: str) -> None:
    drawn = "".join(map(draw, text))
    assert drawn.isascii()
    assert len(drawn) == sum(map(cell_len, text)) or not text.isprintable()


def test_styles_stay_and_so_does_what_is_ascii_already() -> None:
    bold = Segment("●", Style(bold=True))
    plain = Segment("Ann", Style(dim=True))
    drawn = AsciiFilter().apply([bold, plain], BLACK)
    assert drawn == [Segment("o", Style(bold=True)), plain]


async def test_every_screen_is_drawn_in_ascii() -> None:
    names = ("Zoë", "李雷")
    app = YahtzeeApp(options=STILL, ascii_only=True)
    app.navigator.saved_table = SavedTable(
        TableConfig(names, first=names[0]), create_scripted_table("33344", players=names)
    )
    async with on_stage(app) as stage:
        await stage.press("space", "1")
        assert "Zoe" in stage.text
        assert "+=======+" in stage.text
        for keys in ((), ("slash",), ("escape", "o"), ("up", "enter"), ("escape", "f1")):
            await stage.press(*keys)
            assert stage.text.isascii()
            assert {len(line) for line in stage.lines} == {80}


async def test_nothing_is_changed_unless_it_is_asked_for() -> None:
    async with at_title() as stage:
        assert not stage.text.isascii()
