"""The setup of a game as both formats of a record have it: what must be true of its fields."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from yahtzee_tui.rules.builtin_rulesets import BUILT_IN, find_ruleset
from yahtzee_tui.rules.errors import Malformed
from yahtzee_tui.rules.game import check_players
from yahtzee_tui.rules.names import check_word
from yahtzee_tui.rules.record import Setup
from yahtzee_tui.text import quote
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Mapping

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
            "This record names the rules {rules} and defines {others}.",
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
