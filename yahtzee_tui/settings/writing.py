"""Writing what the player changed, and nothing else, into the file of settings."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from yahtzee_tui.settings.problem import SettingsProblem

if TYPE_CHECKING:
    from pathlib import Path

    from tomlkit import TOMLDocument

    from yahtzee_tui.settings.options import Options

_KEYS = "keys"


def write_settings(path: Path, options: Options, before: Options) -> None:
    """Write the options that changed; comments, order and everything else in the file stay.

    Args:
        path: The file, which is made if there is none.
        options: The options as they are now.
        before: The options as they were; where both are the same, nothing is written.

    Raises:
        SettingsProblem: If it can't be saved; the file is then as it was.
    """
    from yahtzee_tui.settings.files import parse, read_text, tell_error

    if options == before:
        return
    try:
        text = read_text(path) or ""
        parse(path, text)
        new = _change(text, options, before)
    except SettingsProblem as problem:
        raise SettingsProblem(f"Nothing was saved. {problem.sentence}") from None
    try:
        _replace(path, new)
    except OSError as error:
        raise SettingsProblem(f"Nothing was saved: {tell_error(error)}.") from None


def write_options(options: Options) -> str:
    """Return the options that aren't the default ones, as the file of settings would have them."""
    from yahtzee_tui.settings.options import Options

    return _change("", options, Options())


def _change(text: str, options: Options, before: Options) -> str:
    """Return the text of a file with what changed.

    Raises:
        SettingsProblem: If that would change anything else in it.
    """
    import tomllib

    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    wanted = tomllib.loads(text)
    try:
        document = tomlkit.parse(text)
        for target in (document, wanted):
            _set(target, options, before)
        new = tomlkit.dumps(document)
        kept = tomllib.loads(new) == wanted
    except (TOMLKitError, RecursionError, ValueError, KeyError, TypeError):
        kept = False
    if not kept:
        raise SettingsProblem("The file is written in a way that can't be added to.")
    return new


def _set(target: TOMLDocument | dict[str, object], options: Options, before: Options) -> None:
    """Set what changed, in a document or in what it says."""
    from yahtzee_tui.settings.words import to_word

    for key in options._fields:
        value = getattr(options, key)
        if key != _KEYS and value != getattr(before, key):
            target[key] = to_word(value)
    if options.keys == before.keys:
        return
    if not isinstance(target.get(_KEYS), dict):
        target[_KEYS] = {}
    keys: Any = target[_KEYS]
    for name in {**before.keys, **options.keys}:
        chosen = options.keys.get(name)
        if chosen is None:
            keys.pop(name, None)
        elif chosen != before.keys.get(name):
            keys[name] = chosen


def _replace(path: Path, text: str) -> None:
    """Put a text in the place of a file, whole or not at all; a link to it stays a link.

    Raises:
        OSError: If that can't be done.
    """
    from tempfile import mkstemp

    target = os.path.realpath(path)
    folder, name = os.path.split(target)
    os.makedirs(folder, exist_ok=True)  # noqa: PTH103
    mode = None
    if os.path.exists(target):  # noqa: PTH110
        if not os.access(target, os.W_OK):
            raise PermissionError(0, "The file may only be read")
        mode = os.stat(target).st_mode & 0o7777  # noqa: PTH116
    number, draft = mkstemp(prefix=f".{name}.", dir=folder)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            os.chmod(draft, mode)  # noqa: PTH101
        os.replace(draft, target)  # noqa: PTH105
    except BaseException:
        os.unlink(draft)  # noqa: PTH108
        raise
