"""`yahtzee-tui event` and `host event`: created, played, shown, exported and deleted."""

import csv
import json
import re
from html import unescape
from io import StringIO
from pathlib import Path

import pytest

from tests.cli.conftest import Ask, Screen, check_refusal
from tests.store.events import move, play
from yahtzee_tui.dice import CommittedDice
from yahtzee_tui.rules.records import read_record
from yahtzee_tui.store import Store
from yahtzee_tui.table.proof import Proof, check_dice


@pytest.mark.slow
def test_a_household_plays_an_event(ask: Ask, screen: Screen, database: str) -> None:
    created = ask("event", "new", "Sunday Cup", "--games", "2", "--to", "2d", "--rules", "yz")
    assert created.out.startswith("Sunday Cup: YZ · 2 games · ")
    assert created.out.count("sha256:") == 2
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.isatty", lambda _: False)
        assert "needs a terminal" in ask("event", "play", "--player", "Ann").err
    assert "No unfinished games" in ask("resume", "--list").out, "no try was begun"
    for words in (("sunday cup", "--player", "Ann"), ("--player", "ann"), ("--player", "Bob")):
        assert ask("event", "play", *words).code == 0
    ann, again, bob = (str(game) for game, _ in screen.asked)
    assert ann == again != bob, "one try each"
    store = Store(database)
    play(store, ann)
    play(store, bob, 1)
    shown = ask("event", "show", "Sunday Cup", "--player", "Ann").out
    assert "2 played · you: 1 of 2" in shown
    assert "Game 2: not played yet" in shown
    hidden = ask("event", "show", "Sunday Cup", "--player", "Cid").out
    assert re.findall(r"(Ann|Bob) +played +– +– +–\n", hidden) == ["Ann", "Bob"]
    assert "Most points" not in hidden, "of points that are hidden"

    event = store.events.find("Sunday Cup")
    before = json.loads(ask("event", "export", "Sunday Cup").out)["events"][0]
    assert before["secrets"] is None
    assert not any(secret in json.dumps(before) for secret in event.secrets)
    move(store, event, 3)
    after = json.loads(ask("event", "export", "Sunday Cup").out)["events"][0]
    assert [CommittedDice(each).hash for each in after["secrets"]] == before["hashes"]
    for line in after["table"]:
        record = read_record(line["games"][0]["record"]).record
        assert record is not None
        assert check_dice(record.setup, record.events).proof is Proof.CONSISTENT
        assert line["total"] == line["games"][0]["total"]
        assert line["lost"] == pytest.approx(-line["games"][0]["skill"])
    rows = [*csv.DictReader(StringIO(ask("event", "export", "Sunday Cup", "--csv").out))]
    assert [(row["player"], row["place"]) for row in rows] == [
        (line["player"], str(line["place"])) for line in after["table"]
    ]
    shown = ask("event", "show", "Sunday Cup").out
    (parted,) = ask.json("event", "show", "Sunday Cup")["events"]
    assert "Where the players chose differently" in shown
    for parting in parted["partings"]:
        assert [each["players"] for each in parting["choices"]] == [1, 1]
        assert parting["best"] in shown
    assert 1 <= len(parted["partings"]) <= 3
    picture = Path(database).with_name("cup.svg")
    drawing = ("--player", "Ann", "--picture", str(picture))
    assert ask("event", "show", "Sunday Cup", *drawing).code == 0
    drawn = unescape(picture.read_text(encoding="utf-8"))
    assert "Fewest" in drawn
    assert "Sunday" in drawn
    check_refusal(ask("event", "delete", "Sunday Cup"))
    assert "results were kept" in ask("event", "delete", "Sunday Cup", "--yes").out
    assert ask("event").out == "There are no events.\n"
    store.close()
