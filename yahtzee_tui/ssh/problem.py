"""Why the server can't do what it should, in one sentence for people."""

from __future__ import annotations


class ServerProblem(Exception):
    """The server can't be started, or can't be reached.

    Attributes:
        sentence: One sentence for people, ending with a full stop.
    """

    def __init__(self, sentence: str) -> None:
        """Say why."""
        super().__init__(sentence)
        self.sentence = sentence
