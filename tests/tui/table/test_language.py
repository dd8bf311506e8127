"""A change of the language acts at once, in the middle of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bracketed import Bracketed
from tests.tui.app_driver import NO_TUMBLING, run_table
from yahtzee_tui.settings import languages
from yahtzee_tui.translation import ENGLISH, use_catalog

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def _bracketed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    catalogs = {"en": ENGLISH, "de": Bracketed()}
    monkeypatch.setattr(languages, "read_catalog", catalogs.__getitem__)
    yield
    use_catalog(ENGLISH)
    languages.use_language("en")


@pytest.mark.parametrize("size", [(80, 24), (130, 40)])
@pytest.mark.usefixtures("own_rulesets")
async def test_all_of_a_table_is_in_the_language_that_was_just_chosen(
    size: tuple[int, int],
) -> None:
    filled = [("11123", "ones"), ("22256", "twos")]
    options = NO_TUMBLING._replace(language="en")
    async with run_table("44446", options=options, size=size, filled=filled) as ui:
        await ui.press("space", "1", "2")
        await ui.settle()
        english = ui.text
        assert "Ones" in english
        ui.app.choose_options(options._replace(language="de"))
        await ui.settle()
        text = ui.text
        assert "Einer" in text
        for each in ("<UPPER>", "<LOWER>", "<TOTAL>", "<held>", "<Hold>", "<Undo>", "<Space>"):
            assert each in text, each
        for each in ("Ones", " Hold", " Undo", "─ UPPER", "─ THIS ROLL", "─ TURNS"):
            assert each not in text, each
        ui.app.choose_options(options)
        await ui.settle()
        assert ui.text == english
