"""A long list whose lines come and go while what is marked stays marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.tui.widgets.long_menu import LongMenu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.widgets.option_list import Option


class LastingMenu(LongMenu):
    """A long menu that is drawn anew only where something has changed."""

    @property
    def marked(self) -> str | None:
        """The id of the marked line, None if there is none."""
        option = self.highlighted_option
        return None if option is None else option.id

    def show(self, options: Sequence[Option]) -> None:
        """Show these lines. The mark stays on its line, or where that was; at first on the first.

        Args:
            options: The lines; those without an id are never marked.
        """
        if [option.id for option in options] == [option.id for option in self.options]:
            self._show_same(options)
            return
        mark, at = self.marked, self.highlighted
        self.set_options(options)
        able = [place for place, option in enumerate(options) if not option.disabled]
        same = [place for place in able if mark is not None and options[place].id == mark]
        near = [place for place in able if at is not None and place >= at]
        wanted = able if at is None else [*same, *near, *reversed(able)]
        self.highlighted = wanted[0] if wanted else None

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Show also what stands above the first line that can be marked."""
        super().watch_highlighted(highlighted)
        if highlighted is not None and all(each.disabled for each in self.options[:highlighted]):
            self.scroll_home(animate=False)

    def _show_same(self, options: Sequence[Option]) -> None:
        for place, (new, old) in enumerate(zip(options, self.options, strict=True)):
            if new.prompt != old.prompt:
                self.replace_option_prompt_at_index(place, new.prompt)
            if new.disabled and not old.disabled:
                self.disable_option_at_index(place)
            elif old.disabled and not new.disabled:
                self.enable_option_at_index(place)
