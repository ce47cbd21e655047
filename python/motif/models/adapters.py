"""Other libraries' encoders as `motif.models.encoder.TextEncoder`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.errors import MotifError

_BATCH = 256
"""Texts that a GPU runs at once."""


class LangChainEncoder:
    """LangChain ``Embeddings``; the dimension is found by encoding one word."""

    def __init__(self, embeddings: Any) -> None:
        self._embeddings = embeddings
        models = [getattr(embeddings, key, None) for key in ("model", "model_name", "model_id")]
        model = next((model for model in models if isinstance(model, str) and model), None)
        self.name = type(embeddings).__name__ if model is None else f"{type(embeddings).__name__}:{model}"

    @cached_property
    def dimension(self) -> int:
        return len(self.encode_query("dimension"))

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        with _failures_named(self.name):
            return np.asarray(self._embeddings.embed_documents(list(texts)), dtype=np.float32)

    def encode_query(self, text: str) -> NDArray[np.float32]:
        with _failures_named(self.name):
            return np.asarray(self._embeddings.embed_query(text), dtype=np.float32)


class SentenceTransformersEncoder:
    """A sentence-transformers model; texts are run one by one: a vector does not depend on its batch.

    Only `encode_many` runs them in batches, where the model is on a GPU.

    Parameters
    ----------
    name
        Which model it is; None for what its card says.
    """

    def __init__(self, model: Any, name: str | None = None) -> None:
        self._model = model
        card = getattr(model, "model_card_data", None)
        self.name = (
            name or f"sentence-transformers:{getattr(card, 'base_model', None) or type(model).__name__}"
        )

    @cached_property
    def dimension(self) -> int:
        name = "get_embedding_dimension"
        if not hasattr(self._model, name):
            name = "get_sentence_embedding_dimension"
        return int(getattr(self._model, name)())

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self._vectors("encode_document", texts)

    def encode_many(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """What `encode` gives but for the last bits, which on a GPU may depend on the batch."""
        kind = getattr(getattr(self._model, "device", None), "type", "cpu")
        return self._vectors("encode_document", texts, 1 if kind == "cpu" else _BATCH)

    def encode_query(self, text: str) -> NDArray[np.float32]:
        row: NDArray[np.float32] = self._vectors("encode_query", [text])[0]
        return row

    def _vectors(self, method: str, texts: Sequence[str], batch: int = 1) -> NDArray[np.float32]:
        encode = getattr(self._model, method, self._model.encode)
        options = {"convert_to_numpy": True, "normalize_embeddings": True, "show_progress_bar": False}
        with _failures_named(self.name):
            return np.asarray(encode(list(texts), batch_size=batch, **options), dtype=np.float32)


@contextmanager
def _failures_named(name: str) -> Iterator[None]:
    """Whatever the library raises becomes a `MotifError` that says which encoder failed."""
    try:
        yield
    except MotifError:
        raise
    except Exception as error:
        raise MotifError(
            f"The encoder '{name}' failed with {type(error).__name__}: {error}.",
            hint="Its key, its network and its limits are its own: try it without Motif first.",
        ) from error
