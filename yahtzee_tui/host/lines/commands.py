"""What can be typed in the lobby, in a waiting room and at a shared table."""

from __future__ import annotations

from yahtzee_tui.plain.commands import (
    AFTER_GAME,
    COMMANDS,
    COMMON,
    LAST_COMMANDS,
    PLAY_AGAIN,
    Scope,
    TableCommand,
)

_NOTICES = TableCommand("", "notices", "what the host of this server has said")
_LOBBY = TableCommand("L", "lobby", "go to the lobby; your seat and your game are kept")
_MEETING = (
    TableCommand("m", "say", "write to all at the table: say good luck", True),
    TableCommand("", "messages", "the last messages"),
    TableCommand(
        "", "mute", "hide or show a player's messages: mute Bob; with no name, all watchers'", True
    ),
    TableCommand("w", "who", "who is here, and the time that is left"),
    TableCommand("", "invite", "the command with which friends join this table"),
    _NOTICES,
    _LOBBY,
)
SHARED_COMMANDS = (
    *_MEETING,
    TableCommand("", "away", "let a computer play for you until you return"),
)
"""The further commands at a shared table."""

ROOM_COMMANDS = (
    TableCommand("", "start", "start the game; free seats stay empty"),
    TableCommand("", "computer", "add a computer player: computer expert", True),
    TableCommand("", "free", "free the seat of a computer or of another player: free 2", True),
    TableCommand("", "word", "add a word of yours to the dice: word otter", True),
    TableCommand("", "leave", "give up your seat"),
    TableCommand("", "close", "close the table for everyone"),
    *_MEETING,
    *COMMON,
)
"""Those in the waiting room of a shared table."""

LOBBY_COMMANDS = (
    TableCommand("t", "tables", "the tables; Enter alone does the same"),
    TableCommand(
        "",
        "open",
        "open a table: open 3 yatzy 60 private expert has 3 seats, 60 seconds per turn, joining by "
        "code only, and a computer",
        True,
    ),
    TableCommand("j", "join", "join a table by its code or its number in the list", True),
    TableCommand("w", "watch", "watch a table", True),
    TableCommand("", "solo", "play alone or with computers: solo yatzy expert", True),
    TableCommand("", "saved", "your unfinished games, with their numbers"),
    TableCommand(
        "", "resume", "continue your newest unfinished game, or one from the list: resume 2", True
    ),
    TableCommand("d", "daily", "the daily game"),
    TableCommand("e", "event", "the events, or your next game of one: event Sunday Cup", True),
    TableCommand("", "review", "luck, skill and costliest decisions in your event games", True),
    TableCommand("", "share", "a text to share about your event games", True),
    TableCommand("", "practice", "test yourself against best play: practice yatzy", True),
    TableCommand("", "games", "the games that can be played"),
    TableCommand("", "tell", "messages while you are away: tell turn turns one on or off", True),
    TableCommand(
        "a", "key", "add another machine's SSH key, or a bot; key 2 takes the second key away", True
    ),
    _NOTICES,
    _LOBBY,
    *COMMON,
)
"""Those in the lobby of a host."""

ALONE = Scope((*COMMANDS, *LAST_COMMANDS, _LOBBY))
"""What can be typed in a game without other people."""

SHARED = Scope((*COMMANDS, *SHARED_COMMANDS, PLAY_AGAIN, *AFTER_GAME))
ROOM = Scope(ROOM_COMMANDS, "who", has_dice=False)
LOBBY = Scope(LOBBY_COMMANDS, "tables", has_dice=False)
