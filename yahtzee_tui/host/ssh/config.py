"""The server's settings and limits, reading them from a TOML file, and example files."""

from __future__ import annotations

import os
import re
from functools import partial
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.errors import UserError
from yahtzee_tui.host.ssh.addresses import MAX_PORT, split_address, split_public_name
from yahtzee_tui.settings.toml_file import (
    SettingsError,
    describe_value,
    number_reader,
    read_file,
    read_string,
    read_values,
    table_reader,
    wrong_value,
)
from yahtzee_tui.text import join_words
from yahtzee_tui.translation import LANGUAGES, N_, _

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from yahtzee_tui.settings.toml_file import Readers

_EXAMPLE_FILES = {
    "systemd": "yahtzee-tui.service",
    "container": "Containerfile",
    "compose": "compose.yaml",
    "sql": "roles.sql",
    "sshd": "sshd_config",
    "alerts": "alerts.yml",
}
_MAX_DAYS = 36_500
MAX_DRAIN_SECONDS = 24 * 3600
MAX_LIMIT = 1_000_000  # the largest value of a limit
LEAST_LIMITS = {
    "login_seconds": 5,
    "idle_seconds": 60,
    "session_seconds": 60,
    "processor_seconds": 60,
    "memory_megabytes": 400,
    "log_kilobytes": 16,
}
"""The smallest value of a limit, where it is not 1: with less nobody could play, or log a line."""


class ServerError(UserError):
    """The server can't be started or reached."""


CLOSED = N_(
    "Games run as {user}, who can't open {path}. Install the program where every user can read it, "
    "such as below /opt, and name a folder that {user} can reach with --state; or open {path}."
)
"""What is said of a folder that the sessions' user can't open."""


class Limits(NamedTuple):
    """The server's limits: in total, per network and per session.

    A network is one IPv4 address, or the /64 of an IPv6 address; a /24 of IPv4 addresses may reach
    eight times its limits, a /56 of IPv6 addresses twice and a /48 four times. A fifth of
    `sessions` and `logins` is for keys that have a name here.
    """

    sessions: int = 100  # concurrent sessions
    network_sessions: int = 5  # concurrent sessions per network
    connections: int = 500  # concurrent connections
    network_connections: int = 10  # concurrent connections per network
    network_rate: int = 12  # new connections per minute and network in the long run
    network_burst: int = 10  # new connections that a network may make at once
    logins: int = 100  # concurrent connections that haven't logged in
    network_logins: int = 3  # concurrent connections per network that haven't logged in
    login_seconds: int = 20  # time to log in
    idle_seconds: int = 15 * 60  # time without input; spectators are exempt
    session_seconds: int = 6 * 3600  # duration of a session
    processor_seconds: int = 30 * 60  # CPU time of a session
    memory_megabytes: int = 512  # memory of a session
    log_kilobytes: int = 512  # log output per minute; a quarter of it is for refused clients
    grace_seconds: int = 5  # time that a session has to end by itself before it is killed

    @property
    def processes(self) -> int:
        """Threads and processes that the sessions' user may have.

        A session has up to a dozen threads. The system counts those of all programs of the user, so
        that there is room for others, and for a second server during an upgrade.
        """
        return 64 * self.sessions + 1024


class Notify(NamedTuple):
    """Where messages to players who are away are sent."""

    kind: str = ""  # `ntfy` or `webhook`; empty for nowhere
    url: str = ""  # of an ntfy server, or the address that gets a JSON object a message
    token: str = ""  # sent as `Authorization: Bearer`, empty for none


class Metrics(NamedTuple):
    """Where figures are served for Prometheus."""

    listen: str = ""  # ADDRESS:PORT, or the path of a Unix socket; empty for nowhere
    public: bool = False  # whether the address may be another than that of this machine alone


class ServerSettings(NamedTuple):
    """The settings of one server."""

    host: str = ""  # address to listen on; empty for all addresses
    port: int = 2222  # port to listen on; 0 for any free one
    # Database of saved games, as SQLAlchemy URL or path of a SQLite file; empty for a file inside
    # `state`.
    database: str = ""
    state: str = ""  # folder of the host key and of the sessions' files
    user: str = ""  # user to run sessions as; empty for the server's own
    # Networks of load balancers whose PROXY protocol header is trusted.
    proxies: tuple[str, ...] = ()
    # Days without a move after which an unfinished game is deleted; 0 for never. Results of
    # finished games are always kept.
    keep_days: int = 180
    limits: Limits = Limits()
    # Fingerprints of keys, and networks, that may not play; `yahtzee-tui host ban` adds others.
    deny: tuple[str, ...] = ()
    # Name under which players reach the server, NAME or NAME:PORT, for invitations to tables; empty
    # for the address that they are connected to.
    public_name: str = ""
    # Ids of the rule sets that may be played, the first one by default; empty for all.
    rules: tuple[str, ...] = ()
    rules_folder: str = ""  # folder of rule files; empty for `rules` beside your settings
    language: str = "en"  # code of the language of players whose terminal names none of the game's
    # Whether clients get answers in JSON: high scores, their daily games, the tables of the lobby.
    json: bool = False
    # Address of the database itself where `database` is that of a pooler, through which nothing can
    # be heard of changes; empty for the same.
    listen_database: str = ""
    # File of the host key, which several hosts behind one name share; empty for one of its own in
    # `state`.
    host_key: str = ""
    # File of the host key that is to follow: clients store it before it is used. Empty for none.
    next_host_key: str = ""
    drain_seconds: int = 30 * 60  # after SIGUSR1, until the last sessions end
    notify: Notify = Notify()
    metrics: Metrics = Metrics()


def read_server_settings(path: Path) -> tuple[ServerSettings, list[str]]:
    """Return a file's settings, and a sentence for every fault; without a file, the defaults."""
    read_limits = table_reader("limit", _LIMITS)
    readers: Readers = dict.fromkeys(ServerSettings._fields, read_string) | {
        "port": number_reader(0, MAX_PORT),
        "keep_days": number_reader(0, _MAX_DAYS),
        "drain_seconds": number_reader(1, MAX_DRAIN_SECONDS),
        "proxies": _read_networks,
        "deny": partial(_read_networks, keys=True),
        "public_name": _read_public_name,
        "rules": _read_ids,
        "rules_folder": read_folder,
        "language": _read_language,
        "json": _read_flag,
        "notify": _read_notify,
        "limits": lambda key, value, faults: Limits(**read_limits(key, value, faults)),
        "metrics": _read_metrics,
    }
    try:
        values, faults = read_file(path, "setting", readers)
    except SettingsError as error:
        return ServerSettings(), [error.sentence]
    return ServerSettings(**values), faults


_LIMITS = {name: number_reader(LEAST_LIMITS.get(name, 1), MAX_LIMIT) for name in Limits._fields}


def read_limit(name: str, value: object) -> int:
    """Return the value of a limit; raises `ValueError` with what is wrong as its text."""
    values, faults = read_values({name: value}, "limit", _LIMITS)
    if faults:
        raise ValueError(faults[0])
    return int(values[name])


def _read_public_name(key: str, value: object, faults: list[str]) -> str:
    name = read_string(key, value, faults)
    try:
        split_public_name(name)
    except ValueError:
        raise wrong_value(key, value, _("NAME or NAME:PORT")) from None
    return name


_NO_NETWORK = N_("{value} in {key} is not a network")
_NO_SUBJECT = N_("{value} in {key} is not a key fingerprint or network")


def _read_networks(
    key: str, value: object, _faults: list[str], *, keys: bool = False
) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise wrong_value(key, value, _("a list"))
    subjects = []
    for each in value:
        subject = read_subject(each) if isinstance(each, str) else ""
        if not subject or (is_fingerprint(subject) and not keys):
            fault = _NO_SUBJECT if keys else _NO_NETWORK
            raise ValueError(_(fault, value=describe_value(each), key=key))
        subjects.append(subject)
    return tuple(subjects)


def _read_ids(key: str, value: object, _faults: list[str]) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise wrong_value(key, value, _("a list of ids"))
    if not value:
        raise ValueError(_("{key} is empty; leave it out to offer all games", key=key))
    return tuple(value)


def read_folder(key: str, value: object, faults: list[str]) -> str:
    """Read the path of a folder, which has to exist."""
    folder = read_string(key, value, faults)
    if folder and not os.access(f"{folder}/.", os.R_OK):
        raise wrong_value(key, folder, _("a folder that exists"))
    return folder


def _read_language(key: str, value: object, _faults: list[str]) -> str:
    codes = [code for code in LANGUAGES if code != "auto"]
    if value not in codes:
        raise wrong_value(key, value, join_words(codes, "or"))
    return str(value)


def _read_flag(key: str, value: object, _faults: list[str]) -> bool:
    if not isinstance(value, bool):
        raise wrong_value(key, value, _("true or false"))
    return value


def _read_metrics(key: str, value: object, faults: list[str]) -> Metrics:
    read = table_reader("setting", {"listen": read_string, "public": _read_flag})
    metrics = Metrics(**read(key, value, faults))
    if not metrics.listen or metrics.listen.startswith("/"):
        return metrics
    try:
        address, _port = split_address(metrics.listen)
    except ValueError:
        allowed = _("ADDRESS:PORT or the path of a socket")
        raise wrong_value(f"{key}.listen", metrics.listen, allowed) from None
    if not metrics.public and not ip_address(address).is_loopback:
        sentence = N_("others can reach {address}; set {setting} to true if you want that")
        raise ValueError(_(sentence, address=metrics.listen, setting=f"{key}.public"))
    return metrics


def _read_notify(key: str, value: object, faults: list[str]) -> Notify:
    read = table_reader("setting", dict.fromkeys(Notify._fields, read_string))
    notify = Notify(**read(key, value, faults))
    if not any(notify):  # as the default settings are printed
        return notify
    if notify.kind not in ("ntfy", "webhook"):
        raise wrong_value(f"{key}.kind", notify.kind, join_words(("ntfy", "webhook"), "or"))
    if not _WEB_ADDRESS.fullmatch(notify.url):
        raise wrong_value(
            f"{key}.url", notify.url, _("an address such as https://ntfy.example.org")
        )
    if not (notify.token.isascii() and notify.token.isprintable()):  # it isn't shown: it is secret
        raise ValueError(_("{key} must be one line of ASCII text", key=f"{key}.token"))
    return notify


_WEB_ADDRESS = re.compile(r"https?://[^\s/?#]+[^\s]*", re.ASCII)
_FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")


def is_fingerprint(text: str) -> bool:
    """Return whether a text is a key's fingerprint, as ssh-keygen writes it."""
    return _FINGERPRINT.fullmatch(text) is not None


def read_subject(text: str) -> str:
    """Return a key's fingerprint, or a network or address in normal form; "" if it is neither."""
    if is_fingerprint(text):
        return text
    try:
        return str(ip_network(text))
    except ValueError:
        return ""


def is_denied(deny: Iterable[str], key: str, address: str) -> bool:
    """Return whether a list of fingerprints and networks has a key or an address."""
    networks = (ip_network(subject) for subject in deny if not is_fingerprint(subject))
    return key in deny or any(ip_address(address) in network for network in networks)


def read_example(name: str) -> str:
    """Return the text of an example file for a server's host; `config` is that of the settings."""
    from importlib.resources import files

    if name == "config":
        return _format_default_settings()
    return files(__package__).joinpath("files", _EXAMPLE_FILES[name]).read_text(encoding="utf-8")


def _format_default_settings() -> str:
    """Return a settings file that names every setting, commented out, with its default."""
    import json

    lines = ["# The default settings. Remove the # to change a line."]
    tables: list[str] = []
    for name, value in ServerSettings()._asdict().items():
        if isinstance(value, Limits | Notify | Metrics):
            inner = [f"# {key} = {json.dumps(each)}" for key, each in value._asdict().items()]
            tables += ["", f"[{name}]", *inner]
        else:
            # The default of the rules, all of them, isn't the list of none.
            lines.append(f"# {'# ' * (name == 'rules')}{name} = {json.dumps(value)}")
    return "\n".join(lines + tables) + "\n"
