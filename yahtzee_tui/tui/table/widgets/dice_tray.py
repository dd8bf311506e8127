"""The tray with the dice, and their animations."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual.containers import Horizontal
from textual.message import Message

from yahtzee_tui.tui.table.widgets.die import Die

if TYPE_CHECKING:
    from textual.timer import Timer

    from yahtzee_tui.rules import Faces, Positions

_FRAMES_PER_SECOND = 12


class DiceView(NamedTuple):
    """What the tray shows; `mark` is the word under held dice, `keep` is what the coach holds."""

    faces: Faces
    held: tuple[bool, ...]
    mark: str
    idle: bool
    keep: Positions = ()


class DiceTray(Horizontal):
    """The dice in a row."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"tray--{state}{part}"
        for state in ("", "held-", "idle-", "jumping-")
        for part in ("die", "label")
    }
    DEFAULT_CSS = """
    DiceTray {
        layout: horizontal;
        width: auto;
        height: auto;
        .tray--die { color: $die-pip; background: $die-face; }
        .tray--held-die { color: $die-held-pip; background: $die-held; text-style: bold; }
        .tray--idle-die { color: $die-idle-pip; background: $die-idle; }
        .tray--jumping-die { color: $on-primary; background: $primary; text-style: bold; }
        .tray--label { color: $die-label; }
        .tray--held-label { color: $die-held-label; text-style: bold; }
        .tray--idle-label { color: $card-muted; }
        .tray--jumping-label { color: $die-label; }
    }
    """

    class Settled(Message):
        """The animation of a roll has ended."""

    def __init__(self, dice: int, shaker: Random | None = None) -> None:
        """Create a tray; `shaker` chooses the faces in an animation, which no game depends on."""
        self._dice = tuple(map(Die, range(dice)))
        super().__init__(*self._dice, id="tray")
        self._shaker = shaker or Random()
        self._timer: Timer | None = None
        self._frames = 0
        self._cheering: Timer | None = None
        self._cheers = 0
        self._view: DiceView | None = None

    @property
    def tumbling(self) -> bool:
        return self._timer is not None

    def show(self, view: DiceView) -> None:
        """Show dice; during an animation, set what it ends with."""
        if view != self._view:
            self._stop_cheering()
            self._view = view
            self._place(view)

    def _place(self, view: DiceView) -> None:
        tumbling = self.tumbling
        for position, die in enumerate(self._dice):
            die.held = view.held[position]
            advised = "keep" if position in view.keep and not tumbling else ""
            die.mark = view.mark if view.held[position] else advised
            die.idle = view.idle
            if not tumbling:
                die.face = view.faces[position] if view.faces else 0

    def tumble(self, seconds: float) -> None:
        """Animate the dice that aren't held for some seconds, then show the roll."""
        self._stop_tumbling()
        self._frames = round(seconds * _FRAMES_PER_SECOND)
        if self._frames > 0:
            self._timer = self.set_interval(1 / _FRAMES_PER_SECOND, self._shake)
            self._shake()
        else:
            self.settle()

    def settle(self) -> None:
        self._stop_tumbling()
        if self._view is not None:
            self._place(self._view)
        self.post_message(self.Settled())

    def cheer(self, seconds: float) -> None:
        """Let the dice jump one after another for some seconds, or until the next change."""
        self._stop_cheering()
        self._cheers = round(seconds * _FRAMES_PER_SECOND)
        if self._cheers > 0:
            self._cheering = self.set_interval(1 / _FRAMES_PER_SECOND, self._jump)
            self._jump()

    def _stop_cheering(self) -> None:
        if self._cheering is not None:
            self._cheering.stop()
            self._cheering = None
            for die in self._dice:
                die.jumps = False

    def _jump(self) -> None:
        self._cheers -= 1
        if self._cheers < 0:
            self._stop_cheering()
            return
        for position, die in enumerate(self._dice):
            die.jumps = position == -self._cheers % len(self._dice)

    def _stop_tumbling(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _shake(self) -> None:
        self._frames -= 1
        if self._frames < 0:
            self.settle()
            return
        for die in self._dice:
            if not die.held:
                die.face = self._shaker.randint(1, 6)
