"""The manners of games: the player's own choice, then the game's, then the usual."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.rules import RULESETS
from yahtzee_tui.settings import (
    MANNERS,
    Manners,
    Options,
    apply_manners,
    read_settings,
    write_settings,
)

if TYPE_CHECKING:
    from pathlib import Path


def at(rules: str, options: Options) -> Manners:
    here = apply_manners(options, RULESETS[rules])
    return Manners(**{key: getattr(here, key) for key in Manners._fields})


def test_the_players_choice_goes_before_the_games_and_that_before_the_usual() -> None:
    for rules in RULESETS:
        assert at(rules, Options()) == Manners()._replace(**MANNERS.get(rules, {})), rules
        own = Options(dice_click="hold", auto_roll=False, confirm_zero=True)
        assert at(rules, own) == Manners("hold", False, True), rules
    assert at("yz", Options()) == Manners("reroll", True, False)
    assert at("yz", Options(auto_roll=False)) == Manners("reroll", False, False)
    assert at("macintosh", Options()) == Manners("reroll")
    assert {*MANNERS} <= {*RULESETS}


def test_a_choice_can_be_given_back_to_the_game(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('# mine\nauto_roll = false\nsound = "off"\n')
    options, faults = read_settings(path)
    assert (options.auto_roll, faults) == (False, [])
    write_settings(path, options._replace(auto_roll=None), options)
    assert path.read_text() == '# mine\nsound = "off"\n'
    assert read_settings(path)[0].auto_roll is None
