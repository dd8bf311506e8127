"""Statistics of a player: chooses the player and rule set to show, and reads their numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.rules import RULESETS

if TYPE_CHECKING:
    from yahtzee_tui.store.stats.models import Statistics
    from yahtzee_tui.store.stats.people import Person
    from yahtzee_tui.store.stats.scores import Scores


class SelectedStatistics(NamedTuple):
    """A player's statistics, None without players; all players; their rule sets, None for all."""

    people: list[Person]
    choices: list[str | None]
    statistics: Statistics | None


def load_statistics(scores: Scores, player: str, rules: str | None) -> SelectedStatistics:
    """Read a player's statistics; those of another player or rule set if there are none.

    `player` is the case-folded name, `rules` the id of a rule set, None for all together.
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
