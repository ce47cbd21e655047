"""A property's values, one by one, packed into columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.graphs.columns import VECTOR, PropertyChunk
from motif.graphs.projection import BOOLEAN, FLOAT, INTEGER, MISSING, OTHER, STRING
from motif.graphs.rare_values import other_text


def pack_values(values: Sequence[Any], *, vector: bool = False) -> PropertyChunk:
    """A property's values, as the driver gives them, in columns.

    Parameters
    ----------
    values
        None for a missing one; temporal and spatial values become ISO 8601 and JSON.
    vector
        Whether lists of numbers are vectors (`VECTOR`, float32) and not JSON.

    >>> pack_values(["Heat", None, 1995]).kind.tolist()
    [4, 0, 1]
    """
    kinds = {type(value) for value in values}
    present = kinds - {type(None)}
    if len(present) == 1 and (known := _PLAIN_KINDS.get(next(iter(present)))) is not None:
        return _pack_alike(values, known, has_missing=len(kinds) > 1)
    packed = [_pack(value, vector) for value in values]
    return _chunk(
        np.array([kind for kind, _, _ in packed], dtype=np.uint8),
        np.array([number for _, number, _ in packed], dtype=np.int64),
        [part for _, _, part in packed],
    )


_PLAIN_KINDS = {str: STRING, bool: BOOLEAN, int: INTEGER, float: FLOAT}


def _pack_alike(values: Sequence[Any], kind: int, *, has_missing: bool) -> PropertyChunk:
    """Values of one type: no step of Python per value but its own conversion."""
    kinds = np.full(len(values), kind, dtype=np.uint8)
    if has_missing:
        kinds[[value is None for value in values]] = MISSING
    if kind == STRING:
        parts = [b"" if value is None else value.encode("utf-8", "replace") for value in values]
        return _chunk(kinds, np.zeros(len(values), dtype=np.int64), parts)
    known = [0 if value is None else value for value in values] if has_missing else values
    number = np.array(known, dtype=np.float64 if kind == FLOAT else np.int64).view(np.int64)
    number[kinds == MISSING] = 0
    return _chunk(kinds, number, [])


def _chunk(kind: NDArray[np.uint8], number: NDArray[np.int64], parts: Sequence[bytes]) -> PropertyChunk:
    offsets = np.zeros(len(kind) + 1, dtype=np.int32)
    if parts:
        np.cumsum(np.fromiter(map(len, parts), dtype=np.int64, count=len(parts)), out=offsets[1:])
    return PropertyChunk(kind, number, offsets, np.frombuffer(b"".join(parts), dtype=np.uint8))


def _pack(value: Any, vector: bool) -> tuple[int, int, bytes]:
    if value is None:
        return MISSING, 0, b""
    if isinstance(value, str):
        return STRING, 0, value.encode("utf-8", "replace")
    if isinstance(value, bool):
        return BOOLEAN, int(value), b""
    if isinstance(value, int):
        return INTEGER, value, b""
    if isinstance(value, float):
        return FLOAT, int(np.float64(value).view(np.int64)), b""
    if vector and isinstance(value, list) and value and all(type(item) in (int, float) for item in value):
        return VECTOR, 0, np.asarray(value, dtype="<f4").tobytes()
    return OTHER, 0, other_text(value).encode("utf-8", "replace")
