"""Text encoding by ONNX Runtime, so that a vector depends on its text alone.

Texts are run in batches of equal token length, without padding, and pooled in numpy. Measured on x86-64 with
AVX-512 and ONNX Runtime 1.31, with one thread and with two: a text's vector has the same bits alone and in
every batch. Where a machine's kernels do not keep that, `OnnxEncoder` finds out at its first batch and runs
texts one by one.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.durable import write_durably
from motif.errors import MissingDependency
from motif.graphs.distinct import distinct
from motif.models.model_folder import ModelFolder, read_model_folder
from motif.models.onnx_graph import INPUT, OUTPUT, build_graph
from motif.models.safetensors import read_safetensors

_TOKENS_PER_BATCH = 512
_FEW = 12
_REMEMBERED, _SHORT = 512, 200
"""Texts encoded alone that are remembered, of at most so many characters: one question asks for a name repeatedly."""
_CHARACTERS_PER_TOKEN = 64
"""A text is cut to so many characters per token of the model's limit: a megabyte is not tokenised in vain."""


class OnnxEncoder:
    """The encoder of a model folder: float32, L2-normalised.

    Parameters
    ----------
    folder
        See `motif.models.model_folder.ModelFolder` for what it must hold.
    threads
        Of ONNX Runtime; None for one per physical core.
    cache
        Where hashes of weights and vectors of a graph's words are remembered; None to compute them each time.

    Raises `InvalidConfiguration` when the folder cannot be used.
    """

    def __init__(self, folder: Path, *, threads: int | None = None, cache: Path | None = None) -> None:
        self._folder = read_model_folder(folder)
        self.cache = cache
        self.weights_hash = _hash_of_files(self._folder.weights, cache)
        self.name = self._folder.name
        self.hash = self._folder.fingerprint(self.weights_hash)
        self._tokenizer = _tokenizer(self._folder)
        self._session = _session(self._folder, threads)
        self._inputs = {item.name for item in self._session.get_inputs()}
        self._output = _token_output(self._session)
        self.dimension = self._run(np.zeros((1, 2), dtype=np.int64)).shape[1]
        self._is_neutral: bool | None = None
        self._remembered = lru_cache(maxsize=_REMEMBERED)(self._encode_anew)

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of stored texts, float32 (n, dimension), aligned with ``texts``."""
        prompted = [self._folder.document_prompt + text for text in texts]
        return self._alone(prompted[0])[None] if len(prompted) == 1 else self._encode(prompted)

    def encode_query(self, text: str) -> NDArray[np.float32]:
        """Vector of a query, float32 (dimension,); the same as `encode` unless the model has prompts."""
        return self._alone(self._folder.query_prompt + text)

    def _alone(self, text: str) -> NDArray[np.float32]:
        vector = self._remembered(text) if len(text) <= _SHORT else self._encode_anew(text)
        return vector.copy()

    def _encode_anew(self, text: str) -> NDArray[np.float32]:
        row: NDArray[np.float32] = self._encode([text])[0]
        return row

    def _encode(self, texts: list[str]) -> NDArray[np.float32]:
        vectors: NDArray[np.float32] = np.empty((len(texts), self.dimension), dtype=np.float32)
        if not texts:
            return vectors
        cut = self._folder.maximum_tokens * _CHARACTERS_PER_TOKEN
        tokens = [item.ids for item in self._tokenizer.encode_batch([_clean(text[:cut]) for text in texts])]
        lengths = np.array([len(ids) for ids in tokens])
        for length in distinct(lengths):
            rows = np.flatnonzero(lengths == length)
            size = self._batch_size(int(length)) if len(rows) > self._unbatched else 1
            for start in range(0, len(rows), size):
                batch = rows[start : start + size]
                vectors[batch] = self._run(np.array([tokens[row] for row in batch], dtype=np.int64))
        return vectors

    @property
    def _unbatched(self) -> int:
        """How many texts of one length are run one by one: to find out whether they could be together takes longer."""
        return _FEW if self._is_neutral is None else 1

    def _batch_size(self, length: int) -> int:
        if self._is_neutral is None:
            self._is_neutral = self._batches_change_nothing()
        return max(1, _TOKENS_PER_BATCH // length) if self._is_neutral else 1

    def _batches_change_nothing(self) -> bool:
        """Whether texts of 5 and of 20 tokens get the same bits alone and in a batch, on this machine."""
        for length in (5, 20):
            tokens = np.arange(length * 12, dtype=np.int64).reshape(12, length)
            tokens %= self._tokenizer.get_vocab_size()
            alone = np.concatenate([self._run(tokens[row : row + 1]) for row in (0, 11)])
            if not np.array_equal(self._run(tokens)[[0, 11]], alone):
                return False
        return True

    def _run(self, tokens: NDArray[np.int64]) -> NDArray[np.float32]:
        known = {
            "attention_mask": np.ones_like(tokens),
            "token_type_ids": np.zeros_like(tokens),
            INPUT: tokens,
        }
        feed = {name: value for name, value in known.items() if name in self._inputs}
        (hidden,) = self._session.run([self._output], feed)
        pooled = hidden[:, 0].astype(np.float64) if self._folder.pooling == "cls" else _mean(hidden)
        norms = np.sqrt(np.square(pooled).sum(axis=1))
        unit: NDArray[np.float32] = (pooled / norms[:, None]).astype(np.float32)
        return unit


def _mean(hidden: NDArray[np.float32]) -> NDArray[np.float64]:
    """Mean over the tokens, added token by token in every batch: float64 (batch, hidden)."""
    total: NDArray[np.float64] = hidden[:, 0].astype(np.float64)
    for token in range(1, hidden.shape[1]):
        total += hidden[:, token]
    total /= hidden.shape[1]
    return total


def _clean(text: str) -> str:
    """``text`` with lone surrogates as U+FFFD, as `StringTable` stores it."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def _tokenizer(folder: ModelFolder) -> Any:
    try:
        from tokenizers import Tokenizer
    except ImportError as error:
        raise _missing("tokenizers") from error
    tokenizer = Tokenizer.from_file(str(folder.tokenizer))
    tokenizer.no_padding()
    tokenizer.enable_truncation(folder.maximum_tokens)
    return tokenizer


def _session(folder: ModelFolder, threads: int | None) -> Any:
    # Builds since 1.29 send usage data to their maker unless told otherwise before they are imported.
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
    try:
        import onnxruntime
    except ImportError as error:
        raise _missing("onnxruntime") from error
    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads or 0
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    providers = ["CPUExecutionProvider"]
    if folder.is_graph:
        return onnxruntime.InferenceSession(str(folder.weights[0]), options, providers=providers)
    tensors = {name: value for path in folder.weights for name, value in read_safetensors(path).items()}
    graph, weights = build_graph(folder, tensors)
    values = [onnxruntime.OrtValue.ortvalue_from_numpy(value) for value in weights.values()]
    options.add_external_initializers(list(weights), values)
    return onnxruntime.InferenceSession(graph, options, providers=providers)


def _token_output(session: Any) -> str:
    names = [item.name for item in session.get_outputs()]
    return next(
        (name for name in (OUTPUT, "last_hidden_state", "token_embeddings") if name in names), names[0]
    )


def _hash_of_files(paths: tuple[Path, ...], cache: Path | None) -> str:
    """sha256 of the files' bytes one after another, remembered under ``cache`` while no file changes."""
    facts = [(str(path.resolve()), path.stat().st_size, path.stat().st_mtime_ns) for path in paths]
    key = hashlib.sha256(repr(facts).encode()).hexdigest()
    entry = None if cache is None else cache / "weights" / f"{key}.sha256"
    if entry is not None and entry.is_file():
        return entry.read_text(encoding="ascii")
    digest = hashlib.sha256()
    for path in paths:
        with path.open("rb") as file:
            while chunk := file.read(1 << 20):
                digest.update(chunk)
    if entry is not None:
        write_durably(entry, digest.hexdigest())
    return digest.hexdigest()


def _missing(package: str) -> MissingDependency:
    return MissingDependency(
        f"Encoding text needs the package {package}, which is not installed.", hint=f"pip install {package}"
    )
