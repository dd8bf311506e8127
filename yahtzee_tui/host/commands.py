"""The commands that the host adds to those of the game."""

from __future__ import annotations

from argparse import SUPPRESS

from yahtzee_tui.cli.arguments import (
    DATABASE,
    EVENTS,
    JSON,
    LOOK,
    PORT,
    RULES,
    CommandSpec,
    argument,
    switch,
)
from yahtzee_tui.cli.parser import span

_HOST_ACTIONS = (
    "who", "tables", "stats", "ladder", "end", "close", "ban", "unban", "bot", "migrate", "say",
    "drain", "event",
)  # fmt: skip
COMMANDS = (
    CommandSpec(
        "web",
        "play in a browser",
        argument(
            "--host",
            "ADDRESS",
            "address to listen on [default: this machine only]",
            default="localhost",
        ),
        argument("--port", "N", "port to listen on [default: 8000]", type=PORT, default=8000),
        argument(
            "--public-url", "URL", "public address of the page, if it is behind a proxy", default=""
        ),
        *LOOK,
        DATABASE,
        runner="host.cli.web:web",
        group="play",
        examples=(
            "web",
            "web --port 8080 --theme paper",
            "web --public-url https://dice.example.org",
        ),
    ),
    CommandSpec(
        "serve",
        "host games over SSH",
        argument("--host", "ADDRESS", "address to listen on [default: all]"),
        argument("--port", "N", "port to listen on [default: 2222]", type=PORT),
        argument(
            "--public-name",
            "NAME",
            "name or NAME:PORT for invitations [default: address of the connection]",
        ),
        argument(
            "--rules-folder", "FOLDER", "folder of rule files [default: rules beside your settings]"
        ),
        argument("--state", "FOLDER", "folder for the host key and games"),
        argument("--host-key", "FILE", "file of the host key [default: a new one in --state]"),
        argument("--user", "NAME", "run games as this user, if the server runs as root"),
        argument(
            "--limit*",
            "NAME=N",
            "set a limit, such as sessions=200 or idle_seconds=600; may be repeated",
        ),
        switch("--check", "check that the server running here lets players in"),
        switch(
            "--fingerprint",
            "print the host key's fingerprint and its lines for known_hosts and DNS; --host "
            "gives the machine's name",
        ),
        argument(
            "--print",
            "WHAT",
            "print an example file: {choices}",
            choices=("systemd", "container", "compose", "sql", "sshd", "config", "alerts"),
            dest="example",
        ),
        argument(
            "--config",
            "FILE",
            "server settings file, TOML [default: server.toml beside your settings]",
            default=SUPPRESS,
        ),
        DATABASE,
        JSON,
        runner="host.cli.serve:serve",
        group="host",
        examples=("serve", "serve --port 22 --user yahtzee --limit sessions=200", "serve --check"),
    ),
    CommandSpec(
        "host",
        "list players on a server, end sessions, close tables, ban players",
        argument(
            "action",
            "ACTION",
            "who (list sessions and bans), tables (list the lobby's tables), stats (figures of "
            "each server), ladder (marks who plays nearly like best play), end SESSION, close "
            "TABLE, ban or unban PLAYER-or-KEY-or-NETWORK, bot PLAYER (make it a bot's account), "
            "say TEXT (to all players, at most 100 columns), drain [SERVER] (end it after its last "
            "session), migrate (make or convert PostgreSQL's tables, as their owner), event list, "
            "event new NAME, event show NAME, event export NAME, event delete NAME",
            choices=_HOST_ACTIONS,
        ),
        argument(
            "what?",
            "WHAT",
            "a session id or its first characters, a table code, a key fingerprint, a network, a "
            "player's name (bans key and network), a text, or the name of a server's machine",
        ),
        argument("name?", "NAME", "the name of an event"),
        RULES,
        *EVENTS,
        argument(
            "--for",
            "TIME",
            "duration of a ban, such as 2h or 7d [default: no end], or of a drain [default: 30m]",
            dest="duration",
            type=span,
        ),
        argument("--message", "TEXT", "what else to tell players about a drain", default=""),
        argument("--why", "TEXT", "why a player is banned; host who shows it", default=""),
        argument(
            "--owner", "PLAYER", "the account that owns the bot; it can own at most 4", default=""
        ),
        switch("--off", "make a bot's account a person's again"),
        argument(
            "--config", "FILE", "server settings file [default: server.toml beside your settings]"
        ),
        argument("--state", "FOLDER", "the server's folder for the host key and games"),
        DATABASE,
        JSON,
        runner="host.cli.host:host",
        group="host",
        examples=(
            "host who",
            "host tables --json",
            "host end 3f9a12cd",
            "host close KESTREL-42",
            "host ban 192.0.2.0/24 --for 2h",
            "host unban SHA256:…",
            "host drain --for 5m",
            "host bot greedy --owner Ann",
            "host event new 'Sunday Cup' --games 3 --to 2d --every week",
        ),
    ),
    CommandSpec(
        "visit",
        "run one player's session for OpenSSH (used by sshd)",
        DATABASE,
        runner="host.cli.visit:visit",
        group="host",
        examples=("visit --database /var/lib/yahtzee-tui/games.sqlite",),
        listed=False,
    ),
)
