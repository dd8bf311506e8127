"""The moving picture for the README: `python -m tests.moving_picture`.

Two turns are played by keys while a clock of its own goes on: a slow machine draws the same.
"""

import asyncio
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from tests.screenshots import FOLDER, TWO, seeded
from tests.terminal_environment import TRUE_COLOR
from tests.tui.app_driver import run_app
from tests.tui.stopped_clock import StoppedClock
from yahtzee_tui.settings import Options
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.picture import draw_png, draw_svg

_FILE = FOLDER / "play.gif"
_SIZE, _COLORS = (800, 800), 64
"""The most pixels of each side, and the colors of all pictures."""

_STEP = 0.03
"""The seconds after which the screen is looked at again."""

_TABLE = seeded(TWO, "592", 12)
_KEYS = (
    ("space", 1.2), ("3", 0.4), ("5", 0.6), ("space", 1.2), ("enter", 0.8), ("enter", 1.6),
    ("space", 1.2), ("2", 0.4), ("5", 0.6), ("space", 1.2), ("1", 0.6), ("space", 1.2),
    ("enter", 3.0),
)  # fmt: skip
"""What is pressed, and how long one looks at its effect: a full house and a Yahtzee."""


async def play() -> list[tuple[str, float]]:
    table, pictures = _TABLE(), list[tuple[str, float]]()
    with pytest.MonkeyPatch.context() as patch:
        for name, value in TRUE_COLOR.items():
            patch.setenv(name, value)
        clock, app = StoppedClock(patch), YahtzeeApp(options=Options())
        app.navigator.saved_table = SavedTable(TableConfig(table.game.players), table)
        async with run_app(app, animated=True) as ui:
            for key, seconds in (("", 1.2), *_KEYS):
                await ui.press_and_finish(*filter(None, [key]))
                end = clock.seconds + seconds
                while clock.seconds < end or ui.table_screen.is_animated:
                    if (picture := draw_svg(app)) not in [each for each, _ in pictures[-1:]]:
                        pictures.append((picture, clock.seconds))
                    await clock.move(_STEP, ui)
    return [*pictures, ("", clock.seconds)]


def main() -> None:
    pictures = asyncio.run(play())
    images = [Image.open(BytesIO(draw_png(svg))).convert("RGB") for svg, _ in pictures[:-1]]
    for image in images:
        image.thumbnail(_SIZE)
    together = Image.new("RGB", (images[0].width, images[0].height * 3))
    for at, image in enumerate((images[0], images[len(images) // 2], images[-1])):
        together.paste(image, (0, at * image.height))
    palette = together.quantize(_COLORS, dither=Image.Dither.NONE)
    first, *others = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    lengths = [round(1000 * (after - now)) for (_, now), (_, after) in pairwise(pictures)]
    first.save(_FILE, save_all=True, append_images=others, duration=lengths, loop=0, disposal=1)
    seconds = sum(lengths) / 1000
    print(f"{_FILE}: {len(images)} pictures, {seconds:.0f} s, {_FILE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
