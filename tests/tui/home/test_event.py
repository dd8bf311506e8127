"""An event from the menu: its next game without the coach, its page, and the ladder."""

import asyncio
from contextlib import closing

import pytest

from tests.store.events import DAY, move, play
from tests.tui.app_driver import NO_TUMBLING, run_app
from tests.tui.event_loop import LoopClock
from yahtzee_tui.services.value_tables import ValueTableLoader
from yahtzee_tui.store import Store
from yahtzee_tui.table.judged import JudgedEvent
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.home.event import EventScreen
from yahtzee_tui.tui.home.title import MenuItems
from yahtzee_tui.tui.scores.ladder import LadderScreen


def create(store: Store, games: int) -> JudgedEvent:
    now = store.events.now()
    return store.events.create("Sunday Cup", "crag", games, now, now + 2 * DAY)


@pytest.fixture
def event(store: Store) -> JudgedEvent:
    """Return an event of two games that has just opened."""
    return create(store, 2)


async def test_the_next_game_is_played_from_the_menu_without_the_coach(
    store: Store, event: JudgedEvent
) -> None:
    play(store, store.events.enter(event, "Bob"))
    options = NO_TUMBLING._replace(coach="always")
    async with run_app(YahtzeeApp(None, "Ann", options, store=store)) as ui:
        await ui.wait_for_text("e  Sunday Cup   closes in 2 days · 1 played · you: 0 of 2")
        await ui.press("e", opens="EventScreen")
        await ui.wait_for_text("Game 1: not played yet", "Bob", "played")
        await ui.press("enter")
        await ui.wait_for_screen("TableScreen")
        assert len(store.events.read_table(event, "Ann")) == 2
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


@pytest.mark.slow
async def test_the_page_has_the_table_at_the_end_and_leads_to_the_review(store: Store) -> None:
    event = create(store, 1)
    for rank, name in enumerate(("Ann", "Bob", "Cid")):
        play(store, store.events.enter(event, name), rank)
    move(store, event, 3)
    app = YahtzeeApp(None, "Ann", NO_TUMBLING, store=store)
    async with run_app(app, (100, 60)) as ui:
        app.show_event("Sunday Cup")
        await ui.wait_for_screen("EventScreen")
        await ui.finish_workers()
        assert ui.says(
            "over · 3 played · you: 1 of 1", "1. ", "Fewest points lost: ",
            "Most points in 1 game: ",
            "Your costliest decision: ", "Where the players chose differently",
            f"secret {event.secrets[0]}",
        )  # fmt: skip
        await ui.press("enter")
        assert "You can play each game of an event once" in ui.text
        await ui.press("c")
        assert app.copied.startswith("Sunday Cup: ")
        assert "Points lost by decisions: " in app.copied
        await ui.press("v", opens="ReviewScreen")
        await ui.press("escape", "escape", "s", "h", opens="ScoreboardScreen")
        await ui.finish_workers()
        await ui.press_and_finish("l")
        assert "Ladder: Crag" in ui.text
        assert ui.text.count("1 game · provisional") == 3


async def test_the_costliest_decision_does_not_wait_for_what_others_chose(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def load_outcomes(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(ValueTableLoader, "load_outcomes", load_outcomes)
    event = create(store, 1)
    play(store, store.events.enter(event, "Ann"))
    move(store, event, 3)
    async with run_app(YahtzeeApp(None, "Ann", NO_TUMBLING, store=store)) as ui:
        ui.app.push_screen(EventScreen(event.id, "Ann"))
        await ui.wait_for_text("Your costliest decision: game 1")


@pytest.mark.usefixtures("event")
async def test_the_line_in_the_menu_has_what_fits(store: Store) -> None:
    now = store.events.now()
    store.events.create("The Great Cup of All the Dice", "crag", 3, now, now + 3 * DAY)
    async with run_app(YahtzeeApp(None, "Ann", NO_TUMBLING, store=store)) as ui:
        await ui.wait_for_text("Sunday Cup   closes in 2 days · 0 played · you: 0 of 2")
        assert "The Great Cup of All the Dice closes in 3 days · you: 0 of 3" in ui.text
        await ui.resize(60, 20)
        await ui.wait_for_text("Sunday Cup   closes in 2 days · you: 0 of 2")
        assert "The Great Cup of All the Dice you: 0 of 3" in ui.text


async def test_the_page_shows_who_plays_while_it_is_open(store: Store, event: JudgedEvent) -> None:
    async with run_app(YahtzeeApp(None, "Ann", NO_TUMBLING, store=store)) as ui:
        await ui.wait_for_text("0 played")
        await ui.press("e", opens="EventScreen")
        await ui.wait_for_text("Game 1: not played yet")
        with closing(Store(store.address)) as other:
            play(other, other.events.enter(event, "Bob"))
        with LoopClock() as clock:
            await clock.move(20)
        await ui.wait_for_text("1 played", "Bob")


async def test_events_and_ladders_that_are_gone_can_be_left(store: Store) -> None:
    async with run_app(YahtzeeApp(None, "Ann", NO_TUMBLING, store=store)) as ui:
        for screen in (EventScreen("gone", "Ann"), LadderScreen(None, ui.app.ruleset)):
            ui.app.push_screen(screen)
            await ui.finish_workers()
            await ui.press("escape", opens="TitleScreen")


async def test_a_key_waits_until_it_is_read_whether_there_is_an_event(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_read, load = asyncio.Event(), MenuItems.load

    async def load_later(items: MenuItems) -> None:
        await may_read.wait()
        await load(items)

    monkeypatch.setattr(MenuItems, "load", load_later)
    event = create(store, 1)
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
            store.events.delete(event)


async def test_left_leads_to_earlier_events_only(store: Store) -> None:
    now = store.events.now()
    events = [
        store.events.create(name, "crag", 1, now + begin * DAY, now + (begin + 2) * DAY)
        for begin, name in ((-1, "Early Cup"), (0, "Sunday Cup"), (7, "Late Cup"))
    ]
    async with run_app(YahtzeeApp(None, "Ann", NO_TUMBLING, store=store)) as ui:
        ui.app.show_event(events[1].id)
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
