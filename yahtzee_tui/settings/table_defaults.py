"""The manners of games: how their tables behave where the player has chosen nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yahtzee_tui.settings.options import Manners, Options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yahtzee_tui.rules import Ruleset

MANNERS: dict[str, Mapping[str, Any]] = {
    # The first roll is made for the player, a click picks a die to reroll, and a click on a box
    # that the dice don't fit scores 0 at once.
    "yz": {"auto_roll": True, "dice_click": "reroll", "confirm_zero": False},
    "macintosh": {"dice_click": "reroll"},
    "forced-yatzy": {"auto_roll": True},  # there is nothing to choose before it
}
"""What differs from `Manners`, by the key of a rule set; the first two as their documents say."""


def apply_manners(options: Options, ruleset: Ruleset) -> Options:
    """Return the options at a table: the player's own, else the game's manners, else the usual."""
    manners = Manners()._replace(**MANNERS.get(ruleset.key, {}))._asdict()
    chosen = {key: getattr(options, key) for key in manners}
    return options._replace(
        **{key: manners[key] if own is None else own for key, own in chosen.items()}
    )
