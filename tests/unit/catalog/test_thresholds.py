"""The calibrated threshold beside a graph's epochs."""

from __future__ import annotations

from pathlib import Path

import pytest

from motif.catalog.thresholds import FILE, read_threshold, save_threshold
from motif.errors import InvalidSource
from motif.graphs.stamp import EncoderStamp

ENCODER = EncoderStamp("small", 8, "abc")


def test_a_threshold_is_read_as_it_was_kept(tmp_path: Path) -> None:
    folder = tmp_path / "learned"
    assert read_threshold(folder, ENCODER) is None
    path = save_threshold(folder, 0.43, ENCODER, {"f1": 0.8})
    assert path == folder / FILE
    assert read_threshold(folder, ENCODER) == 0.43
    save_threshold(folder, 0.5, ENCODER)
    assert read_threshold(folder, ENCODER) == 0.5
    assert [entry.name for entry in folder.iterdir()] == [FILE]


def test_another_encoders_threshold_is_none(tmp_path: Path) -> None:
    save_threshold(tmp_path, 0.43, ENCODER)
    assert read_threshold(tmp_path, EncoderStamp("small", 8, "other")) is None


@pytest.mark.parametrize("content", ["{", "[]", '{"threshold": "high", "encoder": "small@abc"}'])
def test_a_broken_file_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE).write_text(content)
    with pytest.raises(InvalidSource, match=r"tracing\.json") as failure:
        read_threshold(tmp_path, ENCODER)
    assert "motif calibrate" in str(failure.value.hint)
