"""The moving picture for the README: `python -m tests.moving_picture`.

The real program runs on a pseudo-terminal, a terminal emulator (pyte) keeps the cells, and pillow
paints them. Block characters and lines are drawn, so that they fill their cells; letters are of
DejaVu Sans Mono, which is free (package fonts-dejavu-core).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from tests.screenshots import FOLDER, TWO, seeded
from tests.store.games import fill_file
from tests.terminal.console import Console
from tests.terminal.user_folders import UserFolders
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
"""A game whose next two turns are a full house and a Yahtzee, if these dice are held:"""

_STEPS = (
    (" ", 1.2), ("3", 0.3), ("5", 0.6), (" ", 1.2), ("click Full house", 1.6),
    (" ", 1.0), ("2", 0.3), ("5", 0.6), (" ", 1.0), ("1", 0.6), (" ", 0.2), ("\r", 3.0),
)  # fmt: skip
"""What is pressed or clicked, and the seconds for which the picture then stays."""

_FINISHED = 3
"""The finished games in the store: the program helps beginners in ways that others don't need."""

_QUIET = 1.3
"""Seconds without output after which a step has come to its end."""

_SHORTEST, _LONGEST = 40, 1500
"""The milliseconds of a picture within a step, however busy the machine is."""


class _Picture(NamedTuple):
    rows: list[list[Char]]
    milliseconds: int


@lru_cache
def _font(bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_FONT.format("-Bold" if bold else ""), _POINTS)


def _lines(name: str) -> Iterator[tuple[int, int, int, int]]:
    """Yield the rectangles of a box drawing character, from its Unicode name."""
    half, middle_x, middle_y = 1 + ("HEAVY" in name), _WIDTH // 2, _HEIGHT // 2
    left, right, top, low = (
        middle_x - half,
        middle_x + half - 1,
        middle_y - half,
        middle_y + half - 1,
    )
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
        bits = QUARTERS.index(character)
        return tuple(
            (x, y, x + middle_x - 1, y + middle_y - 1)
            for bit, (x, y) in enumerate(
                [(0, 0), (middle_x, 0), (0, middle_y), (middle_x, middle_y)]
            )
            if bits >> bit & 1
        )
    if "▁" <= character <= "▇":
        rows = (ord(character) - ord("▁") + 1) * _HEIGHT // 8
        return ((0, _HEIGHT - rows, _WIDTH - 1, _HEIGHT - 1),)
    if "▉" <= character <= "▏":
        return ((0, 0, (ord("▏") - ord(character) + 1) * _WIDTH // 8 - 1, _HEIGHT - 1),)
    name = unicodedata.name(character, "")
    if name.startswith("BOX DRAWINGS"):
        return tuple(_lines(name))
    return ()


def _paint(rows: list[list[Char]]) -> Image.Image:
    """Paint the cells of a screen."""
    image = Image.new("RGB", (len(rows[0]) * _WIDTH, len(rows) * _HEIGHT))
    draw = ImageDraw.Draw(image)
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            ink, ground = (
                (_color(cell.bg), _color(cell.fg))
                if cell.reverse
                else (_color(cell.fg), _color(cell.bg))
            )
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


def _record(console: Console, stays: float) -> Iterator[_Picture]:
    """Yield the pictures until the program is quiet, the last one for so many seconds."""
    rows, since = console.cells(), monotonic()
    while console.read(_QUIET):
        now, new = monotonic(), console.cells()
        if new != rows:
            milliseconds = round(1000 * (now - since))
            yield _Picture(rows, min(max(milliseconds, _SHORTEST), _LONGEST))
            rows, since = new, now
    yield _Picture(rows, round(1000 * stays))


def play() -> list[_Picture]:
    """Play the steps, and return what was on the screen."""
    with TemporaryDirectory() as folder:
        home = UserFolders(Path(folder), "")
        table = seeded(TWO, _SEED, _TURNS)()
        home.database.parent.mkdir(parents=True)
        fill_file(home.database, _FINISHED)
        with home.open_store() as store:
            store.games.release(store.games.add(table.record, table.game))
        with Console("resume", **home.env) as console:
            console.wait_for("UPPER")
            pictures = list(_record(console, 1.0))[-1:]
            for press, stays in _STEPS:
                if press.startswith("click "):
                    console.click(*find_last(console, press.removeprefix("click ")))
                else:
                    console.press(press)
                pictures += _record(console, stays)
    return pictures


def find_last(console: Console, text: str) -> tuple[int, int]:
    """Return the column and row of a text on the card; it may be above the card as well."""
    return max(
        ((line.index(text), row) for row, line in enumerate(console.lines) if text in line),
        key=lambda place: place[1],
    )


def main() -> None:
    pictures = play()
    images = [_paint(picture.rows) for picture in pictures]
    together = Image.new("RGB", (images[0].width, images[0].height * 3))
    for at, image in enumerate((images[0], images[len(images) // 2], images[-1])):
        together.paste(image, (0, at * image.height))
    palette = together.quantize(_COLORS, dither=Image.Dither.NONE)
    first, *others = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    times = [picture.milliseconds for picture in pictures]
    first.save(_FILE, save_all=True, append_images=others, duration=times, loop=0, disposal=1)
    print(
        f"{_FILE}: {len(images)} pictures, {sum(times) / 1000:.0f} s, {_FILE.stat().st_size} bytes"
    )


if __name__ == "__main__":
    main()
