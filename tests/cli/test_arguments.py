"""What commands declare is what their code reads."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import yahtzee_tui.cli
from yahtzee_tui.cli.commands import COMMANDS, Argument
from yahtzee_tui.cli.event import ACTIONS
from yahtzee_tui.cli.host import _ACTIONS
from yahtzee_tui.cli.tables import TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yahtzee_tui.cli.commands import CommandSpec

FOLDER = Path(yahtzee_tui.cli.__file__).parent
PACKAGE = "yahtzee_tui.cli."


@cache
def parse(module: str) -> ast.Module:
    return ast.parse((FOLDER / f"{module}.py").read_text(encoding="utf-8"))


def find_modules(module: str) -> set[str]:
    """Return a module of the command line with those of them that it imports."""
    found: set[str] = set()
    waiting = {module}
    while waiting:
        found.add(one := waiting.pop())
        imports = (each for each in ast.walk(parse(one)) if isinstance(each, ast.ImportFrom))
        names = {each.module for each in imports if each.module and each.module.startswith(PACKAGE)}
        waiting |= {name.removeprefix(PACKAGE) for name in names} - found
    return found


def list_arguments(command: CommandSpec) -> Iterator[Argument]:
    for each in command.arguments:
        yield from (each,) if isinstance(each, Argument) else each


def is_namespace(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "args"


def find_strings(node: ast.AST) -> set[str]:
    """Return the texts in some code."""
    return {
        each.value
        for each in ast.walk(node)
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    }


def find_reads(module: str) -> Iterator[str]:
    """Yield the names that a module reads from the arguments.

    It reads `args.name`, asks `"name" in args`, or takes several in a function with
    `getattr(args, name)`, of which every text may be a name.
    """
    for node in ast.walk(parse(module)):
        match node:
            case ast.Attribute(value=owner, attr=name) if is_namespace(owner):
                yield name
            case ast.Compare(left=ast.Constant(value=str(name)), comparators=[owner]) if (
                is_namespace(owner)
            ):
                yield name
            case ast.FunctionDef():
                calls = (each for each in ast.walk(node) if isinstance(each, ast.Call))
                if any(
                    isinstance(each.func, ast.Name)
                    and each.func.id == "getattr"
                    and is_namespace(each.args[0])
                    for each in calls
                ):
                    yield from find_strings(node)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_argument_is_read(command: CommandSpec) -> None:
    module = command.runner.partition(":")[0]
    read = {name for each in find_modules(module) | {"main"} for name in find_reads(each)}
    declared = {each.settings.get("dest", each.name) for each in list_arguments(command)}
    assert {name.removeprefix("--").replace("-", "_") for name in declared} <= read


def test_the_words_of_an_argument_are_those_that_its_code_knows() -> None:
    """They are declared beside the command: help and completion import no code of it."""
    commands = {command.name: command for command in COMMANDS}
    for command, argument, known in (
        ("host", "action", (*_ACTIONS, "event")),
        ("event", "action", ACTIONS),
        ("export", "--table", TABLES),
    ):
        (found,) = (each for each in list_arguments(commands[command]) if each.name == argument)
        assert {*found.settings["choices"]} == {*known}
