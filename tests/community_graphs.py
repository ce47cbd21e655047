"""Small corpora and graphs for communities: two topics, each a clique of entities that its chunks mention."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from fakes import HashEncoder
from motif.catalog.rows import NodeRow, RelationshipRow, from_rows
from motif.graphs.layers import EdgeLayer
from motif.graphs.projection import Projection
from motif.knowledge_graph.community import CommunityGraph
from motif.knowledge_graph.sources import model_source
from motif.settings import Settings
from motif_procedures.embed_text import embed_projection

FILMS = ("Heat", "Al Pacino", "Robert De Niro", "Michael Mann")
TOWNS = ("Zurich", "Limmat", "Switzerland")

CHUNKS = {
    "c0": ("Heat", "Heat is a film with Al Pacino and Robert De Niro.", ("Heat", "Al Pacino")),
    "c1": ("Al Pacino", "Al Pacino met Robert De Niro in Heat.", ("Al Pacino", "Robert De Niro")),
    "c2": ("Michael Mann", "Michael Mann made the film Heat.", ("Michael Mann", "Heat")),
    "c3": ("Zurich", "Zurich lies on the river Limmat.", ("Zurich", "Limmat")),
    "c4": ("Limmat", "The Limmat flows through Switzerland.", ("Limmat", "Switzerland")),
    "c5": ("Switzerland", "Zurich is the largest town of Switzerland.", ("Switzerland", "Zurich")),
}
"""Title, text and entities of each chunk."""

QUESTION = "Which film has Al Pacino and Robert De Niro in it?"


def corpus_rows(*, related: bool = True) -> tuple[list[NodeRow], list[RelationshipRow]]:
    """The corpus as neo4j-graphrag writes it; without relations of entities where ``related`` is False."""
    nodes: list[NodeRow] = [("d", ["Document"], {"title": "All"})]
    nodes += [(key, ["Chunk"], {"title": title, "text": text}) for key, (title, text, _) in CHUNKS.items()]
    nodes += [
        (name, ["__Entity__"], {"name": name, "description": f"{name}, as told.", "group": group})
        for group, of_group in (("films", FILMS), ("towns", TOWNS))
        for name in of_group
    ]
    links: list[RelationshipRow] = [(key, "FROM_DOCUMENT", "d", {}) for key in CHUNKS]
    links += [
        (one, "NEXT_CHUNK", other, {}) for one, other in zip(list(CHUNKS), list(CHUNKS)[1:], strict=False)
    ]
    links += [(name, "FROM_CHUNK", key, {}) for key, (*_, names) in CHUNKS.items() for name in names]
    if related:
        said = {"relation": "goes with", "description": "They go together."}
        links += [
            (one, "RELATED_TO", other, said)
            for group in (FILMS, TOWNS)
            for one, other in combinations(group, 2)
        ]
    return nodes, links


def embedded(projection: Projection) -> Projection:
    """``projection`` with vectors of hashed letters."""
    return dataclasses.replace(projection, vectors=embed_projection(projection, HashEncoder()))


def corpus(
    *, related: bool = True, layers: Mapping[str, Sequence[tuple[str, str]]] | None = None
) -> Projection:
    """The corpus with vectors and, by name, computed ``layers`` of pairs of names."""
    projection = embedded(from_rows(*corpus_rows(related=related)))
    return with_layers(projection, layers or {})


def with_layers(projection: Projection, layers: Mapping[str, Sequence[tuple[str, str]]]) -> Projection:
    """``projection`` with computed layers, each of pairs of names; of equal names the first."""
    place: dict[str, int] = {}
    for row, name in enumerate(projection.nodes.names):
        place.setdefault(name, row)
    made = {}
    for name, pairs in layers.items():
        rows = sorted(tuple(sorted((place[one], place[other]))) for one, other in pairs)
        ends = np.array(rows, dtype=np.int32).reshape(-1, 2)
        source, target = np.ascontiguousarray(ends[:, 0]), np.ascontiguousarray(ends[:, 1])
        made[name] = EdgeLayer(name, "{}", source, target, np.ones(len(rows), np.float32))
    return dataclasses.replace(projection, layers=made)


def graph_of(projection: Projection, model: Any = None, settings: Settings | None = None) -> CommunityGraph:
    """A graph that finds communities, with a fake encoder and, where given, a chat model."""
    known = settings or Settings()
    source = None if model is None else model_source(model, known)
    return CommunityGraph(lambda: projection, encoder=HashEncoder, model=source, settings=known)


def names(nodes: Sequence[Any]) -> set[str]:
    return {node.name for node in nodes}
