"""How much memory the program took at most."""

from __future__ import annotations

import re
import sys
from pathlib import Path

_STATUS = Path("/proc/self/status")


def peak_memory() -> int | None:
    """Return the most memory that was resident at once in bytes, None where nobody can tell."""
    try:
        # Linux counts what the parent had before this program began into what `resource` says.
        status = _STATUS.read_text(encoding="ascii", errors="replace")
        if found := re.search(r"^VmHWM:\s*(\d+) kB$", status, re.MULTILINE):
            return int(found[1]) * 1024
    except OSError:
        pass
    try:
        import resource
    except ImportError:  # Windows has no such module
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
