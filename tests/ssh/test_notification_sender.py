"""Messages to absent players as a receiver gets them, and what a bad receiver changes."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import asynccontextmanager, closing
from typing import TYPE_CHECKING, Any

import pytest

from tests.ssh.openssh import GameDatabase
from tests.ssh.receiver import receiving
from tests.ssh.server_process import ServerProcess, children
from tests.store.lobby.people import ANN, BOB, begin_new
from tests.terminal.program import PATIENCE
from yahtzee_tui.ssh.config import Notify, read_server_settings
from yahtzee_tui.ssh.worker import notification_sender
from yahtzee_tui.ssh.worker.notification_sender import NotificationSender, make_message
from yahtzee_tui.store import Store
from yahtzee_tui.store.lobby.models import Occasion
from yahtzee_tui.store.lobby.notifications import Due

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from tests.ssh.receiver import Receiver

TURN = frozenset({Occasion.TURN})
DUE = Due("key:Ann", "Ann", "topic", "en", Occasion.TURN, "turn x", "KESTREL-42")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PERIOD_SECONDS", "_AGAIN_SECONDS"):
        monkeypatch.setattr(notification_sender, name, 0.05)


async def wait_until(is_so: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.02)


@asynccontextmanager
async def sending(store: Store, receiver: Receiver) -> AsyncIterator[NotificationSender]:
    sender = NotificationSender(Notify("webhook", receiver.url, "secret"), store, "play.org")
    running = asyncio.create_task(sender.run())
    yield sender
    running.cancel()


async def test_a_turn_reaches_the_receiver(tmp_path: Path) -> None:
    with closing(Store(str(tmp_path / "games.sqlite"))) as store, receiving() as receiver:
        store.lobby.notifications.choose(ANN.who, "topic", TURN, "en")
        code = store.lobby.tables.read(begin_new(store.lobby).table).code
        async with sending(store, receiver):
            await wait_until(lambda: receiver.messages)
            await asyncio.sleep(0.3)
        (message,) = receiver.messages
        assert receiver.tokens == ["Bearer secret"]
        assert message["title"] == f"Ann, it is your turn at {code}."
        assert message["command"] == f"ssh -t play.org join {code}"
        assert message["text"].endswith("press m in the lobby, or type tell in lines.")


async def test_a_refusal_ends_the_wishes_of_that_player(tmp_path: Path) -> None:
    with closing(Store(str(tmp_path / "games.sqlite"))) as store, receiving() as receiver:
        receiver.status = 403
        store.lobby.notifications.choose(ANN.who, "topic", TURN, "en")
        begin_new(store.lobby)
        async with sending(store, receiver):
            await wait_until(lambda: store.lobby.notifications.read(ANN.who).was_refused)
        assert len(receiver.messages) == 1


async def test_a_dead_receiver_is_tried_again_and_the_oldest_messages_are_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notification_sender, "MOST_WAITING", 3)
    with closing(Store(str(tmp_path / "games.sqlite"))) as store, receiving() as receiver:
        receiver.status = 503
        async with sending(store, receiver) as sender:
            sender.add([DUE._replace(name=str(number)) for number in range(5)])
            assert sender.dropped == 2
            await wait_until(lambda: sender.dropped == 3)
            receiver.status = 200
            await wait_until(lambda: receiver.messages[-1]["player"] == "4")
        tried = [message["player"] for message in receiver.messages]
        assert tried[:3] == ["2", "2", "2"]
        assert not {"0", "1"}.intersection(tried)


def test_a_message_has_no_more_than_it_needs() -> None:
    message = make_message(DUE, Notify("ntfy", "https://ntfy.example.org"), "play.org")
    assert message == {
        "topic": "topic",
        "title": "Ann, it is your turn at KESTREL-42.",
        "message": "ssh -t play.org join KESTREL-42\n"
        "To end these messages, press m in the lobby, or type tell in lines.",
    }


@pytest.mark.parametrize(
    "table",
    [
        'kind = "mail"\nurl = "https://x.org"', 'kind = "ntfy"', 'kind = "ntfy"\nurl = "file:///x"',
        'kind = "ntfy"\nurl = "https://"', 'kind = 7\nurl = "https://x.org"', 'color = "red"',
    ],
)  # fmt: skip
def test_a_wrong_receiver_is_one_fault(tmp_path: Path, table: str) -> None:
    path = tmp_path / "server.toml"
    path.write_text(f"[notify]\n{table}\n")
    settings, faults = read_server_settings(path)
    assert faults
    assert settings.notify == Notify()


@pytest.mark.slow
def test_two_servers_tell_once_also_after_a_listener_was_killed(tmp_path: Path) -> None:
    address = str(tmp_path / "games.sqlite")
    with receiving() as receiver:
        settings: dict[str, Any] = {
            "database": address,
            "notify": ["webhook", receiver.url, ""],
            "public_name": "play.example.org",
        }
        for folder in ("a", "b"):
            (tmp_path / folder).mkdir()
        with (
            ServerProcess(tmp_path / "a", **settings) as first,
            ServerProcess(tmp_path / "b", **settings),
        ):
            database = GameDatabase(address, tmp_path)
            for server in (first,):
                for process in children(server.parent):
                    os.kill(process, signal.SIGKILL)
            database.lobby.notifications.choose(BOB.who, "topic", TURN, "en")
            database.lobby.notifications.choose(database.know("Ann").who, "topic", TURN, "en")
            database.begin("Ann", "Bob")
            asyncio.run(wait_until(lambda: receiver.messages))
            database.close()
        (message,) = receiver.messages
        assert message["player"] == "Ann"
