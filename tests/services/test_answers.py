"""Answers in JSON: how their values are converted; tests/cli/test_json.py has the answers."""

from yahtzee_tui.rules import OFFICIAL
from yahtzee_tui.services.json_answers import pick, to_json
from yahtzee_tui.store.stats.statistics import NotableGame
from yahtzee_tui.strategy import BoxChoice, HoldChoice
from yahtzee_tui.table.proof import Proof


def test_a_named_tuple_is_an_object_of_its_form_or_else_of_its_fields() -> None:
    hold = HoldChoice((5, 5), 50.0)
    box = BoxChoice(OFFICIAL.box("chance"), 23, 0, 250.5)
    assert to_json((hold, box)) == [{"hold": [5, 5]}, {"box": "chance", "points": 23, "bonus": 0}]
    game = NotableGame("0123456789ab", 0.0, 250, 1.5, -2.0)
    told = {"game": game.game, "ended": "1970-01-01T00:00:00Z", "total": 250}
    assert to_json({"games": [None, game], "proof": Proof.SIGNED}) == {
        "games": [None, told | {"luck": 1.5, "skill": -2.0}], "proof": "signed"
    }  # fmt: skip
    assert pick(game, "start=ended") == {"start": 0.0}
    assert to_json({"since": 12.5}) == {"since": 12.5}  # as a box of a rule file may be called
