"""Records as JSON Lines: a header and then an event a line. Written exactly, read tolerantly.

    {"format":"yahtzee-tui","version":1,"rules":"official","players":["Ann","Bob"],"first":0,...}
    {"roll":[1,4,1,5,6]}
    {"hold":[1,3]}
    {"score":"ones","points":2}

Positions count from 1. An event that was undone and could be put back has `"undone":true`. Points
are redundant, and checked when the record is played through. The text form has the same fields in
its header.

Version 2 is for dice on the players' own table alone: there a score may stand without dice, or with
`"corrected":true`, and a roll can be undone.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeGuard

from yahtzee_tui.rules.actions import Held, Rolled, Scored
from yahtzee_tui.rules.builtin_rulesets import BUILT_IN, find_ruleset
from yahtzee_tui.rules.errors import Malformed, Refusal
from yahtzee_tui.rules.game import check_players
from yahtzee_tui.rules.names import check_word
from yahtzee_tui.rules.record import REAL, Setup, Signature
from yahtzee_tui.rules.records.replay import Fault, ParsedRecord, RecordLine
from yahtzee_tui.text import quote
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yahtzee_tui.rules.actions import Event
    from yahtzee_tui.rules.record import Record


FORMAT = "yahtzee-tui"
VERSION = 2
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
            _check_undone(setup, read, bool(undone), is_undone=is_undone)
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
    return _write_json({"format": FORMAT, "version": find_version(setup)} | list_fields(setup))


def find_version(setup: Setup) -> int:
    """Return the version of the format that a game needs: 2 for dice on a table, else 1."""
    return 1 + (setup.dice == REAL)


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
    return _read_event(content), _read_undone(content)


def _write_json(line: dict[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


def _write_event(event: Event) -> dict[str, Any]:
    match event:
        case Rolled(faces):
            return {"roll": list(faces)}
        case Held(positions, by_face):
            hold: dict[str, Any] = {"hold": [position + 1 for position in positions]}
            return hold | ({"by_face": True} if by_face else {})
        case Scored(box, points, bonus, corrected):
            line: dict[str, Any] = {"score": box, "points": points}
            line |= {"bonus": bonus} if bonus else {}
            return line | ({"corrected": True} if corrected else {})


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
    return check_version(read_setup(header, _("The first line")), version)


def check_version(setup: Setup, version: int) -> Setup:
    """Return the setup; raise `Malformed` if its game needs another version of the format."""
    if version != find_version(setup):
        sentence = _("Games with dice on a table have format version 2, all others version 1.")
        raise Malformed("bad_version", sentence)
    return setup


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
        corrected = content.get("corrected", False)
        if not isinstance(corrected, bool):
            raise Malformed("bad_score", _("Whether a score was corrected must be true or false."))
        return Scored(value[:_LONGEST_ID], points, bonus, corrected)
    if not isinstance(value, list) or not all(map(_is_whole, value)):
        raise Malformed(f"bad_{kind}", _(_NUMBERS_NEEDED[kind]))
    if kind == "roll":
        return Rolled(tuple(value))
    by_face = content.get("by_face", False)
    if not isinstance(by_face, bool):
        raise Malformed("bad_hold", _("Whether a hold is by face must be true or false."))
    return Held(tuple(item - 1 for item in value), by_face)


def _check_undone(setup: Setup, event: Event, was_undone: bool, *, is_undone: bool) -> None:
    if is_undone and isinstance(event, Rolled) and setup.dice != REAL:
        raise Malformed("roll_undone", _("A roll can't be undone."))
    if was_undone and not is_undone:
        raise Malformed("undone_before", _("An event can't follow one that was undone."))


def _read_undone(content: dict[str, Any]) -> bool:
    undone = content.get("undone", False)
    if not isinstance(undone, bool):
        raise Malformed("bad_undone", _("Whether an event is undone must be true or false."))
    return undone


def _is_whole(value: object) -> TypeGuard[int]:
    return type(value) is int and abs(value) < 10_000


_MOMENT = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)?", re.ASCII)
_SECRET = re.compile(r"([0-9a-f]{64})?", re.ASCII)
_COMPUTER = re.compile(r"[a-z0-9:_-]{0,48}", re.ASCII)


class DuplicateKey(Malformed):
    """A line or a header has one of these keys twice, so that readers could take either value."""

    def __init__(self, keys: list[str]) -> None:
        key = next(key for at, key in enumerate(keys) if key in keys[:at])
        super().__init__("duplicate_key", _("The key {key} occurs twice.", key=quote(key)))


def list_fields(setup: Setup) -> dict[str, Any]:
    """Return the fields of a header that say something, as `read_setup` takes them."""
    needed = ("rules", "players", "first", "dice")
    fields = {
        "rules": setup.rules.partition("~")[0],
        "ruleset": json.loads(setup.definition or "null"),
        "players": setup.players,
        "first": setup.first,
        "dice": setup.dice,
        "began": setup.began,
        "computers": setup.computers,
        "coached": [seat + 1 for seat in setup.coached],
        "secret": setup.secret,
        "words": setup.words,
    }
    return {key: value for key, value in fields.items() if value or key in needed}


def read_setup(fields: Mapping[str, Any], where: str) -> Setup:
    """Return the setup of a game from a parsed header, with `coached` seats counted from 1.

    `where` is what lacks a field, such as `The first line` in the player's language; raise
    `Malformed` if one makes no sense.
    """
    rules, players = fields.get("rules"), fields.get("players")
    first, dice = fields.get("first", 0), fields.get("dice", "unknown")
    began, secret = fields.get("began", ""), fields.get("secret", "")
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise Malformed("bad_players", _("{where} names no players.", where=where))
    check_players(players)
    if type(first) is not int or not 0 <= first < len(players):
        raise Malformed("bad_first", _("{where} doesn't say who went first.", where=where))
    if not isinstance(dice, str) or not dice.isprintable():
        sentence = _("{where} doesn't say where the dice came from.", where=where)
        raise Malformed("bad_dice", sentence)
    if not isinstance(began, str) or not _MOMENT.fullmatch(began):
        raise Malformed("bad_began", _("{where} doesn't say when the game started.", where=where))
    if not isinstance(secret, str) or not _SECRET.fullmatch(secret):
        sentence = _("{where} has a secret that isn't 64 hexadecimal digits.", where=where)
        raise Malformed("bad_secret", sentence)
    computers = _read_computers(fields.get("computers", []), len(players))
    coached = _read_coached(fields.get("coached", []), len(players))
    if not isinstance(rules, str):
        raise Malformed("bad_rules", _("{where} names no rule set.", where=where))
    key, definition = _read_rules(rules, fields.get("ruleset"))
    words = _read_words(fields.get("words", []), len(players))
    return Setup(
        key, tuple(players), first, dice, began, computers, coached, secret, definition, words
    )


def _read_rules(rules: str, found: object) -> tuple[str, str]:
    """Return the key of the rule set, and its definition if the record has to carry it."""
    if found is None and rules in BUILT_IN:
        return rules, ""
    from yahtzee_tui.rules.definition import define, parse_definition

    if found is None:
        try:
            return define(find_ruleset(rules))
        except Malformed:
            sentence = _(
                "This game uses rules that this program doesn't have: {rules}.", rules=quote(rules)
            )
            raise Malformed("unknown_rules", sentence) from None
    try:
        ruleset = parse_definition(json.dumps(found))
    except Malformed as bad:
        sentence = _("The rules in this record are invalid: {error}", error=bad.sentence)
        raise Malformed("bad_ruleset", sentence) from None
    if ruleset.id != rules:
        sentence = _(
            "This record names the rules {rules} but defines {others}.",
            rules=quote(rules),
            others=quote(ruleset.id),
        )
        raise Malformed("bad_ruleset", sentence)
    return define(ruleset)


def _read_computers(computers: object, seats: int) -> tuple[str, ...]:
    """Return the bot of each seat, or nothing at all."""
    words = computers if isinstance(computers, list) else [None]
    named = all(isinstance(word, str) and _COMPUTER.fullmatch(word) for word in words)
    if not named or len(words) not in (0, seats):
        raise Malformed("bad_computers", _("The record doesn't say which players are computers."))
    return tuple(words)


def _read_words(words: object, seats: int) -> tuple[str, ...]:
    """Return the word of each seat, or nothing at all."""
    found = words if isinstance(words, list) else [None]
    bad = Malformed("bad_words", _("The record doesn't say which words the players added."))
    if len(found) not in (0, seats) or not all(isinstance(word, str) for word in found):
        raise bad
    for word in filter(None, found):
        if check_word(word, is_old=True) != word:
            raise bad
    return tuple(found)


def _read_coached(numbers: object, seats: int) -> tuple[int, ...]:
    """Return the coached seats, which are counted from 1, in order and none of them twice."""
    seen = numbers if isinstance(numbers, list) else [None]
    whole = all(type(number) is int and 1 <= number <= seats for number in seen)
    if not whole or seen != sorted(set(seen)):
        raise Malformed("bad_coached", _("The record doesn't say which players used the coach."))
    return tuple(number - 1 for number in seen)
