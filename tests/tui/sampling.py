"""Marks all but the first parameters of a test as slow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _pytest.mark.structures import ParameterSet


def thin(values: Iterable[object], quick: int = 1) -> list[ParameterSet]:
    """Return values for one parameter, or tuples for several, all but the first ones slow."""
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=[pytest.mark.slow] if at >= quick else [],
        )
        for at, value in enumerate(values)
    ]


def thin_keys(values: Iterable[tuple[object, ...]], quick: int = 1) -> list[ParameterSet]:
    """Return tuples for one parameter, such as keys or a size, all but the first ones slow."""
    return thin(((value,) for value in values), quick)
