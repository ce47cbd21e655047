"""Weights from files in the safetensors format, mapped, not copied."""

from __future__ import annotations

import json
import math
import mmap
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.errors import InvalidSource

_MAXIMUM_HEADER = 100 * 1024 * 1024
_DTYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "I64": "<i8", "I32": "<i4", "U8": "|u1"}


def read_safetensors(path: Path) -> dict[str, NDArray[Any]]:
    """Every tensor of the file by name, read-only; bfloat16 widened to float32, the rest mapped.

    The format: the header's length as u64, the header as JSON (``{name: {dtype, shape, data_offsets}}``), the
    bytes; all little-endian.

    Raises `InvalidSource` when the file is missing, cut off, or holds a type that is not known here.
    """
    try:
        with path.open("rb") as file:
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:
        raise InvalidSource(f"The weights {path} cannot be read: {error}.") from error
    length = int.from_bytes(content[:8], "little")
    if len(content) < 8 or length > min(_MAXIMUM_HEADER, len(content) - 8):
        raise _malformed(path, "its header is cut off")
    try:
        header = json.loads(content[8 : 8 + length])
        tensors = {name: entry for name, entry in header.items() if name != "__metadata__"}
        return {name: _tensor(content, 8 + length, entry) for name, entry in tensors.items()}
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise _malformed(path, f"{type(error).__name__}: {error}") from error


def _tensor(content: mmap.mmap, base: int, entry: Mapping[str, Any]) -> NDArray[Any]:
    start, end = entry["data_offsets"]
    dtype = np.dtype(_DTYPES[entry["dtype"]])
    count = math.prod(entry["shape"])
    if start < 0 or end - start != count * dtype.itemsize or base + end > len(content):
        raise ValueError(f"offsets {start}:{end} do not fit the shape {entry['shape']}")
    flat = np.frombuffer(content, dtype=dtype, count=count, offset=base + start)
    if entry["dtype"] == "BF16":
        flat = (flat.astype(np.uint32) << 16).view(np.float32)
    return flat.reshape(entry["shape"])


def _malformed(path: Path, why: str) -> InvalidSource:
    return InvalidSource(
        f"The weights {path} are not a safetensors file that can be read here ({why}).",
        hint="Fetch the model again and compare its size with the original's.",
    )
