"""``motif calibrate`` on a catalog without a server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from fakes import HashEncoder
from motif import Graph
from motif.catalog import Catalog
from motif.catalog.thresholds import read_threshold
from motif.cli import calibration
from motif.cli.main import main
from motif.models.encoder import stamp

TRIPLES = [(f"Film {n}", "directed_by", f"Director {n % 7}") for n in range(40)]
TRIPLES += [(f"Film {n}", "has_genre", f"Genre {n % 4}") for n in range(40)]


@pytest.fixture
def catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Catalog:
    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path / "cache"))
    found = Catalog(tmp_path / "home")
    graph = Graph.from_triples(TRIPLES, encoder=HashEncoder())
    found.create("database", "films", lambda: graph.projection)
    connection = SimpleNamespace(
        graph=lambda name: graph, catalog=found, database=SimpleNamespace(id="database")
    )

    @contextmanager
    def connected(*login: Any) -> Iterator[Any]:
        yield connection

    monkeypatch.setattr(calibration, "connect_to", connected)
    return found


def test_the_threshold_is_printed_and_kept_beside_the_projection(catalog: Catalog) -> None:
    result = CliRunner().invoke(main, ["calibrate", "films", "--count", "60"])
    assert result.exit_code == 0, result.output
    kept = read_threshold(catalog.learned_folder("database", "films"), stamp(HashEncoder()))
    assert kept is not None
    assert f"The threshold of 'films' is {kept:.4f}" in result.output
    assert "precision" in result.output.splitlines()[1]
    assert "What guidance gains was not measured: No model can guide in" in " ".join(result.output.split())


def test_json_holds_the_curve(catalog: Catalog) -> None:
    result = CliRunner().invoke(main, ["calibrate", "films", "--count", "60", "--json"])
    told = json.loads(result.output)
    assert told["encoder"] == stamp(HashEncoder()).text
    assert {"threshold", "f1", "curve", "triples"} <= set(told)
    assert told["curve"][0][2] == 1.0 and "No model can guide" in told["guidance"]["why"]
