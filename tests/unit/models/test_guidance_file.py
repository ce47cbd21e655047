"""Files of guidance models: what was written is read, and nothing else is."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motif.errors import InvalidInput, InvalidSource, JobFailed
from motif.graphs.guidance import GuidanceModel
from motif.graphs.stamp import EncoderStamp
from motif.models.guidance_file import check_guidance, guidance_shapes, load_guidance, save_guidance
from motif.models.safetensors import read_metadata, read_safetensors, write_safetensors

STAMP = EncoderStamp("mini", 5, "abc")


def a_model(readout: str = "query", n_layers: int = 2) -> GuidanceModel:
    generator = np.random.default_rng(3)
    shapes = guidance_shapes(n_layers, 4, 5, readout)
    arrays = {name: generator.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}
    return GuidanceModel(n_layers, 4, STAMP, arrays, readout, {"graphs": ["films"], "threshold": 0.6})


def kept(path: Path, **changed: Any) -> Path:
    """A file whose description says something else than what was written."""
    save_guidance(path, a_model())
    said = json.loads(read_metadata(path)["motif_guidance"])
    arrays = {name: np.array(array) for name, array in read_safetensors(path).items()}
    write_safetensors(path, arrays, {"motif_guidance": json.dumps({**said, **changed})})
    return path


def _tensors(path: Path) -> list[bytes]:
    return [array.tobytes() for array in read_safetensors(path).values()]


@pytest.mark.parametrize("readout", ["linear", "query"])
def test_a_model_is_read_as_it_was_written(tmp_path: Path, readout: str) -> None:
    model = a_model(readout)
    save_guidance(tmp_path / "new" / "model.safetensors", model)
    read = load_guidance(tmp_path / "new" / "model.safetensors")
    assert dataclasses.replace(read, arrays={}) == dataclasses.replace(model, arrays={})
    assert list(read.arrays) == list(model.arrays)
    for name, array in model.arrays.items():
        assert read.arrays[name].dtype == np.float32
        np.testing.assert_array_equal(read.arrays[name], array)
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["model.safetensors"]


def test_half_the_room_keeps_three_digits(tmp_path: Path) -> None:
    model = a_model()
    save_guidance(tmp_path / "full", model)
    save_guidance(tmp_path / "half", model, half=True)
    full, half = (sum(map(len, _tensors(tmp_path / name))) for name in ("full", "half"))
    assert full == 2 * half == 4 * sum(array.size for array in model.arrays.values())
    for name, array in load_guidance(tmp_path / "half").arrays.items():
        np.testing.assert_array_equal(array, model.arrays[name].astype(np.float16).astype(np.float32))


def test_what_is_no_whole_guidance_model_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    save_guidance(path, a_model())
    content = path.read_bytes()
    path.write_bytes(content[:-10])
    with pytest.raises(InvalidSource, match="safetensors"):
        load_guidance(path)
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    with pytest.raises(InvalidSource, match="not those that were written"):
        load_guidance(path)
    write_safetensors(path, {"weight": np.ones(3, np.float32)})
    with pytest.raises(InvalidSource, match="does not say that it is one"):
        load_guidance(path)
    with pytest.raises(InvalidSource, match="cannot be read"):
        load_guidance(tmp_path / "missing")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"version": 1}, "version 1, and this Motif reads 2"),
        ({"layers": 3}, "lacks layer.2.gate1.bias"),
        ({"dimension": 8}, r"has the shape"),
        ({"readout": "loud"}, "readout 'loud'"),
        ({"encoder": 3}, "lacks or misstates"),
        ({"layers": 0}, "0 layers"),
    ],
)
def test_a_description_that_does_not_fit_is_refused(
    tmp_path: Path, changed: dict[str, Any], message: str
) -> None:
    with pytest.raises(InvalidSource, match=message):
        load_guidance(kept(tmp_path / "model", **changed))


def test_a_model_that_cannot_be_kept_says_why(tmp_path: Path) -> None:
    model = a_model()
    arrays = {**model.arrays, "score.bias": np.array([np.nan], np.float32)}
    with pytest.raises(InvalidInput, match=r"score.bias holds numbers that are not finite"):
        save_guidance(tmp_path / "model", dataclasses.replace(model, arrays=arrays))
    (tmp_path / "file").write_text("")
    with pytest.raises(JobFailed, match="cannot be written"):
        save_guidance(tmp_path / "file" / "model", model)


@pytest.mark.parametrize(
    ("other", "fits"),
    [
        (EncoderStamp("mini", 5, "abc"), True),
        (EncoderStamp("mini, renamed", 5, "abc"), True),
        (EncoderStamp("mini", 5), True),
        (EncoderStamp("mini", 5, "abd"), False),
        (EncoderStamp("large", 5), False),
        (EncoderStamp("mini", 6), False),
    ],
)
def test_a_model_fits_graphs_of_its_encoder(other: EncoderStamp, fits: bool) -> None:
    if fits:
        check_guidance(a_model(), other, "films")
        return
    with pytest.raises(InvalidInput, match=r"trained on vectors of 'mini@abc' .* motif train-guidance films"):
        check_guidance(a_model(), other, "films")


def test_tensors_of_every_kind_come_back(tmp_path: Path) -> None:
    arrays = {
        "big": np.arange(6, dtype=">f4").reshape(2, 3),
        "numbers": np.array([[1, -2]], np.int64),
        "none": np.empty((0, 3), np.float16),
        "one": np.array(7, np.uint8),
    }
    write_safetensors(tmp_path / "file", arrays, {"said": "so"})
    read = read_safetensors(tmp_path / "file")
    assert read_metadata(tmp_path / "file") == {"said": "so"}
    for name, array in arrays.items():
        assert read[name].shape == array.shape
        np.testing.assert_array_equal(read[name], array)
    with pytest.raises(ValueError, match="complex128"):
        write_safetensors(tmp_path / "other", {"odd": np.ones(2, np.complex128)})
    (tmp_path / "list").write_bytes((2).to_bytes(8, "little") + b"[]")
    with pytest.raises(InvalidSource, match="header is no map"):
        read_metadata(tmp_path / "list")
