"""Where the tests of shared play in lines keep games."""

from tests.plain.conftest import address, home

__all__ = ["address", "home"]
