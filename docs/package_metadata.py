"""What the package says about where it is published, and its catalogs of translations.

`[tool.hatch.metadata.hooks.custom]` has the addresses, which variables of the environment such as
`YAHTZEE_TUI_SITE` may override. With one of them the README says how to install from a package
index, without any how to install from a clone. Its links lead to the site, since an index shows
the README without the files beside it; without a site they become plain text, and pictures are
left out.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

if TYPE_CHECKING:
    from collections.abc import Iterator

    from babel.messages.catalog import Message

_ROOT = Path(__file__).parents[1]
_PICTURE = re.compile(r"^\[?!\[.*\n\n", re.MULTILINE)
_LINK = re.compile(r"\[([^]]*)\]\(([^)]*)\)")
_FOR_CLONE = re.compile(r"<!-- clone -->\n(.*?)<!-- /clone -->\n", re.DOTALL)
_FOR_INDEX = re.compile(r"<!-- index\n(.*?)-->\n", re.DOTALL)
_TARGET = re.compile(r"\]\(([^)#]*)(#[^)]*)?\)")


def find_address(name: str) -> str:
    """Return `home`, `site`, `source`, `issues`, `play` or `email`, empty if there is none yet."""
    if name == "home":
        return find_address("site") or find_address("source")
    with (_ROOT / "pyproject.toml").open("rb") as file:
        addresses = tomllib.load(file)["tool"]["hatch"]["metadata"]["hooks"]["custom"]
    address: str = os.environ.get(f"YAHTZEE_TUI_{name.upper()}", addresses.get(name, ""))
    return address.rstrip("/")


def choose_installation(text: str) -> str:
    """Return a page with what it says about a clone, or about an index if there is an address."""
    dropped, kept = _FOR_INDEX, _FOR_CLONE
    if find_address("home"):
        dropped, kept = kept, dropped
    return kept.sub(r"\1", dropped.sub("", text))


def adapt_readme(text: str) -> str:
    """Return the README for a reader who has no other file."""
    text, site = choose_installation(text), find_address("site")
    if not site:
        return _LINK.sub(r"\1", _PICTURE.sub("", text))
    return _TARGET.sub(lambda link: f"]({site}/{_path(link[1])}{link[2] or ''})", text)


def _path(file: str) -> str:
    """Return where the site has a picture, or a page such as `docs/coach.md`."""
    if not file.endswith(".md"):
        return file
    page = file.removeprefix("docs/").removesuffix(".md").lower()
    return "" if page == "index" else f"{page}/"


class CustomMetadataHook(MetadataHookInterface):
    """Sets the text, the authors, and the links if there is an address."""

    def update(self, metadata: dict[str, Any]) -> None:
        text = (_ROOT / "README.md").read_text(encoding="utf-8")
        site, email = find_address("site"), find_address("email")
        metadata["readme"] = {"content-type": "text/markdown", "text": adapt_readme(text)}
        metadata["authors"] = [{"name": "yahtzee-tui contributors"}]
        if email:
            metadata["authors"][0]["email"] = email
        urls = {name: find_address(name.lower()) for name in ("Home", "Source", "Issues")}
        urls["Homepage"] = urls.pop("Home")
        if site:
            urls |= {"Documentation": f"{site}/", "Changelog": f"{site}/changelog/"}
        metadata["urls"] = {name: address for name, address in urls.items() if address}


def compile_catalogs(folder: Path) -> None:
    """Write what the program reads of the catalogs, if a source is newer.

    `sentences.json` has the English sentences, as gettext names them, and `de.json` the rule of
    the plural and the German ones, in the same order. The format of gettext itself would repeat
    the English in each language, and be more than half of the package.
    """
    sources = sorted(folder.glob("*.po"))
    targets = [folder / "sentences.json", *(each.with_suffix(".json") for each in sources)]
    patterns = folder / "patterns.txt"
    changed = max(each.stat().st_mtime for each in sources)
    if all(each.exists() and each.stat().st_mtime > changed for each in (*targets, patterns)):
        return
    catalogs = [
        read_po(each.read_text(encoding="utf-8").splitlines(keepends=True), each.stem)
        for each in sources
    ]
    translated = [
        {_key(each): each.string for each in catalog if each.id and _is_translated(each)}
        for catalog in catalogs
    ]
    sentences = sorted(set().union(*translated))
    _write_json(targets[0], sentences)
    for target, catalog, words in zip(targets[1:], catalogs, translated, strict=True):
        _write_json(target, [catalog.plural_expr, [words.get(each) for each in sentences]])
    messages = [message for catalog in catalogs for message in catalog if message.id]
    found = {each for message in messages for each in find_patterns(message)}
    _write(patterns, "\n".join(sorted(found)))


_LONGEST = 20  # a name is at most as long
_PLACE = re.compile(r"\{(\w+)\}")
_LABEL = re.compile(r"([^{}:]+ ?: )\{\w+\}\.")
_WORDS_ABOUT_PLAYER = re.compile(r"\{\}((?:\W*\w+)*?\W*\w{3,})(?!\w)")
_COUNTS = re.compile(r"(?!\{)[^*]*(\w[^*\w]*){4}[^*]*")
_PLAYERS = {"player", "players"}
_NUMBERS = {
    "count", "face", "hours", "minutes", "most", "number", "percent", "place", "points", "roll",
    "rolls", "round", "rounds", "saved", "seconds", "total",
}  # fmt: skip


def find_patterns(message: Message) -> Iterator[str]:
    """Yield patterns of the sentences of a message that a player's name must not read like.

    They have `{}` for a player and `0` for a number; sentences with other places don't count. A
    sentence that begins with a player ends after the first word of three letters, with a space.
    Others count as a whole, folded and without a period, if in English they have one or a number;
    so does an English label of one place. Some labels of other languages are names, as `Summer`.
    What is in capitals is no sentence.
    """
    english = message.id if isinstance(message.id, str) else message.id[0]
    forms = [each if isinstance(each, tuple) else (each,) for each in (message.id, message.string)]
    counts = english[-1] in ".!?" or _NUMBERS & {*_PLACE.findall(english)}
    for sentence in filter(None, chain(*forms)):
        label = _LABEL.fullmatch(sentence) if sentence is english else None
        pattern = _PLACE.sub(_generalise, label[1] if label else sentence).rstrip(" .!?:")
        if _PLACE.sub("", english).isupper():
            continue
        if about := _WORDS_ABOUT_PLAYER.match(pattern):
            yield f"{{}}{about[1]} "
        elif counts and len(pattern) <= _LONGEST and _COUNTS.fullmatch(pattern):
            yield pattern.casefold()


def _generalise(place: re.Match[str]) -> str:
    return "{}" if place[1] in _PLAYERS else "0" if place[1] in _NUMBERS else "*"


def _key(message: Message) -> str:
    sentence = message.id if isinstance(message.id, str) else message.id[0]
    return f"{message.context}\x04{sentence}" if message.context else sentence


def _is_translated(message: Message) -> bool:
    """Return whether a sentence is, in all its plurals."""
    return bool(message.string) and all(message.string) and not message.fuzzy


def _write_json(path: Path, content: list[Any]) -> None:
    _write(path, json.dumps(content, ensure_ascii=False, indent=0))


def _write(path: Path, text: str) -> None:
    # Replaced as a whole, since other programs may read it at the time.
    partial = path.with_suffix(f".{os.getpid()}")
    partial.write_text(text, encoding="utf-8")
    partial.replace(path)


class CatalogHook(BuildHookInterface[Any]):
    """Puts the compiled catalogs into the package."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        compile_catalogs(Path(self.root) / "yahtzee_tui" / "settings" / "languages")
        written = ("*.json", "patterns.txt")
        build_data["artifacts"] += [f"yahtzee_tui/settings/languages/{each}" for each in written]
