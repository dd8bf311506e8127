"""The arguments that each command takes."""

from __future__ import annotations

from argparse import SUPPRESS
from typing import TYPE_CHECKING

from yahtzee_tui.cli.database import add_database_option
from yahtzee_tui.cli.display import (
    add_config_option,
    add_display_options,
    add_look_options,
    add_plain_option,
)

if TYPE_CHECKING:
    from yahtzee_tui.cli.parser import Parser

_RULES = "official"
_RULES_HELP = f"the id of a rule set; {_RULES} if not given"


def add_play(parser: Parser) -> None:
    """Let `play` be told who plays, by which rules, with which dice, and who begins."""
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="the players in seating order, 1 to 8; you alone if not given",
    )
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="RANK",
        help="a computer player, as often as you like: beginner to champion, see simulate --help",
    )
    _add_ruleset(parser)
    parser.add_argument(
        "--seed", metavar="TEXT", help="let this text decide how the dice fall, as often as you ask"
    )
    parser.add_argument(
        "--duplicate", action="store_true", help="give every player the same dice, turn by turn"
    )
    parser.add_argument(
        "--first",
        metavar="NAME",
        help="the player who begins, or random to draw one; your settings say if not given",
    )
    add_plain_option(parser)
    add_display_options(parser)
    add_database_option(parser)


def add_daily(parser: Parser) -> None:
    """Let `daily` be told who plays."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="who plays; you if not given")
    parser.add_argument("--list", action="store_true", help="list the days played so far instead")
    add_plain_option(parser)
    add_display_options(parser)
    add_database_option(parser)


def add_resume(parser: Parser) -> None:
    """Let `resume` be told which game."""
    parser.add_argument(
        "game",
        nargs="?",
        metavar="ID",
        help="the game's id, or how it begins; the newest unfinished game if not given",
    )
    parser.add_argument("--list", action="store_true", help="list the unfinished games instead")
    add_plain_option(parser)
    add_display_options(parser)
    add_database_option(parser)


def add_rules(parser: Parser) -> None:
    """Let `rules` be told which rule set."""
    parser.add_argument(
        "ruleset", nargs="?", metavar="ID", help="a rule set, to see its boxes and points"
    )


def add_score(parser: Parser) -> None:
    """Let `score` be told the dice and the card."""
    _add_position(parser)
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def add_advise(parser: Parser) -> None:
    """Let `advise` be told the dice, the card and the rolls left."""
    _add_position(parser)
    parser.add_argument(
        "--rolls-left",
        required=True,
        metavar="N",
        help="how many rolls are left: 2 after the first, 0 after the last",
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def add_solve(parser: Parser) -> None:
    """Let `solve` be told which rules."""
    _add_ruleset(parser)
    parser.add_argument(
        "--fresh", action="store_true", help="work it out again even if it was before"
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def add_simulate(parser: Parser) -> None:
    """Let `simulate` be told who plays, how often, by which rules and with which dice."""
    parser.add_argument(
        "--players",
        required=True,
        metavar="ID,...",
        help="computer players around the table, 1 to 8; the same may sit there twice",
    )
    parser.add_argument("--games", default="1000", metavar="N", help="1000 if not given")
    parser.add_argument(
        "--seed", default="1", metavar="TEXT", help="what decides how the dice fall; 1 if not given"
    )
    _add_ruleset(parser)
    parser.add_argument(
        "--paired",
        action="store_true",
        help="play the same dice once with every player at each seat, against mere luck",
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def add_replay(parser: Parser) -> None:
    """Let `replay` be told which file, and in which form."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="records as JSON Lines or in the text form; - for standard input",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--text", action="store_true", help="write the records in the text form")
    form.add_argument("--json", action="store_true", help="answer in JSON")


def add_review(parser: Parser) -> None:
    """Let `review` be told which game, and in which form."""
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="records as JSON Lines or in the text form; - for standard input",
    )
    parser.add_argument(
        "--game",
        metavar="ID",
        help="a saved game's id, or how it begins; without a file, the newest finished game",
    )
    parser.add_argument("--all", action="store_true", help="answer in text, with every roll")
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--text", action="store_true", help="answer in text, even if there is a screen to show it"
    )
    form.add_argument("--json", action="store_true", help="answer in JSON, with every roll")
    parser.add_argument(
        "--points",
        action="store_true",
        help="leave out the chances of winning in text or JSON, which take a second a game",
    )
    add_display_options(parser)
    add_database_option(parser)


def add_export(parser: Parser) -> None:
    """Let `export` be told which games, and in which form."""
    parser.add_argument(
        "game",
        nargs="?",
        metavar="ID",
        help="the game's id, or how it begins; the newest game if not given",
    )
    parser.add_argument(
        "--all", action="store_true", help="write all games but those put away, the oldest first"
    )
    parser.add_argument("--text", action="store_true", help="write them in the text form")
    add_database_option(parser)


def add_import(parser: Parser) -> None:
    """Let `import` be told which files."""
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="records as JSON Lines or in the text form; - for standard input",
    )
    add_database_option(parser)


def add_scores(parser: Parser) -> None:
    """Let `scores` be told which rules, and which player."""
    parser.add_argument(
        "--rules", metavar="ID", help="only games by this rule set; each by itself if not given"
    )
    parser.add_argument(
        "--player", metavar="NAME", help="this player's statistics; initials will do"
    )
    add_database_option(parser)
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def add_serve(parser: Parser) -> None:
    """Let `serve` be told where, with which games, as whom, and how much of everything there is."""
    parser.add_argument(
        "--host", metavar="ADDRESS", help="where to listen; on every address if not given"
    )
    parser.add_argument("--port", metavar="N", help="2222 if not given")
    parser.add_argument(
        "--state", metavar="FOLDER", help="where the host key and the games are kept"
    )
    parser.add_argument(
        "--user", metavar="NAME", help="the user as whom games run, if the server runs as root"
    )
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=N",
        help="how much there is of something, such as sessions=200 or idle_seconds=600",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="see whether people can play on the server that runs here",
    )
    parser.add_argument(
        "--print",
        metavar="WHAT",
        dest="example",
        help="write out a file to begin with: systemd, container, sshd or config",
    )
    parser.add_argument(
        "--config",
        metavar="FILE",
        default=SUPPRESS,  # so that a command says nothing of what stands before it
        help="the file with all this and more, in TOML; server.toml beside your settings",
    )
    add_database_option(parser)


def add_web(parser: Parser) -> None:
    """Let `web` be told where, and what the game looks like."""
    parser.add_argument(
        "--host",
        default="localhost",
        metavar="ADDRESS",
        help="where to listen; only this machine can connect if not given",
    )
    parser.add_argument("--port", default="8000", metavar="N", help="8000 if not given")
    parser.add_argument(
        "--public-url",
        default="",
        metavar="URL",
        help="the address of the page as others see it, behind a proxy or by another name",
    )
    add_look_options(parser)
    add_database_option(parser)


def add_paths(parser: Parser) -> None:
    """Let `paths` be told of which settings and games."""
    add_config_option(parser)
    add_database_option(parser)
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def _add_position(parser: Parser) -> None:
    parser.add_argument(
        "faces", nargs="+", metavar="FACE", help="what the dice show, such as 3 3 3 4 4 or 33344"
    )
    _add_ruleset(parser)
    parser.add_argument(
        "--card",
        action="append",
        default=[],
        metavar="BOX=POINTS,...",
        help="the boxes filled so far; boxes go by id, name, code or what people call them",
    )


def _add_ruleset(parser: Parser) -> None:
    parser.add_argument("--rules", default=_RULES, metavar="ID", help=_RULES_HELP)
