"""The list of unfinished games."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.cells import set_cell_size
from textual import getters, on
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from yahtzee_tui.store import StoreProblem
from yahtzee_tui.text import cell_width, pad
from yahtzee_tui.translation import _, ngettext
from yahtzee_tui.tui.keymap import bind
from yahtzee_tui.tui.lifecycle import Dialog
from yahtzee_tui.tui.table.widgets.game_card import GameCard
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu, MenuScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from yahtzee_tui.store import Store
    from yahtzee_tui.store.listing import SavedRow


_WIDEST_PLAYERS = 16
_WHEN_WIDTH = 17
_LEAST_LIST = 72
"""The fewest columns of the list beside a card."""

_AROUND_LINE = 10
"""The columns of the list's frame and margins."""


class SavedGamesScreen(Dialog[str], MenuScreen):
    """Lists the unfinished games; the result is the id of the one to open, empty for none."""

    DEFAULT_CSS = """
    SavedGamesScreen {
        #both { height: auto; max-height: 100%; align-horizontal: center; }
        .box { width: 1fr; max-width: 96; margin-bottom: 1; }
        GameCard { height: 34; max-height: 100%; margin: 1 1 1 1; }
        #saved-note { color: $card-muted; margin-top: 1; height: 1; }
        Menu { max-height: 1fr; }
        &.-wide {
            background: $background;
            #both { height: 1fr; }
            .box { max-width: 100%; height: 1fr; margin: 1 0 1 1; }
            GameCard { height: 1fr; }
        }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("space", "select", "Continue", "go-on", "Continue this game", key_display="Enter"),
        bind("d,delete", "discard", "Archive", "discard", "Take this game off the list"),
        bind(
            "D", "discard_kind", "All like this", "discard-kind",
            "Take all games like this one off the list",
        ),
        bind("u", "undo", "Undo", "discard-undo", "Put the game back on the list"),
        bind("escape", "dismiss('')", "Back", "saved-back", "Back to the menu"),
        bind("q", "app.quit", "Quit", "saved-quit", "Quit the program"),
    ]  # fmt: skip

    card = getters.query_one(GameCard)

    def __init__(self, store: Store, rows: Sequence[SavedRow]) -> None:
        super().__init__()
        self._store = store
        self._rows = list(rows)
        self._put_away: list[list[SavedRow]] = []
        self._room = _LEAST_LIST - _AROUND_LINE

    def compose(self) -> ComposeResult:
        with Horizontal(id="both"):
            with Vertical(classes="box") as box:
                box.border_title = _("Saved games")
                yield Menu(*self._options())
                yield Static(id="saved-note", markup=False)
            yield GameCard()
        yield KeyBar()

    def on_resize(self) -> None:
        taken = self.card.fit(self.size.width - _LEAST_LIST)
        self.set_class(taken > 0, "-wide")
        self._room = self.size.width - taken - _AROUND_LINE
        self.menu.show(self._options())
        self._show_card()

    @on(Menu.OptionHighlighted)
    def _show_card(self) -> None:
        if (game := self.menu.marked) is None:
            self.card.hide()
        elif self.card.display:
            self.card.show_saved(self._store, game)

    def action_discard(self) -> None:
        if (at := self.menu.highlighted) is None:
            return
        if (row := self._rows[at]).elsewhere:
            self._show_note(_("This game is open in another window."))
        else:
            self._discard([row])

    def action_discard_kind(self) -> None:
        if (at := self.menu.highlighted) is not None:
            kind = _find_kind(self._rows[at])
            like = [row for row in self._rows if _find_kind(row) == kind and not row.elsewhere]
            self._discard(like)

    def _discard(self, rows: list[SavedRow]) -> None:
        if not (done := self._change(self._store.games.discard, rows)):
            return
        for row in done:
            self.context.navigator.close_game(row.id)
            self._rows.remove(row)
        self._put_away.append(done)
        self._show(
            ngettext(
                "Archived: {count} game. Press u to undo.",
                "Archived: {count} games. Press u to undo.",
                len(done),
            )
        )

    def action_undo(self) -> None:
        rows = self._put_away[-1] if self._put_away else []
        if done := self._change(self._store.games.restore, rows):
            self._put_away.pop()
            self._rows[:0] = done
            said = ngettext("Restored: {count} game.", "Restored: {count} games.", len(done))
            self._show(said, 0)

    def allowed(self) -> dict[str, bool | None]:
        on_rows = dict.fromkeys(("select", "discard", "discard_kind"), bool(self._rows))
        return {"undo": bool(self._put_away), **on_rows}

    @on(Menu.OptionSelected)
    def _selected(self, event: Menu.OptionSelected) -> None:
        self.dismiss(event.option_id)

    def _change(self, change: Callable[[str], None], rows: Sequence[SavedRow]) -> list[SavedRow]:
        """Change the status of games; return those for which that was possible."""
        done = []
        for row in rows:
            try:
                change(row.id)
            except StoreProblem as problem:
                self._show_note(problem.sentence)
            else:
                done.append(row)
        return done

    def _show(self, sentence: str, at: int | None = None) -> None:
        """Show the games again; the mark goes to the line `at`, or stays at its place."""
        menu = self.menu
        at = menu.highlighted or 0 if at is None else at
        menu.set_options(self._options())
        if self._rows:
            menu.highlighted = min(at, len(self._rows) - 1)
        else:
            self._show_card()
        self.refresh_bindings()
        self._show_note(sentence)

    def _show_note(self, sentence: str) -> None:
        self.query_one("#saved-note", Static).update(sentence)

    def _options(self) -> list[Option]:
        """Return the lines; names get what the other columns leave, at least a few."""
        widest = max((cell_width(row.players) for row in self._rows), default=0)
        when = max([_WHEN_WIDTH, *[cell_width(row.when) + 2 for row in self._rows]])
        places = max((cell_width(_describe_place(row)) for row in self._rows), default=0)
        width = min(widest, max(_WIDEST_PLAYERS, self._room - when - 2 - places))
        return [Option(_line(row, width, when), id=row.id) for row in self._rows]


def _find_kind(row: SavedRow) -> tuple[str, str, bool]:
    return row.players, row.game, row.is_begun


def _line(row: SavedRow, width: int, when: int) -> Content:
    """Return a game's line; the part that may be cut off comes last."""
    players = set_cell_size(row.players, width)
    if cell_width(row.players) > width:
        players = f"{set_cell_size(row.players, width - 1)}…"
    return Content.assemble(
        (players, "bold"), (f"  {pad(row.when, when)}", "$card-muted"), _describe_place(row)
    )


def _describe_place(row: SavedRow) -> str:
    place = _("open in another window") if row.elsewhere else row.where
    return f"{place}, {row.game}"
