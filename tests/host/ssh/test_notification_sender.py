"""Messages to absent players as a receiver gets them, and what a bad receiver changes."""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.host.lobby.users_and_tables import ANN, BOB, begin_new
from tests.host.ssh.listener import KeptLog, running_client
from tests.host.ssh.server_process import children, kill
from tests.moved_clock import MovedClock
from tests.waiting import wait_until
from yahtzee_tui.host.lobby.host_store import HostStore
from yahtzee_tui.host.lobby.notifications import Due, Occasion
from yahtzee_tui.host.ssh.config import Notify
from yahtzee_tui.host.ssh.worker.notification_sender import (
    MOST_WAITING,
    NotificationSender,
    make_message,
    post,
)
from yahtzee_tui.rules import Roll, Score


class Receiver:
    """Answers each message with the same bytes, and then does something else for ever."""

    def __init__(self) -> None:
        self.answer = _answer(200)
        self.then: bytes | None = b""  # None to close
        self.url = ""
        self.messages: list[dict[str, Any]] = []
        self.tokens: list[str | None] = []
        self.clients: list[asyncio.StreamWriter] = []
        self.ended = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.clients.append(writer)
        with suppress(ConnectionError, EOFError):
            await self._talk(reader, writer)
            writer.transport.abort()
            await writer.wait_closed()
        self.ended += 1

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        fields = dict(line.split(": ", 1) for line in lines[1:-2])
        self.tokens.append(fields.get("Authorization"))
        body = await reader.readexactly(int(fields["Content-Length"]))
        self.messages.append(json.loads(body))
        writer.write(self.answer)
        with suppress(ConnectionError):
            while self.then:
                writer.write(self.then)
                await writer.drain()
            if self.then is not None:
                await reader.read()  # until the sender is gone


def _answer(status: int, fields: str = "") -> bytes:
    return f"HTTP/1.1 {status} So\r\n{fields}\r\n".encode()


@asynccontextmanager
async def receiving() -> AsyncIterator[Receiver]:
    receiver = Receiver()
    async with await asyncio.start_server(receiver.serve, "127.0.0.1") as server:
        receiver.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook"
        yield receiver
        for _ in range(9):  # turns of the loop, in which the last one is accepted
            await asyncio.sleep(0)
        await wait_until(lambda: receiver.ended == len(receiver.clients))
    for client in receiver.clients:
        client.transport.abort()
    await asyncio.sleep(0)
    receiver.clients.clear()


@asynccontextmanager
async def storing(folder: Path) -> AsyncIterator[HostStore]:
    with closing(HostStore(str(folder / "games.sqlite"))) as store:
        yield store


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no answer be late because a test moves the clock."""
    monkeypatch.setattr("yahtzee_tui.host.ssh.worker.notification_sender._TIMEOUT_SECONDS", 1e9)


TURN = frozenset({Occasion.TURN})
DUE = Due("key:Ann", "Ann", "topic", "en", Occasion.TURN, "turn x", "KESTREL-42")


@asynccontextmanager
async def sending(store: HostStore, receiver: Receiver) -> AsyncIterator[NotificationSender]:
    sender = NotificationSender(Notify("webhook", receiver.url, "secret"), store, "play.org")
    running = asyncio.create_task(sender.run())
    yield sender
    running.cancel()
    await asyncio.wait([running])


async def test_each_turn_reaches_the_receiver_once(tmp_path: Path, clock: MovedClock) -> None:
    async with receiving() as receiver, storing(tmp_path) as store:
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
    async with receiving() as receiver, storing(tmp_path) as store:
        receiver.answer = _answer(403)
        store.lobby.notifications.choose(ANN.who, "topic", TURN, "en")
        begin_new(store.lobby)
        async with sending(store, receiver):
            await wait_until(lambda: store.lobby.notifications.read(ANN.who).was_refused)
        assert len(receiver.messages) == 1


async def test_a_dead_receiver_is_tried_again_and_the_oldest_messages_are_dropped(
    tmp_path: Path, clock: MovedClock
) -> None:
    async with receiving() as receiver, storing(tmp_path) as store:
        receiver.answer = _answer(503)

        def tried() -> list[str]:
            return [message["player"] for message in receiver.messages]

        async with sending(store, receiver) as sender:
            sender.add([DUE._replace(name=str(number)) for number in range(MOST_WAITING + 2)])
            assert sender.dropped == 2
            await clock.pass_until(lambda: sender.dropped == 3, 5)
            receiver.answer = _answer(200)
            await clock.pass_until(lambda: "4" in tried(), 5)
        assert tried()[:3] == ["2", "2", "2"]
        assert not {"0", "1"}.intersection(tried())


ELSEWHERE = [(_answer(each, "Location: {other}\r\n"), each) for each in (301, 302, 303, 307, 308)]
NONSENSE = b"\xff\n", _answer(999999), _answer(-20), b"\n", b"200 OK\n"


@pytest.mark.parametrize(
    ("answer", "then", "status"),
    [
        *((answer, b"", status) for answer, status in ELSEWHERE),
        (_answer(302, "Location: file:///etc/passwd\r\n"), b"", 302),
        (_answer(200), b"a" * 9999, 200),
        (_answer(404, "X-A: "), b"a" * 9999, 404),
        (b"HTTP/1.1 ", b"2" * 9999, 0),
        (b"HTTP/1.1 2", None, 0),
        *((answer, b"", 0) for answer in NONSENSE),
    ],
)
async def test_of_a_bad_answer_only_the_status_is_read(
    answer: bytes, then: bytes | None, status: int
) -> None:
    async with receiving() as receiver, receiving() as other:
        receiver.answer, receiver.then = answer.replace(b"{other}", other.url.encode()), then
        notify = Notify("webhook", receiver.url, "secret")
        assert await post(notify, {"a": 1}, None) == status
        await wait_until(lambda: receiver.ended)
        assert receiver.tokens == ["Bearer secret"]
        assert other.tokens == [], "the token is for one receiver"


@pytest.mark.parametrize("answer", [b"", b"H", b"HTTP/1.1 200 O"])
async def test_all_of_a_message_has_one_deadline(
    answer: bytes, clock: MovedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("yahtzee_tui.host.ssh.worker.notification_sender._TIMEOUT_SECONDS", 10)
    async with receiving() as receiver:
        with clock.standing_still():
            receiver.answer = answer
            sending = asyncio.create_task(post(Notify("webhook", receiver.url), {"a": 1}, None))
            while not receiver.clients:
                await asyncio.sleep(0)
            for _ in range(3):
                receiver.clients[0].write(answer[:1])
                await clock.move(3)
                assert not sending.done()
            await clock.move(2)
            assert await sending == 0
        await wait_until(lambda: receiver.ended)


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
    async with receiving() as receiver, storing(tmp_path) as store:
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
