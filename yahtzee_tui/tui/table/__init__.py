"""The table screens: dice, score card, coach and bots, at one terminal or shared online."""
