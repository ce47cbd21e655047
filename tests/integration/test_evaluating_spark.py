"""The evaluation of plans of steps on a real server: the graph loaded where it is missing, plans run, figures told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fakes import HashEncoder
from motif.embedded import ServerState
from motif.errors import InvalidInput
from motif.knowledge_graph import Connection, connect
from motif.settings import Settings
from motif_procedures.spark import evaluate_spark
from motif_procedures.spark.question import GoldNode, GoldParts, SparkQuestion, write_questions

pytestmark = pytest.mark.integration


@pytest.fixture
def connection(
    server: ServerState, server_settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Connection]:
    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path / "cache"))
    login = server.user, server.password
    with connect(server.bolt, login, "neo4j", encoder=HashEncoder(), settings=server_settings) as opened:
        opened.database.write("MATCH (n) DETACH DELETE n")
        yield opened
        opened.catalog.drop(opened.database.id, "world", fail_if_missing=False)
        opened.database.write("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS")


def question(name: str, text: str, gold: tuple[tuple[str, str, str], ...], parts: GoldParts) -> SparkQuestion:
    nodes = tuple(GoldNode(*one) for one in gold)
    return SparkQuestion(name, "world", "own", "test", name, text, nodes, (), parts)


QUESTIONS = [
    question(
        "big",
        "Which countries of Oceania have a population over 4 million?",
        (
            ("Country", "AU", "Australia"),
            ("Country", "PG", "Papua New Guinea"),
            ("Country", "NZ", "New Zealand"),
        ),
        GoldParts(
            "Country",
            (("IN_CONTINENT", "out", "Continent"),),
            names=(("Continent", "Oceania"),),
            conditions=(("population", "gt", 4_000_000),),
        ),
    ),
    question(
        "capital",
        "What is the capital of Kenya?",
        (("City", 184745, "Nairobi"),),  # type: ignore[arg-type]
        GoldParts("City", (("HAS_CAPITAL", "in", "Country"),), names=(("Country", "Kenya"),)),
    ),
]


@pytest.mark.slow
def test_a_missing_graph_is_loaded_where_asked_for_and_plans_find_the_answers(
    connection: Connection, tmp_path: Path
) -> None:
    path = tmp_path / "questions.jsonl"
    write_questions(path, QUESTIONS)
    request = {"graphs": ("world",), "questions": path, "methods": ("hybrid", "spark", "spark+sage-edge")}
    with pytest.raises(InvalidInput, match="no projection 'world'"):
        evaluate_spark(request, connection=connection)
    told: list[str] = []
    report = evaluate_spark(
        {**request, "load": True},
        connection=connection,
        progress=lambda what, done, total: told.append(what),
    )
    assert "loading world" in told and (report["questions"], report["withoutGold"]) == (2, 0)
    rows = {row["method"]: row for row in report["rows"] if row["group"] == "all"}
    assert rows["spark"]["recall"] == rows["spark"]["hitsAt1"] == rows["spark"]["valid"] == 1.0
    assert rows["spark"]["fallback"] == 0.0 and rows["spark"]["roundTrips"] >= 1
    assert rows["spark+sage-edge"]["recall"] == 1.0 and rows["hybrid"]["recall"] < 1.0
    assert report["lost"]["spark"] == [] and report["graphs"]["world"]["nodes"] > 11_000
