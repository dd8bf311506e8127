"""The commands that a client of SSH can ask for, as words; see `Visitor` for what they mean."""

from __future__ import annotations

import re

CHECK = ("check",)
"""The request that is answered by trying the sandbox; only the host of the server may make it."""

_REQUEST = re.compile(r"(join|watch|record) ([A-Za-z]{3,12}-[0-9]{2,6})", re.ASCII)
_JOIN_WITH_WORD = re.compile(r"(join [A-Za-z0-9-]+) (--word) (.{1,80})")
_DAILY, _EVENT, _LADDER = "daily", "event", "ladder"
_JSON = "--json"

JSON_REQUESTS = tuple((each, _JSON) for each in ("scores", _DAILY, _EVENT, _LADDER, "tables"))
"""The commands that are answered in JSON where the host allows it."""

PLAIN, BOT = "plain", "bot"
"""The commands for lines of text, after which may be another for a table, and for a bot."""

RECORD = "record"
_TEXT_COMMANDS = (RECORD, _DAILY, _EVENT, _LADDER)
_NOT_IN_NAMES = re.compile(r"[^\w .'-]+")
_MAX_NAME = 20


def parse_request(command: str) -> tuple[str, ...] | None:
    """Return a command's words, such as `("join", "KESTREL-42")`; None for any other command.

    After those of `join` may be `--word` and what the player adds to the dice.
    """
    if command in (_DAILY, _EVENT, _LADDER, PLAIN, BOT):
        return (command,)
    if command.startswith(f"{BOT} "):
        rest = parse_request(command.removeprefix(f"{BOT} "))
        return (BOT, *rest) if rest and rest[0] == "join" and len(rest) == 2 else None
    if command.startswith(f"{PLAIN} "):
        rest = parse_request(command.removeprefix(f"{PLAIN} "))
        return (PLAIN, *rest) if rest and rest[0] in ("join", "watch") else None
    words = tuple(command.split(" "))
    if words in JSON_REQUESTS:
        return words
    joined = _JOIN_WITH_WORD.fullmatch(command)
    found = _REQUEST.fullmatch(joined[1] if joined else command)
    if found is None:
        return None
    return (found[1], found[2].upper(), *(joined.groups()[1:] if joined else ()))


def wants_json(command: str) -> bool:
    """Return whether a command, also an unknown one, is that of a program that reads JSON."""
    return _JSON in command.split()


def wants_text(request: tuple[str, ...] | None) -> bool:
    """Return whether a request is for a text, which needs no terminal."""
    return request == CHECK or request in JSON_REQUESTS or (request or ("",))[0] in _TEXT_COMMANDS


def wants_lines(request: tuple[str, ...] | None) -> bool:
    """Return whether a request is for lines of text that are typed and read."""
    return (request or ("",))[0] in (PLAIN, BOT)


def clean_login(login: str) -> str:
    """Return a login name as a suggested player name; "" if no letter is left.

    An allow-list of letters, digits, and a few signs; the game decides whether it accepts the name.
    """
    cleaned = " ".join(_NOT_IN_NAMES.sub("", login[:200]).split())[:_MAX_NAME].strip(" .'-_")
    return cleaned if any(map(str.isalpha, cleaned)) else ""
