"""The command palette: a search field over the commands of the screen below."""

from __future__ import annotations

from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from platformdirs import user_downloads_path
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from yahtzee_tui.rules import Score
from yahtzee_tui.rules.blank_card import draw_blank_card
from yahtzee_tui.settings.options import OPTIONS, apply_manners, is_idle
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.text import cell_width, pad
from yahtzee_tui.translation import _
from yahtzee_tui.tui.home.title import MenuItems
from yahtzee_tui.tui.keymap import BY_LINE, COMMON, bind, bind_arrows, describe_key, plain_first
from yahtzee_tui.tui.lifecycle import GameScreen, start_worker
from yahtzee_tui.tui.scores.scoreboard import ScoreScreen
from yahtzee_tui.tui.table.play_screen import TableScreen
from yahtzee_tui.tui.table.widgets.scorecard import Scorecard
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu
from yahtzee_tui.tui.widgets.text_field import SearchScreen, TextField

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Sequence
    from typing import Any

    from textual.app import ComposeResult
    from textual.binding import ActiveBinding, BindingType
    from textual.screen import Screen

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.tui.context import AppContext


_LOWEST = 1
"""The index in the screen stack of a screen with nothing but Textual's own below it."""

_MENU_ITEMS = ("play", "new", "daily", "practice")
"""The menu items that are commands on every screen."""

_MENU_SCREEN_ITEMS = (*_MENU_ITEMS, "continue", "saved")
"""Those on a screen that shows the menu, and so has read the saved games."""


class Command(NamedTuple):
    """One action that can be run now; `head` is the part of a long name that is drawn first."""

    name: str
    run: Callable[[], Awaitable[object] | None]
    keys: str = ""
    about: str = ""
    head: str = ""


def find_commands(app: AppContext, screen: Screen[Any]) -> list[Command]:
    """Return a screen's commands, its own first; dialogs and shared tables have no others."""
    own = list(_own_commands(screen))
    if not isinstance(screen, GameScreen) or not screen.LEADS_ANYWHERE:
        return [*own, *_box_commands(screen)]
    known = {command.name for command in own}
    others = (*_opening_commands(app, screen), *_option_commands(app, screen.ruleset))
    return [*own, *_box_commands(screen), *(each for each in others if each.name not in known)]


def match_commands(commands: Iterable[Command], text: str) -> list[Command]:
    """Return the commands that contain every word of a text, the best match first.

    The words may be in the name, the keys or the note. The order is: the name equals the text, the
    name begins with it, words of the name begin with words of the text, the name contains them,
    only the rest contains them.
    """
    words = text.casefold().split()
    start = " ".join(words)
    found = []
    for command in commands:
        name = command.name.casefold()
        said = f"{name} {command.about.casefold()} {command.keys.casefold()}"
        if all(word in said for word in words):
            begun = sum(f" {word}" in f" {name}" for word in words)
            within = sum(word in name for word in words)
            found.append(((name == start, name.startswith(start), begun, within), command))
    return [command for _, command in sorted(found, key=lambda each: each[0], reverse=True)]


def _own_commands(screen: Screen[Any]) -> Iterable[Command]:
    """Yield the commands of a screen's keys, except those that only move a mark."""
    found: dict[str, list[ActiveBinding]] = {}
    for active in screen.active_bindings.values():
        if active.node in (screen, screen.app) and _is_command(active):
            found.setdefault(active.binding.action.removeprefix("app."), []).append(active)
    for action in sorted(found, key=lambda action: action in COMMON):
        first, *others = plain_first(found[action])
        binding = first.binding
        keys = " ".join(describe_key(each.binding.key) for each in (first, *others))
        run = partial(screen.app.run_action, binding.action, first.node)
        name, about = _(binding.description), _(binding.tooltip) if binding.tooltip else ""
        yield Command(name, run, keys, "" if about.casefold() in name.casefold() else about)


def _is_command(active: ActiveBinding) -> bool:
    binding = active.binding
    if not active.enabled or binding.id is None or binding.priority:
        return False
    moves = binding.group is not None and binding.group.compact
    return not moves and not binding.action.endswith("show_palette")


def _box_commands(screen: Screen[Any]) -> Iterable[Command]:
    """Yield a command for each box that can be scored now; it does what a click does."""
    if not isinstance(screen, TableScreen) or not screen.check_action("score", ()):
        return
    card, player_input = screen.scorecard, screen.input
    for potential in map(player_input.shown.potential, player_input.open):
        box = potential.box
        if (
            box.id != player_input.posted
            and player_input.shown.legal_actions.why_not(Score(box.id)) is None
        ):
            pick = partial(_pick, card, box.id)
            points = potential.points
            # Translators: a command, such as "Score 25 in Full house"
            name = _("Score {points} in {box}", points=points, box=box.name)
            # Translators: the beginning of that command
            head = _("Score {points}", points=points)
            yield Command(name, pick, keys=box.code, about=box.name, head=head)


def _pick(card: Scorecard, box: str) -> None:
    card.post_message(Scorecard.BoxPicked(box, None))


def _opening_commands(app: AppContext, screen: Screen[Any]) -> Iterable[Command]:
    """Yield the commands that open other screens; dialogs get none that replace their screen."""
    if screen.app.screen_stack.index(screen) == _LOWEST:
        yield from _leaving_commands(app, screen)
    if not isinstance(screen, ScoreScreen):
        yield Command(_("Scores"), app.action_show_scores, about=_("High scores and statistics"))
    if app.IS_AT_HOME:
        yield Command(_("Blank card"), partial(_save_card, app), about=_("Save a card to print"))
    yield Command(_("Options"), app.action_show_options, about=_("Dice, colors, keys, coach"))
    yield Command(_("Change keys"), app.action_show_key_map, about=_("Choose your own keys"))


def _save_card(app: AppContext) -> None:
    name = f"{app.ruleset.id}-card.svg"
    card = StringIO(draw_blank_card(app.ruleset, "", [""] * 4, "a4"))
    folder = next(filter(Path.is_dir, (user_downloads_path(), Path.home())), None)
    app.app.deliver_text(card, save_directory=folder, save_filename=name, name=name)


def _leaving_commands(app: AppContext, screen: Screen[Any]) -> Iterable[Command]:
    own: MenuItems | None = getattr(screen, "menu_items", None)
    menu_items = own or MenuItems(app)
    for item in menu_items.lines():
        if item.id in (_MENU_SCREEN_ITEMS if own else _MENU_ITEMS):
            yield Command(item.label, partial(menu_items.run, item.id), about=item.note)
    if own is None and app.navigator.store is not None:  # the saved games aren't read yet
        saved = partial(start_worker, screen, partial(_show_saved_games, app), "games")
        yield Command(_("Saved games"), saved, about=_("Continue another game"))


async def _show_saved_games(app: AppContext) -> None:
    menu_items = MenuItems(app)
    try:
        await menu_items.load()
    except StoreProblem as problem:
        app.show_message(problem.sentence)
    else:
        await menu_items.run("saved")


def _option_commands(app: AppContext, ruleset: Ruleset) -> Iterable[Command]:
    for key, choices in OPTIONS.items():
        now = getattr(app.options, key)
        if is_idle(key, apply_manners(app.options, ruleset), app.IS_AT_HOME):
            continue
        for value, label in choices.values.items():
            if value != now:
                head, word = f"{_(choices.name)}:", _(label)
                choose = partial(_choose, app, key, value, f"{head} {word}.")
                about = _("theme") if key == "colors" else _("option")
                yield Command(f"{head} {word}", choose, about=about, head=head)


def _choose(app: AppContext, key: str, value: Any, said: str) -> None:
    app.choose_options(app.options._replace(**{key: value}))
    app.show_message(said)


class PaletteScreen(SearchScreen[Command]):
    """Searches the commands; the result is the chosen one.

    Textual's own palette searches in the background: with keys typed ahead it runs a command of an
    older list, and a second Enter closes the screen below.
    """

    DEFAULT_CSS = """
    PaletteScreen {
        .box { width: 84; height: 100%; max-height: 24; padding: 0 0 0 1; margin-bottom: 1; }
        TextField { margin-bottom: 1; }
        #nothing { color: $warning; padding: 0 1; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *bind_arrows("palette", "move", BY_LINE, ("up", "down"), show=False),
        bind("pageup", "page('up')", "Page up", "palette-page-up", "Scroll up a page", show=False),
        bind(
            "pagedown", "page('down')", "Page down", "palette-page-down", "Scroll down a page",
            show=False,
        ),
        bind(
            "ctrl+j", "choose", "Run", "palette-choose", "Choose the selected line",
            key_display="Enter",
        ),
        bind("escape,ctrl+p", "dismiss", "Back", "palette-back", "Close without doing anything"),
    ]  # fmt: skip

    def __init__(self, commands: Sequence[Command]) -> None:
        super().__init__(commands)
        self._columns = _find_columns(commands)

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = _("What do you want to do?")
            hint = _("type part of its name")
            yield TextField(placeholder=hint, compact=True, max_length=40)
            yield Menu(long=True)
            yield Static(_("No command matches."), id="nothing")
        yield KeyBar()

    async def action_page(self, direction: str) -> None:
        await self.menu.run_action(f"page_{direction}")

    def match(self, text: str) -> Sequence[Command]:
        return match_commands(self.items, text)

    def draw(self, item: Command) -> Content:
        name = item.head or item.name
        to_keys, to_about = self._columns
        rest = item.name[len(name) :].strip() if item.name.startswith(name) else ""
        return Content.assemble(
            (pad(name, to_keys), "bold"),
            (item.keys.ljust(to_about - max(to_keys, cell_width(name))), "$card-muted"),
            (rest, "bold") if rest else (item.about, "$card-muted"),
        )


def _find_columns(commands: Iterable[Command]) -> tuple[int, int]:
    """Return where keys and notes begin; a name without keys may take the room of both."""
    names = [(cell_width(command.head or command.name), len(command.keys)) for command in commands]
    to_keys = max((name + 2 for name, keys in names if keys), default=0)
    to_about = max((to_keys + keys if keys else name for name, keys in names), default=0) + 1
    return to_keys, to_about
