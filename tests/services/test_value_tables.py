"""Value tables: one copy of what is in use, and nothing else stays in memory."""

from __future__ import annotations

import gc
import subprocess
import sys
from weakref import ref

import pytest

from yahtzee_tui.rules import RULESETS
from yahtzee_tui.services.value_tables import ValueTables, load_table

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


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc is told to")
def test_large_arrays_that_a_thread_frees_go_back_to_the_system() -> None:
    done = subprocess.run([sys.executable, "-c", _WORK], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 12_000_000, "40 MB of arrays beside 1 MB that is kept"
