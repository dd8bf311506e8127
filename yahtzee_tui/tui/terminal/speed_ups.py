"""Whether to use what reaches into Textual: only with the versions that it was tested with.

With others, and where the environment variable `YAHTZEE_TUI_SPEED_UPS` is 0, Textual's own code
draws, reads and writes: the same screens, later.
"""

import os
import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import cast

VARIABLE = "YAHTZEE_TUI_SPEED_UPS"
TESTED = "8.2."
"""How the versions begin that were tested."""
MODULES = ("yahtzee_tui.tui.terminal.input", "yahtzee_tui.tui.terminal.rendering")
"""The modules that import private modules of Textual, which other versions may not have."""

_PALETTE = (
    "CommandListItem", "CommandPalette", "DiscoveryHit", "Hit", "Hits", "Provider",
    "SimpleProvider",
)  # fmt: skip


@cache
def has_speed_ups() -> bool:
    """Return whether they are used, for all widgets of this process alike."""
    return os.environ.get(VARIABLE) != "0" and find_textual_version().startswith(TESTED)


def find_textual_version() -> str:
    """Return the version of the installed Textual, "" if its package doesn't say one.

    Textual's own `__version__` reads and parses a file, which takes a tenth of the first paint.
    """
    spec = find_spec("textual")
    if spec is None or spec.origin is None:
        return ""
    found = [each.name for each in Path(spec.origin).parents[1].glob("textual-*.dist-info")]
    return found[0].removeprefix("textual-").removesuffix(".dist-info") if len(found) == 1 else ""


def import_app() -> None:
    """Import Textual's app without its palette, which brings a dozen widgets, and without TLS.

    Neither is used here, and unique ids only much later; whoever imports them later gets them.
    """
    if not has_speed_ups() or "textual.app" in sys.modules:
        return
    palette, ids = ModuleType("textual.command"), ModuleType("uuid")
    vars(palette).update((name, type(name, (), {})) for name in _PALETTE)
    vars(ids)["uuid4"] = lambda: import_module("uuid").uuid4()
    stand_ins = {"textual.command": palette, "uuid": ids, "ssl": cast("ModuleType", None)}
    new = stand_ins.keys() - sys.modules.keys()
    sys.modules |= {name: stand_ins[name] for name in new}
    import textual.app  # noqa: F401

    for name in new:
        del sys.modules[name]
