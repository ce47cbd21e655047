"""Questions written before the planner was tried, put to databases that know nothing of Motif: nothing is written."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import motif
from motif.database import Database
from motif.embedded import ServerState
from motif.settings import Settings, load_settings
from motif_loaders import registry, world
from motif_loaders.records import Record
from motif_loaders.writer import write_records
from question_graphs import FILES
from question_sets import questions

pytestmark = pytest.mark.integration

RIGHT = 80
"""Per cent of the questions whose first answer must be right: 40 of 50."""


def clear(database: Database) -> None:
    database.write("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 10000 ROWS")
    for row in database.run("SHOW CONSTRAINTS YIELD name RETURN name"):
        database.write(f"DROP CONSTRAINT `{row['name']}`")


def fill(database: Database, name: str) -> None:
    clear(database)
    records: dict[str, Iterable[Record]] = {"world": world.load(), "registry": registry.load()}
    if name in records:
        write_records(database, records[name])
    else:
        database.write(FILES[name].read_text(encoding="utf-8"))


def contents(database: Database) -> list[Any]:
    statements = (
        "MATCH (n) RETURN count(n) AS n, sum(size(keys(n))) AS k",
        "MATCH ()-[r]->() RETURN count(r) AS n, sum(size(keys(r))) AS k",
        "SHOW INDEXES YIELD name RETURN name ORDER BY name",
        "CALL db.propertyKeys() YIELD propertyKey RETURN propertyKey ORDER BY propertyKey",
    )
    return [list(database.run(statement)) for statement in statements]


@pytest.mark.parametrize("name", ["films", "world", "registry"])
@pytest.mark.slow
def test_blind_questions(server_526: ServerState, name: str, tmp_path: Path) -> None:
    settings: Settings = dataclasses.replace(load_settings(), home=tmp_path)
    login = (server_526.user, server_526.password)
    with Database.connect(server_526.bolt, login) as database:
        fill(database, name)
        before = contents(database)
        with motif.connect(server_526.bolt, login, settings=settings) as connection:
            graph = connection.project(name)
            wrong = [one.question for one in questions(name) if not is_right(graph, one)]
        assert contents(database) == before
        clear(database)
    assert 100 * len(wrong) <= (100 - RIGHT) * len(questions(name)), wrong


def is_right(graph: motif.Graph, question: Any) -> bool:
    found = graph.retrieve(question.question, planner="paths")
    return bool(found and found[0].answers) and question.is_right(
        getattr(found[0].answers[0], "name", found[0].answers[0])
    )
