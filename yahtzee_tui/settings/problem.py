"""What is said when the settings can't be read or saved."""

from __future__ import annotations

from yahtzee_tui.errors import UserError


class SettingsProblem(UserError):
    """The file of settings can't be read or written."""
