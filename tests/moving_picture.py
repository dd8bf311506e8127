"""The moving picture for the README: `python -m tests.moving_picture`.

A terminal emulator (pyte) keeps the cells of a cast, and pillow paints them. Block characters and
lines are drawn, so that they fill their cells; letters are of DejaVu Sans Mono, which is free
(package fonts-dejavu-core).
"""

from __future__ import annotations

import json
import re
import unicodedata
from functools import lru_cache
from itertools import pairwise, product
from typing import TYPE_CHECKING

import pyte
from PIL import Image, ImageDraw, ImageFont

from tests.cast import draw_cast
from tests.screenshots import FOLDER, TWO, seeded
from yahtzee_tui.rules import Hold, Roll, Score
from yahtzee_tui.settings import Options
from yahtzee_tui.tui.widgets.painted import QUARTERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyte.screens import Char

_FILE = FOLDER / "play.gif"
_WIDTH, _HEIGHT = 10, 20
"""The pixels of a cell."""

_FONT = "DejaVuSansMono{}.ttf"
_POINTS = 16
_COLORS = 128

_SEED, _TURNS = "592", 12
_ACTIONS = (
    Roll(), Hold((2, 4)), Roll(), Score("full_house"),
    Roll(), Hold((1, 4)), Roll(), Hold((0, 1, 4)), Roll(), Score("yahtzee"),
)  # fmt: skip
"""A game whose next two turns are a full house and a Yahtzee."""

_SIZE = 80, 24
_SECONDS = 2.4
"""For how long the end is seen."""


@lru_cache
def _font(bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_FONT.format("-Bold" if bold else ""), _POINTS)


def _lines(name: str) -> Iterator[tuple[int, int, int, int]]:
    """Yield the rectangles of a box drawing character, from its Unicode name."""
    half = 1 + ("HEAVY" in name)
    left, right = _WIDTH // 2 - half, _WIDTH // 2 + half - 1
    top, low = _HEIGHT // 2 - half, _HEIGHT // 2 + half - 1
    words = re.split(r"\W", name)
    if "LEFT" in words or "HORIZONTAL" in words:
        yield 0, top, right, low
    if "RIGHT" in words or "HORIZONTAL" in words:
        yield left, top, _WIDTH - 1, low
    if "UP" in words or "VERTICAL" in words:
        yield left, 0, right, low
    if "DOWN" in words or "VERTICAL" in words:
        yield left, top, right, _HEIGHT - 1


@lru_cache(256)
def _shapes(character: str) -> tuple[tuple[int, int, int, int], ...]:
    """Return the rectangles of a character that is drawn, in pixels of its cell; () for others."""
    middle_x, middle_y = _WIDTH // 2, _HEIGHT // 2
    if character in QUARTERS[1:]:
        bits, corners = QUARTERS.index(character), product((0, middle_y), (0, middle_x))
        shown = [corner for bit, corner in enumerate(corners) if bits >> bit & 1]
        return tuple((x, y, x + middle_x - 1, y + middle_y - 1) for y, x in shown)
    if "▁" <= character <= "▇":
        rows = (ord(character) - ord("▁") + 1) * _HEIGHT // 8
        return ((0, _HEIGHT - rows, _WIDTH - 1, _HEIGHT - 1),)
    if "▉" <= character <= "▏":
        return ((0, 0, (ord("▏") - ord(character) + 1) * _WIDTH // 8 - 1, _HEIGHT - 1),)
    name = unicodedata.name(character, "")
    return tuple(_lines(name)) if name.startswith("BOX DRAWINGS") else ()


def _paint(rows: list[list[Char]]) -> Image.Image:
    """Paint the cells of a screen."""
    image = Image.new("RGB", (len(rows[0]) * _WIDTH, len(rows) * _HEIGHT))
    draw = ImageDraw.Draw(image)
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            ink, ground = map(_color, (cell.bg, cell.fg) if cell.reverse else (cell.fg, cell.bg))
            left, top = x * _WIDTH, y * _HEIGHT
            draw.rectangle((left, top, left + _WIDTH - 1, top + _HEIGHT - 1), ground)
            shapes = _shapes(cell.data) if cell.data else ()
            for x0, y0, x1, y1 in shapes:
                draw.rectangle((left + x0, top + y0, left + x1, top + y1), ink)
            if not shapes and cell.data.strip():
                draw.text((left, top), cell.data, ink, _font(cell.bold))
    return image


def _color(name: str) -> str:
    """Return a color for pillow; all cells of the game have their own."""
    return f"#{name}" if re.fullmatch("[0-9a-f]{6}", name) else "#000000"


def play() -> Iterator[tuple[Image.Image, float]]:
    """Yield each picture of the turns, and when it is first seen."""
    table = seeded(TWO, _SEED, _TURNS)()
    before = draw_cast(table.record, _SIZE, 1.0, Options()).splitlines()
    for action in _ACTIONS:
        table.apply(table.game.seat, action)
    cast = draw_cast(table.record, _SIZE, 1.0, Options()).splitlines()
    screen = pyte.Screen(*_SIZE)
    stream = pyte.Stream(screen)
    for number, line in enumerate(cast[1:-1], 2):
        seconds, _, data = json.loads(line)
        stream.feed(data)
        if number >= len(before) - 1:
            lines = (screen.buffer[line] for line in range(screen.lines))
            rows = [[line[column] for column in range(screen.columns)] for line in lines]
            yield _paint(rows), seconds


def main() -> None:
    images, times = zip(*play(), strict=True)
    together = Image.new("RGB", (images[0].width, images[0].height * 3))
    for at, image in enumerate((images[0], images[len(images) // 2], images[-1])):
        together.paste(image, (0, at * image.height))
    palette = together.quantize(_COLORS, dither=Image.Dither.NONE)
    first, *others = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    ends = (*times, times[-1] + _SECONDS)
    lengths = [round(1000 * (after - now)) for now, after in pairwise(ends)]
    first.save(_FILE, save_all=True, append_images=others, duration=lengths, loop=0, disposal=1)
    seconds = sum(lengths) / 1000
    print(f"{_FILE}: {len(images)} pictures, {seconds:.0f} s, {_FILE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
