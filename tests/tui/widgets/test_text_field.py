"""Text fields: keys that arrive in one packet act in their order, as if typed one by one."""

from random import Random

from tests.tui.app_driver import AppDriver, run_table
from yahtzee_tui.tui.widgets.text_field import TextField

EDITING = (
    "left", "right", "home", "end", "delete", "backspace", "ctrl+u", "ctrl+w", "ctrl+k", "ctrl+a",
    "ctrl+e", "ctrl+d", "ctrl+left", "ctrl+right", "shift+left", "shift+home", "ctrl+x", "ctrl+v",
)  # fmt: skip
PREPARING = "end", "ctrl+u", *"xyz", "home", "shift+right", "ctrl+x", "ctrl+k"
"""Empty the field, with an x in the clipboard."""


async def check_packets(ui: AppDriver) -> None:
    """Send random packets of letters and editing keys to the field that has the focus."""
    field = ui.app.focused
    assert isinstance(field, TextField), ui.screen_names
    rng = Random(f"{type(field).__name__} {field.placeholder}")
    keys = [*"Ann", "ctrl+u", *rng.choices((*"abc", "space", *EDITING), k=16)]
    for key in PREPARING:
        await ui.press_without_waiting(key)
    ui.type_ahead(*keys)
    await ui.settle()
    together = field.value, field.cursor_position
    for key in (*PREPARING, *keys):
        await ui.press_without_waiting(key)
    assert together == (field.value, field.cursor_position), keys


async def test_fields_at_home() -> None:
    async with run_table("33344") as ui:
        await ui.press("space", "slash")
        await check_packets(ui)
        await ui.press("escape", "ctrl+p")
        await check_packets(ui)
        await ui.open_title()
        await ui.click_text("New game")
        await ui.click("#name-1")
        await check_packets(ui)
