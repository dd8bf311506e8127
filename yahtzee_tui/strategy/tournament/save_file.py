"""The file of a tournament: its games so far as JSON Lines, one block of games a line.

The first line says which tournament it is. A line that a killed program left unfinished is played
again.
"""

from __future__ import annotations

import json
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from yahtzee_tui.errors import UserError
from yahtzee_tui.rules.card import highest_total
from yahtzee_tui.strategy.bots.programs import PROGRAMS
from yahtzee_tui.strategy.tournament.games import Failure, PlayedBlock
from yahtzee_tui.text import quote

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from yahtzee_tui.strategy.tournament.games import Simulation

_FORMAT = "yahtzee-tui tournament"
_VERSION = 1
_FIRST = ("format", "version")
_OTHERS = {
    "rules": "other rules",
    "rules_hash": "other rules",
    "players": "other players",
    "commands": "other commands",
    "seed": "another seed",
    "paired": "another choice of --paired",
    "round_robin": "another choice of --round-robin",
}
"""How a tournament differs from another, by the keys of the first line."""


class SaveFile:
    """A file that no other program continues meanwhile; a context, which closes it."""

    def __init__(self, path: Path, simulation: Simulation, fingerprint: str) -> None:
        """Open a file, or begin one.

        `fingerprint` stands for the rules. Raises `UserError` if the file can't be used, or is not
        of this tournament. How many games are to be played doesn't matter.
        """
        self._name = quote(path.name)
        self._matches = simulation.matches
        self._most = highest_total(simulation.ruleset)
        header = _describe(simulation, fingerprint)
        with self._raise_unusable():
            if path.exists() and not path.is_file():
                raise UserError(f"{self._name} is not a file.")
            self._file = path.open("a+b")
        try:
            with self._raise_unusable():
                self._lock()
                self._file.seek(0)
                self.blocks = self._read(self._file.read(), header)
        except BaseException:
            self.__exit__()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # of a full disk, which was told
            self._file.close()

    def add(self, block: PlayedBlock) -> None:
        """Add a block that was played; raises `UserError`."""
        failures = [[each.game, each.player, each.why] for each in block.failures]
        self._write(
            {
                "match": block.match,
                "first": block.first,
                "totals": block.totals.tolist(),
                **({"failures": failures} if failures else {}),
            }
        )

    def _write(self, content: dict[str, Any]) -> None:
        with self._raise_unusable():
            self._file.write(_to_line(content))
            self._file.flush()

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # on Windows
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UserError(f"Another program is playing the games of {self._name}.") from None
        except OSError:  # a file system without locks
            return

    def _read(self, content: bytes, header: dict[str, Any]) -> list[PlayedBlock]:
        """Return the blocks in a file's content, and let what is added follow a whole line."""
        whole = content[: content.rfind(b"\n") + 1]
        if not whole:
            if not _to_line(header).startswith(content):
                raise self._other()
            self._file.truncate(0)
            self._write(header)
            return []
        first, *lines = whole.splitlines()
        self._check_header(first, header)
        blocks = []
        for number, line in enumerate(lines, 2):
            try:
                blocks.append(self._read_block(line))
            except (ValueError, TypeError, LookupError, RecursionError, OverflowError):
                raise UserError(f"{self._name} is damaged in line {number}.") from None
        self._file.truncate(len(whole))
        return blocks

    def _check_header(self, line: bytes, header: dict[str, Any]) -> None:
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or any(found.get(key) != header[key] for key in _FIRST):
            raise self._other()
        for key, other in _OTHERS.items():
            if found.get(key) != header[key]:
                raise UserError(f"{self._name} holds a tournament with {other}.")

    def _read_block(self, line: bytes) -> PlayedBlock:
        content = json.loads(line)
        match, first = int(content["match"]), int(content["first"])
        totals = np.array(content["totals"], np.intp)
        if first < 0 or match < 0 or totals.shape != (len(totals), len(self._matches[match])):
            raise ValueError(line)
        if totals.size and not 0 <= totals.min() <= totals.max() <= self._most:
            raise ValueError(line)
        failures = tuple(
            Failure(match, int(game), int(player), str(why))
            for game, player, why in content.get("failures", ())
        )
        if any(each.game - first not in range(len(totals)) for each in failures):
            raise ValueError(line)
        return PlayedBlock(match, first, totals, failures)

    def _other(self) -> UserError:
        return UserError(f"{self._name} exists and is not the file of a tournament.")

    @contextmanager
    def _raise_unusable(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise UserError(f"Can't use {self._name}: {error.strerror or error}.") from None


def _describe(simulation: Simulation, fingerprint: str) -> dict[str, Any]:
    """Return the first line of a file: all that decides how the games go."""
    commands = {
        player: PROGRAMS[player].command for player in simulation.players if player in PROGRAMS
    }
    return {
        "format": _FORMAT,
        "version": _VERSION,
        "rules": simulation.ruleset.id,
        "rules_hash": fingerprint,
        "players": [*simulation.players],
        "commands": {player: [*words] for player, words in commands.items()},
        "seed": simulation.seed,
        "paired": simulation.paired,
        "round_robin": simulation.round_robin,
    }


def _to_line(content: dict[str, Any]) -> bytes:
    return json.dumps(content, separators=(",", ":")).encode() + b"\n"
