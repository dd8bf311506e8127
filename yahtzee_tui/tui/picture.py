"""Pictures of screens: SVG that names no host, and PNG of it where resvg is installed."""

from __future__ import annotations

import asyncio
import os
import re
from html import escape, unescape
from typing import TYPE_CHECKING

from textual.widgets import Static

from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.home.event import EventScreen
from yahtzee_tui.tui.table.result import ResultScreen
from yahtzee_tui.tui.table.widgets.poster import Poster
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.painted import QUARTERS

if TYPE_CHECKING:
    from typing import Any

    from textual.app import App, ComposeResult
    from textual.screen import Screen

    from yahtzee_tui.settings import Options
    from yahtzee_tui.store import Store
    from yahtzee_tui.store.entries import DailyAttempt

_OUTSIDE = re.compile(r"\s*@font-face \{.*?\}\n|\s*<!--.*?-->", re.DOTALL)
_TEXT = re.compile(
    r'<text class="(?P<style>[^"]*)" x="(?P<x>[^"]*)" y="(?P<y>[^"]*)" textLength="[^"]*" '
    r'clip-path="(?P<clip>[^"]*)">(?P<line>[^<]*)</text>'
)
_PIECE = re.compile("[─━▔▁]{1,4}|[^\xa0─━▔▁]+(?:\xa0[^\xa0─━▔▁]+)*")
_CELL, _ROW, _TOP = 12.2, 24.4, 1.5
"""The width of a column on the picture, the height of a row, and where the first one starts."""
_FONTS = "'Fira Code', 'DejaVu Sans Mono', Menlo, Consolas, monospace"
_SIZE, _EVENT_SIZE = (80, 24), (80, 44)


class _PosterScreen(ResultScreen):
    """The poster of a daily game without keys and buttons, which only reads."""

    IS_PICTURE = True

    def compose(self) -> ComposeResult:
        yield from (each for each in super().compose() if isinstance(each, (Poster, Static)))


class _EventPage(EventScreen):
    """The page of an event without keys."""

    def compose(self) -> ComposeResult:
        yield from (each for each in super().compose() if not isinstance(each, KeyBar))


def draw_daily(found: DailyAttempt, options: Options, store: Store) -> str:
    """Return the poster of a finished daily game as SVG, in 24-bit colors."""
    screen = _PosterScreen(found.game, found.record, may_undo=False, game_id=found.id)
    return _draw(screen, _SIZE, found.game.player, options, store)


def draw_event(name: str, player: str, options: Options, store: Store) -> str:
    """Return the page of an event, as a player sees it, as SVG in 24-bit colors."""
    return _draw(_EventPage(name, player), _EVENT_SIZE, player, options, store)


def _draw(
    screen: Screen[Any], size: tuple[int, int], player: str, options: Options, store: Store
) -> str:
    async def draw() -> str:
        async with app.run_test(size=size) as pilot:
            app.push_screen(screen)
            await pilot.pause()
            await app.workers.wait_for_complete()
            await pilot.pause()
            svg = draw_svg(app)
            app.value_tables.stop()
        return svg

    os.environ.pop("NO_COLOR", None)
    os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
    app = YahtzeeApp(None, player, options, store=store)
    return asyncio.run(draw())


def draw_png(svg: str) -> bytes:
    """Return a picture as PNG; `ImportError` without the package resvg-py."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=2))


def draw_svg(app: App[None]) -> str:
    """Return what an app shows as SVG that names no host, not even for a font.

    Its columns stay in place anywhere. Not every viewer keeps spaces, nor has every font dots and
    lines as wide as letters; so what stands apart becomes a text of its own, in its own place.
    """
    svg = app.export_screenshot(title="yahtzee-tui", simplify=True)
    svg = _OUTSIDE.sub("\n", svg).replace("Fira Code, monospace", _FONTS)
    return "\n".join(line.rstrip() for line in _TEXT.sub(_split, svg).splitlines()) + "\n"


def _split(text: re.Match[str]) -> str:
    """Return a text piece by piece, and its blocks as an outline: fonts leave gaps in them."""
    line, left = unescape(text["line"]), float(text["x"])
    top, outline = _TOP + _ROW * int(text["clip"].rpartition("-")[2].rstrip(")")), ""
    for half in (0, 1):
        bits = "".join(f"{max(0, QUARTERS.find(each)) >> 2 * half & 3:02b}"[::-1] for each in line)
        for run in re.finditer("1+", bits):
            x, width = left + run.start() * _CELL / 2, len(run[0]) * _CELL / 2
            y, height = top + half * _ROW / 2, _ROW / 2
            outline += f"M{x:.1f} {y:.1f}h{width:.1f}v{height:.1f}h-{width:.1f}z"
    line = "".join("\xa0" if each in QUARTERS else each for each in line)
    blocks = f'<path class="{text["style"]}" shape-rendering="crispEdges" d="{outline}"/>'
    return (blocks if outline else "") + "".join(
        f'<text class="{text["style"]}" x="{float(text["x"]) + piece.start() * _CELL:.1f}" '
        f'y="{text["y"]}" textLength="{len(piece[0]) * _CELL:.1f}" clip-path="{text["clip"]}">'
        f"{escape(piece[0])}</text>"
        for piece in _PIECE.finditer(line)
    )
