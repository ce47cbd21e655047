"""Vectors read from properties: only those whose text is still the one they were made of."""

from __future__ import annotations

import numpy as np

from motif.catalog.accumulating import PropertyColumn
from motif.catalog.plan import VectorPlan
from motif.catalog.reading_vectors import content_hash, read_vectors
from motif.graphs.packing import pack_values
from motif.graphs.projection import NAME
from motif.graphs.strings import StringTable

PLAN = VectorPlan("vector", NAME, None, "model", "content")


def columns(names: list[str], contents: list[int | None]) -> dict[str, PropertyColumn]:
    vectors = [[1.0, float(row)] for row in range(len(names))]
    parts = {
        "vector": pack_values(vectors, vector=True),
        "model": pack_values(["toy@1"] * len(names)),
        "content": pack_values(contents),
    }
    return {name: PropertyColumn.join([part], None) for name, part in parts.items()}


def test_a_vector_of_another_text_counts_as_none() -> None:
    names = ["Heat", "Ali", "Thief"]
    found = read_vectors(
        columns(names, [content_hash("Heat"), content_hash("Alien"), None]),
        [PLAN],
        {NAME: StringTable.from_strings(names)},
    )[NAME]
    assert found.index.tolist() == [0, -1, 1], "unknown content is trusted, another text is not"
    assert found.encoder.name == "toy" and found.matrix.shape == (2, 2)
    assert np.allclose(np.linalg.norm(found.matrix, axis=1), 1)


def test_without_texts_every_vector_counts() -> None:
    found = read_vectors(columns(["a", "b"], [1, 2]), [PLAN], {NAME: None})
    assert found[NAME].index.tolist() == [0, 1]
