"""A text of an object that is not whole yet is told as it grows, and never a half of a character."""

from __future__ import annotations

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif.models.language_growing import GrowingText

TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=40)


def told(written: str, places: list[int]) -> list[str]:
    pieces: list[str] = []
    growing = GrowingText("reason", pieces.append)
    cuts = [0, *sorted(place % (len(written) + 1) for place in places), len(written)]
    for begin, end in itertools.pairwise(cuts):
        growing(written[begin:end])
    return pieces


@given(TEXTS, TEXTS, st.booleans(), st.lists(st.integers(0, 500), max_size=30))
def test_the_pieces_are_the_text(text: str, other: str, ascii_only: bool, places: list[int]) -> None:
    written = json.dumps({"reason": text, "answers": [other]}, ensure_ascii=ascii_only)
    pieces = told(f"Here it is:\n```json\n{written}\n```", places)
    assert "".join(pieces) == text and all(pieces)


@pytest.mark.parametrize(
    "written", ["", "The maker is Mann.", '{"answers": ["x"]}', '{"reason": 3}', '{"reason": ""}']
)
def test_what_is_no_such_text_tells_nothing(written: str) -> None:
    assert told(written, [3, 5]) == []


def test_what_is_cut_off_is_told_as_far_as_it_goes() -> None:
    assert "".join(told('{"reason": "Mann \\ud83d', [4, 12])) == "Mann "


def test_escapes_that_say_nothing() -> None:
    assert "".join(told('{"reason": "b\\ude00 and"}', [])) == "b\ufffd and"
    assert "".join(told('{"reason": "a\\q"}', [])) == "a\\q"
