"""What the screen of the statistics shows of a store."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from yahtzee_tui.rules import RULESETS

if TYPE_CHECKING:
    from yahtzee_tui.store.stats.models import Statistics
    from yahtzee_tui.store.stats.people import Person
    from yahtzee_tui.store.stats.scores import Scores


class FoundStatistics(NamedTuple):
    """What was read.

    Attributes:
        people: Everybody who has finished a game.
        choices: The rule sets to step through, None for all together.
        statistics: One player's numbers, None where there is nobody yet.
    """

    people: list[Person]
    choices: list[str | None]
    statistics: Statistics | None


def find_statistics(scores: Scores, player: str, rules: str | None) -> FoundStatistics:
    """Read a player's numbers; others if there is no such player, or no such game of theirs.

    Args:
        scores: What finished games amount to.
        player: The case-folded name.
        rules: The id of a rule set, None for all together.
    """
    people = scores.people()
    if not people:
        return FoundStatistics([], [], None)
    if player not in {person.player for person in people}:
        player = people[0].player
    played = scores.games_of(player)
    choices: list[str | None] = [rules for rules in RULESETS if rules in played]
    choices += [rules for rules in played if rules not in RULESETS]
    if len(choices) > 1:
        choices.append(None)
    if rules not in choices:
        rules = next(iter(played))
    return FoundStatistics(people, choices, scores.statistics(player, rules))
