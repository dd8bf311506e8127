"""What a game tells the door: a word now and then, in one direction only."""

from __future__ import annotations

import os
from contextlib import suppress


class TellDoor:
    """Tells the door something through a pipe: `WATCHING` or `PLAYING` of `messages`.

    The door measures idle time by what is typed; whoever says `WATCHING` is left alone as long as
    their connection lasts.
    """

    def __init__(self, descriptor: int) -> None:
        """Take the end of the pipe.

        Args:
            descriptor: Its number.
        """
        self._descriptor = descriptor
        os.set_blocking(descriptor, False)

    def __call__(self, word: str) -> None:
        """Tell the door a word; it isn't waited for, and it doesn't matter if nobody listens."""
        with suppress(OSError):  # the door is gone, or doesn't read just now
            os.write(self._descriptor, f"{word}\n".encode("ascii"))
