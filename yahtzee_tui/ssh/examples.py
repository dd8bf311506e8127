"""What a host begins with: files for systemd, containers and OpenSSH, and the settings."""

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
    """Return the text of an example."""
    if name == _SETTINGS:
        return _write_settings()
    return files(__package__).joinpath("files", _FILES[name]).read_text(encoding="utf-8")


def _write_settings() -> str:
    """Return a file of settings in which every line says what holds without it."""
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
