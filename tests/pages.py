"""Writes the pages that follow from the program's data and addresses: `python -m tests.pages`."""

import re
import runpy
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from textual.app import App
from textual.binding import ActiveBinding, Binding, BindingType

from tests.source import HAS_HOST, ROOT
from yahtzee_tui import __version__
from yahtzee_tui.plain.commands import COMMANDS, LAST_COMMANDS, TableCommand
from yahtzee_tui.rules import (
    RULESETS,
    Box,
    Ruleset,
    explain_bonuses,
    explain_joker,
    explain_points,
    explain_turn,
)
from yahtzee_tui.rules.describe import format_faces
from yahtzee_tui.rules.patterns import Matching
from yahtzee_tui.rules.ruleset import count_faces
from yahtzee_tui.settings import MANNERS, OPTIONS, Options, options
from yahtzee_tui.settings.options import LONGEST_PAUSE, SHORTEST_PAUSE
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.keymap import COMMON, make_rows
from yahtzee_tui.tui.table.actions import TABLE_KEYS

DOCS = ROOT / "docs"

_SCREENS: tuple[tuple[str, str | Iterable[BindingType]], ...] = (
    ("At the table", TABLE_KEYS),
    ("At a shared table, besides", "host.screens.online_table:OnlinePlayScreen"),
    ("The coach's list", "tui.table.values:ValuesScreen"),
    ("The end of a game", "tui.table.result:ResultScreen"),
    ("Title", "tui.home.title:TitleScreen"),
    ("New game", "tui.home.new_game:NewGameScreen"),
    ("Saved games", "tui.home.saved_games:SavedGamesScreen"),
    ("Event", "tui.home.event:EventScreen"),
    ("Review", "tui.review.screen:ReviewScreen"),
    ("Review, turn by turn", "tui.review.page:ReviewTurnScreen"),
    ("High scores", "tui.scores.scoreboard:ScoreboardScreen"),
    ("Ladder", "tui.scores.ladder:LadderScreen"),
    ("Statistics", "tui.scores.statistics:StatisticsScreen"),
    ("Practice", "tui.practice.screen:PracticeScreen"),
    ("Options", "tui.options:OptionsScreen"),
    ("Keys of the table", "tui.options:KeyMapScreen"),
    ("Lobby", "host.screens.lobby:LobbyScreen"),
    ("New table", "host.screens.dialogs:NewTableScreen"),
    ("Waiting room", "host.screens.waiting_room:WaitingRoomScreen"),
    ("Chat at a table", "host.screens.chat:ChatScreen"),
    ("Almost everywhere", "host.screens.app:RemoteApp"),
)
_CONTROL = re.compile(r"^\^(?=.)")
_PLACE = """
{title}:

| you type | what happens |
| --- | --- |
"""
_PLAIN = re.compile(r"\n## Plain mode\n.*?\| --- \| --- \|\n", re.DOTALL)
_SOURCE = re.compile(r"^`--rules (\S+)`:.*?^(\*Source\*: [^\n]*)$", re.MULTILINE | re.DOTALL)
NO_SOURCE = "*Source*: to be written here"
"""What a game has whose source nobody has written on the page yet."""

_PLACES = {
    "At a shared table [over SSH](ssh.md#in-lines-of-text), besides": "SHARED_COMMANDS",
    "In its waiting room, besides": "ROOM_COMMANDS",
    "In the lobby": "LOBBY_COMMANDS",
}
_OPTIONS = """\
| name | on the screen | values, the default in bold | what it is |
| --- | --- | --- | --- |
"""
_ABOUT_OPTION = re.compile(r'^    (\w+): .* = .*\n    """(.*)"""$', re.MULTILINE)
_ROWS = re.compile(r"(?:\|.*\n)*")


def _keys_of(bindings: Iterable[BindingType]) -> Iterator[tuple[str, str]]:
    """Yield the keys, and what they do, of bindings: those of an action or a group together."""
    app, together = App[None](), dict[object, list[ActiveBinding]]()
    for each in bindings:
        common = isinstance(each, Binding) and each.action.rpartition(".")[2] in COMMON
        if isinstance(each, Binding) and each.id and (not common or each in YahtzeeApp.BINDINGS):
            group = each.group
            what = (each.action, each.tooltip) if group is None or group.compact else group
            for binding in Binding.make_bindings([each]):
                active = ActiveBinding(app, binding, True, binding.tooltip)
                together.setdefault(what, []).append(active)
    for actives in together.values():
        alike = len({each.tooltip for each in actives}) == 1
        for row in make_rows(actives):
            yield " ".join(map(_format_key, row.keys)), row.about if alike else row.name


def _format_key(key: str) -> str:
    return f"<kbd>{escape(_CONTROL.sub('Ctrl+', key))}</kbd>"


def format_keys() -> str:
    page = (DOCS / "keys.md").read_text(encoding="utf-8")
    parts, seen = [page.partition("\n## ")[0]], set[tuple[str, str]]()
    for title, screen in _SCREENS:
        bindings: Iterable[BindingType] = (
            resolve_name(f"yahtzee_tui.{screen}").BINDINGS if isinstance(screen, str) else screen
        )
        rows = [row for row in _keys_of(bindings) if row not in seen]
        if bindings is TABLE_KEYS:
            seen = set(rows)
        table = "".join(f"| {keys} | {about} |\n" for keys, about in rows)
        parts.append(f"\n## {title}\n\n| key | what it does |\n| --- | --- |\n{table}")
    parts += [*_PLAIN.findall(page), *_format_commands((*COMMANDS, *LAST_COMMANDS))]
    listed = set(COMMANDS)
    for title, name in _PLACES.items():
        commands = resolve_name(f"yahtzee_tui.host.lines.commands:{name}")
        new = [each for each in commands if each not in listed]
        listed |= set(new)
        parts += [_PLACE.format(title=title), *_format_commands(new)]
    return "".join(parts)


def _format_commands(commands: Iterable[TableCommand]) -> Iterator[str]:
    for each in commands:
        letter = f"`{each.letter}` or " if each.letter else ""
        yield f"| {letter}`{each.word}` | {each.about} |\n"


def format_options() -> str:
    page = (DOCS / "playing.md").read_text(encoding="utf-8")
    before, head, rest = page.partition(_OPTIONS)
    about = dict(_ABOUT_OPTION.findall(Path(options.__file__).read_text(encoding="utf-8")))
    rows = "".join(_format_option(key, about[key]) for key in OPTIONS)
    return f"{before}{head}{rows}{_ROWS.sub('', rest, count=1)}"


def _format_option(key: str, about: str) -> str:
    name, words = OPTIONS[key]
    default = getattr(Options(), key)
    values = []
    for value, word in words.items():
        written = f"`{str(value).lower()}`" if value is not None else "without this line"
        shown = f"**{written}**" if value == default else written
        values.append(shown if word == value else f"{shown}: {word}")
    if key == "pause":
        values = [f"{SHORTEST_PAUSE} to {LONGEST_PAUSE}, **`{default:g}`**"]
    return f"| `{key}` | {name} | {'; '.join(values)} | {about} |\n"


def format_games() -> str:
    page = (DOCS / "games.md").read_text(encoding="utf-8")
    sources = dict(_SOURCE.findall(page))
    games = (_format_game(each, sources.get(each.id, NO_SOURCE)) for each in RULESETS.values())
    return page.partition("\n## ")[0] + "".join(games)


def _format_game(ruleset: Ruleset, source: str) -> str:
    goal = explain_turn(ruleset)[0].removeprefix("Score the most points in ")
    extra = [*explain_turn(ruleset)[3:-1], *explain_bonuses(ruleset), *explain_joker(ruleset)]
    if ruleset.key in MANNERS:
        extra.append("The table has [manners](rules.md#manners) of its own.")
    upper = [box for box in ruleset.boxes if box.code[0] == "A"]
    names = ", ".join(box.name for box in upper)
    rows = f"| A1 to A6 | {names} | Dice of that number | sum of those dice | 4-2-4-4-4: 16 |\n"
    assert [box.pattern for box in upper] == [Matching(face) for face in range(1, 7)]
    rows += "".join(_format_box(ruleset, box) for box in ruleset.boxes if box not in upper)
    return (
        f"\n## {ruleset.name}\n\n`--rules {ruleset.id}`: {ruleset.rolls} rolls a turn, {goal}\n\n"
        f"| code | box | dice | points | for example |\n| --- | --- | --- | --- | --- |\n{rows}\n"
        + "".join(f"{sentence}\n\n" for sentence in extra)
        + f"{source}\n"
    )


def _format_box(ruleset: Ruleset, box: Box) -> str:
    scored = box.score(count_faces(box.example, ruleset.sides))
    points = explain_points(box).removeprefix("the ")
    example = f"{format_faces(box.example)}: {scored}"
    return f"| {box.code} | {box.name} | {box.wants} | {points} | {example} |\n"


def find_address(name: str) -> str:
    """Return an address of the table in pyproject.toml, empty if there is none yet."""
    hook: dict[str, Any] = runpy.run_path(str(DOCS / "package_metadata.py"))
    return str(hook["find_address"](name))


def format_citation() -> str:
    text = (DOCS / "../CITATION.cff").read_text(encoding="utf-8")
    found = {"url": find_address("home"), "repository-code": find_address("source")}
    changes = (DOCS / "../CHANGELOG.md").read_text(encoding="utf-8")
    dated = re.findall(rf"^## \[{re.escape(__version__)}\] - (.*)$", changes, re.MULTILINE)
    found["date-released"] = "".join(dated)  # none as long as it isn't released
    lines = [f"{name}: {value}\n" for name, value in found.items() if value]
    kept = re.sub(r"^(version|url|repo.*|date.*): .*\n", "", text, flags=re.MULTILINE)
    return f"{kept}version: {__version__}\n{''.join(lines)}"


PAGES = {
    "keys.md": format_keys,
    "games.md": format_games,
    "playing.md": format_options,
    "../CITATION.cff": format_citation,
}
if not HAS_HOST:
    del PAGES["keys.md"]  # which has the keys of both


def main() -> None:
    for name, make_page in PAGES.items():
        (DOCS / name).write_text(make_page(), encoding="utf-8")


if __name__ == "__main__":
    main()
