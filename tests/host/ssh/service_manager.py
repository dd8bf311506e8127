"""A service manager that a test runs: it hears what servers say to systemd."""

import socket

from tests.waiting import wait_in_thread


class ServiceManager:
    """What a service manager hears: one tuple of lines for each datagram."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.address = address.replace("@", "\0")
        self.socket.bind(self.address)
        self.socket.setblocking(False)
        self.messages: list[tuple[str, ...]] = []

    def close(self) -> None:
        self.socket.close()

    @property
    def heard(self) -> list[tuple[str, ...]]:
        while True:
            try:
                self.messages.append(tuple(self.socket.recv(4096).decode().split("\n")))
            except BlockingIOError:
                return self.messages

    def wait_for(self, line: str) -> tuple[str, ...]:
        wait_in_thread(lambda: any(line in lines for lines in self.heard))
        return next(lines for lines in self.messages if line in lines)
