"""Questions name nodes: exactly, misspelt, in part, marked, by meaning; doubtful words do not swallow the question."""

from __future__ import annotations

import dataclasses
import gc
import weakref
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes import HashEncoder
from motif.catalog.triples import from_triples
from motif.errors import InvalidInput, MissingDependency
from motif.graphs.projection import NAME, Projection, VectorSet
from motif.models.encoder import TextEncoder, stamp
from motif.planners.linking import LONGEST_QUESTION, EntityLinker, linker_of
from motif.planners.protocol import Mention
from motif.retrievers.view import View

FILMS = [
    ("Heat", "directed_by", "Michael Mann"),
    ("Heat", "starred_actors", "Al Pacino"),
    ("Heat", "in_language", "English"),
    ("Collateral", "directed_by", "Michael Mann"),
    ("Collateral", "has_tags", "heat"),
    ("The Insider", "starred_actors", "Al Pacino"),
    ("The Godfather", "starred_actors", "Al Pacino"),
    ("The Godfather: Part II", "starred_actors", "Al Pacino"),
    ("The Godfather: Part III", "starred_actors", "Al Pacino"),
    ("Sleepless in Seattle", "starred_actors", "Tom Hanks"),
    ("Sleepless in Seattle", "starred_actors", "Meg Ryan"),
    ("It", "has_genre", "Horror"),
    ("The Con", "has_genre", "Horror"),
    ("Who", "has_genre", "film"),
    ("Spirited Away (千と千尋の神隠し)", "directed_by", "宮崎駿"),
    ("julia_stiles", "nationality", "united_states"),
    ("Weird 'Al' Yankovic", "starred_actors", "Al"),
]
LABELS = {"Heat": "Film", "Collateral": "Film", "Al Pacino": "Person", "Michael Mann": "Person"}


def no_encoder() -> TextEncoder:
    raise MissingDependency("no encoder")


VIEW = View(from_triples(FILMS, LABELS), no_encoder)


def told(linker: EntityLinker, mentions: list[Mention], projection: Projection) -> list[tuple[str, str, str]]:
    return [(one.text, one.kind, projection.nodes.names[int(one.rows[0])]) for one in mentions]


def linked(question: str, view: View = VIEW) -> list[tuple[str, str, str]]:
    linker = linker_of(view)
    return told(linker, linker.link(question), view.projection)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("who directed the films with Al Pacino", [("Al Pacino", "exact", "Al Pacino")]),
        ("who directed the films with AL PACINO?", [("AL PACINO", "exact", "Al Pacino")]),
        ("What language is Heat in?", [("Heat", "exact", "Heat")]),
        (
            "films with tom hanks and meg ryan",
            [("tom hanks", "exact", "Tom Hanks"), ("meg ryan", "exact", "Meg Ryan")],
        ),
        ("Which films did Micheal Mann make?", [("Micheal Mann", "fuzzy", "Michael Mann")]),
        (
            "films with Tom Hnaks and Meg Ryann",
            [("Tom Hnaks", "fuzzy", "Tom Hanks"), ("Meg Ryann", "fuzzy", "Meg Ryan")],
        ),
        ("Which films is Pacino in?", [("Pacino", "fuzzy", "Al Pacino")]),
        (
            "who starred in the Godfather part 2",
            [("the Godfather part 2", "fuzzy", "The Godfather: Part II")],
        ),
        ("who starred in godfather", [("godfather", "exact", "The Godfather")]),
        ("which nationality is julia_stiles?", [("julia_stiles", "given", "julia_stiles")]),
        ("Al Pacino's films", [("Al Pacino", "exact", "Al Pacino")]),
        ("what films have the tag [heat]", [("heat", "given", "heat")]),
        ('who is in "the insider"', [("the insider", "given", "The Insider")]),
        (
            "who is in ‘the insider’ or 'heat'?",
            [("the insider", "given", "The Insider"), ("heat", "given", "heat")],
        ),
        ("[Micheal Man] films", [("Micheal Man", "given", "Michael Mann")]),
        ("films like Weird 'Al' Yankovic", [("Weird 'Al' Yankovic", "exact", "Weird 'Al' Yankovic")]),
        ("宮崎駿の映画は？", [("宮崎駿", "exact", "宮崎駿")]),
        ("Who directed Spirited Away?", [("Spirited Away", "exact", "Spirited Away (千と千尋の神隠し)")]),
        (
            "English films by Michael Mann",
            [("English", "exact", "English"), ("Michael Mann", "exact", "Michael Mann")],
        ),
        ("Welche Filme hat Michael Mann gedreht?", [("Michael Mann", "exact", "Michael Mann")]),
    ],
)
def test_what_questions_name(question: str, expected: list[tuple[str, str, str]]) -> None:
    assert linked(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("who made the film with Al Pacino", ["Al Pacino"]),
        ("who is it that directed Heat?", ["Heat"]),
        ("What horror is It?", ["It"]),
        ("is it who", []),
        ("which films have the con", ["the con"]),
        ("", []),
        ("?!", []),
        ("who directed it", []),
    ],
)
def test_ordinary_words_are_names_only_when_written_so_or_for_want_of_others(
    question: str, expected: list[str]
) -> None:
    assert [text for text, _, _ in linked(question)] == expected


def test_what_is_doubtful_is_an_alternative() -> None:
    linker = linker_of(VIEW)
    found = linker.alternatives("who is it that directed the Godfather?")
    assert found[: len(linker.link("who is it that directed the Godfather?"))] == linker.link(
        "who is it that directed the Godfather?"
    )
    names = told(linker, found, VIEW.projection)
    assert ("it", "exact", "It") in names
    assert ("the Godfather", "fuzzy", "The Godfather: Part II") in names
    assert [one.score for one in found[1:]] == sorted((one.score for one in found[1:]), reverse=True)
    assert linker.link("who is it that directed the Godfather?")[0].score > 0.5 > found[-1].score


def test_nodes_of_one_name_are_ordered_by_what_is_around_it() -> None:
    assert linked("What language is the film heat in?")[0][2] == "Heat"
    assert linked("what has the tags heat")[0][2] == "heat"
    labels = {"Rome": ["City"], "ROME": ["Series"], "rome": ["Novel"]}
    edges = [("Rome", "capital_of", "Italy"), ("rome", "written_by", "Zola"), ("ROME", "aired_on", "HBO")]
    view = View(from_triples([*edges, ("rome", "about", "Rome")], labels), no_encoder)
    assert linked("the city of ROME", view)[0][2] == "Rome"
    assert linked("the series Rome", view)[0][2] == "ROME"
    assert linked("who wrote Rome", view)[0][2] == "rome"
    assert linked("tell me of ROME", view)[0][2] == "ROME"
    assert len(linker_of(view).link("the city of ROME")[0].rows) == 3


def test_aliases_given_and_names_of_values() -> None:
    edges = [("Germany", "iso", "DE"), ("Germany", "borders", "France"), ("France", "iso", "FR")]
    view = View(from_triples(edges), no_encoder)
    assert linked("What borders DE?", view) == [("DE", "exact", "Germany")]
    linker = EntityLinker(view, [(0, "Bundesrepublik Deutschland")])
    assert told(linker, linker.link("neighbours of bundesrepublik deutschland"), view.projection) == [
        ("bundesrepublik deutschland", "exact", "Germany")
    ]


def with_vectors(*edges: tuple[str, str, str]) -> View:
    projection = from_triples(edges)
    encoder = HashEncoder()
    names = list(projection.nodes.names)
    vectors = VectorSet(stamp(encoder), np.arange(len(names), dtype=np.int32), encoder.encode(names))
    return View(dataclasses.replace(projection, vectors={NAME: vectors}), lambda: encoder)


def test_vectors_where_words_and_spelling_fail() -> None:
    view = with_vectors(("Schwarzenegger", "starred", "The Terminator"), ("Mann", "directed", "Heat"))
    assert linked("Which films is Swartzneger in?", view) == [("Swartzneger", "meaning", "Schwarzenegger")]
    assert linked("films with [swartzneger]", view) == [("swartzneger", "given", "Schwarzenegger")]
    assert linked("films with [qqqq]", view) == []


def test_nearest_names_for_an_error() -> None:
    linker = linker_of(VIEW)
    assert linker.nearest("films with somebody called pacinno", 1) == ["Al Pacino"]
    assert linker.nearest("", 3) == []
    assert linker.nearest("who directed heat", 0) == []
    assert EntityLinker(View(from_triples([]), no_encoder)).nearest("who directed heat?") == []


@pytest.mark.parametrize("question", [None, 7, b"heat"])
def test_a_question_must_be_text(question: object) -> None:
    with pytest.raises(InvalidInput, match="A question is a text, not"):
        linker_of(VIEW).link(question)  # type: ignore[arg-type]


def test_a_question_of_a_megabyte_is_refused() -> None:
    with pytest.raises(InvalidInput, match="1,000,000 characters; at most 10,000"):
        linker_of(VIEW).alternatives("heat " * 200_000)
    long = ("Heat and " * LONGEST_QUESTION)[:LONGEST_QUESTION]
    assert len(linker_of(VIEW).link(long)) > 100


def test_a_linker_lives_as_long_as_its_graph() -> None:
    view = View(from_triples(FILMS), no_encoder)
    linker = linker_of(view)
    assert linker_of(view) is linker
    gone = weakref.ref(view)
    del view
    gc.collect()
    assert gone() is None
    assert linker.link("Is Swartzneger in Heat?")[0].text == "Heat"


ODD = st.text(alphabet=st.characters(), max_size=12)


@given(
    names=st.lists(ODD.filter(bool), min_size=1, max_size=4),
    question=st.lists(ODD | st.sampled_from(["[", "]", '"', "'", "_", "who", "of"]), max_size=6).map(
        " ".join
    ),
)
def test_any_text_and_any_names(names: list[str], question: str) -> None:
    view = View(from_triples([(name, "of", names[0]) for name in names]), no_encoder)
    linker = EntityLinker(view)
    for asked in (question, f"{question} [{names[-1]}] {question}", " ".join(names)):
        found = linker.link(asked)
        assert all(one.end <= other.start for one, other in pairwise(found))
        assert all(len(one.rows) and 0 < one.score <= 1 + 1e-9 for one in linker.alternatives(asked))
        assert all(0 <= one.start < one.end <= len(asked) for one in linker.alternatives(asked))
        assert set(linker.nearest(asked)) <= set(view.projection.nodes.names)


def test_an_empty_graph_names_nothing() -> None:
    linker = EntityLinker(View(from_triples([]), no_encoder))
    assert linker.link("Who directed Heat \0 🎬 [Heat] julia_stiles ?") == []
    assert linker.alternatives("Who directed Heat?") == []


def test_an_article_belongs_to_the_name_or_to_the_sentence() -> None:
    edges = [("The Thing", "directed_by", "Carpenter"), ("Thing", "member_of", "Fantastic Four")]
    view = View(from_triples(edges), no_encoder)
    assert linked("Who directed the Thing?", view)[0][2] == "The Thing"
    assert linked("Is the Thing a member?", view)[0][2] == "Thing"
    assert len(linker_of(view).link("Who is the Thing?")[0].rows) == 2


def test_what_kind_of_thing_is_asked_for_is_no_entity() -> None:
    edges = [("Relation Ontology", "keyword", "ontologies"), ("Uberon", "depends_on", "Relation Ontology")]
    view = View(from_triples([*edges, ("Uberon", "keyword", "anatomy")]), no_encoder)
    found = linked("ontologies that depend on the Relation Ontology", view)
    assert found == [("Relation Ontology", "exact", "Relation Ontology")]
    assert [one[0] for one in linked("things about anatomy that use the Relation Ontology", view)] == [
        "anatomy",
        "Relation Ontology",
    ]
