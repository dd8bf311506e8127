"""Sharing memory: immortal objects, gathered code, filled blocks, merged pages."""

import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

_COUNTED = """
import sys
from yahtzee_tui.host.ssh.worker.memory import make_immortal

class Thing:
    pass

def work():
    return 1_000_000_007, "a text of its own"

thing = Thing()
thing.parts = {f"key {thing}": [("deep", f"deeper {thing}")]}

def count():
    (key, value), = thing.parts.items()
    code = work.__code__
    every = (thing, Thing, thing.parts, key, value, value[0], value[0][1], work, code)
    return [sys.getrefcount(each) for each in (*every, code.co_consts, code.co_consts[1])]

print(make_immortal())
count()  # Python 3.14 raises the count of code's constants once, by one
before = count()
(key, value), = thing.parts.items()
kept = [thing, Thing, thing.parts, key, value, *value, *value[0], work, work.__code__]
kept += [*kept, work.__code__.co_consts, *work()]
after = count()
print(sum(one == other for one, other in zip(before, after)), len(before))
"""

_FILLED = """
from yahtzee_tui.host.ssh.worker import memory

junk = [bytes(size) for size in range(8, 2000, 8) for _ in range(40)]
del junk[::2]
before = memory._find_memory()

def share():
    new = [bytes(size) for size in range(20, 2000, 20) for _ in range(10)]
    return sum(memory._is_in(before, id(each)) for each in new) / len(new)

print(share())
memory.fill_free_blocks()
print(share())
"""

_GATHERED = """
from yahtzee_tui.host.ssh.worker.memory import gather_code

text = "def work{0}(): return (lambda: {0})()"
every = {}
for number in range(2000):
    exec(text.format(number), every)
called = [every[f"work{number}"] for number in range(0, 2000, 20)]
gather_code(lambda: [each() for each in called])

def pages(functions):
    return len({id(each.__code__) >> 12 for each in functions})

print(pages(called), pages(every[f"work{number}"] for number in range(1, 2000, 20)))
print(*(each() for each in called[:3]))
"""

_CLEARED = """
from textual.color import Color
from yahtzee_tui.host.ssh.worker.memory import clear_library_caches
from yahtzee_tui.text import character_width

Color.parse("red"), character_width("x")
clear_library_caches()
print(Color.parse.cache_info().currsize, character_width.cache_info().currsize)
"""


def ask(program: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return done.stdout.split()


def test_what_is_immortal_is_not_counted() -> None:
    is_possible = sys.version_info >= (3, 12) and not sysconfig.get_config_var("Py_GIL_DISABLED")
    told, same, of = ask(_COUNTED)
    assert told == str(is_possible)
    assert (same == of) is is_possible


@pytest.mark.skipif(sys.platform != "linux", reason="the server runs on Linux")
def test_nothing_new_comes_to_lie_in_a_hole() -> None:
    before, after = map(float, ask(_FILLED))
    assert before > 0.9
    assert after < 0.02


def test_the_code_that_was_called_lies_on_few_pages() -> None:
    together, scattered, *answers = map(int, ask(_GATHERED))
    assert together < scattered / 2
    assert answers == [0, 20, 40]


def test_only_the_libraries_caches_are_cleared() -> None:
    assert ask(_CLEARED) == ["0", "1"]


def test_equal_pages_are_merged_where_the_host_lets_them(tmp_path: Path) -> None:
    about = Path("/proc/self/ksm_stat")
    if not about.exists() or "ksm_merge_any" not in about.read_text():
        pytest.skip("this system can't share them for whole processes")
    file = tmp_path / "run"
    for switch in ("0", "1"):
        file.write_text(f"{switch}\n")
        assert (
            ask(f"""
from pathlib import Path
from yahtzee_tui.host.ssh.worker.memory import enable_page_merging
print(enable_page_merging(Path({str(file)!r})))
print("ksm_merge_any: yes" in Path({str(about)!r}).read_text())
""")
            == [str(switch == "1")] * 2
        )
