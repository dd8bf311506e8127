"""The pictures show what is drawn now; what they look like is for people to judge."""

import re

import pytest
from PIL import Image

from tests.screenshots import FOLDER, SCENES, draw
from tests.source import needs_host
from yahtzee_tui.tui.widgets.painted import QUARTERS

SHOWN = {
    "title": "Learn", "new-game": "Scandinavian", "table": "held", "table-four": "Dee",
    "posted": "scored", "joker": "Joker", "help": "play", "end": "WINS", "small": "held",
    "paper": "held",
    "wide": "TURNS", "light": "held", "contrast": "held", "coach": "keep", "values": "Keep",
    "review": "Accuracy", "options": "Coach", "scores": "High", "statistics": "Weakest",
    "lobby": "TURN", "waiting-room": "KESTREL-42",
}  # fmt: skip
"""What a scene must show, as words that stand on it in one piece."""


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENES)
async def test_a_picture_is_as_its_scene_is_drawn_now(name: str) -> None:
    svg = await draw(SCENES[name])
    assert SHOWN[name] in svg
    assert not set(QUARTERS[1:]) & set(svg), "fonts leave gaps in blocks"
    hosts = set(re.findall(r"https?://([^/\"]+)", svg))
    assert hosts == {"www.w3.org"}, "only the name of the format itself"
    is_new = (FOLDER / f"{name}.svg").read_text(encoding="utf-8") == svg
    assert is_new, "look at it, then run python -m tests.screenshots"


@needs_host
def test_every_picture_is_there() -> None:
    assert {path.stem for path in FOLDER.glob("*.svg")} == set(SCENES)
    with Image.open(FOLDER / "card.png") as card:
        assert card.size == (1200, 630)
    assert 20_000 < (FOLDER / "browser.png").stat().st_size < 200_000
