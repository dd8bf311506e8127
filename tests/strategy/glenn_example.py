"""Glenn's example as a game: Bob has Yahtzee and chance open, and is 40 behind Ann.

Only Ann's ones are open, and it is Bob's turn. With 1-1-1-1-2 after his last roll, a zero in
Yahtzee has the higher mean, but only chance leaves him anything to win with.
"""

from itertools import zip_longest

from yahtzee_tui.rules import OFFICIAL

_OPEN = ("yahtzee", "chance")
_PAID = [("44412", "fours"), ("66655", "chance")]
_ZEROS = {"ones": "22356", "twos": "11356", "fours": "11356"}
_BOB = [(_ZEROS.get(box.id, "11224"), box.id) for box in OFFICIAL.boxes if box.id not in _OPEN]
_ANN = [*_PAID, *(turn for turn in _BOB if turn[1] not in ("ones", "fours")), ("11224", "yahtzee")]

TURNS = [turn for both in zip_longest(_ANN, _BOB) for turn in both if turn]
"""What was rolled and the box it was scored in, turn by turn."""
