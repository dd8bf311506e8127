"""The web server: a page with a terminal, and one game process per browser tab.

Every client plays as the user who runs the server, with that user's games. So it is meant for one
person, and only its own page may connect; `ssh` serves other people.
"""

from yahtzee_tui.web.config import WebSettings

__all__ = ["WebSettings"]
