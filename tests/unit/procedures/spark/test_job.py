"""The job over a toy graph: answers that stand in for a database's, questions of a file."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from fakes import HashEncoder
from motif import Graph
from motif.errors import InvalidInput, QueryFailed
from motif.graphs.evidence import Evidence, Node, Results
from motif_procedures.spark import evaluate_spark
from motif_procedures.spark.page import render_section
from motif_procedures.spark.question import GoldNode, GoldParts, SparkQuestion, write_questions

LANDS = ("Kenya", "Ghana", "Egypt")
PLAN = {
    "method": "spark",
    "steps": [
        {"step": "find", "as": "a", "label": "Continent", "where": {"name": "Africa"}},
        {"step": "traverse", "as": "b", "from": "a", "relationship": "IN_CONTINENT", "label": "Country"},
    ],
}


class ToyGraph:
    """A graph in memory whose plans of steps are scripted."""

    def __init__(self) -> None:
        triples = [(land, "IN_CONTINENT", "Africa") for land in LANDS]
        labels = dict.fromkeys(LANDS, "Country") | {"Africa": "Continent"}
        self.inner = Graph.from_triples(triples, encoder=HashEncoder(), labels=labels)
        self.inner.embed()
        self.asked: list[str] = []

    @property
    def projection(self) -> Any:
        return self.inner.projection

    def expand(self, question: str, **options: Any) -> Results:
        return self.inner.expand(question, **options)

    def retrieve(self, question: str, *, method: str, **options: Any) -> Results:
        if method != "spark":
            return self.inner.retrieve(question, method=method, **options)
        self.asked.append(question)
        if "border" in question:
            raise QueryFailed("The database refused it.")
        nodes = [Node(land, land, ("Country",)) for land in LANDS]
        return Results(
            [Evidence(1.0, (node,), (), answers=(node,), method="spark") for node in nodes],
            metadata={
                "plan": PLAN,
                "round_trips": 1,
                "milliseconds": {"plan": 3.0, "validate": 2.0, "run": 1.0},
            },
        )


@pytest.fixture
def graph() -> ToyGraph:
    return ToyGraph()


@pytest.fixture
def connection(graph: ToyGraph) -> Any:
    catalog = SimpleNamespace(exists=lambda database, name: name == "world")
    database = SimpleNamespace(id="db", version="5.26.31")
    return SimpleNamespace(catalog=catalog, database=database, graph=lambda name: graph)


@pytest.fixture
def questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path / "cache"))
    gold = tuple(GoldNode("Country", land, land) for land in LANDS)
    hop = ("IN_CONTINENT", "out", "Continent")
    parts = GoldParts("Country", hops=(hop,), names=(("Continent", "Africa"),))
    path = tmp_path / "questions.jsonl"

    def question(name: str, kind: str, text: str, gold: tuple[GoldNode, ...]) -> SparkQuestion:
        return SparkQuestion(name, "world", kind, "test", "f", text, gold, (), parts)

    rows = [
        question("all", "sets", "Lands of Africa?", gold),
        question("one", "number", "Big lands of Africa?", gold[:1]),
        question("bad", "number", "What does Kenya border?", gold[1:2]),
        question("gone", "sets", "Lands of Atlantis?", (GoldNode("Country", "XX", "Atlantis"),)),
    ]
    write_questions(path, rows)
    return path


def report_of(questions: Path, connection: Any, **values: Any) -> dict[str, Any]:
    request = {"graphs": ("world",), "questions": questions, "methods": ("hybrid", "spark"), **values}
    return evaluate_spark(request, connection=connection)


def test_every_contender_is_put_the_same_questions(questions: Path, connection: Any) -> None:
    report = report_of(questions, connection)
    rows = {(row["method"], row["group"]): row for row in report["rows"]}
    assert (report["questions"], report["withoutGold"]) == (3, 1)
    assert {row["questions"] for key, row in rows.items() if key[1] == "all"} == {3}
    spark = rows["spark", "all"]
    assert spark["recall"] == pytest.approx(2 / 3, abs=1e-4) and spark["hitsAt1"] == pytest.approx(
        2 / 3, abs=1e-4
    )
    assert (spark["valid"], spark["fallback"], spark["roundTrips"]) == (1.0, 0.0, 1)
    assert (spark["millis"]["plan"], spark["millis"]["validate"], spark["millis"]["run"]) == (3.0, 2.0, 1.0)
    assert rows["spark", "number"]["recall"] == 0.5
    [gap] = report["differences"]
    assert gap["method"] == "spark" and gap["low"] <= gap["mean"] <= gap["high"]


def test_failures_are_told_by_class_with_their_plan(questions: Path, connection: Any) -> None:
    report = report_of(questions, connection)
    [failures] = report["failures"]
    assert failures["failed"] == 1 and failures["classes"]["no plan"] == 1
    [lost] = report["lost"]["spark"]
    assert lost["id"] == "bad" and lost["problems"] == ["QueryFailed: The database refused it."]


def test_a_page_holds_the_figures(questions: Path, connection: Any, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    report = report_of(questions, connection, page=page)
    text = page.read_text(encoding="utf-8")
    assert render_section(report) in text
    assert "| spark | 66.7 | 66.7 | 66.7 | 66.7 | 100.0 | 0.0 |" in text
    assert (
        "3 questions to world (4 nodes, 3 relationships), in Neo4j 5.26.31; no language model. 1 whose"
        in text
    )


def test_an_interrupted_run_goes_on(
    questions: Path, connection: Any, graph: ToyGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    import motif_procedures.spark.job as job

    write = job.RunFile.append

    def write_one(run: Any, number: int, record: Any) -> None:
        if number:
            raise KeyboardInterrupt
        write(run, number, record)

    with monkeypatch.context() as patch:
        patch.setattr(job.RunFile, "append", write_one)
        with pytest.raises(KeyboardInterrupt):
            report_of(questions, connection, methods=("spark",))
    graph.asked.clear()
    report_of(questions, connection, methods=("spark",))
    assert "Lands of Africa?" not in graph.asked and "Big lands of Africa?" in graph.asked
    graph.asked.clear()
    report_of(questions, connection, methods=("spark",))
    assert "Lands of Africa?" in graph.asked


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"graphs": ("word",)}, "no graph 'word'"),
        ({"split": "tset"}, "no split 'tset'"),
        ({"method": ("x",)}, "no option 'method'"),
        ({"methods": ("hybird",)}, "no contender 'hybird'"),
        ({"sample": 0}, "1 question of each kind or more, not 0"),
        ({"split": "dev"}, "no question of the split 'dev' to world"),
        ({"graphs": ("registry",)}, "no question of the split 'test' to registry"),
    ],
)
def test_what_cannot_be_is_said(questions: Path, connection: Any, values: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        report_of(questions, connection, **values)


def test_a_graph_that_is_missing_is_loaded_only_where_asked_for(
    questions: Path, connection: Any, graph: ToyGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    import motif_procedures.spark.loading as loading

    connection.catalog.exists = lambda database, name: False
    with pytest.raises(InvalidInput, match="no projection 'world'") as refused:
        report_of(questions, connection)
    assert "--load" in str(refused.value.hint)
    written: list[str] = []
    points = {
        "world": lambda: "records",
        "neo4j": lambda database, records: written.append(records),
        "world.labels": ("Country", "Continent"),
    }

    def entry_points(group: str, name: str) -> list[Any]:
        return [SimpleNamespace(load=lambda: points[name])]

    monkeypatch.setattr(loading, "entry_points", entry_points)
    projected: list[Any] = []
    connection.project = lambda name, labels, exist_ok: projected.append((name, labels)) or graph.inner
    report = report_of(questions, connection, load=True, methods=("bm25",))
    assert report["questions"] == 3 and written == ["records"]
    assert projected == [("world", ["Country", "Continent"])]


def test_it_needs_a_database(questions: Path) -> None:
    with pytest.raises(InvalidInput, match="needs a database"):
        report_of(questions, None)


def test_a_sample_is_drawn_of_each_kind(questions: Path, connection: Any) -> None:
    report = report_of(questions, connection, sample=1, methods=("bm25",))
    rows = {row["group"]: row["questions"] for row in report["rows"]}
    assert report["questions"] + report["withoutGold"] == 2 and rows["number"] == 1
