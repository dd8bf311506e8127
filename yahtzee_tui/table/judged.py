"""Judged games: alone, the same dice for all players, and one try each; of a day or an event."""

from __future__ import annotations

import re
import time
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.dice import CommittedDice, find_dice
from yahtzee_tui.rules import OFFICIAL
from yahtzee_tui.settings import apply_manners
from yahtzee_tui.table.config import TableConfig
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from yahtzee_tui.rules import Setup
    from yahtzee_tui.settings import Options
    from yahtzee_tui.strategy import ValueTable as BestPlay
    from yahtzee_tui.table.table import Table

_DAY_0 = "2025-12-31"
"""The day before daily game #1."""

_DAY = r"([0-9]{4}-[0-9]{2}-[0-9]{2})"
_DAILY = re.compile(rf"seed:daily {_DAY}|daily {_DAY}:sha256:[0-9a-f]{{64}}")
_EVENT = re.compile(r"event ([0-9a-f]{12})\.([0-9]{1,4}):sha256:[0-9a-f]{64}")


class JudgedEvent(NamedTuple):
    """An event: its games may be played from `opens` to `closes`, in seconds since 1970.

    The game of a day is an event, too: see `daily_event`.
    """

    id: str  # 12 hexadecimal digits; that of a day is the day, as in `2026-11-21`
    name: str
    rules: str  # the key of the rule set
    secrets: tuple[str, ...]  # of each game, published once it has closed; empty for public dice
    opens: float
    closes: float
    series: str = ""  # the id of the first one of a weekly series, else its own
    number: int = 1  # in the series, from 1
    is_weekly: bool = False  # whether another one follows a week later
    bots: bool = False  # whether accounts of bots may play, too

    @property
    def games(self) -> int:
        return len(self.secrets)

    @property
    def is_daily(self) -> bool:
        return "-" in self.id

    @property
    def hashes(self) -> tuple[str, ...]:
        """The hash of each secret, which is known before the start."""
        return tuple(CommittedDice(secret).hash for secret in self.secrets if secret)

    def is_open(self, now: float) -> bool:
        if self.is_daily:
            return self.id == today()
        return self.opens <= now < self.closes

    def is_over(self, now: float) -> bool:
        return self.id < today() if self.is_daily else now >= self.closes

    def configure(self, number: int, name: str) -> TableConfig:
        """Return the configuration of a player's game, `number` from 1."""
        label = f"daily {self.id}" if self.is_daily else f"event {self.id}.{number}"
        return TableConfig((name,), self.rules, seed=label, secret=self.secrets[number - 1])


def daily_event(day: str, secret: str = "") -> JudgedEvent:
    """Return the event of a day; on a host its secret decides the dice, else they are public."""
    first = date.fromisoformat(day)
    opens, closes = (time.mktime(each.timetuple()) for each in (first, first + timedelta(1)))
    day = first.isoformat()
    name = _("Daily game {number}", number=number_day(day))
    return JudgedEvent(day, name, OFFICIAL.id, (secret,), opens, closes, day)


def today() -> str:
    """Return the local date, as in `2026-11-21`."""
    return time.strftime("%Y-%m-%d")


def day_before(day: str) -> str:
    """Return the day before a day, both as in `2026-11-21`."""
    return (date.fromisoformat(day) - timedelta(1)).isoformat()


def list_days(first: str, last: str) -> list[str]:
    """Return the days from one to another, as in `2026-11-21`."""
    begin, end = date.fromisoformat(first), date.fromisoformat(last)
    return [(begin + timedelta(at)).isoformat() for at in range((end - begin).days + 1)]


def list_weeks() -> list[str]:
    """Return the days of this week, from its Monday to its Sunday, and of the four before it."""
    now = date.fromisoformat(today())
    sunday = now + timedelta(7 - now.isoweekday())
    return list_days(str(sunday - timedelta(34)), str(sunday))


def number_day(day: str) -> str:
    """Return the number of a day's game, such as `#327`; before #1 its date."""
    number = (date.fromisoformat(day) - date.fromisoformat(_DAY_0)).days
    return f"#{number}" if number > 0 else day


def find_day(setup: Setup) -> str | None:
    """Return the day whose dice a game is played with, None if it is another game."""
    found = _DAILY.fullmatch(setup.dice)
    if found is None or len(setup.players) != 1 or setup.rules != OFFICIAL.id:
        return None
    day = found[1] or found[2]
    try:
        number_day(day)
    except ValueError:  # a record may name a day that no calendar has
        return None
    return day


def find_event(setup: Setup) -> tuple[str, int] | None:
    """Return the id of the event of a game and its number there, None if it is another game."""
    found = _EVENT.fullmatch(setup.dice)
    return (found[1], int(found[2])) if found is not None else None


def find_judged(setup: Setup) -> str | None:
    """Return the day or the id of the event of a game with one try, None if it is another game."""
    event = find_event(setup)
    return find_day(setup) if event is None else event[0]


def find_options(options: Options, table: Table) -> Options:
    """Return a player's options at a table: in an event, which judges decisions, without coach.

    Dice on the players' own table don't roll by themselves.
    """
    options = apply_manners(options, table.game.ruleset)
    options = options._replace(auto_roll=False) if table.game.is_real else options
    return options if find_event(table.setup) is None else options._replace(coach="off")


def publish_secret(setup: Setup, secret: str) -> Setup:
    """Return a setup with the secret of its day if that is over."""
    day = find_day(setup)
    is_published = secret and day is not None and day < today()
    return setup._replace(secret=secret) if is_published else setup


def describe_days(secrets: Iterable[tuple[str, str]], now: str) -> str:
    """Return for each day the hash of its secret, and the secret itself once the day is over."""
    return "".join(
        f"{day} {f'secret {secret}' if day < now else CommittedDice(secret).source}\n"
        for day, secret in secrets
    )


def score_best_play(table: BestPlay, setup: Setup) -> int:
    """Return the score of best play with the dice of a solo game."""
    from yahtzee_tui.strategy.bots import make_bot, play_solo

    game, dice = setup.start(), find_dice(setup.dice, setup.secret, setup.words)
    player = make_bot("expert", game.ruleset, table)
    return play_solo(player, game, dice).cards[0].grand_total


def count_streak(days: Iterable[str], day: str) -> int:
    """Return how many consecutive days were played up to a day.

    If that day itself is missing, the days up to the one before count: it may still be played.
    A text that is no date has no streak.
    """
    played, streak = set(days), 0
    try:
        last = date.fromisoformat(day)
    except ValueError:
        return 0
    if day not in played:
        last -= timedelta(days=1)
    while (last - timedelta(days=streak)).isoformat() in played:
        streak += 1
    return streak


def describe_best(best: int) -> str:
    """Return the score of best play as a sentence."""
    return _("Best play, without knowing the dice, scores {best}.", best=best)


def describe_next(now: time.struct_time | None = None) -> str:
    """Return when the next dice come, such as `in 3 h 12 min`."""
    now = now or time.localtime()
    hours, minutes = divmod(24 * 60 - now.tm_hour * 60 - now.tm_min, 60)
    return _("in {hours} h {minutes} min", hours=hours, minutes=minutes)
