"""The figures of a server: counted, added up, served for Prometheus, and named by the alerts."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
from bisect import bisect
from contextlib import asynccontextmanager, closing
from ipaddress import ip_address
from statistics import quantiles
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from tests.ssh.clients import ROLLED, connect, playing, start_session
from tests.ssh.host_listener import running_listener
from tests.ssh.server_process import MISBEHAVING, ServerProcess, children
from tests.store.lobby.people import ANN, BOB, begin_new
from tests.terminal.program import PATIENCE
from yahtzee_tui.rules import Roll, Score
from yahtzee_tui.ssh import Limits
from yahtzee_tui.ssh.config import read_example
from yahtzee_tui.ssh.figures import BOUNDS, Histogram, add_up, find_percentile
from yahtzee_tui.ssh.protocol import MAX_BYTES, Figures, WorkerSettings, pack
from yahtzee_tui.ssh.server import metrics
from yahtzee_tui.ssh.server.audit_log import AuditLog
from yahtzee_tui.ssh.server.context import ServerContext
from yahtzee_tui.ssh.server.exit_reasons import ExitReason
from yahtzee_tui.ssh.server.fork_client import ForkServerClient
from yahtzee_tui.ssh.server.rate_limit import RateLimiter
from yahtzee_tui.ssh.worker import host_listener
from yahtzee_tui.store import Store
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.store.database import MOST_SAVES
from yahtzee_tui.store.lobby import host_link
from yahtzee_tui.table import TableConfig

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

OF_LISTENER = {
    "sessions_at_tables": 2, "sessions_in_lobby": 1, "session_memory_bytes": 13_000_000,
    "save_seconds": [1] * (len(BOUNDS) + 1), "games_started_today": 4, "games_finished_today": 3,
    "version": "1.0",
}  # fmt: skip


def test_percentiles_are_right_to_the_width_of_an_interval() -> None:
    histogram = Histogram()
    times = [0.0001 * at**1.5 for at in range(1, 1000)]
    for seconds in times:
        histogram.add(seconds)
    exact = quantiles(times, n=100)
    for percent in (50, 95, 99):
        found = find_percentile(histogram.counts, percent / 100) or 0
        assert bisect(BOUNDS, found) == bisect(BOUNDS, exact[percent - 1])
        assert found == pytest.approx(exact[percent - 1], rel=0.5)
    assert find_percentile([0] * len(histogram.counts), 0.5) is None
    assert find_percentile([], 0.5) is None
    histogram.add(3600)
    assert find_percentile(histogram.counts, 1) == BOUNDS[-1]


def test_recent_times_are_those_of_five_minutes() -> None:
    now = [0.0]
    histogram = Histogram(lambda: now[0])
    found = []
    for _ in range(60):
        now[0] += 10
        histogram.add(0.004)
        found.append(sum(histogram.read_recent()))
    assert found[:30] == [*range(1, 31)]
    assert found[30:] == [30] * 30
    assert sum(histogram.counts) == 60


def test_figures_of_servers_are_added_up() -> None:
    one = {"sessions": 2, "refusals": {"full": 1}, "key_seconds": [1] * (len(BOUNDS) + 1)}
    older = {"sessions": 3, "refusals": {"full": 2, "term": 1}, "key_seconds": [5, 5]}
    total = add_up([one, older, {}])
    assert (total["sessions"], total["log_lines_lost"]) == (5, 0)
    assert total["refusals"] == {"full": 3, "term": 1}
    assert total["key_seconds"] == one["key_seconds"]
    assert total["save_seconds"] == []


def test_the_log_counts_reasons_and_all_that_it_loses() -> None:
    lines, now = list[str](), [0.0]
    stream: Any = SimpleNamespace(write=lines.append, flush=lambda: None)
    log = AuditLog(stream, 0, lambda: now[0])
    for _ in range(3):
        log.write("refused", why="full")
    log.write("session-end", why="left")
    log.write("open")
    assert log.counts == {("refused", "full"): 3, ("session-end", "left"): 1}
    log.set_budget(10_000)
    now[0] += 61
    log.write("open")
    log.write("refused", why="term")
    assert (len(lines), log.dropped, log.lost) == (2, 0, 5)


def make_context() -> ServerContext:
    """Return the parts of a server that accepts players, and whose listener has reported."""
    stream: Any = SimpleNamespace(lines=[], flush=lambda: None)
    stream.write = stream.lines.append
    log = AuditLog(stream, 100_000)
    fork_server = ForkServerClient(WorkerSettings("x", "", "", 1, 1, 1, 1, 0), log)
    context = ServerContext(Limits(), RateLimiter(Limits()), log, fork_server, is_accepting=True)
    metrics.exchange_figures(context, OF_LISTENER)
    return context


@asynccontextmanager
async def serving(context: ServerContext, address: str) -> AsyncIterator[None]:
    task = asyncio.create_task(metrics.serve_metrics(context, address))
    yield
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def ask(path: str, request: bytes) -> tuple[int, str]:
    """Return the status and the body that a request gets; 0 if it gets no answer."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                reader, writer = await asyncio.open_unix_connection(path)
                break
            except OSError:
                await asyncio.sleep(0.02)
        writer.write(request)
        try:
            answer = await reader.read()
        except ConnectionError:
            answer = b""
        writer.close()
    head, _, body = answer.decode().partition("\r\n\r\n")
    return (int(head.split()[1]), body) if head else (0, "")


async def get(path: str, target: str) -> tuple[int, str]:
    return await ask(path, f"GET {target} HTTP/1.1\r\nHost: x\r\n\r\n".encode())


def read_metrics(text: str) -> dict[str, float]:
    """Return the metrics of a text, with reasons as in `name:reason`."""
    return {
        ":".join([sample.name, *(v for k, v in sample.labels.items())]): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def test_requests_get_figures_or_are_refused(tmp_path: Path) -> None:
    context, path = make_context(), str(tmp_path / "metrics")
    context.key_times.add(0.004)
    context.audit_log.write("refused", why="full", address="192.0.2.7")
    async with serving(context, path):
        status, text = await get(path, "/metrics?x=1")
        found = read_metrics(text)
        assert status == 200
        assert found["yahtzee_tui_ready"] == 1
        assert found["yahtzee_tui_info:1.0"] == 1
        assert found["yahtzee_tui_refusals_total:full"] == 1
        assert found["yahtzee_tui_session_ends_total:crashed"] == 0, "or a first one is no increase"
        assert found["yahtzee_tui_key_seconds_bucket:0.003"] == 0
        assert found["yahtzee_tui_key_seconds_bucket:0.005"] == 1
        assert found["yahtzee_tui_save_seconds_bucket:+Inf"] == len(BOUNDS) + 1
        assert found["yahtzee_tui_sessions_at_tables"] == 2
        assert "192.0.2.7" not in text
        assert await get(path, "/live") == await get(path, "/ready") == (200, "OK\n")
        for request, status in (
            (b"GET / HTTP/1.1\r\n\r\n", 404), (b"POST /metrics HTTP/1.1\r\n\r\n", 405),
            (b"GET /live\r\n\r\n", 400), (b"\xff\0\r\n\r\n", 400),
            (b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\n\r\n", 431),
        ):  # fmt: skip
            # A client that still sends may lose the answer.
            assert (await ask(path, request))[0] in ((status, 0) if status == 431 else (status,))
        metrics.exchange_figures(context, {})
        assert (await get(path, "/ready"))[0] == 503, "the database doesn't answer"
        assert read_metrics((await get(path, "/metrics"))[1])["yahtzee_tui_ready"] == 0
        metrics.exchange_figures(context, OF_LISTENER)
        assert (await get(path, "/ready"))[0] == 200
        context.is_accepting = False
        assert (await get(path, "/ready"))[0] == 503, "it drains"
        assert (await get(path, "/live"))[0] == 200


async def test_a_listener_that_is_silent_has_no_database(monkeypatch: pytest.MonkeyPatch) -> None:
    context = make_context()
    assert metrics.is_ready(context)
    monkeypatch.setattr(metrics, "_SILENT_SECONDS", -1)
    assert not metrics.is_ready(context)


async def test_slow_clients_are_disconnected_and_hold_up_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics, "_MAX_CLIENTS", 3)
    monkeypatch.setattr(metrics, "_CLIENT_SECONDS", 1.0)
    path = str(tmp_path / "metrics")
    async with serving(make_context(), path):
        await get(path, "/live")
        slow = [await asyncio.open_unix_connection(path) for _ in range(2)]
        for _, writer in slow:
            writer.write(b"GET /live HT")
        assert (await get(path, "/live"))[0] == 200
        slow.append(await asyncio.open_unix_connection(path))
        await asyncio.sleep(0.1)
        assert (await get(path, "/live"))[0] == 0, "one too many"
        for reader, writer in slow:
            assert await asyncio.wait_for(reader.read(), PATIENCE) == b""
            writer.close()
        assert (await get(path, "/live"))[0] == 200


async def test_an_address_in_use_is_named_once_and_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(metrics, "_RETRY_SECONDS", 0.05)
    context = make_context()
    other = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    address = f"127.0.0.1:{other.sockets[0].getsockname()[1]}"
    async with serving(context, address):
        await asyncio.sleep(0.3)
        lines = [json.loads(line) for line in context.audit_log._stream.lines]  # type: ignore[attr-defined]
        assert [line["event"] for line in lines] == ["error"]
        assert lines[0]["why"] == (
            f"The figures can't be served at {address} yet: Address already in use."
        )
        other.close()
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    reader, writer = await asyncio.open_connection(*address.split(":"))
                    writer.write(b"GET /live HTTP/1.1\r\n\r\n")
                    assert (await reader.read()).startswith(b"HTTP/1.1 200 OK\r\n")
                    writer.close()
                    break
                except OSError:
                    await asyncio.sleep(0.02)


async def test_each_alert_names_metrics_that_exist(tmp_path: Path) -> None:
    path = str(tmp_path / "metrics")
    async with serving(make_context(), path):
        served = read_metrics((await get(path, "/metrics"))[1])
    names = {name.partition(":")[0] for name in served}
    (group,) = yaml.safe_load(read_example("alerts"))["groups"]
    for rule in group["rules"]:
        assert set(rule) <= {"alert", "expr", "for", "annotations"}
        used = set(re.findall(r"\byahtzee_tui_\w+", rule["expr"]))
        assert used <= names, rule["alert"]
        assert used or rule["expr"] == 'up{job="yahtzee-tui"} == 0'
        for reason in re.findall(r'reason="([^"]*)"', rule["expr"]):
            assert reason in [each.value for each in ExitReason]


@pytest.mark.parametrize(
    "report",
    [
        '{"memory": -1}', '{"memory": true}', '{"memory": "9"}', '{"memory": 1e13}',
        '{"memory": NaN}', '{"saves": "11"}', '{"saves": [-1]}', '{"saves": [NaN]}',
        '{"saves": [Infinity]}', '{"saves": [[1]]}', '{"saves": [null]}', '{"saves": {"1": 1}}',
        json.dumps({"saves": [0.1] * (MOST_SAVES + 1)}),
    ],
)  # fmt: skip
def test_a_session_reports_only_numbers(report: str) -> None:
    assert host_listener.read_state(report.encode()) is None


async def test_sessions_report_their_saves_and_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_link, "REPORT_SECONDS", 0.1)
    for name in ("KEEP_ALIVE_SECONDS", "BEAT_SECONDS", "_GAMES_SECONDS"):
        monkeypatch.setattr(host_listener, name, 0.1)
    address, loop = str(tmp_path / "games.sqlite"), asyncio.get_running_loop()
    async with running_listener(address, 2) as (links, control):
        store = Store(address, link=links[0])
        lobby = store.lobby
        begun = begin_new(lobby)
        begun.save(lobby, begun.history.play(Roll(), (1, 2, 3, 4, 5)))
        alone = SavedTable.new(TableConfig(("Ann",)), store)
        for action in (Roll(), Score("ones")):
            alone.table.apply(0, action)
        for link, user, table in zip(links, (ANN, BOB), (begun.table, None), strict=True):
            presence = lobby.enter(user)
            presence.set_table(table)
            link.be_present(presence.session, [])
        found: dict[str, Any] = {}
        async with asyncio.timeout(PATIENCE):
            while not found.get("session_memory_bytes") or sum(found["save_seconds"]) < 2:
                message = json.loads(await loop.sock_recv(control, MAX_BYTES))
                if "figures" in message:
                    found = message["figures"]
                    control.send(pack(Figures({"sessions": 2})))
        assert sum(found["save_seconds"]) == 2
        assert (found["sessions_at_tables"], found["sessions_in_lobby"]) == (1, 1)
        assert 10_000_000 < found["session_memory_bytes"] < 1_000_000_000
        assert (found["games_started_today"], found["games_finished_today"]) == (1, 0)
        async with asyncio.timeout(PATIENCE):
            while not (host := lobby.hosts.list_running()[0]).figures.get("save_seconds"):
                await asyncio.sleep(0.05)
        assert host.figures["sessions"] == 2
        assert host.figures["sessions_at_tables"] == 1
        store.close()


@pytest.mark.exhaustive
async def test_a_server_counts_its_sessions_keys_and_refusals(tmp_path: Path) -> None:
    path, config = str(tmp_path / "metrics"), tmp_path / "server.toml"
    config.write_text(f'[metrics]\nlisten = "{path}"\n[limits]\nnetwork_rate = 100000\n')
    with ServerProcess(tmp_path, worker=MISBEHAVING, config=str(config)) as server:
        async with playing(server, "ann") as ann, connect(server, "bob") as bob:
            ann.press(b" ")
            await ann.wait_for(ROLLED)
            for key in (b"1", b"2", b"\x1b[<35;9;9M"):
                at = len(ann.seen)
                ann.press(key)
                if key.isdigit():
                    await ann.wait_for(lambda at=at: len(ann.seen) > at)  # type: ignore[misc]
            refused = await start_session(bob, "no such command")
            await refused.wait_over()
            async with asyncio.timeout(PATIENCE):
                while (await get(path, "/ready"))[0] != 200:  # until the listener has reported
                    await asyncio.sleep(0.1)
            text = (await get(path, "/metrics"))[1]
            found = read_metrics(text)
            assert found["yahtzee_tui_sessions"] == 1
            assert found["yahtzee_tui_refusals_total:request"] == 1
            assert found["yahtzee_tui_key_seconds_bucket:+Inf"] >= 3
            games = str(server.state / "games" / "games.sqlite")
            with closing(Store(games, check=False)) as store:
                (host,) = store.lobby.hosts.list_running()
            assert host.figures.keys() >= {"sessions", "refusals", "key_seconds"}
            words = set(re.split(r"[^\w.:+/]+", text))
            assert not words & {"ann", "Ann", "bob", "127.0.0.1", str(server.state)}
            assert "SHA256" not in text
            assert not [word for word in words if is_address(word)]

            (listener,) = (
                each for each in children(server.parent)
                if each != server.events("session-start")[-1]["process"]
            )  # fmt: skip
            os.kill(listener, signal.SIGKILL)
            async with asyncio.timeout(PATIENCE):
                while found["yahtzee_tui_listener_restarts_total"] != 1:
                    await asyncio.sleep(0.1)
                    found = read_metrics((await get(path, "/metrics"))[1])

            config.write_text(config.read_text().replace(path, f"{path}-other"))
            server.send(signal.SIGHUP)
            again = await asyncio.to_thread(server.wait_for, "reloaded")
            assert "metrics" in again["restart"].split(", ")
            server.send(signal.SIGUSR1)
            await asyncio.to_thread(server.wait_for, "draining")
            assert (await get(path, "/ready"))[0] == 503
            assert (await get(path, "/live"))[0] == 200
            ann.press(b"\x03")
            await ann.wait_over()
        assert await asyncio.to_thread(server.wait) == 0


def is_address(word: str) -> bool:
    try:
        return bool(ip_address(word))
    except ValueError:
        return False
