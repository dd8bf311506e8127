"""The player's file of settings: read whole, and written only where the player changed an option.

Comments, order and everything else that was edited by hand stay as they are.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from yahtzee_tui.settings.options import Manners, Options, parse_option, to_toml
from yahtzee_tui.settings.toml_file import (
    SettingsError,
    describe_os_error,
    describe_value,
    parse_toml,
    read_file,
    read_text,
    read_values,
    wrong_value,
)
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from pathlib import Path

    from tomlkit import TOMLDocument

    from yahtzee_tui.settings.toml_file import Readers

_KEYS = "keys"
_KIND = "option"


def read_settings(path: Path) -> tuple[Options, list[str]]:
    """Return the options that a file sets, and a sentence for everything wrong with it.

    Whether the keys in it make sense is for the screens to check, which know the bindings. The file
    may be missing.
    """
    try:
        values, faults = read_file(path, _KIND, _READERS)
    except SettingsError as error:
        return Options(), [f"{error.sentence} {_('Using the defaults.')}"]
    return Options(**values), faults


def read_option(path: Path, key: str) -> Any:
    """Return an option of a file of settings, in no time if it doesn't name it."""
    try:
        text = read_text(path) or ""
    except SettingsError:
        text = ""
    return getattr(read_options(text) if key in text else Options(), key)


def read_options(text: str, defaults: Options | None = None) -> Options:
    """Return the options in a text written by `write_options`, perhaps by another version.

    What makes no sense sets nothing.
    """
    defaults = defaults or Options()
    import tomllib

    try:
        values, _faults = read_values(tomllib.loads(text), _KIND, _READERS)
    except (tomllib.TOMLDecodeError, RecursionError):
        return defaults
    return defaults._replace(**values)


def write_options(options: Options, defaults: Options | None = None) -> str:
    """Return the options that differ from the defaults, in the format of the file."""
    return _change("", options, defaults or Options())


def write_settings(path: Path, options: Options, before: Options) -> None:
    """Write the options that changed into the file, which is created if there is none.

    Comments, order and everything else in it stay. Raise `SettingsError` if it can't be saved; the
    file is then as it was.
    """
    if options == before:
        return
    try:
        text = read_text(path) or ""
        parse_toml(path, text)
        new = _change(text, options, before)
    except SettingsError as error:
        raise SettingsError(f"{_('Settings not saved.')} {error.sentence}") from None
    try:
        _replace(path, new)
    except OSError as error:
        sentence = _("Settings not saved: {error}.", error=describe_os_error(error))
        raise SettingsError(sentence) from None


def _read_option(key: str, word: object, _faults: list[str]) -> object:
    try:
        return parse_option(key, word)
    except ValueError as allowed:
        raise wrong_value(key, word, str(allowed)) from None


def _read_keys(key: str, word: object, faults: list[str]) -> dict[str, str]:
    """Read the table of keys, in which every name is allowed."""
    if not isinstance(word, dict):
        raise wrong_value(key, word, _("a table"))
    for name, chosen in word.items():
        if not isinstance(chosen, str):
            # Translators: at the beginning of a sentence that goes on with "must be text"
            keys = _("the keys for {action}", action=describe_value(name))
            faults.append(str(wrong_value(keys, chosen, _("text"))))
    return {name: chosen for name, chosen in word.items() if isinstance(chosen, str)}


_READERS = {**dict.fromkeys(Options._fields, _read_option), _KEYS: _read_keys}

MANNER_READERS: Readers = dict.fromkeys(Manners._fields, _read_option)
"""Those of the options that a game may have its own values for."""


def _change(text: str, options: Options, before: Options) -> str:
    """Return a file's text with the changed options; raise `SettingsError` if more would change."""
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
        raise SettingsError(_("The settings file has a form that the program can't change."))
    return new


def _set(target: TOMLDocument | dict[str, object], options: Options, before: Options) -> None:
    """Set the options that changed, in a document or in the dictionary that it stands for."""
    changed = [key for key in options._fields if getattr(options, key) != getattr(before, key)]
    for key in changed:
        value = getattr(options, key)
        if value is None:
            target.pop(key, None)
        elif key != _KEYS:
            target[key] = to_toml(value)
    if _KEYS in changed:
        _set_keys(target, options, before)


def _set_keys(target: TOMLDocument | dict[str, object], options: Options, before: Options) -> None:
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
    """Replace the content of a file at once, or raise `OSError`; a link to it stays a link."""
    from tempfile import mkstemp

    target = os.path.realpath(path)
    folder, name = os.path.split(target)
    os.makedirs(folder, exist_ok=True)  # noqa: PTH103
    mode = None
    if os.path.exists(target):  # noqa: PTH110
        if not os.access(target, os.W_OK):
            raise PermissionError(0, _("The file is read-only"))
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
