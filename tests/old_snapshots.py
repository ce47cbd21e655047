"""Snapshots as format 3 has them: sources in a file, offsets and numbers in eight bytes, codes in four."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
from numpy.typing import NDArray

from motif.graphs.projection import Projection
from motif.snapshot import write_snapshot, writing
from motif.snapshot.arrays import CODES, take_apart


def write_format_3(folder: Path, projection: Projection) -> None:
    """Writes what the version before wrote of ``projection``, as the current snapshot of a graph's folder."""
    with mock.patch.multiple(writing, FORMAT=3, take_apart=taken_apart_wide, IDS=("relationship.ids",)):
        write_snapshot(folder, projection)


def taken_apart_wide(projection: Projection) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """As `take_apart` gave it."""
    arrays, description = take_apart(projection)
    known: dict[int, NDArray[Any]] = {}  # what is one array stays one

    def wide(array: NDArray[Any], dtype: type) -> NDArray[Any]:
        return known.setdefault(id(array), array.astype(dtype))

    for name, array in list(arrays.items()):
        if name.endswith((".offsets", ".indptr", ".number")) or name == "node.ids":
            arrays[name] = wide(array, np.int64)
        elif name in CODES:
            arrays[name] = wide(array, np.int32)
    arrays["relationship.source"] = projection.relationships.source.copy()
    return arrays, description
