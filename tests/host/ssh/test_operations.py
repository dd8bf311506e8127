"""What the host of a server relies on: one key for several hosts, and what systemd is told."""

import asyncio
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE
from types import SimpleNamespace
from typing import Any, cast

import asyncssh
import pytest

from tests.host.ssh.listener import listening
from tests.host.ssh.openssh import needs_ssh, read_fingerprint
from tests.host.ssh.service_manager import ServiceManager
from tests.moved_clock import MovedClock
from tests.rules.conformance import check_sentence
from yahtzee_tui.host.ssh import Limits
from yahtzee_tui.host.ssh.config import ServerError
from yahtzee_tui.host.ssh.server.host_key import describe_host_key, find_host_key, load_host_key
from yahtzee_tui.host.ssh.server.service import feed_watchdog, notify

NAME = "dice.example.org"


def make_host_key(path: Path, *words: str) -> str:
    keygen = ("ssh-keygen", "-q", "-f", str(path), *(words or ("-t", "ed25519", "-N", "")))
    subprocess.run(keygen, check=True, capture_output=True)
    return str(path)


def reach(port: int, known_hosts: Path, *more: str) -> str:
    """Return what a client is told that connects to a known host only."""
    options = ["PubkeyAuthentication=no", "StrictHostKeyChecking=yes"]
    options += [] if more else ["LogLevel=ERROR"]
    options += [f"UserKnownHostsFile={known_hosts}", f"HostKeyAlias={NAME}"]
    words = [word for option in options for word in ("-o", option)]
    done = subprocess.run(
        ["ssh", "-F", "none", *more, *words, "-T", "-p", str(port), "ann@127.0.0.1", "ls"],
        capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip
    return done.stderr


@needs_ssh
@pytest.mark.parametrize("kind", ["ed25519", "rsa", "ecdsa"])
async def test_a_host_key_may_be_of_any_usual_kind(kind: str, tmp_path: Path) -> None:
    """Hosts behind one name share it; a host with another one is refused by clients."""
    file = make_host_key(tmp_path / "key", "-t", kind, "-N", "")
    key = load_host_key(tmp_path / "state", file)
    assert not (tmp_path / "state").exists()
    known_hosts = tmp_path / "known_hosts"
    text = describe_host_key(key, NAME, 22)
    known_hosts.write_text(text)
    for keys, wanted in (
        ([key], "Only the game runs here: ssh -t "),
        ([], "Host key verification failed"),
    ):
        async with listening(Limits(), host_keys=keys) as listener:
            assert wanted in await asyncio.to_thread(reach, listener.port, known_hosts)
    assert text.splitlines()[0] == read_fingerprint(Path(f"{file}.pub"))
    keygen = ("ssh-keygen", "-r", NAME, "-f", f"{file}.pub")
    shown = subprocess.run(keygen, check=True, capture_output=True, text=True).stdout
    (record,) = (each for each in text.splitlines() if "SSHFP" in each)
    assert record in shown.splitlines()
    public = " ".join(Path(f"{file}.pub").read_text().split()[:2])
    assert f"[{NAME}]:2222 {public}" in describe_host_key(key, NAME, 2222).splitlines()


@pytest.mark.skipif(shutil.which("dbclient") is None, reason="unknown dbclient here")
async def test_the_client_of_dropbear_gets_in() -> None:
    async with listening(Limits()) as listener:
        words = ("-y", "-y", "-T", "-p", str(listener.port), "ann@127.0.0.1", "ls")
        client = await asyncio.create_subprocess_exec("dbclient", *words, stdin=PIPE, stderr=PIPE)
        assert b"Only the game runs here" in (await client.communicate())[1]


@needs_ssh
async def test_a_client_exchanges_keys_as_it_likes_best(tmp_path: Path) -> None:
    async with listening(Limits()) as listener:
        for best in ("ecdh-sha2-nistp384", "curve25519-sha256"):
            words = ("-v", "-o", f"KexAlgorithms={best},ecdh-sha2-nistp256")
            said = await asyncio.to_thread(reach, listener.port, tmp_path / "none", *words)
            assert f"kex: algorithm: {best}" in said


@needs_ssh
async def test_clients_store_the_next_host_key_before_it_is_used(tmp_path: Path) -> None:
    files = [make_host_key(tmp_path / name) for name in ("old", "new")]
    old, new = (load_host_key(tmp_path, file) for file in files)
    lines = [Path(f"{file}.pub").read_text().split()[1] for file in files]
    known_hosts, port = tmp_path / "known_hosts", 0
    for keys, known in (([old, new], [True, True]), ([new], [False, True])):
        async with listening(Limits(), host_keys=keys, port=port) as listener:
            port = listener.port
            if not known_hosts.exists():
                known_hosts.write_text(describe_host_key(old, "127.0.0.1", port))
            options = ["PubkeyAuthentication=no", "StrictHostKeyChecking=yes", "UpdateHostKeys=yes"]
            words = [f"-o{word}" for word in (*options, f"UserKnownHostsFile={known_hosts}")]
            client = subprocess.Popen(
                ["ssh", "-F", "none", *words, "-N", "-p", str(port), "ann@127.0.0.1"]
            )
            while [line in known_hosts.read_text() for line in lines] != known:
                await asyncio.sleep(0)
            client.kill()
            client.wait()


@pytest.mark.exhaustive
def test_a_host_key_that_can_not_be_used_is_explained(tmp_path: Path) -> None:
    good = make_host_key(tmp_path / "good")
    cases = {str(tmp_path / "none"): "can't be read: no such file or directory.\n"}
    cases[str(tmp_path)] = "can read the host key"  # a folder that others may enter
    tmp_path.chmod(0o755)
    for name, words in {"new": (), "old": ("-m", "PEM")}.items():
        secret = (*words, "-t", "rsa", "-N", "secret")
        cases[make_host_key(tmp_path / name, *secret)] = "can't be read: it has a passphrase.\n"
    (tmp_path / "folder").mkdir(mode=0o700)
    cases[str(tmp_path / "folder")] = "can't be read: is a directory.\n"
    texts = {"cut": (tmp_path / "good").read_text()[:150], "empty": "", "odd": "é\0"}
    texts["public"] = (tmp_path / "good.pub").read_text()
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o600)
        cases[str(tmp_path / name)] = "can't be read: it is not a key.\n"
    (tmp_path / "open").write_text((tmp_path / "good").read_text())
    (tmp_path / "open").chmod(0o640)
    cases[str(tmp_path / "open")] = "no longer secret"
    for file, why in cases.items():
        with pytest.raises(ServerError) as refusal:
            load_host_key(tmp_path / "state", file)
        check_sentence(refusal.value.sentence)
        assert file in refusal.value.sentence
        assert why in f"{refusal.value.sentence}\n"
    assert not (tmp_path / "state").exists()
    assert find_host_key(tmp_path, str(tmp_path / "none")) is None
    if os.geteuid() == 0:
        os.chown(good, 12345, 12345)
        user = cast("Any", SimpleNamespace(pw_uid=12345, pw_name="dice"))
        with pytest.raises(ServerError, match="belongs to dice, and games run as"):
            load_host_key(tmp_path, good, user)
        assert load_host_key(tmp_path, good)


def test_a_host_key_of_a_kind_that_nobody_takes_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "key"
    asyncssh.generate_private_key("ssh-ed448").write_private_key(file)
    file.chmod(0o600)
    with pytest.raises(ServerError, match="keys of the kind ssh-ed448 aren't supported") as refusal:
        load_host_key(tmp_path, str(file))
    check_sentence(refusal.value.sentence)


@pytest.fixture(params=["a path", "abstract"])
def manager(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ServiceManager]:
    address = f"{tmp_path}/notify" if request.param == "a path" else f"@yahtzee-{os.getpid()}"
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    manager = ServiceManager(address)
    yield manager
    manager.close()


def test_each_message_is_one_datagram(
    manager: ServiceManager, monkeypatch: pytest.MonkeyPatch
) -> None:
    notify("READY=1", "STATUS=Accepting players")
    notify("STOPPING=1")
    assert manager.heard == [("READY=1", "STATUS=Accepting players"), ("STOPPING=1",)]
    for address in ("", "relative", "/dev/null/none", f"/{'x' * 200}", "@nobody-listens-here"):
        monkeypatch.setenv("NOTIFY_SOCKET", address)
        notify("READY=1")
    monkeypatch.delenv("NOTIFY_SOCKET")
    notify("READY=1")
    assert len(manager.heard) == 2


def test_a_manager_that_reads_nothing_is_not_waited_for(manager: ServiceManager) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender, suppress(BlockingIOError):
        sender.setblocking(False)
        sender.connect(manager.address)
        while True:  # until the queue is full
            sender.send(b"WATCHDOG=1")
    notify("READY=1")
    assert set(manager.heard) == {("WATCHDOG=1",)}


async def test_the_watchdog_is_fed_twice_a_period(
    manager: ServiceManager, monkeypatch: pytest.MonkeyPatch, clock: MovedClock
) -> None:
    period = 2000
    for text, process in (("", ""), ("0", ""), ("-1", ""), ("soon", ""), (f"{period}", "1")):
        monkeypatch.setenv("WATCHDOG_USEC", text)
        monkeypatch.setenv("WATCHDOG_PID", process)
        await feed_watchdog()  # it ends: nobody waits for it
    assert manager.heard == []
    monkeypatch.setenv("WATCHDOG_USEC", f"{period}000000")
    monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()))
    feeding = asyncio.create_task(feed_watchdog())
    await clock.move(0)
    for count in range(1, 5):
        assert manager.heard == [("WATCHDOG=1",)] * count
        await clock.move(period / 2)
    feeding.cancel()
