"""Relations that a model writes become those of the graph, with how near they are; names likewise."""

from __future__ import annotations

import numpy as np
import pytest

import fakes
from motif.catalog import from_triples
from motif.errors import MissingDependency
from motif.planners.relation_snapping import nearest_relations, relation_similarities, snap_relations
from motif.planners.schema_entities import tied_name
from motif.retrievers.view import View
from toygraphs import FILMS


def missing() -> fakes.HashEncoder:
    raise MissingDependency("No text encoder.")


@pytest.fixture(scope="module", params=["vectors", "spelling"])
def films(request: pytest.FixtureRequest) -> View:
    return View(from_triples(FILMS), fakes.HashEncoder if request.param == "vectors" else missing)


def test_the_same_words_are_the_relation_itself(films: View) -> None:
    found = snap_relations(["directed_by", "directed by", "Directed By"], films)
    assert [(one.relation, one.similarity, one.note) for one in found] == [("directed_by", 1.0, "")] * 3


def test_other_words_are_the_nearest_relation_and_that_is_said(films: View) -> None:
    [found] = snap_relations(["actors starred"], films)
    assert found.relation == "starred_actors" and 0 < found.similarity < 1
    assert found.note == f"relation 'actors starred' read as 'starred_actors' ({found.similarity:.2f})"


def test_the_nearest_is_the_one_of_the_greatest_similarity(films: View) -> None:
    texts = ["year of the release", "who directed it"]
    similar = relation_similarities(texts, films)
    relations = films.projection.relationships.relations
    assert similar.shape == (2, len(relations))
    for row, near, snapped in zip(
        similar, nearest_relations(texts, films, 2), snap_relations(texts, films), strict=True
    ):
        assert near == [relations[place] for place in np.argsort(-row, kind="stable")[:2]]
        assert snapped.relation == near[0]


def test_an_exact_spelling_goes_before_one_that_reads_the_same() -> None:
    view = View(from_triples([("a", "DIRECTED_BY", "b"), ("a", "directedBy", "c")]), fakes.HashEncoder)
    assert [one.relation for one in snap_relations(["directedBy", "DIRECTED_BY"], view)] == [
        "directedBy",
        "DIRECTED_BY",
    ]


def test_a_graph_without_relations_has_none_to_offer() -> None:
    view = View(from_triples([], labels={"Heat": "Movie"}), fakes.HashEncoder)
    assert snap_relations(["directed_by"], view) == [] and nearest_relations(["x"], view, 3) == [[]]


def test_names_are_tied_to_the_graph(films: View) -> None:
    question = "which films did Micheal Mann make?"
    assert tied_name("Heat", question, films).score == 1
    assert tied_name("heat", question, films).name == "Heat" and tied_name("heat", question, films).note == ""
    misspelt = tied_name("Micheal Mann", question, films)
    assert misspelt.name == "Michael Mann" and misspelt.note.startswith(
        "'Micheal Mann' read as 'Michael Mann' (0."
    )
    nobody = tied_name("Zqxv Wkjy", question, films)
    assert (nobody.name, nobody.score) == ("Zqxv Wkjy", 0.0)
    assert nobody.note == "no node is called 'Zqxv Wkjy'; the nearest names stand for it"
