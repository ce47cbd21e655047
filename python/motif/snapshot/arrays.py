"""A projection taken apart into named arrays and a description in JSON, and put together again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.graphs.csr import CSR
from motif.graphs.dominance import NO_CERTIFICATE, DominanceEmbedding
from motif.graphs.paths import PathTable
from motif.graphs.projection import NodeTable, Projection, RelationshipTable, VectorSet
from motif.graphs.sources import Sources
from motif.graphs.stamp import EncoderStamp
from motif.graphs.strings import StringTable
from motif.snapshot.columns import Arrays, Read, put_columns, put_strings, read_columns, read_strings
from motif.snapshot.layers import put_layers, read_layers
from motif.snapshot.stored import put_stored, read_stored

IDS = ("node.ids", "relationship.ids")
"""Names of the arrays of ids, which files hold as narrow as they are."""

CODES = ("node.label_set", "relationship.relation", "relationship.type")
"""Names of the arrays of codes, which files of earlier formats hold in four bytes and memory in two."""

_SIDES = ("outgoing", "incoming")


def take_apart(projection: Projection) -> tuple[Arrays, dict[str, Any]]:
    """Arrays by name, and what is no array."""
    arrays: Arrays = {}
    nodes, links = projection.nodes, projection.relationships
    arrays |= {
        IDS[0]: nodes.ids,
        "node.label_set": nodes.label_set,
        "node.name_property": nodes.name_property,
    }
    put_strings(arrays, "node.names", nodes.names)
    if nodes.texts is not None:
        put_strings(arrays, "node.texts", nodes.texts)
    arrays |= {IDS[1]: links.ids, "relationship.relation": links.relation, "relationship.type": links.type}
    if links.computed is not None:
        arrays["relationship.computed"] = links.computed
    put_strings(arrays, "relationship.relations", StringTable.from_strings(links.relations))
    for side, csr in zip(_SIDES, (projection.outgoing, projection.incoming), strict=True):
        arrays |= {f"{side}.indptr": csr.indptr, f"{side}.indices": csr.indices}
        if csr.rows is not None:
            arrays[f"{side}.data"] = csr.rows
    for kind, vectors in projection.vectors.items():
        arrays |= {f"vectors.{kind}.index": vectors.index, f"vectors.{kind}.matrix": vectors.matrix}
    description = {
        "nodes": {
            "id_prefix": nodes.id_prefix,
            "name_properties": list(nodes.name_properties),
            "label_sets": [list(labels) for labels in nodes.label_sets],
            "has_texts": nodes.texts is not None,
            "properties": put_columns(arrays, "node.property", nodes.properties),
        },
        "relationships": {
            "id_prefix": links.id_prefix,
            "types": list(links.types),
            "properties": put_columns(arrays, "relationship.property", links.properties),
            "has_computed": links.computed is not None,
        },
        "in_place": [side for side in _SIDES if getattr(projection, side).rows is None],
        "vectors": {
            kind: {**asdict(vectors.encoder), "count": int((vectors.index >= 0).sum())}
            for kind, vectors in projection.vectors.items()
        },
        "dominance": None if projection.dominance is None else _put_dominance(arrays, projection.dominance),
        "paths": {
            str(length): _put_paths(arrays, f"paths.{length}", table)
            for length, table in projection.paths.items()
        },
        "trussness": _put_trussness(arrays, projection),
        "layers": put_layers(arrays, projection.layers),
        "stored": put_stored(arrays, projection.stored),
    }
    return arrays, description


def put_together(read: Read, description: Mapping[str, Any], rest: Mapping[str, Any]) -> Projection:
    """The projection whose arrays ``read`` gives by name; ``rest`` are its fields that are neither.

    Arrays that are one in a projection (``target`` and ``outgoing.indices``) are one again.
    """
    of_nodes, of_links = description["nodes"], description["relationships"]
    in_place = description.get("in_place", ())
    outgoing, incoming = (
        CSR(
            read(f"{side}.indptr"),
            read(f"{side}.indices"),
            None if side in in_place else read(f"{side}.data"),
        )
        for side in _SIDES
    )
    nodes = NodeTable(
        ids=read(IDS[0]),
        id_prefix=of_nodes["id_prefix"],
        names=read_strings(read, "node.names"),
        name_property=read("node.name_property"),
        name_properties=tuple(of_nodes["name_properties"]),
        label_set=read("node.label_set"),
        label_sets=tuple(tuple(labels) for labels in of_nodes["label_sets"]),
        texts=read_strings(read, "node.texts") if of_nodes["has_texts"] else None,
        properties=read_columns(read, "node.property", of_nodes["properties"]),
    )
    links = RelationshipTable(
        ids=read(IDS[1]),
        id_prefix=of_links["id_prefix"],
        sources=Sources(outgoing.indptr),
        target=outgoing.indices,
        relation=read("relationship.relation"),
        relations=tuple(read_strings(read, "relationship.relations")),
        type=read("relationship.type"),
        types=tuple(of_links["types"]),
        properties=read_columns(read, "relationship.property", of_links["properties"]),
        computed=read("relationship.computed") if of_links.get("has_computed") else None,
    )
    vectors = {
        kind: VectorSet(_stamp(stamp), read(f"vectors.{kind}.index"), read(f"vectors.{kind}.matrix"))
        for kind, stamp in description["vectors"].items()
    }
    # Snapshots that were written before there was one of these have no entry for it.
    of_dominance, of_paths = description.get("dominance"), description.get("paths", {})
    return Projection(
        nodes=nodes,
        relationships=links,
        outgoing=outgoing,
        incoming=incoming,
        vectors=vectors,
        dominance=None if of_dominance is None else _dominance(read, of_dominance),
        paths={int(length): _paths(read, f"paths.{length}", entry) for length, entry in of_paths.items()},
        trussness=read("trussness") if description.get("trussness") else None,
        layers=read_layers(read, description.get("layers", [])),
        stored=read_stored(read, description.get("stored")),
        **rest,
    )


def _put_trussness(arrays: Arrays, projection: Projection) -> dict[str, int] | None:
    if projection.trussness is None:
        return None
    arrays["trussness"] = projection.trussness
    return {"largest": int(projection.trussness.max(initial=0))}


def _put_dominance(arrays: Arrays, embedding: DominanceEmbedding) -> dict[str, Any]:
    arrays |= {"dominance.vectors": embedding.vectors, "dominance.certificate": embedding.certificate}
    if embedding.features is not None:
        arrays["dominance.features"] = embedding.features
    return {
        "kind": embedding.kind,
        "stamp": asdict(embedding.stamp),
        "certified": int((embedding.certificate > NO_CERTIFICATE).sum()),
        "parameters": _put_named(arrays, "dominance.parameter", embedding.parameters),
        "has_features": embedding.features is not None,
    }


def _dominance(read: Read, entry: Mapping[str, Any]) -> DominanceEmbedding:
    return DominanceEmbedding(
        entry["kind"],
        _stamp(entry["stamp"]),
        read("dominance.vectors"),
        read("dominance.certificate"),
        _named(read, "dominance.parameter", entry["parameters"]),
        read("dominance.features") if entry["has_features"] else None,
    )


def _put_paths(arrays: Arrays, prefix: str, table: PathTable) -> dict[str, Any]:
    names = _put_named(arrays, prefix, table.arrays)
    return {"length": table.length, "layout": table.layout, "stamp": table.stamp, "arrays": names}


def _paths(read: Read, prefix: str, entry: Mapping[str, Any]) -> PathTable:
    arrays = _named(read, prefix, entry["arrays"])
    return PathTable(entry["length"], entry["layout"], entry["stamp"], arrays)


def _put_named(arrays: Arrays, prefix: str, named: Mapping[str, NDArray[Any]]) -> list[str]:
    """Arrays by number, since their names may be anything; of at least one dimension, as files have them."""
    arrays |= {f"{prefix}.{number}": np.atleast_1d(array) for number, array in enumerate(named.values())}
    return list(named)


def _named(read: Read, prefix: str, names: list[str]) -> Arrays:
    return {name: read(f"{prefix}.{number}") for number, name in enumerate(names)}


def _stamp(entry: Mapping[str, Any]) -> EncoderStamp:
    return EncoderStamp(entry["name"], entry["dimension"], entry["hash"])


def identity(array: NDArray[Any]) -> tuple[Any, ...]:
    """What two arrays share exactly when they are one in memory, so that they become one file."""
    return (
        array.__array_interface__["data"][0],
        array.dtype.str,
        array.shape,
        array.strides,
        np.size(array) or id(array),
    )
