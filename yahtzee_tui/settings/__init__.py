"""The options of a player, the files of settings, and the folders where the program keeps files.

It knows neither the rules nor any screen; reading a file never changes it.
"""

from yahtzee_tui.settings.file import read_options, read_settings, write_options, write_settings
from yahtzee_tui.settings.options import (
    COLOURS,
    CoachMode,
    Cursor,
    DiceClick,
    DiceSpeed,
    FirstPlayer,
    Options,
    Sound,
)
from yahtzee_tui.settings.paths import cache_folder, config_file, data_folder, database_file
from yahtzee_tui.settings.toml_file import SettingsError

__all__ = [
    "COLOURS",
    "CoachMode",
    "Cursor",
    "DiceClick",
    "DiceSpeed",
    "FirstPlayer",
    "Options",
    "SettingsError",
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
