"""Vectors that a graph has from elsewhere, taken over when the encoder at hand makes the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.catalog.detection import OWN_EMBEDDING, detect
from motif.catalog.plan import Plan
from motif.catalog.request import ProjectionRequest
from motif.catalog.schema import Group, Schema
from motif.database import Database
from motif.errors import MotifError
from motif.models.encoder import TextEncoder, encode_texts
from motif_cypher import template

SAME = 0.99
"""Cosine above which two vectors of one text come from one model."""

_SAMPLE = 3
_USUAL = "embedding"


def with_known_vectors(
    request: ProjectionRequest,
    schema: Schema,
    database: Database,
    encoder: Callable[[], TextEncoder] | None,
) -> ProjectionRequest:
    """The request, with the property that holds vectors of the encoder's own making, where there is one.

    neo4j-graphrag writes ``embedding`` on chunks and not which model made it; so a few of their texts are encoded and
    compared. That is done only where it stays on this machine: by an encoder that tells the ``hash`` of its weights.
    Vectors of Motif's own and a property that is asked for come first. One round trip where there are such vectors.
    """
    plan = detect(schema, request)
    found = None if plan.vectors else _property(schema, request, plan)
    if found is None or encoder is None:
        return request
    try:
        model = encoder()
        rows = _sample(database, found, plan) if getattr(model, "hash", "") else []
        is_same = bool(rows) and _makes(model, rows)
    except MotifError:  # without a model, or with one that cannot say, the vectors stay unread
        return request
    return replace(request, embedding_property=found[1], encoder=model.name) if is_same else request


def _property(schema: Schema, request: ProjectionRequest, plan: Plan) -> tuple[str, str] | None:
    """The label and property of vectors beside texts: one called ``embedding``, else the only one."""
    labels = [group for group in schema.labels if request.labels is None or group.name in request.labels]
    if any(OWN_EMBEDDING in group.properties for group in labels):
        return None
    found = {
        name: group.name
        for group in labels
        if set(plan.text_properties) & set(group.properties)
        for name in _vectors_of(group)
    }
    if _USUAL in found:
        return found[_USUAL], _USUAL
    return next(((label, name) for name, label in found.items()), None) if len(found) == 1 else None


def _vectors_of(group: Group) -> list[str]:
    return [
        name
        for name, facts in group.properties.items()
        if "VECTOR" in facts.types and not name.startswith("motif")
    ]


def _sample(database: Database, found: tuple[str, str], plan: Plan) -> Sequence[Mapping[str, Any]]:
    label, name = found
    statement = template("sample_vectors").fill(label=label, property=name)
    return database.run(statement, texts=list(plan.text_properties), sample=_SAMPLE)


def _makes(model: TextEncoder, rows: Sequence[Mapping[str, Any]]) -> bool:
    vectors = [_vector(row["vector"]) for row in rows]
    if any(vector is None or len(vector) != model.dimension for vector in vectors):
        return False
    made = encode_texts(model, ["\n".join(row["texts"]) for row in rows])
    stored = np.array(vectors, dtype=np.float64)
    lengths = np.linalg.norm(stored, axis=1)
    if not (np.isfinite(lengths) & (lengths > 0)).all():
        return False
    cosines = np.einsum("ij,ij->i", made, stored) / lengths
    return bool((cosines > SAME).all())


def _vector(value: Any) -> NDArray[np.float64] | None:
    """A list of numbers or the driver's vector as an array; None for anything else."""
    try:
        vector = np.array(value if isinstance(value, list) else value.to_native(), dtype=np.float64)
    except (AttributeError, TypeError, ValueError):
        return None
    return vector if vector.ndim == 1 else None
