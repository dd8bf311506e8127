"""Sends messages to players who are away to the receiver that the host has named.

It runs in the listener of a host, since sessions have no network. A receiver may be slow or dead:
messages wait in a queue, of which the oldest are dropped.
"""

from __future__ import annotations

import asyncio
import json
import re
import ssl
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from yahtzee_tui.host.lobby.notifications import Occasion
from yahtzee_tui.host.services.notification_sentences import HOW_TO_END, TITLES
from yahtzee_tui.host.ssh.addresses import format_destination
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.translation import _, in_language

if TYPE_CHECKING:
    from yahtzee_tui.host.lobby.host_store import HostStore
    from yahtzee_tui.host.lobby.notifications import Due
    from yahtzee_tui.host.ssh.config import Notify

PERIOD_SECONDS = 20.0
"""Seconds between two looks for what is due."""

MOST_WAITING = 1000
_TIMEOUT_SECONDS, _AGAIN_SECONDS, _MOST_TRIES = 10.0, 30.0, 3
_TRY_LATER = {408, 425, 429}  # answers of the receiver that say nothing about the message
_STATUS = re.compile(rb"HTTP/1\.[01] ([1-5]\d\d)\b")


class NotificationSender:
    """Sends what is due to one receiver."""

    def __init__(self, notify: Notify, store: HostStore, public_name: str) -> None:
        self._notify, self._store = notify, store
        # Its certificates are read before the process may open no files.
        is_https = notify.url.startswith("https:")
        self._tls = ssl.create_default_context() if is_https else None
        self._destination = format_destination(public_name, "", 22, "")
        self._waiting: asyncio.Queue[Due] = asyncio.Queue()
        self.dropped = 0  # messages that were not sent

    async def run(self) -> None:
        """Look for messages and send them, until cancelled."""
        sending = asyncio.create_task(self._send_all())
        try:
            while True:
                try:
                    lobby = await asyncio.to_thread(lambda: self._store.lobby)
                    due = await asyncio.to_thread(lobby.notifications.claim)
                except StoreProblem:  # the sessions say so, which can't read either
                    self._store.retry()
                else:
                    self.add(due)
                await asyncio.sleep(PERIOD_SECONDS)
        finally:
            sending.cancel()

    def add(self, due: list[Due]) -> None:
        """Let messages wait to be sent; the oldest are dropped where too many do."""
        for each in due:
            self._waiting.put_nowait(each)
        too_many = self._waiting.qsize() - MOST_WAITING
        for _each in range(too_many):
            self._waiting.get_nowait()
        if too_many > 0:
            self._drop(too_many, "Too many were waiting")

    async def _send_all(self) -> None:
        while True:
            await self._send(await self._waiting.get())

    async def _send(self, due: Due) -> None:
        message = make_message(due, self._notify, self._destination)
        for attempt in range(_MOST_TRIES):
            status = await post(self._notify, message, self._tls)
            if status // 100 == 2:
                return
            if status // 100 == 4 and status not in _TRY_LATER:
                self._say(f"The receiver of messages answered {status}; the player gets no more.")
                try:
                    await asyncio.to_thread(self._store.lobby.notifications.stop, due.who)
                except StoreProblem:
                    self._store.retry()
                return
            if attempt + 1 < _MOST_TRIES:
                await asyncio.sleep(_AGAIN_SECONDS)
        why = f"The receiver answered {status}" if status else "The receiver gave no answer"
        self._drop(1, why)

    def _drop(self, count: int, why: str) -> None:
        self.dropped += count
        self._say(f"{why}; messages that could not be sent, since the start: {self.dropped}.")

    def _say(self, sentence: str) -> None:
        sys.stderr.write(f"{sentence}\n")


def make_message(due: Due, notify: Notify, destination: str) -> dict[str, Any]:
    """Return the JSON object that the receiver gets."""
    command = f"ssh -t {destination}"
    if due.occasion is Occasion.TURN:
        command += f" join {due.subject}"
    with in_language(due.language):
        title = _(TITLES[due.occasion], player=due.name, subject=due.subject)
        stop = _(HOW_TO_END)
    if notify.kind == "ntfy":
        return {"topic": due.topic, "title": title, "message": f"{command}\n{stop}"}
    return {
        "version": 1,
        "kind": due.occasion.value,
        "player": due.name,
        "topic": due.topic,
        "title": title,
        "text": f"{title} {command} {stop}",
        "command": command,
    }


async def post(notify: Notify, message: dict[str, Any], tls: ssl.SSLContext | None) -> int:
    """Send a message; return the status of the answer, 0 without any within ten seconds.

    Of the answer only the first line is read: a redirect is not followed, as the token is for this
    receiver alone.
    """
    url, data = urlsplit(notify.url), json.dumps(message).encode()
    head = [
        f"POST {url.path or '/'}{url.query and '?'}{url.query} HTTP/1.1",
        f"Host: {url.netloc.rpartition('@')[2]}",
        "User-Agent: yahtzee-tui",
        "Content-Type: application/json",
        f"Content-Length: {len(data)}",
        "Connection: close",
        *([f"Authorization: Bearer {notify.token}"] if notify.token else []),
    ]
    with suppress(OSError, EOFError, ValueError, asyncio.LimitOverrunError):
        async with asyncio.timeout(_TIMEOUT_SECONDS):
            port = url.port or (80 if tls is None else 443)
            reader, writer = await asyncio.open_connection(url.hostname, port, ssl=tls)
            try:
                writer.write("\r\n".join([*head, "", ""]).encode() + data)
                found = _STATUS.match(await reader.readuntil(b"\n"))
                return int(found[1]) if found else 0
            finally:
                writer.transport.abort()
    return 0
