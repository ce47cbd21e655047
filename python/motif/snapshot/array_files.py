"""One array, one file: numpy's own format, with what a manifest says of it to know it again."""

from __future__ import annotations

import hashlib
import io
import math
import mmap
import os
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.durable import sync_file

_UNREADABLE = (OSError, ValueError, EOFError, SyntaxError, TypeError, OverflowError)
_AT_ONCE = 1 << 20
_LEAST_BLANK = 1 << 16


class Unsound(Exception):
    """A file is not what its manifest says; the text says why."""


def write_array(path: Path, array: NDArray[Any]) -> dict[str, Any]:
    """Writes an array and waits until it is on the disk; what the manifest says of the file.

    The checksum is the CRC-32 of all bytes, header included, taken while they are written: it finds every torn and
    every flipped file that a disk makes, at the speed of memory.
    """
    contiguous = np.ascontiguousarray(array)
    header = io.BytesIO()
    facts = np.lib.format.header_data_from_array_1_0(contiguous)
    np.lib.format.write_array_header_1_0(header, facts)
    content = contiguous.reshape(-1).view(np.uint8).data if contiguous.size else memoryview(b"")
    checksum = zlib.crc32(header.getvalue())
    with path.open("wb") as file:
        file.write(header.getvalue())
        for start in range(0, len(content), _AT_ONCE):
            part = content[start : start + _AT_ONCE]
            checksum = zlib.crc32(part, checksum)
            file.write(part)
        sync_file(file)
    return {
        "bytes": len(header.getvalue()) + len(content),
        "dtype": contiguous.dtype.str,
        "shape": list(contiguous.shape),
        "crc32": checksum,
    }


def is_blank(array: NDArray[Any]) -> bool:
    """Whether an array holds nothing but zeros and is so long that a file of them would be a waste."""
    if array.nbytes < _LEAST_BLANK or not array.flags.c_contiguous:
        return False
    content = array.reshape(-1).view(np.bool_)
    return not (content[:_LEAST_BLANK].any() or content.any())


def is_repeated(array: NDArray[Any]) -> bool:
    """Whether an array is one whole number in memory, over and over."""
    return array.ndim == 1 and array.size > 0 and not array.strides[0] and array.dtype.kind in "iu"


def blank_array(facts: Mapping[str, Any]) -> NDArray[Any]:
    """The array of zeros, or of one value, of which a manifest says type and shape.

    It takes no memory, and cannot be written to.
    """
    if "value" in facts:
        return np.broadcast_to(np.array(facts["value"], np.dtype(facts["dtype"])), tuple(facts["shape"]))
    array = np.zeros(tuple(facts["shape"]), np.dtype(facts["dtype"]))
    array.flags.writeable = False
    return array


def map_array(path: Path, facts: Mapping[str, Any]) -> NDArray[Any]:
    """The array of a file, mapped and of numpy's plain type; one without entries cannot be mapped and is read.

    Size, type and shape are compared with what the manifest says. Raises `Unsound`, and `FileNotFoundError`.
    """
    try:
        _check_size(path, facts)
        with path.open("rb") as file:
            np.lib.format.read_magic(file)
            shape, is_fortran, dtype = np.lib.format.read_array_header_1_0(file)
            said = (facts.get("dtype", dtype.str), tuple(facts.get("shape", shape)))
            if said != (dtype.str, shape) or dtype.hasobject or is_fortran:
                raise Unsound(f"{path.name} holds {dtype.str}{shape}, not {said[0]}{said[1]}")
            if not math.prod(shape):
                return np.empty(shape, dtype)
            mapped = np.memmap(file, dtype, "r", file.tell(), shape)
        return np.asarray(mapped)
    except FileNotFoundError:
        raise
    except _UNREADABLE as error:
        raise Unsound(f"{path.name} cannot be read ({error})") from error


def let_go_of_pages(arrays: Iterable[NDArray[Any]]) -> None:
    """Takes what was read of mapped files out of this process's memory; who reads them again finds the files' pages.

    Nothing for arrays that map no file, and where the system has no such call.
    """
    for array in arrays:
        mapped = array.base
        if isinstance(mapped, np.memmap) and hasattr(mmap, "MADV_DONTNEED"):
            mapped._mmap.madvise(mmap.MADV_DONTNEED)  # type: ignore[attr-defined]


def compare_bytes(path: Path, facts: Mapping[str, Any]) -> None:
    """Raises `Unsound` where the bytes of a file are not those that were written; `FileNotFoundError` without it.

    Snapshots of earlier versions have the BLAKE2b of type, shape and entries in place of the CRC-32 of all bytes.
    """
    try:
        _check_size(path, facts)
        same = (
            _checksum(path) == facts["crc32"]
            if "crc32" in facts
            else _content_hash(map_array(path, facts)) == facts["blake2b"]
        )
        if not same:
            raise Unsound(f"{path.name} does not match its checksum")
    except FileNotFoundError:
        raise
    except OSError as error:
        raise Unsound(f"{path.name} cannot be read ({error})") from error


def _check_size(path: Path, facts: Mapping[str, Any]) -> None:
    size = path.stat().st_size
    if size != facts["bytes"]:
        raise Unsound(f"{path.name} has {size:,} bytes, not {facts['bytes']:,}")


def _checksum(path: Path) -> int:
    checksum = 0
    with path.open("rb") as file:
        if not os.fstat(file.fileno()).st_size:
            return checksum
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content, memoryview(content) as view:
            for start in range(0, len(view), _AT_ONCE):
                checksum = zlib.crc32(view[start : start + _AT_ONCE], checksum)
    return checksum


def _content_hash(array: NDArray[Any]) -> str:
    digest = hashlib.blake2b(f"{array.dtype.str}{array.shape}".encode(), digest_size=16)
    digest.update(array.reshape(-1).view(np.uint8).data if array.size else b"")
    return digest.hexdigest()
