"""The commands and their arguments. The module of a command is imported only when it runs."""

from __future__ import annotations

from argparse import SUPPRESS
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from yahtzee_tui import __version__
from yahtzee_tui.cli.parser import Parser
from yahtzee_tui.text import capitalise

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable


_PROGRAM = "yahtzee-tui"
DATABASE_VARIABLE = "YAHTZEE_TUI_DATABASE"
_RULES = "official"


class Argument(NamedTuple):
    """The name and the settings that `add_argument` takes."""

    name: str
    settings: dict[str, Any]


def argument(name: str, metavar: str, about: str, **settings: Any) -> Argument:
    """Return an argument or an option with a value; `settings` are those of `add_argument`.

    The name ends with `?` if it may be left out, with `*` or `+` if it may occur several times.
    """
    if name.endswith(("?", "*", "+")):
        name, mark = name[:-1], name[-1]
        is_option = name.startswith("-")
        settings |= {"action": "append", "default": []} if is_option else {"nargs": mark}
    return Argument(name, {"metavar": metavar, "help": about, **settings})


def switch(name: str, about: str, **settings: Any) -> Argument:
    """Return an option without a value."""
    return Argument(name, {"action": "store_true", "help": about, **settings})


def add_arguments(parser: Parser, arguments: Iterable[Argument | tuple[Argument, ...]]) -> None:
    """Add the arguments of a command to its parser; those of an inner tuple exclude each other."""
    for each in arguments:
        if isinstance(each, Argument):
            # An option of the program that stands after a command, too, has no default there, so
            # that the command does not reset what was given before its name.
            default = {"default": SUPPRESS} if each in GAME else {}
            parser.add_argument(each.name, **each.settings, **default)
        else:
            group = parser.add_mutually_exclusive_group()
            for option in each:
                group.add_argument(option.name, **option.settings)


CONFIG = argument(
    "--config",
    "FILE",
    "the file with your settings; yahtzee-tui paths tells where it is if not given",
)
DATABASE = argument(
    "--database",
    "URL",
    f"where games are saved: a file, or a SQLAlchemy URL; also {DATABASE_VARIABLE}",
)
PLAIN = switch(
    "--plain",
    "play in lines of text, for screen readers, pipes and scripts: whatever ends with a "
    "colon waits for a line, ? lists what to type, and the wording is changed only with care",
)
LOOK = (
    CONFIG,
    argument(
        "--theme",
        "ID",
        "the colours this time: felt, paper, contrast, colour-blind or terminal",
    ),
    switch("--no-color", "show no colours; so does NO_COLOR in the environment"),
    switch("--ascii", "draw everything in ASCII"),
)
DISPLAY = (
    *LOOK,
    switch("--no-mouse", "leave the mouse to the terminal; keys do everything"),
    switch("--cursor", "show the cursor where you are; screen readers follow it"),
)
GAME = (PLAIN, *DISPLAY, DATABASE)
"""The options of the program itself, and of the commands that open a game."""

JSON = switch("--json", "answer in JSON")
RULES = argument("--rules", "ID", f"the id of a rule set; {_RULES} if not given", default=_RULES)
POSITION = (
    argument("faces+", "FACE", "what the dice show, such as 3 3 3 4 4 or 33344"),
    RULES,
    argument(
        "--card*",
        "BOX=POINTS,...",
        "the boxes filled so far; boxes go by id, name, code or what people call them",
    ),
)
RECORDS = "records as JSON Lines or in the text form; - for standard input"


class CommandSpec:
    """A command: its name, what it does and its examples for the help, and its arguments.

    The module of this package and the function that execute it are `runner`, as `module:function`,
    both with the command's name if it is empty.
    """

    def __init__(
        self,
        name: str,
        about: str,
        *arguments: Argument | tuple[Argument, ...],
        examples: tuple[str, ...],
        runner: str = "",
    ) -> None:
        self.name, self.about = name, about
        self.arguments, self.examples = arguments, examples
        self.runner = runner or f"{name}:{name}"


COMMANDS = (
    CommandSpec(
        "play",
        "sit down at a table at once",
        argument("names*", "NAME", "the players in seating order, 1 to 8; you alone if not given"),
        argument(
            "--bot*",
            "RANK",
            "a computer player, as often as you like: beginner to champion, see simulate --help",
        ),
        RULES,
        argument("--seed", "TEXT", "let this text decide how the dice fall, as often as you ask"),
        switch("--duplicate", "give every player the same dice, turn by turn"),
        argument(
            "--first",
            "NAME",
            "the player who begins, or random to draw one; your settings say if not given",
        ),
        *GAME,
        examples=(
            "play",
            "play Ann Bob --first Bob",
            "play Ann Bob --rules yatzy --seed 42 --duplicate",
            "play Ann --bot skilled --plain",
        ),
    ),
    CommandSpec(
        "daily",
        "play today's dice, the same for everybody",
        argument("name?", "NAME", "who plays; you if not given"),
        switch("--list", "list the days played so far instead"),
        *GAME,
        examples=("daily", "daily Ann", "daily --list"),
    ),
    CommandSpec(
        "resume",
        "go on with a saved game",
        argument(
            "game?",
            "ID",
            "the game's id, or how it begins; the newest unfinished game if not given",
        ),
        switch("--list", "list the unfinished games instead"),
        *GAME,
        examples=("resume", "resume 3f9a", "resume --list"),
        runner="play:resume",
    ),
    CommandSpec(
        "rules",
        "list the rule sets, or explain one",
        argument("ruleset?", "ID", "a rule set, to see its boxes and points"),
        examples=("rules", "rules free-joker"),
    ),
    CommandSpec(
        "score",
        "show what every open box would score",
        *POSITION,
        JSON,
        examples=(
            "score 3 3 3 4 4",
            "score 33344 --rules yatzy --json",
            "score 44444 --card yahtzee=50,fours=12,fh=25",
        ),
    ),
    CommandSpec(
        "advise",
        "tell what is best, and how good it is",
        *POSITION,
        argument(
            "--rolls-left",
            "N",
            "how many rolls are left: 2 after the first, 0 after the last",
            required=True,
        ),
        JSON,
        examples=(
            "advise 5 5 5 3 1 --rolls-left 2",
            "advise 33344 --rolls-left 1 --rules yatzy --json",
            "advise 44444 --rolls-left 0 --card yahtzee=50,fours=12",
        ),
    ),
    CommandSpec(
        "solve",
        "work out the expected score of best play",
        RULES,
        switch("--fresh", "work it out again even if it was before"),
        JSON,
        examples=("solve", "solve --rules yatzy --fresh", "solve --json"),
    ),
    CommandSpec(
        "simulate",
        "let computer players play many games",
        argument(
            "--players",
            "ID,...",
            "computer players around the table, 1 to 8; the same may sit there twice",
            required=True,
        ),
        argument("--games", "N", "1000 if not given", default="1000"),
        argument("--seed", "TEXT", "what decides how the dice fall; 1 if not given", default="1"),
        RULES,
        switch(
            "--paired", "play the same dice once with every player at each seat, against mere luck"
        ),
        JSON,
        examples=(
            "simulate --players expert --games 10000",
            "simulate --players expert,champion --games 1000 --seed 42",
            "simulate --players beginner,casual,skilled --rules yatzy --json",
        ),
    ),
    CommandSpec(
        "replay",
        "check records of games and show them",
        argument("file", "FILE", RECORDS),
        (switch("--text", "write the records in the text form"), JSON),
        examples=(
            "replay game.jsonl",
            "replay game.jsonl --text > game.txt",
            "replay - --json < game.txt",
        ),
    ),
    CommandSpec(
        "review",
        "tell what was luck in a game, and what decisions cost",
        argument("file?", "FILE", RECORDS),
        argument(
            "--game",
            "ID",
            "a saved game's id, or how it begins; without a file, the newest finished game",
        ),
        switch("--all", "answer in text, with every roll"),
        (
            switch("--text", "answer in text, even if there is a screen to show it"),
            switch("--json", "answer in JSON, with every roll"),
        ),
        switch(
            "--points",
            "leave out the chances of winning in text or JSON, which take a second a game",
        ),
        *DISPLAY,
        DATABASE,
        examples=("review", "review game.jsonl --all", "review --game 3f9a --json"),
    ),
    CommandSpec(
        "export",
        "write out saved games",
        argument("game?", "ID", "the game's id, or how it begins; the newest game if not given"),
        switch("--all", "write all games but those put away, the oldest first"),
        switch("--text", "write them in the text form"),
        DATABASE,
        examples=("export > game.jsonl", "export 3f9a --text", "export --all > games.jsonl"),
        runner="exchange:export",
    ),
    CommandSpec(
        "import",
        "save games from files",
        argument("files+", "FILE", RECORDS),
        DATABASE,
        examples=(
            "import games.jsonl",
            "export --all | yahtzee-tui import - --database copy.sqlite",
        ),
        runner="exchange:import_files",
    ),
    CommandSpec(
        "backup",
        "copy the saved games to a file, also while they are played",
        argument("file", "FILE", "the copy, which must not be there yet"),
        DATABASE,
        examples=("backup games-copy.sqlite",),
        runner="backup:back_up",
    ),
    CommandSpec(
        "restore",
        "put a copy in the place of the saved games, which are kept",
        argument("file", "FILE", "a file that backup wrote"),
        DATABASE,
        examples=("restore games-copy.sqlite",),
        runner="backup:restore",
    ),
    CommandSpec(
        "scores",
        "show high scores and statistics",
        argument("--rules", "ID", "only games by this rule set; each by itself if not given"),
        argument("--player", "NAME", "this player's statistics; initials will do"),
        DATABASE,
        JSON,
        examples=("scores", "scores --rules yatzy --json", "scores --player ann"),
    ),
    CommandSpec(
        "serve",
        "let people play here over SSH",
        argument("--host", "ADDRESS", "where to listen; on every address if not given"),
        argument("--port", "N", "2222 if not given"),
        argument("--state", "FOLDER", "where the host key and the games are kept"),
        argument("--user", "NAME", "the user as whom games run, if the server runs as root"),
        argument(
            "--limit*",
            "NAME=N",
            "how much there is of something, such as sessions=200 or idle_seconds=600",
        ),
        switch("--check", "see whether people can play on the server that runs here"),
        switch(
            "--fingerprint",
            "print the fingerprint of the host key, and lines for known_hosts and the DNS; --host "
            "gives the name of the machine",
        ),
        argument(
            "--print",
            "WHAT",
            "write out a file to begin with: systemd, container, sshd or config",
            dest="example",
        ),
        argument(
            "--config",
            "FILE",
            "the file with all this and more, in TOML; server.toml beside your settings",
            default=SUPPRESS,
        ),
        DATABASE,
        examples=("serve", "serve --port 22 --user yahtzee --limit sessions=200", "serve --check"),
    ),
    CommandSpec(
        "web",
        "play in a browser",
        argument(
            "--host",
            "ADDRESS",
            "where to listen; only this machine can connect if not given",
            default="localhost",
        ),
        argument("--port", "N", "8000 if not given", default="8000"),
        argument(
            "--public-url",
            "URL",
            "the address of the page as others see it, behind a proxy or by another name",
            default="",
        ),
        *LOOK,
        DATABASE,
        examples=(
            "web",
            "web --port 8080 --theme paper",
            "web --public-url https://dice.example.org",
        ),
    ),
    CommandSpec(
        "host",
        "list who plays on a server, end sessions, close tables, and ban",
        argument(
            "action",
            "ACTION",
            "who lists sessions and bans; end SESSION; close TABLE; ban and unban KEY-or-NETWORK",
        ),
        argument(
            "what?",
            "WHAT",
            "the beginning of a session's id, a table's code, a key's fingerprint or a network",
        ),
        argument("--for", "TIME", "how long a ban lasts, as in 2h or 7d", dest="duration"),
        argument("--config", "FILE", "the settings file of the server, server.toml"),
        argument("--state", "FOLDER", "the folder of the server's files"),
        DATABASE,
        JSON,
        examples=(
            "host who",
            "host end 3f9a12cd",
            "host close KESTREL-42",
            "host ban 192.0.2.0/24 --for 2h",
            "host unban SHA256:…",
        ),
    ),
    CommandSpec(
        "visit",
        "what OpenSSH runs for those who come to play",
        DATABASE,
        examples=("visit --database /var/lib/yahtzee-tui/games.sqlite",),
    ),
    CommandSpec(
        "paths",
        "tell where settings, games and best play are kept",
        CONFIG,
        DATABASE,
        JSON,
        examples=("paths", "paths --json"),
        runner="database:paths",
    ),
)


def build_parser(commands: Iterable[CommandSpec] = COMMANDS) -> Parser:
    """Return the parser with some of the commands; all take a fiftieth of the start-up time."""
    parser = Parser(
        prog=_PROGRAM,
        description="Yahtzee and its relatives, full-screen in the terminal.",
        epilog=f"Without a command the title screen opens. {_PROGRAM} COMMAND --help says more.",
    )
    parser.add_argument("--version", action="version", version=f"{_PROGRAM} {__version__}")
    add_arguments(parser, GAME)
    parser.set_defaults(run=_runner("play:open_game"))
    group = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    for command in commands:
        examples = "\n".join(f"  {_PROGRAM} {words}" for words in command.examples)
        each = group.add_parser(
            command.name,
            help=command.about,
            description=f"{capitalise(command.about)}.",
            epilog=f"for example:\n{examples}",
        )
        each.set_defaults(run=_runner(command.runner))
        add_arguments(each, command.arguments)
        parser.commands[command.name] = each
    return parser


def _runner(where: str) -> Callable[[Namespace], int]:
    module, _, function = where.partition(":")

    def run(args: Namespace) -> int:
        return int(getattr(import_module(f"yahtzee_tui.cli.{module}"), function)(args))

    return run
