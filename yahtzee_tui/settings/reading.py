"""Reading the settings: what makes no sense is named, and the default stands in for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yahtzee_tui.settings.options import Options
from yahtzee_tui.settings.problem import SettingsProblem
from yahtzee_tui.text import suggest_nearest

if TYPE_CHECKING:
    from pathlib import Path

_KEYS = "keys"


def read_settings(path: Path, defaults: Options | None = None) -> tuple[Options, list[str]]:
    """Return the options that a file sets, and a sentence for everything wrong with it.

    A file that isn't there sets nothing, and nothing is wrong with that. Whether its keys make
    sense is for the screens to say, which know what there is to do.

    Args:
        path: The file.
        defaults: What holds where it sets nothing.
    """
    from yahtzee_tui.settings.files import parse, read_text

    defaults = defaults or Options()
    try:
        text = read_text(path)
        found = parse(path, text) if text is not None else {}
    except SettingsProblem as problem:
        return defaults, [f"{problem.sentence} The defaults hold."]
    options, faults = _read_all(found, defaults)
    return options, [f"{path.name}: {fault}." for fault in faults]


def read_options(text: str) -> Options:
    """Return the options that a text sets which was written by `write_options`, maybe elsewhere.

    What makes no sense sets nothing.
    """
    import tomllib

    try:
        return _read_all(tomllib.loads(text), Options())[0]
    except (tomllib.TOMLDecodeError, RecursionError):
        return Options()


def _read_all(found: dict[str, Any], defaults: Options) -> tuple[Options, list[str]]:
    """Return the options that words stand for, and what is wrong with the others."""
    values: dict[str, Any] = {}
    faults: list[str] = []
    for key, word in found.items():
        if key == _KEYS and isinstance(word, dict):
            values[key] = _read_keys(word, faults)
            continue
        try:
            values[key] = _read(key, word)
        except ValueError as fault:
            faults.append(str(fault))
    return defaults._replace(**values), faults


def _read(key: str, word: object) -> object:
    """Return the value of an option.

    Raises:
        ValueError: If there is no such option, or it can't be that; the text says so.
    """
    from yahtzee_tui.settings.words import from_word, quote

    if key == _KEYS:
        raise ValueError(f"{_KEYS} can't be {quote(word)}, only a table")
    if key not in Options._fields:
        raise ValueError(f"there is no option {quote(key)}{suggest_nearest(key, Options._fields)}")
    try:
        return from_word(key, word)
    except ValueError as allowed:
        raise ValueError(f"{key} can't be {quote(word)}, only {allowed}") from None


def _read_keys(table: dict[str, object], faults: list[str]) -> dict[str, str]:
    from yahtzee_tui.settings.words import quote

    keys: dict[str, str] = {}
    for name, word in table.items():
        if isinstance(word, str):
            keys[name] = word
        else:
            faults.append(f"the key for {quote(name)} can't be {quote(word)}, only a text")
    return keys
