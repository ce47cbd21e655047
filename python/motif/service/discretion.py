"""What an answer tells to a login that may see less than whoever made the projection."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from motif.errors import NoEntityFound, NotOwner
from motif.graphs.evidence import Evidence, Node, Relationship, Results
from motif.graphs.plan import STEPS_METHOD
from motif.service.calls import Call
from motif.service.state import Service

TOLD = frozenset(
    {
        "behind",
        "bm25",
        "citations",
        "claim",
        "confidence",
        "cosine",
        "diameters_at_least",
        "epoch",
        "fallback",
        "from",
        "from_names",
        "gsd",
        "layer",
        "role",
        "stale",
        "trussness",
        "untraced",
        "verdict",
    }
)
"""Metadata that speak of the row alone, or of nothing in the graph. Others name or count what the row does not hold."""

Rows = Callable[[Service, Call], Iterable[dict[str, Any]]]


def told_discreetly(results: Results) -> Results:
    """``results`` with nothing in them that rests on more than their own nodes and relationships.

    The plugin leaves out the rows that the caller may not see; what is left must not show it. So metadata that tell of
    the whole search stay out, and no answer says that it is complete.

    Raises `NotOwner` for a count, unless the caller's own transaction counted: it would count what is hidden.
    """
    if any(_counts(piece, results) for piece in results):
        raise NotOwner(
            "A projection of another login is not counted: the number would tell of what you may not see.",
            hint="Project the graph under a name of your own.",
        )
    pieces = [dataclasses.replace(one, metadata=_told(one.metadata), complete=False) for one in results]
    return Results(pieces, complete=results.complete, metadata=_told(results.metadata))


def borne_out_by(results: Results) -> list[Node | Relationship]:
    """What a verdict rests on, whichever row tells it."""
    numbers = results.metadata.get("citations") or ()
    pieces = [results[number - 1] for number in numbers if 0 < number <= len(results)]
    return [part for piece in pieces for part in (*piece.nodes, *piece.relationships)]


def quietly(answer: Rows, service: Service, call: Call) -> Iterator[dict[str, Any]]:
    """The rows of ``answer``; none where it fails since the graph has no such name.

    A name that is there but hidden gives no rows either, and the error would tell names that are like it.
    """
    try:
        yield from answer(service, call)
    except NoEntityFound:
        return


def _counts(piece: Evidence, results: Results) -> bool:
    """Whether it answers with how many there are; a property of a node that it shows is the row's own."""
    plan = piece.metadata.get("plan") or results.metadata.get("plan")
    return isinstance(plan, Mapping) and bool(plan.get("count")) and piece.method != STEPS_METHOD


def _told(metadata: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in metadata.items() if key in TOLD}
