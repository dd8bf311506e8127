"""The library as its users meet it: the examples of the pages and of every public object run."""

import doctest
import json
import pickle
import re
import subprocess
import sys
from itertools import product
from operator import attrgetter
from pathlib import Path
from types import FunctionType
from typing import Any
from xml.etree import ElementTree

import pytest

import yahtzee_tui
from tests.rules.conformance import check_sentence
from tests.source import ROOT
from yahtzee_tui import (
    Advice,
    Card,
    Game,
    History,
    Position,
    Record,
    SeededDice,
    Setup,
    Throw,
    UserError,
    find_ruleset,
    read_record,
    review_game,
    solve,
    write_record,
)
from yahtzee_tui.rules.records import write_text

PAGES = [
    page
    for page in sorted((ROOT / "docs").glob("*.md"))
    if ">>> " in page.read_text(encoding="utf-8")
]
PUBLIC = {name: getattr(yahtzee_tui, name) for name in yahtzee_tui.__all__}
OBJECTS = {name: each for name, each in PUBLIC.items() if callable(each)}


def run(example: doctest.DocTest) -> None:
    said: list[str] = []
    doctest.DocTestRunner().run(example, out=said.append)
    assert not said, "".join(said)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_run(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    run(doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0))


@pytest.mark.parametrize("name", OBJECTS)
def test_every_public_object_has_an_example_that_runs(name: str) -> None:
    found = doctest.DocTestFinder().find(OBJECTS[name], name, globs=dict(PUBLIC))
    assert name in {each.name for each in found if each.examples}, f"{name} has no example"
    for each in found:
        run(each)


_BARE = """
import doctest
import sys

sys.modules.update(dict.fromkeys(("textual", "rich", "sqlalchemy", "asyncssh")))
import yahtzee_tui

public = {name: getattr(yahtzee_tui, name) for name in yahtzee_tui.__all__}
runner = doctest.DocTestRunner()
for name, each in public.items():
    for examples in doctest.DocTestFinder().find(each, name, globs=dict(public)):
        runner.run(examples)
print(runner.tries > 50, runner.failures)
"""


def test_the_library_needs_nothing_that_only_screens_servers_and_files_need() -> None:
    words = [sys.executable, "-c", _BARE]
    done = subprocess.run(words, capture_output=True, cwd=ROOT, text=True, timeout=120)
    assert (done.stdout.splitlines()[-1:], done.stderr) == (["True 0"], "")


def test_the_library_page_names_what_is_public() -> None:
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    table = page.partition("| for | names |")[2]
    assert set(re.findall(r"`(\w+)`", table.partition("\n\n")[0])) == set(PUBLIC)
    (example,) = doctest.DocTestFinder(recurse=False).find(yahtzee_tui)
    assert example.examples
    run(example)


def test_what_is_long_has_a_short_repr() -> None:
    setup = Setup("crag", ("Ann",))
    history = History(setup.start())
    for box in history.game.ruleset.boxes:
        history = history.play("roll 1 2 3").play("hold 1").play("hold 0").play(f"score {box.id}")
    table, game = solve(history.game.ruleset), "Game(crag, 'Ann': 26, 13 turns)"
    record = Record.of(setup, history)
    assert repr(history) == f"History({game}, 52 events)"
    assert repr(record) == "Record(crag, ('Ann',), 52 events)"
    parsed = read_record(write_record(record))
    assert repr(parsed) == f"ParsedRecord({record}, 0 errors)"
    assert repr(parsed.replay()) == f"Replay({history}, ())"
    assert repr(review_game(table, setup.start(), history.events)) == f"Review({game})"
    assert repr(table) == "ValueTable(crag, 149.8476)"
    advice = Advice(table, Card.empty(table.ruleset), (5, 5, 6), 1)
    assert repr(advice) == f"Advice({advice.card!r}, (5, 5, 6), {advice.best})"


def test_the_examples_of_analysis_run(tmp_path: Path) -> None:
    setup, histories = Setup("crag", ("Ann",)), []
    for seed in "12":
        history = History(setup.start())
        for round_, box in enumerate(history.game.ruleset.boxes, 1):
            faces = SeededDice(seed).roll(Throw(0, round_, 1, dice=3))
            history = history.play("roll", faces).play(f"score {box.id}")
        histories.append(history)
    one, two = (Record.of(setup, history) for history in histories)
    games = tmp_path / "games.jsonl"
    games.write_text(write_record(one) + write_text(two), encoding="utf-8")
    said = ""
    for example, argument in (("luck", str(games)), ("zeros", "crag")):
        words = [sys.executable, str(ROOT / "examples" / f"{example}.py"), argument]
        said += subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout
    title, summary, *zeros = said.splitlines()
    assert title == "Crag, Ann, games: 2"
    best, luck, skill, score = map(float, re.findall(r"[+-]?\d+\.\d", summary))
    assert best + luck + skill == pytest.approx(score, abs=0.2)
    assert score == sum(history.game.card.grand_total for history in histories) / 2
    assert len(zeros) == 13
    assert zeros[-1].startswith("Crag ")


@pytest.mark.slow
def test_the_cells_of_the_notebook_run(capsys: pytest.CaptureFixture[str]) -> None:
    book = json.loads((ROOT / "examples" / "value_iteration.ipynb").read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    assert len(capsys.readouterr().out.splitlines()) == 15
    assert names["table"].expected == pytest.approx(names["values"][frozenset(names["boxes"])])


def test_pictures_for_notebooks_show_cards_and_dice() -> None:
    game = Game.start("official", ("Ann", "<b>")).play("roll 3 3 3 4 4").play("hold 1 2 3")
    picture = ElementTree.fromstring(game._repr_html_())
    texts = ["".join(each.itertext()) for each in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert [text.replace("\u00a0", " ") for text in texts] == str(game).splitlines()
    dice = [each.text for each in picture.iter("{http://www.w3.org/2000/svg}title")]
    assert dice == ["3", "3", "3", "4", "4"]
    assert game.svg().count('stroke-width="4"') == 3
    assert game.card._repr_html_() == game.card.svg() != Position.of(game)._repr_html_()


def test_arguments_of_wrong_types_are_refused(tmp_path: Path, subtests: pytest.Subtests) -> None:
    crag, game = find_ruleset("crag"), Game.start("crag", ("Ann",))
    card, table = game.card, solve("crag")
    bot = yahtzee_tui.make_bot("expert", crag, table)
    record = Record.of(Setup("crag", ("Ann",)), History(game))
    wrong = (None, 7, 2.5, "\x1b", b"x", [7], (None,), {"id": 1}, object(), game, bot, print)
    calls: dict[Any, tuple[Any, ...]] = {
        "parse_move": (crag, "score crag"), "find_ruleset": ("crag",), "find_box": (crag, "crag"),
        "read_definition": ({"id": "quick", "name": "Quick", "based_on": "official"},),
        "read_record": ("",), "read_records": ("",), "write_record": (record,), "cache_folder": (),
        "load_value_table": ("crag", tmp_path), "review_game": (table, game, ()),
        "describe_advice": (Advice(table, card, (5, 5, 6), 1),), "solve": ("crag",),
        "play_solo": (bot, game, SeededDice("1")), "simulate": (crag, ["regular"], 2, "seed"),
        "Game.start": (crag, ("Ann",), 0), game.play: ("roll", (5, 5, 6)),
        "Card.parse": (crag, card.format_scores()), "Record.of": (record.setup, History(game)),
        "Position.of": (game,), "Position.parse": (str(Position.of(game)),), "Card.empty": (crag,),
        "Advice": (table, card, (5, 5, 6), 1), "make_bot": ("expert", crag, table),
    }  # fmt: skip
    assert calls.keys() >= {name for name, each in PUBLIC.items() if isinstance(each, FunctionType)}
    for name, good in calls.items():
        function = attrgetter(name)(yahtzee_tui) if isinstance(name, str) else name
        function(*good)
        wrongs = [
            (*good[:at], each, *good[at + 1 :])
            for at, each in product(range(len(good)), wrong)
            if type(each) is not type(good[at]) and not (each is None and good[at] is table)
        ]
        for given in (*wrongs, *[good[::-1]][: len(good) - 1]):
            with subtests.test(f"{function.__qualname__} {given!r}"[:90]):
                with pytest.raises(UserError) as caught:
                    function(*given)
                check_sentence(caught.value.sentence)
    assert pickle.loads(pickle.dumps(solve)) is solve


def test_errors_say_what_to_do() -> None:
    game = Game.start("crag", ("Ann",))
    with pytest.raises(UserError, match="pass those of all dice as the second argument"):
        game.play("roll")
    with pytest.raises(UserError, match="did you mean official"):
        Card.empty("offical")
    assert find_ruleset(game.ruleset) is game.ruleset
