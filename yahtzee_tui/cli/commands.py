"""The commands. The module of each is imported when it runs."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui import __version__
from yahtzee_tui.cli import arguments
from yahtzee_tui.cli.database import add_database_option
from yahtzee_tui.cli.display import add_display_options, add_plain_option
from yahtzee_tui.cli.parser import Parser
from yahtzee_tui.text import capitalise

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable

_PROGRAM = "yahtzee-tui"


class Command(NamedTuple):
    """A command of the command line.

    Attributes:
        name: What it is called.
        where: The module beside this one that carries it out, and the function there.
        about: What it does.
        add_arguments: Adds what it takes to its parser.
        examples: How it is used, without the program's name.
    """

    name: str
    where: str
    about: str
    add_arguments: Callable[[Parser], None]
    examples: tuple[str, ...]


COMMANDS = (
    Command(
        "play",
        "play:play",
        "sit down at a table at once",
        arguments.add_play,
        (
            "play",
            "play Ann Bob --first Bob",
            "play Ann Bob --rules yatzy --seed 42 --duplicate",
            "play Ann --bot skilled --plain",
        ),
    ),
    Command(
        "daily",
        "daily:daily",
        "play today's dice, the same for everybody",
        arguments.add_daily,
        (
            "daily",
            "daily Ann",
            "daily --list",
        ),
    ),
    Command(
        "resume",
        "play:resume",
        "go on with a saved game",
        arguments.add_resume,
        (
            "resume",
            "resume 3f9a",
            "resume --list",
        ),
    ),
    Command(
        "rules",
        "rules:rules",
        "list the rule sets, or explain one",
        arguments.add_rules,
        (
            "rules",
            "rules free-joker",
        ),
    ),
    Command(
        "score",
        "score:score",
        "show what every open box would score",
        arguments.add_score,
        (
            "score 3 3 3 4 4",
            "score 33344 --rules yatzy --json",
            "score 44444 --card yahtzee=50,fours=12,fh=25",
        ),
    ),
    Command(
        "advise",
        "advise:advise",
        "tell what is best, and how good it is",
        arguments.add_advise,
        (
            "advise 5 5 5 3 1 --rolls-left 2",
            "advise 33344 --rolls-left 1 --rules yatzy --json",
            "advise 44444 --rolls-left 0 --card yahtzee=50,fours=12",
        ),
    ),
    Command(
        "solve",
        "solve:solve",
        "work out the expected score of best play",
        arguments.add_solve,
        (
            "solve",
            "solve --rules yatzy --fresh",
            "solve --json",
        ),
    ),
    Command(
        "simulate",
        "simulate:simulate",
        "let computer players play many games",
        arguments.add_simulate,
        (
            "simulate --players expert --games 10000",
            "simulate --players expert,champion --games 1000 --seed 42",
            "simulate --players beginner,casual,skilled --rules yatzy --json",
        ),
    ),
    Command(
        "replay",
        "replay:replay",
        "check records of games and show them",
        arguments.add_replay,
        (
            "replay game.jsonl",
            "replay game.jsonl --text > game.txt",
            "replay - --json < game.txt",
        ),
    ),
    Command(
        "review",
        "review:review",
        "tell what was luck in a game, and what decisions cost",
        arguments.add_review,
        (
            "review",
            "review game.jsonl --all",
            "review --game 3f9a --json",
        ),
    ),
    Command(
        "export",
        "exchange:export",
        "write out saved games",
        arguments.add_export,
        (
            "export > game.jsonl",
            "export 3f9a --text",
            "export --all > games.jsonl",
        ),
    ),
    Command(
        "import",
        "exchange:import_files",
        "save games from files",
        arguments.add_import,
        (
            "import games.jsonl",
            "export --all | yahtzee-tui import - --database copy.sqlite",
        ),
    ),
    Command(
        "scores",
        "scores:scores",
        "show high scores and statistics",
        arguments.add_scores,
        (
            "scores",
            "scores --rules yatzy --json",
            "scores --player ann",
        ),
    ),
    Command(
        "serve",
        "serve:serve",
        "let people play here over SSH",
        arguments.add_serve,
        (
            "serve",
            "serve --port 22 --user yahtzee --limit sessions=200",
            "serve --check",
        ),
    ),
    Command(
        "web",
        "web:web",
        "play in a browser",
        arguments.add_web,
        (
            "web",
            "web --port 8080 --theme paper",
            "web --public-url https://dice.example.org",
        ),
    ),
    Command(
        "visit",
        "visit:visit",
        "what OpenSSH runs for those who come to play",
        add_database_option,
        ("visit --database /var/lib/yahtzee-tui/games.sqlite",),
    ),
    Command(
        "paths",
        "paths:paths",
        "tell where settings, games and best play are kept",
        arguments.add_paths,
        (
            "paths",
            "paths --json",
        ),
    ),
)


def build_parser(commands: Iterable[Command] = COMMANDS) -> Parser:
    """Return the parser of the command line.

    Args:
        commands: Those that it knows; all of them cost a fiftieth of what a start may take.
    """
    parser = Parser(
        prog=_PROGRAM,
        description="Yahtzee and its relatives, full-screen in the terminal.",
        epilog=f"Without a command the title screen opens. {_PROGRAM} COMMAND --help says more.",
    )
    parser.add_argument("--version", action="version", version=f"{_PROGRAM} {__version__}")
    add_plain_option(parser)
    add_display_options(parser)
    add_database_option(parser)
    parser.set_defaults(run=_runner("play:open_title"))
    group = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    for command in commands:
        examples = "\n".join(f"  {_PROGRAM} {words}" for words in command.examples)
        each = group.add_parser(
            command.name,
            help=command.about,
            description=f"{capitalise(command.about)}.",
            epilog=f"for example:\n{examples}",
        )
        each.set_defaults(run=_runner(command.where))
        command.add_arguments(each)
        parser.commands[command.name] = each
    return parser


def _runner(where: str) -> Callable[[Namespace], int]:
    module, _, function = where.partition(":")

    def run(args: Namespace) -> int:
        return int(getattr(import_module(f"yahtzee_tui.cli.{module}"), function)(args))

    return run
