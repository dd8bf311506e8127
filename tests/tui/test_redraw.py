"""Only the widgets that change are drawn again, and none of them shows an old picture."""

from random import Random

from textual._compositor import Compositor
from textual.geometry import Region

from tests.tui.app_driver import SIZES, AppDriver, run_table
from yahtzee_tui.tui.terminal.cell_diff import read_picture
from yahtzee_tui.tui.terminal.rendering import ChangesCompositor
from yahtzee_tui.tui.themes import THEMES

KEYS = (
    "space", "1", "3", "1", "down", "up", "a", "u", "space", "enter", "u", "enter", "enter",
    "slash", "f", "escape", "space", "2", "question_mark", "escape", "space", "left", "enter",
)  # fmt: skip
CHANCE = Random(1)


def check(ui: AppDriver) -> None:
    """Check that every widget looks the same when it is drawn from the beginning."""
    screen = ui.app.screen
    for widget in filter(lambda widget: widget.region, (screen, *screen.query("*"))):
        whole = Region(0, 0, *widget.outer_size)
        shown = widget.render_lines(whole)
        widget.notify_style_update()
        assert widget.render_lines(whole) == shown, widget
    # Parts of the screen are painted as Textual's own compositor paints them.
    whole, compositor = ui.app.size.region, screen._compositor
    for _ in range(3):
        at = CHANCE.randrange(whole.width), CHANCE.randrange(whole.height)
        parts = {Region(*at, 30, 4).intersection(whole), Region(7, 5, 9, 2), Region(2, 3, 1, 9)}
        painted = []
        for kind in (ChangesCompositor, Compositor):
            compositor._dirty_regions = set(parts)
            update = kind.render_partial_update(compositor)
            assert update is not None
            picture = read_picture(update.render_segments(ui.app.console))
            assert picture is not None
            painted.append({
                (row, column): cell
                for (row, first), cells in picture.spans
                for column, cell in enumerate(zip(cells.texts, cells.styles, strict=True), first)
            })  # fmt: skip
        assert painted[0].items() <= painted[1].items(), parts
        assert painted[0].keys() == {
            (y, x) for part in parts for y in part.line_range for x in part.column_range
        }, parts


async def test_no_widget_shows_an_old_picture() -> None:
    async with run_table(*["33344"] * 9, players=("Ann", "Bob")) as ui:
        for key in KEYS:
            await ui.press(key)
            check(ui)
        for size in SIZES:
            await ui.resize(*size)
            check(ui)
        await ui.resize(80, 24)
        await ui.open_table("33344", keys="space 1")
        lines, looks = ui.lines, set()
        for theme in THEMES:
            ui.app.theme = theme.name
            await ui.settle()
            check(ui)
            if not theme.ansi:  # where dice are drawn with lines
                assert ui.lines == lines, theme.name
            tray = ui.table_screen.tray
            looks.add(str([each.style for y in (3, 6) for each in tray.render_line(y)]))
        assert len(looks) == len(THEMES), "dice have other colors in every theme"
