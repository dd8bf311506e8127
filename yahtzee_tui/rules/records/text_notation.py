"""The text form of a record, for people: one line a round, one piece a turn.

    yahtzee-tui text 1
    rules official
    players ["Ann","Bob"]
    first 1
    dice system
    began 2026-11-21T20:15:00Z

    1. Ann 14156 k5 5231 k55 351 =fives 15 | Bob 12345 =large_straight 40

A turn is its rolls, what was kept before each reroll (`k-` for nothing), and the box with its
points; a Yahtzee bonus follows as `+100`. Only the dice that were rolled again are written. The
text says which faces were kept, and where these could have been other dice of the same faces also
which positions, as in `k5@4`. It forgets what redo could put back, and the signature of a host.
With dice on the players' own table it is `text 2`: a turn may lack its rolls, and end `corrected`.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from yahtzee_tui.rules.actions import (
    Event,
    Held,
    Rolled,
    Scored,
    read_digit,
    read_points,
    replace_rolled,
)
from yahtzee_tui.rules.errors import Malformed, Refusal
from yahtzee_tui.rules.history import gather_turns
from yahtzee_tui.rules.records import jsonl
from yahtzee_tui.rules.records.replay import Fault, ParsedRecord, RecordLine
from yahtzee_tui.text import quote
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from yahtzee_tui.rules.actions import Positions
    from yahtzee_tui.rules.history import PlayedTurn
    from yahtzee_tui.rules.record import Record, Setup
    from yahtzee_tui.rules.ruleset import Faces, Ruleset

_TITLES = {f"yahtzee-tui text {version}": version for version in range(1, jsonl.VERSION + 1)}
_SPACE = "\ufeff \t\r\n"
# A title of any version, so that the reader can say what is wrong with it.
_ANY_TITLE = "yahtzee-tui text"
# Ten times what eight players with the longest names can fill; a turn costs a copy of its line.
_LONGEST_LINE = 10_000


def write_text(record: Record, *, names_dice: bool = True) -> str:
    """Return the text form of a record, ending with a newline.

    Without `names_dice` it doesn't say which of equal dice were kept, as in earlier versions.
    """
    setup = record.setup
    fields = jsonl.list_fields(setup) | {"first": setup.first + 1}
    title = f"{_ANY_TITLE} {jsonl.find_version(setup)}"
    lines = [title, *[f"{key} {_write_field(value)}" for key, value in fields.items()], ""]
    played = gather_turns(setup.start(), record.events)
    turns = [_write_turn(turn, names_dice) for turn in played]
    seats = len(setup.players)
    lines += [
        f"{start // seats + 1}. {' | '.join(turns[start : start + seats])}"
        for start in range(0, len(turns), seats)
    ]
    return "\n".join(lines) + "\n"


def read_text(text: str) -> ParsedRecord:
    """Read the text form of a record. Never raises: whatever is wrong is reported as faults."""
    lines = [
        (number, line.strip()) for number, line in enumerate(text.lstrip("\ufeff").split("\n"), 1)
        if line.strip()
    ]  # fmt: skip
    split = next(
        (at for at, (_, line) in enumerate(lines) if line.split(".")[0].isdecimal()), len(lines)
    )
    try:
        setup = _read_header(lines[:split])
        ruleset = setup.ruleset
    except Refusal as refusal:
        return ParsedRecord(None, faults=(Fault(0, refusal.code, refusal.sentence),))
    reader = _BodyReader(setup, ruleset)
    for number, line in lines[split:]:
        reader.read(number, line)
    return ParsedRecord(setup, tuple(reader.lines), (), tuple(reader.faults))


def read_either(text: str) -> ParsedRecord:
    """Read a record in the text form or as JSON Lines. Never raises."""
    return (
        read_text(text) if text.lstrip(_SPACE).startswith(_ANY_TITLE) else jsonl.read_record(text)
    )


def read_records(text: str) -> Iterator[ParsedRecord]:
    r"""Yield the records of a text, in either form, as `export --all` writes them into one file.

    >>> text = write_record(Record(Setup("crag", ("Ann",))))
    >>> [record.setup.rules for record in read_records(f"\n{text}\n{text}")]
    ['crag', 'crag']
    """
    for _before, record in split_records(re.split(r"(?<=\n)", text)):
        yield read_either(record)


def split_records(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the text of each record of some lines, with the number of lines before it."""
    own: list[str] = []
    before = 0
    for line in lines:
        if begins_record(line) and (text := "".join(own)).strip(_SPACE):
            yield before, text
            before += len(own)
            own = []
        own.append(line)
    yield before, "".join(own)


def begins_record(line: str) -> bool:
    """Return whether a line is the first of a record, as a header or title is, even a torn one."""
    if '"format"' not in line and _ANY_TITLE not in line:  # the fastest answer for most lines
        return False
    line = line.lstrip(_SPACE)
    return line.startswith(_ANY_TITLE) or (line.startswith("{") and '"format"' in line)


def _write_turn(turn: PlayedTurn, names_dice: bool) -> str:
    """Return the tokens of a turn, the name of its player first."""
    tokens = [turn.player]
    before: Faces = ()
    for roll in turn.rolls:
        if before:
            tokens.append(_write_kept(before, roll.kept, names_dice and not roll.by_face))
        fresh = (face for position, face in enumerate(roll.faces) if position not in roll.kept)
        tokens.append("".join(map(str, fresh)))
        before = roll.faces
    if turn.scored is not None:
        _, box, *numbers = str(turn.scored).split()
        tokens += [f"={box}", *numbers]
    elif turn.held is not None:
        tokens.append(_write_kept(before, turn.held, names_dice and not turn.by_face))
    return " ".join(tokens)


def _write_kept(faces: Faces, held: Positions, names_dice: bool) -> str:
    kept = "".join(sorted([str(faces[position]) for position in held])) or "-"
    if not names_dice or not _has_others(faces, held):
        return f"k{kept}"
    return f"k{kept}@{''.join([str(position + 1) for position in held])}"


def _has_others(faces: Faces, held: Positions) -> bool:
    """Return whether other dice show one of the faces that these show."""
    kept = {faces[position] for position in held}
    return any(face in kept for at, face in enumerate(faces) if at not in held)


def _read_header(lines: list[tuple[int, str]]) -> Setup:
    if not lines or lines[0][1] not in _TITLES:
        raise Malformed("bad_format", _("The text doesn't start like a game record."))
    pairs = [line.partition(" ")[::2] for _number, line in lines]
    fields = {key: value.strip() for key, value in pairs}
    if len(fields) < len(pairs):
        raise jsonl.DuplicateKey([key for key, _value in pairs])
    first = fields.get("first", "1")
    setup = {
        "rules": fields.get("rules", "")[:40],
        "ruleset": _read_list(fields["ruleset"]) if "ruleset" in fields else None,
        "players": _read_list(fields.get("players", "")),
        "first": int(first) - 1 if first in tuple("12345678") else None,
        "dice": fields.get("dice", "unknown"),
        "began": fields.get("began", ""),
        "computers": _read_list(fields.get("computers", "[]")),
        "coached": _read_list(fields.get("coached", "[]")),
        "secret": fields.get("secret", ""),
        "words": _read_list(fields.get("words", "[]")),
    }
    # Translators: what is wrong with it follows
    return jsonl.check_version(jsonl.read_setup(setup, _("The text")), _TITLES[lines[0][1]])


def _write_field(value: object) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _read_list(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _next_turn(text: str, name: str) -> tuple[list[str], str]:
    """Split the first turn, which must be this player's, from the rest of a line."""
    if not f"{text} ".startswith(f"{name} "):
        raise Malformed("wrong_player", _("It's {player}'s turn here.", player=name))
    turn, _bar, rest = text[len(name) :].partition("|")
    return turn.split(), rest.strip()


@dataclass
class _BodyReader:
    """Reads the lines of rounds into events with their lines, and faults."""

    setup: Setup
    ruleset: Ruleset
    lines: list[RecordLine] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    turn: int = 0
    is_open: bool = False

    def read(self, number: int, line: str) -> None:
        """Read the line of one round; a fault costs only the turn it is in, where that is clear."""
        head, dot, rest = line.partition(".")
        seats = len(self.setup.players)
        due = self.turn // seats + 1
        # Four digits, because the number can be as long as a line.
        if not head.isdecimal() or len(head) > 4 or not dot:
            sentence = _("Not a round of the game: {line}.", line=quote(line))
            self._fault(number, "bad_round", sentence)
            return
        if len(line) > _LONGEST_LINE:
            self._fault(number, "long_line", _("The line is too long for one round."))
            return
        if int(head) != due:
            sentence = _("Round {due} should come next, not {given}.", due=due, given=int(head))
            self._fault(number, "wrong_round", sentence)
            self.turn = (int(head) - 1) * seats
        rest = rest.strip()
        while rest:
            try:
                tokens, rest = _next_turn(
                    rest, self.setup.players[(self.setup.first + self.turn) % seats]
                )
            except Malformed as refusal:
                self._fault(number, refusal.code, refusal.sentence)
                self.turn += seats - self.turn % seats
                break
            self._read_turn(number, tokens)

    def _read_turn(self, number: int, tokens: list[str]) -> None:
        if self.is_open:
            # Else these dice would pass for further rolls of the player before.
            self._fault(number, "open_turn", _("The turn before this one has no box and points."))
        self.turn += 1
        self.is_open = True
        try:
            for event in _read_events(tokens, self.ruleset.dice):
                self.lines.append(RecordLine(event, number))
                self.is_open = not isinstance(event, Scored)
        except Malformed as refusal:
            self._fault(number, refusal.code, refusal.sentence)
            self.is_open = False

    def _fault(self, number: int, code: str, sentence: str) -> None:
        self.faults.append(Fault(number, code, sentence))


def _read_events(tokens: list[str], dice: int) -> Iterator[Event]:
    """Yield the events of a turn; raise `Malformed` at the first token that makes no sense."""
    faces: Faces = (0,) * dice
    held: Positions = ()
    rest = iter(tokens)
    for token in rest:
        if token.startswith("k"):
            yield (hold := _read_held(token[1:], faces))
            held = hold.positions
        elif token.startswith("="):
            numbers = list(rest)
            corrected = numbers[-1:] == ["corrected"]
            points, bonus, *more = [*numbers[: len(numbers) - corrected], "", ""]
            if any(more) or (bonus and not bonus.startswith("+")):
                raise Malformed("bad_turn", _("A turn ends with its box and points."))
            earned = read_points(bonus[1:]) if bonus else 0
            yield Scored(token[1:41], read_points(points), earned, corrected)
        else:
            faces = replace_rolled(faces, held, [read_digit(digit) for digit in token])
            yield Rolled(faces)


def _read_held(text: str, faces: Faces) -> Held:
    """Return which dice a keep names: by their faces, or also by their positions."""
    kept, _at, named = text.partition("@")
    held = _find_kept(faces, kept)
    if not named:
        return Held(held, by_face=_has_others(faces, held))
    positions = tuple(sorted({read_digit(digit) - 1 for digit in named}))
    shown = [faces[at] for at in positions if at < len(faces)]
    if sorted(shown) != sorted(faces[at] for at in held):
        sentence = _("The dice {places} don't show {faces}.", places=named, faces=kept)
        raise Malformed("bad_keep", sentence)
    return Held(positions, by_face=False)


def _find_kept(faces: Faces, kept: str) -> Positions:
    """Return the positions of the dice that show the kept faces."""
    left = list(enumerate(faces))
    positions = []
    for face in () if kept == "-" else map(read_digit, kept):
        match = next((pair for pair in left if pair[1] == face), None)
        if match is None:
            raise Malformed("bad_keep", _("The roll has no {face} left to keep.", face=face))
        left.remove(match)
        positions.append(match[0])
    return tuple(sorted(positions))
