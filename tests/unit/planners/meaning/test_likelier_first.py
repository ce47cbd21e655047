"""A reading that leaves words out stands behind one that leaves none out and is sure."""

from __future__ import annotations

import pytest

from motif.graphs.meaning import Column, Omission, Place, Selection, Value
from motif.planners.meaning import sureness
from motif.planners.meaning.drafts import Draft, Spot
from motif.planners.meaning.request import Request
from motif.planners.meaning.sureness import Told, meanings_told


def _told(label: str, score: float, *omissions: Omission) -> Told:
    selection = Selection(Place("n0", label), (Column(label.lower(), Value("n0")),))
    return Told(Draft((Spot(label),), score=score), 0.0, Request(), selection, omissions, 5)


@pytest.mark.parametrize(
    ("first", "second", "label"),
    [(0.7, 0.8, "Loan"), (0.7, 0.72, "Work"), (0.2, 0.7, "Loan"), (0.8, 0.9, "Work")],
)
def test_one_that_is_sure_and_leaves_nothing_out_comes_first(
    monkeypatch: pytest.MonkeyPatch, first: float, second: float, label: str
) -> None:
    monkeypatch.setattr(sureness, "probability", lambda traits: first if traits["omits"] else second)
    left_out = Omission("word", (0, 5), "lent")
    read = meanings_told([_told("Work", 1.0, left_out), _told("Loan", 0.5)])
    asked = read[0].asked
    assert isinstance(asked, Selection) and asked.place.label == label
