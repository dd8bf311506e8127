"""The display: options and terminal, from the command line, the environment and the settings."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.cli.output import format_file_name
from yahtzee_tui.errors import UserError
from yahtzee_tui.settings import apply_language, config_file, read_settings
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from argparse import Namespace
    from pathlib import Path

    from yahtzee_tui.settings import Options

_LOCALES = ("LC_ALL", "LC_CTYPE", "LANG")
_UTF8 = ("utf8", "cp65001")


class Display(NamedTuple):
    """How the game is shown."""

    options: Options  # the options of this run
    settings: Path  # the settings file, in which changes are saved
    notices: list[str]  # the errors in that file, a sentence each
    ascii_only: bool  # whether to draw ASCII only


def find_config(args: Namespace) -> Path:
    """Return the path of the settings file."""
    if "config" in args:
        from pathlib import Path

        return Path(args.config)
    return config_file()


def find_display(args: Namespace) -> Display:
    """Return the display of this run.

    Raises `UserError` if the file that is named isn't there.
    """
    if "no_color" in args:
        os.environ["NO_COLOR"] = "1"  # Textual reads it, and child processes inherit it
    settings = find_config(args)
    if "config" in args and not os.path.exists(args.config):  # noqa: PTH110  any text will do
        raise UserError(_("{file} doesn't exist.", file=format_file_name(args.config)))
    options, notices = read_settings(settings)
    if "language" in args:
        options = options._replace(language=args.language)
    apply_language(options.language, os.environ)
    if "theme" in args:
        options = options._replace(colors=args.theme)
    if "cursor" in args:
        options = options._replace(cursor="shown")
    if "no_mouse" in args:
        options = options._replace(mouse="terminal")
    return Display(
        options=options,
        settings=settings,
        notices=notices,
        ascii_only="ascii" in args or not has_utf8(),
    )


def has_utf8() -> bool:
    """Return whether the terminal uses UTF-8 according to the locale; True without a locale."""
    if sys.platform == "win32":
        return _is_utf8(sys.stderr.encoding if sys.stderr is not None else "")
    from locale import getencoding

    if not _is_utf8(getencoding()):
        return False
    # In UTF-8 mode Python has itself set LC_CTYPE to a UTF-8 locale.
    ours = ("LC_CTYPE",) if sys.flags.utf8_mode else ()
    values = (os.environ.get(name, "") for name in _LOCALES if name not in ours)
    locale = next(filter(None, values), "")
    encoding = locale.partition(".")[2].partition("@")[0]
    return locale not in ("C", "POSIX") and (not encoding or _is_utf8(encoding))


def _is_utf8(encoding: str) -> bool:
    return encoding.casefold().replace("-", "") in _UTF8
