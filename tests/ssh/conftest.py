"""A server that many tests share, since starting one takes a second or two."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.ssh.served import EVIL, Served

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with roomy limits, whose games do mischief for those who come to do it."""
    with Served(tmp_path_factory.mktemp("server"), games=EVIL) as served:
        yield served
