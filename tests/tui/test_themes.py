"""The themes: that what is to be read can be read, by the formula of the WCAG."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.color import Color

from tests.tui.app_driver import run_table
from yahtzee_tui.settings import COLOURS
from yahtzee_tui.tui.themes import CONTRAST, TERMINAL, THEMES

if TYPE_CHECKING:
    from textual.theme import Theme

    from tests.tui.app_driver import AppDriver

PAINTED = [theme for theme in THEMES if not theme.ansi]
GROUNDS = ("background", "surface", "panel")
CARD = ("background", "panel", "card-live", "card-cursor")

TEXTS: dict[str, tuple[str, ...]] = {
    "foreground": (*GROUNDS, *CARD),
    "primary": (*GROUNDS, "card-cursor"),
    "secondary": CARD,
    "warning": ("background", "surface"),
    "error": ("background", "surface"),
    "card-muted": (*GROUNDS, *CARD),
    "card-offer": CARD,
    "card-best": CARD,
    "on-primary": ("primary",),
    "background": ("secondary",),
    "die-pip": ("die-face",),
    "die-label": ("background",),
    "die-held-pip": ("die-held",),
    "die-held-label": ("background",),
    "die-idle-pip": ("die-idle",),
}
"""The colours of texts, and the grounds behind them."""


def colour(theme: Theme, token: str) -> Color:
    return Color.parse(theme.variables.get(token) or getattr(theme, token))


def lightness(colour: Color) -> float:
    """Return the relative luminance, from 0 for black to 1 for white."""
    parts = [part / 255 for part in (colour.r, colour.g, colour.b)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    """Return how much lighter one of two colours is, from 1 to 21."""
    dark, light = sorted(map(lightness, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def test_the_formula() -> None:
    assert contrast(Color.parse("#000000"), Color.parse("#ffffff")) == pytest.approx(21)
    assert contrast(Color.parse("#767676"), Color.parse("#ffffff")) == pytest.approx(4.54, abs=0.01)


def test_what_is_written_can_be_read() -> None:
    found = {
        (theme.name, text, ground): contrast(colour(theme, text), colour(theme, ground))
        for theme in PAINTED
        for text, grounds in TEXTS.items()
        for ground in grounds
    }
    least = {theme.name: 7 if theme is CONTRAST else 4.5 for theme in PAINTED}
    assert {key: ratio for key, ratio in found.items() if ratio < least[key[0]]} == {}


def test_held_dice_differ_in_lightness_too() -> None:
    for theme in PAINTED:
        held, free = (lightness(colour(theme, token)) for token in ("die-held", "die-face"))
        idle = lightness(colour(theme, "die-idle"))
        assert abs(held - free) > 0.01, theme.name
        assert abs(idle - free) > 0.1, theme.name


def test_the_terminals_own_colours_are_nothing_else() -> None:
    colours = {value for token, value in TERMINAL.variables.items() if not token.endswith("style")}
    colours |= {TERMINAL.primary, str(TERMINAL.foreground), str(TERMINAL.background)}
    assert {value for value in colours if not value.startswith("ansi_")} == set()


def test_there_is_a_theme_for_all_colours_that_can_be_chosen() -> None:
    assert tuple(theme.name for theme in THEMES) == COLOURS


def drawn(ui: AppDriver, way: str) -> list[str]:
    """Return what is drawn in a way such as bold on the topmost screen."""
    lines = ui.app.screen._compositor.render_strips()
    segments = (segment for line in lines for segment in line)
    return [text.strip() for text, style, _ in segments if style and getattr(style, way)]


async def test_the_terminals_own_colours_mark_by_reverse_video() -> None:
    async with run_table("33344", players=("Ann", "Bob")) as ui:
        ui.app.theme = "terminal"
        await ui.press("space")
        card = ui.scorecard
        segments = [each for y in range(card.rows) for each in card.render_line(y)]
        assert "▸" in "".join(text for text, style, _ in segments if style and style.reverse)
        await ui.press("o", opens="OptionsScreen")
        assert "Picking a die" in "".join(drawn(ui, "reverse"))


async def test_without_colour_shapes_tell_what_colours_would(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with run_table("33344", players=("Ann", "Bob")) as ui:
        assert "space" in drawn(ui, "bold")
        assert "u" not in drawn(ui, "bold"), "a key that does nothing yet"
        await ui.press("space", "1", "2")
        assert "u" in drawn(ui, "bold")
        for theme in COLOURS:
            ui.app.theme = theme
            await ui.settle()
            strips = ui.app.screen._compositor.render_strips()
            styles = [style for line in strips for text, style, _ in line if text.strip()]
            assert {(each.color, each.bgcolor) for each in styles if each} == {(None, None)}, theme
            for shown in ("●", "Roll", "▸Ann", "«25»"):
                assert shown in "".join(drawn(ui, "reverse")), theme
            for shown in ("HELD", "┏━━━", "▸Ann", "‹"):
                assert shown in ui.text, theme
        await ui.press("slash", "f", "o")
        await ui.wait_for_text("▸Fours", "›Four of a kind")
        assert "›Fives" not in ui.text
        await ui.open_title()
        for name in ("Play", "New game"):
            assert f"▸{name}" in ui.text
            assert ui.text.count("▸") == 1
            await ui.press("down")
        await ui.press("up", "enter")
        assert "▸Yahtzee" in ui.text, "chosen, though the focus is elsewhere"
        await ui.press(*["tab"] * 7, "down", "tab")
        assert "▸Yahtzee, no jokers" in ui.text
        assert "drawn at random" in drawn(ui, "underline")
        assert "┏" not in ui.text
        await ui.press("tab", "tab")
        assert "┏" in next(line for line in ui.lines if "╭" in line)
        assert "drawn at random" not in drawn(ui, "underline")
