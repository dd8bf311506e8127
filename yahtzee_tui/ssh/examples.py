"""Example files for a server's host: systemd unit, Containerfile, sshd_config, settings."""

from __future__ import annotations

import json
from importlib.resources import files

from yahtzee_tui.ssh.config import Limits, ServerSettings

_SETTINGS = "config"
_FILES = {
    "systemd": "yahtzee-tui.service",
    "container": "Containerfile",
    "sshd": "sshd_config",
}

EXAMPLES = (*_FILES, _SETTINGS)
"""The names of the examples."""


def read_example(name: str) -> str:
    """Return the text of an example; `name` is one of `EXAMPLES`."""
    if name == _SETTINGS:
        return _format_default_settings()
    return files(__package__).joinpath("files", _FILES[name]).read_text(encoding="utf-8")


def _format_default_settings() -> str:
    """Return a settings file that names every setting, commented out, with its default."""
    limits = Limits()
    values = {name: value for name, value in ServerSettings()._asdict().items() if value != limits}
    lines = [
        "# What the server does without this file; take the # away to change a line.",
        *(f"# {name} = {json.dumps(value)}" for name, value in values.items()),
        "",
        "[limits]",
        *(f"# {name} = {number}" for name, number in limits._asdict().items()),
    ]
    return "\n".join(lines) + "\n"
