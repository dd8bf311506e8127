"""From one table to the next: who plays, what is saved, and which saved game goes on."""

import io
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.plain.scripted_game import FIXED, GAME, talk_through
from tests.tui.local_program import change
from yahtzee_tui.plain.console import Console, finish
from yahtzee_tui.plain.interpreter import PlainContext
from yahtzee_tui.plain.session import PlainSession
from yahtzee_tui.rules import Held, Rolled
from yahtzee_tui.settings import Options
from yahtzee_tui.store import Store, StoreProblem
from yahtzee_tui.store.games import Games
from yahtzee_tui.store.saved_game import SavedGame, Status
from yahtzee_tui.table import TableConfig
from yahtzee_tui.table.judged import daily_event, today

WHO = "Player names separated by commas, or Enter to play solo as Ann:"
SOLO = TableConfig(("Ann",), seed="1")


def newest(store: Store) -> SavedGame:
    saved = store.games.newest()
    assert saved is not None
    return saved


def holders(store: Store) -> list[tuple[str, bool]]:
    """Return the status of each game in the order of their changes, and whether it is held."""
    with closing(sqlite3.connect(store.address)) as database:
        rows = database.execute("select status, holder from games order by changed")
        return [(status, holder is not None) for status, holder in rows]


def test_who_plays_is_asked_until_the_names_are_valid(store: Store) -> None:
    names = {"": "Ann", "Bob": "Bob", " Bob ,Cid": "Bob, Cid", "Bob,, Zoë X,": "Bob, Zoë X"}
    for line, played_by in names.items():
        first = played_by.split(",")[0]
        assert talk_through(store, line) == [
            WHO,
            f"Yahtzee, played by {played_by}.",
            f"{first} goes first. "
            "Press Enter to roll; type digits to hold, s to score, ? for help.",
            f"{first}'s turn:",
        ]
    for odd in ("Ann, ann", "x" * 50, "\x1b[2J", "a,b,c,d,e,f,g,h,i", "a\x00"):
        said = talk_through(store, odd)
        assert said[0] == said[2] == WHO
        assert said[1].endswith(".")
        assert all(each.isprintable() for each in said)
    same = talk_through(store, config=TableConfig(("Ann", "Bob"), duplicate=True))
    assert same[0] == "Yahtzee with the same dice for everyone, played by Ann, Bob."


@pytest.mark.unforced
def test_who_begins_is_drawn_unless_the_options_say_otherwise(store: Store) -> None:
    assert len({talk_through(store, "Ann,Bob", options=Options())[2] for _ in range(40)}) == 2


def test_what_was_done_is_saved_and_gone_on_with(store: Store) -> None:
    said = talk_through(store, "", "13", config=SOLO)
    assert said[-2] == "Game paused in round 1 of 13: Ann 0."
    assert said[-1] == "Saved. To continue, run yahtzee-tui resume --plain."
    saved = newest(store)
    record, history = saved.load()
    assert [type(event) for event in record.events] == [Rolled, Held]
    faces = ", ".join(map(str, history.game.faces))
    said = talk_through(store, "u", "U", game=saved.id)
    assert said[0] == "Yahtzee, played by Ann."
    assert said[1] == "Round 1 of 13, Ann's turn, 2 rolls left."
    assert said[2] == f"Ann's dice show {faces}. 2 rolls left, dice 1 and 3 held."
    assert said[4] == "Undone. Ann holds no dice."
    assert newest(store).load() == (record, history)


def test_nothing_is_said_of_a_game_that_had_not_begun(store: Store) -> None:
    assert talk_through(store, "q", config=SOLO)[-1] == "Ann's turn:"
    assert store.games.newest() is None
    with pytest.raises(StoreProblem):
        talk_through(store, game="nonesuch")


def hold_elsewhere(store: Store) -> None:
    """Let a program on another computer hold all games."""
    change(store.address, "update games set holder = '1 word elsewhere'")


def test_an_unfinished_game_is_offered_unless_it_is_open_elsewhere(store: Store) -> None:
    talk_through(store, "", "s 1", "y", config=SOLO)
    said = talk_through(store, "resume")
    assert said[0] == "Unfinished game: Ann, round 2 of 13. Type resume to continue it."
    assert said[1] == WHO
    assert said[3] == "Round 2 of 13, Ann's turn, 3 rolls left."
    talk_through(store, "", "")
    assert len(store.games.by_status(Status.UNFINISHED)) == 2
    hold_elsewhere(store)
    assert talk_through(store, "resume")[0] == WHO


def test_a_game_that_is_open_elsewhere_is_left_or_taken_over(store: Store) -> None:
    talk_through(store, "", config=SOLO)
    hold_elsewhere(store)
    game = newest(store).id
    left = talk_through(store, "x", "2", game=game)
    question = "1 to take it over, 2 to leave it alone:"
    assert left == ["This game is open in another window.", question, "Type 1 or 2.", question]
    taken = talk_through(store, "1", "", game=game)
    assert taken[2] == "Yahtzee, played by Ann."
    assert len(newest(store).load()[0].events) == 2


def test_a_game_that_was_taken_over_is_not_told_of_any_more(store: Store, tmp_path: Path) -> None:
    other = Store(str(tmp_path / "games.sqlite"))
    rolled: list[str] = []

    class Thief(io.BytesIO):
        """Takes the game over behind the back of whoever has rolled once."""

        def read(self, size: int | None = -1, /) -> bytes:
            rolled.append("")
            if len(rolled) == 2:
                other.games.acquire(newest(store).id, by_force=True)
            return (b"\n", b"\n", b"1\n", b"\n", b"q\n")[len(rolled) - 1]

    output = io.StringIO()
    session = PlainSession(PlainContext(Console(Thief(), output), "Ann", FIXED, store), store)
    finish(session.play(SOLO))
    said = output.getvalue().splitlines()
    assert said[3].startswith("Ann rolled ")
    assert said[5] == "This game was taken over by another window and is not saved from here."
    assert said[6] == "1 to take it over, 2 to leave it alone:"
    assert said[7] == "Yahtzee, played by Ann."
    assert said[11].startswith("Ann rolled ")
    assert len(newest(store).load()[0].events) == 2
    other.close()


@pytest.mark.parametrize("is_written", [False, True])
def test_what_ctrl_c_kept_from_being_saved_is_saved_after_all(
    store: Store, monkeypatch: pytest.MonkeyPatch, is_written: bool
) -> None:
    add, interrupts = Games.add, iter([KeyboardInterrupt])

    def interrupt(*given: Any, **named: Any) -> Any:
        interrupt = next(interrupts, None)
        saved = add(*given, **named) if is_written or interrupt is None else None
        if interrupt is not None:
            raise interrupt
        return saved

    monkeypatch.setattr(Games, "add", interrupt)
    output = io.StringIO()
    session = PlainSession(
        PlainContext(Console(io.BytesIO(b"\n"), output), "Ann", FIXED, store), store
    )
    with pytest.raises(KeyboardInterrupt):
        finish(session.play(SOLO))
    session.say_goodbye()
    told = output.getvalue().splitlines()[-1]
    assert told == "Saved. To continue, run yahtzee-tui resume --plain."
    (saved,) = store.games.each()
    assert len(saved.load()[0].events) == 1


def test_where_nothing_can_be_saved_one_plays_all_the_same(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    said = talk_through(store, "", "", "q", "", "q", "q", config=SOLO)
    problem = "The path for saved games is a folder."
    assert [line for line in said if problem in line] == [
        f"Games won't be saved. {problem}",
        f"Not saved. {problem}",
        f"The game is not saved. {problem}",
    ]
    assert said.count("The game is not saved; q to quit anyway, Enter to stay:") == 2
    file = tmp_path / "games.sqlite"
    file.write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    with closing(Store(str(file))) as damaged:
        said = talk_through(damaged, config=SOLO)
    assert said[2].startswith("The saved games were damaged.")


def test_playing_again_and_with_others(store: Store) -> None:
    said = talk_through(store, *GAME, "p", "", "q", config=SOLO)
    assert said.count("Yahtzee, played by Ann.") == 2
    assert len(store.games.by_status(Status.FINISHED)) == 1
    (again,) = store.games.by_status(Status.UNFINISHED)
    assert again.load()[0].setup.dice == "seed:1#2"
    assert holders(store) == [(Status.FINISHED.value, False), (Status.UNFINISHED.value, True)]
    macintosh = TableConfig(("Ann",), "macintosh", seed="1")
    said = talk_through(store, *GAME, "n", "resume", config=macintosh)
    at = said.index("Unfinished game: Ann, round 1 of 13. Type resume to continue it.")
    assert said[at + 1 : at + 3] == [WHO, "Yahtzee, played by Ann."]
    said = talk_through(store, *GAME, "n", "Bob, Cid", config=macintosh)
    assert said[-3] == f"{macintosh.create_table().game.ruleset.name}, played by Bob, Cid."


def test_of_the_dice_of_a_day_there_is_one_try(store: Store) -> None:
    said = talk_through(store, *GAME, "p", config=daily_event(today()).configure(1, "Ann"))
    assert said[0] == "Yahtzee, daily game, played by Ann."
    assert "You have played this daily game. There is one try a day." in said
    assert not any("p to play again" in line for line in said)
