"""Sentences in the player's language, by GNU gettext. English is the source text.

What is in `{braces}` is a place that the caller fills by name, so that translators can order the
places as their language wants. A process speaks one language at a time.
"""

from __future__ import annotations

import functools
import gettext
import re
import unicodedata
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from contextlib import AbstractContextManager

_Function = TypeVar("_Function", bound="Callable[..., object]")

ENGLISH = gettext.NullTranslations()

_CATALOGS = "settings/languages"

_catalog = ENGLISH
_own: ContextVar[gettext.NullTranslations | None] = ContextVar("catalog", default=None)
_cached: list[functools._lru_cache_wrapper[object]] = []


def N_(sentence: str) -> str:  # noqa: N802  its name in GNU gettext
    """Mark a sentence that is translated later, such as one in a table."""
    return sentence


LANGUAGES = {
    "auto": N_("as the system"),
    "en": "English",
    "da": "Dansk",
    "de": "Deutsch",
    "es": "Español",
    "fi": "Suomi",
    "fr": "Français",
    "it": "Italiano",
    "nl": "Nederlands",
    "no": "Norsk",
    "pl": "Polski",
    "pt": "Português (Brasil)",
    "sv": "Svenska",
}
"""The languages of the program by code, named in themselves; the default first."""

_VARIANTS = {"nb": "no", "nn": "no"}
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def find_language(chosen: str, environment: Mapping[str, str], otherwise: str = "en") -> str:
    """Return the code of a language, for `auto` that of the environment, or else another.

    As in GNU gettext, the languages in `LANGUAGE` go before that of the locale, but for `C`.
    """
    if chosen != "auto":
        return chosen
    locale = next(filter(None, map(environment.get, _VARIABLES)), "")
    is_set = locale.partition(".")[0] not in ("", "C", "POSIX")
    listed = environment.get("LANGUAGE", "").split(":") if is_set else []
    for value in (*listed, locale):
        code = value[:2].lower() if value[2:3] in ("", "_", ".", "@", "-") else ""
        code = _VARIANTS.get(code, code)
        if code in LANGUAGES:
            return code
    return otherwise


class _Catalog(gettext.GNUTranslations):
    """What `compile_catalogs` in `docs/package_metadata.py` writes for a language."""

    def __init__(self, sentences: list[str], plural: str, translated: list[Any]) -> None:
        super().__init__()
        self.plural = gettext.c2py(plural)
        self._catalog: dict[str | tuple[str, int], str] = {}
        for sentence, words in zip(sentences, translated, strict=True):
            if isinstance(words, str):
                self._catalog[sentence] = words
            else:
                self._catalog |= {(sentence, form): each for form, each in enumerate(words or ())}


@functools.cache
def read_catalog(code: str) -> gettext.NullTranslations:
    """Return the catalog of a language; English where it isn't compiled."""
    if code == "en":
        return ENGLISH
    try:
        content, sentences = _read_json(code), _read_json("sentences")
    except FileNotFoundError:
        return ENGLISH
    return _Catalog(sentences, *content)


def _read_json(name: str) -> Any:
    import json  # takes its time, and most players read English

    return json.loads(read_language_file(f"{name}.json"))


def read_language_file(name: str) -> str:
    """Return the text of a file in `settings/languages`; raise `FileNotFoundError` without it."""
    from pkgutil import get_data  # takes less time than importlib.resources

    return (get_data(__package__, f"{_CATALOGS}/{name}") or b"").decode()


_DIGITS = re.compile(r"[0-9]+")


@functools.lru_cache(64)
def is_sentence(text: str) -> bool:
    """Return whether a short text reads as a sentence of the program in one of its languages.

    That is a whole sentence, or the beginning of one about a player. `find_patterns` in
    `docs/package_metadata.py` says which sentences count. Their patterns are read in a
    millisecond, and not kept.
    """
    try:
        patterns = frozenset(read_language_file("patterns.txt").splitlines())
    except FileNotFoundError:
        return False
    text = _DIGITS.sub("0", unicodedata.normalize("NFKC", text)).rstrip(".!?")
    whole, spaced = text.casefold(), f"{text} "
    parts = list(combinations(range(len(spaced) + 1), 2))
    return not patterns.isdisjoint(
        {whole}
        | {f"{whole[:begin]}{{}}{whole[end:]}" for begin, end in parts}
        | {f"{{}}{spaced[begin:end]}" for begin, end in parts if begin}
    )


def use_catalog(catalog: gettext.NullTranslations) -> None:
    """Speak the language of a catalog from now on."""
    global _catalog
    if catalog is not _catalog:
        _catalog = catalog
        for each in _cached:
            each.cache_clear()


@contextmanager
def in_language(code: str) -> Iterator[None]:
    """Speak the language of a code here; nothing called may use `cache`."""
    before = _own.set(read_catalog(code))
    try:
        yield
    finally:
        _own.reset(before)


def in_english() -> AbstractContextManager[None]:
    """Speak English here, for words that are saved; nothing called may use `cache`."""
    return in_language("en")


def cache(function: _Function) -> _Function:
    """Keep the results of a function that returns words, until the language changes."""
    kept = functools.cache(function)
    _cached.append(kept)
    return kept  # type: ignore[return-value]  # as it is called


def _(sentence: str, /, **places: object) -> str:
    """Return a sentence in the player's language, with its places filled."""
    found = (_own.get() or _catalog).gettext(sentence)
    return found.format_map(places) if places else found


def ngettext(one: str, many: str, count: int, /, **places: object) -> str:
    """Return the sentence of the two that fits a number, which is its place `{count}`."""
    found = (_own.get() or _catalog).ngettext(one, many, count)
    return found.format_map({"count": count, **places})


def pgettext(context: str, sentence: str, /, **places: object) -> str:
    """Return a sentence that means several things in English, translated as the context says."""
    found = (_own.get() or _catalog).pgettext(context, sentence)
    return found.format_map(places) if places else found
