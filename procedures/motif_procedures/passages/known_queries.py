"""Questions encoded beforehand, so that what is timed is retrieval."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from motif.models.encoder import TextEncoder, encode_queries
from motif.settings import load_settings
from motif_procedures.embed_text import encode_each_once


class KnownQueries:
    """A `TextEncoder` that has encoded ``questions`` already and takes other texts to ``encoder``."""

    def __init__(self, encoder: TextEncoder, questions: Sequence[str]) -> None:
        self._encoder = encoder
        self.name = encoder.name
        self.dimension = encoder.dimension
        self.hash = str(getattr(encoder, "hash", ""))
        self._known = dict(zip(questions, _encoded(encoder, questions), strict=True))

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of stored texts, by the encoder itself."""
        return self._encoder.encode(texts)

    def encode_query(self, text: str) -> NDArray[np.float32]:
        """The vector of a question."""
        known = self._known.get(text)
        vector: NDArray[np.float32] = encode_queries(self._encoder, [text])[0] if known is None else known
        return vector


def _encoded(encoder: TextEncoder, questions: Sequence[str]) -> NDArray[np.float32]:
    if hasattr(encoder, "encode_query"):
        return encode_queries(encoder, questions)
    return encode_each_once(questions, encoder, checkpoint=load_settings().cache / "vectors")
