"""Record files: reads the games in a file or in standard input, one or several in each."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import nullcontext
from dataclasses import replace
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.cli.output import format_file_name, show_errors
from yahtzee_tui.errors import UserError
from yahtzee_tui.rules import Record
from yahtzee_tui.rules.records import (
    Fault,
    begins_record,
    read_either,
    read_record,
    replay,
    split_records,
    write_record,
)
from yahtzee_tui.settings.toml_file import describe_os_error
from yahtzee_tui.signature import find_signer, fingerprint, read_public_keys
from yahtzee_tui.table.judged import publish_secret
from yahtzee_tui.table.proof import DiceCheck, Proof, check_dice, confirm
from yahtzee_tui.translation import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from typing import IO

    from yahtzee_tui.rules import Setup
    from yahtzee_tui.rules.record import Signature
    from yahtzee_tui.rules.records import Replay
    from yahtzee_tui.rules.records.replay import ParsedRecord
    from yahtzee_tui.store.saved_game import SavedGame

STANDARD_INPUT = "-"
MOST_BYTES = 5_000_000  # the longest line and the longest record that are read
_MEGABYTES = MOST_BYTES // 1_000_000
MOST_LINES = 30_000  # the most lines of a record; long games have some thousands
MOST_FAULTS = 20  # that are listed of a file, or of a record in JSON
EXIT_FAULTY = 1  # the exit code of a command that met a faulty record


class UnreadableFile(UserError):
    """A file of records can't be read; `why` is a sentence without its full stop."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(_("{file} can't be read: {why}.", file=format_file_name(name), why=why))


def _read_lines(name: str) -> Iterator[str]:
    """Yield the lines of a file, or of standard input for `-`, with their line ends."""
    try:
        with _open(name) as file:
            for number in count(1):
                line = file.readline(MOST_BYTES + 1)
                if not line:
                    return
                yield _decode(name, number, line)
    except OSError as error:
        raise UnreadableFile(name, describe_os_error(error)) from None
    except ValueError:  # a NUL, or characters that no file system can encode
        raise UnreadableFile(name, _("the name is not valid for a file")) from None


def _open(name: str) -> AbstractContextManager[IO[bytes]]:
    if name == STANDARD_INPUT:
        if sys.stdin is None:
            raise OSError(_("it is closed"))
        return nullcontext(sys.stdin.buffer)
    # Opening a named pipe would wait for a writer.
    mode = os.stat(name).st_mode  # noqa: PTH116 - a Path would read an empty name as the present folder
    if stat.S_ISDIR(mode):
        raise OSError(_("it is a folder"))
    if not stat.S_ISREG(mode):
        raise OSError(_("it is not a regular file; pipe it into - instead"))
    return Path(name).open("rb")


def _decode(name: str, number: int, line: bytes) -> str:
    if number == 1 and line.startswith(b"SQLite format 3\0"):
        why = _("it is a database; export --database prints its records")
        raise UnreadableFile(name, why)
    if len(line) > MOST_BYTES:
        why = _("line {number} is longer than {most} MB", number=number, most=_MEGABYTES)
        raise UnreadableFile(name, why)
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        why = _("line {number} is not valid UTF-8", number=number)
        raise UnreadableFile(name, why) from None


class RecordedGame(NamedTuple):
    """A record that was read and replayed."""

    setup: Setup | None  # the game's setup, None if the header can't be read
    played: Replay | None  # the game up to the first fault, None without a setup
    faults: tuple[Fault, ...]  # what is wrong with the record, with the lines of the file
    dice: DiceCheck | None  # what is known about its dice, None without a setup
    signature: Signature | None = None  # of a record without faults

    @property
    def record(self) -> Record | None:
        """The record of the game up to the first fault, None without a setup."""
        if self.setup is None or self.played is None:
            return None
        return Record.of(self.setup, self.played.history)._replace(signature=self.signature)

    @property
    def is_faulty(self) -> bool:
        """Whether a fault is more than a warning."""
        return any(not fault.warning for fault in self.faults)


def read_games(
    name: str, host_keys: str | None = None, report: Callable[[int], object] = abs
) -> Iterator[RecordedGame]:
    """Yield the games of a file, `-` for standard input, and print their first faults.

    `host_keys` is a file with the keys of hosts whose signatures are checked; `report` is called
    with the number of characters of each game.
    """
    keys = None if host_keys is None else _read_host_keys(host_keys)
    number = 0
    for before, text in split_records(_read_bounded(name)):
        game = _replay(read_either(text), before, keys)
        for fault in game.faults[: max(0, MOST_FAULTS - number)]:
            show_errors(f"{format_file_name(name)}: {fault}", code=fault.code)
        number += len(game.faults)
        report(len(text))
        yield game
    if number > MOST_FAULTS:
        more = describe_more(number - MOST_FAULTS)
        show_errors(f"{format_file_name(name)}: {more}", code="more_faults")


def describe_more(faults: int) -> str:
    """Return a sentence on faults that are left out."""
    return ngettext("{count} more error not listed.", "{count} more errors not listed.", faults)


def read_saved(saved: SavedGame) -> RecordedGame:
    """Return a saved game; print its faults."""
    parsed = read_record(saved.text)
    if parsed.setup is not None:
        parsed = replace(parsed, setup=publish_secret(parsed.setup, saved.secret))
    game = _replay(parsed)
    for fault in game.faults:
        sentence = _("The saved game {game} is damaged: {why}", game=saved.id, why=fault)
        show_errors(sentence, code=fault.code)
    return game


def _read_host_keys(name: str) -> dict[bytes, str]:
    if find_spec("cryptography") is None:
        raise UserError(_(
            "Checking a signature needs cryptography, which is not installed. To get it, run pip "
            "install '.[server]' in a clone of this program.",
        ))  # fmt: skip
    keys = read_public_keys("".join(_read_lines(name)))
    if not keys:
        raise UserError(_(
            "{file} has no Ed25519 key. Give a known_hosts file, or a file with the output of "
            "serve --fingerprint.", file=format_file_name(name),
        ))  # fmt: skip
    return keys


def _check_signature(game: RecordedGame, keys: dict[bytes, str] | None) -> RecordedGame:
    """Check the signature of a record without faults, by the keys of hosts if there are any."""
    record, dice = game.record, game.dice
    if record is None or game.played is None or record.signature is None or dice is None:
        return game
    named = record.signature.key
    if keys is None:
        sentence = _("The record has a signature by {key}; check it with --host-key.", key=named)
        return game._replace(dice=dice._replace(sentence=f"{dice.sentence} {sentence}"))
    text = write_record(record._replace(signature=None)).encode()
    signer = find_signer(text, record.signature.text)
    if signer is None or fingerprint(signer) != named:
        sentence = _("The record isn't the one that {key} signed.", key=named)
        fault = Fault(0, "wrong_signature", sentence)
        return game._replace(faults=(*game.faults, fault), signature=None)
    if signer not in keys:
        sentence = _("The record is signed by {key}, which isn't one of the keys given.", key=named)
        return game._replace(dice=dice._replace(sentence=f"{dice.sentence} {sentence}"))
    if dice.proof is not Proof.CONSISTENT or not game.played.game.is_over:
        return game
    return game._replace(dice=confirm(record.setup, record.events, keys[signer]))


def _read_bounded(name: str) -> Iterator[str]:
    """Yield the lines of a file; raises `UnreadableFile` for a record that is too long."""
    length = lines = 0
    for line in _read_lines(name):
        if begins_record(line):
            length = lines = 0
        length, lines = length + len(line), lines + 1
        if lines > MOST_LINES:
            why = _("a record in it is longer than {most} lines", most=f"{MOST_LINES:,}")
            raise UnreadableFile(name, why)
        if length > MOST_BYTES:
            why = _("a record in it is longer than {most} MB", most=_MEGABYTES)
            raise UnreadableFile(name, why)
        yield line


def _replay(
    parsed: ParsedRecord, before: int = 0, keys: dict[bytes, str] | None = None
) -> RecordedGame:
    """Replay what was read; `before` is the number of lines before it in its file."""
    played = parsed.replay()
    faults, dice = played.faults, None
    if parsed.setup is not None:
        dice = check_dice(parsed.setup, played.history.events)
        if dice.proof is Proof.WRONG:
            number = 0 if dice.event is None else parsed.lines[dice.event].number
            played = replay(parsed.setup, parsed.lines[: dice.event or 0])
            faults = (*faults, Fault(number, "wrong_dice", dice.sentence))
            faults = tuple(sorted(faults, key=lambda fault: fault.line))
    found = None if parsed.setup is None else played
    game = RecordedGame(parsed.setup, found, faults, dice, None if faults else parsed.signature)
    game = _check_signature(game, keys)
    if before:
        # A fault of the record as a whole gets the record's first line.
        faults = tuple(replace(fault, line=before + max(fault.line, 1)) for fault in game.faults)
        game = game._replace(faults=faults)
    return game
