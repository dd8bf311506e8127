"""Authentication: a key is the client's identity only once its signature is verified."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import asyncssh
import pytest
from asyncssh import auth
from asyncssh.packet import Boolean, String

from tests.ssh.clients import TABLE, connect, start_session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.ssh.server_process import ServerProcess

KINDS = ("ssh-ed25519", "ecdsa-sha2-nistp256", "ssh-rsa")


class Forged(asyncssh.SSHKeyPair):
    """Somebody else's public key, with which nothing can be signed."""

    def __init__(self, key: asyncssh.SSHKey) -> None:
        name = b"ssh-ed25519"
        super().__init__(name, name, (name,), (name,), key.public_data, b"")

    def sign(self, data: bytes) -> bytes:
        return String(b"ssh-ed25519") + String(os.urandom(64))


@pytest.fixture(scope="module")
def own() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


@pytest.fixture(scope="module")
def victim() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519").convert_to_public()


async def identify(server: ServerProcess, keys: list[object] | None) -> str:
    """Log in with keys, and return which one the server believes."""
    async with connect(server, "mallory", keys) as connection:
        session = await start_session(connection)
        await session.wait_for(TABLE)
    found: str = server.events("begin")[-1]["key"]
    return found


@pytest.mark.parametrize("kind", KINDS)
async def test_a_key_is_who_one_is(server: ServerProcess, kind: str) -> None:
    key = asyncssh.generate_private_key(kind)
    assert await identify(server, [key]) == key.get_fingerprint()


async def test_the_name_is_not(server: ServerProcess) -> None:
    assert await identify(server, None) == ""


async def test_a_key_without_its_signature_is_nobodys(
    server: ServerProcess, own: asyncssh.SSHKey, victim: asyncssh.SSHKey
) -> None:
    assert await identify(server, [Forged(victim)]) == ""
    assert await identify(server, [Forged(victim), own]) == own.get_fingerprint()


@pytest.fixture
def _probing_behind(monkeypatch: pytest.MonkeyPatch, victim: asyncssh.SSHKey) -> Iterator[None]:
    """Let clients ask for the victim's key right behind their own signature."""
    kind = auth._ClientPublicKeyAuth
    sign = kind._send_signed_request

    async def send(self: auth._ClientPublicKeyAuth) -> None:
        await sign(self)
        probe = (Boolean(False), String(b"ssh-ed25519"), String(victim.public_data))
        await self.send_request(*probe)

    with monkeypatch.context() as patch:
        patch.setattr(kind, "_send_signed_request", send)
        yield


@pytest.mark.usefixtures("_probing_behind")
async def test_a_question_behind_ones_own_signature_changes_nothing(
    server: ServerProcess, own: asyncssh.SSHKey
) -> None:
    assert await identify(server, [own]) == own.get_fingerprint()


async def test_a_certificate_of_ones_own_making_is_nobodys(
    server: ServerProcess, own: asyncssh.SSHKey
) -> None:
    certificate = own.generate_user_certificate(own, "victim", principals=["mallory"])
    assert await identify(server, [(own, certificate)]) in ("", own.get_fingerprint())
