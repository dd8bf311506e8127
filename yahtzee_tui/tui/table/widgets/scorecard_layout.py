"""The rows and columns of a score card as plain data, independent of the screen."""

from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from yahtzee_tui.rules import Box, Card, Potential, Ruleset
from yahtzee_tui.text import format_number
from yahtzee_tui.translation import N_, _, cache, pgettext


class Tail(Enum):
    """How the sums below the boxes are drawn, the most room first."""

    FULL = "a line, and a row for each sum"
    TIGHT = "a row each"
    FRAME = "the total is in the frame"


STEPS = (3, 2, 1)
"""The heights of a row, in lines: with more than one there are ruled lines between the rows."""


_MOST_ROWS = 10
"""The most rows of a lower section in one frame."""


class CardRows(NamedTuple):
    """How many rows of boxes the frames have, and whether there is an upper bonus."""

    upper: int
    lower: int
    has_bonus: bool


def count_rows(ruleset: Ruleset, has_repeats: bool) -> CardRows:
    """Return the rows of a card; `has_repeats` adds one for Yahtzee bonuses."""
    lower = len(ruleset.lower) + has_repeats
    rows = lower if lower <= _MOST_ROWS else -(-lower // 2)
    return CardRows(len(ruleset.upper), rows, ruleset.upper_bonus is not None)


def card_height(rows: CardRows, step: int, tail: Tail) -> int:
    """Return the lines of a card with its frame."""
    below = {Tail.FULL: 2, Tail.TIGHT: 1, Tail.FRAME: 0}[tail]
    sums = 2 if tail is Tail.FULL and rows.has_bonus else 1
    lower = 2 + body_height(rows.lower, step) + below
    return max(lower, 2 + body_height(rows.upper, step) + 1 + sums)


def body_height(rows: int, step: int) -> int:
    """Return the lines of some rows with the ruled lines between them."""
    return rows * step - (step > 1)


@lru_cache(64)
def fit_card(rows: CardRows, height: int) -> tuple[int, Tail]:
    """Return the height of a row and the sums of the largest card with at most so many lines."""
    sizes = [(step, Tail.FULL) for step in STEPS] + [(1, Tail.TIGHT), (1, Tail.FRAME)]
    return next((size for size in sizes if card_height(rows, *size) <= height), sizes[-1])


class Row(NamedTuple):
    """A row of boxes: a box, or without one the Yahtzee bonuses below theirs."""

    label: str
    short: str
    box: Box | None = None


class Half(NamedTuple):
    """A frame of a card: its title and its rows; half a card, unless it has many boxes."""

    title: str
    rows: tuple[Row, ...]


BOX_KEYS = "ABCDEFIJLMNOPQRSTVWXYZ89"
"""The letters of the boxes in the order of the card: keys that do nothing else at a table."""


def card_halves(ruleset: Ruleset, has_repeats: bool, has_keys: bool = False) -> tuple[Half, ...]:
    """Return both halves, the lower one in two parts if it has many boxes.

    `has_repeats` adds a row for Yahtzee bonuses, `has_keys` the letters of the boxes.
    """
    upper, lower = (
        [_box_row(ruleset, box, has_keys) for box in boxes]
        for boxes in (ruleset.upper, ruleset.lower)
    )
    if ruleset.repeat_bonus is not None and has_repeats:
        name = ruleset.box(ruleset.repeat_bonus.box).name
        label, short = (
            _("{box} bonus", box=name),
            name_sum(Sum.BONUS, ruleset.repeat_bonus.points)[0],
        )
        row = Row(label, min(short, label, key=cell_len))
        below = (at for at, each in enumerate(lower, 1) if each.box and each.box.name == name)
        lower.insert(next(below, len(lower)), row)
    step = count_rows(ruleset, ruleset.repeat_bonus is not None and has_repeats).lower
    parts = [tuple(lower[at : at + step]) for at in range(0, len(lower), step)] if lower else [()]
    # Translators: headings of the sections of a card; at most 8 cells
    first = _("UPPER")
    # Translators: a heading; at most 8 cells
    second = _("LOWER")
    return Half(first, tuple(upper)), *(Half(second, part) for part in parts)


class Sum(Enum):
    """A line of a card that adds up others: its label, and a short one."""

    UPPER = N_("Upper score"), N_("Upper")
    BONUS = N_("Bonus +{points}"), N_("Bonus")
    SAVED = N_("Saved rolls"), N_("Saved")
    # Translators: the total of a card; at most 8 cells
    TOTAL = N_("TOTAL"), N_("TOTAL")


@cache
def name_sum(which: Sum, points: int = 0) -> tuple[str, str]:
    """Return the label of a sum, and a short one."""
    label, short = which.value
    return _(label, points=points), _(short)


def describe_bonus(card: Card, with_pace: bool) -> tuple[str, str]:
    """Return in words how far a card is from the upper bonus, and in fewer words."""
    bonus, par = card.ruleset.upper_bonus, card.upper_par
    if bonus is None or par is None:
        return "", ""
    if card.upper_bonus:
        reached = card.upper_bonus
        return _("Bonus reached: +{points}", points=reached), _(
            "Reached: +{points}", points=reached
        )
    if not card.upper_bonus_in_reach:
        return _("Bonus out of reach"), _("Out of reach")
    to_go = bonus.next_tier(card.upper_total)[0] - card.upper_total
    if not with_pace or set(card.open).issuperset(card.ruleset.upper):
        said = _("{points} to go", points=to_go)
    elif par:
        sentence = (
            N_("{points} to go, {pace} ahead") if par > 0 else N_("{points} to go, {pace} behind")
        )
        said = _(sentence, points=to_go, pace=abs(par))
    else:
        said = _("{points} to go, on pace", points=to_go)
    return said, said


def bonus_note(card: Card) -> str:
    """Return the upper bonus, 0 once it is out of reach, or how far the card is from par for it."""
    par = card.upper_par
    if par is None:
        return ""
    if card.upper_bonus:
        return str(card.upper_bonus)
    if not card.upper_bonus_in_reach:
        return "0"
    if set(card.open).issuperset(card.ruleset.upper):
        return ""
    return f"{par:+d}".replace("-", "−") if par else "±0"


LEAST_LOSS = 0.05
"""Less is no loss in tenths of a point."""

_LEAST_PERCENT = 0.5
"""Less is no loss in whole percents."""


def loss_text(loss: float, room: int, width: int, in_percent: bool) -> str:
    """Return a loss against the best choice, right-aligned in `room` of a column's `width`.

    It is "best" for the best choice, a star where the word doesn't fit; in whole points from ten
    on and where tenths don't fit, which a narrow column has nowhere, and empty where nothing fits.
    A space follows where there is room, as brackets follow that separate as well.
    """
    if loss < (_LEAST_PERCENT if in_percent else LEAST_LOSS):
        texts = [_name_best(), "★"]
    elif in_percent:
        texts = [f"−{_('{number}%', number=f'{loss:.0f}')}"]
    else:
        decimals = (1, 0) if width >= _TENTHS and loss < _WHOLE else (0,)
        texts = [f"−{format_number(loss, each)}" for each in decimals]
    # Two digits in brackets follow, mostly; with a blank in place of one, losses stay in line.
    place = min(room, width - len("‹12›"))
    fitting = [f"{text} " for text in texts if cell_len(text) < room and text != "−0"]
    fitting += [text for text in texts if cell_len(text) == room]
    return fitting[0].rjust(place) if fitting else ""


@cache
def name_loss() -> str:
    """Return the heading of the losses."""
    # Translators: points that a choice loses; at most 7 cells
    return _("loss")


@cache
def _name_best() -> str:
    # Translators: beside the box that is worth most; at most 5 cells
    return pgettext("a box", "best")


def format_potential(potential: Potential, is_marked: bool) -> str:
    """Return a potential score in brackets; a dot for none, except in the marked box."""
    if potential.refusal is not None:
        return "—"
    if is_marked:
        return f"«{potential.points}»"
    return f"‹{potential.points}›" if potential.worth else "·"


def find_across(halves: tuple[Half, ...], box: str) -> list[str]:
    """Return the ids of the boxes in the next half, the one level with `box` first."""
    for half, other in zip(halves, halves[1:] + halves[:1], strict=True):
        boxes = [row.box.id if row.box is not None else None for row in half.rows]
        if box in boxes:
            line = boxes.index(box)
            rows = sorted(enumerate(other.rows), key=lambda pair: abs(pair[0] - line))
            return [row.box.id for _, row in rows if row.box is not None]
    return []


def _box_row(ruleset: Ruleset, box: Box, has_keys: bool) -> Row:
    code = f"{box.code} " if ruleset.shows_codes else ""
    if has_keys:
        code = f"{BOX_KEYS[ruleset.places[box.id]]} "
    return Row(code + box.name, code + box.short, box)


class CardView(NamedTuple):
    """What the card shows.

    Attributes:
        live: The seat whose open boxes show potential scores.
        turn: The seat to play next, None when the game is over.
        potentials: The potential scores by box id.
        posted: The seat that has just scored, and the box.
        found: The boxes that match the finder, None while it is closed.
        losses: The points that each box loses against the best choice, None without a coach; with
            `in_percent` the percentage points of the chance of a target.
        scores_next: Whether scoring in the marked box is what the player does next.
        box_keys: Whether each box has its letter.
        saved: The rolls that each player has saved, empty where rolls aren't saved.
    """

    cards: tuple[Card, ...]
    players: tuple[str, ...]
    live: int
    turn: int | None
    potentials: dict[str, Potential]
    cursor: str | None = None
    posted: tuple[int, str] | None = None
    found: tuple[str, ...] | None = None
    losses: dict[str, float] | None = None
    in_percent: bool = False
    scores_next: bool = False
    box_keys: bool = False
    saved: tuple[int, ...] = ()

    @property
    def has_repeats(self) -> bool:
        """Whether a player has a Yahtzee bonus."""
        return any(map(attrgetter("repeats"), self.cards))


# The columns of a player's points.
_NARROWEST, _WIDEST = 4, 7
# The width of a note in whole points before a potential of two digits, with a space between, and
# without where a player would have no column otherwise.
_NOTED, _TIGHTLY_NOTED = 8, 7
# The width of a note in tenths before two digits.
_TENTHS = 10
# A loss of which tenths say no more: it has two digits.
_WHOLE = 9.95
_TITLE = len("─ UPPER ─")
_ARROW = len(" ←1")
# The mark before the name of a box or a player, and a space behind it.
_AROUND = 2


class Columns(NamedTuple):
    """The widths of half a card's columns, together its width.

    `spare` is how far the first name may extend left.
    """

    label: int
    is_short: bool
    widths: tuple[int, ...]
    spare: int
    seats: tuple[int, ...]
    more_left: int
    more_right: int


@lru_cache(maxsize=16)
def cut_columns(
    width: int,
    names: tuple[int, ...],
    live: int,
    offset: int,
    labels: tuple[int, int],
    noted: bool = False,
    title: int = _TITLE,
) -> Columns:
    """Divide half a card of some width into columns, of which `title` are for its heading.

    `names` are the widths of the players' names, `live` the seat always shown unless the player
    scrolls by `offset` seats, `labels` the widest box name and the widest short one; `noted`
    potential scores have notes. Short box names are used if they allow wide enough columns, or if
    every player's name then fits. Players that don't fit all the same are left out at the ends.
    """
    wide_enough = _NARROWEST + 1
    live_width = _NOTED if noted else wide_enough
    full, short = (
        _cut(width, label + _AROUND, names, live, offset, noted, title) for label in labels
    )
    short = short._replace(is_short=True)
    if width - labels[0] - _AROUND < live_width + (len(names) - 1) * wide_enough:
        return short
    return short if _cuts_names(full, names) and not _cuts_names(short, names) else full


@lru_cache(maxsize=16)
def fit_labels(half: Half, columns: Columns) -> tuple[tuple[str, str], ...]:
    """Return the name of each row behind a sign, and the dots from there to the points.

    Names that don't fit are cut.
    """
    labels = []
    for row in half.rows:
        name = row.short if columns.is_short else row.label
        if 1 + cell_len(name) > columns.label:
            name = cut_off(name, columns.label - 1)
        room = columns.label - 1 - cell_len(name)
        leader = " " * (2 - cell_len(name) % 2) + "· " * room
        labels.append((name, leader[: max(0, room - 1)].ljust(room)))
    return tuple(labels)


def _cut(
    width: int,
    label: int,
    names: tuple[int, ...],
    live: int,
    offset: int,
    noted: bool,
    title: int,
) -> Columns:
    """Divide half a card in which the names of boxes need `label` columns.

    Players' columns are alike, but for the live one, which notes need wider. Where these would cut
    names of players off, the room is shared among them by the widths of the names.
    """
    players = len(names)
    room = width - label
    least = _NARROWEST  # of the live column
    if noted:
        least = max(_TIGHTLY_NOTED, min(_NOTED, room - _NARROWEST * (players - 1)))
    column = max(_NARROWEST, min(_WIDEST, room // players))
    if column < least and players > 1:
        column = max(_NARROWEST, min(column, (room - least) // (players - 1)))
    live_width = max(column, least)
    shown = 1 + max(0, min(players - 1, (room - live_width) // column))
    if noted:
        live_width = max(live_width, min(_TENTHS, room - column * (shown - 1)))
    last = players - shown
    start = min(last, max(0, live - shown // 2))
    start = min(last, max(0, start + offset))
    seats = tuple(range(start, start + shown))
    arrows = bool(start) + bool(last - start)
    widths = tuple(live_width if seat == live else column for seat in seats)
    used = arrows * _ARROW + title
    spare = max(0, width - sum(widths) - used)
    columns = Columns(width - sum(widths), False, widths, spare, seats, start, last - start)
    if not _cuts_names(columns, names):
        return columns
    columns = columns._replace(spare=max(0, label - used))
    least_widths = [least if seat == live else _NARROWEST for seat in seats]
    shared = _share(room, least_widths, _wanted(columns, names), column)
    spare = room - sum(shared)
    widths = tuple(
        max(own, min(live_width, own + spare)) if seat == live else own
        for seat, own in zip(seats, shared, strict=True)
    )
    return columns._replace(label=width - sum(widths), widths=widths)


def _wanted(columns: Columns, names: tuple[int, ...]) -> list[int]:
    wanted = [names[seat] + _AROUND for seat in columns.seats]
    wanted[0] -= columns.spare
    return wanted


def _cuts_names(columns: Columns, names: tuple[int, ...]) -> bool:
    wanted = _wanted(columns, names)
    return any(want > width for want, width in zip(wanted, columns.widths, strict=True))


def _share(room: int, least: list[int], wanted: list[int], usual: int) -> tuple[int, ...]:
    """Distribute room among columns: names first, the narrowest first, then the usual width."""
    widths = list(least)
    for goals in (wanted, [usual] * len(widths)):
        while sum(widths) < room:
            growing = [(width, at) for at, width in enumerate(widths) if width < goals[at]]
            if not growing:
                break
            widths[min(growing)[1]] += 1
    return tuple(widths)


def fit_name(name: str, width: int, is_turn: bool, players: tuple[str, ...] = ()) -> str:
    """Return as much of a name as fits, with a mark before it if it is that player's turn.

    A name of several words that is too wide becomes its first word, unless another player's name
    begins with that too, or a dot and its initials.
    """
    room = width - 1 if is_turn and width >= _NARROWEST else width
    if cell_len(name) > room:
        name = next((form for form in _short_forms(name, players) if cell_len(form) <= room), name)
    if cell_len(name) > room:
        name = cut_off(name, room)
    return f"▸{name}" if room < width else name


def cut_off(text: str, width: int) -> str:
    """Return the beginning of a text that is too wide, marked as cut where that takes little."""
    tail = "…" if width > 3 else ""
    return set_cell_size(text, width - len(tail)).rstrip() + tail


def _short_forms(name: str, players: tuple[str, ...]) -> Iterator[str]:
    words = name.split()
    if len(words) > 1:
        if sum(each.split()[:1] == words[:1] for each in players) < 2:
            yield words[0]
        yield "●" + "".join(word[0] for word in words)
