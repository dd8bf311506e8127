"""Short ways to a position: dice on the table, and a card with some boxes filled."""

from yahtzee_tui.rules import Card, Faces, Game, Rolled, find_ruleset


def dice(text: str) -> Faces:
    """Return faces written as digits, `"33344"`."""
    return tuple(map(int, text))


def position(rules: str, faces: str, filled: dict[str, int] | None = None) -> Game:
    """Return a game of one player whose card has these boxes filled and who rolled these dice."""
    ruleset = find_ruleset(rules)
    card = Card.empty(ruleset)
    for box, points in (filled or {}).items():
        card = card.write(box, points)
    game = Game(ruleset, ("Ann",), 0, (card,), turns=len(filled or {}))
    return game.play(Rolled(dice(faces))) if faces else game


def fill_lower(rules: str, **points: int) -> dict[str, int]:
    """Return every lower box filled with a zero, or with the points given."""
    return {box.id: points.get(box.id, 0) for box in find_ruleset(rules).lower}
