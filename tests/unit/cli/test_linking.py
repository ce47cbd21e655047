"""``motif link`` and ``motif truss``: how the options are read and what is told, without a database."""

from __future__ import annotations

import json
from contextlib import nullcontext
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from motif.catalog import from_triples
from motif.cli import linking
from motif.cli.main import main
from motif.errors import MissingVectors


class FakeGraph:
    """Notes what it was asked for, and has it then."""

    def __init__(self) -> None:
        self.asked: dict[str, Any] = {}
        sides = [("a", "r", "b"), ("b", "r", "c"), ("c", "r", "a"), ("c", "r", "d")]
        self.projection: Any = from_triples(sides)

    def similarity(self, **options: Any) -> None:
        options.pop("progress")
        self.asked = options
        if options["edges"] == "neighbours":
            raise MissingVectors("There are no vectors.", hint="Make them: kg.embed()")
        self.projection = SimpleNamespace(layers={"IS_SIMILAR": range(1234), "IS_NEAR": range(2)})

    def truss(self, **options: Any) -> None:
        options.pop("progress")
        self.asked = options
        self.projection = replace(self.projection, trussness=np.array([3, 3, 3, 2], np.int32))


@pytest.fixture
def docs(monkeypatch: pytest.MonkeyPatch) -> FakeGraph:
    graph = FakeGraph()
    connection = SimpleNamespace(graph=lambda name: graph)
    monkeypatch.setattr(linking, "connect_to", lambda *target: nullcontext(connection))
    return graph


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments])


def test_only_options_that_were_given_are_passed_on(docs: FakeGraph) -> None:
    result = run("link", "docs")
    assert result.exit_code == 0, result.output
    assert docs.asked == {"edges": "similarity", "write": False}
    assert result.stdout == "'docs': 1,234 IS_SIMILAR, 2 IS_NEAR.\n"
    run("link", "docs", "--edges", "all", "--percentile", "90", "--combine", "and", "--seed", "0", "--write")
    assert docs.asked == {"edges": "all", "write": True, "percentile": 90.0, "combine": "and", "seed": 0}


def test_scripts_read_json(docs: FakeGraph) -> None:
    found = json.loads(run("link", "docs", "--write", "--json").stdout)
    assert found == {"graphName": "docs", "layers": {"IS_SIMILAR": 1234, "IS_NEAR": 2}, "written": True}


def test_trusses_are_counted(docs: FakeGraph) -> None:
    result = run("truss", "docs", "--write")
    assert result.exit_code == 0, result.output
    assert docs.asked == {"write": True}
    assert result.stdout == "'docs': 4 edges, 1 triangles, largest trussness 3; written into Neo4j.\n"
    found = json.loads(run("truss", "docs", "--json").stdout)
    assert found["distribution"] == {"2": 1, "3": 3} and found["maxTruss"] == 3
    assert (found["edgeCount"], found["triangleCount"], found["written"]) == (4, 1, False)


def test_what_is_lacking_is_said_in_words(docs: FakeGraph) -> None:
    result = run("link", "docs", "--edges", "neighbours")
    assert result.exit_code == 1
    assert "There are no vectors." in result.stderr and "kg.embed()" in result.stderr


def test_edges_of_no_known_kind_are_refused(docs: FakeGraph) -> None:
    result = run("link", "docs", "--edges", "neighbors")
    assert result.exit_code != 0 and "'neighbors' is not one of 'similarity'" in result.stderr
    assert docs.asked == {}
