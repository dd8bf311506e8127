"""The title screen, the menu items that it shares with the lobby, and the daily game."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import on
from textual.containers import Center, Vertical
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from yahtzee_tui.rules import OFFICIAL, RULESETS
from yahtzee_tui.services.saved_games import describe_today
from yahtzee_tui.store import StoreProblem
from yahtzee_tui.table import TableConfig
from yahtzee_tui.table.judged import today
from yahtzee_tui.text import cell_width, pad
from yahtzee_tui.translation import N_, _, ngettext
from yahtzee_tui.tui.home.letter_dice import LetterDice
from yahtzee_tui.tui.keymap import BY_LINE, MOVE, bind, bind_arrows
from yahtzee_tui.tui.lifecycle import RefusingScreen, start_worker
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu, MenuScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from yahtzee_tui.rules import Faces, Game, Ruleset
    from yahtzee_tui.store import Store
    from yahtzee_tui.store.entries import DailyAttempt, EventLine
    from yahtzee_tui.store.listing import SavedRow
    from yahtzee_tui.tui.context import AppContext


_LABEL_WIDTH, _MENU_COLUMNS = 13, 70
_NO_GAMES = N_("No unfinished game yet. Press n for a new one.")
_NO_EVENT = N_("There are no events.")
_ONE_GAME = N_("Only one game is unfinished. Press c to continue it.")
MENU = {
    "continue": ("c", N_("Continue"), N_("Continue the newest game")),
    "saved": ("g", N_("Saved games"), N_("Choose one of the unfinished games")),
    "play": ("p", N_("Play"), N_("Start a solo game")),
    "lesson": ("l", N_("First time?"), N_("Learn in 90 seconds, in one turn")),
    "new": ("n", N_("New game"), N_("Choose players and rules")),
    "daily": ("d", N_("Daily game"), N_("Play today's game")),
    "event": ("e", N_("Event"), N_("Play the event, or see its table")),
    "practice": ("r", N_("Practice"), N_("Test yourself against best play")),
    "scores": ("s", N_("Scores"), N_("High scores and statistics")),
    "help": ("h", N_("Learn"), N_("Goal, rules and keys")),
    "options": ("o", N_("Options"), N_("Dice, colors, keys, coach")),
}
"""The key, the label and the explanation of a line of the main menu, by the id of its action."""


def bind_menu(name: str, items: Iterable[str]) -> list[BindingType]:
    """Return the bindings of the main menu's lines on a screen, whose ids begin with `name`."""
    lines = [(item, *MENU[item]) for item in items]
    return [
        bind(key, f"run({item!r})", label, f"{name}-{item}", about, show=False)
        for item, key, label, about in lines
    ]


_READ = ("continue", "saved", "event")
"""The lines of the menu that are there only if there is something of that kind."""

_BY_KEY = ("saved", "practice")
"""The lines that aren't shown, as the lines Continue and Learn tell of them."""

_TALL = 38
"""The fewest rows of a terminal that has room between the lines of the title."""

_MOST_NAMES = 2
"""The most players whose names are on the line of a game; it has the number of more."""


class MenuItem(NamedTuple):
    """One line of a menu: the id of its action, its key and label, and the text after that.

    `shorter` has texts for where that has no room, the longest first.
    """

    id: str
    key: str
    label: str
    note: str
    shorter: Sequence[str] = ()


def _item(name: str, note: str, *shorter: str) -> MenuItem:
    key, label, _about = MENU[name]
    return MenuItem(name, key, _(label), note, shorter)


class MenuItems:
    """The lines that title and lobby share, and their actions; `rows` are the unfinished games."""

    def __init__(self, app: AppContext) -> None:
        store = app.navigator.store
        self.rows: list[SavedRow] = []
        self.is_loading = store is not None and store.may_hold_games
        self._app = app
        self.day = today()
        """The day of the daily game that the lines tell of."""
        self._today: DailyAttempt | None = None
        self.is_first_start = store is not None and not store.may_hold_games
        """Whether nothing was ever saved here."""
        self._streak = 0
        self._summary: tuple[int, int, float] | None = None
        self.events: list[EventLine] = []
        self._wanted = ""
        """The line that was asked for before it was known whether there is one."""

    async def load(self) -> None:
        """Read the unfinished games and today's attempt in a thread; may raise a `StoreProblem`.

        The first picture comes before.
        """
        await self._app.shown.wait()
        self.day = today()
        try:
            if (store := self._app.navigator.store) is not None:
                await asyncio.to_thread(self._read, store, self._app.me)
        finally:
            self.is_loading = False

    def _read(self, store: Store, name: str) -> None:
        from yahtzee_tui.store.listing import unfinished_rows

        self.rows = unfinished_rows(store)
        self._today = store.events.find_attempt(name, self.day)
        self._streak = store.events.find_streak(name, self.day)
        self.events = store.events.list_lines(name)
        self._summary = store.scores.summary(name.casefold(), OFFICIAL.id)

    def lines(self) -> list[MenuItem]:
        # Without a store the limit of one attempt can't be checked.
        keeps = self._app.navigator.store is not None
        about = (
            describe_today(self._today, self._streak, self.day)
            if self._app.is_known
            else _("needs an SSH key")
        )
        rules = self._usual_rules[1]
        if self.events:
            from yahtzee_tui.services.events import describe_line
        events = [
            MenuItem(f"event:{line.event.id}" if at else "event", "" if at else MENU["event"][0],
                     line.event.name, note, shorter)
            for at, line in enumerate(self.events) for note, *shorter in [describe_line(line)]
        ]  # fmt: skip
        return [
            *self._saved_lines(),
            _item("play", _("{rules} alone", rules=rules.name)),
            _item("new", _("friends, computers, other games")),
            *events,
            *([_item("daily", about)] if keeps and OFFICIAL.id in self._app.rulesets else []),
            _item("scores", _describe_scores(self._summary)),
            _item("help", _("lesson, rules, practice, keys")),
            _item("options", ""),
            _item("practice", _("test your decisions against best play")),
        ]

    def shown(self) -> list[MenuItem]:
        """Return the lines of the menu: the saved games are one only if none can be continued."""
        lines = self.lines()
        hidden = _BY_KEY[lines[0].id == "saved" :]
        return [each for each in lines if each.id not in hidden]

    def may_run(self, item: str) -> bool:
        """Return whether a line can be chosen, or may turn out to be there."""
        is_read = item in _READ
        return not is_read or self.is_loading or item in [each.id for each in self.lines()]

    def take_wanted(self) -> str:
        """Return the line that was asked for while it was being read, once; else empty."""
        wanted, self._wanted = self._wanted, ""
        return wanted

    async def run(self, item: str | None) -> None:
        app = self._app
        is_waiting = item == "continue" and self._waiting is not None
        self._wanted = item if self.is_loading and item in _READ and not is_waiting else ""
        if self._wanted:
            return
        openings: dict[str | None, Callable[[], object]] = {
            "continue": self._continue,
            "saved": lambda: app.navigator.show_saved_games(self.rows),
            "play": self._play,
            "lesson": app.show_lesson,
            "new": app.show_new_game,
            "daily": self._open_daily,
            "practice": app.show_practice,
            "scores": app.action_show_scores,
            "help": app.action_show_help,
            "options": app.action_show_options,
        }
        if item in openings:
            openings[item]()
        elif item is not None and item.startswith("event"):
            named = item.partition(":")[2] or next((e.event.id for e in self.events), "")
            app.show_event(named)

    @property
    def _usual_rules(self) -> tuple[str, Ruleset]:
        return next(iter(self._app.rulesets.items()))

    def _play(self) -> None:
        """Start a solo game; offer first to continue one."""
        app, (rules, ruleset) = self._app, self._usual_rules

        mine = (app.me, ruleset.name)
        row = next((row for row in self._offered if (row.players, row.game) == mine), None)

        def answered(answer: str) -> None:
            if answer == "play":
                app.navigator.play(TableConfig((app.me,), rules))
            elif answer and row is not None:
                app.navigator.open_game(row.id)

        if row is None:
            answered("play")
            return
        from yahtzee_tui.tui.dialogs import OfferScreen

        question = _("Continue your game ({round})?", round=row.round)
        answers = {"continue": _("Continue (Enter)"), "play": _("New game (p)")}
        app.ask(OfferScreen(question, answers, declined=""), answered)

    def _open_daily(self) -> None:
        if not self._app.is_known:
            self._app.show_message(
                _("The daily game needs an SSH key, so that everyone gets one try.")
            )
        elif self._today and not self._today.game.is_over and self._today.day == today():
            self._app.navigator.open_game(self._today.id)
        elif self._app.navigator.store is not None:
            self._app.show_event(today())

    def _continue(self) -> None:
        if self._waiting is not None or not self._offered:
            self._app.navigator.resume()
        else:
            self._app.navigator.open_game(self._offered[0].id)

    @property
    def _waiting(self) -> Game | None:
        """The unfinished game of the newest table."""
        saved_table = self._app.navigator.saved_table
        if saved_table is None or saved_table.is_stale or not saved_table.is_unfinished:
            return None
        return saved_table.table.game

    @property
    def _offered(self) -> list[SavedRow]:
        """The saved games that are offered and not open elsewhere."""
        return [row for row in self.rows if row.is_offered and not row.elsewhere]

    def _saved_lines(self) -> list[MenuItem]:
        lines, parts, offered = [], [], self._offered
        if (game := self._waiting) is not None:
            from yahtzee_tui.store.listing import describe_round

            rules, where = game.ruleset.name, describe_round(game)
            parts = _describe_game(game.players, rules, where, game.faces)
        elif offered:
            row = offered[0]
            parts = _describe_game(row.players.split(", "), row.game, row.round, row.faces)
        elif self.is_loading:
            parts = [_("the newest game")]
        if parts:
            more, key = len(offered) - 1, MENU["saved"][0]
            # Translators: how many other games are unfinished, and the key that lists them
            others = ngettext("{count} more: {key}", "{count} more: {key}", more, key=key)
            ends = [others] if more > 0 else []
            notes = (" · ".join([*parts[:most], *ends]) for most in (3, 2))
            lines.append(_item("continue", *notes))
        if len(self.rows) > len(lines):
            # Translators: how many games are unfinished
            note = ngettext("{count} unfinished", "{count} unfinished", len(self.rows))
            lines.append(_item("saved", note))
        return lines


def _describe_game(players: Sequence[str], rules: str, where: str, faces: Faces) -> list[str]:
    """Return who plays, the round, and the dice; in place of those the rules if not official."""
    who = ", ".join(players)
    if len(players) > _MOST_NAMES:
        who = ngettext("{count} player", "{count} players", len(players))
    dice = "-".join(map(str, faces)) if rules == RULESETS[OFFICIAL.id].name else rules
    return [*filter(None, (who, where, dice))]


def _describe_scores(summary: tuple[int, int, float] | None) -> str:
    if summary is None:
        return ""
    count, best, mean = summary
    games = ngettext("{count} game", "{count} games", count)
    return _("best {best} · average {mean} · {games}", best=best, mean=f"{mean:.0f}", games=games)


def draw_menu_items(items: Sequence[MenuItem], columns: int, gap: str = "") -> list[Option]:
    """Return each item as a line of so many columns, with its key first and `gap` at its end."""
    names = [item.label for item in items if not item.id.startswith("event")]
    width = max(_LABEL_WIDTH, *[cell_width(name) + 2 for name in names])
    return [
        Option(
            Content.assemble(
                (item.key or " ", "bold"),
                f"  {pad(f'{item.label} ', width)}",
                (
                    _fit_note(item, columns - 3 - max(width, cell_width(item.label) + 1)),
                    "$card-muted",
                ),
                gap,
            ),
            id=item.id,
        )
        for item in items
    ]


def _fit_note(item: MenuItem, columns: int) -> str:
    texts = (item.note, *item.shorter)
    return next((each for each in texts if cell_width(each) <= columns), texts[-1])


class MainMenuScreen(RefusingScreen[None], MenuScreen):
    """A screen with the lines of the main menu, whose keys act there."""

    menu_items: MenuItems

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Dim the games and the event where there are none."""
        if action == "run" and self.is_mounted and not self.menu_items.may_run(str(parameters[0])):
            return None
        return super().check_action(action, parameters)

    async def action_run(self, item: str) -> None:
        if self.is_active:  # not a second key, typed ahead
            await self.menu_items.run(item)

    async def run_wanted(self) -> None:
        """Run the line that was asked for while it was being read, or say that there is none."""
        item = self.menu_items.take_wanted()
        if item and self.menu_items.may_run(item):
            await self.action_run(item)
        elif item:
            self.say_refusal(self.refuse(f"run({item!r})"))

    def refuse(self, action: str) -> str:
        """Return why a line of the menu can't be chosen by its key."""
        if not action.startswith("run("):
            return super().refuse(action)
        if action == "run('event')":
            return _(_NO_EVENT)
        sentence = _ONE_GAME if self.menu_items.may_run("continue") else _NO_GAMES
        return _(sentence)


class TitleScreen(MainMenuScreen):
    """The menu under the title, which the saved games join once they are read."""

    DEFAULT_CSS = """
    TitleScreen {
        align: center middle;
        #title-box { width: 100%; height: auto; }
        Center { height: auto; }
        Menu { width: 70; max-width: 100%; margin: 1 1 0 1; }
        #notice {
            width: 100%;
            max-height: 3;
            text-align: center;
            padding: 0 1;
            margin-top: 1;
            &.-warning { color: $warning; }
        }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *bind_arrows("menu", "move", BY_LINE, group=MOVE),
        bind(
            "space", "select", "Choose", "choose", "Choose the selected line", key_display="Enter"
        ),
        *bind_menu("title", MENU),
    ]

    def compose(self) -> ComposeResult:
        self.menu_items = MenuItems(self.context)
        with Vertical(id="title-box"):
            with Center():
                yield LetterDice()
            with Center():
                yield Menu(*self._options(), id="menu")
        yield KeyBar()

    def on_mount(self) -> None:
        start_worker(self, self._load_games)

    def on_resize(self) -> None:
        self.menu.show(self._options())

    async def compose_again(self) -> None:
        """Keep the selected line, and don't welcome the player again."""
        self.menu_items.is_first_start = False
        self.on_resize()
        self.query_one(KeyBar).refresh()
        await self._load_games()

    def show_message(self, sentence: str, warning: bool = True) -> None:
        for notice in self.query("#notice").results(Static):
            notice.update(sentence)
            notice.display = bool(sentence)
            notice.set_class(warning, "-warning")
            return
        look = "-warning" if warning else None
        self.query_one("#title-box").mount(
            Static(sentence, id="notice", classes=look, markup=False)
        )

    @on(Menu.OptionSelected)
    async def _selected(self, event: Menu.OptionSelected) -> None:
        await self.action_run(str(event.option_id))

    async def _load_games(self) -> None:
        """Add the saved games to the menu; reading them may take longer than the first paint."""
        if self.context.navigator.store is None:
            return
        is_first_start = self.menu_items.is_first_start
        try:
            await self.menu_items.load()
        except StoreProblem:  # the app reports it
            is_first_start = False
        if not self.is_open:
            return
        if is_first_start and self.is_active:
            self._offer_lesson()
        menu = self.menu
        marked = menu.marked
        menu.clear_options()
        menu.add_options(self._options())
        ids = [option.id for option in menu.options]
        menu.highlighted = ids.index(marked) if marked in ids and marked != "play" else 0
        self.refresh_bindings()
        await self.run_wanted()

    def _offer_lesson(self) -> None:
        from yahtzee_tui.tui.dialogs import OfferScreen

        question = _("Welcome! Learn the game in 90 seconds, in one turn?")
        answers = {"lesson": _("Learn (Enter)"), "play": _("Play (Esc)")}
        welcome = OfferScreen(question, answers)
        self.context.ask(welcome, partial(self.call_later, self.menu_items.run))

    def _options(self) -> list[Option]:
        """Return the lines of the menu, with a row between them where there is room."""
        gap = "\n" if self.app.size.height >= _TALL else ""
        columns = min(_MENU_COLUMNS, self.app.size.width - 2) - 2
        return draw_menu_items(self.menu_items.shown(), columns, gap)
