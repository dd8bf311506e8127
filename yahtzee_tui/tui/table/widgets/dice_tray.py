"""The tray with the dice, and their animations."""

from functools import lru_cache
from random import Random
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.timer import Timer

from yahtzee_tui import translation
from yahtzee_tui.rules import Faces, Positions
from yahtzee_tui.translation import pgettext
from yahtzee_tui.tui.table.widgets.big_letters import (
    LETTER_HEIGHT,
    can_enlarge,
    letters_width,
    paint_letters,
)
from yahtzee_tui.tui.table.widgets.die import (
    NARROW,
    SIZES,
    SMALLEST,
    DieSize,
    find_color,
    name_color,
    outline_die,
    paint_die,
)
from yahtzee_tui.tui.themes import Palette, find_palette
from yahtzee_tui.tui.widgets.painted import Painted, TextRun, first_fitting, fit

FRAMES = {
    "off": (),
    "short": (0.08, 0.1),
    "full": (0.07, 0.08, 0.09, 0.11, 0.13, 0.17),
}
"""The seconds between the pictures of a roll: it slows down."""

NEXT_FACES = {
    1: (3,), 2: (3,), 3: (2, 5, 1), 4: (5, 6), 5: (3, 4), 6: (4,), 7: (6,), 8: (6,), 9: (8,),
}  # fmt: skip
"""The faces one or two pips away: a die that shows them reads as turning, and few cells change."""

_MANY = 3
"""With more dice than this, half of them turn at a time."""


class DiceView(NamedTuple):
    """What the tray shows.

    Attributes:
        faces: The faces, () before the first roll of a turn.
        picked: Which dice are held, or are marked for the next roll; they have plates.
        is_down: Which dice are a row lower, since the next roll keeps them.
        mark: The word on the plates of the picked dice.
        keep: The dice that the coach would keep.
        may_pick: Whether keys and clicks pick dice now, never before the first roll.
        selected: The die that Enter picks, None if it picks none.
        shows_faces: Whether the numbers of the keys are those of the faces, not of the places.
        is_sorted: Whether the dice are drawn by their faces, each with the number of its place.
        caption: Whose dice they are, in place of the words, if another player has the turn.
        totals: What is in the place of real dice that aren't typed yet, in large digits with
            words below: of all players, and of the one to play where those don't fit.
    """

    faces: Faces
    picked: tuple[bool, ...]
    is_down: tuple[bool, ...]
    mark: str
    keep: Positions = ()
    may_pick: bool = True
    selected: int | None = None
    shows_faces: bool = False
    is_sorted: bool = False
    caption: str = ""
    totals: tuple[tuple[str, str], ...] = ()


@lru_cache(16)
def _measure(tray: Size, dice: int) -> tuple[DieSize, int]:
    """Return the size of the largest dice that fit, and the columns from one to the next."""
    die = max((size for size in SIZES if size.height + 2 <= tray.height), default=SMALLEST)
    pitch = tray.width // dice
    if die.width >= pitch:
        die = NARROW
    return die, max(die.width, pitch)


@translation.cache
def _name_kept() -> str:
    # Translators: below a die that the coach would keep; at most 5 cells
    return pgettext("below a die", "keep")


class Moment(NamedTuple):
    """A picture of the celebration of equal dice: the seconds that it stays, and what it shows."""

    seconds: float
    lift: int | None = None  # the die at the top of the wave
    is_band: bool = False


class Cheer(NamedTuple):
    """What is celebrated: a word in large letters and a line of words, for the band over the dice.

    `short` and `points` are beside the dice before the band.
    """

    headline: str
    words: str
    short: str = ""
    points: str = ""


_BAND = Moment(0.9, is_band=True)
_WAVE = tuple(Moment(0.12, lift=at) for at in range(5))
CELEBRATIONS = {
    "off": (),
    "short": (_BAND,),
    "full": (Moment(0.35), *_WAVE, _BAND._replace(seconds=1.05)),
}


class DiceTray(Painted):
    """The dice in a row: held ones a row lower, on a plate with a word."""

    DEFAULT_CSS = """
    DiceTray { pointer: pointer; }
    """

    class Settled(Message):
        """The animation of a roll has ended."""

    class Picked(Message):
        """A die was clicked."""

        def __init__(self, position: int) -> None:
            super().__init__()
            self.position = position

    def __init__(self, dice: int, colors: tuple[str, ...]) -> None:
        """Create a tray; `colors` are those of the pips of each face, () for dice without.

        Dice with colors are of ivory.
        """
        super().__init__(id="tray")
        self._colors = colors
        self.shaker = Random()  # of the faces in an animation, which no game depends on
        self._view = DiceView((), (False,) * dice, (False,) * dice, "", may_pick=False)
        self.faces: list[int] = [0] * dice
        """The faces on the screen, 0 for a die that isn't rolled yet."""
        self.order = list(range(dice))
        """The positions of the dice as they are drawn."""
        self._frames: tuple[float, ...] = ()
        self._frame = 0
        self._timer: Timer | None = None
        self._moments: tuple[Moment, ...] = ()
        self._cheer_timer: Timer | None = None
        self._cheer = Cheer("", "")
        self._eats_key = False
        self._home: Region | None = None  # where the tray is without a celebration
        self._hover: int | None = None
        self._pressed: int | None = None  # where the button of the mouse went down
        self.tumbling = False
        """Whether a roll is being animated."""

    def find_palette(self) -> Palette:
        if self._colors:
            return find_palette(self.app.current_theme, "ivory")
        return super().find_palette()

    @property
    def moment(self) -> Moment | None:
        """The picture of the celebration that is on the screen."""
        return self._moments[0] if self._moments else None

    @property
    def view(self) -> DiceView:
        return self._view

    def show(self, view: DiceView) -> None:
        """Show dice; during an animation, set what it ends with."""
        if view == self._view:
            return
        old, self._view = self._view, view
        if self._moments:
            self.stop_cheering()
        if self.tumbling:
            return
        if (view.caption, view.totals) != (old.caption, old.totals):
            self.refresh()
        faces = list(view.faces) or [0] * len(self.faces)
        words = view.may_pick, view.mark, view.shows_faces
        has_new_words = words != (old.may_pick, old.mark, old.shows_faces)
        marked = {*view.keep} ^ {*old.keep} | {view.selected} ^ {old.selected}
        shown = zip(faces, view.is_down, view.picked, strict=True)
        before = zip(self.faces, old.is_down, old.picked, strict=True)
        for at, (die, die_before) in enumerate(zip(shown, before, strict=True)):
            if has_new_words or die != die_before or at in marked:
                self.refresh(self._slot(at))
        self.faces = faces
        self._arrange()

    def _arrange(self) -> None:
        """Put the dice in the order in which they are drawn; it stays as it is during a roll."""
        order = list(range(len(self.faces)))
        if self._view.is_sorted:
            order.sort(key=self.faces.__getitem__)
        if order != self.order:
            self.order = order
            self.refresh()

    def tumble(self, frames: tuple[float, ...]) -> None:
        """Animate the dice that aren't held, with so many seconds between the pictures."""
        self._stop_tumbling()
        self._frames, self._frame = frames, 0
        if not frames:
            self.settle()
            return
        if not all(self.faces):
            self.faces = [self.shaker.randint(1, 6) for _ in self.faces]
        self.refresh()  # between the dice, too, where a caption was
        self._turn()

    def settle(self) -> None:
        self._stop_tumbling()
        self.faces = list(self._view.faces) or [0] * len(self.faces)
        self._arrange()
        self.refresh()
        self.post_message(self.Settled())

    def cheer(self, moments: tuple[Moment, ...], cheer: Cheer, eats_key: bool = True) -> None:
        """Celebrate until it is over or something else changes; the layout widens the tray.

        `eats_key` says that a key that ends it should do nothing else.
        """
        self.stop_cheering()
        if moments:
            self._moments, self._cheer, self._eats_key = moments, cheer, eats_key
            self._home = self.region
            self.refresh(layout=True)
            self._show_moment()

    def stop_cheering(self) -> bool:
        """End the celebration; return whether there was one that takes the key for itself."""
        was_on = bool(self._moments)
        if self._cheer_timer is not None:
            self._cheer_timer.stop()
            self._cheer_timer = None
        if was_on:
            self._end_cheering()
        return was_on and self._eats_key

    def _end_cheering(self) -> None:
        self._moments, self._home = (), None
        self.refresh(layout=True)

    def region_of(self, position: int) -> Region:
        """Return where a die and its word are in the tray."""
        size, pitch = self._geometry()
        return Region(self.order.index(position) * pitch, 0, size.width, size.height + 2)

    def _show_moment(self) -> None:
        self.refresh()
        self._cheer_timer = self.set_timer(self._moments[0].seconds, self._next_moment)

    def _next_moment(self) -> None:
        self._moments = self._moments[1:]
        if self._moments:
            self._show_moment()
        else:
            self._cheer_timer = None
            self._end_cheering()

    def _stop_tumbling(self) -> None:
        self.tumbling = False
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _turn(self) -> None:
        """Show the next picture of a roll: loose dice turn, and stop from left to right."""
        if self._frame >= len(self._frames):
            self.settle()
            return
        view, frame = self._view, self._frame
        loose = [at for at in range(len(self.faces)) if not view.is_down[at]]
        for order, at in enumerate(loose):
            stop = len(self._frames) + 1 - len(loose) + order
            if frame >= max(1, stop) and view.faces:
                face = view.faces[at]
            elif len(loose) > _MANY and (frame + order) % 2:
                continue
            else:
                face = self.shaker.choice(NEXT_FACES[self.faces[at]])
            if face != self.faces[at]:
                self.faces[at] = face
                self.refresh(self._slot(at))
        self.tumbling = True
        timer: Timer = self.set_timer(self._frames[frame], lambda: self._turn_by(timer))
        self._timer = timer
        self._frame += 1

    def _turn_by(self, timer: Timer) -> None:
        """Show the next picture, unless the timer was stopped when its time was up already."""
        if timer is self._timer:
            self._turn()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._pressed = self._position(event.x)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        position = self._position(event.x)
        if self._moments:
            position = self._pressed = 0
        if position is not None and position == self._pressed:
            self.post_message(self.Picked(position))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._set_hover(self._position(event.x))

    def on_leave(self) -> None:
        self._set_hover(None)

    def _set_hover(self, position: int | None) -> None:
        old, self._hover = self._hover, position
        for at in {old, position} - {None}:
            if at is not None and old != position:
                self.refresh(self._slot(at))

    def _position(self, x: int) -> int | None:
        size, pitch = self._geometry()
        slot, offset = divmod(x, pitch)
        inside = offset < size.width and 0 <= slot < len(self.faces)
        return self.order[slot] if inside else None

    def _geometry(self) -> tuple[DieSize, int]:
        """Return the size of the dice, and the columns from one to the next."""
        size = self.size if self._home is None else self._home.size
        return _measure(size, len(self.faces))

    def _slot(self, at: int) -> Region:
        """Return the cells that change with a die, with its shadow."""
        size, pitch = self._geometry()
        return Region(self.order.index(at) * pitch, 0, size.width + 1, self.size.height)

    def paint(self, y: int, ground: str = "felt", lowered: tuple[bool, ...] = ()) -> list[TextRun]:
        """Paint a line of the dice, of the words below them, or of the celebration.

        That gives the ground, and which dice are a row lower.
        """
        if self._moments and not lowered:
            return self._paint_moment(y, self._moments[0])
        style = self._dice_style
        tray = self.size if self._home is None else self._home.size
        size, pitch = _measure(tray, len(self.faces))
        gap = TextRun(" " * (pitch - size.width - 1), back=ground)
        runs: list[TextRun] = []
        width = pitch * len(self.faces)
        if self._view.totals and style != "ascii" and size.height >= LETTER_HEIGHT:
            fitting = (each for each in self._view.totals if letters_width(each[0]) <= width)
            digits, words = next(fitting, ("", self._view.totals[0][0]))
            rows = (*paint_letters(digits), "", words)
            row = rows[y] if y < len(rows) else ""
            return [TextRun(fit(row.center(width), width), "text", ground, bold=True)]
        if y > size.height and self._view.caption and not self.tumbling:
            return [TextRun(fit(self._view.caption.center(width), width), "muted", ground)]
        if y > size.height:
            for at in self.order:
                runs += self._word(at, size.width + 1, ground)
                runs.append(gap)
            return runs
        is_down = lowered or self._view.is_down
        for at in self.order:
            face, down = self.faces[at], is_down[at]
            color = find_color(face, self._colors) if self._colors else ""
            if style == "drawn":
                runs += paint_die(size, face, down, ground, color)[y]
            else:
                runs += outline_die(size, face, down, style, color)[y]
            runs.append(gap)
        return runs

    def _paint_moment(self, y: int, moment: Moment) -> list[TextRun]:
        if moment.is_band:
            return [self._band(y)]
        ground = "glow" if self._dice_style == "drawn" else "felt"
        # All are down but the one at the top of the wave.
        is_down = tuple(moment.lift not in (None, at) for at in range(len(self.faces)))
        dice = self.paint(y, ground, is_down)
        left = 0 if self._home is None else self._home.x - self.region.x
        room = self.size.width - left - sum(len(run.text) for run in dice)
        top = (self.size.height - LETTER_HEIGHT) // 2
        points = self._cheer.points
        text = ""
        if moment.lift is None:
            text = self._cheer.short if y == self.size.height // 2 else ""
        elif 0 <= y - top < LETTER_HEIGHT and letters_width(points) <= room:
            text = paint_letters(points)[y - top]
        ink = "text" if moment.lift is None else "gold"
        return [
            TextRun(" " * left, back=ground),
            *dice,
            TextRun(fit(text.center(room), room), ink, ground, bold=True),
        ]

    def _word(self, at: int, width: int, ground: str) -> tuple[TextRun, ...]:
        """Return the plate of a picked die, or the key of another one."""
        view = self._view
        number = view.faces[at] if view.shows_faces and view.faces else at + 1
        is_hovered = (at == self._hover and view.may_pick) or at == view.selected
        if view.picked[at]:
            forms = f"{number} {view.mark}", f"{number}{view.mark}", str(number)
            word = first_fitting(forms, width - 1)
            if self._colors:
                word = self._add_color((word, str(number)), at, width - 1)
            return self._plate(word, width - 1, is_hovered), TextRun(" ", back=ground)
        if self.tumbling or self._moments:
            return (TextRun(" " * width, back=ground),)
        word = f"▸{number}◂" if is_hovered else f"[{number}]" if view.may_pick else str(number)
        is_bold = is_hovered
        if at in view.keep:
            keep = _name_kept()
            forms = f"{word} {keep}", f"{number} {keep}", f"{word}★"
            word, is_bold = first_fitting(forms, width - 1), True
        if self._colors:
            word = self._add_color((word,), at, width - 1)
        ink = "text" if is_bold else "muted"
        return (TextRun(f"{word.center(width - 1)} ", ink, ground, is_bold),)

    def _add_color(self, words: tuple[str, ...], at: int, width: int) -> str:
        """Return the first word with which the pips' color fits below a large drawn die.

        Any color has to fit, so that all dice have the same words; else none is added.
        """
        color = find_color(self.faces[at], self._colors)
        longest = max(cell_len(name_color(each)) for each in self._colors)
        if color and self._dice_style == "drawn" and width > SMALLEST.width:
            for word in words:
                if cell_len(word) + 1 + longest <= width:
                    return f"{word} {name_color(color)}"
        return words[0]

    def _plate(self, word: str, width: int, is_hovered: bool) -> TextRun:
        style = self._dice_style
        if style == "drawn":
            fore, back = ("rail", "on-rail") if is_hovered else ("on-rail", "rail")
            return TextRun(word.center(width), fore, back, bold=True)
        line = "=" if style == "ascii" else "━"
        word = f" {word} " if cell_len(word) + 4 <= width else word
        return TextRun(word.center(width, line), bold=True)

    def _band(self, y: int) -> TextRun:
        """Return a line of the band over the dice: large letters, and a line of words."""
        headline, words, *_ = self._cheer
        width, height = self.size
        top = (height - LETTER_HEIGHT - 1) // 2
        is_ascii = self._dice_style == "ascii"
        is_large = letters_width(headline) <= width and can_enlarge(headline) and not is_ascii
        if is_large and top <= y < top + LETTER_HEIGHT:
            text = paint_letters(headline)[y - top]
        elif y == (top + LETTER_HEIGHT if is_large else height // 2):
            text = words
        elif not is_large and y == height // 2 - 1:
            text = " ".join(headline)
        else:
            text = ""
        return TextRun(fit(text.center(width), width), "ink", "gold", bold=True)
