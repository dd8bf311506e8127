"""The dice of the day: a solo game, the same dice for all players, and one attempt."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.dice import CommittedDice, find_dice
from yahtzee_tui.rules import OFFICIAL
from yahtzee_tui.table.config import TableConfig
from yahtzee_tui.translation import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from yahtzee_tui.rules import Game, History, Record, Setup
    from yahtzee_tui.strategy import ValueTable as BestPlay

_DAY_0 = "2025-12-31"
"""The day before daily game #1."""

_SEED = "daily "
_DAY = r"([0-9]{4}-[0-9]{2}-[0-9]{2})"
_DAILY = re.compile(rf"seed:{_SEED}{_DAY}|{_SEED}{_DAY}:sha256:[0-9a-f]{{64}}")


class DailyAttempt(NamedTuple):
    """A player's game with a day's dice, and the id of the saved game."""

    id: str
    record: Record
    game: Game

    @property
    def day(self) -> str:
        """The day, as in `2026-11-21`."""
        return find_day(self.record.setup) or ""

    @property
    def total(self) -> int:
        """The points so far."""
        return self.game.cards[0].grand_total


def today() -> str:
    """Return the local date, as in `2026-11-21`."""
    return time.strftime("%Y-%m-%d")


def number_day(day: str) -> str:
    """Return the number of a day's game, such as `#327`; before #1 its date."""
    from datetime import date

    number = (date.fromisoformat(day) - date.fromisoformat(_DAY_0)).days
    return f"#{number}" if number > 0 else day


def daily_config(name: str, day: str, secret: str = "") -> TableConfig:
    """Return the configuration of a game with a day's dice; on a host, its secret decides them."""
    return TableConfig((name,), seed=f"{_SEED}{day}", secret=secret)


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


def find_attempts(
    games: Iterable[tuple[str, Record, History]], name: str, day: str = ""
) -> list[DailyAttempt]:
    """Return a player's attempts of a day, or of all days, in the order of the games.

    `games` has the id, the record and the history of saved games; the case of a name doesn't count.
    A game with other dice than those of its day is no attempt. On a host, the records have the
    secret of their day, which is not published before it is over.
    """
    from yahtzee_tui.table.proof import Proof, check_dice

    tries = [DailyAttempt(game_id, record, history.game) for game_id, record, history in games]
    return [
        each
        for each in tries
        if (each.day == day if day else each.day)
        and each.record.setup.players[0].casefold() == name.casefold()
        and check_dice(each.record.setup, each.record.events).proof is Proof.CONSISTENT
    ]


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
    from datetime import date, timedelta

    played = set(days)
    try:
        last = date.fromisoformat(day)
    except ValueError:
        return 0
    if day not in played:
        last -= timedelta(days=1)
    streak = 0
    while (last - timedelta(days=streak)).isoformat() in played:
        streak += 1
    return streak


def describe_best(best: int) -> str:
    """Return the score of best play as a sentence."""
    return _("Best play, without knowing the dice, scores {best}.", best=best)


def describe_next(now: time.struct_time | None = None) -> str:
    """Return when the next dice come, such as `Next daily game at 00:00, in 3 h.`."""
    now = now or time.localtime()
    minutes = 24 * 60 - now.tm_hour * 60 - now.tm_min
    if minutes >= 60:
        return _("Next daily game at 00:00, in {hours} h.", hours=minutes // 60)
    return _("Next daily game at 00:00, in {minutes} min.", minutes=minutes)
