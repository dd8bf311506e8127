"""What the player chose, and where things are kept.

The file of settings is read with care and never changed by reading; only what the player changes on
the screen is written, and everything else in it stays as it stands.
"""

from yahtzee_tui.settings.options import (
    COLOURS,
    Coach,
    Cursor,
    DiceClick,
    DiceSpeed,
    FirstPlayer,
    Options,
    Sound,
)
from yahtzee_tui.settings.paths import cache_folder, config_file, data_folder, database_file
from yahtzee_tui.settings.problem import SettingsProblem
from yahtzee_tui.settings.reading import read_options, read_settings
from yahtzee_tui.settings.writing import write_options, write_settings

__all__ = [
    "COLOURS",
    "Coach",
    "Cursor",
    "DiceClick",
    "DiceSpeed",
    "FirstPlayer",
    "Options",
    "SettingsProblem",
    "Sound",
    "cache_folder",
    "config_file",
    "data_folder",
    "database_file",
    "read_options",
    "read_settings",
    "write_options",
    "write_settings",
]
