"""A review as aligned lines for the screen. Imports numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import set_cell_size
from textual.content import Content

from yahtzee_tui.rules import format_faces
from yahtzee_tui.strategy import (
    describe_choice,
    describe_comparison,
    describe_past_choice,
    format_chance,
    format_chance_change,
    format_choice,
    format_swing,
)
from yahtzee_tui.text import (
    capitalise,
    cell_width,
    cut,
    format_accuracy,
    format_number,
    format_signed,
    pad,
    use_minus_sign,
)
from yahtzee_tui.translation import N_, _, pgettext
from yahtzee_tui.tui.table.widgets.scorecard_layout import bonus_note
from yahtzee_tui.tui.themes import player_ink
from yahtzee_tui.tui.widgets.chart import LineChart, Series, find_signs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from yahtzee_tui.rules import Card
    from yahtzee_tui.services.game_summary import GameSummary
    from yahtzee_tui.strategy import (
        Mistake,
        Review,
        ReviewedPlayer,
        ReviewedRoll,
        ReviewedTurn,
    )
    from yahtzee_tui.strategy.win_review import RollForecasts, Swing, WinReview


_MUTED = "$card-muted"
_COST = "$warning"

ABOUT_CHANCES = N_("Each player's chance of winning if everyone plays for points from here.")


def mark_turn(chart: LineChart, turn: ReviewedTurn) -> LineChart:
    """Return a chart with a mark where a turn ended."""
    point = (float(turn.round), turn.after)
    return chart._replace(series=(Series((point, point), "gold", mark="●"), *chart.series))


def find_win_courses(chances: WinReview, seat: int) -> LineChart:
    """Return the players' chances to win after each turn, in percent."""
    review, course = chances.review, chances.course
    players = len(review.players)
    series = [
        _series(
            player,
            sign,
            [(turn / players, 100 * each.shares[player.seat]) for turn, each in enumerate(course)],
        )
        for sign, player in _shown_first(review, seat)
    ]
    return LineChart(tuple(series), _("round"), (0, review.game.rounds), (0, 100))


def draw_swing(swing: Swing) -> Content:
    """Return the line of a turning point: change, round, who did what, luck or not."""
    scored = swing.turn.scored
    done = _("no decision yet") if scored is None else format_choice(scored)
    text = f"{swing.turn.player}: {done}, {_with_signs(format_swing(swing))}"
    return _list_line(_with_signs(format_chance_change(swing.change)), swing.turn.round, text)


def draw_win_mistake(mistake: Mistake) -> Content:
    """Return the line of a decision that cost chances: cost, round, dice, what it was."""
    roll = mistake.roll
    text = f"{format_faces(roll.faces)}: {describe_comparison(roll, mistake.best)}"
    if not roll.is_mistake:
        text = _("{decision} (best for points)", decision=text)
    cost = _with_signs(format_chance_change(-mistake.loss))
    return _list_line(cost, mistake.turn.round, text, f"bold {_COST}")


def draw_win_outcome(rolls: tuple[RollForecasts, ...], seat: int) -> Content:
    """Return what a turn did to a player's chance to win."""
    before, after = rolls[0].before, rolls[-1].after
    luck = sum(roll.value.shares[seat] - roll.before.shares[seat] for roll in rolls)
    skill = sum(roll.after.shares[seat] - roll.value.shares[seat] for roll in rolls)
    chances = f"{format_chance(before.shares[seat])} → {format_chance(after.shares[seat])}"
    parts = [Content.assemble((f"{_('Winning')}  ", _MUTED), (chances, "bold"))]
    parts += [
        Content.assemble(
            (f"   {name} ", _MUTED), (_with_signs(format_chance_change(change)), "bold")
        )
        for name, change in ((_("luck"), luck), (_("skill"), skill))
    ]
    return Content("").join(parts)


def draw_win_roll(roll: RollForecasts, seat: int) -> Iterator[Content]:
    """Yield a roll's chances to win, and the decision that would win more often."""
    steps = (roll.before, roll.value, roll.after)
    before, value, after = (format_chance(each.shares[seat]) for each in steps)
    chances = _(
        "Win: {before} → roll {roll} → choice {choice}", before=before, roll=value, choice=after
    )
    yield Content.styled(chances, _MUTED)
    if roll.is_mistake and roll.best is not None:
        choice = describe_choice(roll.best, short=True)
        # Translators: chance is a percentage, choice such as "keep 5-5"
        better = _("+{chance} to win: {choice}", chance=format_chance(roll.loss), choice=choice)
        yield Content.styled(better, _COST)


def _with_signs(text: str) -> str:
    """Return a change with the screen's signs: a wide minus and an arrow."""
    return text.replace("->", "→").replace("-", "−")


_HEADING = "bold"
_NUMBERS = (7, 7, 9, 9)
_VALUE_WIDTH = 7
_LABEL, _POINTS = 12, 4


def draw_players(review: Review, seat: int, widest: int) -> Content:
    """Return every player's luck and skill as aligned lines; names have `widest` columns."""
    score = pgettext("points", "Score") if review.game.is_over else _("Expected")
    heads = (_("Luck"), _("Skill"), _("Accuracy"), score)
    lines = [Content.styled(_player_line(" ", "", widest, heads), _MUTED)]
    for player, sign in zip(
        review.players, find_signs([player.name for player in review.players]), strict=True
    ):
        value = format_number(player.value, 0 if player.card.is_full else 1)
        numbers = (
            *(format_signed(each) if player.turns else "-" for each in (player.luck, player.skill)),
            format_accuracy(player.accuracy),
            value,
        )
        chosen = player.seat == seat and len(review.players) > 1
        mark = "▸" if chosen else " "
        name = player.name if player.name.startswith(sign) else f"{sign} {player.name}"
        line = _player_line(mark, name, widest, [*map(use_minus_sign, numbers)])
        lines.append(Content.styled(line, "bold" if chosen else ""))
    return _join(lines)


def draw_turns(summary: GameSummary) -> Content:
    """Return a mark for each turn, and how many have each grade."""
    # Translators: how many turns have decisions that are the best ones, good ones, and so on
    best = pgettext("turns", "{count} best", count=summary.grades.count(0))
    good = pgettext("turns", "{count} good", count=summary.grades.count(1))
    slip = pgettext("turns", "{count} slip", count=summary.grades.count(2))
    poor = pgettext("turns", "{count} poor", count=summary.grades.count(3))
    marks = [(_BARS[grade], _GRADES[grade]) for grade in summary.grades]
    counts = [
        Content.assemble((f"{bar} ", ink), (said, _MUTED))
        for bar, ink, said in zip(_BARS, _GRADES, (best, good, slip, poor), strict=True)
    ]
    return Content("  ").join([Content.assemble(*marks), *counts])


_BARS = "█▆▃▁"
_GRADES = "$success", "$foreground", "$warning", "$error"
"""The mark and the color of each grade of a turn, the best one first."""


def describe_about(review: Review) -> str:
    """Return the explanation of luck, skill and accuracy."""
    return _(
        "Best play averages {points} points. Luck: what the dice added. "
        "Skill: what your decisions lost. Accuracy: the share of decisions that lost nothing.",
        points=format_number(review.players[0].expected),
    )


def find_courses(review: Review, seat: int) -> LineChart:
    """Return the players' expected final scores before the game and after each turn."""
    series = [
        _series(player, sign, [*enumerate(player.course)])
        for sign, player in _shown_first(review, seat)
    ]
    expected = review.players[seat].expected
    return LineChart(
        tuple(series),
        _("round"),
        (0, review.game.rounds),
        level=expected,
        level_name=_("best play"),
    )


def _shown_first(review: Review, seat: int) -> list[tuple[str, ReviewedPlayer]]:
    """Return the players with their signs in charts: the shown one, who needs none, first."""
    pairs = [
        *zip(find_signs([player.name for player in review.players]), review.players, strict=True)
    ]
    others = [pair for pair in pairs if pair[1].seat != seat]
    return [("", review.players[seat]), *others]


def _series(player: ReviewedPlayer, sign: str, points: Sequence[tuple[float, float]]) -> Series:
    return Series(points, player_ink(player.seat), player.name, sign)


def draw_mistake(mistake: Mistake) -> Content:
    """Return the line of a costly decision: cost, round, dice, what it was."""
    roll = mistake.roll
    text = f"{format_faces(roll.faces)}: {describe_comparison(roll, roll.best)}"
    return _list_line(_format_points(-mistake.loss), mistake.turn.round, text, f"bold {_COST}")


def draw_roll(
    number: int, roll: ReviewedRoll, picture: Sequence[Content], width: int
) -> list[Content]:
    """Return the lines of a roll: its number and luck, its dice, the decision and a better one."""
    title = f"{_('Roll {number}', number=number)}  {format_faces(roll.faces)}"
    luck = f"{_('luck')} {_format_points(roll.luck)}"
    head = Content.assemble((title, _HEADING), (luck.rjust(width - cell_width(title)), _MUTED))
    return [head, *picture, *_draw_decision(roll, width)]


def draw_outcome(turn: ReviewedTurn) -> Content:
    """Return what a turn did to the expected final score."""
    return Content.assemble(
        (f"{_('Expected')} ", _MUTED),
        (f"{format_number(turn.before)} → {format_number(turn.after)}", "bold"),
        (f"   {_('luck')} ", _MUTED),
        (_format_points(turn.luck), "bold"),
        (f"   {_('skill')} ", _MUTED),
        (_format_points(turn.skill), "bold"),
    )


def draw_card(turn: ReviewedTurn) -> Content:
    """Return the player's card before a turn, with the box that the turn filled."""
    card, scored = turn.card, turn.scored
    lines = []
    for box in card.ruleset.boxes:
        if scored is not None and scored.box is box:
            text = _card_line("▸", box.short, str(scored.points))
            lines.append(Content.styled(text, _HEADING))
        else:
            points = card[box.id]
            text = _card_line(" ", box.short, "·" if points is None else str(points))
            lines.append(Content.styled(text, _MUTED if points is None else ""))
    if scored is not None:
        card = card.write(scored.box.id, scored.points, scored.bonus)
    lines += [Content.styled(_card_line(" ", *row), "$secondary") for row in _totals(card)]
    return _join(lines)


def _totals(card: Card) -> Iterable[tuple[str, str]]:
    if card.ruleset.upper_bonus is not None:
        # Translators: at most 12 cells
        yield _("Upper bonus"), bonus_note(card)
    if card.ruleset.repeat_bonus is not None:
        bonus = _("Bonus +{points}", points=card.ruleset.repeat_bonus.points)
        yield bonus, str(card.repeat_points or "")
    yield _("TOTAL"), str(card.grand_total)


def _draw_decision(roll: ReviewedRoll, width: int) -> list[Content]:
    if roll.choice is None:
        return [Content.styled(_("no decision yet"), _MUTED)]
    done = capitalise(describe_past_choice(roll.choice, short=True))
    value = format_number(roll.after)
    lines = [Content.assemble(done, f"{value:>{max(_VALUE_WIDTH, width - cell_width(done))}}")]
    if roll.is_mistake:
        choice = describe_choice(roll.best, short=True)
        better = _("Better by {points}: {choice}", points=format_number(roll.loss), choice=choice)
        lines.append(Content.styled(better, _COST))
    return lines


def _list_line(change: str, number: int, text: str, style: str = "bold") -> Content:
    return Content.assemble((f"{change:>6}", style), (f" {number:>2}  ", _MUTED), text)


def _format_points(points: float) -> str:
    return use_minus_sign(format_signed(points))


def _player_line(mark: str, name: str, widest: int, numbers: Sequence[str]) -> str:
    if cell_width(name) > widest:
        name = f"{set_cell_size(name, widest - 1)}…"
    cells = zip(numbers, _NUMBERS, strict=True)
    return f"{mark}{set_cell_size(name, widest)}" + "".join(
        f"{number:>{width}}" for number, width in cells
    )


def _card_line(mark: str, label: str, points: str) -> str:
    return f"{mark}{pad(cut(label, _LABEL), _LABEL)}{points:>{_POINTS}}"


def _join(lines: Sequence[Content]) -> Content:
    return Content("\n").join(lines)
