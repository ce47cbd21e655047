"""Vectors of texts on disk, found by the text's hash: what a killed job has finished, what is not encoded twice."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
from filelock import FileLock
from numpy.typing import NDArray

from motif.errors import JobFailed
from motif.graphs.stamp import EncoderStamp

_KEY_BYTES = 16
_TOLERANCE = 1e-3
_FOUND_AT_ONCE = 32_768


class VectorStore:
    """The vectors that one encoder has made, one per distinct text; several processes may append.

    Two files that only grow: ``keys`` (16 bytes of BLAKE2b per text) and ``vectors`` (float32). Vectors are written
    before their keys, so a key without its vector cannot be; what a killed process left half written is cut off at
    the next append. Removing the folder loses nothing but time.

    Parameters
    ----------
    folder
        Holds one folder per encoder.
    stamp
        Of the encoder.

    Raises `JobFailed` when the folder cannot be written.
    """

    def __init__(self, folder: Path, stamp: EncoderStamp) -> None:
        name = hashlib.sha256(repr((stamp.name, stamp.dimension, stamp.hash)).encode()).hexdigest()[:32]
        self._dimension = stamp.dimension
        self._folder = folder / name
        self._keys, self._vectors = self._folder / "keys", self._folder / "vectors"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._failed(error) from error

    def find(self, texts: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Which of ``texts`` are there, int64 ascending, and their vectors, float32, aligned with that."""
        parts = list(self.find_in_parts(texts))
        if not parts:
            return np.zeros(0, np.int64), np.zeros((0, self._dimension), np.float32)
        return np.concatenate([found for found, _ in parts]), np.concatenate(
            [vectors for _, vectors in parts]
        )

    def find_in_parts(self, texts: Sequence[str]) -> Iterator[tuple[NDArray[np.int64], NDArray[np.float32]]]:
        """What `find` gives, some at a time and no part empty: who copies vectors elsewhere never holds them twice."""
        keys = self._read_keys()
        if not len(keys) or not len(texts):
            return
        wanted = _keys_of(texts)
        order = np.argsort(keys[:, 0], kind="stable")
        places = np.searchsorted(keys[order, 0], wanted[:, 0])
        rows = order[np.minimum(places, len(keys) - 1)]
        known = np.flatnonzero((keys[rows] == wanted).all(axis=1))
        stored = np.memmap(self._vectors, np.float32, "r", shape=(len(keys), self._dimension))
        for start in range(0, len(known), _FOUND_AT_ONCE):
            found = known[start : start + _FOUND_AT_ONCE]
            vectors = stored[rows[found]]
            # A file system may lose the last pages at a power cut: what is not of length 1 was never finished.
            whole = np.abs(np.square(vectors).sum(axis=1) - 1) < _TOLERANCE
            if whole.any():
                yield found[whole], vectors[whole]

    def append(self, texts: Sequence[str], vectors: NDArray[np.float32]) -> None:
        """Keeps the ``vectors``, float32 (n, dimension), of ``texts``."""
        try:
            with FileLock(self._folder / "lock"):
                count = self._count()
                _write_at(self._vectors, count * 4 * self._dimension, np.ascontiguousarray(vectors).tobytes())
                _write_at(self._keys, count * _KEY_BYTES, _keys_of(texts).tobytes())
        except OSError as error:
            raise self._failed(error) from error

    def clear(self) -> None:
        """Forgets everything of this encoder."""
        with FileLock(self._folder / "lock"), suppress(FileNotFoundError):
            self._keys.unlink()

    def _read_keys(self) -> NDArray[np.uint64]:
        count = self._count()
        content = np.fromfile(self._keys, np.uint64, count=2 * count) if count else np.zeros(0, np.uint64)
        return content.reshape(-1, 2)

    def _count(self) -> int:
        """Vectors that are there with their keys."""
        try:
            n_keys = self._keys.stat().st_size // _KEY_BYTES
            return min(n_keys, self._vectors.stat().st_size // (4 * self._dimension))
        except FileNotFoundError:
            return 0

    def _failed(self, error: OSError) -> JobFailed:
        return JobFailed(
            f"Vectors cannot be kept in {self._folder}: {error}.",
            hint="Free some space there, or name another folder in MOTIF_CACHE; then run it again, it resumes.",
        )


def _keys_of(texts: Sequence[str]) -> NDArray[np.uint64]:
    """Hashes of ``texts``, uint64 (n, 2)."""
    digests = [
        hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_KEY_BYTES).digest()
        for text in texts
    ]
    return np.frombuffer(b"".join(digests), np.uint64).reshape(-1, 2)


def _write_at(path: Path, position: int, content: bytes) -> None:
    """Writes ``content`` at ``position`` and ends the file there."""
    path.touch()
    with path.open("r+b") as file:
        file.truncate(position)
        file.seek(position)
        file.write(content)
