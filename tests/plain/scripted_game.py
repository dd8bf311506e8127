"""Plays in lines of text, at a scripted table or several, and returns what was printed."""

import io
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tests.table.scripted import create_scripted_table
from yahtzee_tui.plain.console import Console, finish
from yahtzee_tui.plain.game_loop import AfterGame, GameLoop
from yahtzee_tui.plain.interpreter import PlainContext
from yahtzee_tui.plain.session import PlainSession
from yahtzee_tui.rules import Game
from yahtzee_tui.settings import Options
from yahtzee_tui.store import Store
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table import Table, TableConfig

ANN = ("Ann",)
ANN_AND_BOB = ("Ann", "Bob")


class Played(NamedTuple):
    said: list[str]
    next: AfterGame | None  # None if nobody answered any more
    table: Table

    @property
    def told(self) -> list[str]:
        """What was said, without the questions."""
        return [line for line in self.said if not line.endswith(":")]

    @property
    def asked(self) -> list[str]:
        """The questions, without the colons."""
        return [line[:-1] for line in self.said if line.endswith(":")]

    @property
    def game(self) -> Game:
        return self.table.game


def play(table: Table, *lines: str, options: Options | None = None) -> Played:
    source = io.BytesIO("".join(f"{line}\n" for line in lines).encode())
    output = io.StringIO()
    console = Console(source, output)
    saved_table = SavedTable(TableConfig(table.game.players), table)
    after = None
    with suppress(EOFError):
        context = PlainContext(console, "Ann", options or Options())
        after = finish(GameLoop(saved_table, context).run())
    return Played(output.getvalue().splitlines(), after, table)


class Transcript(NamedTuple):
    name: str
    made: dict[str, str]  # the arguments of `make_table`
    typed: list[str]
    said: list[str]


def list_transcripts() -> Iterator[Transcript]:
    text = Path(__file__).with_name("transcripts.txt").read_text(encoding="utf-8")
    for name, transcript in re.findall(r"^== (.+)\n((?:(?!== ).*\n)+)", text, re.MULTILINE):
        lines = transcript.rstrip("\n").split("\n")
        made = dict(line[2:].split(": ") for line in lines if line.startswith("= "))
        typed = [line[2:] for line in lines if line.startswith(">")]
        yield Transcript(
            name, made, typed, [line for line in lines if not line.startswith(("= ", ">"))]
        )


def make_table(
    throws: str = "",
    players: str = "Ann",
    rules: str = "official",
    filled: str = "",
    computers: str = "",
) -> Table:
    """Return a table that is described as transcripts do; a computer `-` is a person."""
    turns = [turn.split() for turn in filled.split(", ") if turn]
    ranks = computers.replace("-", "").split(", ") if computers else []
    return create_scripted_table(
        *throws.split(),
        players=tuple(players.split(", ")),
        rules=rules,
        filled=[(dice, box) for dice, box in turns],
        computers=tuple(ranks),
    )


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
    session = PlainSession(PlainContext(Console(source, output), "Ann", options, store), store)
    with suppress(EOFError):
        finish(session.play(config or game))
    session.say_goodbye()
    return output.getvalue().splitlines()
