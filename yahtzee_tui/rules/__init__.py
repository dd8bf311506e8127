"""The rules core: rule sets as data, cards, games and undo; `records` beside it reads and writes.

It knows nothing of screens, clocks, files or chance; everything else in the program asks it.

    game = Game.start(find_ruleset("official"), ("Ann", "Bob"))
    game = game.apply(Rolled((3, 3, 3, 4, 4)))
    game.potential("full_house").points       # 25
    game = game.play(Score("full_house"))
"""

from yahtzee_tui.rules.actions import (
    Action,
    Event,
    Held,
    Hold,
    Positions,
    Roll,
    Rolled,
    Score,
    Scored,
    parse_action,
    parse_event,
)
from yahtzee_tui.rules.boxnames import find_box, match_boxes
from yahtzee_tui.rules.card import Card, Potential, attainable_points
from yahtzee_tui.rules.game import Game, Standing
from yahtzee_tui.rules.history import History
from yahtzee_tui.rules.legal import LegalActions
from yahtzee_tui.rules.lines import check_line
from yahtzee_tui.rules.patterns import Faces
from yahtzee_tui.rules.players import (
    MOST_PLAYERS,
    WIDEST_NAME,
    check_name,
    check_players,
    free_name,
)
from yahtzee_tui.rules.record import Record, Setup
from yahtzee_tui.rules.refusal import Forbidden, Malformed, NotNow, Refusal
from yahtzee_tui.rules.registry import OFFICIAL, RULESETS, find_ruleset
from yahtzee_tui.rules.ruleset import Box, Ruleset, Section
from yahtzee_tui.rules.words import explain_bonuses, explain_points, explain_turn

__all__ = [
    "MOST_PLAYERS",
    "OFFICIAL",
    "RULESETS",
    "WIDEST_NAME",
    "Action",
    "Box",
    "Card",
    "Event",
    "Faces",
    "Forbidden",
    "Game",
    "Held",
    "History",
    "Hold",
    "LegalActions",
    "Malformed",
    "NotNow",
    "Positions",
    "Potential",
    "Record",
    "Refusal",
    "Roll",
    "Rolled",
    "Ruleset",
    "Score",
    "Scored",
    "Section",
    "Setup",
    "Standing",
    "attainable_points",
    "check_line",
    "check_name",
    "check_players",
    "explain_bonuses",
    "explain_points",
    "explain_turn",
    "find_box",
    "find_ruleset",
    "free_name",
    "match_boxes",
    "parse_action",
    "parse_event",
]
