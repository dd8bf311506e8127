"""Gives processes that tests start the date of the tests; Python imports a module of this name."""

import os
import time

_real, _day = time.strftime, os.environ.get("YAHTZEE_TUI_TEST_DAY", "")


def _strftime(form: str, *moment: time.struct_time) -> str:
    return _real(form, *moment) if moment or form != "%Y-%m-%d" else _day


if _day:
    time.strftime = _strftime  # type: ignore[assignment]
