"""The review of a whole game: luck and skill, a chart, the costliest decisions; turn by turn.

Imports numpy.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import getters, on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from yahtzee_tui.rules import WIDEST_NAME
from yahtzee_tui.services.game_summary import summarise_review
from yahtzee_tui.strategy import Mistake, describe_extent
from yahtzee_tui.table.config import branch_off, has_same_dice
from yahtzee_tui.text import use_minus_sign
from yahtzee_tui.translation import N_, _
from yahtzee_tui.tui.keymap import SCROLL, SCROLL_LINE, bind, bind_arrows
from yahtzee_tui.tui.lifecycle import GameScreen, is_on_screen, start_worker
from yahtzee_tui.tui.review import review_lines
from yahtzee_tui.tui.table.values import draw_values, fit_choices
from yahtzee_tui.tui.table.widgets.die import SIZES, DieSize, dice_picture, draw_dice
from yahtzee_tui.tui.themes import find_palette
from yahtzee_tui.tui.widgets.chart import Chart
from yahtzee_tui.tui.widgets.choices import Stepper
from yahtzee_tui.tui.widgets.key_bar import KeyBar
from yahtzee_tui.tui.widgets.menu import Menu
from yahtzee_tui.tui.widgets.painted import wrap_first_fitting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from textual.app import ComposeResult
    from textual.geometry import Size

    from yahtzee_tui.rules import Faces, Positions, Ruleset
    from yahtzee_tui.services.reviews import ReviewJob
    from yahtzee_tui.strategy import Advice, Review
    from yahtzee_tui.strategy.win_review import WinReview


_BESIDE_NAMES = 34
"""Columns of the table of players without the names, with a gap to the chart."""

_SHORT_NAME, _MOST_SWINGS = 10, 8

_POINTS, _CHANCES = N_("Expected total"), N_("Chance to win, in %")


class ReviewPage(Vertical):
    """A game from the view of one player: expected points, or the chance to win."""

    DEFAULT_CSS = """
    ReviewPage {
        height: 1fr;
        padding: 1 1 0 1;
        #review-top { height: auto; }
        #review-read { width: 44; height: auto; }
        #review-players { height: auto; text-wrap: nowrap; }
        #review-turns, #review-moment { height: auto; margin-left: 1; }
        #review-about { width: 42; height: auto; margin: 1 0 0 1; color: $card-muted; }
        #review-chart { width: 1fr; }
        #review-list { padding: 0 1; margin-top: 1; height: 1; }
        Menu { text-wrap: wrap; }
        #review-why { padding: 0 1; color: $card-muted; height: 2; }
        #review-note { padding: 0 1; color: $card-muted; height: auto; }
        .caption { text-style: bold; text-wrap: nowrap; text-overflow: ellipsis; }
    }
    """

    menu = getters.query_one(Menu)

    def __init__(self, review: Review, explain: Callable[[Mistake], Sequence[str]]) -> None:
        """Show a review; `explain` says why a decision lost points, and is called in threads."""
        super().__init__()
        self._review, self._explain = review, explain
        self._mistakes: list[Mistake] = []
        self._chances: WinReview | None = None
        self._is_winning = False
        self._dice = ""
        self._turns: list[int] = []
        self._seat = 0

    def compose(self) -> ComposeResult:
        with Horizontal(id="review-top"):
            with Vertical(id="review-read"):
                yield Static(id="review-players")
                yield Static(id="review-turns")
                yield Static(id="review-moment", markup=False)
                yield Static(id="review-about", markup=False)
            yield Chart(_(_POINTS), id="review-chart")
        yield Static(id="review-list", classes="caption")
        yield Menu(long=True)
        yield Static(id="review-note")
        yield Static(id="review-why", markup=False)

    def on_mount(self) -> None:
        if is_on_screen(self):
            self.show(0)

    def on_resize(self) -> None:
        self._show_players()

    @property
    def marked(self) -> int | None:
        """The index of the marked decision's turn in the game, None if none is marked."""
        at = self.menu.highlighted
        return None if at is None else self._turns[at]

    def show(self, seat: int) -> None:
        self._seat = seat
        self._show_players()
        self._show_chart()
        self._show_list()

    def show_chances(self, chances: WinReview) -> None:
        self._chances = chances
        if self._is_winning:
            self.show(self._seat)

    def tell_dice(self, sentence: str) -> None:
        """Say what others make of the dice of a daily game."""
        self._dice = sentence
        self._show_players()

    def toggle_chances(self) -> None:
        self._is_winning = not self._is_winning
        self.show(self._seat)

    def _show_chart(self) -> None:
        chances, chart = self._chances, self.query_one(Chart)
        if self._is_winning:
            chart.show(chances and review_lines.find_win_courses(chances, self._seat), _(_CHANCES))
            about = _(review_lines.ABOUT_CHANCES)
        else:
            chart.show(review_lines.find_courses(self._review, self._seat), _(_POINTS))
            about = review_lines.describe_about(self._review)
        self.query_one("#review-about", Static).update(about)

    def _show_list(self) -> None:
        self._mistakes = [] if self._is_winning else self._review.mistakes(self._seat)
        lines = [(each.turn_number, review_lines.draw_mistake(each)) for each in self._mistakes]
        found = [*self._win_lines()] if self._is_winning else lines
        self._turns = [each[0] for each in found]
        self.query_one("#review-why").display = bool(self._mistakes)
        self.menu.set_options(Option(each[1]) for each in found)
        self.menu.highlighted = 0 if found else None
        self.menu.display = self.query_one("#review-list").display = bool(found)
        heading = (
            _("Turning points and costliest decisions (with round)")
            if self._is_winning
            else _("Costliest decisions (with round)")
        )
        self.query_one("#review-list", Static).update(heading)
        note = describe_extent(self._review) or ("" if found else self._format_empty_list())
        self.query_one("#review-note", Static).update(note)
        self.query_one("#review-note").display = bool(note)
        if found:
            self.menu.focus()

    @on(Menu.OptionHighlighted)
    def _highlighted(self) -> None:
        start_worker(self, self._show_why, "why", exclusive=True)

    async def _show_why(self) -> None:
        """Show why the selected decision lost points."""
        at, why = self.menu.highlighted, self.query_one("#review-why", Static)
        why.update("")  # what it says is of another decision
        if at is not None and at < len(self._mistakes):
            texts = await asyncio.to_thread(self._explain, self._mistakes[at])
            width = why.content_size.width or self.app.size.width - 2
            lines = wrap_first_fitting([*map(use_minus_sign, texts)], width, _WHY)
            why.update(" ".join(lines))

    def _win_lines(self) -> Iterator[tuple[int, Content]]:
        """Yield (turn index, line) for each turning point, and each decision that cost chances."""
        if self._chances is not None:
            for swing in self._chances.swings()[:_MOST_SWINGS]:
                yield swing.turn_number, review_lines.draw_swing(swing)
            for mistake in self._chances.mistakes(self._seat):
                yield mistake.turn_number, review_lines.draw_win_mistake(mistake)

    def _format_empty_list(self) -> str:
        if not self._is_winning:
            return _("Every decision was the best one.")
        if self._chances is None:
            return _("Calculating chances of winning …")
        return _("No turning points, and no decision lowered a chance of winning.")

    def _show_players(self) -> None:
        room = self.query_one("#review-read").size.width - _BESIDE_NAMES
        widest = max(_SHORT_NAME, min(WIDEST_NAME, room))
        players = review_lines.draw_players(self._review, self._seat, widest)
        self.query_one("#review-players", Static).update(players)
        summary = summarise_review(self._review, self._seat)
        marks = review_lines.draw_turns(summary) if summary.grades else ""
        self.query_one("#review-turns", Static).update(marks)
        # Translators: the roll that brought most
        moment = f"{_('Best moment')}  {summary.best_moment}" if summary.best_moment else ""
        said = "\n".join(filter(None, (moment, self._dice)))
        self.query_one("#review-moment", Static).update(said)


_TURNS = Binding.Group(N_("Turn"), compact=True)
_PICTURE_ROWS, _GAP_ROWS = 24, 34
"""The fewest rows of a terminal with pictures of the dice, and with gaps between the rolls."""

_WITH_VALUES, _WITH_CHART = 100, 48
"""The fewest columns of a terminal with the values of all choices, and rows of one with a chart."""

_ROLLS, _CARD, _LEAST_VALUES = 39, 17, 40
"""The columns of the rolls with small dice, of the card, and of values beside larger dice."""

_MARGINS = 2 + 2 + 2 + 1
"""Around the page and between its columns, with the scroll bar."""

_HEAD, _CHART = 6, 14
_AROUND_DICE, _WHY, _TIGHT_ROWS = 4, 2, 7
"""Lines of a roll beside its dice, those for why a decision lost points, and most without gaps."""


class TurnShape(NamedTuple):
    """What the page of a turn has room for.

    Attributes:
        die: The size of the dice, None for small pictures.
        rolls: The columns of the rolls.
        values: The columns for the values of all choices, 0 for none.
        rows: The lines from one roll to the next, 0 for as many as it takes.
        chart: The lines of the chart, 0 for none.
    """

    die: DieSize | None
    rolls: int
    values: int
    rows: int
    chart: int


def shape_turn(terminal: Size, dice: int, rolls: int) -> TurnShape:
    """Return the shape for turns of so many dice and rolls."""
    width, height = terminal
    if width < _WITH_VALUES:
        return TurnShape(None, _ROLLS, 0, 0, 0)
    height -= _HEAD
    has_chart = height + _HEAD >= _WITH_CHART
    rows = (height - _CHART * has_chart) // rolls
    room = width - _CARD - _MARGINS
    die = max(
        (
            size
            for size in SIZES
            if dice * (size.width + 1) + _LEAST_VALUES <= room
            and size.picture_height + _AROUND_DICE < rows
        ),
        default=None,
    )
    columns = _ROLLS if die is None else dice * (die.width + 1)
    if die is not None:
        rows = die.picture_height + _AROUND_DICE + 1
    return TurnShape(die, columns, room - columns, rows, (height - rolls * rows) * has_chart)


class ReviewTurnScreen(GameScreen[None]):
    """One turn at a time, over the review."""

    DEFAULT_CSS = """
    ReviewTurnScreen {
        #turn-head { height: 2; padding: 1 2 0 2; }
        #turn-title { width: 1fr; text-style: bold; }
        #turn-outcome, #turn-winning { height: 1; padding: 0 2; }
        #turn-page {
            layout: horizontal;
            height: 1fr;
            padding: 1 0 0 2;
            scrollbar-size-vertical: 1;
        }
        #turn-rolls { height: auto; text-wrap: nowrap; text-overflow: ellipsis; }
        #turn-values { height: auto; margin-left: 2; text-wrap: nowrap; text-overflow: ellipsis; }
        #turn-card { width: 17; height: auto; text-wrap: nowrap; margin-left: 2; }
        &.-short {
            #turn-head { height: 1; padding: 0 2; }
            #turn-page { padding: 0 0 0 2; }
        }
        &.-narrow #turn-card { margin-left: 1; }
    }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (78, "-normal")]  # noqa: RUF012 - as in Textual
    VERTICAL_BREAKPOINTS = [(0, "-short"), (_PICTURE_ROWS, "-middle")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("left", "step(-1)", "Before", "turn-before", "Previous turn", group=_TURNS),
        bind(
            "right,space,enter", "step(1)", "Next", "turn-next", "Next turn", key_display="→",
            group=_TURNS,
        ),
        bind("home", "go(0)", "First turn", "turn-first", "First turn", show=False),
        bind("end", "go(-1)", "Last turn", "turn-last", "Last turn", show=False),
        *bind_arrows("turn", "scroll", SCROLL_LINE, ("up,k", "down,j"), group=SCROLL),
        bind(
            "d", "what_if(True)", "Same dice", "what-if-same",
            "Play on from this turn with the same dice; the game doesn't count",
        ),
        bind(
            "n", "what_if(False)", "New dice", "what-if-new",
            "Play on from this turn with new dice; the game doesn't count",
        ),
        bind("escape,v", "dismiss", "Back", "turn-back", "Back to the game review"),
    ]  # fmt: skip

    page = getters.query_one("#turn-page", VerticalScroll)

    def __init__(
        self, review: Review, number: int, chances: WinReview | None, job: ReviewJob
    ) -> None:
        """Show the turn `number`; `chances` is None in a solo game or until they are computed."""
        super().__init__()
        self._review, self._job = review, job
        self._chances = chances
        self._number = number
        self._advice: dict[int, tuple[Advice, ...]] = {}
        """What every choice was worth after each roll, by the index of the turn."""
        self._why: dict[tuple[int, int], Sequence[str]] = {}
        """Why decisions lost points, by the index of the turn and of its roll."""

    def compose(self) -> ComposeResult:
        with Horizontal(id="turn-head"):
            yield Static(id="turn-title", markup=False)
            yield Stepper(id="turn-stepper")
        yield Static(id="turn-outcome")
        yield Static(id="turn-winning")
        with VerticalScroll(id="turn-page", can_focus=False):
            yield Static(id="turn-rolls")
            yield Static(id="turn-values")
            yield Static(id="turn-card")
        yield Chart(_(_POINTS), id="turn-chart")
        yield KeyBar()

    def on_mount(self) -> None:
        self._show()

    def on_resize(self) -> None:
        self._show()

    def show_chances(self, chances: WinReview) -> None:
        self._chances = chances
        self._show()

    @property
    def ruleset(self) -> Ruleset:
        return self._review.game.ruleset

    def action_step(self, step: int) -> None:
        self.action_go(min(max(self._number + step, 0), len(self._review.turns) - 1))

    def action_go(self, number: int) -> None:
        """Show a turn by its index; -1 is the last one."""
        self._number = number % len(self._review.turns)
        self.page.scroll_home(animate=False)
        self._show()

    def action_what_if(self, same_dice: bool) -> None:
        """Play on from this turn, at a table that is saved nowhere."""
        from yahtzee_tui.tui.table.what_if import WhatIfScreen

        if (record := self._job.record) is not None and self.is_active:
            game, turn = self._review.game, self._review.turns[self._number]
            seats = len(game.players)
            number = (turn.round - 1) * seats + (turn.seat - game.first) % seats
            table = branch_off(record, number, same_dice)
            totals = tuple(card.grand_total for card in self._review.game.cards)
            self.app.push_screen(WhatIfScreen(table, totals))

    def allowed(self) -> dict[str, bool | None]:
        """Return whether dice can be rolled again: those of a system or a hidden secret can't."""
        record = self._job.record
        can_repeat = record is not None and has_same_dice(record.setup)
        return {"what_if(True,)": can_repeat, "what_if": record is not None}

    def _show(self) -> None:
        turns, rounds = self._review.turns, self._review.game.rounds
        turn = turns[self._number]
        played = _("Round {round} of {rounds}", round=turn.round, rounds=rounds)
        title = f"{played} · {turn.player}"
        self.query_one("#turn-title", Static).update(title)
        place = _("{number} of {count}", number=self._number + 1, count=len(turns))
        self.query_one(Stepper).show(place, has_others=len(turns) > 1)
        self.query_one("#turn-outcome", Static).update(review_lines.draw_outcome(turn))
        chances = self._chances.turns[self._number] if self._chances else None
        winning = self.query_one("#turn-winning", Static)
        winning.display = chances is not None
        winning.update("" if chances is None else review_lines.draw_win_outcome(chances, turn.seat))
        self._show_rolls()
        shape = self._shape
        self.query_one("#turn-card", Static).update(review_lines.draw_card(turn))
        chart = self.query_one(Chart)
        chart.display = bool(shape.chart)
        if shape.chart:
            chart.styles.height = shape.chart
            chart.show(
                review_lines.mark_turn(review_lines.find_courses(self._review, turn.seat), turn)
            )
        if shape.values:
            start_worker(self, self._explain, "why", exclusive=True)

    @property
    def _shape(self) -> TurnShape:
        return shape_turn(self.app.size, self.ruleset.dice, self.ruleset.rolls)

    def _show_rolls(self) -> None:
        """Show the rolls, and where there is room the values of all choices."""
        turn, shape = self._review.turns[self._number], self._shape
        chances = self._chances.turns[self._number] if self._chances else ()
        notes = [[*review_lines.draw_win_roll(roll, turn.seat)] for roll in chances]
        has_values = shape.values > 0
        advice = self._advise() if has_values else ()
        gap = shape.rows > _TIGHT_ROWS or self.app.size.height >= _GAP_ROWS
        rolls: list[Content] = []
        values: list[Content] = []
        for at, roll in enumerate(turn.rolls):
            kept = turn.rolls[at + 1].kept if at + 1 < len(turn.rolls) else ()
            note = notes[at] if notes else []
            lines = review_lines.draw_roll(
                at + 1, roll, self._draw_dice(roll.faces, kept, shape), shape.rolls
            )
            beside: list[Content] = []
            if has_values:
                rows = max(len(lines), shape.rows - gap)
                why_rows = _WHY * (roll.is_mistake and rows > _TIGHT_ROWS)
                texts = self._why.get((self._number, at), ())
                why = wrap_first_fitting(texts, shape.values, why_rows)[:why_rows]
                room = rows - len(note) - why_rows
                choices = fit_choices(advice[at], room, roll.choice)
                beside += draw_values(advice[at], choices, None, shape.values, roll.choice)
                beside += [*note, *(Content.styled(line, "$card-muted") for line in why)]
            else:
                lines += note
            height = max(len(lines), len(beside), shape.rows - gap) + gap
            rolls += [*lines, *[Content("")] * (height - len(lines))]
            values += [*beside, *[Content("")] * (height - len(beside))]
        for name, columns, drawn in (
            ("#turn-rolls", shape.rolls, rolls),
            ("#turn-values", shape.values, values),
        ):
            static = self.query_one(name, Static)
            static.display = columns > 0
            static.styles.width = columns
            static.update(Content("\n").join(drawn))

    def _advise(self) -> tuple[Advice, ...]:
        if self._number not in self._advice:
            self._advice[self._number] = self._job.advise(self._review.turns[self._number])
        return self._advice[self._number]

    def _draw_dice(self, faces: Faces, kept: Positions, shape: TurnShape) -> list[Content]:
        colors = self.ruleset.colors
        if shape.die is None:
            has_pictures = self.app.size.height >= _PICTURE_ROWS
            return dice_picture(faces, kept, colors) if has_pictures else []
        palette, style = self.context.palette, self.context.dice_style
        if colors:
            palette = find_palette(self.app.current_theme, "ivory")
        return draw_dice(faces, kept, shape.die, palette, style, colors)

    async def _explain(self) -> None:
        """Find why the decisions of the turn lost points, where that can be shown."""
        number = self._number
        turn = self._review.turns[number]
        for at, roll in enumerate(turn.rolls):
            if roll.is_mistake and (number, at) not in self._why:
                mistake = Mistake(number, at, turn, roll, roll.best, roll.loss)
                why = await asyncio.to_thread(self._job.explain, mistake)
                self._why[number, at] = [*map(use_minus_sign, why)]
                self._show_rolls()
