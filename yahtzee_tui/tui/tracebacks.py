"""What is written down of a crash: where it came about, and nothing of what anybody typed."""

from __future__ import annotations

from typing import Any

from rich import traceback


class _Bare(traceback.Traceback):
    """A traceback without the values of variables, among which names and messages may stand."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options | {"show_locals": False})


def leave_out_locals() -> None:
    """Let Textual, which would show every value, show none from now on."""
    setattr(traceback, "Traceback", _Bare)  # noqa: B010 - a class isn't assigned to for mypy
