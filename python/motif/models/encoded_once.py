"""Texts that each process encodes anew, a graph's words and examples of its names: from the disk the next time.

A file holds the vectors of one list of texts and no text. Its name is a digest of the texts and of what decides the
encoder's vectors, so that another encoder, or a text that changed, finds nothing. Where nothing can be read or kept,
the texts are encoded.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motif.durable import write_durably
from motif.errors import StorageFailed
from motif.models.encoder import TextEncoder, encode_texts

FOLDER, ENDING = "words", ".vectors"

MOST = 256
"""Files that are kept: a few for each graph that was asked lately."""

_DIGEST = hashlib.sha256().digest_size


def encode_once(encoder: TextEncoder, texts: Sequence[str]) -> NDArray[np.float32]:
    """As `motif.models.encoder.encode_texts`; kept for the next process where the encoder has a cache and a hash."""
    cache, weights = getattr(encoder, "cache", None), str(getattr(encoder, "hash", ""))
    if not isinstance(cache, Path) or not weights or not texts:
        return encode_texts(encoder, texts)
    said = json.dumps([weights, int(encoder.dimension), list(texts)])
    place = cache / FOLDER / f"{hashlib.sha256(said.encode()).hexdigest()}{ENDING}"
    found = _read(place, len(texts), int(encoder.dimension))
    if found is None:
        found = encode_texts(encoder, texts)
        with contextlib.suppress(OSError, StorageFailed):  # a full disk, a folder that may not be written
            _keep(place, found)
    return found


def _read(place: Path, count: int, dimension: int) -> NDArray[np.float32] | None:
    """The vectors that a file holds; None where it is not there, or not whole."""
    try:
        content = place.read_bytes()
    except OSError:
        return None
    digest, numbers = content[:_DIGEST], content[_DIGEST:]
    if len(numbers) != 4 * count * dimension or hashlib.sha256(numbers).digest() != digest:
        return None
    vectors: NDArray[np.float32] = np.frombuffer(numbers, "<f4").astype(np.float32).reshape(count, dimension)
    return vectors


def _keep(place: Path, vectors: NDArray[np.float32]) -> None:
    """Writes a file whole, and removes those that were written longest ago."""
    numbers = vectors.astype("<f4").tobytes()
    write_durably(place, hashlib.sha256(numbers).digest() + numbers)
    written = sorted(place.parent.glob(f"*{ENDING}"), key=lambda path: path.stat().st_mtime_ns)
    for path in written[:-MOST]:
        path.unlink(missing_ok=True)
