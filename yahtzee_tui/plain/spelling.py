"""Every line as an output can write it: no controls, and only characters that it has a code for."""

from __future__ import annotations

from unicodedata import normalize

from yahtzee_tui.text import escape_controls

_LIKE = str.maketrans("–—−’“”⁄", '---\'""/') | {ord("ß"): "ss"}


def spell(line: str, code: str) -> str:
    """Return a line as it can be written.

    Args:
        line: Anything.
        code: The name of the output's encoding.
    """
    line = escape_controls(line)
    try:
        line.encode(code)
    except UnicodeEncodeError:
        return "".join(_spell_one(each, code) for each in line)
    return line


def _spell_one(character: str, code: str) -> str:
    """Return a character, or the letters below its marks, or a question mark."""
    for alike in (character, normalize("NFKD", character).translate(_LIKE)):
        found = alike.encode(code, "ignore").decode(code)
        if found.isprintable() and found:
            return found
    return "?"
