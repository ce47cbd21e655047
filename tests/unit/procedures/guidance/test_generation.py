"""Examples of a graph: sound, in the shares asked for, the same again, and split by entity."""

from __future__ import annotations

import dataclasses
from collections import Counter

import numpy as np
import pytest

from motif.catalog.triples import from_triples
from motif.engine.control import Control
from motif.errors import Cancelled, InvalidInput
from motif.graphs.pattern import parse_pattern
from motif.graphs.projection import Projection
from motif.indexes.names import readable
from motif_procedures.guidance import entity_split, generation
from motif_procedures.guidance.example import GuidanceExample
from motif_procedures.guidance.generation import generate_examples


def films(n_films: int = 120) -> Projection:
    """Films with facts that some share."""
    random = np.random.default_rng(4)
    facts = []
    for number in range(n_films):
        film = f"film {number}"
        facts += [(film, "starred_actors", f"actor {row}") for row in random.choice(60, 3, replace=False)]
        facts.append((film, "directed_by", f"director {random.integers(30)}"))
        facts.append((film, "has_genre", ("Crime", "Drama", "Western")[random.integers(3)]))
        facts.append((f"director {random.integers(30)}", "born_in", f"town {random.integers(12)}"))
    return from_triples(list(dict.fromkeys(facts)))


GRAPH = films()


def same(one: GuidanceExample, two: GuidanceExample) -> bool:
    return all(
        np.array_equal(getattr(one, field.name), getattr(two, field.name))
        if isinstance(getattr(one, field.name), np.ndarray)
        else getattr(one, field.name) == getattr(two, field.name)
        for field in dataclasses.fields(one)
    )


@pytest.fixture(scope="module")
def examples() -> list[GuidanceExample]:
    return generate_examples(GRAPH, count=400, noise=0.5, seed=3)


def test_shares_are_the_papers(examples: list[GuidanceExample]) -> None:
    counts = Counter(len(example.triples) for example in examples)
    assert counts == {1: 156, 2: 124, 3: 64, 4: 56}
    hops = [len(example.triples) for example in examples]
    assert hops != sorted(hops), "in random order"


def test_examples_are_sound(examples: list[GuidanceExample]) -> None:
    table, names = GRAPH.relationships, list(GRAPH.nodes.names)
    for example in examples:
        pattern = parse_pattern(example.triples)
        known = [node.name for node in pattern.nodes if node.is_known]
        assert known == [names[row] for row in example.entities] and len(known) in (1, 2)
        assert set(example.entities) <= set(example.gold) and set(example.answers) <= set(example.gold)
        assert not set(example.answers) & set(example.entities)
        assert example.answer in {part for head, _, tail in example.triples for part in (head, tail)}
        assert example.answer.startswith("[ENT")
        assert example.strategy == ("precision" if len(example.answers) == 1 else "breadth")
        for path in example.paths.tolist():
            assert tuple(table.relations[table.relation[row]] for row in path) == example.relations
            ends = [(int(table.source[row]), int(table.target[row])) for row in path]
            bound: dict[str, int] = {}
            for (head, _, tail), (source, target) in zip(example.triples, ends, strict=True):
                assert bound.setdefault(head, source) == source and bound.setdefault(tail, target) == target
            assert set(bound.values()) <= set(example.gold.tolist())
            assert bound[example.answer] in example.answers


def test_words_name_the_entities(examples: list[GuidanceExample]) -> None:
    for example in examples:
        assert len(example.assertions) == len(example.triples)
        assert example.question.endswith("?") and "[ENT" not in example.question
        for row in example.entities:
            assert GRAPH.nodes.names[row] in example.question
        for (head, _, tail), assertion in zip(example.triples, example.assertions, strict=True):
            assert head in assertion and tail in assertion


def test_no_two_ask_the_same_and_paths_are_bounded(examples: list[GuidanceExample]) -> None:
    asked = [(example.graph_triples, example.answer) for example in examples]
    assert len(set(asked)) == len(asked)
    assert max(len(example.paths) for example in generate_examples(GRAPH, count=80, paths=3)) == 3


def test_a_seed_gives_the_same_examples_again(examples: list[GuidanceExample]) -> None:
    again = generate_examples(GRAPH, count=400, noise=0.5, seed=3)
    assert all(same(one, two) for one, two in zip(examples, again, strict=True))
    other = generate_examples(GRAPH, count=400, noise=0.5, seed=4)
    assert [one.question for one in other] != [one.question for one in examples]


def test_noise_changes_what_triples_say_and_no_more() -> None:
    plain, noisy = (generate_examples(GRAPH, count=100, noise=noise) for noise in (0.0, 1.0))
    assert [one.graph_triples for one in plain] == [one.graph_triples for one in noisy]
    for one in plain:
        assert tuple(relation for _, relation, _ in one.triples) == one.relations
    changed = [
        readable(said) != readable(own)
        for one in noisy
        for (_, said, _), own in zip(one.triples, one.relations, strict=True)
    ]
    assert np.mean(changed) > 0.95
    trained, tested = (
        {
            relation
            for one in generate_examples(GRAPH, count=200, noise=1.0, part=part)
            for _, relation, _ in one.triples
        }
        for part in ("train", "test")
    )
    assert not (trained & tested) - set(GRAPH.relationships.relations)


def test_entities_and_the_walks_answer_are_of_the_mask() -> None:
    train, validation, test = entity_split.split_entities(GRAPH, seed=2)
    for mask in (train, validation, test):
        for example in generate_examples(GRAPH, count=60, hops=(1, 2), entities=mask):
            assert mask[example.entities].all() and mask[example.answers].any()


def test_splits_are_disjoint_and_whole() -> None:
    parts = entity_split.split_entities(GRAPH, shares=(0.5, 0.3, 0.2), seed=1)
    assert (np.sum(parts, axis=0) == 1).all()
    assert [round(float(part.mean()), 1) for part in parts] == [0.5, 0.3, 0.2]
    again = entity_split.split_entities(GRAPH, shares=(0.5, 0.3, 0.2), seed=1)
    assert all(np.array_equal(one, two) for one, two in zip(parts, again, strict=True))


@pytest.mark.parametrize("shares", [(), (0.5, 0.4), (1.5, -0.5)])
def test_shares_that_do_not_make_one_are_refused(shares: tuple[float, ...]) -> None:
    with pytest.raises(InvalidInput, match="make 1 together"):
        entity_split.split_entities(GRAPH, shares=shares)


def test_a_small_graph_gives_what_it_has() -> None:
    graph = from_triples([("Heat", "by", "Mann"), ("Ali", "by", "Mann")])
    found = generate_examples(graph, count=50, noise=0)
    assert {len(example.triples) for example in found} == {1, 2}
    assert sorted(example.question for example in found if len(example.triples) == 1) == [
        "Which thing has the by Mann?",
        "Which thing is the by of Ali?",
        "Which thing is the by of Heat?",
    ]


def test_labels_tell_what_is_asked_for() -> None:
    labels = {"Heat": ["Work", "Film"], "Mann": ["Person"], "Vice": ["Work", "Series"], "Crime": []}
    facts = [("Heat", "directed_by", "Mann"), ("Vice", "directed_by", "Mann"), ("Heat", "has_genre", "Crime")]
    found = {one.question for one in generate_examples(from_triples(facts, labels), count=90, noise=0)}
    assert "Which person is what Heat is directed by?" in found
    assert "Which film has the genre Crime?" in found
    assert "Which genre is the genre of Heat?" in found
    assert "Which person is what a film that has the genre Crime is directed by?" in found
    assert "Which thing is directed by Mann?" in found, "a film and a series"


def test_entities_have_a_name_of_their_own_that_is_no_unknown() -> None:
    graph = from_triples([("?film", "by", "Mann"), ("Heat", "by", "Mann"), ("UNKNOWN film 1", "by", "Mann")])
    names = {graph.nodes.names[row] for one in generate_examples(graph, count=50) for row in one.entities}
    assert names == {"Mann", "Heat"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"count": 0}, "1 example or more, not 0"),
        ({"hops": ()}, "not none"),
        ({"hops": (0,)}, "numbers of triples from 1 to 32, not 0"),
        ({"paths": 0}, "1 path or more"),
        ({"noise": 2}, "from 0 to 1"),
        ({"entities": np.zeros(3, bool)}, "of shape"),
        ({"entities": np.zeros(GRAPH.n_nodes, bool)}, "the mask leaves none"),
    ],
)
def test_bad_input_is_refused(options: dict, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        generate_examples(GRAPH, **{"count": 5, **options})


def test_graphs_in_which_nothing_can_be_asked_are_refused() -> None:
    with pytest.raises(InvalidInput, match="has no relationships"):
        generate_examples(from_triples([], {"Heat": "Film"}), count=5)
    with pytest.raises(InvalidInput, match="none has a relationship to another"):
        generate_examples(from_triples([("Heat", "like", "Heat")]), count=5)
    with pytest.raises(InvalidInput, match="makes an example of 3 triples"):
        generate_examples(from_triples([("Heat", "by", "Mann")]), count=5, hops=(3,))
    mask = np.array([True, False])
    with pytest.raises(InvalidInput, match="makes an example of 1 triples"):
        generate_examples(from_triples([("Heat", "by", "Mann")]), count=5, hops=(1,), entities=mask)


def test_progress_is_told_and_cancelling_ends_it() -> None:
    told: list[tuple[int, int]] = []
    found = generate_examples(GRAPH, count=300, progress=lambda done, total: told.append((done, total)))
    assert told[0] == (0, 300) and told[-1] == (len(found), len(found))
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled, match="Making examples was stopped after 0 of 300"):
        generate_examples(GRAPH, count=300, control=control)


def test_quotas_make_the_count() -> None:
    for count in (1, 7, 99, 1000):
        assert sum(generation._quotas(count, (1, 2, 3, 4)).values()) == count
