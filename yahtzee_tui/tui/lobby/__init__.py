"""The screens over SSH between games: signing in, the lobby, a table that waits, the chat."""
