"""The screens over SSH between games: signing in, lobby, new table, waiting room."""
