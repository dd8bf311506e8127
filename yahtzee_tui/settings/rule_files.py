"""Rule files: house rules in TOML, in the folder `rules` beside the settings or named by a path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from yahtzee_tui.errors import UserError
from yahtzee_tui.rules import Malformed, check_line, register
from yahtzee_tui.rules.builtin_rulesets import WIDEST_GAME, unregister
from yahtzee_tui.rules.definition_reader import BadDefinition
from yahtzee_tui.rules.definition_values import TABLE, DefinitionFault
from yahtzee_tui.rules.ruleset import BadRuleset
from yahtzee_tui.settings.file import MANNER_READERS
from yahtzee_tui.settings.languages import GAME, HOUSE_NAMES, HouseNames, translate_house
from yahtzee_tui.settings.options import MANNERS
from yahtzee_tui.settings.toml_file import (
    SettingsError,
    parse_toml,
    read_text,
    read_values,
    wrong_value,
)
from yahtzee_tui.text import end_sentence
from yahtzee_tui.translation import LANGUAGES, N_, _

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.settings.toml_file import Reader, Readers

MOST_FILES = 50
_MOST_BYTES = 64_000
_MANNERS, _NAMES = "manners", "names"
_WIDEST = 40
"""Columns of a box's name with its short form."""


class RuleFileError(UserError):
    """A rule file describes no game; `sentences` has everything that is wrong with it."""

    def __init__(self, path: Path, sentences: tuple[str, ...]) -> None:
        super().__init__(sentences[0])
        self.path = path
        self.sentences = sentences


class RuleFile(NamedTuple):
    """What a rule file says: the rules, and how its table behaves and its boxes are called."""

    ruleset: Ruleset
    manners: dict[str, Any]  # as in `MANNERS`, its base's included
    names: HouseNames


def read_rule_file(path: Path) -> RuleFile:
    """Return what a file describes, or raise `RuleFileError`."""
    from yahtzee_tui.rules.definition import read_definition

    try:
        text = read_text(path, _MOST_BYTES)
        data = parse_toml(path, text or "")
    except SettingsError as error:
        raise RuleFileError(path, (error.sentence,)) from None
    if text is None:
        raise RuleFileError(path, (_("{file} doesn't exist.", file=path),))
    manners, faults = _read_table(data.pop(_MANNERS, {}), (_MANNERS,), "manner", MANNER_READERS)
    tables = data.pop(_NAMES, {})
    base = data.get("based_on")
    base = base if isinstance(base, str) else ""
    try:
        ruleset = read_definition(data)
    except BadDefinition as bad:
        faults += bad.faults
    else:
        names, name_faults = _read_names(tables, ruleset, base)
        if not (faults := faults + name_faults):
            return RuleFile(ruleset, {**MANNERS.get(base, {}), **manners}, names)
    places = _find_places(text)
    located = sorted((_locate(places, fault.path), fault.sentence) for fault in faults)
    form = N_("{file}, line {line}, column {column}: {error}")
    sentences = (
        _(form, file=path.name, line=line, column=column, error=end_sentence(sentence))
        for (line, column), sentence in located
    )
    raise RuleFileError(path, tuple(sentences))


def _read_table(
    table: object, path: tuple[str, ...], kind: str, readers: Readers
) -> tuple[dict[str, Any], list[DefinitionFault]]:
    """Return the values of a table, and what is wrong with the others; see `read_values`."""
    if not isinstance(table, dict):
        return {}, [DefinitionFault(path, TABLE.explain(path[-1]))]
    values: dict[str, Any] = {}
    faults: list[DefinitionFault] = []
    for key, word in table.items():
        read, wrong = read_values({key: word}, kind, readers)
        values |= read
        faults += [DefinitionFault((*path, key), sentence) for sentence in wrong]
    return values, faults


def _read_names(
    tables: object, ruleset: Ruleset, base: str
) -> tuple[HouseNames, list[DefinitionFault]]:
    """Return the names of a game and its boxes by language, and what is wrong with them."""
    codes = [code for code in LANGUAGES if code not in ("auto", "en")]
    keep: Readers = dict.fromkeys(codes, lambda _key, word, _faults: word)
    found, faults = _read_table(tables, (_NAMES,), "language", keep)
    readers = {
        **dict.fromkeys(ruleset.places, _name_reader(_WIDEST)),
        GAME: _name_reader(WIDEST_GAME),
    }
    own: dict[str, dict[str, str]] = {}
    for code, table in found.items():
        own[code], wrong = _read_table(table, (_NAMES, code), "box", readers)
        faults += wrong
    names = HouseNames(base, own)
    for code in own:
        try:
            translate_house(ruleset, names, code)
        except BadRuleset as bad:
            faults += [DefinitionFault((_NAMES, code), fault.sentence) for fault in bad.faults]
    return names, faults


def _name_reader(widest: int) -> Reader:
    def read_name(key: str, word: object, _faults: list[str]) -> str:
        try:
            return check_line(word if isinstance(word, str) else "", "name", widest)
        except Malformed:
            allowed = _("a name of at most {widest} columns", widest=widest)
            raise wrong_value(key, word, allowed) from None

    return read_name


BROKEN: list[RuleFileError] = []
"""What is wrong with files of the folder that was read last."""

OFFERED: dict[Path, RuleFile] = {}
"""The files of folders whose rule sets are offered."""


def register_rule_file(path: Path) -> str:
    """Offer the rule set of a file with those of the program, and return its key."""
    return _offer(read_rule_file(path))


def _offer(file: RuleFile) -> str:
    key = register(file.ruleset)
    MANNERS[key], HOUSE_NAMES[key] = file.manners, file.names
    return key


def register_rule_files(folder: Path) -> list[RuleFileError]:
    """Offer the rule sets of a folder's files; return, and keep in `BROKEN`, what is wrong."""
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == ".toml")
    except OSError:  # most players have none
        return []
    errors: list[RuleFileError] = []
    seen: dict[str, Path] = {}
    for path in paths[:MOST_FILES]:
        try:
            file = read_rule_file(path)
        except RuleFileError as error:
            errors.append(error)
            continue
        rules = file.ruleset.id
        if before := seen.get(rules):
            sentence = N_("{file} is skipped: {other} already has the id {rules}.")
            told = _(sentence, file=path.name, other=before.name, rules=rules)
            errors.append(RuleFileError(path, (told,)))
            continue
        seen[rules] = path
        OFFERED[path] = file
        _offer(file)
    for path in paths[MOST_FILES:]:
        sentence = N_("{file} is skipped: at most {most} rule files are read.")
        errors.append(RuleFileError(path, (_(sentence, file=path.name, most=MOST_FILES),)))
    BROKEN[:] = errors
    return errors


def reload_rule_files(folder: Path) -> list[RuleFileError]:
    """Offer the rule sets of a folder's files as they are now; return what is wrong.

    Those of files that are gone are offered no longer. A file in which something is wrong now stays
    as it was read before.
    """
    before = dict(OFFERED)
    OFFERED.clear()
    for file in before.values():
        unregister(file.ruleset.key)
    errors = register_rule_files(folder)
    taken = {file.ruleset.id for file in OFFERED.values()}
    for error in errors:
        file_before = before.get(error.path)
        if file_before is not None and file_before.ruleset.id not in taken:
            OFFERED[error.path] = file_before
            _offer(file_before)
    return errors


def explain_broken(name: str) -> str:
    """Return what is wrong with a file in `BROKEN`, in the language of now; empty for others."""
    if all(error.path.name != name for error in BROKEN):
        return ""
    errors = register_rule_files(BROKEN[0].path.parent)
    return next((error.sentence for error in errors if error.path.name == name), "")


def _find_places(text: str) -> dict[tuple[str, ...], tuple[int, int]]:
    """Return the line and column, from 1, where each key of a text comes first, by its path."""
    table: tuple[str, ...] = ()
    places: dict[tuple[str, ...], tuple[int, int]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.strip()
        if words.startswith("["):
            table = _split_key(words.partition("#")[0].strip(" []"))
            here = table
        elif "=" in words and not words.startswith("#"):
            here = (*table, *_split_key(words.partition("=")[0]))
        else:
            continue
        places.setdefault(here, (number, line.index(words[0]) + 1))
    return places


def _locate(
    places: Mapping[tuple[str, ...], tuple[int, int]], path: tuple[str, ...]
) -> tuple[int, int]:
    """Return the place of the key that comes nearest to a path of keys."""
    nearest = (path[:length] for length in range(len(path), 0, -1))
    return next((places[each] for each in nearest if each in places), (1, 1))


def _split_key(key: str) -> tuple[str, ...]:
    return tuple(part.strip(" \"'") for part in key.split("."))
