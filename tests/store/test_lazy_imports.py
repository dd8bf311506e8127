"""What starts fast stays fast: neither database nor settings are loaded before they are needed."""

import subprocess
import sys

from tests.source import ROOT

_LOADED = "print(sorted({'sqlalchemy', 'sqlite3', 'tomlkit'} & set(sys.modules)), file=sys.stderr)"


def run(code: str) -> str:
    """Return what of the heavy is loaded after some code, in a process of its own."""
    words = [sys.executable, "-c", f"import sys\n{code}\n{_LOADED}"]
    done = subprocess.run(words, capture_output=True, check=True, cwd=ROOT, text=True, timeout=60)
    return done.stderr


def test_no_module_loads_it() -> None:
    modules = ["store", "store.listing", "store.saved_game", "store.entries", "table"]
    for package in ("services", "tui"):  # screens, and the words that they say
        files = [*(ROOT / "yahtzee_tui" / package).rglob("*.py")]
        modules += [".".join(each.relative_to(ROOT).with_suffix("").parts[1:]) for each in files]
    assert "tui.home.title" in modules
    imports = "\n".join(f"import yahtzee_tui.{module}" for module in modules)
    assert run(imports) == "[]\n"


def test_a_file_needs_no_drivers_of_postgresql_and_the_check_sees_what_is_loaded() -> None:
    drivers = "sqlalchemy.dialects.postgresql"
    code = f"import yahtzee_tui.store.games; assert {drivers!r} not in sys.modules"
    assert run(code) == "['sqlalchemy']\n"
