"""Stand-ins for models: deterministic, instant, no files."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray


class HashEncoder:
    """A `TextEncoder` over hashed character n-grams: equal texts, equal vectors; similar spellings, near.

    >>> vectors = HashEncoder().encode(["Heat", "Heat (1995)", "Zürich"])
    >>> vectors.shape, bool(vectors[0] @ vectors[1] > vectors[0] @ vectors[2])
    ((3, 64), True)
    """

    def __init__(self, dimension: int = 64, name: str = "fake-hash") -> None:
        self.name = name
        self.dimension = dimension

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        vectors = [self._vector(text) for text in texts]
        return np.asarray(vectors, dtype=np.float32).reshape(len(vectors), self.dimension)

    def _vector(self, text: str) -> NDArray[np.float32]:
        vector = np.zeros(self.dimension, dtype=np.float64)
        marked = f"^{text.casefold()}$"
        for size in (1, 2, 3):
            for start in range(len(marked) - size + 1):
                gram = marked[start : start + size].encode("utf-8", "surrogatepass")
                number = int.from_bytes(hashlib.blake2b(gram, digest_size=8).digest(), "little")
                vector[number % self.dimension] += 1.0 if number >> 63 else -1.0
        if not vector.any():
            vector[0] = 1.0
        return (vector / np.linalg.norm(vector)).astype(np.float32)


class CountingEncoder(HashEncoder):
    """A `HashEncoder` that remembers every batch it was given, in ``batches``, and all ``texts``."""

    def __init__(self, dimension: int = 64, name: str = "fake-hash") -> None:
        super().__init__(dimension, name)
        self.batches: list[list[str]] = []

    @property
    def texts(self) -> list[str]:
        return [text for batch in self.batches for text in batch]

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.batches.append(list(texts))
        return super().encode(texts)


class AsymmetricEncoder(HashEncoder):
    """A `HashEncoder` whose queries are encoded behind an instruction, as some retrieval models want it."""

    def encode_query(self, text: str) -> NDArray[np.float32]:
        return self.encode([f"query: {text}"])[0]


class FakeEmbeddings:
    """Shaped like LangChain's ``Embeddings``: lists of floats, not normalised."""

    model = "fake-embeddings"

    def __init__(self, dimension: int = 64) -> None:
        self._encoder = HashEncoder(dimension)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [[3.0 * float(x) for x in row] for row in self._encoder.encode(texts)]

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


class ReturningEncoder:
    """An encoder that returns whatever ``answer`` makes of the texts: for wrong shapes, NaN and the like."""

    name = "fake-returning"

    def __init__(self, answer: Callable[[Sequence[str]], object], dimension: int = 4) -> None:
        self.dimension = dimension
        self._answer = answer

    def encode(self, texts: Sequence[str]) -> object:
        return self._answer(texts)
