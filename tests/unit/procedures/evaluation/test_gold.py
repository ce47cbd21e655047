"""Gold triples are those of all matches that end in a gold answer."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from motif.catalog import from_triples
from motif.indexes.names import build_name_index
from motif.retrievers.presentation import lines_of
from motif_procedures.evaluation.gold import GoldFinder
from motif_procedures.evaluation.gold_questions import gold_plan
from naive import gold_triples
from toygraphs import FILMS

NODES = st.sampled_from("abcdef")
GRAPHS = st.lists(st.tuples(NODES, st.sampled_from("rs"), NODES), min_size=1, max_size=12)


@st.composite
def trees(draw: Any) -> list[tuple[str, str, str]]:
    """A tree around ?answer whose other nodes are unknowns, or known where the tree ends."""
    parts, pattern = ["?answer"], []
    for number in range(draw(st.integers(1, 3))):
        near = draw(st.sampled_from([part for part in parts if part.startswith("?")]))
        far = draw(st.sampled_from([f"?x{number}", "a", "b"]))
        if far in parts:
            far = f"?x{number}"
        parts.append(far)
        triple = (near, draw(st.sampled_from("rs")), far)
        pattern.append(triple if draw(st.booleans()) else triple[::-1])
    return pattern


def found(triples: Any, pattern: Any, answers: Any, injective: Any = "known") -> set[tuple[str, str, str]]:
    projection = from_triples(triples)
    finder = GoldFinder(projection, build_name_index(projection.nodes.names))
    rows = finder.relationships(gold_plan(pattern, injective=injective), tuple(answers))
    return set(lines_of(projection, rows.tolist()))


@given(GRAPHS, trees(), st.sets(NODES, min_size=1, max_size=3), st.booleans())
def test_all_and_only_the_triples_of_matches(graph: Any, pattern: Any, answers: Any, injective: bool) -> None:
    given_rule = "known" if injective else False
    assert found(graph, pattern, answers, given_rule) == gold_triples(graph, pattern, answers, injective)


def test_films_of_an_actors_director() -> None:
    pattern = [("?film", "starred_actors", "Tom Cruise"), ("?film", "directed_by", "?answer")]
    assert found(FILMS, pattern, ["Michael Mann"]) == {
        ("Collateral", "starred_actors", "Tom Cruise"),
        ("Collateral", "directed_by", "Michael Mann"),
    }
    assert found(FILMS, pattern, ["Martin Scorsese"]) == set()
    assert found(FILMS, [("?answer", "no_such", "Heat")], ["x"]) == set()
