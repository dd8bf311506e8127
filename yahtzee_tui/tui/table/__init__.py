"""The table: dice, score card, coach, computer players, at one terminal or shared."""
