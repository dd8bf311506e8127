"""Checks answers in JSON against docs/json.schema.json, and no other fields."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

_FILE = Path(__file__).parents[2] / "docs" / "json.schema.json"


@cache
def read_schema() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(_FILE.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return schema


@cache
def validator(form: str) -> Draft202012Validator:
    """Return the validator of a form; it takes only fields that the schema names."""
    schema = {**read_schema(), "anyOf": [{"$ref": f"#/$defs/{form}"}]}
    return Draft202012Validator(_close(schema))


def _close(schema: Any) -> Any:
    if isinstance(schema, list):
        return [*map(_close, schema)]
    if not isinstance(schema, dict):
        return schema
    closed = {name: _close(each) for name, each in schema.items()}
    if schema.get("type") == "object":
        closed.setdefault("additionalProperties", False)
    return closed


def find_form(words: Sequence[str]) -> str:
    """Return the form of a command's answer, a name under `$defs`."""
    command = words[0]
    match command:
        case "host":
            return f"host_{words[1]}"
        case "rules" if "--check" in words:
            return "rules_check"
        case "rules" if len(words) > 2:
            return "rules_id"
        case "serve":
            return "serve_check"
        case "scores" if "--player" in words:
            return "scores_player"
        case "scores" if "--ladder" in words:
            return "scores_ladder"
    return command


def check_answer(words: Sequence[str], out: str, err: str) -> None:
    for line in out.splitlines():
        validator(find_form(words)).validate(_read(line))
    for line in err.splitlines():
        validator("error").validate(_read(line))


def _read(line: str) -> Any:
    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is not JSON")

    def check_rounded(digits: str) -> float:
        assert len(digits.partition("e")[0].partition(".")[2]) <= 10, f"{digits} is not rounded"
        return float(digits)

    return json.loads(line, parse_constant=refuse, parse_float=check_rounded)
