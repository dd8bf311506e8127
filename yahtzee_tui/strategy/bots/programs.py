"""Bots that are programs of their own: they read a position as a line of JSON and answer with one.

A program is known by its name alone in records and saved games, which never start one: the command
is given again on each command line. docs/bots.md describes the lines.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import weakref
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from tempfile import TemporaryFile
from threading import Thread
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from yahtzee_tui.rules import Hold, Malformed, Position, Refusal, Roll, Score
from yahtzee_tui.text import quote, shorten

if TYPE_CHECKING:
    from yahtzee_tui.rules import Game

PREFIX = "program:"
"""What the id of a program's rank begins with; its name follows."""

_UNNAMED = re.compile(r"[^a-z0-9_-]+", re.ASCII)
"""What the name of a program in records can't have."""

_LONGEST_NAME = 20
_VERSION = 1
_LONGEST_ANSWER = 1000
_MEMORY = 2**30
_LAST_WORDS = 2000


class Program(NamedTuple):
    """A program that plays."""

    name: str
    command: tuple[str, ...]
    seconds: float  # the longest it may take for one choice


PROGRAMS: dict[str, Program] = {}
"""The programs of this command line, by the id of their rank."""


class ProgramFailed(Refusal):
    """A program couldn't be started, ended, took too long, or gave no legal choice."""


def is_command(word: str) -> bool:
    """Return whether a word names a program and not a computer level."""
    return "/" in word or "\\" in word or " " in word.strip()


def register_program(command: str, seconds: float) -> str:
    """Let a program play, and return the id of its rank.

    Raises `Malformed` if the command's quotes don't match, or two programs have the same name.
    """
    try:
        words = tuple(shlex.split(command, posix=sys.platform != "win32"))
    except ValueError:
        words = ()
    name = _UNNAMED.sub("-", Path(words[-1]).stem.casefold())[:_LONGEST_NAME] if words else ""
    if not name.strip("-"):
        raise Malformed("bad_program", f"{quote(command)} is not a command.")
    program = Program(name, words, seconds)
    rank = PREFIX + name
    if PROGRAMS.setdefault(rank, program) != program:
        raise Malformed("bad_program", f"Two programs are called {quote(name)}.")
    return rank


class ProgramBot:
    """Asks a program, which is started with the first question and ends with the bot."""

    def __init__(self, rank: str, program: Program) -> None:
        self.id = rank
        self._program = program
        self._process: subprocess.Popen[str] | None = None
        self._errors: IO[bytes] | None = None
        self._answers: Queue[str] = Queue()

    def choose(self, game: Game) -> Hold | Score:
        """Return the program's choice; raises `ProgramFailed`, and `NotNow` without dice."""
        if refusal := game.legal_actions.no_dice():
            raise refusal
        answer = self._ask(json.dumps(describe(game)))
        choice = read_choice(answer)
        refused = choice and game.legal_actions.why_not(choice)
        if isinstance(choice, Hold) and not refused:
            refused = game.play(choice).legal_actions.why_not(Roll())
        if choice is None or refused:
            why = refused.sentence if refused else "not a choice"
            raise self._failed(f"answered {quote(shorten(answer.strip(), 60))}: {why}")
        return choice

    def _ask(self, question: str) -> str:
        process = self._process or self._start()
        assert process.stdin is not None
        with suppress(OSError):  # it has ended, which reading its answer shows
            process.stdin.write(question + "\n")
            process.stdin.flush()
        try:
            answer = self._answers.get(timeout=self._program.seconds)
        except Empty:
            process.kill()
            raise self._failed(f"took longer than {self._program.seconds:g} seconds") from None
        if not answer:
            raise self._failed(f"ended with exit code {process.wait()}{self._last_error()}")
        return answer

    def _start(self) -> subprocess.Popen[str]:
        errors = TemporaryFile()  # noqa: SIM115 - open as long as the bot
        weakref.finalize(self, errors.close)
        try:
            process = subprocess.Popen(
                self._program.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            raise self._failed(f"can't be started: {error.strerror}") from None
        _limit_memory(process.pid)
        weakref.finalize(self, _end, process)
        self._process, self._errors = process, errors
        Thread(target=_read, args=(process.stdout, self._answers), daemon=True).start()
        return process

    def _last_error(self) -> str:
        """Return the last line that the program wrote to its standard error."""
        assert self._errors is not None
        self._errors.seek(max(0, self._errors.tell() - _LAST_WORDS))
        lines = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        return f" ({quote(shorten(lines[-1], 120))})" if lines else ""

    def _failed(self, what: str) -> ProgramFailed:
        return ProgramFailed("program_failed", f"{self._program.name} {what.rstrip('.')}.")


def describe(game: Game) -> dict[str, Any]:
    """Return a position with dice as a program is told it."""
    return {
        "version": _VERSION,
        "position": str(Position.of(game)),
        "rules": game.ruleset.id,
        "players": list(game.players),
        "seat": game.seat,
        "round": game.round,
        "rounds": game.rounds,
        "dice": list(game.faces),
        "rolls_left": game.rolls_left,
        **({"saved_rolls": list(game.saved)} if game.saved else {}),
        "boxes": {found.box.id: found.points for found in game.potentials if found.refusal is None},
        "cards": [{box.id: card[box.id] for box in game.ruleset.boxes} for card in game.cards],
        "totals": [card.grand_total for card in game.cards],
    }


def read_choice(line: str) -> Hold | Score | None:
    """Return the choice of a program's line, None if it is none."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        return None
    match answer:
        case {"score": str(box)}:
            return Score(box)
        case {"hold": list(numbers)} if all(type(number) is int for number in numbers):
            return Hold(tuple(sorted(number - 1 for number in numbers)))
    return None


def _read(stream: IO[str], answers: Queue[str]) -> None:
    """Hand on the lines of a program; an empty one at its end, or once a line is too long."""
    with suppress(OSError, ValueError):
        while line := stream.readline(_LONGEST_ANSWER):
            answers.put(line)
    answers.put("")


def _limit_memory(process: int) -> None:
    if sys.platform == "linux":
        import resource

        with suppress(OSError):  # it has ended already
            resource.prlimit(process, resource.RLIMIT_DATA, (_MEMORY, _MEMORY))


def _end(process: subprocess.Popen[str]) -> None:
    with suppress(OSError), process:
        process.kill()
