"""Vectors as properties hold them, as named arrays, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from motif.graphs.projection import Stored, StoredTriples, StoredVectors, VectorSet
from motif.graphs.stamp import EncoderStamp
from motif.snapshot.columns import Arrays, Read, put_columns, read_columns

_OF_TRIPLES = ("model", "content", "keys", "matrix")


def put_stored(arrays: Arrays, stored: Stored | None) -> dict[str, Any] | None:
    """Puts the arrays of what properties hold, and describes the rest."""
    if stored is None:
        return None
    for kind, entry in stored.vectors.items():
        arrays |= {
            f"stored.{kind}.model": entry.model,
            f"stored.{kind}.index": entry.vectors.index,
            f"stored.{kind}.matrix": entry.vectors.matrix,
        }
    triples = stored.triples
    if triples is not None:
        arrays |= {f"stored.triples.{name}": getattr(triples, name) for name in _OF_TRIPLES}
    return {
        "triples": None if triples is None else [list(model) for model in triples.models],
        "vectors": {
            kind: {
                "models": [list(model) for model in entry.models],
                "encoder": asdict(entry.vectors.encoder),
            }
            for kind, entry in stored.vectors.items()
        },
        "columns": put_columns(arrays, "stored.column", stored.columns),
    }


def read_stored(read: Read, described: Mapping[str, Any] | None) -> Stored | None:
    """What `put_stored` put."""
    if described is None:
        return None
    vectors = {
        kind: StoredVectors(
            read(f"stored.{kind}.model"),
            tuple(tuple(model) for model in entry["models"]),
            VectorSet(
                EncoderStamp(**entry["encoder"]), read(f"stored.{kind}.index"), read(f"stored.{kind}.matrix")
            ),
        )
        for kind, entry in described["vectors"].items()
    }
    models, triples = described.get("triples"), None
    if models is not None:
        arrays = {name: read(f"stored.triples.{name}") for name in _OF_TRIPLES}
        triples = StoredTriples(models=tuple(tuple(model) for model in models), **arrays)
    return Stored(vectors, read_columns(read, "stored.column", described["columns"]), triples)
