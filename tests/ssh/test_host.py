"""What the host of a server does about its players, seen by them and in the log."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import asyncssh
import pytest

from tests.ssh.clients import ask, connect, start_session
from yahtzee_tui.ssh.config import is_denied

if TYPE_CHECKING:
    from tests.ssh.openssh import GameDatabase
    from tests.ssh.server_process import ServerProcess

KEY = f"SHA256:{'A' * 43}"


@pytest.mark.slow
async def test_sessions_end_and_banned_keys_are_refused(
    game_server: ServerProcess, database: GameDatabase
) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    name, bans = "Walter", database.lobby.bans
    subject = f"key:{key.get_fingerprint()}"
    database.lobby.accounts.bind(subject, name)
    async with connect(game_server, "x", [key]) as connection:
        session = await start_session(connection)
        await session.wait_for(b"SOLO")
        (user,) = (each for each in database.lobby.list_present() if each.name == name)
        assert user.address == "127.0.0.1"
        bans.end(user.session)
        await session.wait_over()
        assert session.text.endswith("ended your session. Your game is saved.\r\n")
    await asyncio.to_thread(game_server.wait_for, "session-end", why="ended")
    bans.ban(subject, 3600)
    for command in (None, "daily"):
        session = await ask(game_server, command, login="x", keys=[key])
        assert session.text.endswith("The host of this server banned you.\r\n")
    await asyncio.to_thread(game_server.wait_for, "session-end", why="banned")
    bans.lift(subject)


def test_whom_a_deny_list_names() -> None:
    deny = (KEY, "10.0.0.0/8", "2001:db8::/32")
    assert is_denied(deny, KEY, "192.0.2.1")
    assert is_denied(deny, "", "10.1.2.3")
    assert is_denied(deny, "", "2001:db8::1")
    assert not is_denied(deny, "", "192.0.2.1")
    assert not is_denied(deny, KEY.swapcase(), "2001:db9::1")
