"""The commands, their arguments and their help. Each imports what it needs when it runs."""

from __future__ import annotations

from argparse import SUPPRESS
from typing import TYPE_CHECKING

from yahtzee_tui import __version__
from yahtzee_tui.cli.parser import Parser

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

_PROGRAM = "yahtzee-tui"
_RULES = "official"
_RULES_HELP = f"the id of a rule set; {_RULES} if not given"


def build_parser() -> Parser:
    """Return the parser of the whole command line."""
    parser = Parser(
        prog=_PROGRAM,
        description="Yahtzee and its relatives, full-screen in the terminal.",
        epilog=f"Without a command the title screen opens. {_PROGRAM} COMMAND --help says more.",
    )
    parser.add_argument("--version", action="version", version=f"{_PROGRAM} {__version__}")
    _add_no_mouse(parser)
    parser.set_defaults(run=_title)
    group = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)

    def add(name: str, run: Callable[[Namespace], int], about: str, examples: str) -> Parser:
        description = f"{about[0].upper()}{about[1:]}."
        epilog = f"for example:\n{examples}"
        command = group.add_parser(name, help=about, description=description, epilog=epilog)
        command.set_defaults(run=run)
        parser.commands[name] = command
        return command

    _add_play(add("play", _play, "sit down at a table at once", _PLAY_EXAMPLES))
    _add_rules(add("rules", _rules, "list the rule sets, or explain one", _RULES_EXAMPLES))
    _add_score(add("score", _score, "show what every open box would score", _SCORE_EXAMPLES))
    _add_replay(add("replay", _replay, "check the record of a game and show it", _REPLAY_EXAMPLES))
    return parser


_PLAY_EXAMPLES = """\
  yahtzee-tui play
  yahtzee-tui play Ann Bob --first Bob
  yahtzee-tui play Ann Bob --rules yatzy --seed 42 --duplicate"""

_RULES_EXAMPLES = """\
  yahtzee-tui rules
  yahtzee-tui rules free-joker"""

_SCORE_EXAMPLES = """\
  yahtzee-tui score 3 3 3 4 4
  yahtzee-tui score 33344 --rules yatzy --json
  yahtzee-tui score 44444 --card yahtzee=50,fours=12,fh=25"""

_REPLAY_EXAMPLES = """\
  yahtzee-tui replay game.jsonl
  yahtzee-tui replay game.jsonl --text > game.txt
  yahtzee-tui replay - --json < game.txt"""


def _add_play(parser: Parser) -> None:
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="the players in seating order, 1 to 8; you alone if not given",
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
        default="random",
        help="the player who begins, or random to draw one; random if not given",
    )
    _add_no_mouse(parser)


def _add_rules(parser: Parser) -> None:
    parser.add_argument(
        "ruleset", nargs="?", metavar="ID", help="a rule set, to see its boxes and points"
    )


def _add_score(parser: Parser) -> None:
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
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def _add_replay(parser: Parser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a record as JSON Lines or in the text form; - for standard input",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--text", action="store_true", help="write the record in the text form")
    form.add_argument("--json", action="store_true", help="answer in JSON")


def _add_ruleset(parser: Parser) -> None:
    parser.add_argument("--rules", default=_RULES, metavar="ID", help=_RULES_HELP)


def _add_no_mouse(parser: Parser) -> None:
    parser.add_argument(
        "--no-mouse",
        action="store_true",
        default=SUPPRESS,  # so that a command says nothing of what stands before it
        help="leave the mouse to the terminal; keys do everything",
    )


def _title(args: Namespace) -> int:
    from yahtzee_tui.cli.play import open_title

    return open_title(args)


def _play(args: Namespace) -> int:
    from yahtzee_tui.cli.play import play

    return play(args)


def _rules(args: Namespace) -> int:
    from yahtzee_tui.cli.rules import rules

    return rules(args)


def _score(args: Namespace) -> int:
    from yahtzee_tui.cli.score import score

    return score(args)


def _replay(args: Namespace) -> int:
    from yahtzee_tui.cli.replay import replay

    return replay(args)
