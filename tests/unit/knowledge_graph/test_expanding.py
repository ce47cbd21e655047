"""The verb: what it takes, what it says of itself, and when it does not expand."""

from __future__ import annotations

import asyncio
import dataclasses
from typing import Any

import pytest

from fakes import HashEncoder
from motif.catalog.rows import from_rows
from motif.engine.control import Control
from motif.errors import DeadlineExceeded, InvalidConfiguration, InvalidInput, MissingVectors
from motif.graphs.projection import Projection
from motif.knowledge_graph.expanding import ExpandedGraph
from motif_procedures.embed_text import embed_projection

ENCODER = HashEncoder(64)
FILMS = from_rows(
    [
        ("1", ["Film"], {"name": "Heat", "text": "Two men meet over coffee."}),
        ("2", ["Film"], {"name": "Thief", "text": "A safe is opened."}),
        ("3", ["Person"], {"name": "Michael Mann", "text": "Born in Chicago."}),
    ],
    [("3", "DIRECTED", "1", {}), ("3", "DIRECTED", "2", {})],
)


def held(projection: Projection = FILMS, *, embedded: bool = True) -> ExpandedGraph:
    if embedded:
        projection = dataclasses.replace(projection, vectors=embed_projection(projection, ENCODER))
    return ExpandedGraph(lambda: projection, encoder=lambda: ENCODER)


def names(results: Any) -> list[str]:
    return [piece.nodes[0].name for piece in results]


def test_seeds_and_neighbours_in_one_list() -> None:
    results = held().expand("who drinks coffee?", seeds=1)
    assert names(results) == ["Heat", "Michael Mann"]
    assert results.metadata == {
        "epoch": 1,
        "policy": "sage+edge",
        "expanded": True,
        "stale": False,
        "behind": {"transactions": 0},
    }


def test_a_question_that_names_relations_is_not_expanded_when_so_asked() -> None:
    explicit = held().expand("who directed Heat?", seeds=1, policy="sage-edge")
    assert names(explicit) == ["Heat"]
    assert explicit.metadata["expanded"] is False and explicit.metadata["plan"]["pattern"]
    assert len(held().expand("who directed Heat?", seeds=1)) == 2
    loose = held().expand("coffee, coffee and more coffee", seeds=1, policy="sage-edge")
    assert loose.metadata["expanded"] is True and len(loose) == 2


def test_labels_are_what_is_returned() -> None:
    assert names(held().expand("who was born in Chicago?", labels=["Film"], seeds=1, neighbours=0)) in (
        ["Heat"],
        ["Thief"],
    )
    with pytest.raises(InvalidConfiguration, match=r"no label 'Flim'.*'Film'"):
        held().expand("coffee", labels=["Flim"])
    with pytest.raises(InvalidConfiguration, match="no relationship type 'DIRECTS'"):
        held().expand("coffee", relationship_types=["DIRECTS"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seeds": 0}, "seeds must be a whole number from 1"),
        ({"neighbours": -1}, "neighbours must be a whole number from 1"),
        ({"top_k": 0}, "top_k must be"),
        ({"bm25_weight": 1.5}, "bm25_weight must be a number from 0 to 1, not 1.5"),
        ({"bm25_weight": True}, "bm25_weight must be a number"),
        ({"policy": "edge"}, "policy must be 'sage\\+edge' or 'sage-edge', not 'edge'"),
        ({"timeout": -1}, "timeout must be"),
        ({"on_timeout": "wait"}, "on_timeout must be"),
    ],
)
def test_what_cannot_be_used_is_said(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        held().expand("coffee", **options)


@pytest.mark.parametrize("question", ["", "  \n", None, 7])
def test_a_question_is_text(question: Any) -> None:
    with pytest.raises(InvalidInput, match="question"):
        held().expand(question)


def test_vectors_are_needed_for_meaning_alone() -> None:
    with pytest.raises(MissingVectors, match=r"kg\.embed\(\)"):
        held(embedded=False).expand("coffee")
    assert names(held(embedded=False).expand("coffee", bm25_weight=1, neighbours=0)) == ["Heat"]


def test_a_deadline_that_has_passed() -> None:
    with pytest.raises(DeadlineExceeded):
        held().expand("coffee", control=Control(0), on_timeout="fail")


def test_awaited() -> None:
    assert names(asyncio.run(held().aexpand("coffee", seeds=1, neighbours=0))) == ["Heat"]
