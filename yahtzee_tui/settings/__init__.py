"""The options of a player, the files of settings, and the folders where the program keeps files.

It knows no screen, and of the rules only rule files and names. Reading a file never changes it.
"""

from yahtzee_tui.settings.file import read_options, read_settings, write_options, write_settings
from yahtzee_tui.settings.options import (
    COLORS,
    MANNERS,
    OPTIONS,
    ChanceMode,
    Choices,
    DiceSpeed,
    DiceStyle,
    HasOptions,
    Manners,
    NumberKeys,
    Options,
    Sound,
    apply_language,
    apply_manners,
)
from yahtzee_tui.settings.paths import cache_folder, config_file, data_folder, database_file
from yahtzee_tui.settings.toml_file import SettingsError
from yahtzee_tui.translation import LANGUAGES, find_language

__all__ = [
    "COLORS", "LANGUAGES", "MANNERS", "OPTIONS", "ChanceMode", "Choices", "DiceSpeed",
    "DiceStyle", "HasOptions", "Manners", "NumberKeys", "Options", "SettingsError", "Sound",
    "apply_language", "apply_manners", "cache_folder", "config_file", "data_folder",
    "database_file", "find_language", "read_options", "read_settings", "write_options",
    "write_settings",
]  # fmt: skip
