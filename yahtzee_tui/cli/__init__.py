"""The command line: what is asked for in a shell, and what is answered there.

Each command's module, and with it whatever the command needs, is imported only when it runs, so
that `--help` and `--version` answer at once.
"""

import atexit
import gc

gc.disable()  # collecting between imports finds nothing, and takes 5 % of the start
try:
    from yahtzee_tui.cli.main import main
except KeyboardInterrupt:  # Ctrl-C at once
    raise SystemExit(130) from None
finally:
    gc.freeze()
    gc.enable()
atexit.register(gc.freeze)  # Python's last search for garbage takes a sixth of a command's time

__all__ = ["main"]
