"""The library as its users meet it: the examples of the pages and of every public object run."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import yahtzee_tui

PAGES = [
    page
    for page in sorted(Path(__file__).parents[1].joinpath("docs").glob("*.md"))
    if ">>> " in page.read_text(encoding="utf-8")
]
PUBLIC = {name: getattr(yahtzee_tui, name) for name in yahtzee_tui.__all__}
OBJECTS = {name: each for name, each in PUBLIC.items() if callable(each)}


def run(example: doctest.DocTest) -> None:
    said: list[str] = []
    doctest.DocTestRunner().run(example, out=said.append)
    assert not said, "".join(said)


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


def test_the_library_page_names_what_is_public() -> None:
    page = Path(__file__).parents[1].joinpath("docs", "library.md").read_text(encoding="utf-8")
    table = page.partition("| for | names |")[2]
    assert set(re.findall(r"`(\w+)`", table.partition("\n\n")[0])) == set(PUBLIC)
    (example,) = doctest.DocTestFinder(recurse=False).find(yahtzee_tui)
    assert example.examples
    run(example)
