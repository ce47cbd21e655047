"""Vectors of a graph's words are the encoder's own, wherever they come from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import motif.models.encoded_once as encoded_once
from fakes import HashEncoder, write_tiny_model
from motif.models.encoded_once import encode_once
from motif.models.encoder import encode_texts
from motif.models.onnx_encoder import OnnxEncoder

TEXTS = ["has capital", "capital", "Zürich", ""]


class Counted(HashEncoder):
    """An encoder with a cache, and how many texts it has encoded."""

    def __init__(self, cache: Path | None, weights: str = "a", dimension: int = 64) -> None:
        super().__init__(dimension)
        self.cache, self.hash, self.n_encoded = cache, weights, 0

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.n_encoded += len(texts)
        return super().encode(texts)


def n_encoded(encoder: Counted, texts: Sequence[str] = TEXTS) -> int:
    """How many texts it encodes to give the vectors, which are those that it always gives."""
    before = encoder.n_encoded
    found = encode_once(encoder, texts)
    told = encoder.n_encoded - before
    np.testing.assert_array_equal(found, encode_texts(encoder, texts))
    assert found.dtype == np.float32 and found.shape == (len(texts), encoder.dimension)
    return told


def the_file(cache: Path) -> Path:
    [found] = (cache / "words").iterdir()
    return found


def test_what_was_encoded_is_read_by_the_next(tmp_path: Path) -> None:
    assert n_encoded(Counted(tmp_path)) == len(TEXTS)
    assert n_encoded(Counted(tmp_path)) == 0
    assert b"capital" not in the_file(tmp_path).read_bytes()


@pytest.mark.parametrize(
    "other",
    [
        lambda cache: (Counted(cache, "b"), TEXTS),
        lambda cache: (Counted(cache, dimension=32), TEXTS),
        lambda cache: (Counted(cache), [*TEXTS, "Bern"]),
        lambda cache: (Counted(cache), TEXTS[::-1]),
    ],
)
def test_another_encoder_and_other_texts_find_nothing(
    tmp_path: Path, other: Callable[[Path], tuple[Counted, list[str]]]
) -> None:
    n_encoded(Counted(tmp_path))
    encoder, texts = other(tmp_path)
    assert n_encoded(encoder, texts) == len(texts)


@pytest.mark.parametrize("encoder", [Counted(None), Counted(Path("nowhere"), "")])
def test_without_a_cache_or_a_hash_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoder: Counted
) -> None:
    monkeypatch.chdir(tmp_path)
    assert (n_encoded(encoder), n_encoded(encoder)) == (len(TEXTS), len(TEXTS))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content[:-4],
        lambda content: b"",
        lambda content: content[:-1] + bytes([content[-1] ^ 1]),
        lambda content: content + content,
    ],
)
def test_a_damaged_file_is_written_again(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    n_encoded(Counted(tmp_path))
    file = the_file(tmp_path)
    file.write_bytes(damage(file.read_bytes()))
    assert n_encoded(Counted(tmp_path)) == len(TEXTS)
    assert n_encoded(Counted(tmp_path)) == 0


def test_where_nothing_can_be_written_texts_are_encoded(tmp_path: Path) -> None:
    cache = tmp_path / "no folder"
    cache.write_text("a file")
    assert n_encoded(Counted(cache)) == n_encoded(Counted(cache)) == len(TEXTS)


def test_few_files_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoded_once, "MOST", 3)
    for number in range(5):
        n_encoded(Counted(tmp_path), [str(number)])
    assert len(list((tmp_path / "words").iterdir())) == 3
    assert n_encoded(Counted(tmp_path), ["4"]) == 0


def test_no_text_and_the_encoder_that_comes_with_motif(tmp_path: Path) -> None:
    assert encode_once(Counted(tmp_path), []).shape == (0, 64)
    write_tiny_model(tmp_path / "model")
    encoder = OnnxEncoder(tmp_path / "model", cache=tmp_path / "cache")
    np.testing.assert_array_equal(encode_once(encoder, TEXTS), encoder.encode(TEXTS))
    again = OnnxEncoder(tmp_path / "model", cache=tmp_path / "cache")
    np.testing.assert_array_equal(encode_once(again, TEXTS), encoder.encode(TEXTS))
    assert the_file(tmp_path / "cache").is_file()
