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
text says which faces were kept, not which of two equal dice, and forgets what redo could put back.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from yahtzee_tui.rules.actions import Event, Held, Rolled, Scored, read_digit, read_points
from yahtzee_tui.rules.errors import Malformed, Refusal
from yahtzee_tui.rules.history import gather_turns
from yahtzee_tui.rules.records.headers import read_setup
from yahtzee_tui.rules.records.replay import Fault, ParsedRecord, RecordLine
from yahtzee_tui.rules.rulesets import find_ruleset
from yahtzee_tui.text import quote

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yahtzee_tui.rules.history import PlayedTurn
    from yahtzee_tui.rules.record import Record, Setup
    from yahtzee_tui.rules.ruleset import Faces, Ruleset

TITLE = "yahtzee-tui text 1"
# Ten times what eight players with the longest names can fill; a turn costs a copy of its line.
_LONGEST_LINE = 10_000


def write_text(record: Record) -> str:
    """Return the text form of a record, ending with a newline."""
    setup = record.setup
    lines = [
        TITLE,
        f"rules {setup.rules}",
        f"players {_write_list(setup.players)}",
        f"first {setup.first + 1}",
        f"dice {setup.dice}",
        *([f"began {setup.began}"] if setup.began else []),
        *([f"computers {_write_list(setup.computers)}"] if setup.computers else []),
        *([f"coached {_write_list([s + 1 for s in setup.coached])}"] if setup.coached else []),
        "",
    ]
    turns = [*map(_write_turn, gather_turns(setup.start(), record.events))]
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
        ruleset = find_ruleset(setup.rules)
    except Refusal as refusal:
        return ParsedRecord(None, faults=(Fault(0, refusal.code, refusal.sentence),))
    reader = _BodyReader(setup, ruleset)
    for number, line in lines[split:]:
        reader.read(number, line)
    return ParsedRecord(setup, tuple(reader.lines), (), tuple(reader.faults))


def _write_turn(turn: PlayedTurn) -> str:
    """Return the tokens of a turn, the name of its player first."""
    tokens = [turn.player]
    before: Faces = ()
    for roll in turn.rolls:
        if before:
            tokens.append(_write_kept(before, roll.kept))
        fresh = (face for position, face in enumerate(roll.faces) if position not in roll.kept)
        tokens.append("".join(map(str, fresh)))
        before = roll.faces
    if turn.scored is not None:
        _, box, *numbers = str(turn.scored).split()
        tokens += [f"={box}", *numbers]
    elif turn.held is not None:
        tokens.append(_write_kept(before, turn.held))
    return " ".join(tokens)


def _write_kept(faces: Faces, held: tuple[int, ...]) -> str:
    return "k" + ("".join(sorted(str(faces[position]) for position in held)) or "-")


def _read_header(lines: list[tuple[int, str]]) -> Setup:
    if not lines or lines[0][1] != TITLE:
        raise Malformed("bad_format", "The text doesn't begin as a game record does.")
    fields = {key: value.strip() for key, _, value in (line.partition(" ") for _, line in lines)}
    first = fields.get("first", "1")
    setup = {
        "rules": fields.get("rules", "")[:40],
        "players": _read_list(fields.get("players", "")),
        "first": int(first) - 1 if first in tuple("12345678") else None,
        "dice": fields.get("dice", "unknown"),
        "began": fields.get("began", ""),
        "computers": _read_list(fields.get("computers", "[]")),
        "coached": _read_list(fields.get("coached", "[]")),
    }
    return read_setup(setup, "The text")


def _write_list(words: Sequence[object]) -> str:
    return json.dumps(words, ensure_ascii=False, separators=(",", ":"))


def _read_list(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _next_turn(text: str, name: str) -> tuple[list[str], str]:
    """Split the first turn, which must be this player's, from the rest of a line."""
    if not f"{text} ".startswith(f"{name} "):
        raise Malformed("wrong_player", f"It is {name}'s turn here.")
    turn, _, rest = text[len(name) :].partition("|")
    return turn.split(), rest.strip()


@dataclass
class _BodyReader:
    """Turns the lines of rounds into events with their lines, and faults."""

    setup: Setup
    ruleset: Ruleset
    lines: list[RecordLine] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    turn: int = 0
    is_open: bool = False

    def read(self, number: int, line: str) -> None:
        """Read the line of one round; a fault costs only the turn it is in, where that is clear."""
        head, _, rest = line.partition(".")
        seats = len(self.setup.players)
        due = self.turn // seats + 1
        # Four digits, because the number is as long as somebody typed it.
        if not head.isdecimal() or len(head) > 4 or head == line:
            self._fault(number, "bad_round", f"Not a round of the game: {quote(line)}.")
            return
        if len(line) > _LONGEST_LINE:
            self._fault(number, "long_line", "The line is too long for one round.")
            return
        if int(head) != due:
            self._fault(number, "wrong_round", f"Round {due} comes next, not {int(head)}.")
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
            self._fault(number, "open_turn", "The turn before this one has no box and points.")
        self.turn += 1
        reader = _TurnReader(self.ruleset)
        try:
            reader.read(tokens)
            self.is_open = not reader.is_over
        except Malformed as refusal:
            self._fault(number, refusal.code, refusal.sentence)
            self.is_open = False
        self.lines.extend(RecordLine(event, number) for event in reader.events)

    def _fault(self, number: int, code: str, sentence: str) -> None:
        self.faults.append(Fault(number, code, sentence))


@dataclass
class _TurnReader:
    """Turns the tokens of one turn into events."""

    ruleset: Ruleset
    events: list[Event] = field(default_factory=list)
    faces: Faces = ()
    held: tuple[int, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether the turn ended with a posting."""
        return bool(self.events) and isinstance(self.events[-1], Scored)

    def read(self, tokens: list[str]) -> None:
        """Read the tokens in order.

        Raises:
            Malformed: If one makes no sense; the events before it stay.
        """
        rest = iter(tokens)
        for token in rest:
            if token.startswith("k"):
                self._keep(token[1:])
            elif token.startswith("="):
                points, bonus, *more = [*rest, "", ""]
                if any(more) or (bonus and not bonus.startswith("+")):
                    raise Malformed("bad_turn", "A turn ends with its box and points.")
                earned = read_points(bonus[1:]) if bonus else 0
                self.events.append(Scored(token[1:41], read_points(points), earned))
            else:
                self._roll(token)

    def _keep(self, kept: str) -> None:
        left = list(enumerate(self.faces))
        positions = []
        for face in () if kept == "-" else map(read_digit, kept):
            match = next((pair for pair in left if pair[1] == face), None)
            if match is None:
                raise Malformed("bad_keep", f"There is no {face} left to keep.")
            left.remove(match)
            positions.append(match[0])
        self.held = tuple(sorted(positions))
        self.events.append(Held(self.held))

    def _roll(self, token: str) -> None:
        fresh = [read_digit(digit) for digit in token]
        faces = list(self.faces) or [0] * self.ruleset.dice
        rolled = [position for position in range(len(faces)) if position not in self.held]
        if len(fresh) != len(rolled):
            raise Malformed("bad_roll", f"{len(rolled)} dice are rolled here, not {len(fresh)}.")
        for position, face in zip(rolled, fresh, strict=True):
            faces[position] = face
        self.faces = tuple(faces)
        self.events.append(Rolled(self.faces))
