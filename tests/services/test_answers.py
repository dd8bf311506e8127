"""Answers in JSON: how their values are converted; tests/cli/test_json.py has the answers."""

from __future__ import annotations

from yahtzee_tui.host.lobby.bans import Ban
from yahtzee_tui.rules import OFFICIAL
from yahtzee_tui.services.json_answers import pick, to_json
from yahtzee_tui.strategy import BoxChoice, HoldChoice
from yahtzee_tui.table.proof import Proof


def test_a_named_tuple_is_an_object_of_its_form_or_else_of_its_fields() -> None:
    hold = HoldChoice((5, 5), 50.0)
    box = BoxChoice(OFFICIAL.box("chance"), 23, 0, 250.5)
    assert to_json((hold, box)) == [{"hold": [5, 5]}, {"box": "chance", "points": 23, "bonus": 0}]
    ban = Ban("192.0.2.0/24", 0.0, None)
    told = {"subject": "192.0.2.0/24", "since": "1970-01-01T00:00:00Z", "until": None}
    assert to_json({"bans": [None, ban], "proof": Proof.SIGNED}) == {
        "bans": [None, told], "proof": "signed"
    }  # fmt: skip
    assert pick(ban, "start=since") == {"start": 0.0}
    assert to_json({"since": 12.5}) == {"since": 12.5}  # as a box of a rule file may be called
