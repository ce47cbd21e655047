"""A judge is asked in both orders; what it says of only one order is a tie."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from motif.errors import InvalidInput
from motif_procedures.evaluation.judge import SCHEMA, compare

FIRST = {"answers": ["Michael Mann"], "text": "Heat | directed_by | Michael Mann"}
SECOND = {"answers": ["Al Pacino"] * 50, "text": "x" * 9000}


class ScriptedJudge:
    """Gives the queued verdicts, and remembers what it was shown."""

    def __init__(self, *verdicts: Any) -> None:
        self.verdicts = list(verdicts)
        self.shown: list[Any] = []

    def complete(self, messages: Any, *, schema: Any, read: Any, control: Any) -> Any:
        assert schema is SCHEMA and control.state == "running"
        self.shown.append(json.loads(messages[-1][1]))
        return SimpleNamespace(value=read(self.verdicts.pop(0)))


@pytest.mark.parametrize(
    ("said", "verdict"),
    [("AB", "first"), ("BA", "second"), ("AA", "tie"), ("BB", "tie"), (("equal", "A"), "tie")],
)
def test_both_orders_decide(said: Any, verdict: str) -> None:
    judge = ScriptedJudge(*({"better": better} for better in said))
    assert compare("who directed Heat?", FIRST, SECOND, judge) == verdict
    straight, swapped = judge.shown
    assert straight["answer A"] == swapped["answer B"] and straight["answer A"]["answers"] == ["Michael Mann"]
    assert len(straight["answer B"]["answers"]) == 20 and len(straight["answer B"]["evidence"]) == 2000


def test_nonsense_is_refused_to_the_model() -> None:
    for nonsense in ({"better": "both"}, "A", None):
        with pytest.raises(InvalidInput, match="'better' must be A, B or equal"):
            compare("q", FIRST, SECOND, ScriptedJudge(nonsense))
