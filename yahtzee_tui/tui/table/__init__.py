"""The table screens: dice, score card, coach and bots.

`TableScreenBase` shows a table and its events; the other screens come from it:

- `TableScreen`, a player's table with input, coach and bots; from it `LessonScreen`,
  `WhatIfScreen`, and the `ExerciseScreen` of practice;
- `WatchScreen`, a game that another program plays.

`grid` places the widgets, `view_model` says what they show, `status_sentences` what the status line
says.
"""
