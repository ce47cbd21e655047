"""Stand-ins for models: deterministic, instant, no files."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

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


def write_tiny_model(
    folder: Path, kind: str = "bert", *, seed: int = 7, dtype: str = "F32"
) -> dict[str, Any]:
    """A random encoder of two layers and 32 dimensions as a model folder; its weights, float32, by name.

    Its tokenizer knows the words "heat", "dust", "and" and the single letters; ``dtype`` is how weights are stored.
    """
    folder.mkdir(parents=True, exist_ok=True)
    configuration = {
        "model_type": kind,
        "hidden_size": 32,
        "num_attention_heads": 4,
        "num_hidden_layers": 2,
        "intermediate_size": 64,
        "layer_norm_eps": 1e-12,
        "hidden_act": "gelu",
        "max_position_embeddings": 40,
        "pad_token_id": 0 if kind == "bert" else 1,
    }
    (folder / "config.json").write_text(json.dumps(configuration))
    (folder / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": 24}))
    _write_tokenizer(folder / "tokenizer.json")
    generator = np.random.default_rng(seed)
    weights = {
        name: generator.normal(0, 0.2, shape).astype(np.float32) for name, shape in _tiny_shapes().items()
    }
    if dtype == "BF16":
        weights = {name: (w.view(np.uint32) & 0xFFFF0000).view(np.float32) for name, w in weights.items()}
    elif dtype == "F16":
        weights = {name: w.astype(np.float16).astype(np.float32) for name, w in weights.items()}
    prefix = "" if kind == "bert" else "roberta."
    write_safetensors(folder / "model.safetensors", {prefix + name: w for name, w in weights.items()}, dtype)
    return weights


def write_safetensors(path: Path, tensors: dict[str, NDArray[Any]], dtype: str = "F32") -> None:
    """A file in the safetensors format."""
    header, parts, position = {}, [], 0
    for name, tensor in tensors.items():
        if dtype == "BF16":
            stored = (np.ascontiguousarray(tensor).view(np.uint32) >> 16).astype(np.uint16)
        else:
            stored = tensor.astype({"F32": np.float32, "F16": np.float16}[dtype])
        end = position + stored.nbytes
        header[name] = {"dtype": dtype, "shape": list(tensor.shape), "data_offsets": [position, end]}
        parts.append(stored.tobytes())
        position = end
    content = json.dumps({"__metadata__": {"format": "pt"}, **header}).encode()
    path.write_bytes(len(content).to_bytes(8, "little") + content + b"".join(parts))


def _tiny_shapes() -> dict[str, tuple[int, ...]]:
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (40, 32),
        "embeddings.position_embeddings.weight": (40, 32),
        "embeddings.token_type_embeddings.weight": (1, 32),
        "embeddings.LayerNorm.weight": (32,),
        "embeddings.LayerNorm.bias": (32,),
    }
    for layer in range(2):
        name = f"encoder.layer.{layer}"
        for part in (
            "attention.self.query",
            "attention.self.key",
            "attention.self.value",
            "attention.output.dense",
        ):
            shapes |= {f"{name}.{part}.weight": (32, 32), f"{name}.{part}.bias": (32,)}
        shapes |= {f"{name}.intermediate.dense.weight": (64, 32), f"{name}.intermediate.dense.bias": (64,)}
        shapes |= {f"{name}.output.dense.weight": (32, 64), f"{name}.output.dense.bias": (32,)}
        for part in ("attention.output.LayerNorm", "output.LayerNorm"):
            shapes |= {f"{name}.{part}.weight": (32,), f"{name}.{part}.bias": (32,)}
    return shapes


def _write_tokenizer(path: Path) -> None:
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Whitespace
    from tokenizers.processors import TemplateProcessing

    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "heat", "dust", "and", *"abcdefghijklmnopqrstuvwxyz"]
    tokenizer = Tokenizer(WordLevel({word: row for row, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.enable_padding(length=16)
    tokenizer.save(str(path))


def naive_encode(folder: Path, weights: dict[str, Any], text: str) -> NDArray[np.float64]:
    """One text through the layers of a model folder as Devlin et al. describe them, in float64."""
    from tokenizers import Tokenizer

    configuration = json.loads((folder / "config.json").read_text())
    limits = json.loads((folder / "sentence_bert_config.json").read_text())
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(limits["max_seq_length"])
    ids = tokenizer.encode(text).ids
    first = 0 if configuration["model_type"] == "bert" else configuration["pad_token_id"] + 1
    w = {name: value.astype(np.float64) for name, value in weights.items()}
    x = w["embeddings.word_embeddings.weight"][ids]
    x = x + w["embeddings.position_embeddings.weight"][first : first + len(ids)]
    x = _normalise(x + w["embeddings.token_type_embeddings.weight"][0], w, "embeddings.LayerNorm")
    for layer in range(configuration["num_hidden_layers"]):
        name = f"encoder.layer.{layer}"
        x = _normalise(
            x + _attend(x, w, f"{name}.attention", configuration["num_attention_heads"]),
            w,
            f"{name}.attention.output.LayerNorm",
        )
        inner = _linear(x, w, f"{name}.intermediate.dense")
        inner = inner * 0.5 * (1 + np.vectorize(math.erf)(inner / math.sqrt(2)))
        x = _normalise(x + _linear(inner, w, f"{name}.output.dense"), w, f"{name}.output.LayerNorm")
    pooled = x.mean(axis=0)
    return pooled / np.linalg.norm(pooled)


def _attend(x: NDArray[Any], w: dict[str, NDArray[Any]], name: str, n_heads: int) -> NDArray[Any]:
    query, key, value = (_linear(x, w, f"{name}.self.{part}") for part in ("query", "key", "value"))
    mixed = np.empty_like(x)
    width = x.shape[1] // n_heads
    for head in range(n_heads):
        span = slice(width * head, width * head + width)
        scores = np.exp(query[:, span] @ key[:, span].T / math.sqrt(width))
        mixed[:, span] = scores / scores.sum(axis=1, keepdims=True) @ value[:, span]
    return _linear(mixed, w, f"{name}.output.dense")


def _linear(x: NDArray[Any], w: dict[str, NDArray[Any]], name: str) -> NDArray[Any]:
    return x @ w[f"{name}.weight"].T + w[f"{name}.bias"]


def _normalise(x: NDArray[Any], w: dict[str, NDArray[Any]], name: str) -> NDArray[Any]:
    centred = x - x.mean(axis=1, keepdims=True)
    return centred / np.sqrt(x.var(axis=1, keepdims=True) + 1e-12) * w[f"{name}.weight"] + w[f"{name}.bias"]
