"""Examples teach what words and questions mean, with patterns or with answers alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes import HashEncoder
from motif.catalog.triples import from_triples
from motif.errors import InvalidInput, InvalidSource, MissingDependency
from motif.models.encoder import TextEncoder
from motif.planners.alignment import Meaning
from motif.planners.associations import SEEN, Usage, associate, informed
from motif.planners.fitting import Choice, fit_weights
from motif.planners.learning import learn
from motif.planners.lessons import paths_to
from motif.planners.memory import Memory
from motif.planners.path_features import FEATURES, GENERIC_WEIGHTS
from motif.planners.path_votes import Votes
from motif.planners.paths import PathRanker
from motif.retrievers.view import View
from toygraphs import FILMS
from unit.planners.graphs_to_ask import films_view, mention_of

HELMED = [
    {"question": "who helmed [Heat]", "pattern": [["Heat", "directed_by", "?answer"]]},
    {"question": "who helmed [Casino]", "pattern": [["Casino", "directed_by", "?answer"]]},
    {"question": "who helmed [Collateral]", "pattern": [["Collateral", "directed_by", "?x"]]},
]


def best(view: View, question: str, name: str, memory: Memory | None = None) -> list[tuple[str, bool]]:
    path = PathRanker(view, memory).rank(question, mention_of(view, question, name))[0].path
    return [(view.projection.relationships.relations[step.relation], step.forward) for step in path]


def test_a_word_that_the_graph_does_not_know_is_learnt() -> None:
    view = films_view()
    question = "who helmed The Insider"
    mention = mention_of(view, question, "The Insider")
    before, after = (
        PathRanker(view, memory).rank(question, mention)[0] for memory in (None, learn(HELMED, view))
    )
    assert best(view, question, "The Insider", learn(HELMED, view)) == [("directed_by", True)]
    assert after.probability > before.probability


def test_answers_alone_teach_too() -> None:
    view = films_view()
    examples = [
        {"question": "who helmed [Heat]", "answers": ["Michael Mann"]},
        {"question": "who helmed [Casino]", "answers": "Martin Scorsese"},
    ]
    memory = learn(examples, view)
    assert [lesson.paths for lesson in memory.lessons] == [((("directed_by", True),),)] * 2
    assert best(view, "who helmed The Insider", "The Insider", memory) == [("directed_by", True)]


def test_of_the_paths_to_the_answers_those_are_learnt_that_the_words_suggest() -> None:
    [lesson] = learn([{"question": "the release year of [Heat]", "answers": ["1995"]}], films_view()).lessons
    assert lesson.paths == ((("release_year", True),),)


def test_plans_teach_what_their_patterns_do() -> None:
    view = films_view()
    plan = {
        "pattern": [["?f", "directed_by", "Michael Mann"], ["?f", "starred actors", "?who"]],
        "answer": "?who",
    }
    [lesson] = learn([{"question": "whom did [Michael Mann] hire", "plan": plan}], view).lessons
    assert lesson.paths == ((("directed_by", False), ("starred_actors", True)),)
    assert lesson.entity == "Michael Mann"


def test_each_entity_of_a_pattern_is_a_lesson() -> None:
    view = films_view()
    pattern = [["?f", "directed_by", "Michael Mann"], ["?f", "starred_actors", "Tom Cruise"]]
    memory = learn(
        [{"question": "which film did [Michael Mann] make with [Tom Cruise]", "pattern": pattern}], view
    )
    assert [(lesson.entity, lesson.paths) for lesson in memory.lessons] == [
        ("Michael Mann", ((("directed_by", False),),)),
        ("Tom Cruise", ((("starred_actors", False),),)),
    ]
    assert memory.lessons[0].wording().masked == "which film did it make with it"


def test_learning_adds_up_and_is_the_same_every_time() -> None:
    view = films_view()
    at_once = learn(HELMED, view)
    step_by_step = learn(HELMED[1:], view, learn(HELMED[:1], view))
    assert at_once.lessons == step_by_step.lessons
    assert at_once.weights.tolist() == step_by_step.weights.tolist()
    assert at_once.associations == step_by_step.associations
    assert learn([], view, at_once).lessons == at_once.lessons
    assert learn(HELMED[:1], view, at_once).lessons == at_once.lessons


def test_what_was_learnt_is_kept_in_files(tmp_path: Path) -> None:
    view = films_view()
    memory = learn(HELMED, view)
    memory.save(tmp_path / "new" / "folder")
    again = Memory.load(tmp_path / "new" / "folder")
    assert (again.lessons, again.encoder) == (memory.lessons, memory.encoder)
    assert again.associations == memory.associations
    assert best(view, "who helmed The Insider", "The Insider", again) == [("directed_by", True)]
    assert Memory.load(tmp_path / "nothing").lessons == ()


def test_an_empty_memory_changes_nothing() -> None:
    view = films_view()
    question = "who is the director of Heat"
    mention = mention_of(view, question, "Heat")
    with_none, with_empty = (
        [(path.path, path.score) for path in PathRanker(view, memory).rank(question, mention)]
        for memory in (None, learn([], view))
    )
    assert with_none == with_empty


@pytest.mark.parametrize("content", ["", "{}", '{"format": 99}', '{"format": 1, "lessons": 3}'])
def test_a_broken_file_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "lessons.json").write_text(content)
    with pytest.raises(InvalidSource, match="What was learnt cannot be read from"):
        Memory.load(tmp_path)


def test_another_encoder_encodes_the_questions_again() -> None:
    memory = learn(HELMED, films_view())
    wider = View(from_triples(FILMS), lambda: HashEncoder(32, "other"))
    assert best(wider, "who helmed The Insider", "The Insider", memory) == [("directed_by", True)]


def test_without_an_encoder_words_are_learnt() -> None:
    def none() -> TextEncoder:
        raise MissingDependency("none")

    view = View(from_triples(FILMS), none)
    memory = learn(HELMED, view)
    assert memory.vectors is None
    assert best(view, "who helmed The Insider", "The Insider", memory) == [("directed_by", True)]


def test_relations_that_are_gone_are_passed_over() -> None:
    memory = learn(HELMED, films_view())
    smaller = View(from_triples([triple for triple in FILMS if triple[1] != "directed_by"]), HashEncoder)
    assert best(smaller, "the release year of Heat", "Heat", memory) == [("release_year", True)]
    assert learn([], smaller, memory).lessons == memory.lessons


@pytest.mark.parametrize(
    ("example", "message"),
    [
        ("who", r"Example 1 is who, not a mapping|Example 1 is 'who', not a mapping"),
        ({}, "Example 1 has no question"),
        ({"question": " "}, "Example 1 has no question"),
        ({"question": "who made Heat"}, r"Example 1 \('who made Heat'\) does not say how it is answered"),
        (
            {"question": "who made Heat", "answers": ["x"], "pattern": [["Heat", "directed_by", "?x"]]},
            "has pattern and answers; it must have one of",
        ),
        (
            {"question": "who made Heat", "answers": ["Nobody"]},
            "has answers that the graph does not have: Nobody",
        ),
        (
            {"question": "who made Heat", "pattern": [["Heat", "painted", "?x"]]},
            "has the relation 'painted', which the graph does not have",
        ),
        (
            {"question": "who made it", "pattern": [["Heat", "directed_by", "?x"]]},
            "has a pattern with 'Heat', which its question does not name",
        ),
        (
            {"question": "who made Dust", "pattern": [["Dust", "directed_by", "?x"]]},
            "names 'Dust', which the graph does not have",
        ),
        ({"question": "who made Heat", "pattern": [["Heat"]]}, "has a pattern that cannot be read"),
        (
            {
                "question": "who of Heat",
                "pattern": [["Heat", "directed_by", "?x"], ["Heat", "release_year", "?y"]],
            },
            "does not say which unknown of its pattern is the answer",
        ),
    ],
)
def test_a_bad_example_is_named(example: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        learn([example], films_view())


def test_examples_that_no_path_explains_are_told() -> None:
    view = View(from_triples([*FILMS, ("Somewhere", "in", "Nowhere")]), HashEncoder)
    memory = learn([{"question": "who made [Heat]", "answers": ["Nowhere"]}], view)
    assert memory.lessons == ()
    assert memory.unused == ("Example 1 ('who made [Heat]'): no path of at most 3 steps is learnt from it.",)


def test_paths_to_answers_are_exact_else_the_nearest() -> None:
    view = films_view()
    names = list(view.projection.nodes.names)

    def found(start: str, *answers: str) -> tuple[object, ...]:
        rows = np.array(sorted(names.index(answer) for answer in answers), np.int32)
        return paths_to(view.projection, np.array([names.index(start)], np.int32), rows)

    assert found("Michael Mann", "Heat", "Collateral", "The Insider") == ((("directed_by", False),),)
    assert found("Michael Mann", "Heat", "Collateral") == ((("directed_by", False),),)
    back_and_forth = (("starred_actors", True), ("starred_actors", False), ("release_year", True))
    assert found("Heat", "1995") == ((("release_year", True),), back_and_forth)
    assert found("Heat", "Tom Cruise", "2004", "Casino", "Collateral", "The Insider") == ()


@given(st.integers(0, 2**32 - 1), st.integers(1, 6))
@settings(max_examples=25, deadline=None)
def test_fitted_weights_make_the_right_options_no_less_likely(seed: int, n_choices: int) -> None:
    generator = np.random.default_rng(seed)
    choices = []
    for _ in range(n_choices):
        is_right = np.zeros(4, np.bool_)
        is_right[generator.integers(0, 4, 1 + int(generator.integers(0, 2)))] = True
        choices.append(Choice(generator.normal(size=(4, 3)), is_right))
    prior, spread = generator.normal(size=3), np.full(3, 0.5)

    def likelihood(weights: np.ndarray) -> float:
        scores = [(choice.features @ weights, choice.is_right) for choice in choices]
        return sum(float(np.log(np.exp(s[r]).sum() / np.exp(s).sum())) for s, r in scores)

    assert likelihood(fit_weights(choices, prior, spread)) >= likelihood(prior) - 1e-6


def test_no_choices_leave_the_weights() -> None:
    assert fit_weights([], np.ones(2), np.ones(2)).tolist() == [1.0, 1.0]
    assert len(GENERIC_WEIGHTS) == len(FEATURES)


def test_examples_vote_as_much_as_they_are_alike() -> None:
    vectors = np.eye(3, dtype=np.float32)
    votes = Votes(vectors, [[(0,)], [(2, 1)], [(0,), (2, 1)]])
    symbols = np.array([[0, -1], [2, 1], [4, -1]], np.int32)
    features = votes.features(vectors[0], symbols)
    assert features[0, 0] > 0 > features[1, 0] == pytest.approx(features[2, 0], abs=0.01)
    assert features[0, 1] == features[2, 1] > features[1, 1]
    shared = votes.features(vectors[2], symbols)
    assert shared[0, 0] == pytest.approx(shared[1, 0])
    assert np.allclose(votes.features(vectors[0], symbols, leave_out=0), 0, atol=0.01)


def test_without_voters_nobody_is_preferred() -> None:
    votes = Votes(np.zeros((0, 3), np.float32), [])
    assert votes.features(np.ones(3, np.float32), np.array([[0]], np.int32)).tolist() == [[0.0, 0.0, 0.0]]


def test_words_are_associated_with_the_steps_they_occur_with() -> None:
    blank = Meaning(np.zeros(2), np.zeros(1), 1.0, np.zeros(1))
    clear = Meaning(np.array([0.0, 0.9]), np.zeros(1), 0.1, np.zeros(1))
    usages = [Usage(["helmed", "film"], [blank, blank], [0]) for _ in range(5)]
    usages += [Usage(["film", "year"], [blank, clear], [1]) for _ in range(5)]
    found = associate(usages, ["directed_by", "release_year"])
    assert found["helmed"][SEEN] == 5
    assert found["helmed"]["directed_by"] > found["film"]["directed_by"]
    assert found["year"]["release_year"] > 4
    after = informed(blank, found["helmed"], {"directed_by": 0, "release_year": 1})
    assert after.relations[0] > 0.3
    assert after.relations.sum() + after.types.sum() + after.nothing == pytest.approx(1)
    assert informed(blank, None, {}) is blank
