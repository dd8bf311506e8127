"""`yahtzee-tui rules`: the list of rule sets, or the boxes and points of one."""

from __future__ import annotations

import json
from itertools import zip_longest
from pathlib import Path
from textwrap import fill, wrap
from typing import TYPE_CHECKING

from yahtzee_tui.cli.output import align, format_box, show, show_errors, show_json
from yahtzee_tui.errors import UserError
from yahtzee_tui.rules import (
    RULESETS,
    explain_bonuses,
    explain_joker,
    explain_points,
    explain_summary,
    explain_turn,
    explain_wants,
    find_ruleset,
)
from yahtzee_tui.rules.definition import write_definition
from yahtzee_tui.services.value_tables import describe_best_play
from yahtzee_tui.settings import MANNERS, Manners
from yahtzee_tui.settings.options import to_toml
from yahtzee_tui.settings.paths import rules_folder
from yahtzee_tui.translation import N_, _

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Iterator

    from yahtzee_tui.rules import Box, Ruleset

_WIDTH = 79
_COLUMNS = 4  # of a blank card
_BLANK_CARD = "rules yatzy --sheet"
_WANTS_WIDTH = 24


def rules(args: Namespace) -> int:
    """List the rule sets, explain or check one, or print a rule file to start from."""
    if any((args.sheet, args.columns, args.games, args.paper)) and not (
        args.sheet and args.ruleset
    ):
        raise UserError(_("A blank card needs a rule set, as in {command}.", command=_BLANK_CARD))
    if args.json and (args.template or args.sheet):
        option, form = ("--template", "TOML") if args.template else ("--sheet", "SVG")
        sentence = N_("{option} prints {format}. For JSON, give the ID without it.")
        raise UserError(_(sentence, option=option, format=form))
    if args.check is not None:
        return _check(Path(args.check), args.json)
    if args.template is not None:
        show(_format_template(find_ruleset(args.template)))
    elif args.ruleset is not None:
        ruleset = find_ruleset(args.ruleset)
        if args.sheet:
            show(_draw_blank_card(ruleset, args))
        elif args.json:
            show_json({"ruleset": write_definition(ruleset)})
        else:
            show(_explain(ruleset))
    elif args.json:
        show_json({"rulesets": [*map(write_definition, RULESETS.values())]})
    else:
        show(align((each.id, each.name, explain_summary(each)) for each in RULESETS.values()))
        from yahtzee_tui.settings.rule_files import BROKEN

        show_errors(*(error.sentence for error in BROKEN))
    return 0


def _check(path: Path, as_json: bool) -> int:
    from yahtzee_tui.settings.rule_files import RuleFileError, read_rule_file

    try:
        ruleset = read_rule_file(path).ruleset
    except RuleFileError as error:
        if as_json:
            show_json({"ruleset": None, "errors": error.sentences})
        else:
            show_errors(*error.sentences)
        return 1
    if as_json:
        show_json({"ruleset": write_definition(ruleset), "errors": []})
    else:
        show(_explain(ruleset))
    return 0


def _format_template(base: Ruleset) -> str:
    """Return a rule file that changes nothing yet, with what the base has as comments."""
    data = write_definition(base)
    boxes = data.pop("box")
    for key in ("id", "name", "summary"):
        del data[key]
    comments = (
        _("A rule file. Lines that start with # change nothing. Remove the # to change a value."),
        _("To play: {command}", command="yahtzee-tui play --rules ./FILE.toml"),
        _("To see it in every list of rule sets, save the file in {folder}", folder=rules_folder()),
    )
    # Translators: the name of a player's own rules, which are based on others
    name = _("My {game}", game=base.name)
    lines = [
        *(f"# {comment}" for comment in comments),
        f'id = "my-{base.id}"',
        f"name = {_to_toml(name)}",
        f'based_on = "{base.id}"',
        "",
        *(f"# {key} = {_to_toml(value)}" for key, value in data.items()),
    ]
    for box_id, box in boxes.items():
        lines += ["", f"# [box.{box_id}]"]
        lines += [f"# {key} = {_to_toml(value)}" for key, value in box.items()]
    manners = Manners()._replace(**MANNERS.get(base.key, {}))._asdict()
    lines += ["", "# [manners]"]
    lines += [f"# {key} = {_to_toml(to_toml(value))}" for key, value in manners.items()]
    lines += ["", "# [names.sv]", f'# game = "{base.name}"']
    return "\n".join(lines) + "\n"


def _to_toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_to_toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return f"[{', '.join(map(_to_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)


def _draw_blank_card(ruleset: Ruleset, args: Namespace) -> str:
    from yahtzee_tui.rules.blank_card import draw_blank_card

    numbers = [str(number) for number in range(1, (args.games or 0) + 1)]
    heads = numbers or [""] * (args.columns or _COLUMNS)
    return draw_blank_card(ruleset, _("Game") if numbers else "", heads, args.paper or "a4")


def _explain(ruleset: Ruleset) -> str:
    """Return a rule set's turn, boxes, bonuses and best play in words."""
    boxes = align(row for box in ruleset.boxes for row in _box_rows(ruleset, box))
    title = f"{ruleset.name} ({ruleset.id})\n{explain_summary(ruleset)}"
    bonuses = _fill((*explain_bonuses(ruleset), *explain_joker(ruleset)))
    best_play = _fill(describe_best_play(ruleset))
    parts = (title + "\n", _fill(explain_turn(ruleset)), boxes, bonuses)
    return "\n".join((*parts, *filter(None, [best_play])))


def _box_rows(ruleset: Ruleset, box: Box) -> Iterator[tuple[str, ...]]:
    points = explain_points(box).removeprefix("the ")
    wants = wrap(explain_wants(box), _WANTS_WIDTH)
    cells = ([format_box(ruleset, box)], [box.id], wants, [points])
    yield from zip_longest(*cells, fillvalue="")


def _fill(sentences: Iterable[str]) -> str:
    return "".join(f"{fill(sentence, _WIDTH)}\n" for sentence in sentences)
