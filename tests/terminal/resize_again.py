"""The game, where the terminal's size changes once more while a change of it is handled."""

from __future__ import annotations

import fcntl
import struct
import sys
import termios

from textual.drivers.linux_driver import LinuxDriver

from yahtzee_tui.cli import main

TRIGGER, LAST = (100, 30), (40, 10)

_read_size = LinuxDriver._get_terminal_size


def _read_and_resize(driver: LinuxDriver) -> tuple[int, int]:
    size = _read_size(driver)
    if size == TRIGGER:
        columns, rows = LAST
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    return size


if __name__ == "__main__":
    LinuxDriver._get_terminal_size = _read_and_resize  # type: ignore[assignment, method-assign]
    sys.exit(main(["play", "Ann"]))
