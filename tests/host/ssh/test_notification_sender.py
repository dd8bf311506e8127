"""Messages to absent players as a receiver gets them, and what a bad receiver changes."""

from __future__ import annotations

import asyncio
import json
import os
import threading
from contextlib import asynccontextmanager, closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

from tests.host.lobby.users_and_tables import ANN, BOB, begin_new
from tests.host.ssh.listener import KeptLog, running_client
from tests.host.ssh.server_process import children, kill
from tests.waiting import wait_until
from yahtzee_tui.host.lobby.host_store import HostStore
from yahtzee_tui.host.lobby.notifications import Due, Occasion
from yahtzee_tui.host.ssh.config import Notify
from yahtzee_tui.host.ssh.worker.notification_sender import (
    MOST_WAITING,
    NotificationSender,
    make_message,
)
from yahtzee_tui.rules import Roll, Score

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from tests.moved_clock import MovedClock


class Receiver(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.status = 200  # which it answers
        self.messages: list[dict[str, Any]] = []
        self.tokens: list[str | None] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/hook"


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.messages.append(json.loads(body))
        self.server.tokens.append(self.headers["Authorization"])
        self.send_response(self.server.status)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Write no log."""


@contextmanager
def receiving() -> Iterator[Receiver]:
    receiver = Receiver()
    thread = threading.Thread(target=receiver.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        receiver.shutdown()
        receiver.server_close()
        thread.join()


TURN = frozenset({Occasion.TURN})
DUE = Due("key:Ann", "Ann", "topic", "en", Occasion.TURN, "turn x", "KESTREL-42")


@asynccontextmanager
async def sending(store: HostStore, receiver: Receiver) -> AsyncIterator[NotificationSender]:
    sender = NotificationSender(Notify("webhook", receiver.url, "secret"), store, "play.org")
    running = asyncio.create_task(sender.run())
    yield sender
    running.cancel()


async def test_each_turn_reaches_the_receiver_once(tmp_path: Path, clock: MovedClock) -> None:
    with closing(HostStore(str(tmp_path / "games.sqlite"))) as store, receiving() as receiver:
        for user in (ANN, BOB):
            store.lobby.notifications.choose(user.who, "topic", TURN, "en")
        begun = begin_new(store.lobby)
        code = store.lobby.tables.read(begun.table).code
        async with sending(store, receiver):
            await clock.pass_until(lambda: receiver.messages, 1)
            rolled = begun.history.play(Roll(), (1, 2, 3, 4, 5))
            begun.save(store.lobby, rolled.play(Score("ones")), stands=True)
            await clock.pass_until(lambda: len(receiver.messages) > 1, 1)
        assert [message["player"] for message in receiver.messages] == ["Ann", "Bob"]
        message = receiver.messages[0]
        assert receiver.tokens == ["Bearer secret"] * 2
        assert message["title"] == f"Ann, it is your turn at {code}."
        assert message["command"] == f"ssh -t play.org join {code}"
        assert message["text"].endswith("press m in the lobby, or type tell in lines.")


async def test_a_refusal_ends_the_wishes_of_that_player(tmp_path: Path) -> None:
    with closing(HostStore(str(tmp_path / "games.sqlite"))) as store, receiving() as receiver:
        receiver.status = 403
        store.lobby.notifications.choose(ANN.who, "topic", TURN, "en")
        begin_new(store.lobby)
        async with sending(store, receiver):
            await wait_until(lambda: store.lobby.notifications.read(ANN.who).was_refused)
        assert len(receiver.messages) == 1


async def test_a_dead_receiver_is_tried_again_and_the_oldest_messages_are_dropped(
    tmp_path: Path, clock: MovedClock
) -> None:
    with closing(HostStore(str(tmp_path / "games.sqlite"))) as store, receiving() as receiver:
        receiver.status = 503

        def tried() -> list[str]:
            return [message["player"] for message in receiver.messages]

        async with sending(store, receiver) as sender:
            sender.add([DUE._replace(name=str(number)) for number in range(MOST_WAITING + 2)])
            assert sender.dropped == 2
            await clock.pass_until(lambda: sender.dropped == 3, 5)
            receiver.status = 200
            await clock.pass_until(lambda: "4" in tried(), 5)
        assert tried()[:3] == ["2", "2", "2"]
        assert not {"0", "1"}.intersection(tried())


def test_a_message_has_no_more_than_it_needs() -> None:
    message = make_message(DUE, Notify("ntfy", "https://ntfy.example.org"), "play.org")
    assert message == {
        "topic": "topic",
        "title": "Ann, it is your turn at KESTREL-42.",
        "message": "ssh -t play.org join KESTREL-42\n"
        "To end these messages, press m in the lobby, or type tell in lines.",
    }


@pytest.mark.slow
async def test_the_listener_of_a_host_sends_also_after_one_was_killed(tmp_path: Path) -> None:
    with closing(HostStore(str(tmp_path / "games.sqlite"))) as store, receiving() as receiver:
        for user in (ANN, BOB):
            store.lobby.notifications.choose(user.who, "topic", TURN, "en")
        begin_new(store.lobby)
        notify = ("webhook", receiver.url, "")
        async with running_client(tmp_path, KeptLog(), notify=notify):
            await wait_until(lambda: receiver.messages)
            begin_new(store.lobby, BOB, ANN)
            for each in children(os.getpid()):  # the fork server among them
                for process in children(each):
                    kill(process)
            await wait_until(lambda: len(receiver.messages) > 1)
        assert [message["player"] for message in receiver.messages] == ["Ann", "Bob"]
