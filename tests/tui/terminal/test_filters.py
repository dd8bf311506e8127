"""Few colors, none, ASCII, the characters of a console: what is written can still be read."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter, Monochrome

from tests.source import read_lines
from tests.tui.theme_colors import CARD, PAINTED, TEXTS, color, contrast
from yahtzee_tui.text import UNEVEN
from yahtzee_tui.tui.terminal.charset import AsciiFilter, CharacterFilter, ConsoleFilter
from yahtzee_tui.tui.terminal.colors import ManyColors, NoColors, SixteenColors
from yahtzee_tui.tui.terminal.filters import Filters

BLACK = Color(0, 0, 0)


def styled(filter_: LineFilter, style: Style) -> Style:
    (segment,) = filter_.apply([Segment("x", style)], BLACK)
    return segment.style or Style.null()


def drawn(text: str, filter_: LineFilter) -> str:
    (segment,) = filter_.apply([Segment(text)], BLACK)
    return segment.text


def shown(ink: RichColor | None) -> Color:
    """Return how a color looks on most terminals."""
    assert ink is not None
    return Color(*ink.get_truecolor())


@pytest.mark.parametrize("theme", PAINTED, ids=lambda theme: theme.name)
@pytest.mark.parametrize("filter_", [SixteenColors(), SixteenColors(8), ManyColors()])
def test_every_text_of_a_theme_can_be_read(theme: object, filter_: LineFilter) -> None:
    least = 3 if isinstance(filter_, ManyColors) else 2.5
    for text, grounds in TEXTS.items():
        for ground, bold in product(grounds, (False, True)):
            inks = [color(theme, token).rich_color for token in (text, ground)]  # type: ignore[arg-type]
            style = styled(filter_, Style.from_color(*inks) + Style(bold=bold))
            assert style.color != style.bgcolor
            assert contrast(shown(style.color), shown(style.bgcolor)) > least, (text, ground)


@pytest.mark.parametrize("theme", PAINTED, ids=lambda theme: theme.name)
def test_grounds_stay_apart_where_there_are_256_colors(theme: object) -> None:
    grounds = [color(theme, token).rich_color for token in CARD]  # type: ignore[arg-type]
    reduced = {styled(ManyColors(), Style.from_color(None, each)).bgcolor for each in grounds}
    assert len(reduced) >= len(set(grounds)) - 1


@given(st.tuples(*[st.integers(0, 255)] * 6), st.booleans())
def test_any_two_colors_become_two_of_sixteen(
    numbers: tuple[int, int, int, int, int, int], bold: bool
) -> None:
    ink, ground = RichColor.from_rgb(*numbers[:3]), RichColor.from_rgb(*numbers[3:])
    for grounds in (16, 8):
        few = styled(SixteenColors(grounds), Style(color=ink, bgcolor=ground, bold=bold))
        assert few.color is not None
        assert few.bgcolor is not None
        assert few.color != few.bgcolor
        assert few.color.number in range(16)
        assert few.bgcolor.number in range(grounds)


def test_the_terminals_own_colors_stay_and_black_is_not_bold() -> None:
    own = Style.parse("default on default")
    assert styled(SixteenColors(), own) == styled(ManyColors(), own) == own
    assert styled(ManyColors(), Style.parse("red on default")) == Style.parse("red on default")
    held = Style.parse("bold black on yellow")
    assert not styled(SixteenColors(), held).bold, "it would turn grey"
    assert styled(SixteenColors(), Style.parse("bold white on black")).bold


def test_without_colors_a_ground_is_drawn_in_reverse() -> None:
    style = styled(NoColors(), Style.parse("bold red on blue"))
    assert style == Style(bold=True, reverse=True)
    assert styled(NoColors(), Style.parse("italic red")) == Style(italic=True, reverse=False)
    assert not styled(NoColors(), Style.parse("red on default")).reverse
    assert styled(AsciiFilter(), Style(dim=True)) == Style(dim=True)


FILTERS = {"console": ConsoleFilter(), "ascii": AsciiFilter(), "even": CharacterFilter(UNEVEN)}


@pytest.mark.parametrize(("name", "text", "shown"), read_lines(__file__, "drawn_instead.jsonl"))
def test_what_is_drawn_instead(name: str, text: str, shown: str) -> None:
    assert drawn(text, FILTERS[name]) == shown
    assert cell_len(shown) == cell_len(text)


@given(st.text(st.characters(min_codepoint=0x2000, max_codepoint=0x2BFF)))
def test_a_console_is_sent_no_sign_that_its_font_lacks(text: str) -> None:
    for sign in drawn(text, ConsoleFilter()):
        known = sign in "•◘○◙♂♀♪♫►▶◄◀↕‼¶§▬↨↑↓→←∟↔▲▼?" or sign.isalpha()
        assert known or sign.encode("cp437", "replace") != b"?"


@pytest.mark.parametrize(
    ("ascii_only", "colors", "term", "wanted"),
    [
        (False, "truecolor", "xterm", []),
        (False, "256", "xterm-256color", [ManyColors]),
        (True, "standard", "xterm", [SixteenColors, AsciiFilter]),
        (False, "standard", "linux", [SixteenColors, ConsoleFilter]),
    ],
)
def test_each_terminal_gets_what_it_needs(
    ascii_only: bool, colors: str, term: str, wanted: list[type[LineFilter]]
) -> None:
    filters = Filters(ascii_only, colors, term)
    assert [type(each) for each in filters.choose([])] == wanted
    without = [type(each) for each in filters.choose([Monochrome()])]
    assert without == [NoColors, *[each for each in wanted if not each.__name__.endswith("Colors")]]


@given(st.text())
def test_any_text_is_drawn_in_ascii_and_as_wide(text: str) -> None:
    shown = [drawn(each, AsciiFilter()) for each in text]
    assert "".join(shown).isascii()
    assert [*map(len, shown)] == [*map(cell_len, text)] or not text.isprintable()
