"""`yahtzee-tui completion`: the words that a shell offers when Tab is pressed.

The shell starts the program with `_ARGCOMPLETE` in its environment; argcomplete then asks the
completers here, so that house rules and saved games are among the words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from argcomplete import autocomplete
from argcomplete.completers import FilesCompleter
from argcomplete.shell_integration import shellcode

from yahtzee_tui.cli.arguments import PROGRAM
from yahtzee_tui.cli.commands import build_parser, list_commands
from yahtzee_tui.cli.output import show
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable

_MOST_GAMES = 100
_FILES = FilesCompleter()
_START_ZSH = "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }\n"
"""Turns on completion where no start file of zsh has done so."""


def completion(args: Namespace) -> int:
    """Print the lines that a shell's start file takes."""
    # argcomplete prints the code of bash, which zsh understands, too, for both.
    shell = "bash" if args.shell == "zsh" else args.shell
    before = _START_ZSH if args.shell == "zsh" else ""
    show(before + shellcode([PROGRAM], shell=shell) + "\n")
    return 0


def complete() -> None:
    """Print the words that fit what stands before the cursor, and end the program."""
    parser = build_parser()
    for each in (parser, *parser.commands.values()):
        for action in each._actions:
            for name in (*action.option_strings, action.dest):
                if name in _COMPLETERS:
                    action.completer = _COMPLETERS[name]  # type: ignore[attr-defined]
    autocomplete(parser, always_complete_options=False)


def _complete_rules(prefix: str, **_position: Any) -> Iterable[str]:
    if "/" in prefix:  # a rule file, and not the id of a game
        return _FILES(prefix)
    from yahtzee_tui.rules import RULESETS, explain_summary
    from yahtzee_tui.settings.paths import rules_folder
    from yahtzee_tui.settings.rule_files import register_rule_files

    register_rule_files(rules_folder())
    return {each.id: explain_summary(each) for each in RULESETS.values()}


def _complete_bot(prefix: str, **_position: Any) -> Iterable[str]:
    if "/" in prefix:  # a program
        return _FILES(prefix)
    from yahtzee_tui.strategy.bots import LEVELS
    from yahtzee_tui.strategy.bots.levels import list_entries

    installed = {
        entry.name: _("Plays what {name} chooses.", name=entry.value) for entry in list_entries()
    }
    return installed | {rank.id: _(rank.about) for rank in LEVELS}


def _complete_players(prefix: str, **_position: Any) -> Iterable[str]:
    before, comma, last = prefix.rpartition(",")
    return [f"{before}{comma}{bot}" for bot in _complete_bot(last)]


def _complete_person(parsed_args: Namespace, **_position: Any) -> Iterable[str]:
    from yahtzee_tui.cli.database import open_store

    with open_store(parsed_args, reads=True) as store:
        return [person.name for person in store.scores.people()]


def _complete_card(prefix: str, parsed_args: Namespace, **_position: Any) -> Iterable[str]:
    from yahtzee_tui.rules import find_ruleset

    before, comma, _ = prefix.rpartition(",")
    return [f"{before}{comma}{box.id}=" for box in find_ruleset(parsed_args.rules).boxes]


def _complete_game(prefix: str, parsed_args: Namespace, **_position: Any) -> Iterable[str]:
    from yahtzee_tui.cli.database import open_store

    with open_store(parsed_args, reads=True) as store:
        return store.games.find_ids(prefix, _MOST_GAMES)


_COMPLETERS: dict[str, Callable[..., Iterable[str]]] = {
    "--rules": _complete_rules,
    "--template": _complete_rules,
    "ruleset": _complete_rules,
    "--bot": _complete_bot,
    "--players": _complete_players,
    "--first": lambda parsed_args, **_: ["random", *(parsed_args.names or ())],
    "--player": _complete_person,
    "--card": _complete_card,
    "--game": _complete_game,
    "game": _complete_game,
    "command": lambda **_: [command.name for command in list_commands()],
}
"""What completes an option, or an argument by its name; argcomplete knows their choices."""
