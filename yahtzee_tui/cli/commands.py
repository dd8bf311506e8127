"""The commands and their arguments. The module of a command is imported only when it runs."""

from __future__ import annotations

import gc
from argparse import SUPPRESS, BooleanOptionalAction
from importlib import import_module
from typing import TYPE_CHECKING, Any

from yahtzee_tui.cli.arguments import (
    AS_POSITION,
    CONFIG,
    DATABASE,
    DISPLAY,
    EVENTS,
    GAME,
    HOST_KEY,
    JSON,
    POSITION,
    PROGRAM,
    PROGRAMS,
    RECORDS,
    RULES,
    SHELLS,
    CommandSpec,
    Group,
    add_arguments,
    argument,
    switch,
)
from yahtzee_tui.cli.parser import Parser, ShowVersion, number
from yahtzee_tui.extension import find_host
from yahtzee_tui.interruption import put_off_interruption
from yahtzee_tui.text import capitalise
from yahtzee_tui.translation import N_, _, pgettext

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable


GAME_COMMANDS = (
    CommandSpec(
        "play",
        "start a game right away",
        argument("names*", "NAME", "1 to 8 players in seating order [default: you]"),
        argument(
            "--bot*",
            "LEVEL",
            "add a computer player: beginner, casual, regular, skilled, expert, champion, or a "
            "program such as ./mybot or 'python mybot.py'; may be repeated",
        ),
        *PROGRAMS,
        RULES,
        argument("--seed", "TEXT", "seed for dice: same text, same rolls; the game doesn't count"),
        switch("--duplicate", "give every player the same rolls, turn by turn"),
        argument(
            "--dice",
            "WHOSE",
            "real: roll dice on your own table and type their faces, or only the scores",
            choices=("real",),
        ),
        argument(
            "--first",
            "NAME",
            "who goes first: a player's name or random [default: your settings]",
        ),
        argument(
            "--from",
            "POSITION",
            "play on from a position in one line; the game is not saved",
            dest="from_",
        ),
        *GAME,
        group="play",
        examples=(
            "play",
            "play Ann Bob --first Bob",
            "play Ann Bob --rules yatzy --seed 42 --duplicate",
            "play Ann --bot skilled --plain",
            "play Ann Bob --dice real",
            "play --from 'official 1,.,9,.,.,.,.,.,25,.,.,50,.+1 r2 55531'",
        ),
    ),
    CommandSpec(
        "daily",
        "play today's game: same dice for everyone, one try",
        argument("name?", "NAME", "player [default: you]"),
        switch("--list", "list the days you have played"),
        switch("--json", "print the list as JSON"),
        switch("--streak", "print whether today's game was played, and on how many days in a row"),
        switch("--share", "print a text about today's game to share"),
        argument("--picture", "FILE", "write a picture of today's result: FILE.svg or FILE.png"),
        *GAME,
        group="play",
        examples=(
            "daily",
            "daily Ann",
            "daily --list",
            "daily --streak",
            "daily --share",
            "daily --picture today.svg",
        ),
    ),
    CommandSpec(
        "event",
        "play in an event, or create one: same dice for everyone, one try",
        argument(
            "action?",
            "ACTION",
            "list, new (create), show (with the table), play, export (as JSON) or delete "
            "[default: list]",
            choices=("list", "new", "show", "play", "export", "delete"),
            default="list",
        ),
        argument("name?", "NAME", "the name of an event"),
        argument("--player", "NAME", "who plays [default: you]"),
        argument("--picture", "FILE", "show: write a picture of it: FILE.svg or FILE.png"),
        RULES,
        *EVENTS,
        JSON,
        *GAME,
        group="play",
        examples=(
            "event new 'Sunday Cup' --games 3 --to 2d",
            "event play 'Sunday Cup'",
            "event show 'Sunday Cup' --json",
            "event export 'Sunday Cup' --csv > cup.csv",
        ),
    ),
    CommandSpec(
        "resume",
        "continue a saved game",
        argument(
            "game?",
            "ID",
            "game id or its first characters [default: newest unfinished game]",
        ),
        argument("--bot*", "PROGRAM", "a program that plays in this game; may be repeated"),
        *PROGRAMS,
        switch("--list", "list unfinished games"),
        switch("--json", "print the list as JSON"),
        *GAME,
        group="play",
        examples=("resume", "resume 3f9a", "resume --list"),
        runner="cli.play:resume",
    ),
    CommandSpec(
        "practice",
        "practice decisions, and see what each one loses",
        argument("position*", "POSITION", "a position in one line, to practice only that one"),
        RULES,
        switch("--book", "print the best choice for every first roll of a game"),
        *GAME,
        group="play",
        examples=(
            "practice",
            "practice --plain --rules yatzy",
            "practice official 1,.,9,.,.,.,.,.,25,.,.,50,.+1 r2 55531",
            "practice --book",
        ),
    ),
    CommandSpec(
        "scores",
        "show high scores and statistics",
        argument("--rules", "ID", "only this rule set [default: each separately]"),
        argument(
            "--dice", "WHOSE", "real: only games with dice on your own table", choices=("real",)
        ),
        (
            argument("--player", "NAME", "show this player's statistics; initials are enough"),
            switch("--ladder", "show how many points decisions lose per game"),
        ),
        DATABASE,
        JSON,
        group="play",
        examples=(
            "scores",
            "scores --rules yatzy --json",
            "scores --player ann",
            "scores --ladder",
        ),
    ),
    CommandSpec(
        "rules",
        "list the rule sets, or explain one",
        argument("ruleset?", "ID", "a rule set or rule file, to see its boxes and points"),
        argument("--check", "FILE", "list every error in a rule file"),
        argument("--template", "ID", "print a rule file to start from"),
        switch("--sheet", "print a blank card as SVG, to be printed on paper"),
        (
            argument("--columns", "N", "columns of the blank card [default: 4]", type=number(1, 8)),
            argument("--games", "N", "columns for the games of one player", type=number(1, 8)),
        ),
        argument(
            "--paper",
            "WHAT",
            "paper size of the blank card: {choices} [default: a4]",
            choices=("a4", "letter"),
        ),
        JSON,
        group="play",
        examples=(
            "rules",
            "rules free-joker",
            "rules yatzy --sheet --games 6 > card.svg",
            "rules --json",
            "rules --template yatzy > house.toml",
        ),
    ),
    CommandSpec(
        "score",
        "show what these dice score in every open box",
        *POSITION,
        (JSON, AS_POSITION),
        group="analyze",
        examples=(
            "score 3 3 3 4 4",
            "score 33344 --rules yatzy --json",
            "score 44444 --card yahtzee=50,fours=12,fh=25",
        ),
    ),
    CommandSpec(
        "advise",
        "show the best choice for these dice and its value",
        *POSITION,
        argument(
            "--rolls-left",
            "N",
            "rolls left: 2 after the first roll, 0 after the last",
        ),
        switch("--why", "compare the best choice with another, box by box"),
        argument(
            "--target",
            "N",
            "show the chance of a final score of at least N",
            type=number(1, 9999),
        ),
        (JSON, AS_POSITION),
        group="analyze",
        examples=(
            "advise 5 5 5 3 1 --rolls-left 2",
            "advise 'official 1,.,9,.,.,.,.,.,25,.,.,50,.+1 r2 55531'",
            "advise 1 3 3 5 5 --rolls-left 2 --why",
            "advise 55531 --rolls-left 2 --target 250",
            "advise 33344 --rolls-left 1 --rules yatzy --json",
            "advise 44444 --rolls-left 0 --card yahtzee=50,fours=12",
        ),
    ),
    CommandSpec(
        "review",
        "split a game into luck and skill, decision by decision",
        argument("file?", "FILE", RECORDS),
        argument(
            "--game",
            "ID",
            "saved game by id or its first characters [default without FILE: newest finished game]",
        ),
        switch("--all", "print every roll as text"),
        (
            switch("--text", "print text, even on a terminal"),
            switch("--json", "print every roll as JSON"),
        ),
        switch("--points", "skip chances of winning"),
        switch("--why", "say in text why the costliest decisions lost points"),
        *DISPLAY,
        DATABASE,
        group="analyze",
        examples=("review", "review game.jsonl --all", "review --game 3f9a --json"),
    ),
    CommandSpec(
        "replay",
        "check game records and print them",
        argument("file", "FILE", RECORDS),
        (
            switch("--text", "print the records in text form"),
            JSON,
        ),
        HOST_KEY,
        DATABASE,
        group="analyze",
        examples=(
            "replay game.jsonl",
            "replay game.jsonl --text > game.txt",
            "replay game.jsonl --host-key ~/.ssh/known_hosts",
            "replay - --json < game.txt",
        ),
    ),
    CommandSpec(
        "solve",
        "calculate the expected score of best play",
        RULES,
        switch("--fresh", "calculate again, ignoring the cache"),
        JSON,
        group="analyze",
        examples=("solve", "solve --rules yatzy --fresh", "solve --json"),
    ),
    CommandSpec(
        "simulate",
        "run many games between computer players",
        argument(
            "--players",
            "ID,...",
            "computer players and programs, NAME=COMMAND to name one; the same may appear twice",
            required=True,
        ),
        *PROGRAMS,
        argument(
            "--games",
            "N",
            "number of games [default: 1000]",
            type=number(1, 1_000_000),
            default=1000,
        ),
        argument("--seed", "TEXT", "seed for the dice [default: 1]", default="1"),
        RULES,
        switch(
            "--paired",
            "repeat each deal with every player in every seat, to cancel out luck [default: yes]",
            action=BooleanOptionalAction,
            default=True,
        ),
        argument("--records", "FILE", "write the games to a new file, as records in JSON Lines"),
        JSON,
        group="analyze",
        examples=(
            "simulate --players expert --games 10000",
            "simulate --players expert,champion --games 1000 --seed 42",
            "simulate --players ./mybot,skilled --games 1000 --json",
        ),
    ),
    CommandSpec(
        "export",
        "export saved games",
        argument("game?", "ID", "game id or its first characters [default: newest game]"),
        switch("--all", "export all games except archived ones, oldest first"),
        (
            switch("--text", "export them in text form"),
            switch("--position", "print the player's card and dice in one line"),
            argument(
                "--table",
                "WHAT",
                "export rows for analysis: {choices}",
                choices=("games", "turns"),
            ),
        ),
        switch("--csv", "export the rows as CSV instead of JSON Lines"),
        DATABASE,
        group="data",
        examples=(
            "export > game.jsonl",
            "export 3f9a --text",
            "export --all > games.jsonl",
            "export --all --table turns --csv > turns.csv",
        ),
        runner="cli.export_import:export",
        instead={"--json": N_("Without it, export prints JSON Lines.")},
    ),
    CommandSpec(
        "import",
        "import games from files",
        argument("files+", "FILE", RECORDS),
        HOST_KEY,
        DATABASE,
        JSON,
        group="data",
        examples=(
            "import games.jsonl",
            "export --all | yahtzee-tui import - --database copy.sqlite",
        ),
        runner="cli.export_import:import_files",
    ),
    CommandSpec(
        "archive",
        "take an unfinished game off the lists, or put it back",
        argument("game", "ID", "game id or its first characters, as resume --list shows it"),
        switch("--undo", "list the game again"),
        DATABASE,
        group="data",
        examples=("archive 3f9a", "archive 3f9a --undo"),
        runner="cli.export_import:archive",
    ),
    CommandSpec(
        "backup",
        "copy the saved games to a file, even during play",
        argument("file", "FILE", "the new file, which must not exist yet"),
        DATABASE,
        group="data",
        examples=("backup games-copy.sqlite",),
        runner="cli.database:back_up",
    ),
    CommandSpec(
        "restore",
        "replace the saved games with a copy; the old file is kept",
        argument("file", "FILE", "a file made by backup"),
        DATABASE,
        group="data",
        examples=("restore games-copy.sqlite",),
        runner="cli.database:restore",
    ),
    CommandSpec(
        "paths",
        "show where settings, games and cached values are kept",
        CONFIG,
        DATABASE,
        JSON,
        group="data",
        examples=("paths", "paths --json"),
        runner="cli.database:paths",
    ),
    CommandSpec(
        "completion",
        "print what lets a shell complete commands, rule sets and saved games",
        argument("shell", "SHELL", "bash, zsh, fish or powershell", choices=SHELLS),
        group="other",
        examples=("completion bash >> ~/.bashrc", "completion fish > ~/.config/fish/conf.d/y.fish"),
    ),
    CommandSpec(
        "help",
        "show this help, or help for a command",
        argument("command?", "COMMAND", "a command"),
        group="other",
        examples=("help", "help play"),
        runner="cli.main:show_help",
    ),
)

STARTS = (
    ("", N_("open the title screen")),
    (" play Ann Bob", N_("play at once, two players taking turns")),
    (" daily", N_("play today's dice, the same for everyone")),
    (" advise 3 3 3 4 4", N_("ask for the best choice")),
)
"""Commands that the help shows first, and what they do."""


def list_groups() -> dict[Group, str]:
    """Return the groups of commands and their headings, in the order of the help."""
    return {
        "play": pgettext("commands", "Play"),
        "analyze": pgettext("commands", "Analyze"),
        "data": pgettext("commands", "Data"),
        "host": pgettext("commands", "Host"),
        "other": pgettext("commands", "Other"),
    }


OTHER_WORDS = {
    "practise": ["practice"],
    "list": ["resume", "--list"],
    "delete": ["archive"],
    "version": ["--version"],
    "-v": ["--version"],
}
"""What other words mean that people try as the first one."""


def list_commands() -> tuple[CommandSpec, ...]:
    """Return all commands, those of the host too."""
    host = find_host("commands")
    return (*GAME_COMMANDS, *(host.COMMANDS if host else ()))


def build_parser(commands: Iterable[CommandSpec] | None = None) -> Parser:
    """Return the parser with some of the commands; all take a fiftieth of the start-up time."""
    placeholder = _("COMMAND")
    about = _("Yahtzee and its relatives, full-screen in the terminal.")
    starts = (f"  {PROGRAM}{words:21} {_(effect)}" for words, effect in STARTS)
    parser = Parser(
        prog=PROGRAM,
        description="\n".join((about, "", *starts)),
        epilog=_("See {command} for details.", command=f"{PROGRAM} {placeholder} --help"),
    )
    version: dict[str, Any] = {"action": ShowVersion, "nargs": 0}
    about = _("show the program's version and exit")
    parser.add_argument("-V", "--version", **version, help=about)
    add_arguments(parser, GAME)
    parser.set_defaults(run=_runner("cli.play:open_game"))
    group = parser.add_subparsers(title=_("commands"), metavar=placeholder, parser_class=Parser)
    groups = list_groups()
    for command in sorted(
        list_commands() if commands is None else commands,
        key=lambda each: [*groups].index(each.group),
    ):
        if command.listed and command.group in groups:
            parser.headings[command.name] = groups.pop(command.group)
        examples = "\n".join(f"  {PROGRAM} {words}" for words in command.examples)
        listed: dict[str, Any] = {"help": _(command.about)} if command.listed else {}
        each = group.add_parser(
            command.name,
            **listed,
            description=f"{capitalise(_(command.about))}.",
            epilog=_("for example:") + f"\n{examples}",
        )
        each.set_defaults(run=_runner(command.runner))
        each.add_argument("-V", "--version", **version, help=SUPPRESS)
        add_arguments(each, command.arguments)
        each.instead.update(command.instead)
        parser.commands[command.name] = each
        parser.listed += [command.name] * command.listed
    return parser


def _runner(where: str) -> Callable[[Namespace], int]:
    module, _, function = where.partition(":")

    def run(args: Namespace) -> int:
        gc.disable()
        # numpy takes Ctrl-C for a fault of its own while it is imported.
        with put_off_interruption():
            command = import_module(f"yahtzee_tui.{module}")
        gc.enable()
        return int(getattr(command, function)(args))

    return run
