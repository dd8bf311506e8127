"""Rule files: house rules in TOML, in the folder `rules` beside the settings or named by a path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.errors import UserError
from yahtzee_tui.rules import register
from yahtzee_tui.settings.toml_file import SettingsError, parse_toml, read_text
from yahtzee_tui.text import end_sentence

if TYPE_CHECKING:
    from pathlib import Path

    from yahtzee_tui.rules import Ruleset

MOST_FILES = 50
_MOST_BYTES = 64_000


class RuleFileError(UserError):
    """A rule file describes no game; `sentences` has everything that is wrong with it."""

    def __init__(self, path: Path, sentences: tuple[str, ...]) -> None:
        super().__init__(sentences[0])
        self.path = path
        self.sentences = sentences


def read_rule_file(path: Path) -> Ruleset:
    """Return the rule set that a file describes, or raise `RuleFileError`."""
    from yahtzee_tui.rules.definition import read_definition
    from yahtzee_tui.rules.definition_reader import BadDefinition

    text = ""
    try:
        text = _read_short_text(path)
        return read_definition(parse_toml(path, text))
    except SettingsError as error:
        raise RuleFileError(path, (error.sentence,)) from None
    except BadDefinition as bad:
        located = [(_locate(text, fault.path), fault.sentence) for fault in bad.faults]
        sentences = tuple(
            f"{path.name}, line {line}, column {column}: {end_sentence(sentence)}"
            for (line, column), sentence in sorted(located)
        )
        raise RuleFileError(path, sentences) from None


def _read_short_text(path: Path) -> str:
    text = read_text(path)
    if text is None:
        raise SettingsError(f"{path} doesn't exist.")
    if len(text) > _MOST_BYTES:
        raise SettingsError(f"{path.name} can't be read: it is longer than 64 kB.")
    return text


def register_rule_file(path: Path) -> str:
    """Offer the rule set of a file with those of the program, and return its key."""
    return register(read_rule_file(path))


def register_rule_files(folder: Path) -> list[RuleFileError]:
    """Offer the rule sets of a folder's files, and return what is wrong with the others."""
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == ".toml")
    except OSError:  # most players have none
        return []
    errors: list[RuleFileError] = []
    seen: dict[str, Path] = {}
    for path in paths[:MOST_FILES]:
        try:
            ruleset = read_rule_file(path)
        except RuleFileError as error:
            errors.append(error)
            continue
        if before := seen.get(ruleset.id):
            sentence = f"{path.name} is skipped: {before.name} already has the id {ruleset.id}."
            errors.append(RuleFileError(path, (sentence,)))
            continue
        seen[ruleset.id] = path
        register(ruleset)
    for path in paths[MOST_FILES:]:
        sentence = f"{path.name} is skipped: at most {MOST_FILES} rule files are read."
        errors.append(RuleFileError(path, (sentence,)))
    return errors


def _locate(text: str, path: tuple[str, ...]) -> tuple[int, int]:
    """Return the line and column of the key that comes nearest to a path of keys, from 1."""
    table: tuple[str, ...] = ()
    found, depth = (1, 1), 0
    for number, line in enumerate(text.splitlines(), 1):
        words = line.strip()
        if words.startswith("["):
            table = _split_key(words.partition("#")[0].strip(" []"))
            here = table
        elif "=" in words and not words.startswith("#"):
            here = (*table, *_split_key(words.partition("=")[0]))
        else:
            continue
        if depth < len(here) <= len(path) and here == path[: len(here)]:
            found, depth = (number, line.index(words[0]) + 1), len(here)
    return found


def _split_key(key: str) -> tuple[str, ...]:
    return tuple(part.strip(" \"'") for part in key.split("."))
