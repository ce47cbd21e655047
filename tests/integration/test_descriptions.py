"""What SHOW PROCEDURES tells people and language models: an example that runs, and every key that is taken."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import neo4j
import pytest

from motif.embedded import ServerState
from motif.service.routes import INTAKES, PROCEDURES

pytestmark = pytest.mark.integration

LONGEST = 360
"""Characters of a description: more is a wall of text in Browser's list of procedures."""

SHOW = """SHOW {} YIELD name, description, argumentDescription
WHERE name STARTS WITH 'motif.' AND NOT name STARTS WITH 'motif.internal.' RETURN *"""
OF_A_METHOD = {"motif.retrieve"}
"""Takes the keys of whichever method it runs, and says so."""


@pytest.fixture(scope="module")
def driver(server: ServerState) -> Iterator[neo4j.Driver]:
    with neo4j.GraphDatabase.driver(server.bolt, auth=(server.user, server.password)) as driver:
        yield driver


def _shown(driver: neo4j.Driver, kind: str) -> dict[str, dict[str, Any]]:
    return {record["name"]: record.data() for record in driver.execute_query(SHOW.format(kind)).records}


@pytest.mark.parametrize(("kind", "call"), [("PROCEDURES", "CALL {}("), ("FUNCTIONS", "{}(")])
def test_every_description_has_an_example_that_neo4j_plans(
    driver: neo4j.Driver, kind: str, call: str
) -> None:
    shown = _shown(driver, kind)
    assert len(shown) >= 3
    for name, row in shown.items():
        said, _, example = row["description"].partition(" Example: ")
        assert said.endswith(".") and call.format(name) in example, name
        assert len(row["description"]) <= LONGEST, name
        driver.execute_query(f"EXPLAIN {example}")


def test_examples_of_verbs_that_answer_ask_for_rows_that_a_model_can_read(driver: neo4j.Driver) -> None:
    shown = _shown(driver, "PROCEDURES")
    for verb in ("search", "match", "trace", "expand", "community", "retrieve", "run", "verify"):
        assert "return: 'text'" in shown[f"motif.{verb}"]["description"]


def test_every_key_of_a_configuration_is_listed(driver: neo4j.Driver) -> None:
    looked_at = 0
    for name, row in _shown(driver, "PROCEDURES").items():
        listed = [one["description"] for one in row["argumentDescription"] if one["name"] == "configuration"]
        if not listed:
            continue
        path = name.removeprefix("motif.").replace(".", "/")
        taken = set((PROCEDURES.get(path) or INTAKES[path]).keys or ())
        words = set(re.findall(r"[A-Za-z0-9]+", listed[0]))
        if name not in OF_A_METHOD:
            assert taken <= words, (name, taken - words)
        keys = {re.split(r"[ (]", part.strip())[0] for part in _parts(listed[0].rstrip("."))}
        assert {key for key in keys if key[:1].islower()} - _PROSE <= taken, name
        looked_at += 1
    assert looked_at > 30


_PROSE = {"of", "the"}


def _parts(listed: str) -> list[str]:
    """The keys of a list with remarks in brackets, which may hold commas."""
    bare = listed
    while (shorter := re.sub(r"[({\[][^(){}\[\]]*[)}\]]", "", bare)) != bare:
        bare = shorter
    return bare.split(",")
