"""Statistics of a player: chooses the player and rule set to show, and reads their numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.rules import RULESETS

if TYPE_CHECKING:
    from yahtzee_tui.store.stats.models import Statistics
    from yahtzee_tui.store.stats.people import Person
    from yahtzee_tui.store.stats.scores import Scores


class SelectedStatistics(NamedTuple):
    """The statistics to show, and what else may be chosen.

    Attributes:
        people: The players with a finished game.
        choices: The rule sets of this player's games, None for all together.
        statistics: The player's statistics, None if there are no players.
    """

    people: list[Person]
    choices: list[str | None]
    statistics: Statistics | None


def load_statistics(scores: Scores, player: str, rules: str | None) -> SelectedStatistics:
    """Read a player's statistics; those of another player or rule set if there are none.

    Args:
        scores: The results of finished games.
        player: The case-folded name.
        rules: The id of a rule set, None for all together.
    """
    people = scores.people()
    if not people:
        return SelectedStatistics([], [], None)
    if player not in {person.player for person in people}:
        player = people[0].player
    played = scores.games_of(player)
    choices: list[str | None] = [rules for rules in RULESETS if rules in played]
    choices += [rules for rules in played if rules not in RULESETS]
    if len(choices) > 1:
        choices.append(None)
    if rules not in choices:
        rules = next(iter(played))
    return SelectedStatistics(people, choices, scores.statistics(player, rules))
