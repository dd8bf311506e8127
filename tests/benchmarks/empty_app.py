"""What the game is measured against: a Textual app with a header, a footer and one line."""

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Footer, Header, Static


class EmptyApp(App[None]):
    """Counts how often a key was pressed."""

    TITLE = "Empty"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "count", "Count"),
        Binding("q", "quit", "Quit"),
    ]

    count = 0

    def compose(self) -> ComposeResult:
        yield Header()
        yield Static(id="line")
        yield Footer()

    def action_count(self) -> None:
        self.count += 1
        self.query_one("#line", Static).update(f"pressed{self.count}")


if __name__ == "__main__":
    EmptyApp().run()
