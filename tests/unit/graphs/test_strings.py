"""String tables hold any text and give it back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motif.graphs.strings import StringTable


@given(st.lists(st.text(max_size=20), max_size=20))
@settings(deadline=None)
def test_every_text_comes_back(texts: list[str]) -> None:
    table = StringTable.from_strings(texts)
    assert list(table) == texts
    assert [table[row] for row in range(len(table))] == texts
    assert table.nbytes == table.offsets.nbytes + table.data.nbytes


def test_a_text_of_a_megabyte_and_every_plane() -> None:
    texts = ["x" * 2**20, "é東😀\U0010fffd", ""]
    assert list(StringTable.from_strings(texts)) == texts


def test_a_lone_surrogate_becomes_the_replacement_character() -> None:
    assert list(StringTable.from_strings(["a\ud800b"])) == ["a\ufffdb"]


@pytest.mark.parametrize("row", [-1, 1])
def test_rows_outside_are_refused(row: int) -> None:
    with pytest.raises(IndexError, match="of a table of 1 strings"):
        StringTable.from_strings(["a"])[row]
