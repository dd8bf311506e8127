"""A user with a store and random settings who sends random input, quits and starts again."""

from __future__ import annotations

import socket
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from sqlalchemy import create_engine, update

from tests.store.games import play_out
from tests.tui.app_driver import run_app
from tests.tui.event_loop import drain_loop
from tests.tui.random_input import RandomInput
from tests.tui.table_checks import check_table
from yahtzee_tui.rules import RULESETS, Record, Roll, Score
from yahtzee_tui.rules.records import read_record, write_record
from yahtzee_tui.settings import (
    COLORS,
    OPTIONS,
    Options,
    read_settings,
    write_settings,
)
from yahtzee_tui.store import Store
from yahtzee_tui.store.saved_game import Status
from yahtzee_tui.store.schema import GAMES
from yahtzee_tui.table import TableConfig
from yahtzee_tui.tui.app import YahtzeeApp

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.tui.app_driver import AppDriver

_ELSEWHERE = f"1 feedface0000 {socket.gethostname()}"


class RandomUser:
    """Plays with choices of their own, by themselves or with others and computers."""

    def __init__(self, seed: int, folder: Path) -> None:
        """Prepare a store with some games, and a file of settings, in an empty folder.

        The seed decides everything that is random here, and the rules and colors in turn.
        """
        self._rng = rng = Random(seed)
        self._rules = list(RULESETS)[seed % len(RULESETS)]
        self._people = tuple("ABCDEFGH"[: rng.randint(1, 7)])
        self._ascii_only, self._animated = seed % 4 == 1, seed % 3 == 2
        self._file, self._settings = str(folder / "games.sqlite"), folder / "settings.toml"
        self._input = RandomInput(rng)
        self._next = seed
        options = Options(
            dice_click=rng.choice([*OPTIONS["dice_click"].values]),
            dice_speed=rng.choice([*OPTIONS["dice_speed"].values]),
            auto_roll=rng.random() < 0.5,
            confirm_zero=rng.random() < 0.5,
            colors=COLORS[seed % len(COLORS)],
            coach=rng.choice([*OPTIONS["coach"].values]),
        )
        write_settings(self._settings, options, Options())
        self._fill_store()

    async def play(self, events: int) -> Counter[str]:
        """Send so many events, and return how often which screen was on top.

        At the end, every game that is in the store by then is played through.
        """
        seen: Counter[str] = Counter()
        while self._input.sent < events:
            try:
                await self._run_app(events, seen)
            except BaseException as error:
                error.add_note("\n".join(self._input.newest))
                raise
        store = Store(self._file)
        for saved in store.games.by_status(*Status):
            saved.load()  # which plays it through
        store.close()
        return seen

    async def _run_app(self, events: int, seen: Counter[str]) -> None:
        store = Store(self._file)
        options, notices = read_settings(self._settings)
        assert notices == []
        app = YahtzeeApp(
            self._draw_config(), "A", options, store=store, resume=self._draw_game(store),
            settings=self._settings, ascii_only=self._ascii_only,
        )  # fmt: skip
        async with run_app(app, animated=self._animated) as ui:
            seen[ui.screen_name] += 1
            self._open_something(app)
            await drain_loop()
            while self._input.sent < events and app.return_code is None:
                self._check(ui)
                seen[ui.screen_name] += 1
                self._input.send_some(ui)
                await drain_loop()
        self._check_saved(app, store)
        store.close()

    def _open_something(self, app: YahtzeeApp) -> None:
        """Open a screen that one gets to by chance only seldom."""
        record, _ = play_out(self._rules, self._people[:2], 0)
        ways: tuple[Callable[[], object], ...] = (
            app.show_new_game,
            app.action_show_options,
            app.action_show_scores,
            lambda: app.show_statistics("A"),
            lambda: app.show_review(lambda: record),
            app.action_show_help,
            app.action_show_key_map,
            lambda: _play_to_the_end(app),
        )
        ways[self._next % len(ways)]()
        self._next += 1

    def _check(self, ui: AppDriver) -> None:
        check_table(ui.app)
        if self._ascii_only:
            assert ui.text.isascii(), ui.text

    @staticmethod
    def _check_saved(app: YahtzeeApp, store: Store) -> None:
        """Check that the newest game is saved as it is now."""
        saved_table = app.navigator.saved_table
        if saved_table is not None and saved_table.game_id is not None and not saved_table.is_stale:
            assert saved_table.problem is None
            text = store.games.read(saved_table.game_id).text
            assert text == write_record(saved_table.table.record), text

    def _draw_config(self) -> TableConfig | None:
        """Return a configuration of a new game, or none for the title screen."""
        rng = self._rng
        if rng.random() < 0.5:
            return None
        seed = str(rng.random())
        config = TableConfig(self._people, self._rules, seed=seed, duplicate=rng.random() < 0.3)
        rank = rng.choice(("", "beginner", "casual"))
        return config.with_computer(rank, "Computer") if rank else config

    def _draw_game(self, store: Store) -> str | None:
        """Return the id of a game to go on with, or none."""
        games = store.games.by_status(Status.UNFINISHED)
        return self._rng.choice(games).id if games and self._rng.random() < 0.5 else None

    def _fill_store(self) -> None:
        """Put games into the store: finished, almost finished, and one open elsewhere."""
        store = Store(self._file)
        for seed, missing in enumerate((0, 0, 4, 8, 20)):
            record, _ = play_out(self._rules, self._people[:3], seed)
            cut = Record(record.setup, record.events[: len(record.events) - missing])
            played = read_record(write_record(cut)).replay()
            assert played is not None
            version = store.games.add(cut, played.game)
            store.games.release(version)
        store.close()
        engine = create_engine(f"sqlite:///{self._file}")
        with engine.begin() as connection:
            held = GAMES.c.id == version.game
            connection.execute(update(GAMES).where(held).values(holder=_ELSEWHERE))
        engine.dispose()


def _play_to_the_end(app: YahtzeeApp) -> None:
    while app.table is not None and not app.table.game.is_over:
        game = app.table.game
        if not game.roll:
            app.table.apply(game.seat, Roll())
        else:
            allowed = [each.box.id for each in game.potentials if each.refusal is None]
            app.table.apply(game.seat, Score(allowed[0]))
