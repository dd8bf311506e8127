"""An event from the menu: its next game without the coach, its page, and the ladder."""

from __future__ import annotations

import asyncio
import json
from contextlib import closing
from typing import TYPE_CHECKING

from tests.store.contests import DAY, move, play
from tests.tui.app_driver import NO_TUMBLING, run_app
from yahtzee_tui.services.remote_texts import find_text
from yahtzee_tui.services.value_tables import ValueTableLoader
from yahtzee_tui.store import Store
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.home.event import EventScreen
from yahtzee_tui.tui.home.title import MenuItems
from yahtzee_tui.tui.scores.ladder import LadderScreen

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.tui.remote_users import RemoteUsers
    from yahtzee_tui.table.contest import Contest


def create(store: Store, games: int) -> Contest:
    now = store.contests.now()
    return store.contests.create("Sunday Cup", "crag", games, now, now + 2 * DAY)


async def test_the_next_game_is_played_from_the_menu_without_the_coach(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "games.sqlite"))
    contest = create(store, 2)
    play(store, store.contests.enter(contest, "Bob"))
    options = NO_TUMBLING._replace(coach="always")
    async with run_app(YahtzeeApp(None, "Ann", options, store=store)) as ui:
        await ui.wait_for_text("e  Sunday Cup   closes in 2 days · 1 played · you: 0 of 2")
        await ui.press("e", opens="EventScreen")
        await ui.wait_for_text("Game 1: not played yet", "Bob", "played")
        await ui.press("enter")
        await ui.wait_for_screen("TableScreen")
        assert len(store.contests.read_table(contest, "Ann")) == 2
        await ui.press("space")
        assert "Keep" not in ui.text
        for key in ("h", "H", "b"):
            await ui.press(key)
            assert ui.status == "The coach is off in an event."
        assert not ui.table.setup.coached
        marked = ui.table_screen.input.cursor
        points = {each.box.id: each.worth for each in ui.game.potentials if not each.refusal}
        assert marked is not None
        assert points[marked] == max(points.values()), "no advice, but the most points"
        await ui.press("escape", opens="TitleScreen")
        await ui.wait_for_text("Sunday Cup")
        await ui.press("e", "enter")
        await ui.wait_for_screen("TableScreen")
        assert ui.game.roll == 1, "it goes on"
    store.close()


async def test_the_page_has_the_table_at_the_end_and_leads_to_the_review(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "games.sqlite"))
    contest = create(store, 1)
    for rank, name in enumerate(("Ann", "Bob", "Cid")):
        play(store, store.contests.enter(contest, name), rank)
    move(store, contest, 3)
    app = YahtzeeApp(None, "Ann", NO_TUMBLING, store=store)
    async with run_app(app, (100, 60)) as ui:
        app.show_event("Sunday Cup")
        await ui.wait_for_screen("EventScreen")
        await ui.finish_workers()
        assert "over · 3 played · you: 1 of 1" in ui.text
        for said in ("1. ", "Fewest points lost: ", "Most points: ", "Your costliest decision: "):
            assert said in ui.text
        assert "Where the players chose differently" in ui.text
        assert f"secret {contest.secrets[0]}" in ui.text
        await ui.press("enter")
        assert "You can play from when an event opens" in ui.text
        await ui.press("c")
        assert app.copied.startswith("Sunday Cup: ")
        assert "Points lost by decisions: " in app.copied
        await ui.press("v", opens="ReviewScreen")
        await ui.press("escape", opens="EventScreen")
        await ui.press("escape", opens="TitleScreen")
        await ui.press("s", opens="ScoreboardScreen")
        await ui.finish_workers()
        await ui.press("l", opens="LadderScreen")
        await ui.finish_workers()
        assert "Ladder: Crag" in ui.text
        assert ui.text.count("1 game · provisional") == 3
    store.close()


async def test_the_costliest_decision_does_not_wait_for_what_others_chose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def load_outcomes(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(ValueTableLoader, "load_outcomes", load_outcomes)
    store = Store(str(tmp_path / "games.sqlite"))
    contest = create(store, 1)
    play(store, store.contests.enter(contest, "Ann"))
    move(store, contest, 3)
    app = YahtzeeApp(None, "Ann", NO_TUMBLING, store=store)
    async with run_app(app) as ui:
        app.push_screen(EventScreen(contest.id))
        await ui.wait_for_text("Your costliest decision: game 1")
    store.close()


async def test_the_line_in_the_menu_has_what_fits(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "games.sqlite"))
    now = store.contests.now()
    store.contests.create("Sunday Cup", "crag", 2, now, now + 2 * DAY)
    store.contests.create("The Great Cup of All the Dice", "crag", 3, now, now + 3 * DAY)
    app = YahtzeeApp(None, "Ann", NO_TUMBLING, store=store)
    async with run_app(app, size=(80, 24)) as ui:
        await ui.wait_for_text("Sunday Cup   closes in 2 days · 0 played · you: 0 of 2")
        assert "The Great Cup of All the Dice closes in 3 days · you: 0 of 3" in ui.text
        await ui.resize(60, 20)
        await ui.wait_for_text("Sunday Cup   closes in 2 days · you: 0 of 2")
        assert "The Great Cup of All the Dice you: 0 of 3" in ui.text
    store.close()


async def test_players_of_a_host_have_one_try_each_and_see_no_dice(remote: RemoteUsers) -> None:
    contest = create(remote.store, 1)
    async with remote.in_lobby("Ann") as ui:
        await ui.wait_for_text("Sunday Cup", "0 played · you: 0 of 1")
        await ui.press("e", opens="EventScreen")
        await ui.wait_for_text("Game 1: not played yet")
        await ui.press("enter")
        await ui.wait_for_screen("TableScreen")
        await ui.press("space")
        assert ui.game.ruleset.id == "crag"
    store = Store(remote.file)
    remote.user("Bob")
    (line,) = store.contests.read_table(contest, sees_all=True)
    assert (line.who, line.name) == ("key:SHA256:Ann", "Ann")
    store.set_owner(line.who)
    game = line.results[0]
    assert game is not None
    total = play(store, game.game or "").table.game.card.grand_total
    for key, seen in (("SHA256:Ann", str(total)), ("SHA256:Bob", "played"), ("", "played")):
        said = find_text(store, ("event",), key)
        assert said is not None
        (row,) = [each for each in said.splitlines() if " Ann " in each]
        assert row.split()[-3] == seen
        assert f"Dice of game 1: {contest.hashes[0]}" in said
        answer = find_text(store, ("event", "--json"), key)
        assert answer is not None
        (shown,) = json.loads(answer)["events"]
        assert shown["table"][0]["games"][0]["total"] == (total if "Ann" in key else None)
        assert contest.secrets[0] not in said + answer
    store.close()


async def test_the_page_shows_who_plays_while_it_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("yahtzee_tui.tui.home.event._REREAD_SECONDS", 0.1)
    with closing(Store(str(tmp_path / "games.sqlite"))) as store:
        contest = create(store, 1)
        async with run_app(YahtzeeApp(None, "Ann", NO_TUMBLING, store=store)) as ui:
            await ui.wait_for_text("0 played")
            await ui.press("e", opens="EventScreen")
            await ui.wait_for_text("Game 1: not played yet")
            other = Store(str(tmp_path / "games.sqlite"))
            play(other, other.contests.enter(contest, "Bob"))
            other.close()
            await ui.wait_for_text("1 played", "Bob")


async def test_the_menu_says_that_there_is_no_event(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "games.sqlite"))
    async with run_app(YahtzeeApp(None, "Ann", NO_TUMBLING, store=store)) as ui:
        await ui.finish_workers()
        if ui.screen_name != "TitleScreen":
            await ui.press("escape")
        await ui.press("e")
        assert "There are no events." in ui.text
        app = ui.app
        for screen in (EventScreen("gone"), LadderScreen(None, app.ruleset)):
            app.push_screen(screen)
            await ui.finish_workers()
            await ui.press("escape")
    store.close()


async def test_a_key_waits_until_it_is_read_whether_there_is_an_event(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_read, load = asyncio.Event(), MenuItems.load

    async def load_later(items: MenuItems) -> None:
        await may_read.wait()
        await load(items)

    monkeypatch.setattr(MenuItems, "load", load_later)
    with closing(Store(str(tmp_path / "games.sqlite"))) as store:
        contest = create(store, 1)
        for name in ("Sunday Cup", ""):
            may_read.clear()
            async with run_app(YahtzeeApp(None, "Ann", NO_TUMBLING, store=store)) as ui:
                await ui.press("e", opens="TitleScreen")
                assert "There are no events." not in ui.text
                may_read.set()
                if name:
                    await ui.wait_for_screen("EventScreen")
                else:
                    await ui.wait_for_text("There are no events.")
                    await ui.press("down")
                    assert "There are no events." not in ui.text
            if name:
                store.contests.delete(contest)


async def test_left_leads_to_earlier_events_only(tmp_path: Path) -> None:
    with closing(Store(str(tmp_path / "games.sqlite"))) as store:
        now = store.contests.now()
        contests = [
            store.contests.create(name, "crag", 1, now + begin * DAY, now + (begin + 2) * DAY)
            for begin, name in ((-1, "Early Cup"), (0, "Sunday Cup"), (7, "Late Cup"))
        ]
        app = YahtzeeApp(None, "Ann", NO_TUMBLING, store=store)
        async with run_app(app) as ui:
            app.show_event(contests[1].id)
            await ui.wait_for_text("‹ Sunday Cup ›")
            await ui.press("left")
            await ui.wait_for_text("Early Cup ›")
            await ui.press("left")
            await ui.finish_workers()
            assert "Early Cup ›" in ui.text
            assert "‹" not in ui.text
            await ui.press("right")
            await ui.wait_for_text("‹ Sunday Cup ›")
            await ui.press("right")
            await ui.wait_for_text("‹ Late Cup", "opens in 7 days")
