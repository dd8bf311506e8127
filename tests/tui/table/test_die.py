"""Dice as pictures, without an app: faces, held dice, blank ones, lines, ASCII."""

from __future__ import annotations

from itertools import product

from tests.tui.app_driver import NO_TUMBLING, run_table
from yahtzee_tui.rules import find_ruleset
from yahtzee_tui.tui.table.widgets.die import (
    NARROW,
    SIZES,
    Picture,
    draw_dice,
    outline_die,
    paint_die,
)
from yahtzee_tui.tui.themes import FELT, Ink, find_palette

NINE_BY_FIVE = """\
▟▀▀▀▀▀▀▀▙▖
▌▀▀   ▀▀▐▌
▌  ▐█▌  ▐▌
▌▄▄   ▄▄▐▌
▜▄▄▄▄▄▄▄▛▌
▝▄▄▄▄▄▄▄▘▌"""


def text_of(picture: Picture) -> str:
    return "\n".join("".join(run.text for run in row) for row in picture)


def test_a_five_looks_like_a_die() -> None:
    assert text_of(paint_die(SIZES[1], 5, False)) == NINE_BY_FIVE


def test_a_die_before_the_first_roll_only_lacks_its_pips() -> None:
    def ground_of(picture: Picture) -> list[list[bool]]:
        return [[run.back == "felt" for run in row for _ in run.text] for row in picture]

    for size in SIZES:
        blank, five = paint_die(size, 0, False), paint_die(size, 5, False)
        assert ground_of(blank) == ground_of(five)
        assert text_of(blank) != text_of(five)


def test_every_face_and_state_has_a_picture_of_its_own_of_the_same_size() -> None:
    for size in (NARROW, *SIZES):
        seen = set()
        for face, held in product(range(1, 10), (False, True)):
            for picture in (
                paint_die(size, face, held),
                outline_die(size, face, held, "lines"),
                outline_die(size, face, held, "ascii"),
            ):
                rows = text_of(picture).split("\n")
                assert len(rows) == size.picture_height
                assert {len(row) for row in rows} == {size.width + 1}
                seen.add(text_of(picture))
        assert len(seen) == 9 * 2 * 3
        assert text_of(outline_die(size, 3, True, "ascii")).isascii()
        for held in (False, True):
            pips = [text_of(outline_die(size, face, held, "lines")).count("●") for face in range(7)]
            assert pips == list(range(7))


def test_the_color_of_pips_is_in_words_too() -> None:
    for size, held in product((NARROW, *SIZES), (False, True)):
        colors = {"red": (2, "die-red"), "green": (3, "die-green"), "black": (6, "die-pip")}
        for color, (face, token) in colors.items():
            drawn = paint_die(size, face, held, color=color)
            inks = {ink for row in drawn for run in row for ink in run[1:3]}
            assert inks & {"die-pip", "die-red", "die-green"} <= {token, "die-pip"}
            assert token in inks
            assert (color in text_of(drawn)) is not bool(size.pip)
            for style in ("lines", "ascii"):
                word = color if size.width > 10 else color[0]
                assert f"{face}{' ' * (len(word) > 1)}{word}" in text_of(
                    outline_die(size, face, held, style, color)
                )
            assert len(text_of(drawn)) == len(text_of(paint_die(size, face, held)))


def test_the_words_below_reviewed_dice_are_whole() -> None:
    colors = find_ruleset("kismet").colors
    for size, style, has_colors in product(SIZES, ("drawn", "lines", "ascii"), (True, False)):
        *_, words = draw_dice(
            (2, 3, 6), (1, 2), size, find_palette(FELT, "ivory"), style, colors * has_colors
        )
        if style != "drawn" or not has_colors:
            assert words.plain.split() == ["kept", "kept"]
        elif size.width < 10:
            assert words.plain.split() == ["red", "green", "black"]
        else:
            assert words.plain.split() == ["red", "kept", "green", "kept", "black"]


async def test_colored_dice_are_ivory_and_named_under_the_dice() -> None:
    ebony = NO_TUMBLING._replace(skin="ebony")
    async with run_table("23661", options=ebony, rules="kismet", keys="space 1") as ui:
        for words in ("1 red", "[2] green", "[3] black"):
            assert words in ui.text
        await ui.resize(60, 20)
        assert "green" in ui.text
        face = ui.table_screen.tray.find_palette()[Ink("die-pip", "die-face")].bgcolor
        assert face == find_palette(FELT, "ivory")[Ink("die-pip", "die-face")].bgcolor


def test_a_cell_of_a_die_has_two_colors_and_ground_only_behind() -> None:
    for size, face, held in product(SIZES, range(7), (False, True)):
        runs = [run for row in paint_die(size, face, held) for run in row]
        assert not any(run.fore == "felt" for run in runs)
        assert all(run.fore != run.back for run in runs if run.text.strip())
