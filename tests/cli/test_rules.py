"""`yahtzee-tui rules`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yahtzee_tui.rules import RULESETS, Ruleset

if TYPE_CHECKING:
    import pytest

    from tests.cli.conftest import Ask


def test_the_list(ask: Ask) -> None:
    code, out, err = ask("rules")
    assert (code, err) == (0, "")
    columns = set()
    for line, ruleset in zip(out.splitlines(), RULESETS.values(), strict=True):
        assert line.split()[0] == ruleset.id
        assert f"  {ruleset.name}  " in line
        assert line.endswith(ruleset.summary)
        columns.add(line.index(ruleset.summary))
    assert len(columns) == 1


def test_one(ask: Ask, subtests: pytest.Subtests) -> None:
    for ruleset in RULESETS.values():
        with subtests.test(ruleset.id):
            code, out, err = ask("rules", ruleset.id)
            assert (code, err) == (0, "")
            assert out.startswith(f"{ruleset.name} ({ruleset.id})\n{ruleset.summary}\n")
            assert max(map(len, out.splitlines())) <= 80
            rows = [line for line in out.splitlines() if line.startswith(_starts(ruleset))]
            assert len(rows) >= len(ruleset.boxes)
            for box in ruleset.boxes:
                (row,) = [line for line in rows if f" {box.id}  " in line]
                assert box.wants.split()[0] in row
                assert (f"{box.code}  " in row) is ruleset.shows_codes
                assert row.endswith((f"  {box.points.fixed}", " dice"))


def test_bonuses_and_jokers_are_explained(ask: Ask) -> None:
    out = ask("rules", "official").out
    assert "Upper bonus: 35" in out
    assert "Yahtzee bonus: while the Yahtzee box holds 50" in out
    assert "Joker: " in out
    assert "Upper bonus" not in ask("rules", "yz").out
    assert "There is no joker" in ask("rules", "classic").out


def _starts(ruleset: Ruleset) -> tuple[str, ...]:
    return tuple(box.code if ruleset.shows_codes else box.name for box in ruleset.boxes)
