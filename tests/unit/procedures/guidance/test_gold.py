"""Masked walks and what they describe: the same as by trying every choice of relationships."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motif.catalog.triples import from_triples
from motif_procedures.guidance import gold
from motif_procedures.guidance.drafts import DraftMaker
from motif_procedures.guidance.gold import GoldFinder
from motif_procedures.guidance.masking import Masked, masked
from naive_gold import paths_of
from strategies import multigraphs


@settings(max_examples=60, deadline=None)
@given(multigraphs(max_nodes=7, max_relationships=10), st.integers(1, 3), st.integers(0, 3))
def test_gold_is_all_that_the_triples_describe(
    graph: tuple[list, int, int], n_triples: int, seed: int
) -> None:
    triples = graph[0]
    projection = from_triples([(f"n{one.source}", f"r{one.relation}", f"n{one.target}") for one in triples])
    if not any(one.source != one.target for one in triples):
        return
    for draft in DraftMaker(projection, None, 1000).drafts(n_triples, 5, np.random.default_rng(seed)):
        expected = paths_of(projection, draft.schema)
        found = draft.gold
        assert set(map(tuple, found.paths.tolist())) == {links for _, links in expected}
        assert len(found.paths) == len(expected)
        assert found.nodes.tolist() == sorted({row for rows, _ in expected for row in rows})
        assert found.answers.tolist() == sorted({rows[draft.schema.answer] for rows, _ in expected})


@settings(max_examples=80, deadline=None)
@given(st.integers(1, 4), st.integers(0, 200), st.booleans())
def test_masks_leave_one_or_two_entities_and_another_answer(n_steps: int, seed: int, branches: bool) -> None:
    parents = list(range(n_steps))
    if branches and n_steps > 2:
        parents[-1] = 1
    nodes = [100 + place for place in range(n_steps + 1)]
    facts = [(nodes[parent], step % 2, nodes[step + 1]) for step, parent in enumerate(parents)]
    schema, rows = masked(nodes, parents, facts, np.random.default_rng(seed))
    known = dict(schema.entities)
    assert len(known) in (1, 2) and schema.answer not in known
    assert schema.n_places == n_steps + 1 and sorted(rows) == nodes
    assert all(rows[place] == row for place, row in known.items())
    ends = [place for triple in zip(schema.heads, schema.tails, strict=True) for place in triple]
    assert list(dict.fromkeys(ends)) == list(range(schema.n_places))
    leaves = {place for place in range(schema.n_places) if ends.count(place) == 1}
    assert leaves <= known.keys() | {schema.answer}


def test_gold_of_a_question_by_hand() -> None:
    facts = [
        ("Heat", "by", "Mann"),
        ("Ali", "by", "Mann"),
        ("Heat", "genre", "Crime"),
        ("Ali", "genre", "Sport"),
    ]
    projection = from_triples([*facts, ("Ronin", "genre", "Crime")])
    names = list(projection.nodes.names)
    by, genre = (projection.relationships.relations.index(relation) for relation in ("by", "genre"))
    schema = Masked((0, 0), (1, 2), (by, genre), ((1, names.index("Mann")),), 2)
    found = GoldFinder(projection, 64).find(schema)
    assert found is not None
    assert sorted(names[row] for row in found.answers) == ["Crime", "Sport"]
    assert sorted(names[row] for row in found.nodes) == ["Ali", "Crime", "Heat", "Mann", "Sport"]
    assert found.paths.shape == (2, 2)


def test_paths_are_few_but_nodes_are_all() -> None:
    projection = from_triples([(f"film {number}", "by", "Mann") for number in range(100)])
    schema = Masked((0,), (1,), (0,), ((1, list(projection.nodes.names).index("Mann")),), 0)
    found = GoldFinder(projection, 8).find(schema)
    assert found is not None
    assert len(found.paths) <= 8 and len(found.nodes) == 101 and len(found.answers) == 100
    assert found.paths[0, 0] < 10 and found.paths[-1, 0] > 80, "they are spread over all"


def test_questions_with_too_many_answers_or_paths_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    projection = from_triples([(f"film {number}", "by", "Mann") for number in range(20)])
    schema = Masked((0,), (1,), (0,), ((1, 1),), 0)
    assert GoldFinder(projection, 8).find(schema) is not None
    monkeypatch.setattr(gold, "MOST_ANSWERS", 19)
    assert GoldFinder(projection, 8).find(schema) is None
    monkeypatch.setattr(gold, "MOST_ANSWERS", 20)
    monkeypatch.setattr(gold, "MOST_MATCHES", 19)
    assert GoldFinder(projection, 8).find(schema) is None


def test_an_unknown_is_no_question_entity() -> None:
    projection = from_triples([("a", "knows", "b"), ("b", "knows", "a"), ("b", "knows", "c")])
    schema = Masked((0, 1), (1, 2), (0, 0), ((0, 0),), 2)
    found = GoldFinder(projection, 8).find(schema)
    assert found is not None and found.answers.tolist() == [2]
