"""Value tables: one copy of what is in use, and nothing else stays in memory."""

import asyncio
import gc
import re
import subprocess
import sys
from pathlib import Path
from weakref import ref

import numpy as np
import pytest

from yahtzee_tui.rules import RULESETS, Card, Setup
from yahtzee_tui.services.value_tables import ValueTables, load_table
from yahtzee_tui.settings import cache_folder
from yahtzee_tui.settings.languages import use_language
from yahtzee_tui.strategy import Advice, load_outcomes
from yahtzee_tui.strategy.solver.cache import read_best_play

_WORK = """
from pathlib import Path
from threading import Thread
from yahtzee_tui.tui import return_freed_memory

def count():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

def work():
    for _ in range(3):
        arrays = []
        for _ in range(40):
            arrays.append(b"." * 1_000_000)
            kept.append(b"." * 10_000)
        arrays.clear()

kept = []
return_freed_memory()
before = count()
thread = Thread(target=work)
thread.start()
thread.join()
print(count() - before)
"""


def test_the_tables_of_other_rule_sets_are_forgotten_and_one_is_shared() -> None:
    tables, known = ValueTables(), []
    for name in ("crag", "cheerio", "crag"):
        loader = tables.find(RULESETS[name])
        known.append(ref(loader.load_now()))
        assert load_table(RULESETS[name]).table is loader.values
        assert tables.find(RULESETS[name]) is loader
    gc.collect()
    assert [each() for each in known] == [None, None, loader.values]
    assert load_table(RULESETS["crag"], fresh=True).table is not loader.values


@pytest.mark.parametrize("rules", ["crag", "generala"])
def test_advice_names_boxes_in_the_language_that_was_just_chosen(rules: str) -> None:
    tables, said = ValueTables(), []
    for code in ("en", "de", "en"):
        use_language(code)
        card = Card.empty(RULESETS[rules])
        adviser = tables.find(card.ruleset).load_adviser()
        advice = Advice(adviser, card, (1,) * card.ruleset.dice, 0)
        said.append([choice.box.name for choice in advice.boxes])
    assert said[0] == said[2]
    assert said[0][0] == "Ones"
    assert said[1][0] == "Einer"


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc is told to")
def test_large_arrays_that_a_thread_frees_go_back_to_the_system() -> None:
    done = subprocess.run([sys.executable, "-c", _WORK], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 12_000_000, "40 MB of arrays beside 1 MB that is kept"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="where /proc tells what is in memory")
def test_nothing_of_the_file_of_outcomes_stays_in_memory_after_a_question() -> None:
    ruleset = RULESETS["yz"]
    load_outcomes(load_table(ruleset).table, cache_folder())
    gc.collect()
    before = count_mapped()  # by what earlier tests of this process still hold
    loader = ValueTables().find(ruleset)
    loader.values = read_best_play(ruleset, cache_folder())
    game = Setup("yz", ("Ann", "Bob")).start()
    assert loader.values is not None
    assert loader.values.outcomes.of(np.array([0])).waves.any()
    assert count_mapped() > before
    assert loader.find_shares(game) == pytest.approx((0.5, 0.5))
    assert count_mapped() == before
    assert loader.values.outcomes.of(np.array([0])).waves.any()
    assert asyncio.run(loader.find_best_play()) is not None
    assert count_mapped() == before


def count_mapped() -> int:
    maps = Path("/proc/self/smaps").read_text(encoding="utf-8")
    return sum(map(int, re.findall(r"\.values\n.*?\nRss: +(\d+)", maps, re.DOTALL)))
