"""The commands of lines of text beside the keys of the screens: none may be missing."""

import json
from collections.abc import Iterable, Set
from pathlib import Path

import pytest
from textual.binding import Binding, BindingType

from tests.host.screens.remote_users import RemoteUsers  # noqa: F401 - screens are imported in their order
from tests.test_translation import LANGUAGES, find_unclear_words
from yahtzee_tui.host.lines.commands import LOBBY, ROOM, SHARED
from yahtzee_tui.host.screens.lobby import LobbyScreen
from yahtzee_tui.host.screens.online_table import OnlinePlayScreen
from yahtzee_tui.host.screens.waiting_room import WaitingRoomScreen
from yahtzee_tui.plain.commands import HOLD, TABLE, Scope, describe_commands, parse
from yahtzee_tui.tui.home.event import EventScreen
from yahtzee_tui.tui.home.saved_games import SavedGamesScreen
from yahtzee_tui.tui.home.title import MENU
from yahtzee_tui.tui.table.actions import ROWS

ACTIONS = json.loads(Path(__file__).with_name("commands.json").read_text())
"""The commands of actions, by the names of these."""

LEAVING = {"dismiss", "scroll", "app.quit"}
CURSOR = {"hold_selected", "move", "cross", "switch", "select_die"}
"""Actions of the selected box or die, which lines do without."""

IN_THE_SAVED_GAMES = {"select": "resume"}
LESSON = frozenset({"lesson"})
ON_SCREENS_ONLY = {
    "lesson": "first lesson", "discard": "archive a saved game",
    "discard_kind": "archive a saved game", "undo": "archive a saved game",
}  # fmt: skip
"""What lines lack, and what docs/accessibility.md calls it."""


def names_of(bindings: Iterable[BindingType]) -> set[str]:
    """Return the names of actions; of one that runs a line of the main menu that of the line."""
    actions = {each.action for each in bindings if isinstance(each, Binding)}
    names = {each.partition("(")[0] for each in actions}
    run = {item for item in MENU if f"run({item!r})" in actions}
    return (names - {"run"}) | run


def check(
    actions: set[str], commands: dict[str, str], scope: Scope, others: Set[str] = LESSON
) -> None:
    words = {each.word for each in scope.commands} | ({HOLD} if scope.has_dice else set())
    assert set(commands.values()) <= words
    assert actions - commands.keys() - CURSOR - others == set()


def test_every_action_of_a_screen_has_a_command() -> None:
    check(set(ROWS), ACTIONS["at_the_table"], TABLE)
    check(names_of(OnlinePlayScreen.BINDINGS), ACTIONS["at_the_table"] | ACTIONS["talking"], SHARED)
    check(names_of(WaitingRoomScreen.BINDINGS), ACTIONS["in_the_room"], ROOM)
    check(names_of(LobbyScreen.BINDINGS), ACTIONS["in_the_lobby"], LOBBY)
    check(
        names_of(EventScreen.BINDINGS),
        ACTIONS["in_an_event"],
        LOBBY,
        LEAVING | ON_SCREENS_ONLY.keys(),
    )
    saved = names_of(SavedGamesScreen.BINDINGS)
    check(saved, IN_THE_SAVED_GAMES, LOBBY, LEAVING | ON_SCREENS_ONLY.keys())
    page = (Path(__file__).parents[3] / "docs/accessibility.md").read_text(encoding="utf-8")
    assert all(name in page for name in ON_SCREENS_ONLY.values())


def test_words_and_letters_are_told_apart() -> None:
    for scope in (TABLE, SHARED, ROOM, LOBBY):
        assert len(list(describe_commands(scope.commands))) == len(scope.commands) + 1
        for each in scope.commands:
            assert parse(each.word, scope) == parse(each.letter or each.word, scope)
            assert parse(each.word, scope)[0] == each.word
        assert parse("", scope)[0] in {each.word for each in scope.commands}


@pytest.mark.parametrize("code", LANGUAGES)
def test_words_to_type_are_told_apart_in_each_language(code: str) -> None:
    assert find_unclear_words(code, SHARED, ROOM, LOBBY) == []
