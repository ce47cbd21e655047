"""A graph from triples answers as documented, without a database."""

from __future__ import annotations

import asyncio
import dataclasses

import pytest

import fakes
from motif.engine.control import Control
from motif.errors import DeadlineExceeded, InvalidInput, InvalidPattern, MissingDependency, MissingVectors
from motif.graphs.evidence import Results
from motif.knowledge_graph import Graph

FILMS = [
    ("Heat", "directed_by", "Michael Mann"),
    ("The Insider", "directed_by", "Michael Mann"),
    ("The Godfather", "directed_by", "Francis Ford Coppola"),
    ("Heat", "starred_actors", "Al Pacino"),
    ("The Insider", "starred_actors", "Al Pacino"),
    ("The Godfather", "starred_actors", "Al Pacino"),
    ("Heat", "release_year", "1995"),
]
LABELS = {"Heat": "Film", "The Insider": "Film", "The Godfather": "Film", "Michael Mann": "Person"}


@pytest.fixture
def films() -> Graph:
    return Graph.from_triples(FILMS, encoder=fakes.HashEncoder(), labels=LABELS)


def names(results: Results, unknown: str) -> list[str]:
    return [piece.bindings[unknown].name for piece in results if piece.score == 0]  # type: ignore[union-attr]


def test_exact_matches_come_first_at_distance_zero(films: Graph) -> None:
    found = films.search(
        [("?film", "directed_by", "Michael Mann"), ("?film", "starred_actors", "Al Pacino")], top_k=9
    )
    assert names(found, "film") == ["Heat", "The Insider"]
    assert found[0].text == "Heat | directed_by | Michael Mann\nHeat | starred_actors | Al Pacino"
    assert [answer.name for answer in found[0].answers] == ["Heat"]  # type: ignore[union-attr]
    assert found[0].metadata["gsd"] == 0.0 and found[0].metadata["epoch"] == found.metadata["epoch"]
    assert found.complete and all(piece.complete for piece in found)


def test_scores_descend_and_near_names_follow(films: Graph) -> None:
    found = films.search([("?film", "directed_by", "Michael Man")], top_k=3)
    assert found[0].bindings["film"].name == "Heat" and found[0].score < 0  # type: ignore[union-attr]
    assert [piece.score for piece in found] == sorted((piece.score for piece in found), reverse=True)


def test_a_name_that_nothing_is_like_is_not_encoded() -> None:
    encoder = fakes.CountingEncoder()
    graph = Graph.from_triples(FILMS, encoder=encoder, labels=LABELS)
    assert names(graph.search([("The Insider", "directed_by", "?who")], top_k=1), "who") == ["Michael Mann"]
    assert "The Godfather" in encoder.texts  # shares a word
    encoder.batches.clear()
    assert names(graph.search([("Heat", "directed_by", "?who")], top_k=1), "who") == ["Michael Mann"]
    assert not encoder.texts


def test_vectors_in_the_snapshot_give_what_encoding_now_gives(films: Graph) -> None:
    pattern = [("?film", "directed by", "Francis Coppola")]
    before = films.search(pattern, top_k=2)
    after = films.embed().search(pattern, top_k=2)
    assert (after[0].text, after[0].score) == (before[0].text, before[0].score)
    assert set(films.projection.vectors) >= {"name", "relation"}


def test_an_index_of_faiss_finds_what_the_exact_scan_finds(films: Graph) -> None:
    pytest.importorskip("faiss", reason="the extra 'ann' is not installed")
    pattern = [("?film", "directed by", "Francis Coppola")]
    exact = films.embed().search(pattern, top_k=3)
    films._settings = dataclasses.replace(films._settings, vector_index="flat")
    films._view = None
    assert [(p.text, p.score) for p in films.search(pattern, top_k=3)] == [(p.text, p.score) for p in exact]


def test_an_answer_must_be_named_when_there_are_several_unknowns(films: Graph) -> None:
    pattern = [("?film", "directed_by", "?who"), ("?film", "release_year", "1995")]
    assert films.search(pattern)[0].answers == ()
    assert films.search(pattern, answer="?who")[0].answers[0].name == "Michael Mann"  # type: ignore[union-attr]
    with pytest.raises(InvalidInput, match=r"no unknown '\?actor'.*\?film, \?who"):
        films.search(pattern, answer="?actor")


def test_labels_types_and_filters_are_applied(films: Graph) -> None:
    assert not films.search([("?a", "directed_by", "?b")], labels=["Person"])
    found = films.search([("Heat", None, "?x")], relationship_types=["release_year"])
    assert names(found, "x") == ["1995"]
    with pytest.raises(InvalidInput, match="Did you mean 'Film'"):
        films.search([("Heat", None, "?x")], labels=["Flim"])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"top_k": 0}, "top_k must be a whole number from 1 to 10,000, not 0"),
        ({"top_k": 1_000_000}, "not 1000000"),
        ({"top_k": "five"}, "not 'five'"),
        ({"top_k": True}, "not True"),
        ({"node_candidates": 0}, "node_candidates"),
        ({"timeout": 0}, "timeout must be a number of seconds above 0, not 0"),
        ({"timeout": "soon"}, "'soon'"),
        ({"injective": "maybe"}, "injective must be true, false or 'known'"),
        ({"on_timeout": "wait"}, "on_timeout"),
    ],
)
def test_options_that_cannot_be_used_are_named(films: Graph, options: dict[str, object], words: str) -> None:
    with pytest.raises(InvalidInput, match=words.replace("(", r"\(")):
        films.search([("Heat", None, "?x")], **options)  # type: ignore[arg-type]


def test_a_pattern_is_checked_before_anything_else(films: Graph) -> None:
    with pytest.raises(InvalidPattern, match="Triple 1"):
        films.search([("Heat", 5, "?x")])


def test_words_are_planned_and_text_patterns_searched(films: Graph) -> None:
    found = films.retrieve("who directed [Heat]?")
    assert found.metadata["plan"]["planner"] == "meaning"
    with pytest.raises(InvalidInput, match="'injective' cannot be used with a question in words"):
        films.retrieve("who directed [Heat]?", injective=True)
    assert names(films.retrieve("Heat | directed_by | ?who"), "who") == ["Michael Mann"]
    with pytest.raises(InvalidInput, match="no method 'magic'"):
        films.retrieve([("Heat", None, "?x")], method="magic")


def test_without_an_encoder_equal_names_are_found_and_others_named(monkeypatch: pytest.MonkeyPatch) -> None:
    films = Graph.from_triples(FILMS)

    def missing() -> None:
        raise MissingDependency("No text encoder.", hint="pip install …")

    monkeypatch.setattr(films, "_encoder", missing)
    assert names(films.search([("heat", "Directed By", "?who")]), "who") == ["Michael Mann"]
    with pytest.raises(MissingDependency, match=r"named 'Haet'.*pip install"):
        films.search([("Haet", "directed_by", "?who")])
    with pytest.raises(InvalidInput, match=r"no relation 'made by'.*directed_by"):
        films.search([("Heat", "made by", "?who")])


def test_vectors_of_another_model_are_refused(films: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    films.embed()
    monkeypatch.setattr(films, "_encoder", lambda: fakes.HashEncoder(dimension=32, name="another"))
    films._view = None
    with pytest.raises(MissingVectors, match=r"fake-hash \(64 dimensions\).*another \(32"):
        films.search([("Heat", None, "?x")])


def test_verbalize_and_max_tokens_shape_the_text(films: Graph) -> None:
    pattern = [("?film", "directed_by", "Michael Mann"), ("?film", "release_year", "1995")]
    assert films.search(pattern, verbalize=lambda lines: f"{len(lines)} lines")[0].text == "2 lines"
    assert films.search(pattern, max_tokens=9)[0].text == "Heat | directed_by | Michael Mann"


def test_a_search_can_be_awaited(films: Graph) -> None:
    found = asyncio.run(films.asearch([("Heat", "directed_by", "?who")]))
    assert names(found, "who") == ["Michael Mann"]


def test_what_needs_a_database_says_so(films: Graph) -> None:
    for verb in (films.refresh, films.drop):
        with pytest.raises(InvalidInput, match="needs a database"):
            verb()


def test_a_cut_search_is_an_error_on_request(films: Graph) -> None:
    with pytest.raises(DeadlineExceeded, match="was cut"):
        films.search([("?a", None, "?b"), ("?b", None, "?c")], control=Control(0), on_timeout="fail")
    assert not films.search([("?a", None, "?b"), ("?b", None, "?c")], control=Control(0)).complete


def test_who_names_nothing_is_told_what_to_name_when_the_time_is_up(films: Graph) -> None:
    nameless = [("?film", "directed_by", "?person"), ("?film", "starred_actors", None)]
    found = films.search(nameless, answer="film", control=Control(0))
    assert not found.complete and found.metadata["notes"] == [
        "The pattern names nothing, so everything had to be tried: give ?film or ?person a name, a label or a filter."
    ]
    for named in ("Michael Mann", {"unknown": "person", "label": "Person"}):
        cut = films.search([("?film", "directed_by", named)], answer="film", control=Control(0))
        assert not cut.complete and "notes" not in cut.metadata
    assert "notes" not in films.search(nameless, answer="film").metadata
