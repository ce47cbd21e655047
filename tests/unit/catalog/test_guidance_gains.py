"""What guidance gains, beside a graph's epochs."""

from __future__ import annotations

from pathlib import Path

import pytest

from motif.catalog.guidance_gains import FILE, KeptGain, read_gains, save_gains
from motif.errors import InvalidSource
from motif.graphs.stamp import EncoderStamp

ENCODER = EncoderStamp("small", 8, "abc")
GAINS = {"general": KeptGain("1f", -2.5, False, 90), "trained": KeptGain("2e", 6.0, True, 90)}


def test_gains_are_read_as_they_were_kept(tmp_path: Path) -> None:
    folder = tmp_path / "learned"
    assert read_gains(folder, ENCODER) == {}
    assert save_gains(folder, GAINS, ENCODER) == folder / FILE
    assert read_gains(folder, ENCODER) == GAINS
    assert read_gains(folder, EncoderStamp("small", 8, "other")) == {}


@pytest.mark.parametrize(
    "content", ["{", "[]", '{"encoder": "small@abc", "models": {"general": {"gain": 1}}}']
)
def test_a_broken_file_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE).write_text(content)
    with pytest.raises(InvalidSource, match=r"guidance\.json") as failure:
        read_gains(tmp_path, ENCODER)
    assert "motif calibrate" in str(failure.value.hint)
