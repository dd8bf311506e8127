"""The themes: that what is to be read can be read, by the formula of the WCAG."""

from collections.abc import Sequence
from itertools import product

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from tests.tui.app_driver import AppDriver, run_table
from tests.tui.theme_colors import PAINTED, TEXTS, color, contrast
from yahtzee_tui.settings import COLORS
from yahtzee_tui.tui.terminal.colors import USUAL, ManyColors, SixteenColors, shown
from yahtzee_tui.tui.themes import CONTRAST, FEW_COLORS, SKINS, TERMINAL, THEMES, Ink, find_palette


def test_the_formula() -> None:
    assert contrast(Color.parse("#000000"), Color.parse("#ffffff")) == pytest.approx(21)
    assert contrast(Color.parse("#767676"), Color.parse("#ffffff")) == pytest.approx(4.54, abs=0.01)


def test_what_is_written_can_be_read_with_few_colors() -> None:
    """Also in the palette of VS Code, whose bright black is darker than that of xterm."""
    cube = [(0, 0, 0)] * 16 + [shown(number) for number in range(16, 256)]
    depths: list[tuple[LineFilter, Sequence[Sequence[tuple[int, int, int]]]]]
    depths = [(ManyColors(), [cube]), *((SixteenColors(most), USUAL) for most in (8, 16))]
    weak = set()
    for theme, (text, grounds), (change, palettes) in product(PAINTED, TEXTS.items(), depths):
        for ground in grounds:
            style = Style.from_color(color(theme, text).rich_color, color(theme, ground).rich_color)
            (segment,) = change.apply([Segment("x", style)], color(theme, ground))
            drawn = segment.style
            assert drawn
            assert drawn.color
            assert drawn.bgcolor
            numbers = (drawn.color.number or 0, drawn.bgcolor.number or 0)
            for rgb in palettes:
                if contrast(*(Color(*rgb[number]) for number in numbers)) < 4.5:
                    weak.add((theme.name, text, ground, numbers))
    assert weak == set()


def test_what_is_written_can_be_read() -> None:
    found = {
        (theme.name, text, ground): contrast(color(theme, text), color(theme, ground))
        for theme in PAINTED
        for text, grounds in TEXTS.items()
        for ground in grounds
    }
    least = {theme.name: 7 if theme is CONTRAST else 4.5 for theme in PAINTED}
    assert {key: ratio for key, ratio in found.items() if ratio < least[key[0]]} == {}


def test_lines_and_dots_can_be_seen_and_cards_and_columns_stand_out() -> None:
    for theme in PAINTED:
        for ground in ("background", "card-live"):
            assert contrast(color(theme, "frame"), color(theme, ground)) >= 3, theme.name
        grounds = [find_palette(theme, "ivory", card)[Ink("text")].bgcolor for card in ("felt", "")]
        assert (grounds[0] != grounds[1]) == (theme is not CONTRAST), theme.name
    assert round(contrast(color(CONTRAST, "card-live"), color(CONTRAST, "background")), 2) >= 3


def test_every_skin_has_pips_that_can_be_seen_and_an_edge_on_the_felt() -> None:
    felt = color(THEMES[0], "background")
    for skin, (face, light, _, _, pip, ace) in SKINS.items():
        for dot in (pip, ace):
            assert contrast(Color.parse(face), Color.parse(dot)) >= 4.5, skin
        assert contrast(Color.parse(light), felt) >= 3, skin


def test_few_colors_are_picked_for_every_color_of_the_felt_and_the_dice() -> None:
    felt = THEMES[0]
    used = {str(getattr(felt, token)) for token in ("primary", "background", "panel")}
    used |= {value for value in felt.variables.values() if value.startswith("#")}
    used |= {color for skin in SKINS.values() for color in skin}
    assert {each for each in used if Color.parse(each).rgb not in FEW_COLORS} == set()


def test_the_terminals_own_colors_are_nothing_else() -> None:
    colors = {value for token, value in TERMINAL.variables.items() if not token.endswith("style")}
    colors |= {TERMINAL.primary, str(TERMINAL.foreground), str(TERMINAL.background)}
    assert {value for value in colors if not value.startswith("ansi_")} == set()


def drawn(ui: AppDriver, way: str) -> list[str]:
    """Return what is drawn in a way such as bold on the topmost screen."""
    segments = (segment for strip in ui.strips for segment in strip)
    return [text.strip() for text, style, _ in segments if style and getattr(style, way)]


async def test_the_terminals_own_colors_mark_by_bold_and_by_yellow() -> None:
    async with run_table("33344", players=("Ann", "Bob")) as ui:
        ui.app.theme = "terminal"
        await ui.press("space")
        assert "▸" in "".join(drawn(ui, "bold"))
        tray = ui.table_screen.tray
        assert "╭───────╮" in tray.render_line(0).text, "dice of lines, on any ground"
        await ui.press("o", opens="OptionsScreen")
        cells = [(text, style.bgcolor) for strip in ui.strips for text, style, _ in strip if style]
        gold = [text for text, ground in cells if ground is not None and ground.number == 3]
        assert "Colors" in "".join(gold)


async def test_without_color_shapes_tell_what_colors_would(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with run_table("33344", players=("Ann", "Bob")) as ui:
        assert "Esc" in drawn(ui, "bold")
        assert "u" not in drawn(ui, "bold"), "a key that does nothing yet"
        await ui.press("space", "1", "2")
        assert "u" in drawn(ui, "bold")
        await ui.press("1", "2")
        assert "ROLL ALL DICE" not in "".join(drawn(ui, "reverse"))
        assert "ROLL 5 DICE" in "".join(drawn(ui, "reverse")), "the one thing that comes next"
        await ui.press("1", "2", "down", "up")
        for theme in COLORS:
            ui.app.theme = theme
            await ui.settle()
            styles = [style for strip in ui.strips for text, style, _ in strip if text.strip()]
            assert {(each.color, each.bgcolor) for each in styles if each} == {(None, None)}, theme
            assert "«25»" in "".join(drawn(ui, "reverse")), theme
            for shown in ("▸Full house", "1 held"):
                assert shown in "".join(drawn(ui, "bold")), theme
            for shown in ("┏━━━", "▸Ann", "‹"):
                assert shown in ui.text, theme
        await ui.press("slash", "f", "o")
        await ui.wait_for_text("▸Fours", "›Four of a kind")
        assert "›Fives" not in ui.text
        await ui.open_title()
        await ui.press("down")
        assert "▸n  New game" in ui.text
        assert ui.text.count("▸") == 1
        await ui.press("enter")
        assert "▸Yahtzee" in ui.text, "chosen, though the focus is elsewhere"
        await ui.press("tab", "down", "tab")
        assert "▸Scandinavian Yatzy" in ui.text
        assert "random" in drawn(ui, "underline")
        assert "┏" not in ui.text
        await ui.press("tab", "tab")
        assert "┏" in ui.text, "the button with the focus"
        assert "random" not in drawn(ui, "underline")
