"""`yahtzee-tui web`: serves the game to browsers."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

from yahtzee_tui.cli.display import find_display
from yahtzee_tui.cli.output import show, show_errors
from yahtzee_tui.errors import UserError
from yahtzee_tui.host.web import WebSettings
from yahtzee_tui.host.web.origins import is_loopback, origin_of
from yahtzee_tui.settings import find_language
from yahtzee_tui.settings.toml_file import describe_os_error
from yahtzee_tui.text import quote
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable

_MISSING = N_(
    "Playing in a browser needs textual-serve, which is not installed. To get it, run pip install "
    "'.[web]' in a clone of this program."
)
_SHARED = N_(
    "Anyone who can reach this address plays as you, with your games. To host other players, "
    "use yahtzee-tui serve."
)


def web(args: Namespace) -> int:
    """Serve the game until a signal. Raises `UserError` if the server can't be started."""
    if find_spec("textual_serve") is None:
        raise UserError(_(_MISSING))
    display = find_display(args)  # an error in the options is reported here, not on every page
    language = find_language(display.options.language, os.environ)
    settings = find_settings(args)._replace(language=language)
    if settings.public_url or not is_loopback(settings.host):
        show_errors(_(_SHARED))
    from yahtzee_tui.host.web.server import serve

    def show_address(port: int) -> None:
        address = format_address(settings, port)
        show(_("Open {address} in a browser. Press Ctrl+C here to stop.", address=address) + "\n")

    try:
        serve(settings, show_address)
    except (OSError, UnicodeError) as error:
        sentence = N_("The game can't be served on {address}, port {port}: {why}.")
        if not settings.host:
            sentence = N_("The game can't be served on all addresses, port {port}: {why}.")
        places = {"address": settings.host, "port": settings.port, "why": _why(error)}
        raise UserError(_(sentence, **places)) from None
    return 0


def find_settings(args: Namespace) -> WebSettings:
    """Return the settings of the server. Raises `UserError` if an option is not valid."""
    if args.public_url and not origin_of(args.public_url):
        sentence = N_("--public-url must be an address such as {example}, not {word}.")
        places = {"example": "https://dice.example.org", "word": quote(args.public_url)}
        raise UserError(_(sentence, **places))
    command = (sys.executable, "-m", "yahtzee_tui", *_pass_on(args))
    return WebSettings(args.host, args.port, args.public_url, command)


def _pass_on(args: Namespace) -> Iterable[str]:
    for name in ("config", "theme", "language", "database"):
        if name in args:
            yield f"--{name}={getattr(args, name)}"
    for name in ("no_color", "ascii"):
        if name in args:
            yield f"--{name.replace('_', '-')}"


def format_address(settings: WebSettings, port: int) -> str:
    """Return the address of the page."""
    if settings.public_url:
        return settings.public_url
    from socket import gethostname

    host = settings.host if settings.host not in ("", "0.0.0.0", "::") else gethostname()
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _why(error: OSError | UnicodeError) -> str:
    if isinstance(error, UnicodeError):
        return _("it is not an address")
    return describe_os_error(error)
