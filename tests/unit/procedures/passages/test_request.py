"""An evaluation over passages, read from plain values."""

from __future__ import annotations

import re
from typing import Any

import pytest

from motif.errors import InvalidInput
from motif_procedures.passages.request import PassageRequest


def titles(**values: Any) -> list[str]:
    return [setting.title for setting in PassageRequest.from_values({"dataset": "ottqa", **values}).settings]


def test_all_is_every_contender_in_memory() -> None:
    assert titles() == ["bm25", "dense", "hybrid", "expand", "community", "auto"]
    assert titles(methods=("expand-cypher", "all", "hybrid"))[0] == "expand-cypher"
    assert titles(methods=("auto",)) == ["auto"]


def test_a_method_takes_the_options_that_it_has() -> None:
    found = titles(methods=("hybrid", "expand"), grid=("percentile=90,95",), options=("seed_share=0.25",))
    assert found == [
        "hybrid",
        "expand, percentile 90, seed_share 0.25",
        "expand, percentile 95, seed_share 0.25",
    ]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"methods": ("sage",)}, "no contender 'sage' for passages.*Contenders: bm25"),
        (
            {"methods": ("expand",), "grid": ("percentil=90",)},
            "option 'percentil'.*Did you mean 'percentile'",
        ),
        ({"methods": ("dense",), "options": ("percentile=90",)}, "None of dense has an option 'percentile'"),
        ({"options": ("percentile",)}, "is not NAME=VALUE"),
        ({"sampel": 3}, "has no 'sampel'.*Did you mean 'sample'"),
    ],
)
def test_what_cannot_be_asked_is_said(values: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        PassageRequest.from_values({"dataset": "ottqa", **values})
    assert re.search(message, f"{raised.value} {raised.value.hint}", re.DOTALL)
