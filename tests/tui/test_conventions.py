"""What holds for every screen and widget: bindings that explain themselves, and colors by name."""

import importlib
import inspect
import pkgutil
import re
from pathlib import Path

from textual.binding import Binding
from textual.dom import DOMNode
from textual.message import Message

import yahtzee_tui.tui
from yahtzee_tui.tui.app import YahtzeeApp
from yahtzee_tui.tui.themes import THEMES

ROOT = Path(yahtzee_tui.tui.__file__).parent
WALKS = ("app.focus_next", "app.focus_previous")
HEX = re.compile(r"#[0-9a-fA-F]{3,8}\b")
TOKEN = re.compile(r"\$([a-z][a-z0-9-]*)")


def own_classes() -> list[type[DOMNode]]:
    """Return every screen and widget of the app, and the app."""
    found = []
    for module in pkgutil.walk_packages([str(ROOT)], "yahtzee_tui.tui."):
        for _, kind in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            if kind.__module__ == module.name and issubclass(kind, DOMNode):
                found.append(kind)
    return found


def own_bindings() -> list[tuple[str, Binding]]:
    """Return every binding that the app declares itself, with the class it belongs to."""
    return [
        (kind.__name__, binding)
        for kind in own_classes()
        for binding in vars(kind).get("BINDINGS", ())
    ]


def test_the_screens_are_found() -> None:
    names = {kind.__name__ for kind in own_classes()}
    assert {"YahtzeeApp", "TableScreen", "TitleScreen", "ResultScreen", "BoxSearch"} <= names
    assert len(own_bindings()) > 40


def test_every_binding_has_an_id_and_says_what_it_does() -> None:
    described = [each for each in own_bindings() if each[1].action not in WALKS or each[1].show]
    assert [each for each in described if not each[1].id or not each[1].tooltip] == []


def test_every_handler_names_a_message() -> None:
    """Textual finds handlers by their names, and says nothing of one that fits no message."""
    kinds = own_classes()
    messages = list(Message.__subclasses__())
    for kind in messages:
        messages += kind.__subclasses__()
    known = {kind.handler_name for kind in messages} | {"on_event"}
    handlers = {(kind.__name__, name) for kind in kinds for name in vars(kind)}
    named = {(kind, name) for kind, name in handlers if name.startswith(("on_", "_on_"))}
    assert {(kind, name) for kind, name in named if name.lstrip("_") not in known} == set()


def test_ids_of_bindings_are_unique() -> None:
    # Some are shared, and where they lead elsewhere they are called something else.
    known = {(binding.id, binding.action, binding.key) for _, binding in own_bindings()}
    ids = [name for name, _, _ in known if name]
    assert sorted(ids) == sorted(set(ids))


def test_colors_are_named_in_the_themes_alone() -> None:
    found = {path.name: HEX.findall(path.read_text("utf-8")) for path in ROOT.rglob("*.py")}
    assert [name for name, colors in found.items() if colors] == ["themes.py"]


def test_what_is_done_beside_what_is_shown_begins_in_one_module() -> None:
    ways = re.compile(r"\.run_worker\(|@work\b")
    found = [path.name for path in ROOT.rglob("*.py") if ways.search(path.read_text("utf-8"))]
    assert found == ["lifecycle.py"]


def test_every_token_that_is_used_is_in_every_theme() -> None:
    used = set()
    for path in ROOT.rglob("*.py"):
        for line in path.read_text(encoding="utf-8").splitlines():
            used |= {found for found in TOKEN.findall(line) if "-" in found or "color" in line}
    assert used
    app = YahtzeeApp()
    for theme in THEMES:
        app.theme = theme.name
        assert used - set(app.get_css_variables()) == set(), theme.name
