"""`yahtzee-tui event` and `host event`: created, played, shown, exported and deleted."""

from __future__ import annotations

import csv
import json
from functools import partial, reduce
from html import unescape
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.conftest import check_refusal
from tests.store.contests import move, play
from tests.store.lobby.people import at_once
from yahtzee_tui.dice import CommittedDice
from yahtzee_tui.rules import Game, find_ruleset, gather_turns
from yahtzee_tui.rules.records import read_record
from yahtzee_tui.services.value_tables import load_table
from yahtzee_tui.store import Store
from yahtzee_tui.strategy import review_game
from yahtzee_tui.table.proof import Proof, check_dice

if TYPE_CHECKING:
    from argparse import Namespace

    from tests.cli.conftest import Ask


def test_a_household_plays_an_event(
    ask: Ask, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def open_game(_args: Namespace, *, game: str) -> int:
        opened.append(game)
        return 0

    monkeypatch.setattr("yahtzee_tui.cli.event.open_game", open_game)
    created = ask("event", "new", "Sunday Cup", "--games", "2", "--to", "2d", "--rules", "yz")
    assert created.out.startswith("Sunday Cup: YZ · 2 games · ")
    assert created.out.count("sha256:") == 2
    assert ask("event", "play", "sunday cup", "--player", "Ann").code == 0
    assert ask("event", "play", "--player", "ann").code == 0
    assert len({*opened}) == 1, "one try"
    store = Store(database)
    play(store, opened[0])
    assert ask("event", "play", "--player", "Bob").code == 0
    play(store, opened[-1], 1)
    shown = ask("event", "show", "Sunday Cup", "--player", "Ann").out
    assert "2 played · you: 1 of 2" in shown
    for words in (("list",), ("show", "Sunday Cup")):
        told = ask("host", "event", *words).out
        assert "closes in 2 days · 2 played\n" in told, "the host is no player"
    assert "Game 2: not played yet" in shown
    lines = [line for line in shown.splitlines() if line.strip().startswith(("Ann", "Bob"))]
    assert len(lines) == 2
    seen = ("Ann", "Bob")
    hidden = ask("event", "show", "Sunday Cup", "--player", "Cid").out
    results = [line.split()[1:] for line in hidden.splitlines() if line.strip()[:3] in seen]
    assert results == [["played", "–", "–", "–"]] * 2
    assert "Most points" not in hidden, "of points that are hidden"
    assert ask("event", "new", "Short", "--games", "1", "--to", "10m").code == 0
    ask("event", "delete", "Short", "--yes")
    contest = store.contests.find("Sunday Cup")

    before = json.loads(ask("event", "export", "Sunday Cup").out)["events"][0]
    assert before["secrets"] is None
    assert not any(secret in json.dumps(before) for secret in contest.secrets)
    move(store, contest, 3)
    after = json.loads(ask("host", "event", "export", "Sunday Cup").out)["events"][0]
    assert [CommittedDice(each).hash for each in after["secrets"]] == before["hashes"]
    for line in after["table"]:
        record = read_record(line["games"][0]["record"]).record
        assert record is not None
        assert check_dice(record.setup, record.events).proof is Proof.CONSISTENT
        end = record.setup.start()
        for event in record.events:
            end = end.play(event)
        assert end.card.grand_total == line["total"] == line["games"][0]["total"]
        assert line["lost"] == pytest.approx(-line["games"][0]["skill"])
    shown = ask("event", "show", "Sunday Cup").out
    (parted,) = json.loads(ask("event", "show", "Sunday Cup", "--json").out)["events"]
    assert 1 <= len(parted["partings"]) <= 3
    assert "Where the players chose differently" in shown
    for parting in parted["partings"]:
        counts = [each["players"] for each in parting["choices"]]
        assert (sum(counts), len(counts)) == (parting["players"], 2)
        assert parting["best"] in shown
    picture = Path(database).with_name("cup.svg")
    assert (
        ask("event", "show", "Sunday Cup", "--player", "Ann", "--picture", str(picture)).code == 0
    )
    drawn = unescape(picture.read_text(encoding="utf-8"))
    assert "Fewest" in drawn
    assert "Sunday" in drawn
    by_loss = sorted(after["table"], key=lambda line: line["lost"])
    assert [line["place"] for line in by_loss] == [1, 2]
    rows = [*csv.DictReader(StringIO(ask("event", "export", "Sunday Cup", "--csv").out))]
    assert [(row["player"], row["place"]) for row in rows] == [
        (line["player"], str(line["place"])) for line in after["table"]
    ]
    check_refusal(ask("event", "delete", "Sunday Cup"))
    assert "results stay" in ask("event", "delete", "Sunday Cup", "--yes").out
    assert len(store.scores.scoreboard("yz").lines) == 2
    assert ask("event").out == "There are no events.\n"
    store.close()


def test_the_table_of_20_players_on_two_hosts_follows_from_the_exported_records(
    ask: Ask, database: str
) -> None:
    hosts = [Store(database) for _ in range(2)]
    hosts[0].games.check_writing()
    ask("host", "event", "new", "Cup", "--games", "1", "--to", "2d", "--rules", "crag")
    contest = hosts[0].contests.find("Cup")

    def play_half(at: int) -> None:
        for number in range(at, 20, 2):
            hosts[at].set_owner(f"key:{number}")
            game = hosts[at].contests.enter(contest, f"Player {number}")
            play(hosts[at], game, rank=number % 9, turns=6 if number == 7 else 99)

    assert at_once(*(partial(play_half, at) for at in range(2)))[1] == []
    before = ask("host", "event", "export", "Cup").out
    assert not any(secret in before for secret in contest.secrets), "nobody's dice are known"
    move(hosts[0], contest, 3)
    (event,) = json.loads(ask("host", "event", "export", "Cup").out)["events"]
    values, throws, lost = load_table(find_ruleset("crag")).table, set(), {}
    for line in event["table"]:
        (game,) = line["games"]
        record = read_record(game["record"]).record
        assert record is not None
        assert record.setup.secret == contest.secrets[0]
        assert record.setup.dice.endswith(event["hashes"][0])
        assert check_dice(record.setup, record.events).proof is Proof.CONSISTENT
        throws.add(
            tuple(
                turn.rolls[0].faces for turn in gather_turns(record.setup.start(), record.events)
            )[:6]
        )
        if line["finished"]:
            review = review_game(values, record.setup.start(), record.events)
            lost[line["player"]] = -review.players[0].skill
            assert line["lost"] == pytest.approx(lost[line["player"]])
            assert (
                line["total"]
                == reduce(Game.play, record.events, record.setup.start()).card.grand_total
            )
    assert (len(event["table"]), len(lost), len(throws)) == (20, 19, 1)
    rounded = {player: round(points, 1) for player, points in lost.items()}
    places = {
        player: 1 + sum(other < points for other in rounded.values())
        for player, points in rounded.items()
    }
    assert {line["player"]: line["place"] for line in event["table"] if line["place"]} == places
    for host in hosts:
        host.close()


@pytest.mark.parametrize(
    "words",
    [
        "event show",
        "event show Nothing",
        "event list Cup",
        "event list --every week",
        "event show Cup --csv",
        "event new Cup --from yesterday",
        "event new Cup --from 2020-01-01",
        "event new Cup --to 2020-01-01",
        "event new Cup --to 1m",
        "event new Cup --to 2w --every week",
        "event new Cup --rules nothing",
        "event play",
        "event show Cup --picture cup.txt",
        "event list --picture cup.svg",
        "host event play Cup",
        "host who Cup Cup",
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(ask: Ask, database: str, words: str) -> None:
    Store(database).games.check_writing()
    check_refusal(ask(*words.split()))
