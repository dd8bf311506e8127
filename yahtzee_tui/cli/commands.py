"""The commands, their arguments and their help. Each imports what it needs when it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui import __version__
from yahtzee_tui.cli.display import add_config_option, add_display_options
from yahtzee_tui.cli.parser import Parser
from yahtzee_tui.cli.shelf import add_database_option

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
    add_display_options(parser)
    add_database_option(parser)
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
    _add_resume(add("resume", _resume, "go on with a saved game", _RESUME_EXAMPLES))
    _add_rules(add("rules", _rules, "list the rule sets, or explain one", _RULES_EXAMPLES))
    _add_score(add("score", _score, "show what every open box would score", _SCORE_EXAMPLES))
    _add_advise(add("advise", _advise, "tell what is best, and how good it is", _ADVISE_EXAMPLES))
    _add_solve(add("solve", _solve, "work out the expected score of best play", _SOLVE_EXAMPLES))
    _add_replay(add("replay", _replay, "check records of games and show them", _REPLAY_EXAMPLES))
    _add_export(add("export", _export, "write out saved games", _EXPORT_EXAMPLES))
    _add_import(add("import", _import, "save games from files", _IMPORT_EXAMPLES))
    _add_scores(add("scores", _scores, "show high scores and statistics", _SCORES_EXAMPLES))
    _add_paths(add("paths", _paths, "tell where settings and games are kept", _PATHS_EXAMPLES))
    return parser


_PLAY_EXAMPLES = """\
  yahtzee-tui play
  yahtzee-tui play Ann Bob --first Bob
  yahtzee-tui play Ann Bob --rules yatzy --seed 42 --duplicate"""

_RESUME_EXAMPLES = """\
  yahtzee-tui resume
  yahtzee-tui resume 3f9a
  yahtzee-tui resume --list"""

_RULES_EXAMPLES = """\
  yahtzee-tui rules
  yahtzee-tui rules free-joker"""

_SCORE_EXAMPLES = """\
  yahtzee-tui score 3 3 3 4 4
  yahtzee-tui score 33344 --rules yatzy --json
  yahtzee-tui score 44444 --card yahtzee=50,fours=12,fh=25"""

_ADVISE_EXAMPLES = """\
  yahtzee-tui advise 5 5 5 3 1 --rolls-left 2
  yahtzee-tui advise 33344 --rolls-left 1 --rules yatzy --json
  yahtzee-tui advise 44444 --rolls-left 0 --card yahtzee=50,fours=12"""

_SOLVE_EXAMPLES = """\
  yahtzee-tui solve
  yahtzee-tui solve --rules yatzy --fresh
  yahtzee-tui solve --json"""

_REPLAY_EXAMPLES = """\
  yahtzee-tui replay game.jsonl
  yahtzee-tui replay game.jsonl --text > game.txt
  yahtzee-tui replay - --json < game.txt"""

_EXPORT_EXAMPLES = """\
  yahtzee-tui export > game.jsonl
  yahtzee-tui export 3f9a --text
  yahtzee-tui export --all > games.jsonl"""

_IMPORT_EXAMPLES = """\
  yahtzee-tui import games.jsonl
  yahtzee-tui export --all | yahtzee-tui import - --database copy.sqlite"""

_SCORES_EXAMPLES = """\
  yahtzee-tui scores
  yahtzee-tui scores --rules yatzy --json
  yahtzee-tui scores --player ann"""

_PATHS_EXAMPLES = """\
  yahtzee-tui paths
  yahtzee-tui paths --json"""


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
        help="the player who begins, or random to draw one; your settings say if not given",
    )
    add_display_options(parser)
    add_database_option(parser)


def _add_resume(parser: Parser) -> None:
    parser.add_argument(
        "game",
        nargs="?",
        metavar="ID",
        help="the game's id, or how it begins; the newest unfinished game if not given",
    )
    parser.add_argument("--list", action="store_true", help="list the unfinished games instead")
    add_display_options(parser)
    add_database_option(parser)


def _add_rules(parser: Parser) -> None:
    parser.add_argument(
        "ruleset", nargs="?", metavar="ID", help="a rule set, to see its boxes and points"
    )


def _add_score(parser: Parser) -> None:
    _add_position(parser)
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


def _add_advise(parser: Parser) -> None:
    _add_position(parser)
    parser.add_argument(
        "--rolls-left",
        required=True,
        metavar="N",
        help="how many rolls are left: 2 after the first, 0 after the last",
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def _add_solve(parser: Parser) -> None:
    _add_ruleset(parser)
    parser.add_argument(
        "--fresh", action="store_true", help="work it out again even if it was before"
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def _add_replay(parser: Parser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        help="records as JSON Lines or in the text form; - for standard input",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--text", action="store_true", help="write the records in the text form")
    form.add_argument("--json", action="store_true", help="answer in JSON")


def _add_export(parser: Parser) -> None:
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


def _add_import(parser: Parser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="records as JSON Lines or in the text form; - for standard input",
    )
    add_database_option(parser)


def _add_ruleset(parser: Parser) -> None:
    parser.add_argument("--rules", default=_RULES, metavar="ID", help=_RULES_HELP)


def _add_scores(parser: Parser) -> None:
    parser.add_argument(
        "--rules", metavar="ID", help="only games by this rule set; each by itself if not given"
    )
    parser.add_argument(
        "--player", metavar="NAME", help="this player's statistics; initials will do"
    )
    add_database_option(parser)
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def _add_paths(parser: Parser) -> None:
    add_config_option(parser)
    add_database_option(parser)
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def _title(args: Namespace) -> int:
    from yahtzee_tui.cli.play import open_title

    return open_title(args)


def _play(args: Namespace) -> int:
    from yahtzee_tui.cli.play import play

    return play(args)


def _resume(args: Namespace) -> int:
    from yahtzee_tui.cli.play import resume

    return resume(args)


def _rules(args: Namespace) -> int:
    from yahtzee_tui.cli.rules import rules

    return rules(args)


def _score(args: Namespace) -> int:
    from yahtzee_tui.cli.score import score

    return score(args)


def _advise(args: Namespace) -> int:
    from yahtzee_tui.cli.advise import advise

    return advise(args)


def _solve(args: Namespace) -> int:
    from yahtzee_tui.cli.solve import solve

    return solve(args)


def _replay(args: Namespace) -> int:
    from yahtzee_tui.cli.replay import replay

    return replay(args)


def _export(args: Namespace) -> int:
    from yahtzee_tui.cli.export import export

    return export(args)


def _import(args: Namespace) -> int:
    from yahtzee_tui.cli.importing import import_files

    return import_files(args)


def _scores(args: Namespace) -> int:
    from yahtzee_tui.cli.scores import scores

    return scores(args)


def _paths(args: Namespace) -> int:
    from yahtzee_tui.cli.paths import paths

    return paths(args)
