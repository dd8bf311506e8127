"""What is said when the settings can't be read or saved."""

from __future__ import annotations


class SettingsProblem(Exception):
    """The file of settings can't be read or written.

    Attributes:
        sentence: One sentence for people, ending with a full stop.
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
