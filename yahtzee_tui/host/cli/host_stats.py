"""`yahtzee-tui host stats`: the figures of all servers of a database."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from yahtzee_tui.cli.output import align
from yahtzee_tui.host.ssh.figures import BY_REASON, TIMES, add_up, find_percentile
from yahtzee_tui.services.json_answers import pick
from yahtzee_tui.text import escape_controls
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Mapping, Sequence

    from yahtzee_tui.host.lobby.host_store import HostStore

_PERCENTILES = (50, 95, 99)
_MEGABYTE = 1_000_000


def describe_stats(store: HostStore, _args: Namespace) -> tuple[dict[str, Any], str]:
    """Return the figures of each server and their sum, and the same in words."""
    hosts, (started, finished) = store.lobby.hosts.list_running(), store.lobby.count_games()
    servers, texts = [], []
    for host in hosts:
        figures, memory = _to_json([host.figures]), host.figures.get("session_memory_bytes")
        about = pick(host, "name process version started@ drain_until@")
        servers.append(about | {"session_memory_bytes": memory, "figures": figures})
        title = _(
            "{server}, process {process}, version {version}, up {time}",
            server=host.name, process=host.process, version=host.version,
            time=_format_duration(time.time() - host.started),
        )  # fmt: skip
        size = "–" if memory is None else _("{size} MB", size=f"{memory / _MEGABYTE:.1f}")
        texts.append(
            _format(
                escape_controls(title), figures, [(_("memory of a session (median PSS)"), size)]
            )
        )
    total = _to_json([host.figures for host in hosts])
    games = {"started": started, "finished": finished}
    texts.append(_format(_("All servers"), total))
    texts.append(_("Games today (UTC): {started} started, {finished} finished", **games) + "\n")
    return {"servers": servers, "all": total, "games": games}, "\n".join(texts)


def _to_json(figures: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the sum of figures, with percentiles of times."""
    total = add_up(figures)
    for name in TIMES:
        counts, found = total[name], {}
        for percent in _PERCENTILES:
            seconds = find_percentile(counts, percent / 100)
            found[f"p{percent}"] = None if seconds is None else round(seconds, 5)
        total[name] = {"count": sum(counts), **found}
    for name in BY_REASON:
        total[name] = {why: number for why, number in sorted(total[name].items()) if number}
    return total


def _format(title: str, figures: Mapping[str, Any], more: Sequence[tuple[str, str]] = ()) -> str:
    sessions = _(
        "{sessions}: {at_tables} at tables ({watching} watching), {in_lobby} in the lobby",
        sessions=figures["sessions"], at_tables=figures["sessions_at_tables"],
        watching=figures["sessions_watching"], in_lobby=figures["sessions_in_lobby"],
    )  # fmt: skip
    restarts = _(
        "fork server {fork_server}, listener {listener}",
        fork_server=figures["fork_server_restarts"], listener=figures["listener_restarts"],
    )  # fmt: skip
    rows = [
        (_("sessions"), sessions),
        (_("key to output, 5 minutes"), _format_times(figures["key_seconds"])),
        (_("time of a save, 5 minutes"), _format_times(figures["save_seconds"])),
        *more,
        (_("refused"), _format_reasons(figures["refusals"])),
        (_("dropped"), _format_reasons(figures["drops"])),
        (_("ended"), _format_reasons(figures["session_ends"])),
        (_("log lines lost"), str(figures["log_lines_lost"])),
        (_("restarts"), restarts),
    ]
    return f"{title}\n" + align((f"  {label}", value) for label, value in rows)


def _format_times(times: Mapping[str, Any]) -> str:
    if not times["count"]:
        return "–"
    found = {f"p{percent}": f"{1000 * times[f'p{percent}']:.1f}" for percent in _PERCENTILES}
    return _("p50 {p50} ms, p95 {p95} ms, p99 {p99} ms", **found)


def _format_reasons(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{why} {number}" for why, number in numbers.items()) or "–"


def _format_duration(seconds: float) -> str:
    minutes = max(0, round(seconds / 60))
    days, hours = divmod(minutes // 60, 24)
    return f"{days} d {hours} h" if days else f"{hours} h {minutes % 60} min"
