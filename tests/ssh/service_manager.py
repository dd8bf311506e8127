"""A service manager that a test runs: it hears what servers say to systemd."""

from __future__ import annotations

import socket
import time

from tests.terminal.program import PATIENCE


class ServiceManager:
    """What a service manager hears: one tuple of lines for each datagram."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address.replace("@", "\0"))
        self._socket.setblocking(False)
        self._heard: list[tuple[str, ...]] = []

    def close(self) -> None:
        self._socket.close()

    @property
    def heard(self) -> list[tuple[str, ...]]:
        while True:
            try:
                self._heard.append(tuple(self._socket.recv(4096).decode().split("\n")))
            except BlockingIOError:
                return self._heard

    def wait_for(self, line: str) -> tuple[str, ...]:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            for lines in self.heard:
                if line in lines:
                    return lines
            time.sleep(0.02)
        raise AssertionError(f"{line} is not in {self.heard}")
