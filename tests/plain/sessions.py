"""Plays in lines of text, from one table to the next, and returns what was printed."""

from __future__ import annotations

import io
from contextlib import suppress
from typing import TYPE_CHECKING

from yahtzee_tui.plain.console import Console, finish
from yahtzee_tui.plain.main_loop import PlainSession
from yahtzee_tui.settings import Options

if TYPE_CHECKING:
    from yahtzee_tui.store import Store
    from yahtzee_tui.table import TableConfig

FIXED = Options(first_player="fixed")
GAME = [line for number in range(1, 14) for line in ("", f"s {number}", "y")]
"""A game of one person, scored in the order of the boxes."""


def talk_through(
    store: Store,
    *lines: str,
    config: TableConfig | None = None,
    game: str | None = None,
    options: Options = FIXED,
) -> list[str]:
    output = io.StringIO()
    source = io.BytesIO("".join(f"{line}\n" for line in lines).encode())
    session = PlainSession(Console(source, output), "Ann", options, store)
    with suppress(EOFError):
        finish(session.play(config, game))
    session.say_goodbye()
    return output.getvalue().splitlines()
