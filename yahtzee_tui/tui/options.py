"""The options, a line each, which keys step through its values; their preview; the key editor."""

from __future__ import annotations

from functools import partial
from math import ceil
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.containers import Center, Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Static
from textual.widgets.option_list import Option

from yahtzee_tui.rules import OFFICIAL, RULESETS
from yahtzee_tui.settings import MANNERS, OPTIONS, Manners, Options, apply_manners
from yahtzee_tui.settings.options import is_idle
from yahtzee_tui.text import cell_width, cut, pad
from yahtzee_tui.translation import N_, _, ngettext, pgettext
from yahtzee_tui.tui.keymap import (
    MOST_KEYS,
    RESERVED,
    bind,
    check_keys,
    describe_key,
    keys_of,
    refuse_key,
)
from yahtzee_tui.tui.lifecycle import Dialog
from yahtzee_tui.tui.table.actions import changeable_keys
from yahtzee_tui.tui.table.widgets.die import SMALLEST, outline_die, paint_die
from yahtzee_tui.tui.themes import find_palette
from yahtzee_tui.tui.widgets.choices import draw_choice
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu, MenuScreen
from yahtzee_tui.tui.widgets.painted import Painted, TextRun

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.strip import Strip

    from yahtzee_tui.rules import Ruleset
    from yahtzee_tui.tui.themes import Palette


_DICE = ((5, True), (3, False), (5, True))
WIDTH = len(_DICE) * (SMALLEST.width + 1)
_WORDS_AT = SMALLEST.picture_height
"""The line of the words under the dice."""

_ROWS = 6
"""The lines of the card."""


def _paint_card(at: int) -> tuple[TextRun, ...]:
    """Return a line of the card, with names in the player's language."""
    names = {box.id: pad(cut(box.short, 13), 13) for box in RULESETS[OFFICIAL.id].boxes}
    upper = f" {_('UPPER')} "
    side = TextRun("│", "frame")
    return (
        (TextRun(" " * WIDTH, back="table"),),
        (TextRun("┌─", "frame"), TextRun(upper, "muted"),
         TextRun("─" * (14 - cell_width(upper)) + " ", "frame"),
         TextRun("▸Ann", "player-1", bold=True), TextRun(" ─┐", "frame")),
        (side, TextRun(f" {names['threes']}", "muted"), TextRun("    9   ", back="live"), side),
        (side, TextRun(f"▸{names['fives']} «10»   ", "text", "row", bold=True), side),
        (side, TextRun(f" {names['sixes']}"), TextRun("    ·   ", "frame", "live"), side),
        (TextRun("└──────────────────────┘", "frame"),),
    )[at]  # fmt: skip


class TablePreview(Painted):
    """Three dice, two of them held, and some boxes of a card."""

    DEFAULT_CSS = f"""
    TablePreview {{ width: {WIDTH}; height: {_WORDS_AT + 1 + _ROWS}; }}
    """

    def __init__(self, options: Options) -> None:
        """Create the preview of options that have all manners, as `show` does."""
        super().__init__("preview")
        self._options = options
        self._is_card = False

    def show(self, options: Options) -> None:
        self._options = options
        self.notify_style_update()

    def render_line(self, y: int) -> Strip:
        self._draw_run, self._is_card = None, y > _WORDS_AT
        return super().render_line(y)

    def find_palette(self) -> Palette:
        card = self._options.card if self._is_card else ""
        return find_palette(self.app.current_theme, self._options.skin, card)

    def find_dice_style(self) -> str:
        return self.context.find_dice_style(self._options.dice)

    def paint(self, y: int) -> Iterable[TextRun]:
        style = self._dice_style
        if y < _WORDS_AT:
            for face, held in _DICE:
                if style == "drawn":
                    yield from paint_die(SMALLEST, face, held)[y]
                else:
                    yield from outline_die(SMALLEST, face, held, style)[y]
        elif y == _WORDS_AT:
            rerolls = self._options.dice_click == "reroll"
            # Translators: at most 5 cells
            done = pgettext("below a die", "held")
            if rerolls:
                # Translators: at most 5 cells
                done = pgettext("below a die", "roll")
            for at, (_face, held) in enumerate(_DICE, 1):
                is_picked = held != rerolls
                word = cut(f"{at} {done}", SMALLEST.width) if is_picked else f"[{at}]"
                inks = ("on-rail", "rail", True) if is_picked else ("muted",)
                yield TextRun(word.center(SMALLEST.width), *inks)
                yield TextRun(" ")
        elif y - _WORDS_AT - 1 < _ROWS:
            yield from _paint_card(y - _WORDS_AT - 1)


class KeyCatcher(Dialog[str]):
    """Asks for a key; the result is its name, None after Escape, Enter or the button."""

    DEFAULT_CSS = """
    KeyCatcher {
        .box { width: 46; padding: 1 2 0 2; }
        Center { height: auto; }
        #wanted { width: 100%; text-align: center; margin-bottom: 1; }
    }
    """

    def __init__(self, what: str, add: bool) -> None:
        """Create the dialog for the action `what`, whose other keys stay if `add` is true."""
        super().__init__()
        self._wanted = _("Press the new key for {action}.", action=what)
        if add:
            self._wanted = _("Press another key for {action}.", action=what)

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self._wanted, id="wanted", markup=False)
            with Center():
                yield Button(_("Cancel (Esc)"), id="leave")

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        self.dismiss(None if event.key in RESERVED else event.key)

    @on(Button.Pressed)
    def _pressed(self) -> None:
        self.dismiss(None)


class KeyMapScreen(Dialog["Mapping[str, str]"], MenuScreen):
    """A line for each action; the result is the changed keys by the action's id."""

    DEFAULT_CSS = """
    KeyMapScreen {
        .box { height: 100%; max-height: 30; margin-bottom: 1; padding: 0 2; }
        #said { height: 2; margin-top: 1; color: $card-muted; }
        #said.-warning { color: $warning; text-style: bold; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        bind(
            "space", "ask(False)", "Set", "set-key", "Replace these keys with another",
            key_display="Enter",
        ),
        bind("plus,a", "ask(True)", "Add", "add-key", "Add another key"),
        bind("delete,backspace", "reset", "Reset", "reset-key", "Restore the default keys"),
        bind("escape", "done", "Done", "keys-done", "Save and return"),
        bind("R", "reset_all", "Reset all", "reset-keys", "Restore all default keys"),
    ]  # fmt: skip

    def __init__(self, keys: Mapping[str, str]) -> None:
        super().__init__()
        self._keys = dict(keys)
        self._bindings_by_id = {str(each.id): each for each in changeable_keys(self.app)}

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = _("Keys at the table")
            yield Menu(*self._lines(), long=True)
            yield Static(id="said", markup=False)
        yield KeyBar()

    def action_ask(self, add: bool) -> None:
        if (name := self.menu.marked) is not None:
            catcher = KeyCatcher(self._name_action(name), add)
            self.context.ask(catcher, lambda key: self._assign(name, key, add))

    def action_reset(self) -> None:
        """Restore the default keys of the marked action, unless another one has got them."""
        name = self.menu.marked
        if name is None or name not in self._keys:
            return
        keys = {other: text for other, text in self._keys.items() if other != name}
        kept, faults = check_keys(list(self._bindings_by_id.values()), keys)
        if faults:  # another action has one of them
            self._show_note(faults[0], warning=True)
        else:
            self._apply(
                kept, _("{action} has its default keys again.", action=self._name_action(name))
            )

    def action_reset_all(self) -> None:
        reset = partial(self._apply, {}, _("All keys are back to default."))
        if self._keys:
            question = _("Restore the default keys for everything?")
            self.context.confirm(question, _("Reset"), _("Keep"), reset)
        else:
            reset()

    def action_done(self) -> None:
        self.dismiss(self._keys)

    @on(Menu.OptionSelected)
    def _selected(self) -> None:
        self.action_ask(add=False)

    @on(Menu.OptionHighlighted)
    def _highlighted(self, event: Menu.OptionHighlighted) -> None:
        name = str(event.option_id)
        self._show_note(f"{self._name_action(name)}: {_(self._bindings_by_id[name].tooltip)}.")

    def _assign(self, name: str, key: str, add: bool) -> None:
        binding = self._bindings_by_id[name]
        keys = keys_of(binding, self._keys) if add else []
        if key in keys:
            return
        why = refuse_key(key, binding, list(self._bindings_by_id.values()), self._keys)
        if why is None and len(keys) == MOST_KEYS:
            why = ngettext("{count} key is the maximum", "{count} keys is the maximum", MOST_KEYS)
        if why is not None:
            self._show_note(_("Not changed: {reason}.", reason=why), warning=True)
            return
        self._apply(
            {**self._keys, name: ",".join([*keys, key])},
            _("{key} now does: {action}.", key=describe_key(key), action=self._name_action(name)),
        )

    def _apply(self, keys: dict[str, str], sentence: str) -> None:
        self._keys = keys
        self.menu.show(self._lines())
        self._show_note(sentence)

    def _show_note(self, sentence: str, warning: bool = False) -> None:
        said = self.query_one("#said", Static)
        said.set_class(warning, "-warning")
        said.update(sentence)

    def _name_action(self, name: str) -> str:
        """Return the label of an action."""
        return _(self._bindings_by_id[name].description)

    def _lines(self) -> list[Option]:
        names = [*self._bindings_by_id]
        width = max(cell_width(self._name_action(name)) for name in names) + 3
        return [Option(self._line(name, width), id=name) for name in names]

    def _line(self, name: str, width: int) -> Content:
        binding = self._bindings_by_id[name]
        shown = "  ".join(map(describe_key, keys_of(binding, self._keys)))
        changed = f" {_('(changed)')}" if name in self._keys else ""
        return Content.assemble(
            (pad(self._name_action(name), width), "$card-muted"),
            (shown, "bold"),
            (changed, "$card-muted"),
        )


_SEEN = ("dice_click", "colors", "look", "skin", "dice", "card")
"""The lines beside which a narrow window shows the preview."""

_KEYS, _MORE, _UNCHANGED = "keys", "more", Options()
_OF_GAME = N_("the game's")
"""Beside the value of a manner that comes from the game."""

_FIRST = (
    "colors", "look", "sound", "speed", "dice_click", "auto_roll", "coach", "language", _MORE,
)  # fmt: skip
GROUPS = {
    "": (N_("Options"), _FIRST),
    "look": (N_("Look"), ("skin", "dice", "card")),
    "speed": (N_("Speed"), ("dice_speed", "pause", "computer_pace")),
}
"""The titles and the lines of the first view and of the lists that it opens."""

_PLACED = {"first_player", *(line for name in GROUPS for line in GROUPS[name][1])}
"""The options that have a place: the first player is chosen in the form of a new game."""

GROUPS[_MORE] = (N_("More"), tuple(key for key in Options._fields if key not in _PLACED))

_MOST_NOTICES = 2
_LEAST_WIDTH, _AROUND = 78, 7 + WIDTH
"""The fewest columns of the box, and those beside the options."""


class OptionsScreen(Dialog["Options"], MenuScreen):
    """Edits options; the result is what was chosen, which applies once the screen is left."""

    DEFAULT_CSS = """
    OptionsScreen {
        .box { padding: 1 1 0 1; margin-bottom: 1; }
        #choices { height: auto; max-height: 1fr; }
        Menu { width: 1fr; max-height: 100%; }
        TablePreview { margin-left: 1; }
        #notices { color: $warning; margin: 1 1 0 1; }
        .-full {
            height: 100%;
            max-height: 25;
            #choices { height: 1fr; }
        }
        &.-narrow {
            .box { height: 100%; max-height: 30; padding: 0 1; }
            #choices { layout: vertical; height: 1fr; align-horizontal: center; }
            Menu { width: 100%; height: 1fr; }
            TablePreview { display: none; height: 6; margin: 0; }
            TablePreview.-asked { display: block; }
        }
    }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (76, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("space,right", "change(1)", "Change", "change", "Next choice", key_display="Enter"),
        bind("left", "change(-1)", "Previous", "change-back", "Previous choice", show=False),
        bind("escape,o", "done", "Done", "done", "Save and return"),
        bind("q", "app.quit", "Quit", "options-quit", "Quit the program"),
    ]

    def __init__(self, options: Options, ruleset: Ruleset, notices: Sequence[str]) -> None:
        """Create the screen; `ruleset` is the game whose manners hold where none are chosen."""
        super().__init__()
        self._options, self._ruleset, self._group = options, ruleset, ""
        first, left = list(notices)[:_MOST_NOTICES], len(notices) - _MOST_NOTICES
        # Translators: how many notices are not shown
        more = ngettext("{count} more.", "{count} more.", left)
        self._notices = [*first, more] if left > 0 else first

    def compose(self) -> ComposeResult:
        with Vertical(classes="box -full" if self._notices else "box"):
            with Horizontal(id="choices"):
                yield Menu(*self._lines())
                yield TablePreview(apply_manners(self._options, self._ruleset))
            if self._notices:
                yield Static("\n".join(self._notices), id="notices", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Make room for every value in the player's language."""
        widest = max(map(_find_width, {*OPTIONS, *_FIRST} - {_MORE}))
        width = max(_label_width(lines) for _name, lines in GROUPS.values())
        self.query_one(".box").styles.width = max(_LEAST_WIDTH, width + widest + _AROUND)
        self._open(self._group)

    def _open(self, group: str) -> None:
        """Show the lines of a group, with the mark on the group left or on the first line."""
        left, self._group = self._group, group
        self.query_one(".box").border_title = _(GROUPS[group][0])
        self.menu.show(self._lines())
        lines = GROUPS[group][1]
        if left != group:
            self.menu.highlighted = lines.index(left) if left in lines else 0

    def action_change(self, step: int) -> None:
        def chosen(keys: Mapping[str, str]) -> None:
            self._apply(self._options._replace(keys=keys))

        key = self.menu.marked
        if key == _KEYS:
            self.context.ask(KeyMapScreen(self._options.keys), chosen)
        elif key in GROUPS:
            self._open(key)
        elif key is not None:
            value = OPTIONS[key].step(getattr(self._options, key), step)
            self._apply(self._options._replace(**{key: value}))

    def action_done(self) -> None:
        if self._group:
            self._open("")
        else:
            self.dismiss(self._options)

    @on(Menu.OptionSelected)
    def _selected(self) -> None:
        self.action_change(1)

    @on(Menu.OptionHighlighted)
    def _highlighted(self, event: Menu.OptionHighlighted) -> None:
        """Show the preview in a narrow window as well, while it matters."""
        self.query_one(TablePreview).set_class(event.option_id in _SEEN, "-asked")

    def _apply(self, options: Options) -> None:
        if options.language != self._options.language:
            self.context.use_language(options)
            self.on_mount()
            self.query_one(KeyBar).refresh()
        self._options = options
        self.menu.show(self._lines())
        self.app.theme = options.colors
        self.query_one(TablePreview).show(apply_manners(options, self._ruleset))

    def _lines(self) -> list[Option]:
        here, lines = apply_manners(self._options, self._ruleset), GROUPS[self._group][1]
        options, width = [], _label_width(lines)
        for key in lines:
            idle = is_idle(key, here, self.context.IS_AT_HOME)
            text = _("none") if idle else self._describe(here, key)
            line = draw_choice(_name_line(key), text, width, idle)
            if self._is_changed(key):
                line = Content.assemble(line, (" •", "$primary"))
            elif key in MANNERS.get(self._ruleset.key, {}):
                line = Content.assemble(line, (f" · {_(_OF_GAME)}", "$card-muted"))
            options.append(Option(line, id=key, disabled=idle))
        return options

    def _describe(self, here: Options, key: str) -> str:
        """Return the value of an option, or those of a group."""
        if key in (_MORE, _KEYS):
            return "›"
        if key not in GROUPS:
            return _name_value(key, getattr(here, key))
        at_home = self.context.IS_AT_HOME
        members = (each for each in GROUPS[key][1] if not is_idle(each, here, at_home))
        return f"{', '.join(self._describe(here, each) for each in members)} ›"

    def _is_changed(self, key: str) -> bool:
        """Return whether the player chose other than what holds without a choice."""
        if key in GROUPS:
            return any(map(self._is_changed, GROUPS[key][1]))
        return bool(getattr(self._options, key) != getattr(_UNCHANGED, key))


def _name_line(key: str) -> str:
    if key == _KEYS:
        return _("Keys")
    name = GROUPS[key][0] if key in GROUPS else OPTIONS[key].name
    return _(name)


def _label_width(lines: Sequence[str]) -> int:
    return max(cell_width(_name_line(key)) for key in lines) + 2


def _find_width(key: str) -> int:
    """Return the columns of the widest value of an option or a group."""
    if key in GROUPS:
        return sum(map(_find_width, GROUPS[key][1])) + 2
    values = [value for value in OPTIONS[key].values if value is not None]
    mark = cell_width(_(_OF_GAME)) + 3 if key in Manners._fields else 2
    return max(cell_width(_name_value(key, value)) for value in values) + mark


def _name_value(key: str, value: Any) -> str:
    if words := OPTIONS[key].values.get(value):
        return _(words)
    return ngettext("{count} second", "{count} seconds", ceil(value), count=f"{value:g}")
