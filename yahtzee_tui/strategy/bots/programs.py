"""Bots that others wrote: programs of their own, and Python objects of installed packages.

A program reads a position as a line of JSON and answers with one; docs/bots.md describes the lines.
It is known by its name alone in records and saved games, which never start one: the command is
given again on each command line.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
import weakref
from contextlib import nullcontext, suppress
from io import BufferedReader
from pathlib import Path
from queue import Empty, Full, Queue
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, NamedTuple

from yahtzee_tui.rules import Hold, Malformed, Position, Refusal, Roll, Score
from yahtzee_tui.settings.toml_file import describe_os_error
from yahtzee_tui.text import escape_controls, quote, shorten
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Sequence
    from io import FileIO

    from yahtzee_tui.rules import Game
    from yahtzee_tui.strategy.bots.policies import Bot

PREFIX = "program:"
"""What the id of a program's rank begins with; its name follows."""

SECONDS = 5.0
"""The longest a program may take for one choice, unless that is given."""

_UNNAMED = re.compile(r"[^a-z0-9_-]+", re.ASCII)
"""What the name of a program in records can't have."""

_NAMED = re.compile(r"([\w-]+)=(.*)", re.DOTALL)
_LONGEST_NAME = 20
_VERSION = 1
_LONGEST_ANSWER = 1000
_LAST_WORDS = 2000
_ERRORS_AT_ONCE = 65_536
# A program that writes errors without end is held up, as a pause follows whatever was read.
_ERRORS_PAUSE = 0.001
# How long a program that has closed its output may take to end.
_GRACE = 5.0
_SUPERVISOR = Path(__file__).with_name("supervisor.py")
_LONGEST_REASON = 200
_VARIABLES = ("PATH", "HOME", "LANG", "TERM")
"""The environment variables that a program gets, of which it needs more on Windows."""

if sys.platform == "win32":
    _VARIABLES += ("SYSTEMROOT", "PATHEXT", "USERPROFILE", "TEMP", "TMP")


class Program(NamedTuple):
    """A program that plays."""

    name: str
    command: tuple[str, ...]
    seconds: float  # the longest it may take for one choice
    typed: str  # the command as it was given
    variables: tuple[str, ...] = ()  # more environment variables that it gets


PROGRAMS: dict[str, Program] = {}
"""The programs of this command line, by the id of their rank."""


class BotFailed(Refusal):
    """A bot that others wrote ended, took too long, failed, or gave no legal choice."""


def is_command(word: str) -> bool:
    """Return whether a word names a program and not a computer level."""
    return "/" in word or "\\" in word or " " in word.strip()


def register_program(
    command: str, seconds: float | None = None, variables: Sequence[str] = ()
) -> str:
    """Let a program play, and return the id of its rank.

    It gets few environment variables, and those of these names.

    Its name is that of the file at the end of the command; `NAME=COMMAND` gives it another. Raises
    `Malformed` if the command's quotes don't match, there is no such file to be started, or two
    programs have the same name.
    """
    named = _NAMED.fullmatch(command)
    try:
        # On Windows a backslash is part of a path; quotes then stay around the words.
        split = shlex.split(named[2] if named else command, posix=sys.platform != "win32")
        words = tuple(word.strip('"') or word for word in split)
    except ValueError:
        words = ()
    title = named[1] if named else Path(words[-1]).stem if words else ""
    name = _UNNAMED.sub("-", title.casefold())[:_LONGEST_NAME]
    if not words or not name.strip("-"):
        raise Malformed("bad_program", _("{text} is not a command.", text=quote(command)))
    if shutil.which(words[0]) is None:
        sentence = _("{file} is not a file that can be started.", file=quote(words[0]))
        raise Malformed("bad_program", sentence)
    program = Program(name, words, seconds or SECONDS, command, tuple(variables))
    rank = PREFIX + name
    if PROGRAMS.setdefault(rank, program) != program:
        sentence = _(
            "Two programs are called {name}. Name them, such as new=COMMAND.", name=quote(name)
        )
        raise Malformed("bad_program", sentence)
    return rank


class ProgramBot:
    """Asks a program, which is started with a question and ends with the bot, or when it fails."""

    def __init__(self, rank: str, program: Program) -> None:
        self.id = rank
        self._program = program
        self._running: _Running | None = None

    def choose(self, game: Game) -> Hold | Score:
        """Return the program's choice.

        Raises `BotFailed`, `Malformed` if it can't be started, and `NotNow` without dice.
        """
        game.legal_actions.check_dice()
        if self._running is None:
            try:
                self._running = _Running(self._program)
            except OSError as error:
                name = self._program.name
                why = describe_os_error(error)
                sentence = _("{name} can't be started: {why}.", name=name, why=why)
                raise Malformed("bad_program", sentence) from None
        try:
            question = json.dumps(describe(game)).encode() + b"\n"
            return _read_legal(game, self._running.ask(question, self._program.seconds))
        except _Failure as failure:
            self._running.end()
            self._running = None
            what = str(failure).rstrip(".")
            raise BotFailed("program_failed", f"{self._program.name} {what}.") from None


class _Failure(Exception):
    """What a program did, for a sentence after its name."""


class _Running:
    """A program that runs under its supervisor, and threads that read what it writes."""

    def __init__(self, program: Program) -> None:
        with _STARTING:
            self._process, control = _start(program)
            self.end = weakref.finalize(self, _end, self._process, control)
            _RUNNING.add(self)
        if control is not None and (why := control.recv(_LONGEST_REASON)) != b"\0":
            self.end()
            raise OSError(0, why.decode() or _("its supervisor ended"))
        # One answer, and one line too many.
        self._answers, self._errors = Queue[bytes](2), bytearray()
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        if stdin is not None and os.name == "posix":
            os.set_blocking(stdin.fileno(), False)
        args = stderr, self._errors
        self._listener = Thread(target=_read_errors, args=args, daemon=True)
        self._listener.start()
        Thread(target=_read_answers, args=(stdout, self._answers), daemon=True).start()

    def ask(self, question: bytes, seconds: float) -> str:
        """Return the line that answers another, or raise `_Failure`."""
        stdin = self._process.stdin
        assert stdin is not None
        with suppress(Empty):
            if early := self._answers.get_nowait():
                line = early.decode("utf-8", "replace").strip()
                text = quote(shorten(line, 60))
                # Translators: follows the name of a program
                raise _Failure(_("wrote {text} before it was asked", text=text))
            self._answers.put(b"")  # it has ended
        with suppress(OSError):  # it has ended, which reading its answer shows
            if stdin.write(question) != len(question):
                # Translators: follows the name of a program
                raise _Failure(_("doesn't read its input"))
        try:
            answer = self._answers.get(timeout=seconds)
        except Empty:
            # Translators: follows the name of a program
            took = _("took longer than {seconds} seconds", seconds=f"{seconds:g}")
            if seconds == 1:
                # Translators: follows the name of a program
                took = _("took longer than 1 second")
            raise _Failure(took) from None
        if not answer:
            raise _Failure(self._find_end())
        return answer.decode("utf-8", "replace")

    def _find_end(self) -> str:
        """Return how the program ended, with the last line of its standard error."""
        try:
            code = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            # Translators: follows the name of a program
            return _("closed its output")
        self._listener.join(_GRACE)
        lines = self._errors.decode("utf-8", "replace").strip().splitlines()
        last = f" ({quote(shorten(lines[-1], 120))})" if lines else ""
        if code < 0:
            # Translators: follows the name of a program
            return f"{_('was ended by signal {number}', number=-code)}{last}"
        # Translators: follows the name of a program
        return f"{_('ended with exit code {code}', code=code)}{last}"


_RUNNING = weakref.WeakSet[_Running]()
_STARTING = Lock()


def end_programs() -> None:
    """End all programs that this process started; it can't start others after that."""
    _STARTING.acquire()
    for running in list(_RUNNING):
        running.end()


class PackageBot:
    """Asks a bot of an installed package, and checks what it returns."""

    def __init__(self, rank: str, bot: Bot) -> None:
        self.id = rank
        self._bot = bot

    def choose(self, game: Game) -> Hold | Score:
        """Return the bot's choice; raises `BotFailed`, and `NotNow` without dice."""
        game.legal_actions.check_dice()
        choice: object = None
        try:
            choice = self._bot.choose(game)
            why = find_refusal(game, choice)
        except (Exception, SystemExit) as error:  # whatever others raise
            why = f"{type(error).__name__}: {error}"
        if why or not isinstance(choice, Hold | Score):
            places = {"bot": self.id, "why": shorten(why, 120).rstrip(".")}
            if choice is None:
                sentence = _("{bot} failed: {why}.", **places)
            else:
                sentence = _("{bot} chose {choice}: {why}.", **places, choice=quote(str(choice)))
            raise BotFailed("bot_failed", escape_controls(sentence))
        return choice


def find_refusal(game: Game, choice: object) -> str:
    """Return why a choice is refused, empty if it is legal: a score, or a hold and a next roll."""
    if not isinstance(choice, Hold | Score):
        return _("not a choice")
    refused = game.legal_actions.why_not(choice)
    if isinstance(choice, Hold) and not refused:
        refused = game.play(choice).legal_actions.why_not(Roll())
    return refused.sentence if refused else ""


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


def _read_legal(game: Game, line: str) -> Hold | Score:
    """Return the choice of a program's line; raises `_Failure` if it is none, or is illegal."""
    choice = read_choice(line)
    if choice is None or (why := find_refusal(game, choice)):
        why = _("not a choice") if choice is None else why
        answer = quote(shorten(line.strip(), 60))
        # Translators: follows the name of a program
        raise _Failure(_("answered {answer}: {why}", answer=answer, why=why))
    return choice


def read_choice(line: str) -> Hold | Score | None:
    """Return the choice of a program's line, None if it is none."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        return None
    match answer:
        case {"score": _, "hold": _}:
            return None
        case {"score": str(box)}:
            return Score(box)
        case {"hold": list(numbers)} if all(type(number) is int for number in numbers):
            return Hold(tuple(sorted(number - 1 for number in numbers)))
    return None


def _read_answers(stream: FileIO, answers: Queue[bytes]) -> None:
    """Hand on the lines of a program, and an empty one at its end; stop at the second too many."""
    with suppress(OSError, ValueError, Full), stream, BufferedReader(stream) as lines:
        while line := lines.readline(_LONGEST_ANSWER):
            answers.put_nowait(line)
        answers.put_nowait(b"")


def _read_errors(stream: FileIO, errors: bytearray) -> None:
    """Keep the end of what a program writes to its standard error."""
    with suppress(OSError, ValueError), stream:
        while chunk := stream.read(_ERRORS_AT_ONCE):
            errors[:] = (errors + chunk)[-_LAST_WORDS:]
            time.sleep(_ERRORS_PAUSE)


def _start(program: Program) -> tuple[subprocess.Popen[bytes], socket.socket | None]:
    """Start a program, with a supervisor that ends it once the socket is closed.

    There is none on Windows, where nothing else that the program started is found.
    """
    names = (*_VARIABLES, *program.variables)
    command, ours, theirs = program.command, None, None
    how: dict[str, Any] = {"env": {name: os.environ[name] for name in names if name in os.environ}}
    if os.name == "posix":
        ours, theirs = socket.socketpair()
        number = theirs.fileno()
        python = (sys.executable, "-I", "-S", str(_SUPERVISOR), str(number), ",".join(names))
        command = (*python, *command)
        how = {"start_new_session": True, "pass_fds": (number,)}
    pipe = subprocess.PIPE
    with theirs or nullcontext():
        return subprocess.Popen(command, 0, stdin=pipe, stdout=pipe, stderr=pipe, **how), ours


def _end(process: subprocess.Popen[bytes], control: socket.socket | None) -> None:
    """End a program with all that it started."""
    if control is None:
        process.kill()
    else:
        control.close()
    assert process.stdin is not None
    with suppress(OSError):
        process.stdin.close()
    process.wait()
