"""Fixtures that run the game on a terminal and close it after the test."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol

import pytest

from tests.terminal.console import Console
from tests.terminal.user_folders import UserFolders


class Open(Protocol):
    def __call__(self, *words: str, size: tuple[int, int] = ..., **env: str) -> Console: ...


@pytest.fixture
def open_game() -> Iterator[Open]:
    with ExitStack() as stack:

        def run(*words: str, size: tuple[int, int] = (80, 24), **env: str) -> Console:
            return stack.enter_context(Console(*words, size=size, **env))

        yield run


@pytest.fixture
def home(tmp_path: Path) -> UserFolders:
    return UserFolders(tmp_path)
