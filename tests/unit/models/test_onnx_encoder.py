"""The encoder against a forward pass in numpy, and the promise that a vector depends on its text alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from fakes import naive_encode, write_safetensors, write_tiny_model
from motif.errors import InvalidConfiguration, InvalidSource
from motif.models.onnx_encoder import OnnxEncoder
from motif.models.safetensors import read_safetensors

TEXTS = ["heat", "heat and dust", "", "a b c d e f g h i j", "dust", "z", "unknown words here", "heat"]


def write_pooling(folder: Path, configuration: dict[str, Any]) -> None:
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(configuration))


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> OnnxEncoder:
    folder = tmp_path_factory.mktemp("model")
    write_tiny_model(folder)
    return OnnxEncoder(folder, threads=2)


@pytest.mark.parametrize("kind", ["bert", "roberta", "xlm-roberta", "camembert"])
@pytest.mark.parametrize("dtype", ["F32", "F16", "BF16"])
def test_vectors_are_those_of_the_forward_pass(tmp_path: Path, kind: str, dtype: str) -> None:
    weights = write_tiny_model(tmp_path, kind, dtype=dtype)
    expected = [naive_encode(tmp_path, weights, text) for text in TEXTS]
    np.testing.assert_allclose(OnnxEncoder(tmp_path).encode(TEXTS), expected, atol=2e-6)


@pytest.mark.parametrize(
    "cls", [{"pooling_mode_cls_token": True}, {"pooling_mode": "cls"}, {"pooling_mode": ["cls"]}]
)
def test_the_first_token_is_taken_when_the_folder_says_so(tmp_path: Path, cls: dict[str, Any]) -> None:
    write_tiny_model(tmp_path)
    (tmp_path / "1_Pooling").mkdir()
    by_mean = OnnxEncoder(tmp_path)
    (tmp_path / "1_Pooling" / "config.json").write_text(json.dumps(cls))
    by_first = OnnxEncoder(tmp_path)
    assert by_first.hash != by_mean.hash
    assert not np.allclose(by_first.encode(["heat"]), by_mean.encode(["heat"]))
    np.testing.assert_allclose(np.linalg.norm(by_first.encode(TEXTS), axis=1), 1, atol=1e-6)


@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(st.text(alphabet="abcde fgh", max_size=40), min_size=1, max_size=40))
def test_a_vector_does_not_depend_on_its_batch(tiny: OnnxEncoder, texts: list[str]) -> None:
    together = tiny.encode(texts)
    alone = np.stack([tiny.encode_query(text) for text in texts])
    np.testing.assert_array_equal(together, alone)


def test_a_vector_does_not_depend_on_threads_or_process(tmp_path: Path) -> None:
    write_tiny_model(tmp_path)
    first, second = OnnxEncoder(tmp_path, threads=1), OnnxEncoder(tmp_path, threads=2)
    np.testing.assert_array_equal(first.encode(TEXTS), second.encode(TEXTS))
    assert first.hash == second.hash


def test_texts_are_run_one_by_one_where_batches_would_change_vectors(
    tiny: OnnxEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = []
    run = OnnxEncoder._run

    def noisy(self: OnnxEncoder, tokens: NDArray[np.int64]) -> NDArray[np.float32]:
        sizes.append(len(tokens))
        return run(self, tokens) + np.float32(1e-7 * len(tokens))

    monkeypatch.setattr(OnnxEncoder, "_run", noisy)
    monkeypatch.setattr(tiny, "_is_neutral", None)
    together = tiny.encode(["heat", "dust"] * 10)
    assert 12 in sizes and sizes[-20:] == [1] * 20
    np.testing.assert_array_equal(together[0], tiny.encode_query("heat"))


def test_few_texts_are_run_one_by_one_before_it_is_known_what_batches_do(
    tiny: OnnxEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = []
    run = OnnxEncoder._run

    def noted(self: OnnxEncoder, tokens: NDArray[np.int64]) -> NDArray[np.float32]:
        sizes.append(len(tokens))
        return run(self, tokens)

    monkeypatch.setattr(OnnxEncoder, "_run", noted)
    monkeypatch.setattr(tiny, "_is_neutral", None)
    alone = tiny.encode(["heat", "dust"] * 4)
    assert sizes == [1] * 8
    np.testing.assert_array_equal(tiny.encode(["heat", "dust"] * 16)[:8], alone)


def test_prompts_of_the_folder_part_queries_from_texts(tmp_path: Path) -> None:
    write_tiny_model(tmp_path)
    prompts = {"prompts": {"query": "q ", "passage": "p "}}
    (tmp_path / "config_sentence_transformers.json").write_text(json.dumps(prompts))
    encoder = OnnxEncoder(tmp_path)
    (tmp_path / "config_sentence_transformers.json").unlink()
    plain = OnnxEncoder(tmp_path)
    np.testing.assert_array_equal(encoder.encode_query("heat"), plain.encode(["q heat"])[0])
    np.testing.assert_array_equal(encoder.encode(["heat"]), plain.encode(["p heat"]))


def test_any_text_is_encoded(tiny: OnnxEncoder) -> None:
    texts = ["", " ", "\x00", "heat " * 300_000, "\ud83d", "𝔘𓀀🎬", "e\u0301", "\u202e"]
    vectors = tiny.encode(texts)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    assert tiny.encode([]).shape == (0, 32)


def test_a_graph_that_the_folder_holds_is_used_for_other_architectures(tmp_path: Path) -> None:
    from motif.models.model_folder import read_model_folder
    from motif.models.onnx_graph import build_graph

    weights = write_tiny_model(tmp_path / "tiny")
    folder = read_model_folder(tmp_path / "tiny")
    content, given_weights = build_graph(folder, read_safetensors(tmp_path / "tiny" / "model.safetensors"))
    _save_whole(content, given_weights, tmp_path / "tiny" / "model.onnx")
    (tmp_path / "tiny" / "model.safetensors").unlink()
    configuration = json.loads((tmp_path / "tiny" / "config.json").read_text())
    other = {"model_type": "nomic_bert", "n_embd": 32, "max_position_embeddings": 40}
    (tmp_path / "tiny" / "config.json").write_text(json.dumps(other))
    vectors = OnnxEncoder(tmp_path / "tiny").encode(["heat"])
    (tmp_path / "tiny" / "config.json").write_text(json.dumps(configuration))
    np.testing.assert_allclose(vectors[0], naive_encode(tmp_path / "tiny", weights, "heat"), atol=2e-6)


def test_the_graph_is_as_the_package_onnx_writes_it(tmp_path: Path) -> None:
    import onnx

    from motif.models.model_folder import read_model_folder
    from motif.models.onnx_graph import build_graph

    write_tiny_model(tmp_path)
    content, weights = build_graph(
        read_model_folder(tmp_path), read_safetensors(tmp_path / "model.safetensors")
    )
    read = onnx.load_from_string(content)
    assert read.SerializeToString() == content
    assert {tensor.name for tensor in read.graph.initializer} >= set(weights)
    _save_whole(content, weights, tmp_path / "whole.onnx")
    onnx.checker.check_model(tmp_path / "whole.onnx", full_check=True)


def _save_whole(content: bytes, weights: dict[str, NDArray[np.float32]], path: Path) -> None:
    import onnx

    model = onnx.load_from_string(content)
    for tensor in model.graph.initializer:
        if tensor.name in weights:
            tensor.CopyFrom(onnx.numpy_helper.from_array(weights[tensor.name], tensor.name))
    path.write_bytes(model.SerializeToString())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda f: (f / "config.json").unlink(), "config.json"),
        (lambda f: (f / "tokenizer.json").unlink(), "tokenizer.json"),
        (lambda f: (f / "model.safetensors").unlink(), "neither safetensors nor an ONNX file"),
        (lambda f: (f / "config.json").write_text("{"), "cannot be read"),
        (lambda f: (f / "config.json").write_text('{"model_type": "mpnet"}'), "architecture 'mpnet'"),
        (lambda f: (f / "config.json").write_text('{"model_type": "bert"}'), "without hidden_size"),
        (lambda f: (f / "modules.json").write_text('[{"type": "x.models.Dense"}]'), "x.models.Dense"),
        (lambda f: write_pooling(f, {"pooling_mode": "max"}), "pools by max"),
        (lambda f: write_pooling(f, {"pooling_mode_lasttoken": True}), "pools by pooling_mode_lasttoken"),
        (lambda f: write_pooling(f, {"pooling_mode": ["cls", "mean"]}), "pools by cls, mean"),
        (lambda f: write_pooling(f, {"include_prompt": False}), "without the prompt"),
    ],
)
def test_a_folder_that_cannot_be_used_says_why(tmp_path: Path, change: Any, message: str) -> None:
    write_tiny_model(tmp_path)
    change(tmp_path)
    with pytest.raises(InvalidConfiguration, match=message):
        OnnxEncoder(tmp_path)


def test_a_missing_weight_and_an_unknown_activation_are_named(tmp_path: Path) -> None:
    weights = write_tiny_model(tmp_path)
    del weights["encoder.layer.1.output.dense.bias"]
    write_safetensors(tmp_path / "model.safetensors", weights)
    with pytest.raises(InvalidConfiguration, match=r"encoder\.layer\.1\.output\.dense\.bias"):
        OnnxEncoder(tmp_path)
    write_tiny_model(tmp_path)
    configuration = json.loads((tmp_path / "config.json").read_text()) | {"hidden_act": "silu"}
    (tmp_path / "config.json").write_text(json.dumps(configuration))
    with pytest.raises(InvalidConfiguration, match="silu"):
        OnnxEncoder(tmp_path)


def test_hashes_are_remembered_until_a_file_changes(tmp_path: Path) -> None:
    write_tiny_model(tmp_path / "model")
    first = OnnxEncoder(tmp_path / "model", cache=tmp_path / "cache")
    [entry] = (tmp_path / "cache" / "weights").iterdir()
    assert entry.read_text() == first.weights_hash
    assert OnnxEncoder(tmp_path / "model", cache=tmp_path / "cache").weights_hash == first.weights_hash
    write_tiny_model(tmp_path / "model", seed=8)
    changed = OnnxEncoder(tmp_path / "model", cache=tmp_path / "cache")
    assert changed.weights_hash != first.weights_hash
    assert changed.hash != first.hash


@pytest.mark.parametrize("cut", [0, 4, 30, 5000])
def test_weights_that_are_cut_off_are_refused(tmp_path: Path, cut: int) -> None:
    write_tiny_model(tmp_path)
    path = tmp_path / "model.safetensors"
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(InvalidSource, match=r"model\.safetensors"):
        read_safetensors(path)


def test_weights_of_an_unknown_type_are_refused(tmp_path: Path) -> None:
    header = json.dumps({"w": {"dtype": "F8_E4M3", "shape": [1], "data_offsets": [0, 1]}}).encode()
    (tmp_path / "w.safetensors").write_bytes(len(header).to_bytes(8, "little") + header + b"\0")
    with pytest.raises(InvalidSource, match="F8_E4M3"):
        read_safetensors(tmp_path / "w.safetensors")
