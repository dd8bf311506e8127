"""Every command of hosting with `--json` answers in a form of docs/json.schema.json."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.answers import find_form, read_schema
from tests.cli.test_json import COMMANDS, check_forms
from tests.host.lobby.people import ANN, BOB, lay
from tests.host.ssh.host_listener import make_identity
from yahtzee_tui.host.lobby.host_store import HostStore

if TYPE_CHECKING:
    from tests.cli.conftest import Ask, Clock

HOSTING = Path(__file__).with_name("json_commands.txt").read_text().splitlines()


@pytest.mark.slow
def test_every_answer_has_its_form(
    ask: Ask, database: str, clock: Clock, subtests: pytest.Subtests
) -> None:
    with closing(HostStore(database)) as store:
        table = store.lobby.tables.read(lay(store.lobby, ANN, BOB))
        presence = store.lobby.enter(ANN, "192.0.2.7")
        presence.set_table(table.id)
        store.lobby.accounts.bind(ANN.who, ANN.name)
        store.lobby.keep_alive([], make_identity("play-1", clock.seconds), {"sessions": 1})
    names = {"SESSION": presence.session, "CODE": table.code}
    check_forms(ask, HOSTING, names, subtests)
    seen = {find_form([*line.split(), "--json"]) for line in (*COMMANDS, *HOSTING)}
    forms = {each["$ref"] for each in read_schema()["anyOf"]}
    assert {f"#/$defs/{form}" for form in (*seen, "error")} == forms
