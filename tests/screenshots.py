"""The pictures for the README, drawn by the real app: `python -m tests.screenshots`.

Each scene is a seeded or scripted game at a fixed size, so that running it again gives the same
bytes; all but the one that a browser draws, which is left as it is where there is no browser.
"""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from textual.app import App

from tests.chance import fix_time
from tests.source import HAS_HOST, ROOT, from_host
from tests.store.games import fill_file
from tests.table.scripted import play_turn
from tests.terminal_environment import TRUE_COLOR
from tests.tui.app_driver import stop_blinking
from yahtzee_tui.dice import ScriptedDice
from yahtzee_tui.rules import Hold, Roll, Score, Setup
from yahtzee_tui.settings import Options
from yahtzee_tui.settings.options import CardStyle
from yahtzee_tui.store import Store
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table import Table, TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.help import how_to_play
from yahtzee_tui.tui.picture import draw_png, draw_svg

FOLDER = ROOT / "screenshots"
TWO = ("Ann", "Bob")
FOUR = ("Ann", "Bob", "Cid", "Dee")

_CARD = """<svg xmlns="http://www.w3.org/2000/svg" width="600" height="315" viewBox="0 0 600 315">
<rect width="600" height="315" fill="#103a2b"/>{table}</svg>"""
"""The picture of a link to the site: a table, in the shape that others show such pictures in."""

_CALM_SECONDS = 2.0


@dataclass(frozen=True)
class Scene:
    table: Callable[[], Table] | None = None  # to sit down at, None for the title screen
    keys: tuple[str, ...] = ()  # to press first
    size: tuple[int, int] = (80, 24)
    theme: str | None = None  # None for the default
    card: CardStyle = "felt"
    games: int = 0  # how many finished games are in the store
    # For a visit over SSH, what is shown before each of the keys, and at the end.
    waits_for: tuple[str, ...] = ()


def play(table: Table, turns: int) -> Table:
    """Play some turns, each of two rolls, into the best box that there is then."""
    for _ in range(turns):
        game = table.game
        table.apply(game.seat, Roll())
        faces = table.game.faces
        often = max(faces, key=lambda face: (faces.count(face), face))
        held = tuple(at for at, face in enumerate(faces) if face == often)
        if len(held) < len(faces):
            table.apply(game.seat, Hold(held))
            table.apply(game.seat, Roll())
        allowed = [p for p in table.game.potentials if p.refusal is None]
        table.apply(game.seat, Score(max(allowed, key=lambda p: p.points + p.bonus).box.id))
    return table


def seeded(names: tuple[str, ...], seed: str, turns: int) -> Callable[[], Table]:
    """Return what lays a table of a seed, with some turns played."""
    return lambda: play(TableConfig(names, first=names[0], seed=seed).create_table(), turns)


def scripted(*turns: str) -> Callable[[], Table]:
    """Return what lays a table for two, with turns such as `44444 yahtzee` played in one roll.

    The last turn may be dice without a box, which are yet to be rolled.
    """

    def make_table() -> Table:
        dice = ScriptedDice(turn.split()[0] for turn in turns)
        table = Table(Setup("official", TWO, 0, dice.source), dice)
        for _, *boxes in map(str.split, turns):
            for box in boxes:
                play_turn(table, box)
        return table

    return make_table


JOKER = scripted(
    "44444 yahtzee", "13355 fives", "44416 fours", "23456 large_straight",
    "11156 ones", "66612 sixes", "33355 full_house", "22345 small_straight", "44444",
)  # fmt: skip
"""Ann's second Yahtzee: her fours are filled, so that it must go into the lower section."""

SCENES: dict[str, Scene] = {
    "title": Scene(),
    "new-game": Scene(keys=("down", "enter", *"Bob")),
    "table": Scene(seeded(TWO, "122", 12), ("space", "3", "5")),
    "table-four": Scene(seeded(FOUR, "4", 22), ("space",)),
    "posted": Scene(seeded(TWO, "122", 12), ("space", "enter", "enter")),
    "joker": Scene(JOKER, ("space",)),
    "help": Scene(seeded(TWO, "122", 12), ("space", "question_mark")),
    "end": Scene(seeded(TWO, "122", 25), ("space", "enter", "enter")),
    "paper": Scene(seeded(FOUR, "4", 22), ("space", "2", "3", "5"), size=(100, 30), card="paper"),
    "small": Scene(seeded(TWO, "122", 12), ("space", "3", "5"), size=(60, 20)),
    "wide": Scene(seeded(TWO, "122", 12), ("space", "h"), size=(120, 40)),
    "light": Scene(seeded(TWO, "122", 12), ("space", "3", "5"), theme="paper"),
    "contrast": Scene(seeded(TWO, "122", 12), ("space", "3", "5"), theme="contrast"),
    "coach": Scene(seeded(TWO, "122", 12), ("space", "h")),
    "values": Scene(seeded(TWO, "122", 12), ("space", "h", "H")),
    "review": Scene(seeded(TWO, "122", 26), ("e", "v")),
    "options": Scene(seeded(TWO, "122", 12), ("space", "o")),
    "scores": Scene(keys=("s", "h"), games=100),
    "statistics": Scene(keys=("s",), games=120),
}
"""Every picture by the name of its file."""


def scenes_of_host(kind: str) -> dict[str, Scene]:
    return {name: Scene(**about) for name, about in dict(from_host(f"pictures:{kind}")).items()}


SCENES |= scenes_of_host("SCENES")


@contextmanager
def in_utc() -> Iterator[None]:
    """Let the days on a picture be the same in every time zone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


async def draw(scene: Scene, look: Callable[[App[None]], str] = draw_svg) -> str:
    """Return a scene as an SVG, or as it looks else, in a terminal with all colors."""
    with in_utc(), TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        for name, value in TRUE_COLOR.items():
            patch.setenv(name, value)
        fix_time(patch, lambda: "2026-11-23")
        # Else the page would depend on what was calculated on this machine before.
        patch.setattr(how_to_play, "describe_best_play", lambda _: [])
        file = Path(folder) / "games.sqlite"
        if scene.waits_for:
            svg: str = await from_host("pictures:draw_visit")(scene, file, look)
            return svg
        store = Store(fill_file(file, scene.games)) if scene.games else None
        try:
            return await _draw(scene, store, look)
        finally:
            if store is not None:
                store.close()


async def _draw(scene: Scene, store: Store | None, look: Callable[[App[None]], str]) -> str:
    app = YahtzeeApp(me="Ann", options=Options(dice_speed="off", card=scene.card), store=store)
    if scene.table is not None:
        table = scene.table()
        app.navigator.saved_table = SavedTable(TableConfig(table.game.players), table)
    if scene.theme is not None:
        app.theme = scene.theme
    app.animation_level = "none"
    async with app.run_test(size=scene.size) as pilot:
        for key in scene.keys:
            app.presses.time -= _CALM_SECONDS  # else the second of two is that of a held key
            await pilot.press(key)
            await app.workers.wait_for_complete()
            await pilot.pause()
        stop_blinking(app)
        return look(app)


async def draw_all(folder: Path, names: Sequence[str]) -> None:
    folder.mkdir(exist_ok=True)
    for name in names:
        (folder / f"{name}.svg").write_text(await draw(SCENES[name]), encoding="utf-8")


def draw_card(table: str) -> bytes:
    placed = table.replace("<svg ", '<svg x="0" y="10" width="600" height="295" ', 1)
    return draw_png(_CARD.format(table=placed))


def main() -> None:
    asyncio.run(draw_all(FOLDER, list(SCENES)))
    table = (FOLDER / "table.svg").read_text(encoding="utf-8")
    (FOLDER / "card.png").write_bytes(draw_card(table))
    print(f"{len(SCENES)} pictures in {FOLDER}")
    if HAS_HOST and (program := from_host("web.chromium:find_chromium")()) is not None:
        draw_in_browser = from_host("web.chromium:draw_in_browser")
        picture = asyncio.run(draw_in_browser(program, seeded(TWO, "122", 12)()))
        (FOLDER / "browser.png").write_bytes(picture)
        print("and browser.png")


if __name__ == "__main__":
    main()
