"""Weights in files of the safetensors format: mapped, not copied, when read; put in their place whole when written."""

from __future__ import annotations

import json
import math
import mmap
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motif.durable import write_durably
from motif.errors import InvalidSource

_MAXIMUM_HEADER = 100 * 1024 * 1024
_DTYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "I64": "<i8", "I32": "<i4", "U8": "|u1"}
_METADATA = "__metadata__"


def read_safetensors(path: Path) -> dict[str, NDArray[Any]]:
    """Every tensor of the file by name, read-only; bfloat16 widened to float32, the rest mapped.

    The format: the header's length as u64, the header as JSON (``{name: {dtype, shape, data_offsets}}``), the
    bytes; all little-endian.

    Raises `InvalidSource` when the file is missing, cut off, or holds a type that is not known here.
    """
    content, base, entries = _opened(path)
    try:
        return {name: _tensor(content, base, entry) for name, entry in entries.items() if name != _METADATA}
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise _malformed(path, f"{type(error).__name__}: {error}") from error


def read_metadata(path: Path) -> dict[str, str]:
    """What the file says beside its tensors; empty where it says nothing. Raises as `read_safetensors`."""
    said = _opened(path).entries.get(_METADATA, {})
    if not isinstance(said, dict) or not all(isinstance(value, str) for value in said.values()):
        raise _malformed(path, "its metadata are no strings by name")
    return said


def write_safetensors(
    path: Path, tensors: Mapping[str, NDArray[Any]], metadata: Mapping[str, str] | None = None
) -> None:
    """Writes ``tensors``, each of its own type, and ``metadata``; a reader sees the old file or the whole new one.

    Raises `ValueError` for a type that the format has no name for, `OSError` when the file cannot be written.
    """
    names = {np.dtype(spelt): name for name, spelt in _DTYPES.items() if name != "BF16"}
    header: dict[str, Any] = {_METADATA: dict(metadata)} if metadata else {}
    parts, position = [], 0
    for name, tensor in tensors.items():
        stored = np.ascontiguousarray(tensor, tensor.dtype.newbyteorder("<"))
        if stored.dtype not in names:
            raise ValueError(
                f"'{name}' is of the type {tensor.dtype}, which safetensors has no name for here."
            )
        ends = [position, position + stored.nbytes]
        header[name] = {"dtype": names[stored.dtype], "shape": list(tensor.shape), "data_offsets": ends}
        parts.append(stored.tobytes())
        position = ends[1]
    said = json.dumps(header, separators=(",", ":")).encode()
    said += b" " * (-len(said) % 8)
    write_durably(path, lambda file: file.writelines([len(said).to_bytes(8, "little"), said, *parts]))


class _Opened(NamedTuple):
    """A file mapped: its bytes, where those of the tensors begin, and the entries of its header."""

    content: mmap.mmap
    base: int
    entries: dict[str, Any]


def _opened(path: Path) -> _Opened:
    try:
        with path.open("rb") as file:
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:
        raise InvalidSource(f"The weights {path} cannot be read: {error}.") from error
    length = int.from_bytes(content[:8], "little")
    if len(content) < 8 or length > min(_MAXIMUM_HEADER, len(content) - 8):
        raise _malformed(path, "its header is cut off")
    try:
        entries = json.loads(content[8 : 8 + length])
    except ValueError as error:
        raise _malformed(path, f"{type(error).__name__}: {error}") from error
    if not isinstance(entries, dict):
        raise _malformed(path, "its header is no map")
    return _Opened(content, 8 + length, entries)


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
