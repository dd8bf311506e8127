"""Menus: option lists without a frame that tolerate input before they are laid out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual import getters
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import OptionList

from yahtzee_tui.tui.terminal.cursor import option_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events
    from textual.visual import VisualType
    from textual.widgets.option_list import Option

MARK = "▸"


class SafeOptionList(OptionList):
    """An option list that ignores input for options that are not drawn yet or any more."""

    def on_resize(self) -> None:
        """Keep the marked line in view: there may be room for fewer lines now."""
        self.scroll_to_highlight()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable paging without a layout, where Textual would divide by zero."""
        if action in ("page_up", "page_down") and not self.scrollable_content_region:
            return False
        return super().check_action(action, parameters)

    def on_click(self, event: events.Click) -> None:
        """Ignore a click on an option that was removed since it was drawn."""
        if event.style.meta.get("option", 0) >= self.option_count:
            event.prevent_default()


class Menu(SafeOptionList):
    """An option list without a frame, as wide and tall as its lines."""

    DEFAULT_CSS = """
    Menu {
        height: auto;
        padding: 0;
        border: none;
        background: transparent;
        scrollbar-size-vertical: 1;
        text-wrap: nowrap;
        text-overflow: ellipsis;
        &:focus { border: none; background: transparent; background-tint: transparent; }
        & > .option-list--option { padding: 0 1; }
        & > .option-list--option-hover { background: $panel; }
        & > .option-list--option-highlighted { background: $panel; text-style: $chosen-style; }
        &:focus > .option-list--option-highlighted, &.-gold > .option-list--option-highlighted {
            color: $on-primary;
            background: $primary;
            text-style: bold;
        }
        &.-long { height: 1fr; }
    }
    """

    def __init__(
        self,
        *options: VisualType | Option,
        id: str | None = None,  # noqa: A002
        long: bool = False,
    ) -> None:
        """Create a menu; a `long` one scrolls, and leaves the keys left and right to the screen."""
        super().__init__(*options, id=id, classes="-long" if long else None)
        self._is_long = long

    @property
    def marked(self) -> str | None:
        """The id of the marked line, None if there is none."""
        option = self.highlighted_option
        return None if option is None else option.id

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self._is_long and action in ("scroll_left", "scroll_right"):
            return False
        return super().check_action(action, parameters)

    def show(self, options: Sequence[Option]) -> None:
        """Replace the lines; redraw only those that changed.

        The highlight stays on the line with the same id, else at the same place; at first it is on
        the first line. Disabled lines can't be highlighted.
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
        """Scroll to the top if only disabled lines are above the highlighted one."""
        super().watch_highlighted(highlighted)
        if highlighted and all(each.disabled for each in self.options[:highlighted]):
            self.scroll_home(animate=False)

    def _show_same(self, options: Sequence[Option]) -> None:
        for place, (new, old) in enumerate(zip(options, self.options, strict=True)):
            if new.prompt != old.prompt:
                self.replace_option_prompt_at_index(place, new.prompt)
            if new.disabled and not old.disabled:
                self.disable_option_at_index(place)
            elif old.disabled and not new.disabled:
                self.enable_option_at_index(place)

    def render_line(self, y: int) -> Strip:
        """Draw a line, the highlighted one with a mark, as its color alone is easily missed.

        On the gold of the focus all its text has one color, and an empty row below it is ground.
        """
        strip = super().render_line(y)
        if option_at(strip) != self.highlighted or self.highlighted is None:
            return strip
        is_first = not y or option_at(super().render_line(y - 1)) != self.highlighted
        if not is_first and not strip.text.strip():
            return Strip.blank(strip.cell_length, self.rich_style)
        if self.has_focus or self.has_class("-gold"):
            names = ("option-list--option", "option-list--option-highlighted")
            ink = RichStyle(color=self.get_visual_style(*names).rich_style.color)
            strip = Strip(Segment(text, (style or ink) + ink) for text, style, _ in strip)
        if not is_first:
            return strip
        first, rest = strip.divide([1, strip.cell_length])
        return Strip.join([Strip(Segment(MARK, segment.style) for segment in first), rest])


class MenuScreen(Screen[Any]):
    """A screen with one menu, which the screen's own keys control as well.

    It must be the last base class of a screen: Textual takes styles only from the first one.
    """

    AUTO_FOCUS = "Menu"
    menu = getters.query_one(Menu)

    def action_select(self) -> None:
        self.menu.action_select()

    def action_move(self, step: int) -> None:
        (self.menu.action_cursor_up if step < 0 else self.menu.action_cursor_down)()
