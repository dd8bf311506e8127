"""The review of a finished game: luck, skill, mistakes, turn by turn."""
