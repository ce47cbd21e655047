"""``motif.index.create``: which vector indexes the written vectors need. The plugin makes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from motif.catalog.detection import OWN_EMBEDDING, OWN_TRIPLE
from motif.catalog.writing_triples import index_name, triple_vectors_of
from motif.errors import InvalidInput
from motif.graphs.projection import TRIPLE, Projection
from motif.service.calls import Call
from motif.service.computing import projection_of
from motif.service.embedding import vectors_of_nodes
from motif.service.procedures import Row
from motif.service.state import Service


def plan_indexes(service: Service, call: Call) -> Iterator[Row]:
    """The vector indexes that the written vectors need: one per label, of triples also one per relationship type.

    Those of texts and of triples, whichever the projection has, unless the call says which; a property of another name
    is that of texts, unless it says that too.
    """
    projection = projection_of(service, call)
    labels = _chosen(call.options.get("labels"), projection.labels, projection, "label")
    types = call.options.get("relationship_types")
    types = _chosen(types, projection.relationships.types, projection, "relationship type")
    for kind in _kinds(projection, call):
        if kind == "text":
            yield from _of_texts(projection, call, labels)
        else:
            yield from _of_triples(projection, call, labels, types)


def _kinds(projection: Projection, call: Call) -> tuple[str, ...]:
    if (named := call.options.get("vectors")) is not None:
        return (named,)
    if "write_property" in call.options or TRIPLE not in projection.vectors:
        return ("text",)
    return ("triple",) if len(projection.vectors) == 1 else ("text", "triple")


def _of_texts(projection: Projection, call: Call, labels: Sequence[str]) -> Iterator[Row]:
    dimension = vectors_of_nodes(projection, projection.vectors, call).encoder.dimension
    target = call.options.get("write_property", OWN_EMBEDDING)
    for label in labels:
        yield _row(f"{target}_{label}", target, dimension, label=label)


def _of_triples(
    projection: Projection, call: Call, labels: Sequence[str], types: Sequence[str]
) -> Iterator[Row]:
    dimension = triple_vectors_of(projection).encoder.dimension
    target = call.options.get("write_property", OWN_TRIPLE)
    for label in labels:
        yield _row(index_name(target, label=label), target, dimension, label=label)
    for kind in types:
        yield _row(index_name(target, type=kind), target, dimension, type=kind)


def _row(name: str, target: str, dimension: int, *, label: str | None = None, type: str | None = None) -> Row:
    return {
        "name": name,
        "label": label,
        "property": target,
        "dimension": dimension,
        "similarity": "cosine",
        "relationshipType": type,
    }


def _chosen(
    wanted: Sequence[str] | None, known: Sequence[str], projection: Projection, what: str
) -> Sequence[str]:
    for name in wanted or ():
        if name not in known:
            raise InvalidInput(
                f"The projection '{projection.name}' has no {what} '{name}'.",
                hint=f"It has: {', '.join(known[:20])}.",
            )
    return wanted or known
