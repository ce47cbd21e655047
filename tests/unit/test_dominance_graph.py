"""A graph's stars embedded and its paths indexed, as a user asks for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

import fakes
from motif.catalog import Catalog, from_triples
from motif.errors import InvalidInput, MissingVectors
from motif.graphs.dominance import ANY_SIZE
from motif.graphs.projection import Projection
from motif.knowledge_graph.dominance import DominanceGraph

FILMS = [
    ("Heat", "directed_by", "Mann"),
    ("Heat", "starred_actors", "Pacino"),
    ("Heat", "starred_actors", "De Niro"),
    ("Ali", "directed_by", "Mann"),
    ("Ali", "starred_actors", "Smith"),
]


def held(source: Callable[[], Projection], owner: Any = None) -> DominanceGraph:
    return DominanceGraph(source, encoder=fakes.HashEncoder, owner=owner)


@pytest.fixture
def films() -> DominanceGraph:
    projection = from_triples(FILMS)
    return held(lambda: projection)


def test_a_graph_of_triples_keeps_its_embedding_and_index(films: DominanceGraph) -> None:
    told: list[tuple[int, int]] = []
    films.embed_dominance(path_length=1, progress=lambda done, total: told.append((done, total)))
    projection = films.projection
    assert projection is films.projection, "one object, so that what is built over it is kept"
    assert projection.dominance is not None
    assert (projection.dominance.kind, projection.dominance.dimension) == ("constructed", 8)
    assert (projection.dominance.certificate == ANY_SIZE).all()
    assert set(projection.paths) == {1} and told[-1][0] == told[-1][1]
    assert not films.embed_dominance(dimension=4).projection.paths, "the index was of another embedding"


def test_a_catalog_keeps_both(tmp_path: Path) -> None:
    catalog = Catalog(tmp_path)
    catalog.create("db", "films", lambda: from_triples(FILMS))
    owner = SimpleNamespace(catalog=catalog, database=SimpleNamespace(id="db"))
    held(lambda: catalog.open("db", "films"), owner).embed_dominance(dimension=5, path_length=2)
    found = Catalog(tmp_path).open("db", "films", verify=True)
    assert found.dominance is not None and found.dominance.dimension == 5
    assert set(found.paths) == {2}


def test_a_report_needs_an_embedding(films: DominanceGraph) -> None:
    with pytest.raises(MissingVectors, match="no dominance embedding"):
        films.dominance_report()
    report = films.embed_dominance().dominance_report()
    assert 0 < report.pruned < 1


def test_writing_needs_a_database_and_says_so_before_any_work(films: DominanceGraph) -> None:
    with pytest.raises(InvalidInput, match=r"embed_dominance\(write=True\) needs a database"):
        films.embed_dominance(write=True)
    assert films.projection.dominance is None


@pytest.mark.parametrize("options", [{"kind": "magic"}, {"dimension": 0}, {"path_length": 3}])
def test_what_does_not_exist_is_refused(films: DominanceGraph, options: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        films.embed_dominance(**cast(Any, options))
    assert films.projection.dominance is None and not films.projection.paths
