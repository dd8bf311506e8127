"""The screens of shared play, and the app of a player over SSH."""
