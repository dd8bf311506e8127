"""The Textual app: opens the screens, applies the options, and owns what screens share."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from rich.color import ColorSystem
from textual import on
from textual.app import App
from textual.css.query import NoMatches
from textual.widget import Widget
from textual.worker import WorkerFailed

from yahtzee_tui.services.bots import BotService
from yahtzee_tui.services.value_tables import ValueTables
from yahtzee_tui.settings import (
    DiceStyle,
    Options,
    SettingsError,
    Sound,
    apply_language,
    find_language,
    write_settings,
)
from yahtzee_tui.settings.toml_file import describe_os_error
from yahtzee_tui.text import UNEVEN
from yahtzee_tui.translation import _, ngettext, pgettext
from yahtzee_tui.tui.keymap import bind, check_keys, describe_key, keys_of, use_english_place
from yahtzee_tui.tui.lifecycle import (
    UNMOUNTED,
    DismissOnce,
    GameScreen,
    Result,
    call_with_result,
    start_worker,
)
from yahtzee_tui.tui.navigation import Navigator
from yahtzee_tui.tui.table.actions import changeable_keys
from yahtzee_tui.tui.terminal.charset import CharacterFilter
from yahtzee_tui.tui.terminal.cursor import find_cursor
from yahtzee_tui.tui.terminal.driver import CursorDriver, DiffDriver, mix_in
from yahtzee_tui.tui.terminal.filters import QUESTION, Filters, TrueColorFound
from yahtzee_tui.tui.terminal.fresh_presses import FreshPresses
from yahtzee_tui.tui.terminal.signals import ResizePacer, recheck_size, suspend_between_events
from yahtzee_tui.tui.terminal.speed_ups import has_speed_ups
from yahtzee_tui.tui.themes import TERMINAL, THEMES, find_palette
from yahtzee_tui.tui.too_small import update_cover

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from rich.console import RenderableType
    from textual import events
    from textual.binding import Binding, BindingType
    from textual.driver import Driver
    from textual.filter import LineFilter
    from textual.geometry import Offset
    from textual.screen import Screen
    from textual.widget import AwaitMount

    from yahtzee_tui.rules import Position, Record, Ruleset
    from yahtzee_tui.store import Store
    from yahtzee_tui.store.saved_game import SavedGame
    from yahtzee_tui.table import Table, TableConfig
    from yahtzee_tui.tui.themes import Palette


class YahtzeeApp(App[None]):
    """The full-screen game in a terminal.

    Attributes:
        copied: The line that was copied last, to be printed after the end.
        shown: Set once the first screen is drawn; work that would delay that waits for it.
        filters: Adapts every line to the characters and colors of the terminal.
        notices: Problems with settings or saving, a sentence each.
    """

    TITLE = "Yahtzee"
    # The button with the focus is a gold slab like the roll button, any other one an outline. In
    # the terminal's own colors, and without any, the frame of the focus is heavy besides.
    CSS = """
    Button.-primary:blur { border: round $primary; color: $primary; text-style: bold; }
    Button, Button.-primary {
        border: round $frame;
        background: transparent;
        color: $foreground;
        text-style: none;
        &:hover { border: round $foreground; background: transparent; color: $foreground; }
        &:focus, &.-active {
            border: inner $primary;
            background: $primary;
            color: $on-primary;
            text-style: bold;
            background-tint: transparent;
        }
        &:focus:ansi { border: heavy $primary; }
    }
    """
    ALLOW_SELECT = False
    # Nothing has the focus at first, unless the screen says otherwise.
    AUTO_FOCUS = ""
    # `PaletteScreen` says why Textual's own palette isn't used.
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("question_mark,f1", "show_help", "Help", "help", "How to play"),
        bind("K,f2", "show_keys", "Keys", "keys", "Show the keys for this screen"),
        bind(
            "ctrl+p", "show_palette", "More", "more",
            "Find any command by name",
        ),
        bind("q", "quit", "Quit", "quit", "Quit the program"),
        bind("ctrl+q,ctrl+c", "quit", "Quit", "quit-always", "Quit the program", priority=True),
        bind(
            "ctrl+z", "suspend_process", "Suspend", "suspend",
            "Pause and go to the shell; type fg to return", show=False, priority=True,
        ),
    ]  # fmt: skip

    IS_AT_HOME: ClassVar[bool] = True
    """Whether the player owns the database, and so may reset its high scores."""

    def __init__(
        self,
        config: TableConfig | None = None,
        me: str = "Player 1",
        options: Options | None = None,
        *,
        store: Store | None = None,
        resume: str | None = None,
        seen: SavedGame | None = None,
        first: Record | Ruleset | Position | Table | None = None,
        event: tuple[str, str] | None = None,
        settings: Path | None = None,
        notices: Iterable[str] = (),
        ascii_only: bool = False,
    ) -> None:
        """Create the app; raise `Malformed` if the configuration is invalid.

        `config` is a game to start with (None for the title screen), `me` the proposed name of the
        player, `settings` the file in which changed options are saved, `notices` what is wrong with
        the settings, `resume` the id of a saved game to open, `seen` what was read of it already,
        `first` a game to review first, a rule set or a position to practice, or a table to play at
        that is saved nowhere, `event` the id of an event to show first, and to which player.
        """
        super().__init__()
        self.options = options or Options()
        apply_language(self.options.language, os.environ)
        self.notices = list(notices)
        self._settings = settings
        for theme in THEMES:
            # Without colors, only the terminal theme marks things by more than color.
            self.register_theme(replace(TERMINAL, name=theme.name) if self.no_color else theme)
        if has_speed_ups():
            # Nothing has styles yet: setting the attribute would parse and apply them again.
            self.set_reactive(App.theme, self.options.colors)
            self.stylesheet.set_variables(self.get_css_variables())
            self.set_class(self.current_theme.dark, "-dark-mode", update=False)
            self.set_class(not self.current_theme.dark, "-light-mode", update=False)
            self._refresh_truecolor_filter(self.ansi_theme)
        else:
            self.theme = self.options.colors
        self.me = me
        self.copied = ""
        self.shown = asyncio.Event()
        self._resizes = ResizePacer(self)
        self.presses = FreshPresses(self)
        self.ascii_only = ascii_only
        self.filters = Filters(ascii_only, self.console.color_system, os.environ.get("TERM", ""))
        self._line_filters: tuple[Sequence[LineFilter], Sequence[LineFilter]] | None = None
        self.navigator = Navigator(self, store, config)
        if store is not None:
            store.on_wait = self._show_waiting
        self._resume, self._seen = resume, seen
        self._first, self._event = first, event
        self.value_tables = ValueTables()
        self.bots = BotService(self.value_tables.find)

    @property
    def table(self) -> Table | None:
        return self.navigator.saved_table.table if self.navigator.saved_table else None

    @property
    def config(self) -> TableConfig | None:
        return self.navigator.saved_table.config if self.navigator.saved_table else None

    @property
    def ruleset(self) -> Ruleset:
        """The rule set of the newest table, or else the usual one."""
        if self.table is not None:
            return self.table.game.ruleset
        return next(iter(self.rulesets.values()))

    @property
    def rulesets(self) -> Mapping[str, Ruleset]:
        """The rule sets that may be played here, by key, the usual one first."""
        from yahtzee_tui.rules import RULESETS

        return RULESETS

    @property
    def palette(self) -> Palette:
        """The inks of the theme and the skin of the dice."""
        return find_palette(self.current_theme, self.options.skin)

    @property
    def card_palette(self) -> Palette:
        """The inks of the score card, which may be of paper on felt."""
        return find_palette(self.current_theme, self.options.skin, self.options.card)

    @property
    def dice_style(self) -> str:
        """How dice are drawn now."""
        return self.find_dice_style(self.options.dice)

    def find_dice_style(self, style: DiceStyle) -> str:
        """Return how dice are drawn: as chosen, unless the terminal lacks characters or colors."""
        if self.ascii_only:
            return "ascii"
        lacks = self.filters.coarse or self.current_theme.ansi
        return "lines" if lacks and style == "drawn" else style

    def on_mount(self) -> None:
        if self.options.keys:
            self.apply_keys()
        later = None
        if self._resume:
            later = self.navigator.open_at_start(self._resume, self._seen)
        first = self._first_screen()
        self.push_screen(first)
        if self._first is not None:
            self._open_first(self._first)
        if self._event:
            self.show_event(*self._event)
        if later is not None:
            first.call_after_refresh(later)
        if self.notices:
            first.call_after_refresh(self._show_notices)
        update_cover(self, self.size)
        asks = self.filters.asks_for_colors and not self.no_color
        if asks and has_speed_ups() and isinstance(self._driver, DiffDriver):
            self._driver.write(QUESTION)
        suspend_between_events(self)
        start_worker(self, self.navigator.open_store)

    def _open_first(self, first: Record | Ruleset | Position | Table) -> None:
        from yahtzee_tui.rules import Record
        from yahtzee_tui.table import Table

        if isinstance(first, Record):
            self.show_review(lambda: first)
        elif isinstance(first, Table):
            from yahtzee_tui.tui.table.what_if import WhatIfScreen

            self.push_screen(WhatIfScreen(first))
        else:
            self.show_practice(first)

    @on(TrueColorFound)
    def _use_true_color(self) -> None:
        """Draw everything again in all colors; Rich has no public way to change its mind."""
        if self.filters.asks_for_colors:
            self.filters.use_all_colors()
            self.console._color_system = ColorSystem.TRUECOLOR
            self._line_filters = None
            for screen in self.screen_stack:
                for node in screen.walk_children(Widget, with_self=True):
                    node.notify_style_update()
                    node.refresh()

    def on_ready(self) -> None:
        """Set `shown` after the next refresh, which is the first at the terminal's size."""
        self.screen.call_after_refresh(self.shown.set)

    def on_key(self, event: events.Key) -> None:
        """Insert a printable key that was typed before the focused field got the focus."""
        from textual.widgets import Input

        if not self.screen_stack:  # a key may arrive after the last screen is gone
            return
        if isinstance(self.focused, Input) and event.is_printable and event.character:
            event.prevent_default()
            self.focused.insert_text_at_cursor(event.character)

    async def on_event(self, event: events.Event) -> None:
        """Ignore what isn't meant for a widget: only the left button acts.

        Textual makes clicks of all buttons, and takes the focus away for one outside the screen.
        Input while the app exits might open a screen.
        """
        from textual.events import InputEvent, Key, MouseDown, MouseEvent, MouseUp, Resize

        if isinstance(event, InputEvent) and self.return_code is not None:
            return
        # They bubble back to here, forwarded.
        if isinstance(event, (Key, MouseUp)) and not event.is_forwarded and self.screen_stack:
            needs_fresh = isinstance(event, Key) and self._prepare_key(event)
            if not self.presses.admits(event, needs_fresh):
                return
        if isinstance(event, MouseEvent) and not self.size.contains(event.x, event.y):
            return
        if isinstance(event, (MouseDown, MouseUp)) and event.button > 1:
            return
        # Those before the first picture cost nothing; later they would draw it again.
        if isinstance(event, Resize) and self.shown.is_set():
            if (newest := self._resizes.take(event)) is None:
                return
            event = newest
        await super().on_event(event)

    def _prepare_key(self, event: events.Key) -> bool:
        """Let a key of another keyboard be ours; return whether a repeat of it must not act."""
        screen = self.screen
        if not isinstance(screen, DismissOnce):
            return False
        if isinstance(screen, GameScreen) and not hasattr(self.focused, "insert_text_at_cursor"):
            use_english_place(event, self._has_azerty)
        return screen.needs_fresh_press(event.key)

    def _has_azerty(self) -> bool:
        row = self.options.number_row
        is_french = find_language(self.options.language, os.environ) == "fr"
        return is_french if row == "language" else row == "azerty"

    def on_resize(self, event: events.Resize) -> None:
        # The first event comes before the first screen.
        if len(self.screen_stack) > 1:
            update_cover(self, event.size)
        recheck_size(self)
        if has_speed_ups() and isinstance(self._driver, DiffDriver):  # repaint every cell
            self._driver.forget()

    def show_title(self) -> None:
        self.switch_screen(self._title_screen())

    def show_new_game(self) -> None:
        from yahtzee_tui.rules import register
        from yahtzee_tui.tui.home.new_game import NewGameScreen

        players = self.config.players if self.config else (self.me,)
        computers = self.config.computers if self.config else ()
        same_dice = self.config is not None and self.config.duplicate
        self.switch_screen(NewGameScreen(players, register(self.ruleset), computers, same_dice))

    def show_lesson(self) -> None:
        from yahtzee_tui.tui.table.lesson import LessonScreen

        self.switch_screen(LessonScreen(self.me))

    def show_practice(self, what: Ruleset | Position | None = None) -> None:
        from yahtzee_tui.tui.practice.screen import PracticeScreen

        self.push_screen(PracticeScreen(what or self._screen_rules))

    def show_event(self, name: str, player: str = "") -> None:
        """Show a player, or who is here, an event by its id or name, or that of a day."""
        from yahtzee_tui.tui.home.event import EventScreen

        if not any(isinstance(screen, EventScreen) for screen in self.screen_stack):
            self.push_screen(EventScreen(name, player or self.me))

    def ask(
        self, dialog: Screen[Result], answered: Callable[[Result], object] = lambda _: None
    ) -> AwaitMount | None:
        """Open a dialog unless one of its type is open; return what awaits its mount.

        A key that repeats on a slow line would otherwise open it many times. `answered` is called
        with the result, unless the dialog is left without one.
        """
        if any(type(screen) is type(dialog) for screen in self.screen_stack):
            return None
        return self.push_screen(dialog, call_with_result(answered))

    def confirm(self, question: str, yes: str, no: str, agreed: Callable[[], object]) -> None:
        """Ask a question with the labels of two buttons, and call `agreed` after a yes."""
        from yahtzee_tui.tui.dialogs import ConfirmScreen

        def answered(answer: str) -> None:
            if answer == "yes":
                agreed()

        self.ask(ConfirmScreen(question, yes, no), answered)

    def action_show_help(self) -> None:
        from yahtzee_tui.tui.help.how_to_play import HowToPlayScreen, explain_real_dice

        table: Table | None = getattr(self.screen, "table", None)
        first = [explain_real_dice(self.options)] if table and table.game.is_real else []
        self.ask(HowToPlayScreen(self._screen_rules, *first))

    def action_show_keys(self) -> None:
        from yahtzee_tui.tui.help.keys import KeysScreen

        self.ask(KeysScreen(self.screen))

    def action_show_options(self) -> None:
        from yahtzee_tui.tui.options import OptionsScreen

        self.ask(OptionsScreen(self.options, self._screen_rules, self.notices), self.choose_options)

    def action_show_key_map(self) -> None:
        from yahtzee_tui.tui.options import KeyMapScreen

        def chosen(keys: Mapping[str, str]) -> None:
            self.choose_options(self.options._replace(keys=keys))

        self.ask(KeyMapScreen(self.options.keys), chosen)

    def action_show_scores(self) -> None:
        from yahtzee_tui.table.eligibility import file_results

        dice = self.table.setup.dice if self.table is not None else ""
        self.show_statistics(self.me, file_results(self._screen_rules.key, dice))

    def choose_options(self, options: Options) -> None:
        from yahtzee_tui.tui.table.base_screen import TableScreenBase

        before = self.options
        self.apply_options(options)
        for screen in self.screen_stack:
            if isinstance(screen, TableScreenBase):
                screen.options_changed()
            elif isinstance(screen, DismissOnce) and options.language != before.language:
                start_worker(self, screen.compose_again, "language")
        self.save_options(before)

    def show_ladder(self, ruleset: Ruleset) -> None:
        from yahtzee_tui.tui.scores.ladder import LadderScreen

        self.push_screen(LadderScreen(self.navigator.store, ruleset))

    def show_statistics(self, name: str, rules: str | None = None) -> None:
        from yahtzee_tui.tui.scores.statistics import StatisticsScreen

        self.push_screen(StatisticsScreen(self.navigator.store, name, rules))

    def show_review(self, read: Callable[[], Record]) -> None:
        """Show the review of a game. `read` runs in a thread, and may raise a `StoreProblem`."""
        from yahtzee_tui.tui.review.screen import ReviewScreen

        self.push_screen(ReviewScreen(read))

    @property
    def _screen_rules(self) -> Ruleset:
        return self.screen.ruleset if isinstance(self.screen, GameScreen) else self.ruleset

    def _handle_exception(self, error: Exception) -> None:
        """Ignore errors about unmounted widgets at exit; Textual has no public hook for this."""
        why = error.error if isinstance(error, WorkerFailed) else error
        if self.return_code is None or not isinstance(why, UNMOUNTED):
            super()._handle_exception(error)

    async def action_show_palette(self) -> None:
        """Open the command palette, and give its field the keys that were typed ahead."""
        from yahtzee_tui.tui.help.palette import Command, PaletteScreen, find_commands

        below = self.screen

        async def chosen(command: Command) -> None:
            if self.screen is below and (doing := command.run()):
                await doing

        palette = PaletteScreen(find_commands(self, below))
        if (mounted := self.ask(palette, chosen)) is not None:
            await mounted
            if palette.is_open:
                palette.set_focus(palette.field)

    @property
    def is_known(self) -> bool:
        """Whether the player is recognised when they come again."""
        return True

    @property
    def daily_command(self) -> str:
        """The command line that starts the daily game, for friends."""
        return "yahtzee-tui daily"

    def check_config(self, config: TableConfig) -> None:
        """Raise `Malformed` if a player may not use their name here; locally all may."""

    def get_key_display(self, binding: Binding) -> str:
        shown = binding.key_display
        return pgettext("key", shown) if shown else describe_key(binding.key)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters of the lines; cached, as every widget asks for each line."""
        wanted = tuple(super().get_line_filters())
        if self._line_filters is None or self._line_filters[0] != wanted:
            # Before the others, as they replace characters by the same number of cells.
            self._line_filters = wanted, (CharacterFilter(UNEVEN), *self.filters.choose(wanted))
        return self._line_filters[1]

    @property
    def shows_cursor(self) -> bool:
        return self.options.cursor == "shown"

    @property
    def cursor_position(self) -> Offset:
        """Where the terminal's cursor is after each paint."""
        if self.shows_cursor:
            with suppress(NoMatches):  # a screen that opens or closes has no widgets
                return find_cursor(self.screen)
        return self._cursor_position

    @cursor_position.setter
    def cursor_position(self, position: Offset) -> None:
        # Only Textual's fields set it.
        self._cursor_position = position

    def get_driver_class(self) -> type[Driver]:
        driver = super().get_driver_class()
        with_cursor = mix_in(CursorDriver, driver)
        if not has_speed_ups():
            return with_cursor
        from yahtzee_tui.tui.terminal.input import tolerate_any_input

        tolerate_any_input(driver)
        return mix_in(DiffDriver, with_cursor)

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        """Let the driver compare the strips of a partial update; Textual makes a text of them."""
        strips, driver = getattr(renderable, "placed_strips", None), self._driver
        if strips and isinstance(driver, DiffDriver) and not (self._batch_count or self._closed):
            cursor = self.screen.outer_size.clamp_offset(self.cursor_position)
            self._begin_update()
            is_painted = driver.paint(
                strips, cursor, self.console._color_system or ColorSystem.TRUECOLOR
            )
            self._end_update()
            if is_painted:
                self.post_display_hook()
                return
        super()._display(screen, renderable)

    def panic(self, *renderables: RenderableType) -> None:
        """Exit after an error in a thread of the driver, with the code that Textual leaves at 0."""
        self._return_code = 1
        super().panic(*renderables)

    def use_language(self, options: Options) -> None:
        """Speak the language of options."""
        from yahtzee_tui.settings.languages import use_language  # most players read English names

        use_language(find_language(options.language, os.environ))

    def apply_options(self, options: Options) -> None:
        if options.language != self.options.language:
            self.use_language(options)
        self.options = options
        self.theme = options.colors
        if isinstance(driver := getattr(self, "_driver", None), CursorDriver):
            driver.use_mouse(options.mouse == "game")
        self.apply_keys()

    def apply_keys(self) -> None:
        """Apply the valid keys of the options, and add notices for the others."""
        bindings = changeable_keys(self)
        keys, faults = check_keys(bindings, self.options.keys)
        self.options = self.options._replace(keys=keys)
        self.notices += faults
        changed = [binding for binding in bindings if binding.id in keys]
        if has_speed_ups():
            from yahtzee_tui.tui.terminal.input import TolerantParser

            TolerantParser.has_alt_keys = any("alt+" in each for each in keys.values())
        self.set_keymap({str(each.id): ",".join(keys_of(each, keys)) for each in changed})

    def save_options(self, before: Options) -> None:
        """Save the options that differ from `before`, or show why that failed."""
        if self._settings is None:
            return
        try:
            write_settings(self._settings, self.options, before)
        except SettingsError as problem:
            self.show_message(problem.sentence)

    def ring(self, sound: Sound = "bell") -> None:
        """Ring the bell if the option for it is this one."""
        if self.options.sound == sound:
            self.bell()

    def note(self, sentence: str) -> None:
        """Put a sentence first in the notices."""
        self.notices = [sentence, *(each for each in self.notices if each != sentence)]

    async def action_quit(self) -> None:
        self.navigator.confirm_if_lost(_("Quit the program?"), _("Quit"), self.exit)

    def _show_waiting(self, waits: bool) -> None:
        """Show that a write of the event loop waits; those of other threads keep nobody waiting."""
        from yahtzee_tui.store.database import is_in_loop  # it is open, and has imported this

        if is_in_loop() and self.screen_stack and isinstance(self.screen, GameScreen):
            self.screen.show_waiting(waits)

    def _show_notices(self) -> None:
        count = len(self.notices)
        many = ngettext("{count} notice: see Options.", "{count} notices: see Options.", count)
        self.show_message(many if count > 1 else self.notices[0])

    def on_delivery_complete(self, event: events.DeliveryComplete) -> None:
        self.show_message(_("Saved: {path}", path=event.path or event.name), warning=False)

    def on_delivery_failed(self, event: events.DeliveryFailed) -> None:
        error = event.exception
        reason = describe_os_error(error) if isinstance(error, OSError) else error
        self.show_message(_("Not saved: {reason}.", reason=reason))

    def show_message(self, sentence: str, warning: bool = True) -> None:
        """Show a sentence on the uppermost screen that has room for it."""
        for screen in reversed(self.screen_stack):
            if isinstance(screen, GameScreen):
                screen.show_message(sentence, warning)
                return

    def _first_screen(self) -> Screen[None]:
        if self.navigator.saved_table is None:
            return self._title_screen()
        from yahtzee_tui.tui.table.play_screen import TableScreen

        return TableScreen(self.navigator.saved_table)

    def _title_screen(self) -> Screen[None]:
        from yahtzee_tui.tui.home.title import TitleScreen

        return TitleScreen()
