"""Only the widgets that change are drawn again, and none of them shows an old picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.geometry import Region

from tests.tui.stage import STILL, at_table
from yahtzee_tui.tui.table.widgets.die import Die
from yahtzee_tui.tui.table.widgets.scorecard import Scorecard
from yahtzee_tui.tui.themes import THEMES

if TYPE_CHECKING:
    import pytest
    from textual.strip import Strip
    from textual.widget import Widget

    from tests.tui.stage import Stage

KEYS = (
    "space", "1", "3", "1", "down", "up", "a", "u", "space", "enter", "u", "enter", "enter",
    "slash", "f", "escape", "space", "2", "question_mark", "escape", "space", "left", "enter",
)  # fmt: skip


def check(stage: Stage) -> None:
    """Make sure that every widget looks the same when it is drawn from the beginning."""
    screen = stage.app.screen
    for widget in (screen, *screen.query("*")):
        whole = Region(0, 0, *widget.outer_size)
        shown = widget.render_lines(whole)
        widget.notify_style_update()
        assert widget.render_lines(whole) == shown, widget


async def test_at_every_key_size_and_theme() -> None:
    async with at_table(*["33344"] * 9, players=("Ann", "Bob"), options=STILL) as stage:
        for key in KEYS:
            await stage.press(key)
            check(stage)
        for size in ((60, 20), (120, 40), (80, 24)):
            await stage.resize(*size)
            check(stage)
        for theme in THEMES:
            stage.app.theme = theme.name
            await stage.settle()
            check(stage)


async def test_a_theme_gives_dice_other_colours() -> None:
    async with at_table("33344") as stage:
        await stage.press("space", "1")
        seen = set()
        for theme in THEMES:
            stage.app.theme = theme.name
            await stage.settle()
            dice = [
                stage.app.screen.query_one(f"#die-{number}", Die).render_line(3)
                for number in (1, 2)
            ]
            seen.add(str([segment.style for line in dice for segment in line]))
        assert len(seen) == len(THEMES)


async def test_only_what_changes_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: set[str | None] = set()

    def note(kind: type[Widget]) -> None:
        draw = kind.render_line

        def noted(widget: Widget, y: int) -> Strip:
            drawn.add(widget.id)
            return draw(widget, y)

        monkeypatch.setattr(kind, "render_line", noted)

    note(Die)
    note(Scorecard)
    async with at_table("33344") as stage:
        await stage.press("space")
        await stage.settle()
        drawn.clear()
        await stage.press("2")
        await stage.settle()
        assert drawn == {"die-2"}
