"""Records as JSON Lines: a header and then an event a line. Written exactly, read tolerantly.

    {"format":"yahtzee-tui","version":1,"rules":"official","players":["Ann","Bob"],"first":0,...}
    {"roll":[1,4,1,5,6]}
    {"hold":[1,3]}
    {"score":"ones","points":2}

Positions count from 1. An event that was undone and could be put back has `"undone":true`. Points
are redundant, and checked when the record is played through.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeGuard

from yahtzee_tui.rules.actions import Held, Rolled, Scored
from yahtzee_tui.rules.errors import Malformed, Refusal
from yahtzee_tui.rules.record import Signature
from yahtzee_tui.rules.records.headers import DuplicateKey, list_fields, read_setup
from yahtzee_tui.rules.records.replay import Fault, ParsedRecord, RecordLine
from yahtzee_tui.text import quote
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from yahtzee_tui.rules.actions import Event
    from yahtzee_tui.rules.record import Record, Setup

FORMAT = "yahtzee-tui"
VERSION = 1
_LONGEST_ID = 40
_FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}", re.ASCII)
_SIGNATURE = re.compile(r"[A-Za-z0-9+/=]{1,500}", re.ASCII)


def write_record(record: Record) -> str:
    """Return the record as text, always the same for the same record, ending with a newline.

    >>> print(write_record(Record(Setup("crag", ("Ann",)), (Rolled((5, 5, 3)),))), end="")
    {"format":"yahtzee-tui","version":1,"rules":"crag","players":["Ann"],"first":0,"dice":"system"}
    {"roll":[5,5,3]}
    """
    undone = (_write_json(_write_event(event) | {"undone": True}) for event in record.undone)
    signed = []
    if (signature := record.signature) is not None:
        signed = [_write_json({"signed": signature.key, "signature": signature.text})]
    lines = map(_write_line, record.events)
    return "".join((_write_header(record.setup), *lines, *undone, *signed))


def read_record(text: str) -> ParsedRecord:
    """Read a record's text. Never raises: whatever is wrong is reported as faults.

    A last line without a newline that makes no sense was torn while it was written; it is dropped
    with a warning.

    >>> parsed = read_record(write_record(Record(Setup("crag", ("Ann",)))) + "roll")
    >>> [str(fault) for fault in parsed.faults]
    ['line 2: warning: The last line is incomplete and was skipped.']
    """
    numbered = [
        (number, line) for number, line in enumerate(text.lstrip("\ufeff").split("\n"), 1)
        if line.strip()
    ]  # fmt: skip
    if not numbered:
        return ParsedRecord(None, faults=(Fault(0, "empty", _("The record is empty.")),))
    (number, first), *rest = numbered
    try:
        setup = _read_header(_read_json(first))
    except Refusal as refusal:
        return ParsedRecord(None, faults=(Fault(number, refusal.code, refusal.sentence),))
    lines: list[RecordLine] = []
    undone: list[Event] = []
    faults: list[Fault] = []
    signature: Signature | None = None
    for number, line in rest:
        try:
            read, is_undone = _read_line(line)
            if signature is not None:
                raise Malformed("after_signature", _("Nothing can follow the signature."))
            if isinstance(read, Signature):
                signature = read
                continue
            if undone and not is_undone:
                raise Malformed("undone_before", _("An event can't follow one that was undone."))
        except Refusal as refusal:
            if number == numbered[-1][0] and not text.endswith("\n"):
                sentence = _("The last line is incomplete and was skipped.")
                faults.append(Fault(number, "torn_line", sentence, warning=True))
            else:
                faults.append(Fault(number, refusal.code, refusal.sentence))
            continue
        if is_undone:
            undone.append(read)
        else:
            lines.append(RecordLine(read, number))
    return ParsedRecord(setup, tuple(lines), tuple(undone), tuple(faults), signature)


@lru_cache(maxsize=16)
def _write_header(setup: Setup) -> str:
    return _write_json({"format": FORMAT, "version": VERSION} | list_fields(setup))


# A game is written anew after every action, so most of its lines have been written before; and all
# games with six-sided dice together have about as many different ones.
@lru_cache(maxsize=10_000)
def _write_line(event: Event) -> str:
    return _write_json(_write_event(event))


@lru_cache(maxsize=10_000)
def _read_line(line: str) -> tuple[Event | Signature, bool]:
    """Return an event and whether it was undone, or a signature."""
    content = _read_json(line)
    if "signed" in content:
        return _read_signature(content), False
    event = _read_event(content)
    return event, _read_undone(content, event)


def _write_json(line: dict[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


def _write_event(event: Event) -> dict[str, Any]:
    match event:
        case Rolled(faces):
            return {"roll": list(faces)}
        case Held(positions, by_face):
            hold: dict[str, Any] = {"hold": [position + 1 for position in positions]}
            return hold | ({"by_face": True} if by_face else {})
        case Scored(box, points, bonus):
            line: dict[str, Any] = {"score": box, "points": points}
            return line | ({"bonus": bonus} if bonus else {})


def _read_signature(content: dict[str, Any]) -> Signature:
    key, text = content["signed"], content.get("signature")
    if not (isinstance(key, str) and _FINGERPRINT.fullmatch(key)):
        raise Malformed("bad_signature", _("The signature names no key."))
    if not (isinstance(text, str) and _SIGNATURE.fullmatch(text)):
        raise Malformed("bad_signature", _("The signature isn't in base64."))
    return Signature(key, text)


def _read_json(line: str) -> dict[str, Any]:
    try:
        content = _DECODER.decode(line)
    except DuplicateKey:
        raise
    except (ValueError, RecursionError):
        sentence = _("Not a line of JSON: {line}.", line=quote(line.strip()))
        raise Malformed("not_json", sentence) from None
    if not isinstance(content, dict):
        raise Malformed("not_an_object", _("Not an event: {line}.", line=quote(line.strip())))
    return content


def _read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) < len(pairs):
        raise DuplicateKey([key for key, _ in pairs])
    return content


def _read_float(text: str) -> float:
    number = float(text)
    if not isfinite(number):  # NaN, Infinity, 1e999
        raise ValueError(f"{text} is not a JSON number")
    return number


# Made once: to make one takes as long as to read a line.
_DECODER = json.JSONDecoder(
    object_pairs_hook=_read_object, parse_float=_read_float, parse_constant=_read_float
)


def _read_header(header: dict[str, Any]) -> Setup:
    if header.get("format") != FORMAT:
        raise Malformed("bad_format", _("The first line doesn't say that this is a game record."))
    version = header.get("version")
    if not _is_whole(version) or version < 1:
        raise Malformed("bad_version", _("The first line has no version of the record format."))
    if version > VERSION:
        sentence = _(
            "This record has format version {version}; this program reads up to version {most}.",
            version=version,
            most=VERSION,
        )
        raise Malformed("newer_version", sentence)
    # Translators: what is wrong with it follows
    return read_setup(header, _("The first line"))


_NUMBERS_NEEDED = {
    "roll": N_("A roll needs a list of whole numbers."),
    "hold": N_("A hold needs a list of whole numbers."),
}


def _read_event(content: dict[str, Any]) -> Event:
    kinds = [kind for kind in ("roll", "hold", "score") if kind in content]
    if len(kinds) != 1:
        sentence = _("Not an event: {line}.", line=quote(json.dumps(content)))
        raise Malformed("unknown_event", sentence)
    (kind,) = kinds
    value = content[kind]
    if kind == "score":
        points, bonus = content.get("points"), content.get("bonus", 0)
        if not isinstance(value, str) or not _is_whole(points) or not _is_whole(bonus):
            raise Malformed("bad_score", _("A score needs a box, its points and no other bonus."))
        return Scored(value[:_LONGEST_ID], points, bonus)
    if not isinstance(value, list) or not all(map(_is_whole, value)):
        raise Malformed(f"bad_{kind}", _(_NUMBERS_NEEDED[kind]))
    if kind == "roll":
        return Rolled(tuple(value))
    by_face = content.get("by_face", False)
    if not isinstance(by_face, bool):
        raise Malformed("bad_hold", _("Whether a hold is by face must be true or false."))
    return Held(tuple(item - 1 for item in value), by_face)


def _read_undone(content: dict[str, Any], event: Event) -> bool:
    undone = content.get("undone", False)
    if not isinstance(undone, bool):
        raise Malformed("bad_undone", _("Whether an event is undone must be true or false."))
    if undone and isinstance(event, Rolled):
        raise Malformed("roll_undone", _("A roll can't be undone."))
    return undone


def _is_whole(value: object) -> TypeGuard[int]:
    return type(value) is int and abs(value) < 10_000
