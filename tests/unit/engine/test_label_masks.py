"""Masks of labels: those of the plain way, whatever was asked for before, in bounded room."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from motif.catalog.rows import from_rows
from motif.engine.label_masks import REMEMBERED, LabelMasks

LABELS = st.frozensets(st.sampled_from("abcdefg"), max_size=3)
ASKED = st.frozensets(st.sampled_from([*"abcdefg", ""]), max_size=3)


@given(nodes=st.lists(LABELS, max_size=20), asked=st.lists(ASKED, max_size=30))
def test_they_are_those_of_the_plain_way(nodes: list[frozenset[str]], asked: list[frozenset[str]]) -> None:
    table = from_rows([(str(row), sorted(labels), {}) for row, labels in enumerate(nodes)], []).nodes
    masks = LabelMasks(table)
    for labels in asked:
        expected = [not labels.isdisjoint(table.labels(row) or ("",)) for row in range(len(table))]
        assert masks.of(labels).tolist() == expected
        assert not masks.of(labels).flags.writeable


def test_what_is_kept_is_bounded() -> None:
    names = [f"L{number}" for number in range(2 * REMEMBERED)]
    table = from_rows([(str(row), [names[row % len(names)]], {}) for row in range(8000)], []).nodes
    masks = LabelMasks(table)
    for name in names:
        masks.of(frozenset([name]))
    assert masks.nbytes == REMEMBERED * 1000 + 4 * 8000
    again = masks.of(frozenset([names[-10]]))  # from its bits
    assert np.flatnonzero(again).tolist() == list(range(len(names) - 10, 8000, len(names)))
