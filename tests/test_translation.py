"""Sentences in the source can be translated, and catalogs are whole."""

import ast
import json
import re
from collections.abc import Iterator
from gettext import c2py
from itertools import takewhile
from pathlib import Path
from string import Formatter
from typing import TypeGuard

import pytest
from babel.messages.catalog import Catalog, Message

from tests.catalogs import (
    CATALOGS,
    UNFINISHED,
    compile_catalogs,
    extract,
    is_translated,
    list_missing,
    read_catalog,
)
from tests.source import PACKAGE, modules
from yahtzee_tui import translation
from yahtzee_tui.plain.commands import TABLE, Scope, parse, translate_word
from yahtzee_tui.text import cell_width, fold

_LITERALS = (ast.Constant, ast.Name, ast.Attribute, ast.Subscript)
_FUNCTIONS = {"_": 1, "N_": 1, "ngettext": 2, "pgettext": 2}
LANGUAGES = sorted(path.stem for path in CATALOGS.glob("*.po"))

_MOST_CELLS = re.compile(r"at most (\d+) cells")
_NOTE = "# Translators: "
_LOSE = {"undo", "redo", "play", "new", "away", "leave", "close", "free"}
"""Commands after which something is gone or must be done again."""


@pytest.mark.slow
def test_sentences_are_literals() -> None:
    """A sentence put together at run time is in no catalog; `_` is also no name for what is unused.

    Where a function assigns to `_`, it can't translate.
    """
    faults = []
    for name, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                words = node.args[: _FUNCTIONS.get(node.func.id, 0)]
                if not all(isinstance(each, _LITERALS) for each in words):
                    faults.append(f"{name}:{node.lineno}: not a literal")
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                uses = {type(each.ctx) for each in ast.walk(node) if is_underscore(each)}
                if {ast.Load, ast.Store} <= uses:
                    faults.append(f"{name}:{node.lineno}: {node.name} assigns to _")
    assert not faults


def is_underscore(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and node.id == "_"


@pytest.mark.slow
def test_sentences_are_found() -> None:
    """Also those of keys, which `bind` declares, and those within f-strings."""
    catalog = extract()
    assert "{first} and {last}" in catalog
    assert "Roll all dice that aren't held" in catalog
    assert "Using the defaults." in catalog
    typed = {str(message.id) for message in catalog if message.context == "typed"}
    assert {"roll", "hold", "yes", "resume"} <= typed
    assert all(word.isalpha() for word in typed), "what is not typed was taken for it"


@pytest.mark.slow
def test_every_note_is_with_its_sentences() -> None:
    """Wherever it stands: above an assignment, a tuple or an f-string too."""
    catalog = extract()
    noted = {note for message in catalog for note in message.auto_comments}
    for path in PACKAGE.rglob("*.py"):
        for line in map(str.strip, path.read_text(encoding="utf-8").splitlines()):
            assert not line.startswith(_NOTE) or line.removeprefix(_NOTE) in noted, line
    message = catalog.get("Finished")
    assert message is not None
    assert message.auto_comments == ["headings of the high scores; at most 10 cells"]


def list_places(sentence: str) -> list[str]:
    return sorted({name for _, name, _, _ in Formatter().parse(sentence) if name is not None})


def list_pairs(message: Message) -> Iterator[tuple[str, str]]:
    """Yield each form of a message with its translation."""
    if isinstance(message.id, str):
        yield message.id, str(message.string)
    else:
        for at, string in enumerate(message.string or ()):
            yield message.id[min(at, 1)], string


@pytest.mark.slow
def test_every_catalog_is_whole(subtests: pytest.Subtests) -> None:
    """Every sentence is translated, with the same places and ends, and as short as it must be."""
    source = {(message.id, message.context) for message in extract() if message.id}
    for code in LANGUAGES:
        with subtests.test(code):
            catalog = read_catalog(code)
            missing = source - {(message.id, message.context) for message in catalog}
            assert missing == set(), "run python -m tests.catalogs"
            is_whole = UNFINISHED not in catalog.header_comment
            assert (list_missing(catalog) == []) == is_whole, "see the catalog's first lines"
            assert [*find_faults(catalog)] == []


def find_faults(catalog: Catalog) -> Iterator[str]:
    for message in filter(is_translated, catalog):
        widths = [int(most) for most in _MOST_CELLS.findall(" ".join(message.auto_comments))]
        for english, translated in list_pairs(message):
            if list_places(english) != list_places(translated):
                yield f"other places: {translated!r}"
            ends = [(text[:1].isspace(), text[-1:].isspace()) for text in (english, translated)]
            if ends[0] != ends[1] and message.context != "thousands separator":
                yield f"other spaces around it: {translated!r}"
            if "\N{NO-BREAK SPACE}" in translated:
                yield f"a no-break space, which plain mode escapes: {translated!r}"
            if widths and cell_width(translated) > min(widths):
                yield f"more than {min(widths)} cells: {translated!r}"


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_program_reads_what_translators_wrote(code: str) -> None:
    """In every plural and context, with the languages compiled side by side."""
    catalog, read = read_catalog(code), translation.read_catalog(code)
    plural = c2py(catalog.plural_expr)
    counts = {plural(count): count for count in range(200, 0, -1)}.items()  # for each plural, one
    for message in filter(is_translated, catalog):
        if isinstance(message.id, str):
            found = read.gettext if message.context is None else read.pgettext
            named = [message.id] if message.context is None else [message.context, message.id]
            assert found(*named) == message.string
        else:
            assert message.string == tuple(
                read.ngettext(message.id[0], message.id[1], count) for _, count in sorted(counts)
            )


def test_what_is_not_translated_yet_stays_english(tmp_path: Path) -> None:
    (tmp_path / "de.po").write_text(
        'msgid "{count} point"\nmsgid_plural "{count} points"\nmsgstr[0] ""\nmsgstr[1] ""\n\n'
        'msgid "Roll"\nmsgstr "Wurf"\n\nmsgid "Score"\nmsgstr ""\n',
        encoding="utf-8",
    )
    compile_catalogs(tmp_path)
    sentences, (plural, words) = (
        json.loads((tmp_path / f"{name}.json").read_text(encoding="utf-8"))
        for name in ("sentences", "de")
    )
    catalog = translation._Catalog(sentences, plural, words)
    assert (catalog.gettext("Roll"), catalog.gettext("Score")) == ("Wurf", "Score")
    assert catalog.ngettext("{count} point", "{count} points", 2) == "{count} points"


@pytest.mark.slow
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_catalog_keeps_to_its_glossary(code: str) -> None:
    """Its head lists the words that aren't used; a star stands for any ending."""
    words = [each.partition(" (")[0] for each in read_head(code, "Not used", ", ") if each]
    patterns = (re.escape(each).replace(r"\*", r"\w*") for each in words)
    patterns = (f"(?i:{each})" if each.islower() else each for each in patterns)
    unused = re.compile(rf"\b(?:{'|'.join(patterns) or '(?!)'})\b")
    for message in filter(is_translated, read_catalog(code)):
        for _english, translated in list_pairs(message):
            text = re.sub(r"\{\w*\}", "", translated)
            assert message.context == "typed" or not unused.search(text), translated


@pytest.mark.parametrize("code", LANGUAGES)
def test_words_to_type_are_told_apart(code: str) -> None:
    """In plain mode a word of a language is neither another command nor another answer."""
    assert find_unclear_words(code, TABLE) == []
    for word in translate_word("hold"):
        assert parse(f"{word} 1 3") == parse(f"{word}13") == ("hold", "13")
    assert not {"y", *translate_word("yes")} & {"n", *translate_word("no")}


def read_head(code: str, name: str, between: str) -> list[str]:
    """Return what the comments at a catalog's beginning list behind a name, up to a period."""
    head = " ".join(line.strip("# ") for line in read_catalog(code).header_comment.splitlines())
    _, _, listed = head.partition(f"{name}: ")
    return listed.partition(".")[0].split(between) if listed else []


def find_unclear_words(code: str, *scopes: Scope) -> list[str]:
    """Return what is wrong with the words of commands, and with those that a dictionary gives."""
    translation.use_catalog(translation.read_catalog(code))
    head = "Words to type, the dictionary's first for each command"
    given = dict(each.split(" = ") for each in read_head(code, head, "; "))
    faults = []
    for scope in scopes:
        words = [
            (each.word, word)
            for each in scope.commands
            for word in {*translate_word(each.word), *given[each.word].split(", ")}
        ]
        faults += [
            f"{typed!r} is not {command}"
            for command, word in words
            for typed in (word, word.upper(), fold(word))
            if parse(typed, scope) != (command, "")
        ]
        faults += [
            f"{word!r} loses something, and {other!r} is one letter from it"
            for command, word in words
            for another, other in words
            if command in _LOSE and another not in _LOSE and is_one_letter_off(word, other)
        ]
    return faults


def is_one_letter_off(word: str, other: str) -> bool:
    """Return whether a letter that is wrong, left out or added makes one word the other."""
    one, two = fold(word), fold(other)
    at = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False)))
    return one[at + 1 :] in (two[at:], two[at + 1 :]) or one[at:] == two[at + 1 :]
