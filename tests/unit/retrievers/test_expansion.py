"""Expansion over a small corpus of passages and tables: what is found, along what, and what is said about it."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from fakes import HashEncoder
from motif.catalog.rows import column_of, from_rows
from motif.engine.control import Control
from motif.errors import InvalidConfiguration, InvalidInput, MissingVectors
from motif.graphs.evidence import Results
from motif.graphs.layers import EdgeLayer
from motif.graphs.projection import Projection
from motif.retrievers.expansion import ExpansionOptions, ExpansionScope, expand
from motif.retrievers.selection import select
from motif.retrievers.view import View
from motif_procedures.embed_text import embed_projection

ENCODER = HashEncoder(64)

NODES: list[Any] = [
    ("films", ["Document"], {"title": "Films"}),
    (
        "t0",
        ["Chunk"],
        {"title": "Crime films", "text": "Film | Director\nHeat | Michael Mann\nRonin | Frankenheimer"},
    ),
    ("p0", ["Chunk"], {"title": "Heat", "text": "Two men meet over coffee in Los Angeles.", "year": 1995}),
    ("p1", ["Chunk"], {"title": "Ronin", "text": "A briefcase is chased through Nice.", "year": 1998}),
    ("p2", ["Chunk"], {"title": "Michael Mann", "text": "He was born in Chicago in 1943."}),
    ("p3", ["Chunk"], {"title": "Chicago", "text": "A city on a lake."}),
    ("p4", ["Chunk"], {"title": "Crime of passion", "text": "An offence."}),
    ("chicago", ["__Entity__"], {"name": "Chicago", "description": "A city."}),
]
LINKS: list[Any] = [
    ("t0", "FROM_DOCUMENT", "films", {}),
    ("p0", "FROM_DOCUMENT", "films", {}),
    ("p2", "NEXT_CHUNK", "p3", {}),
    ("chicago", "FROM_CHUNK", "p2", {}),
    ("chicago", "FROM_CHUNK", "p3", {}),
]
SIMILAR = [
    (1, 2, ["title-cell"], "Heat | Michael Mann"),
    (1, 3, ["title-cell"], "Ronin | Frankenheimer"),
    (1, 4, ["title-cell", "content-content"], "Heat | Michael Mann"),
    (1, 6, ["content-content"], None),
]


def graph(*, layer: bool = True, links: list[Any] = LINKS) -> Projection:
    made = from_rows(NODES, links)
    if not layer:
        return made
    source, target, metrics, rows = zip(*SIMILAR, strict=True)
    edges = EdgeLayer(
        "IS_SIMILAR",
        "{}",
        np.array(source, np.int32),
        np.array(target, np.int32),
        np.array([0.5, 0.5, 0.5, 0.9], np.float32),
        {"metric": column_of(metrics), "evidence": column_of(rows)},
    )
    return dataclasses.replace(made, layers={"IS_SIMILAR": edges})


def view(**options: Any) -> View:
    made = graph(**options)
    return View(dataclasses.replace(made, vectors=embed_projection(made, ENCODER)), lambda: ENCODER)


def ask(over: View, question: str, scope: ExpansionScope | None = None, **options: Any) -> Results:
    with Control() as control:
        return expand(over, question, scope or ExpansionScope(), ExpansionOptions(**options), control)


def found(results: Results) -> dict[str, str]:
    """Name of each result and its role."""
    return {piece.nodes[0].name: piece.metadata["role"] for piece in results}


QUESTION = "crime films by Frankenheimer: what is chased?"


def test_neighbours_come_along_edges_that_a_name_explains() -> None:
    results = ask(view(), QUESTION, seeds=1, neighbours=2)
    assert found(results) == {"Crime films": "seed", "Ronin": "neighbour", "Heat": "neighbour"}
    ronin = next(piece for piece in results if piece.nodes[0].name == "Ronin")
    assert ronin.metadata["from"] == ["row:1"] and len(ronin.metadata["from_names"]) == 1
    [via] = ronin.metadata["via"]
    assert via == {
        "type": "IS_SIMILAR",
        "score": 0.5,
        "metric": ["title-cell"],
        "evidence": "Ronin | Frankenheimer",
    }
    assert (ronin.text, ronin.method, ronin.answers) == (
        "A briefcase is chased through Nice.",
        "expand",
        ronin.nodes,
    )
    assert ronin.relationships == ()
    assert [piece.score for piece in results] == sorted((piece.score for piece in results), reverse=True)


def test_the_row_that_says_the_question_ranks_its_neighbour_first() -> None:
    along = ("IS_SIMILAR:title-cell",)
    results = ask(view(), "films Frankenheimer crime", seeds=1, along=along)
    order = [name for name, role in found(results).items() if role != "seed"]
    assert order[0] == "Ronin"


def test_likeness_is_followed_only_when_named_or_where_there_is_nothing_else() -> None:
    assert "Crime of passion" not in found(ask(view(), QUESTION, seeds=1))
    assert "Crime of passion" in found(ask(view(), QUESTION, seeds=1, along=("IS_SIMILAR",)))
    assert found(ask(view(), QUESTION, seeds=1, along=("IS_SIMILAR:content-content",))) == {
        "Crime films": "seed",
        "Michael Mann": "neighbour",
        "Crime of passion": "neighbour",
    }
    assert found(ask(view(), "an offence of passion", seeds=1)) == {
        "Crime of passion": "seed",
        "Crime films": "neighbour",
    }


def test_the_graphs_own_relationships_are_followed_and_returned() -> None:
    results = ask(view(layer=False, links=LINKS[:3]), "who was born in 1943", seeds=1)
    assert found(results) == {"Michael Mann": "seed", "Chicago": "neighbour"}
    neighbour = next(piece for piece in results if piece.metadata["role"] == "neighbour")
    assert [edge.type for edge in neighbour.relationships] == ["NEXT_CHUNK"]
    [edge] = neighbour.relationships
    assert len(neighbour.nodes) == 2 and {node.id for node in neighbour.nodes} == {edge.source, edge.target}
    assert neighbour.answers == neighbour.nodes[:1]
    assert neighbour.metadata["via"] == [{"type": "NEXT_CHUNK"}]


def test_chunks_meet_through_an_entity_or_their_document() -> None:
    over = view(layer=False, links=[*LINKS[:2], *LINKS[3:]])
    results = ask(over, "who was born in 1943", seeds=1)
    assert found(results) == {"Michael Mann": "seed", "Chicago": "neighbour"}
    neighbour = next(piece for piece in results if piece.metadata["role"] == "neighbour")
    assert [edge.type for edge in neighbour.relationships] == ["FROM_CHUNK", "FROM_CHUNK"]
    assert neighbour.metadata["via"][0] == {"type": "FROM_CHUNK", "through": "Chicago"}
    assert found(ask(over, "coffee", seeds=1)) == {"Heat": "seed", "Crime films": "neighbour"}
    assert found(ask(over, "coffee", seeds=1, along=("FROM_CHUNK",))) == {"Heat": "seed"}


def test_a_hub_is_no_bridge() -> None:
    chunks: list[Any] = [(f"c{row}", ["Chunk"], {"text": f"word{row}"}) for row in range(102)]
    links: list[Any] = [("e", "FROM_CHUNK", f"c{row}", {}) for row in range(102)]
    hub = View(from_rows([*chunks, ("e", ["__Entity__"], {"name": "everything"})], links), lambda: ENCODER)
    assert len(ask(hub, "word7", bm25_weight=1.0)) == 1
    fewer = View(
        from_rows([*chunks, ("e", ["__Entity__"], {"name": "everything"})], links[:9]), lambda: ENCODER
    )
    assert len(ask(fewer, "word7", bm25_weight=1.0)) == 9


def test_seeds_alone_and_top_k() -> None:
    assert set(found(ask(view(), QUESTION, neighbours=0, seeds=3)).values()) == {"seed"}
    assert len(ask(view(), QUESTION, top_k=2)) == 2


def test_filters_and_labels_say_what_may_be_returned() -> None:
    over = view()
    selection = select(over.projection, filter={"year": {"$gte": 1996}})
    names = found(ask(over, QUESTION, ExpansionScope(selection=selection), seeds=1))
    assert "Heat" not in names and "Ronin" in names
    scope = ExpansionScope(
        frozenset({"__Entity__"}), selection=select(over.projection, labels=["__Entity__"])
    )
    assert found(ask(over, "chicago", scope)) == {"Chicago": "seed"}


def test_edges_of_other_types_are_not_followed() -> None:
    assert found(ask(view(), QUESTION, ExpansionScope(types=("NEXT_CHUNK",)), seeds=1)) == {
        "Crime films": "seed"
    }


def test_nothing_in_common_is_an_empty_result() -> None:
    results = ask(View(graph(), lambda: ENCODER), "zzz", bm25_weight=1.0)
    assert list(results) == [] and results.complete


def test_words_alone_need_no_vectors_and_meaning_says_what_makes_them() -> None:
    plain = View(graph(), lambda: ENCODER)
    assert found(ask(plain, "coffee", seeds=1, neighbours=0, bm25_weight=1.0)) == {"Heat": "seed"}
    with pytest.raises(MissingVectors, match=r"kg\.embed\(\)"):
        ask(plain, "coffee")


def test_what_cannot_be_used_is_said() -> None:
    with pytest.raises(InvalidInput, match="A question must be text that is not empty"):
        ask(view(), "  ")
    with pytest.raises(InvalidConfiguration, match=r"nothing called 'IS_SIMILR'.*Did you mean 'IS_SIMILAR'"):
        ask(view(), "coffee", along=("IS_SIMILR",))
    with pytest.raises(InvalidConfiguration, match=r"has the metric 'title-cel'.*Did you mean 'title-cell'"):
        ask(view(), "coffee", along=("IS_SIMILAR:title-cel",))


def test_a_cancelled_expansion_gives_its_seeds() -> None:
    with Control(0) as control:
        results = expand(view(), QUESTION, ExpansionScope(), ExpansionOptions(), control)
    assert not results.complete and set(found(results).values()) == {"seed"}


def test_text_is_cut_at_a_space() -> None:
    [piece] = ask(view(), "coffee", seeds=1, neighbours=0, max_tokens=4)
    assert piece.text == "Two men meet…"


def test_written_edges_are_read_like_a_layer() -> None:
    written = [*LINKS, ("t0", "IS_SIMILAR", "p1", {"metric": ["title-cell"], "evidence": "Ronin"})]
    written.append(("t0", "IS_SIMILAR", "p4", {"metric": ["content-content"]}))
    results = ask(view(layer=False, links=written), QUESTION, seeds=1, neighbours=1)
    assert found(results)["Ronin"] == "neighbour"
    neighbour = next(piece for piece in results if piece.metadata["role"] == "neighbour")
    assert [edge.type for edge in neighbour.relationships] == ["IS_SIMILAR"]


def test_shared_entities_fill_what_names_leave_open() -> None:
    shared = ("t0", "IS_SIMILAR", "p4", {"metric": ["entity-overlap", "content-content"]})
    written = [*LINKS[2:], shared, ("t0", "IS_SIMILAR", "p1", {"metric": ["title-cell"]})]
    over = view(layer=False, links=written)
    assert "Crime of passion" not in found(ask(over, "crime films director offence", seeds=1, neighbours=1))
    assert "Crime of passion" in found(ask(over, "crime films director offence", seeds=1, neighbours=2))


def test_indexes_of_other_labels_share_the_vectors() -> None:
    over = view()
    assert over.hybrid.meaning is not None
    assert over.hybrid_among(frozenset({"Document"})).meaning is over.hybrid.meaning
