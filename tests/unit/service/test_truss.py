"""``motif.truss.*`` over a small graph in a catalog, without a server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from motif.catalog import from_rows
from motif.errors import CatalogLocked, GraphNotFound, InvalidInput
from motif.graphs.frames import Frame, FrameReader
from motif.graphs.projection import Projection
from motif.service import truss
from motif.service.calls import Call, read_call
from motif.service.configuration import TRUSS_WRITE
from motif.service.state import Service

LINKS: list[Any] = [
    *(("a", "KNOWS", "b", {}), ("b", "KNOWS", "a", {}), ("b", "LIKES", "c", {}), ("c", "KNOWS", "a", {})),
    *(("c", "KNOWS", "d", {}), ("d", "KNOWS", "d", {})),
]
"""A triangle with one of its sides twice, a tail, and a loop."""

TRUSSNESS = [3, 3, 3, 3, 2, 0]
"""Of `LINKS` in the order of a projection: by source, then target."""


@pytest.fixture
def service(make_service: Callable[..., Service]) -> Service:
    made = make_service()
    nodes: list[Any] = [(name, ["Person"], {"name": name}) for name in "abcd"]
    made.catalog.create("C6B4", "people", lambda: from_rows(nodes, LINKS))
    return made


def call(name: str = "people", **configuration: Any) -> Call:
    payload = {
        "database": {"id": "C6B4", "name": "neo4j"},
        "arguments": {"graphName": name, "configuration": configuration},
    }
    return read_call("motif.truss.write", payload, TRUSS_WRITE, ("graphName", "configuration"), None)


def kept(service: Service) -> Projection:
    return service.catalog.open("C6B4", "people")


def frames(service: Service, **configuration: Any) -> list[Frame]:
    content = b"".join(truss.write_frames(service, call(**configuration)))
    return list(FrameReader().feed(content))


def test_a_stream_has_every_relationship_and_keeps_nothing(service: Service) -> None:
    rows = list(truss.stream(service, call()))
    assert [row["trussness"] for row in rows] == TRUSSNESS
    assert rows[2]["relationship"] == {
        "$relationship": "relationship:2",
        "type": "LIKES",
        "source": "row:1",
        "target": "row:2",
    }
    assert kept(service).trussness is None


def test_stats_count_edges_and_triangles_of_the_simple_graph(service: Service) -> None:
    [row] = truss.stats(service, call())
    assert (row["nodeCount"], row["edgeCount"], row["triangleCount"], row["maxTruss"]) == (4, 4, 1, 3)
    assert row["distribution"] == {"2": 1, "3": 3}
    assert kept(service).trussness is None


def test_mutate_keeps_it_and_what_is_kept_is_not_computed_again(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    [row] = truss.mutate(service, call(jobId="mine"))
    assert row["relationshipPropertiesWritten"] == 6
    assert kept(service).trussness.tolist() == TRUSSNESS  # type: ignore[union-attr]
    monkeypatch.setattr(truss, "run_job", lambda *_, **__: pytest.fail("computed again"))
    epoch = kept(service).epoch
    [again] = truss.mutate(service, call())
    assert (again["computeMillis"], again["maxTruss"], kept(service).epoch) == (0, 3, epoch)


def test_frames_hold_what_tells_a_relationship_from_another(service: Service) -> None:
    target, numbers, end = frames(service)
    assert target.header == {"property": "motifTrussness"}
    assert numbers.header["types"] == ["KNOWS", "LIKES"]
    assert (numbers.header["idPrefix"], numbers.header["nodeIdPrefix"]) == ("relationship:", "row:")
    assert numbers.column("value", np.int64).tolist() == TRUSSNESS
    assert numbers.column("type", np.int32).tolist() == [0, 0, 1, 0, 0, 0]
    assert numbers.column("source", np.int64).tolist() == [0, 1, 1, 2, 2, 3]
    assert numbers.column("target", np.int64).tolist() == [1, 0, 2, 0, 3, 3]
    assert end.header["row"]["triangleCount"] == 1
    assert kept(service).trussness is not None


def test_relationships_of_several_frames_are_all_there(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("motif.service.relationship_frames.ROWS", 4)
    target, first, second, _ = frames(service, writeProperty="strength")
    assert target.header == {"property": "strength"}
    assert (first.count, second.count) == (4, 2)
    assert second.column("value", np.int64).tolist() == TRUSSNESS[4:]


def test_a_locked_catalog_takes_nothing_and_still_gives(service: Service) -> None:
    service.catalog.locked = True
    with pytest.raises(CatalogLocked, match="trussness cannot be added"):
        list(truss.mutate(service, call()))
    assert len(frames(service)) == 3 and kept(service).trussness is None


def test_a_graph_without_relationships_has_none(service: Service) -> None:
    service.catalog.create("C6B4", "lone", lambda: from_rows([("a", [], {})]))
    [row] = truss.stats(service, call("lone"))
    assert (row["edgeCount"], row["triangleCount"], row["maxTruss"], row["distribution"]) == (0, 0, 0, {})
    assert list(truss.stream(service, call("lone"))) == []
    service.catalog.add_trussness("C6B4", "lone", np.empty(0, np.int32))
    assert service.catalog.info("C6B4", "lone").largest_trussness == 0


def test_the_estimate_needs_no_computing(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(truss, "run_job", lambda *_, **__: pytest.fail("computed"))
    [row] = truss.estimate_write(service, call())
    assert (row["nodeCount"], row["relationshipCount"]) == (4, 6)
    assert 0 < row["bytesMin"] < row["bytesMax"]


def test_a_write_without_the_plugin_says_what_to_call(service: Service) -> None:
    with pytest.raises(InvalidInput, match="written by the plugin") as caught:
        truss.write(service, call())
    assert "kg.truss(write=True)" in str(caught.value.hint)


def test_a_graph_that_is_not_there_is_named(service: Service) -> None:
    with pytest.raises(GraphNotFound, match="'films'"):
        list(truss.stats(service, call("films")))
