"""The rules core: rule sets as data, cards, games, undo, and the formats of a record in `records`.

It knows no screens, clocks, files or chance; only this package decides what is legal.

    game = Game.start(find_ruleset("official"), ("Ann", "Bob"))
    game = game.play("roll 3 3 3 4 4")
    game.potential("full_house").points       # 25
    game = game.play(Score("full_house"))     # or "score full house"
    print(game)                               # both cards, and whose turn it is
"""

from yahtzee_tui.rules.actions import (
    Action,
    Event,
    Held,
    Hold,
    Move,
    Positions,
    Roll,
    Rolled,
    Score,
    Scored,
    parse_move,
)
from yahtzee_tui.rules.builtin_rulesets import (
    BUILT_IN,
    FAMILIES,
    OFFICIAL,
    REAL_DICE,
    RULESETS,
    complete_rules,
    find_box,
    find_played,
    find_ruleset,
    match_boxes,
    name_rules,
    register,
)
from yahtzee_tui.rules.card import Card, attainable_points
from yahtzee_tui.rules.describe import (
    add_first_roll,
    explain_bonuses,
    explain_joker,
    explain_points,
    explain_summary,
    explain_turn,
    explain_wants,
    format_faces,
)
from yahtzee_tui.rules.errors import Forbidden, Malformed, NotNow, Refusal
from yahtzee_tui.rules.game import MOST_PLAYERS, Game, check_players, place_among
from yahtzee_tui.rules.history import History, PlayedRoll, PlayedTurn, gather_turns, knows_rolls
from yahtzee_tui.rules.names import (
    WIDEST_NAME,
    check_line,
    check_name,
    check_new_name,
    free_name,
)
from yahtzee_tui.rules.position import Position
from yahtzee_tui.rules.record import Record, Setup, resolve_ruleset
from yahtzee_tui.rules.ruleset import Box, Faces, Potential, Ruleset, Section

__all__ = [
    "BUILT_IN", "FAMILIES", "MOST_PLAYERS", "OFFICIAL", "REAL_DICE", "RULESETS", "WIDEST_NAME",
    "Action", "Box", "Card", "Event", "Faces", "Forbidden", "Game", "Held", "History", "Hold",
    "Malformed", "Move", "NotNow", "PlayedRoll", "PlayedTurn", "Position", "Positions",
    "Potential", "Record", "Refusal", "Roll", "Rolled", "Ruleset", "Score", "Scored",
    "Section", "Setup", "add_first_roll", "attainable_points", "check_line", "check_name",
    "check_new_name", "check_players", "complete_rules", "explain_bonuses", "explain_joker",
    "explain_points", "explain_summary", "explain_turn", "explain_wants", "find_box",
    "find_played", "find_ruleset", "format_faces", "free_name", "gather_turns", "knows_rolls",
    "match_boxes", "name_rules", "parse_move", "place_among", "register", "resolve_ruleset",
]  # fmt: skip
