"""A draft of which it is asked whether there is such a thing."""

from __future__ import annotations

from motif.graphs.meaning import Column, Condition, Selection, Value
from motif.planners.meaning.drafts import Draft, key_of
from motif.planners.meaning.request import Request

UNTESTED = -0.5
"""Of a property that is said where yes or no is asked for, and that nothing tests: "Is X's height above 30 m?"."""


def whether_there_is(draft: Draft, request: Request) -> tuple[float, Selection]:
    """The selection, and how well it gives what is asked: less for each property that is said and tested by nothing."""
    tested = {check.test.property for check in draft.checks if isinstance(check.test, Condition)}
    said = [{one.property for one in piece.of("property")} for piece in request.columns]
    asked = Selection(draft.place(), (Column("answer", Value(key_of(0))),), asks=True)
    return UNTESTED * sum(not properties & tested for properties in said), asked
