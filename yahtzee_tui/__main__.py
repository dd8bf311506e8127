"""Lets `python -m yahtzee_tui` do what the command `yahtzee-tui` does."""

from yahtzee_tui.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
