"""The editor of the table's keys."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Center, Vertical
from textual.content import Content
from textual.widgets import Button, Static
from textual.widgets.option_list import Option

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
from yahtzee_tui.tui.table.keys import changeable_keys
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType


class KeyCatcher(Dialog[str]):
    """Asks for a key; the result is its name, None after Escape, Enter or the button."""

    DEFAULT_CSS = """
    KeyCatcher {
        .box { width: 46; padding: 1 2 0 2; }
        Center { height: auto; }
        #wanted { width: 100%; text-align: center; margin-bottom: 1; }
    }
    """
    AUTO_FOCUS = ""

    def __init__(self, what: str, add: bool) -> None:
        """Create the dialog for the action `what`, whose other keys stay if `add` is true."""
        super().__init__()
        self._wanted = f"Press {'one more' if add else 'the'} key for {what}."

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self._wanted, id="wanted", markup=False)
            with Center():
                yield Button("Leave it (esc)", id="leave")

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        self.dismiss(None if event.key in RESERVED else event.key)

    @on(Button.Pressed)
    def _pressed(self) -> None:
        self.dismiss(None)


_NAME_WIDTH = 16


class KeyMapScreen(Dialog["Mapping[str, str]"]):
    """A line for each action; the result is the changed keys by the action's id."""

    DEFAULT_CSS = """
    KeyMapScreen {
        .box { height: 100%; max-height: 30; margin-bottom: 1; padding: 0 2; }
        Menu {
            height: 1fr;
            scrollbar-size-vertical: 1;
            scrollbar-color: $primary;
            scrollbar-background: $panel;
        }
        #said { height: 2; margin-top: 1; color: $card-muted; }
        #said.-warning { color: $warning; text-style: bold; }
    }
    """
    AUTO_FOCUS = "Menu"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind(
            "space", "ask(False)", "Set", "set-key", "Another key instead of these",
            key_display="Enter",
        ),
        bind("plus,a", "ask(True)", "Add", "add-key", "One more key"),
        bind(
            "backspace,delete", "reset", "Reset", "reset-key", "The keys that it came with",
            key_display="Del",
        ),
        bind("escape", "done", "Done", "keys-done", "Back, with these keys"),
        bind("R", "reset_all", "Reset all", "reset-keys", "All keys as they came"),
    ]  # fmt: skip

    def __init__(self, keys: Mapping[str, str]) -> None:
        super().__init__()
        self._keys = dict(keys)
        self._bindings_by_id = {str(each.id): each for each in changeable_keys(self.app)}

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = "Keys at the table"
            yield Menu(*self._lines())
            yield Static(id="said", markup=False)
        yield KeyBar()

    def action_ask(self, add: bool) -> None:
        if (name := self._marked) is not None:
            self._ask(name, add)

    def action_reset(self) -> None:
        """Restore the default keys of the marked action, unless another one has got them."""
        name = self._marked
        if name is None or name not in self._keys:
            return
        keys = {other: text for other, text in self._keys.items() if other != name}
        kept, faults = check_keys(list(self._bindings_by_id.values()), keys)
        if faults:  # another action has one of them
            self._show_note(faults[0], warning=True)
        else:
            self._apply(kept, f"{self._bindings_by_id[name].description} has its own keys again.")

    def action_reset_all(self) -> None:
        reset = partial(self._apply, {}, "All keys are as they came.")
        if self._keys:
            question = "Give everything back the keys that it came with?"
            self.context.confirm(question, "Reset", "Keep", reset)
        else:
            reset()

    def action_done(self) -> None:
        self.dismiss(self._keys)

    @on(Menu.OptionSelected)
    def _selected(self, event: Menu.OptionSelected) -> None:
        self._ask(str(event.option_id), add=False)

    @on(Menu.OptionHighlighted)
    def _highlighted(self, event: Menu.OptionHighlighted) -> None:
        binding = self._bindings_by_id[str(event.option_id)]
        self._show_note(f"{binding.description}: {binding.tooltip}.")

    @property
    def _marked(self) -> str | None:
        return self.query_one(Menu).marked

    def _ask(self, name: str, add: bool) -> None:
        def caught(key: str | None) -> None:
            if key is not None:
                self._assign(name, key, add)

        self.context.ask(KeyCatcher(self._bindings_by_id[name].description, add), caught)

    def _assign(self, name: str, key: str, add: bool) -> None:
        binding = self._bindings_by_id[name]
        keys = keys_of(binding, self._keys) if add else []
        if key in keys:
            return
        why = refuse_key(key, binding, list(self._bindings_by_id.values()), self._keys)
        if why is None and len(keys) == MOST_KEYS:
            why = f"{MOST_KEYS} keys are enough"
        if why is not None:
            self._show_note(f"Not changed: {why}.", warning=True)
            return
        self._apply(
            {**self._keys, name: ",".join([*keys, key])},
            f"{describe_key(key)} is for {binding.description} now.",
        )

    def _apply(self, keys: dict[str, str], sentence: str) -> None:
        self._keys = keys
        self.query_one(Menu).show(self._lines())
        self._show_note(sentence)

    def _show_note(self, sentence: str, warning: bool = False) -> None:
        said = self.query_one("#said", Static)
        said.set_class(warning, "-warning")
        said.update(sentence)

    def _lines(self) -> list[Option]:
        return [Option(self._line(name), id=name) for name in self._bindings_by_id]

    def _line(self, name: str) -> Content:
        binding = self._bindings_by_id[name]
        shown = "  ".join(map(describe_key, keys_of(binding, self._keys)))
        changed = " (changed)" if name in self._keys else ""
        return Content.assemble(
            (f"{binding.description:<{_NAME_WIDTH}}", "$card-muted"),
            (shown, "bold"),
            (changed, "$card-muted"),
        )
