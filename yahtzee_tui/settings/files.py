"""The text of the file of settings."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

from yahtzee_tui.settings.problem import SettingsProblem

if TYPE_CHECKING:
    from pathlib import Path

MOST_BYTES = 1_000_000


def read_text(path: Path) -> str | None:
    """Return the text of a file as it stands, None if there is none.

    Raises:
        SettingsProblem: If it can't be read; the sentence says why.
    """
    try:
        # Opening a pipe would wait for somebody to write into it.
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise _unreadable(path, "it is a folder")
        if not stat.S_ISREG(mode):
            raise _unreadable(path, "it is no file")
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _unreadable(path, tell_error(error)) from None
    except ValueError:
        raise _unreadable(path, "no file can have this name") from None
    if len(content) > MOST_BYTES:
        raise _unreadable(path, f"it is longer than {MOST_BYTES // 1_000_000} MB")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = 1 + content.count(b"\n", 0, error.start)
        raise _unreadable(path, f"line {line} is no text in UTF-8") from None


def parse(path: Path, text: str) -> dict[str, object]:
    """Return what a text of TOML says.

    Raises:
        SettingsProblem: If it is none; the sentence says where.
    """
    import tomllib  # takes its time, and most players have no such file

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise _unreadable(path, "it is nested too deep") from None
    except ValueError as error:
        where = str(error).rpartition("(at ")[2].rstrip(")") if "(at " in str(error) else ""
        raise _unreadable(path, f"it is no TOML{f', {where}' if where else ''}") from None


def tell_error(error: OSError) -> str:
    """Return what the system says of an error, in the middle of a sentence."""
    said = error.strerror or "the system doesn't say why"
    return said[:1].lower() + said[1:]


def _unreadable(path: Path, why: str) -> SettingsProblem:
    return SettingsProblem(f"{path.name or path} can't be read: {why}.")
