"""What the environment says of the terminal: which characters it knows, and how many colours."""

from __future__ import annotations

import os
import sys

_LOCALES = ("LC_ALL", "LC_CTYPE", "LANG")
_UTF8 = ("utf8", "cp65001")
_FULL_COLOUR = ("truecolor", "24bit")
_MANY_COLOURS = ("256color", "kitty")
"""How TERM ends where there are more than sixteen."""


def has_utf8() -> bool:
    """Return whether the terminal understands UTF-8, as far as the locale says so.

    Where no locale is set at all, nearly every terminal does.
    """
    if os.name == "nt":
        return _is_utf8(sys.stderr.encoding if sys.stderr is not None else "")
    from locale import getencoding

    if not _is_utf8(getencoding()):
        return False
    # For a locale without UTF-8, Python itself has put one with it into LC_CTYPE.
    ours = ("LC_CTYPE",) if sys.flags.utf8_mode else ()
    said = (os.environ.get(name, "") for name in _LOCALES if name not in ours)
    locale = next(filter(None, said), "")
    encoding = locale.partition(".")[2].partition("@")[0]
    return locale not in ("C", "POSIX") and (not encoding or _is_utf8(encoding))


def has_few_colours() -> bool:
    """Return whether there are no more than sixteen colours, as Textual finds it too."""
    if os.name == "nt":
        return False
    if (system := os.environ.get("TEXTUAL_COLOR_SYSTEM", "auto")) != "auto":
        return system == "standard"
    if os.environ.get("COLORTERM", "").strip().casefold() in _FULL_COLOUR:
        return False
    return os.environ.get("TERM", "").strip().casefold().rpartition("-")[2] not in _MANY_COLOURS


def _is_utf8(encoding: str) -> bool:
    return encoding.casefold().replace("-", "") in _UTF8
