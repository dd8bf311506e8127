"""Parses terminal input so that no byte and no sequence ends the program or arrives as other keys.

Textual's input thread dies of bytes that are not UTF-8 and of numbers that are no characters, and
types the letters of a sequence that it doesn't recognise.
"""

from __future__ import annotations

import codecs
import re
import sys
import time
from functools import partial
from typing import TYPE_CHECKING

from textual import constants
from textual._parser import ParseTimeout
from textual._xterm_parser import _MAX_SEQUENCE_SEARCH_THRESHOLD, XTermParser
from textual.events import Key, Paste
from textual.messages import InBandWindowResize

from yahtzee_tui.tui.terminal.filters import TrueColorFound

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual.driver import Driver
    from textual.message import Message

_TOKEN = re.compile(
    r"""\x1b\[200~(?P<paste>.*?)\x1b\[201~     # bracketed paste
      | (?P<dropped>
            \x1b\[M...                         # the mouse in the encoding of X10
          | \x1b[PX\]^_].*?(?:\x1b\\|\x07)     # strings, as answers to questions about colors
        )
      | (?P<sequence>
            \x1b\[\[.                         # function keys of Linux's console
          | \x1b\[(?!\[|M|200~)[0-?]*[ -/]*[@-~]
          | \x1bO[0-?]*[@-~]
        )
      | (?P<key>\x1b(?=\x1b) | \x1b[^\x1b\[OPX\]^_] | [^\x1b])
    """,
    re.DOTALL | re.VERBOSE,
)
_ANSWER = re.compile(r"\x1bP1\$r[\d:;]*48[:;]2[:;]+1[:;]2[:;]3m")


_LONGEST_PASTE = 1 << 20
_PASTE_SECONDS = 2.0
"""How long the end of a paste or of a string is waited for."""

_STRING = re.compile(r"\x1b[PX\]^_].")
"""The start of a string: without what follows it is Alt and a key."""

_KITTY_KEY = re.compile(
    r"""\x1b\[(?P<code>\d+)(?::\d*)?(?::(?P<base>\d+))?
        (?:;(?P<modifiers>\d*)(?::(?P<kind>\d))?)?(?P<text>;[\d:]*)?(?P<end>[u~A-HPQS])""",
    re.VERBOSE,
)
"""A key of Kitty's protocol, with what Textual's parser doesn't take.

Before the colons are the key itself and its modifiers; after them the key with Shift, the key at
that place of an English keyboard, and the kind of the event.
"""
_REPEAT, _RELEASE = "2", "3"

_LARGEST = 1000
"""The most columns and rows that a terminal may report."""

_SURROGATE = re.compile("[\ud800-\udfff]")
"""Half of a character: it can't be written to a terminal or a file."""

_FALLBACK = "yahtzee-tui.latin-1"


class TolerantParser(XTermParser):
    """Splits input into keys, pastes and whole sequences, which Textual's parser then translates.

    What can't be translated is dropped. A key may have two attributes more: `is_repeat`, where the
    terminal says so, and `base`, the one at its place of an English keyboard.
    """

    has_alt_keys = False
    """Whether Alt and a key do something; otherwise they are Escape and a key on a slow line."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._pending = ""
        self._received = 0.0
        self._reports_size = self._reports_releases = False

    @property
    def is_waiting(self) -> bool:
        """Whether `tick` has to be called again soon."""
        return bool(self._pending)

    def feed(self, data: str) -> Iterable[Message]:
        self._pending += data
        start = 0
        while found := _TOKEN.match(self._pending, start):
            start = found.end()
            match found.lastgroup:
                case "paste":
                    yield Paste(found["paste"].replace("\x00", ""))
                case "dropped" if _ANSWER.match(found["dropped"]):
                    yield TrueColorFound()
                case "sequence" if key := _KITTY_KEY.fullmatch(found["sequence"]):
                    yield from self._translate_kitty_key(key)
                case "sequence":
                    yield from self._translate(found["sequence"])
                case "key":
                    text = found["key"]
                    is_alt = len(text) == 1 or self.has_alt_keys or not text[1].isprintable()
                    for each in (text,) if is_alt else text:
                        yield from self._translate(each, is_whole=False)
        self._pending = self._pending[start:][:_LONGEST_PASTE]
        self._received = time.monotonic()  # now, as the messages may have been delayed

    def tick(self) -> Iterable[Message]:
        """Handle what nothing followed: the key Escape, and incomplete sequences."""
        is_paste = self._pending.startswith("\x1b[200~")
        # On a slow line, the rest of an answer to a question would be typed.
        is_string = _STRING.match(self._pending)
        patience = _PASTE_SECONDS if is_paste or is_string else constants.ESCAPE_DELAY
        if self._pending and time.monotonic() >= self._received + patience:
            pending, self._pending = self._pending, ""
            if is_paste:
                yield Paste(pending.removeprefix("\x1b[200~").replace("\x00", ""))
            else:
                yield from self._translate(pending, is_whole=len(pending) > 2)

    def _translate_kitty_key(self, key: re.Match[str]) -> Iterable[Message]:
        code, base, modifiers, kind, text, end = key.groups(default="")
        self._reports_releases |= kind == _RELEASE
        if kind == _RELEASE:
            return
        codes = f"{code};{modifiers}{text}".rstrip(";")
        for message in self._translate(f"\x1b[{codes}{end}"):
            if self._reports_releases:
                vars(message)["is_repeat"] = kind == _REPEAT
            if base and text in ("", f";{code}"):  # with Shift or AltGr it is another character
                vars(message)["base"] = chr(int(base))
            yield message

    def _translate(self, text: str, is_whole: bool = True) -> Iterable[Message]:
        """Return the messages for a token; one that isn't whole may be Escape or Alt and a key."""
        is_refused = text.startswith("\x1b[48;") and not self._is_size(text)
        if is_refused or len(text) > _MAX_SEQUENCE_SEARCH_THRESHOLD:  # which would be typed
            return
        try:
            messages = list(super().feed(text))
            if not is_whole and self._awaiting.timeout is not None:
                self._awaiting = self._gen.throw(ParseTimeout())
                messages += self._tokens
            is_translated = self._awaiting.timeout is None
        except Exception:
            messages, is_translated = [], False
        self._tokens.clear()
        if not is_translated:
            self._gen = self.parse(self._tokens.append)
            self._awaiting = next(self._gen)
        for message in messages:
            if isinstance(message, InBandWindowResize):
                self._reports_size = message.supported
            if not isinstance(message, Key) or not _SURROGATE.search(message.character or ""):
                yield message

    def _is_size(self, report: str) -> bool:
        columns_rows_pixels = [int(number) for number in re.findall(r";(\d{1,6})", report)]
        return (
            self._reports_size
            and all(columns_rows_pixels)
            and max(columns_rows_pixels[:2], default=0) <= _LARGEST
        )


def tolerate_any_input(driver: type[Driver]) -> None:
    """Let a driver's class decode and parse with the tolerant replacements."""
    codecs.register_error(_FALLBACK, _decode_as_latin_1)
    for module in {sys.modules[each.__module__] for each in driver.__mro__}:
        if hasattr(module, XTermParser.__name__):
            vars(module).update(XTermParser=TolerantParser, getincrementaldecoder=decoder_class)


def decoder_class(encoding: str) -> Callable[[], codecs.IncrementalDecoder]:
    """Return what makes a decoder that takes bytes that are none for characters of Latin-1."""
    return partial(codecs.getincrementaldecoder(encoding), _FALLBACK)


def _decode_as_latin_1(error: UnicodeError) -> tuple[str, int]:
    """Return what terminals with an 8-bit character set mean, and where decoding goes on."""
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("latin-1"), error.end
