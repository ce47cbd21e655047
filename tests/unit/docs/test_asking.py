"""The examples of docs/asking.md do what the page says."""

from __future__ import annotations

import re
from contextlib import nullcontext
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml
from click.testing import CliRunner

import motif
import motif.cli.asking as asking
from fakes import HashEncoder
from motif import Graph
from motif.catalog import from_triples
from motif.cli.main import main
from motif.graphs.graph_schema import GraphSchema
from motif.planners.meaning.cypher.unsaid import Reason
from motif.planners.steps.examples import StepExamples
from motif.retrievers.view import View
from question_graphs import question_graph

PAGE = (Path(__file__).parents[3] / "docs" / "asking.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return [text for name, text in fenced if name == language]


@pytest.fixture(scope="module")
def films() -> Graph:
    return question_graph("films")


def test_python(films: Graph) -> None:
    names: dict[str, Any] = {"motif": motif, "kg": films}
    for block in blocks("python"):
        exec(block, names)
    assert [piece.answers[0].name for piece in names["found"]] == [
        "Robert Zemeckis",
        "Steven Spielberg",
        "Jonathan Demme",
    ]
    assert {piece.bindings["movie"].name for piece in films.run(names["values"], top_k=50)} <= {
        "Cast Away",
        "Saving Private Ryan",
        "Catch Me If You Can",
    }


def test_the_same_as_cypher(films: Graph) -> None:
    section = PAGE.partition("### The same as Cypher")[2]
    [text, *_] = blocks("text")
    names: dict[str, Any] = {"kg": films}
    exec(next(block for block in blocks("python") if "cypher" in block), names)
    assert names["meant"].metadata["cypher"] == {
        "text": text.strip(),
        "parameters": {"name": "Tom Hanks", "released": 2000},
    }
    assert '`{"name": "Tom Hanks", "released": 2000}`' in section
    for reason in get_args(Reason):
        assert f'"{reason}"' in section, reason


def test_examples(tmp_path: Path) -> None:
    examples = blocks("yaml")[0]
    path = tmp_path / "examples.yml"
    path.write_text(examples, encoding="utf-8")
    graph = question_graph("films")
    assert graph.learn(path).examples == 2
    assert graph.retrieve("who is behind [Alien]?")[0].answers[0].name == "Ridley Scott"


def test_questions_of_the_table_are_answered(films: Graph) -> None:
    world = question_graph("world")
    rows = re.findall(
        r"^\| (relations|several|properties|how many|comparisons|the most)[^|]*\| (.*?) \|$",
        PAGE,
        re.MULTILINE,
    )
    asked = [question for _, cell in rows for question in cell.split(" · ")]
    assert len(asked) == 9
    for question in asked:
        graph = world if re.search(r"countr|city", question) else films
        found = graph.retrieve(question, planner="paths")
        assert found and found[0].answers and "notes" not in found.metadata["plan"], question


def test_what_is_printed(films: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "connect_to", lambda *target: nullcontext())
    monkeypatch.setattr(asking, "projected_graph", lambda *arguments, **options: films)
    shown = blocks("")
    asked = CliRunner().invoke(main, ["ask", "--no-background", "who directed the films starring Tom Hanks?"])
    lines = shown[0].splitlines()
    assert asked.stdout.splitlines()[:4] == lines[:4] and asked.stdout.splitlines()[-2:] == lines[-2:]
    claim = CliRunner().invoke(
        main, ["ask", "--no-background", "--verify", "Heat was directed by Ridley Scott"]
    )
    assert claim.stdout.splitlines()[0] == shown[1].strip()


def test_the_examples_of_steps_are_read_and_followed() -> None:
    [block] = [found for found in blocks("yaml") if "steps:" in found]
    known = StepExamples(yaml.safe_load(block))
    assert len(known.examples) == 2
    view = View(from_triples([("ETH Zurich", "in", "Zurich"), ("EPFL", "in", "Lausanne")]), HashEncoder)
    for question, wanted in [
        ("Papers on ant colonies by authors at EPFL after 2021?", ["EPFL", "ant colonies", "2021"]),
        ("which products cost less than $35?", ["35"]),
    ]:
        plan = known.plan_like(question, view, GraphSchema({}, {}))
        assert plan is not None and all(value in repr(plan.steps) for value in wanted)
    other = "which products cost less than $20 with free delivery?"
    assert known.plan_like(other, view, GraphSchema({}, {})) is None
