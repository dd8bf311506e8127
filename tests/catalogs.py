"""Updates the catalogs of translations from the source: `python -m tests.catalogs [LANGUAGE]`.

Prints what each language lacks. With the code of a new language it begins its files, which have
English words for those to be translated.
"""

import ast
import runpy
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as CatalogMessage
from babel.messages.pofile import read_po, write_po

from tests.source import ROOT
from yahtzee_tui.rules import BUILT_IN, Box
from yahtzee_tui.settings.languages import _english_names, _read_names

SOURCES = ROOT / "yahtzee_tui"
CATALOGS = SOURCES / "settings" / "languages"

_DECLARE: dict[str, dict[int, str | None]] = {
    "bind": {2: None, 4: None},
    "Step": {0: None, 1: None, 3: None, 4: None},
    "option_words": dict.fromkeys(range(6)),
    "TableCommand": {1: "typed", 2: None},
    "translate_word": {0: "typed"},
    "is_typed": {0: "typed"},
    "key_name": {0: "key"},
    "argument": {1: None, 2: None},
    "switch": {1: None},
    "CommandSpec": {1: None},
}
"""Arguments of functions that are sentences to be translated later, each with its context."""


UNFINISHED = "Unfinished:"
"""In the head of a catalog that may lack sentences."""

_HEAD = f"""\
# {{name}}
# {UNFINISHED} sentences without a translation are shown in English. Remove these two lines when all
# have one.
# Glossary: die = ?, dice = ?, hold (a die) = ?, release = ?, roll (noun) = ?, roll (verb) = ?,
# reroll = ?, box = ?, upper section = ?, lower section = ?, bonus = ?, joker = ?, straight = ?,
# full house = ?, turn = ?, round = ?, table = ?, seat = ?, card = ?, record (of a game) = ?, score
# (noun) = ?, score (verb, in a box) = ?, total = ?, high scores = ?, ladder = ?, hint = ?, coach =
# ?, undo = ?, redo = ?, lobby = ?, watch = ?, guest = ?, host (of a table) = ?, host (of a server)
# = ?, event = ?, daily game = ?, best play = ?, expected = ?, luck = ?, skill = ?, accuracy = ?,
# decision = ?, review = ?, practice = ?, unfinished = ?.
# Not used: .
# Words to type, the dictionary's first for each command: {{words}}."""


class Message(NamedTuple):
    one: str
    many: str | None = None
    context: str | None = None


def compile_catalogs(folder: Path = CATALOGS) -> None:
    """Compile the catalogs if one is out of date."""
    runpy.run_path(str(ROOT / "docs" / "package_metadata.py"))["compile_catalogs"](folder)


@cache
def extract() -> Catalog:
    catalog = Catalog(
        project="yahtzee-tui", copyright_holder="the yahtzee-tui contributors", charset="utf-8"
    )
    for path in sorted(SOURCES.rglob("*.py")):
        for line, message, comments in _extract_file(path):
            catalog.add(
                message.one if message.many is None else (message.one, message.many),
                locations=[(str(path.relative_to(ROOT)), line)],
                auto_comments=comments,
                context=message.context,
                flags=["python-brace-format"] if "{" in message.one else [],
            )
    return catalog


def _extract_file(path: Path) -> Iterator[tuple[int, Message, list[str]]]:
    source = path.read_text(encoding="utf-8")
    nodes = [*ast.walk(ast.parse(source))]
    notes = list(_find_notes(source, nodes))
    calls = (each for each in nodes if isinstance(each, ast.Call))
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        function = call.func.id if isinstance(call.func, ast.Name) else ""
        values = (getattr(each, "value", None) for each in call.args)
        words = [each if isinstance(each, str) else "" for each in values]
        for message in _find_messages(function, words):
            if message.one:
                found = [note for lines, note in notes if call.lineno in lines]
                yield call.lineno, message, found


def _find_notes(source: str, nodes: list[ast.AST]) -> Iterator[tuple[range, str]]:
    """Yield each line of a note for translators, with the lines of all that begins below it."""
    lines = [line.strip() for line in source.splitlines()]
    for at, line in enumerate(lines):
        if line.startswith("# Translators: "):
            comments = [*takewhile(lambda each: each.startswith("#"), lines[at:])]
            first = at + len(comments) + 1
            begun = (each for each in nodes if getattr(each, "lineno", 0) == first)
            last = max(getattr(each, "end_lineno", 0) for each in begun)
            for each in comments:
                yield range(first, last + 1), each.removeprefix("# ").removeprefix("Translators: ")


def _find_messages(function: str, words: Sequence[Any]) -> Iterator[Message]:
    if function in _DECLARE:
        for at, context in _DECLARE[function].items():
            if at < len(words):
                yield Message(words[at], context=context)
    elif function == "ngettext":
        yield Message(words[0], words[1])
    elif function == "pgettext":
        yield Message(words[1], context=words[0])
    elif function in ("_", "N_") and words:
        yield Message(words[0])


def read_catalog(code: str) -> Catalog:
    with (CATALOGS / f"{code}.po").open("rb") as file:
        return read_po(file, locale=code)


def update(code: str, source: Catalog) -> Catalog:
    """Write the catalog of a language with the sentences of the source, and return it."""
    path = CATALOGS / f"{code}.po"
    if path.exists():
        catalog = read_catalog(code)
        catalog.update(source, no_fuzzy_matching=True)
        catalog.obsolete.clear()
    else:
        catalog = Catalog(locale=code, project=source.project, charset="utf-8", fuzzy=False)
        if "1000000" in catalog.plural_expr:  # a form of its own for millions, which a game has not
            one = "n > 1" if code in ("fr", "pt") else "n != 1"
            catalog.mime_headers = [("Plural-Forms", f"nplurals=2; plural=({one});")]
        catalog.update(source, no_fuzzy_matching=True)
    # No dates and no names: git has them, and they would make a difference where there is none.
    catalog.creation_date = catalog.revision_date = datetime(2026, 1, 1, tzinfo=UTC)
    catalog.last_translator = catalog.language_team = "the yahtzee-tui contributors"
    catalog.version, catalog.msgid_bugs_address = "1", "see CONTRIBUTING.md"
    if not path.exists():
        name = catalog.locale.display_name if catalog.locale else code
        typed = sorted(str(each.id) for each in source if each.context == "typed")
        words = "; ".join(f"{word} = {word}" for word in typed)
        catalog.header_comment = _HEAD.format(name=name, words=words)
        path.with_suffix(".toml").write_text(_begin_names(), encoding="utf-8")
    written = BytesIO()
    write_po(
        written, catalog, width=100, sort_by_file=True, omit_header=False, include_lineno=False
    )
    path.write_bytes(written.getvalue())
    return catalog


def list_boxes() -> dict[str, Box]:
    """Return the boxes that a language names, by id."""
    boxes = (box for ruleset in reversed(BUILT_IN.values()) for box in ruleset.boxes)
    return {box.id: box for box in boxes if box.name in _english_names()}


def _begin_names() -> str:
    """Return a file of names with the English ones."""
    games = (f'{key} = "{BUILT_IN[key].name}"' for key in _read_names("de")["games"])
    names = {key: dict.fromkeys((box.name, box.short)) for key, box in list_boxes().items()}
    boxes = (f'{key} = "{" / ".join(own)}"' for key, own in names.items())
    head = "# A name wider than 11 columns has a short one behind a slash."
    return "\n".join((head, "", "[games]", *games, "", "[any]", *boxes, ""))


def is_translated(message: CatalogMessage) -> bool:
    """Return whether a sentence is, in all its plurals."""
    words = message.string if isinstance(message.string, tuple) else (message.string,)
    return bool(message.id) and all(words) and not message.fuzzy


def list_missing(catalog: Catalog) -> list[str]:
    missing = (each.id for each in catalog if each.id and not is_translated(each))
    return [each if isinstance(each, str) else each[0] for each in missing]


def main() -> None:
    source = extract()
    codes = sys.argv[1:] or sorted(path.stem for path in CATALOGS.glob("*.po"))
    for code in codes:
        catalog = update(code, source)
        print(f"{code}: {len(list_missing(catalog))} of {len(catalog)} sentences are missing")
    compile_catalogs()


if __name__ == "__main__":
    main()
