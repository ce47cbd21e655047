"""Other libraries' encoders as `motif.models.encoder.TextEncoder`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray


class LangChainEncoder:
    """LangChain ``Embeddings``; the dimension is found by encoding one word."""

    def __init__(self, embeddings: Any) -> None:
        self._embeddings = embeddings
        model = next(
            (v for key in ("model", "model_name", "model_id") if (v := getattr(embeddings, key, None))), ""
        )
        self.name = f"{type(embeddings).__name__}:{model}" if model else type(embeddings).__name__

    @cached_property
    def dimension(self) -> int:
        return len(self._embeddings.embed_query("dimension"))

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.asarray(self._embeddings.embed_documents(list(texts)), dtype=np.float32)

    def encode_query(self, text: str) -> NDArray[np.float32]:
        return np.asarray(self._embeddings.embed_query(text), dtype=np.float32)


class SentenceTransformersEncoder:
    """A sentence-transformers model; texts are run one by one: a vector does not depend on its batch."""

    def __init__(self, model: Any) -> None:
        self._model = model
        path = getattr(getattr(model, "model_card_data", None), "base_model", None)
        self.name = f"sentence-transformers:{path or type(model).__name__}"

    @cached_property
    def dimension(self) -> int:
        sized = (
            getattr(self._model, "get_embedding_dimension", None)
            or self._model.get_sentence_embedding_dimension
        )
        return int(sized())

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self._vectors("encode_document", texts)

    def encode_query(self, text: str) -> NDArray[np.float32]:
        row: NDArray[np.float32] = self._vectors("encode_query", [text])[0]
        return row

    def _vectors(self, method: str, texts: Sequence[str]) -> NDArray[np.float32]:
        encode = getattr(self._model, method, self._model.encode)
        options = {
            "convert_to_numpy": True,
            "normalize_embeddings": True,
            "show_progress_bar": False,
            "batch_size": 1,
        }
        return np.asarray(encode(list(texts), **options), dtype=np.float32)
