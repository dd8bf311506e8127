"""BotDriver at the table: bots play by themselves, and leave a person the time to undo."""

import pytest

from tests.tui.app_driver import NO_TUMBLING, AppDriver, run_app, run_title
from tests.tui.stopped_clock import StoppedClock
from yahtzee_tui.rules import Game, Held, NotNow, Record, Rolled, Scored
from yahtzee_tui.services import bot_driver
from yahtzee_tui.settings import Options
from yahtzee_tui.store.autosave import SavedTable
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.widgets.menu import Menu

pytestmark = pytest.mark.usefixtures("quick_bots")
DUO = TableConfig(("Ann",), first="Ann", seed="7").with_computer("beginner", "Beginner")
PACE = {name: vars(bot_driver)[name] for name in ("_PAUSES", "_TICK_SECONDS")}


async def open_config(ui: AppDriver, config: TableConfig) -> None:
    await ui.open_title()
    ui.app.navigator.saved_table = SavedTable.new(config, None)
    ui.app.navigator.resume()
    await ui.settle()


async def test_it_plays_its_turn_and_leaves_others_theirs(clock: StoppedClock) -> None:
    async with run_app(YahtzeeApp(DUO, "Ann", NO_TUMBLING)) as ui:
        await ui.press("space", "enter", "enter")
        assert "u to undo until Beginner rolls." in ui.status
        await clock.move(1.3, ui, step=0.1)
        await ui.press("u")
        assert (ui.game.player, ui.game.roll) == ("Ann", 1), "its turn can be undone until it rolls"
        await clock.move(5, ui, step=0.1)
        assert ui.game.player == "Ann"
        await ui.click_box("chance")
        assert ui.booked("chance") is not None
        events = ui.table.history.events
        await ui.press("1", "a", "h")
        assert ui.table.history.events == events, "nobody acts for it"
        await ui.press("space")
        await ui.wait_until(lambda: ui.game.turns == 2)
        assert ui.game.player == "Ann"
        assert not ui.game.roll
        kinds = [type(event) for event in ui.table.history.events[2:]]
        assert kinds[0] is Rolled
        assert kinds[-1] is Scored
        assert set(kinds) <= {Rolled, Held, Scored}
        await clock.move(5, ui, step=0.1)
        assert ui.game.turns == 2
        events = ui.table.history.events
        await ui.press("u")
        assert ui.table.history.events == events, "nobody undoes what it did"
        box = next(box.id for box in ui.game.ruleset.boxes if ui.game.cards[1][box.id] is None)
        assert not any(character in ui.cell(box, 1) for character in "‹«"), "nothing is offered"
        await ui.click_box(box, 1)
        assert ui.status == "Roll the dice first."
        assert ui.table.history.events == events
        await ui.press("space", "enter", "enter", "space", "o")
        events = ui.table.history.events
        await clock.move(5, ui, step=0.1)
        assert ui.table.history.events == events, "it waits while a screen covers the table"
        await ui.press("escape")
        await ui.wait_until(lambda: ui.game.turns == 4)


@pytest.mark.parametrize(
    ("ranks", "seconds"), [(("beginner",), 3), (("beginner", "casual", "skilled"), 8)]
)
async def test_its_turns_are_short(
    ranks: tuple[str, ...], seconds: float, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {**PACE, "sleep": clock.sleep}.items():
        monkeypatch.setattr(bot_driver, name, value)
    config = TableConfig(("Ann",), first="Ann", seed="7")
    for at, rank in enumerate(ranks):
        config = config.with_computer(rank, f"{rank.title()} {at}")
    async with run_app(YahtzeeApp(config, "Ann", Options()), animated=True) as ui:

        async def wait_for_turn() -> float:
            since = clock.seconds
            while ui.game.seat or ui.table_screen.is_tumbling:
                await clock.move(0.02, ui)
            return clock.seconds - since

        async def score() -> None:
            for key in ("space", "enter", "enter"):
                await ui.press(key)
                await clock.move(1.1, ui, step=0.02) if not ui.game.seat else None

        for _ in range(3):
            await score()
            took = await wait_for_turn()
            assert took <= seconds
            assert took >= 1.5
        for key in ("space", "enter"):
            await score()
            assert "Enter Skip" in ui.text
            await ui.press(key)
            await clock.move(0.1, ui, step=0.01)
            await ui.wait_until(lambda: not ui.game.seat)
            assert "Enter Roll" in ui.text
            assert (ui.game.seat, ui.game.roll) == (0, 0), "one press leads to the player's turn"
        ui.app.choose_options(ui.app.options._replace(computer_pace="calm"))
        await score()
        await clock.move(3.9, ui, step=0.1)
        assert ui.game.seat == 1
        assert not ui.game.roll


@pytest.mark.slow
async def test_it_begins_and_ends_games() -> None:
    first = TableConfig(("Ann",), first="Beginner", seed="7").with_computer("beginner", "Beginner")
    async with run_app(YahtzeeApp(first, "Ann", NO_TUMBLING)) as ui:
        await ui.wait_until(lambda: ui.game.turns == 1)
        assert ui.game.player == "Ann"
        ranks = ("beginner", "casual")
        await open_config(ui, TableConfig(("A", "B"), seed="3", computers=ranks))
        await ui.wait_until(lambda: ui.game.is_over)
        assert ui.screen_name == "ResultScreen"
        await open_config(ui, TableConfig(("Ann", "Bob"), first="Bob", computers=("", "hal")))
        await ui.wait_for_text("Play Bob's turns yourself: 'hal' is not a computer")
        assert ui.game.roll == 1, "a person plays for a bot of an unknown rank"
        await ui.press("space", "enter", "enter")
        assert ui.game.player == "Ann"
        await ui.press("u")
        assert ui.game.player == "Bob"


async def test_why_one_cannot_play_stays_once_its_dice_lie(clock: StoppedClock) -> None:
    config = TableConfig(("Ann", "Bob"), first="Bob", computers=("", "hal"))
    async with run_app(YahtzeeApp(config, "Ann", Options()), animated=True) as ui:
        await ui.wait_until(lambda: ui.game.roll)
        while "Play Bob's turns yourself: 'hal'" not in ui.status:
            assert ui.app.is_running
            await clock.move(0.1, ui)
        assert not ui.table_screen.is_tumbling
        await clock.move(5, ui)
        assert "yourself" in ui.status


async def test_a_move_that_cannot_be_saved_is_made_later() -> None:
    refused = [NotNow("not_saved", "The disk is full.") for _ in range(3)]

    def refuse(_: Record, __: Game) -> None:
        if refused:
            raise refused.pop()

    async with run_app(YahtzeeApp(DUO, "Ann", NO_TUMBLING)) as ui:
        await ui.press("space", "enter", "enter")
        ui.table.before_commit = refuse
        await ui.press("space")
        await ui.wait_until(lambda: ui.game.turns == 2)
        assert refused == []
        assert ui.app.is_running


@pytest.mark.slow
async def test_one_is_chosen_for_a_new_game() -> None:
    async with run_title() as ui:
        await ui.click_text("New game")
        await ui.click_text("Add a computer", opens="BotPickerScreen")
        await ui.wait_for_text("average", "Beginner", "194.5", "beats Expert", "Champion")
        await ui.press("down", "enter")
        assert "Casual" in ui.text
        await ui.press("enter")
        assert ui.table.setup.players == ("Ann", "Casual")
        assert list(ui.table.setup.computers) == ["", "casual"]
        await ui.open_title()
        await ui.click_text("New game")
        menu = ui.app.screen.query_one("#rules", Menu)
        menu.highlighted = menu.get_option_index("yatzy")
        await ui.press("ctrl+b", opens="BotPickerScreen")
        assert "Champion" in ui.text
        assert "beats" not in ui.text, "strength was measured with other rules"
        await ui.press("enter")
        await ui.click("#name-2")
        await ui.press("end")
        await ui.type("X", "ctrl+s")
        assert ui.table.setup.players == ("Ann", "BeginnerX")
        assert not any(ui.table.setup.computers), "whose name is changed is a person again"
        await ui.open_title(NO_TUMBLING._replace(language="de"))
        await ui.press("n", "ctrl+b", opens="BotPickerScreen")
        await ui.press("enter", "ctrl+s")
        assert "Anfänger" in ui.table.setup.players


def test_two_of_a_rank_have_two_names() -> None:
    both = DUO.with_computer("beginner", "Beginner")
    assert both.players == ("Ann", "Beginner", "Beginner 2")
    assert both.create_table().setup.computers == ("", "beginner", "beginner")
