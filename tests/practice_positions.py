"""Makes the file of positions to practice, from games of a computer player.

    python -m tests.practice_positions > yahtzee_tui/services/practice_positions.txt

Positions are those in which weaker computer players lose points; the themes say what decides them.
Jokers are rare, so that they come from further games in which many rolls show equal dice. It takes
some minutes.
"""

from collections.abc import Iterator
from random import Random

from yahtzee_tui.rules import Game, Hold, Position, Roll, find_ruleset
from yahtzee_tui.services.practice import EASY, RIGHT, Theme, find_lead
from yahtzee_tui.services.value_tables import load_outcomes, load_table
from yahtzee_tui.strategy import Advice, Choice, HoldChoice, ValueTable, compare_choices
from yahtzee_tui.strategy.advice import UPPER_BONUS
from yahtzee_tui.strategy.bots import make_bot

RULES = ("official", "yatzy")
EACH = 30
"""How many positions a theme gets of each rule set."""

GAMES = 60
EQUAL_SHARE = 0.15
"""How many of the rolls show equal dice in the games for jokers."""

LEAST, MOST = 1.0, 12.0
"""Points that the choice of a weaker player loses: noticeable, and no absurd one."""

WEAKER = ("casual", "regular")


def find_theme(table: ValueTable, game: Game, advice: Advice, choice: Choice) -> Theme | None:
    if any(each.joker or each.bonus for each in game.potentials):
        return Theme.JOKERS
    if len(game.card.open) <= 3:
        return Theme.LAST_ROUNDS
    reason = compare_choices(table, advice, advice.best, choice)[0]
    if reason.id == UPPER_BONUS and reason.points > 0:
        return Theme.UPPER_BONUS
    return Theme.FIRST_ROLL if game.roll == 1 and isinstance(advice.best, HoldChoice) else None


def find_positions(
    table: ValueTable, rng: Random, equal_share: float
) -> Iterator[tuple[Theme, str]]:
    """Yield the positions of simulated games that are worth practicing, with their themes.

    So many of the rolls show equal dice; with any, only positions of jokers are yielded.
    """
    ruleset = table.ruleset
    player = make_bot("skilled", ruleset, table)
    weaker = [make_bot(rank, ruleset, table) for rank in WEAKER]
    for _ in range(GAMES):
        game = Game.start(ruleset, ("Ann",))
        while not game.is_over:
            if game.roll and not isinstance(action := player.choose(game), Hold):
                game = game.play(action)
                continue
            if game.roll:
                game = game.play(action)
            faces = [rng.randint(1, ruleset.sides) for _ in range(ruleset.dice)]
            if rng.random() < equal_share:
                faces = [game.faces[game.held[0]] if game.held else faces[0]] * ruleset.dice
            game = game.play(Roll(), tuple(faces))
            advice = Advice(table, game.card, game.faces, game.rolls_left)
            worst: Choice = advice.best
            for it in (bot.choose(game) for bot in weaker):
                chosen: Choice | None = (
                    advice.hold(it.positions) if isinstance(it, Hold) else advice.box(it.box)
                )
                if chosen is not None and chosen.value < worst.value:
                    worst = chosen
            if LEAST <= advice.loss(worst) <= MOST:
                theme = find_theme(table, game, advice, worst)
                if theme is Theme.JOKERS or (theme is not None and not equal_share):
                    yield theme, str(Position.of(game))


def arrange(table: ValueTable, positions: list[str]) -> list[str]:
    """Return the positions in which one choice is best, the easy ones last."""
    leads = {}
    for text in positions:
        position = Position.parse(text)
        leads[text] = find_lead(Advice(table, position.card, position.faces, position.rolls_left))
    return sorted(
        (text for text in positions if leads[text] >= RIGHT), key=lambda text: leads[text] > EASY
    )


def main() -> None:
    print("# Made by `python -m tests.practice_positions`: a theme and a position a line.")
    for rules in RULES:
        rng = Random(f"practice {rules}")
        table = load_table(find_ruleset(rules)).table
        load_outcomes(table)
        found: dict[Theme, dict[str, None]] = {theme: {} for theme in Theme}
        for equal_share in (0.0, EQUAL_SHARE) if table.ruleset.joker else (0.0,):
            for theme, position in find_positions(table, rng, equal_share):
                found[theme][position] = None
        for theme, positions in found.items():
            chosen = rng.sample([*positions], min(EACH, len(positions)))
            for position in arrange(table, chosen):
                print(theme.value, position)


if __name__ == "__main__":
    main()
