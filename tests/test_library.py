"""The library as its users meet it: the examples of the pages and of every public object run."""

from __future__ import annotations

import doctest
import inspect
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
    assert [name for name in PUBLIC if name not in page] == []
    assert inspect.getdoc(yahtzee_tui), "with an example of its own"
    run(doctest.DocTestFinder().find(yahtzee_tui)[0])
