"""Questions as schema graphs on a graph, with all their gold paths."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif.catalog import from_triples
from motif.errors import InvalidInput
from motif.graphs.plan import Plan
from motif.graphs.projection import Projection
from motif_procedures.evaluation.gold_questions import Asked, gold_plan
from motif_procedures.guidance.paraphrases import content
from motif_procedures.guidance.wording import _wordings
from motif_procedures.tracing.gold_paths import GoldPaths
from motif_procedures.tracing.questions import reworded, traced_questions
from motif_procedures.tracing.wordings import WORDINGS, _written, by_hand, rewording

FILMS = [
    ("Heat", "directed_by", "Mann"),
    ("Heat", "starred_actors", "Pacino"),
    ("Ali", "directed_by", "Mann"),
    ("Ali", "starred_actors", "Smith"),
    ("Ali", "starred_actors", "Mann"),
]
CO_STARS = gold_plan([("?film", "directed_by", "Mann"), ("?film", "starred_actors", "?answer")])


def _named(projection: Projection, rows: np.ndarray) -> list[list[str]]:
    links, names = projection.relationships, projection.nodes.names
    return [
        [f"{names[int(links.source[row])]} {names[int(links.target[row])]}" for row in path]
        for path in rows.tolist()
    ]


def _asked(plan: Plan, answers: tuple[str, ...]) -> Asked:
    return Asked("who stars in Mann's films?", answers, "2", plan, "Mann")


def test_a_question_has_its_paths_answers_and_placeholders() -> None:
    projection = from_triples(FILMS)
    [found] = traced_questions(projection, [_asked(CO_STARS, ("Pacino", "Smith"))])
    assert found.triples == (("[ENT1]", "directed_by", "Mann"), ("[ENT1]", "starred_actors", "[ENT2]"))
    assert found.relations == ("directed_by", "starred_actors")
    assert (found.answer, found.strategy, found.group) == ("[ENT2]", "breadth", "2")
    assert projection.nodes.names[found.entity] == "Mann"
    assert _named(projection, found.paths) == [["Heat Mann", "Heat Pacino"], ["Ali Mann", "Ali Smith"]]


def test_relations_and_names_are_told_otherwise_and_what_is_gold_stays() -> None:
    [asked] = traced_questions(from_triples(FILMS), [_asked(CO_STARS, ("Pacino",))])
    found = reworded(asked, lambda relation: f"is {relation}", lambda name: f"{name}n")
    assert found.triples == (("[ENT1]", "is directed_by", "Mannn"), ("[ENT1]", "is starred_actors", "[ENT2]"))
    assert (found.relations, found.paths) == (asked.relations, asked.paths)
    assert reworded(asked, str).triples == asked.triples
    assert reworded(asked, str, lambda name: "?").triples[0][2] == {"name": "?"}


def test_questions_of_other_entities_and_without_a_path_are_left_out() -> None:
    projection = from_triples(FILMS)
    asked = [
        _asked(CO_STARS, ("Pacino",)),
        _asked(CO_STARS, ("Nobody",)),
        _asked(gold_plan([("?film", "directed_by", "Unheard"), *CO_STARS.pattern[1:]]), ("Pacino",)),
        _asked(gold_plan([("Heat", "directed_by", "Mann"), ("Heat", "has", "?answer")]), ("Pacino",)),
        Asked("who?", ("Pacino",)),
    ]
    assert len(traced_questions(projection, asked)) == 1
    nobody = np.zeros(projection.n_nodes, np.bool_)
    assert traced_questions(projection, asked, nobody) == []


def test_the_only_answer_asks_for_precision() -> None:
    [found] = traced_questions(from_triples(FILMS), [_asked(CO_STARS, ("Pacino",))])
    assert found.strategy == "precision"


def test_a_gold_pattern_knows_one_node() -> None:
    plan = gold_plan([("?film", "directed_by", "?who"), ("?film", "starred_actors", "?answer")])
    with pytest.raises(InvalidInput, match="exactly one node, not 0"):
        GoldPaths(from_triples(FILMS)).find(plan, 0, np.zeros(1, np.int32))


@given(
    links=st.lists(
        st.tuples(st.integers(0, 4), st.sampled_from("ab"), st.integers(0, 4)), min_size=1, max_size=14
    ),
    relations=st.lists(st.sampled_from("ab"), min_size=1, max_size=3),
    injective=st.sampled_from(["known", False]),
    data=st.data(),
)
def test_gold_paths_are_those_of_trying_all(
    links: list[tuple[int, str, int]], relations: list[str], injective: str | bool, data: st.DataObject
) -> None:
    projection = from_triples([(f"n{one}", relation, f"n{two}") for one, relation, two in links])
    entity = data.draw(st.integers(0, projection.n_nodes - 1))
    answers = np.array(sorted(data.draw(st.sets(st.integers(0, projection.n_nodes - 1)))), np.int32)
    parts = [projection.nodes.names[entity], *(f"?u{place}" for place in range(1, len(relations))), "?answer"]
    plan = gold_plan(list(zip(parts, relations, parts[1:], strict=False)), injective=injective)
    found = GoldPaths(projection).find(plan, entity, answers)
    assert found.tolist() == _every_path(projection, relations, entity, set(answers.tolist()), injective)


def _every_path(
    projection: Projection, relations: list[str], entity: int, answers: set[int], injective: str | bool
) -> list[list[int]]:
    """All sequences of distinct relationships that lead from ``entity`` along ``relations``."""
    table, found = projection.relationships, []
    for path in itertools.permutations(range(len(table)), len(relations)):
        here, fits = entity, True
        for row, relation in zip(path, relations, strict=True):
            fits &= int(table.source[row]) == here and table.relations[table.relation[row]] == relation
            here = int(table.target[row])
            fits &= injective is False or here != entity
        if fits and here in answers:
            found.append(list(path))
    return sorted(found)


def test_wordings_are_drawn_by_the_seed_and_never_of_the_other_part() -> None:
    one, other = (rewording("paraphrased", "test", 3) for _ in range(2))
    relations = list(_written()) * 3
    said = [one(relation) for relation in relations]
    assert said == [other(relation) for relation in relations]
    assert all(words in by_hand(relation, "test") for words, relation in zip(said, relations, strict=True))
    assert rewording("exact", "test", 0)("directed_by") == "directed_by"
    assert rewording("noisy", "test", 0, noise=1.0)("directed_by") != "directed_by"


@pytest.mark.parametrize("relation", list(_written()))
def test_what_training_says_is_never_put_to_the_test(relation: str) -> None:
    test, dev = (_written()[relation][part] for part in ("test", "dev"))
    assert not set(test) & set(dev)
    trained = {content(words) for words in _wordings(relation, "train")}
    assert [words for words in test if content(words) in trained] == []


def test_unknown_wordings_are_named() -> None:
    with pytest.raises(InvalidInput, match="no wording 'rude'"):
        rewording("rude", "test", 0)
    with pytest.raises(InvalidInput, match="other words for the relation 'likes'"):
        rewording("paraphrased", "test", 0)("likes")
    assert len(WORDINGS) == 3
