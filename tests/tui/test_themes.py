"""The themes: that what is to be read can be read, by the formula of the WCAG."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.color import Color

from tests.tui.stage import at_table, at_title
from yahtzee_tui.settings import COLOURS
from yahtzee_tui.tui.themes import CONTRAST, TERMINAL, THEMES

if TYPE_CHECKING:
    from textual.theme import Theme

    from tests.tui.stage import Stage

PAINTED = [theme for theme in THEMES if not theme.ansi]
ROOM = ("background", "surface", "panel")
CARD = ("background", "panel", "card-live", "card-cursor")

TEXTS: dict[str, tuple[str, ...]] = {
    "foreground": (*ROOM, *CARD),
    "primary": (*ROOM, "card-cursor"),
    "secondary": CARD,
    "warning": ("background", "surface"),
    "error": ("background", "surface"),
    "card-muted": (*ROOM, *CARD),
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
"""What is written, and the grounds that it stands on."""


def colour(theme: Theme, token: str) -> Color:
    """Return the colour that a token stands for."""
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


async def test_the_terminals_own_colours_mark_by_reverse_video() -> None:
    async with at_table("33344", players=("Ann", "Bob")) as stage:
        stage.app.theme = "terminal"
        await stage.press("space")
        card = stage.scorecard
        marked = [
            segment
            for y in range(card.rows)
            for segment in card.render_line(y)
            if segment.style is not None and segment.style.reverse
        ]
        assert "▸" in "".join(segment.text for segment in marked)
        await stage.press("o")
        assert stage.at == "OptionsScreen"
        lines = stage.app.screen._compositor.render_strips()
        reversed_ = [s.text for line in lines for s in line if s.style and s.style.reverse]
        assert "Picking a die" in "".join(reversed_)


async def test_without_colour_nothing_is_hidden(
    monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with at_table("33344", players=("Ann", "Bob")) as stage:
        await stage.press("space", "1", "2")
        for theme in COLOURS:
            stage.app.theme = theme
            await stage.settle()
            with subtests.test(theme):
                check_without_colour(stage)


def check_without_colour(stage: Stage) -> None:
    """Check that the table is drawn without colours, and shows by shapes what they would."""
    lines = stage.app.screen._compositor.render_strips()
    segments = [each for line in lines for each in line if each.text.strip() and each.style]
    assert segments
    for _, style, _ in segments:
        assert style is not None
        assert (style.color, style.bgcolor) == (None, None)
    reversed_ = "".join(text for text, style, _ in segments if style and style.reverse)
    for shown in ("●", "Roll", "▸Ann", "«25»"):
        assert shown in reversed_
    for shown in ("HELD", "┏━━━", "▸Ann", "‹"):
        assert shown in stage.text


async def test_without_colour_what_is_chosen_and_has_the_focus_is_told_by_shape(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with at_title() as stage:
        for offer in ("Play", "New game"):
            assert f"▸{offer}" in stage.text
            assert stage.text.count("▸") == 1
            await stage.press("down")
        await stage.press("up", "enter")
        assert "▸Yahtzee" in stage.text, "chosen, though the focus is elsewhere"
        await stage.press(*["tab"] * 7, "down", "tab")
        assert "▸Yahtzee, no jokers" in stage.text
        assert "drawn at random" in drawn(stage, "underline")
        assert "┏" not in stage.text
        await stage.press("tab", "tab")
        assert "┏" in next(line for line in stage.lines if "╭" in line)
        assert "drawn at random" not in drawn(stage, "underline")


async def test_without_colour_what_a_name_finds_is_told_by_shape(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with at_table("33344") as stage:
        await stage.press("space", "slash", "f", "o")
        assert "▸Fours" in stage.text
        assert "›Four of a kind" in stage.text
        assert "›Fives" not in stage.text


async def test_without_colour_keys_that_do_nothing_are_told_by_weight(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with at_table("33344") as stage:
        assert "space" in drawn(stage, "bold")
        assert "u" not in drawn(stage, "bold")
        await stage.press("space", "1")
        assert "u" in drawn(stage, "bold")


def drawn(stage: Stage, way: str) -> list[str]:
    """Return what is drawn in a way such as bold on the topmost screen."""
    lines = stage.app.screen._compositor.render_strips()
    segments = (segment for line in lines for segment in line)
    return [text.strip() for text, style, _ in segments if style and getattr(style, way)]
