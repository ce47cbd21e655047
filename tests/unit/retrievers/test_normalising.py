"""Which nodes a name may mean that no node has to the letter."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes import CountingEncoder
from motif.indexes.names import normalise
from motif.knowledge_graph import Graph
from motif.retrievers.normalising import FARTHEST, Choice, NameReader, normalise_name
from motif.retrievers.view import View

NAMES = (
    "Michael Mann",
    "Aimee Mann",
    "Robert De Niro",
    "Al Pacino",
    "Amélie",
    "Spider-Man",
    "The Fifth Element",
    "Heat (1995)",
    "Heat (1986)",
    "Heat and Dust",
    "University of Southern California",
    "University of California",
    "Chad",
    "1995",
    "1996",
    "Drama",
    "drama",
    "Prejudice & Pride",
)
GRAPH = Graph.from_triples([(name, "like", "Drama") for name in NAMES], encoder=CountingEncoder())


def names_of(choice: Choice, view: View = GRAPH.view) -> list[str]:
    return [view.projection.nodes.names[row] for row in choice.candidates.rows.tolist()]


class TestExact:
    @pytest.mark.parametrize("name", NAMES)
    def test_a_name_to_the_letter_stands_alone(self, name: str) -> None:
        choice = normalise_name(name, GRAPH.view)
        assert (names_of(choice), choice.way, choice.candidates.distances.tolist()) == ([name], "name", [0.0])

    def test_then_those_that_differ_in_case_and_accents_alone(self) -> None:
        assert names_of(normalise_name("DRAMA", GRAPH.view)) == ["Drama", "drama"]
        choice = normalise_name("amelie", GRAPH.view)
        assert (names_of(choice), choice.way) == (["Amélie"], "words")

    def test_a_name_that_a_mask_leaves_out_means_nothing_else(self) -> None:
        mask = np.ones(GRAPH.projection.n_nodes, np.bool_)
        mask[GRAPH.view.names.equal("Michael Mann")] = False
        choice = normalise_name("Michael Mann", GRAPH.view, mask)
        assert (names_of(choice), choice.way) == ([], "")


class TestNear:
    @pytest.mark.parametrize(
        ("said", "name", "way"),
        [
            ("Micheal Mann", "Michael Mann", "spelling"),
            ("Mann, Michael", "Michael Mann", "alias"),
            ("M. Mann", "Michael Mann", "spelling"),
            ("R. De Niro", "Robert De Niro", "spelling"),
            ("Niro, Robert De", "Robert De Niro", "alias"),
            ("SpiderMan", "Spider-Man", "alias"),
            ("Fifth Element", "The Fifth Element", "alias"),
            ("Fifth Element, The", "The Fifth Element", "alias"),
            ("USC", "University of Southern California", "spelling"),
            ("Univ. of California", "University of California", "spelling"),
            ("Chd", "Chad", "spelling"),
            ("Drmaa", "Drama", "spelling"),
            ("Prejudice and Pride", "Prejudice & Pride", "alias"),
        ],
    )
    def test_what_is_meant_comes_first(self, said: str, name: str, way: str) -> None:
        choice = normalise_name(said, GRAPH.view)
        assert (names_of(choice)[0], choice.way) == (name, way)

    def test_nodes_that_share_an_alias_are_equally_near(self) -> None:
        choice = normalise_name("Heat", GRAPH.view)
        assert names_of(choice)[:2] == ["Heat (1995)", "Heat (1986)"]
        assert choice.candidates.distances[0] == choice.candidates.distances[1]

    def test_a_number_is_like_no_other(self) -> None:
        assert names_of(normalise_name("1997", GRAPH.view)) == []

    def test_no_more_names_than_asked_but_all_that_are_as_near(self) -> None:
        names = ("Heaven", "Heavens", "Heavenly", "Leaven")
        graph = Graph.from_triples([(name, "r", "x") for name in names], encoder=CountingEncoder())
        nearest = normalise_name("Haeven", graph.view, None, 1)
        assert names_of(nearest, graph.view) == ["Heaven"]
        alike = Graph.from_triples(
            [(f"{first} Mann", "r", "x") for first in ("Abe", "Aby", "Ada")], encoder=CountingEncoder()
        )
        assert len(normalise_name("A. Mann", alike.view, None, 1).candidates) == 3

    def test_an_initial_is_heeded_however_many_share_the_rest(self) -> None:
        names = [f"{first}{number} University" for number in range(300) for first in ("Ab", "Co")]
        graph = Graph.from_triples(
            [(name, "r", "x") for name in [*names, "Zeta University"]], encoder=CountingEncoder()
        )
        assert names_of(normalise_name("Z. University", graph.view), graph.view)[0] == "Zeta University"

    def test_a_mask_is_kept_to(self) -> None:
        mask = np.zeros(GRAPH.projection.n_nodes, np.bool_)
        mask[GRAPH.view.names.equal("Heat (1986)")] = True
        assert names_of(normalise_name("Heat", GRAPH.view, mask)) == ["Heat (1986)"]

    def test_likeness_of_meaning_is_looked_for_where_nothing_else_is_near(self) -> None:
        encoder = CountingEncoder()
        graph = Graph.from_triples([(name, "like", "Drama") for name in NAMES], encoder=encoder)
        graph.embed()
        encoder.batches.clear()
        normalise_name("Micheal Mann", graph.view)
        assert encoder.batches == []
        normalise_name("Zzyzx Qwv", graph.view)
        assert encoder.texts == ["Zzyzx Qwv"]

    @settings(max_examples=80, deadline=None)
    @given(name=st.text(max_size=20))
    def test_any_text_gives_rows_in_order_of_their_distance(self, name: str) -> None:
        candidates = normalise_name(name, GRAPH.view).candidates
        order = sorted(zip(candidates.distances.tolist(), candidates.rows.tolist(), strict=True))
        assert order == list(zip(candidates.distances.tolist(), candidates.rows.tolist(), strict=True))
        assert len(set(candidates.rows.tolist())) == len(candidates)
        assert (candidates.rows.dtype, candidates.distances.dtype) == (np.int32, np.float64)
        assert all(0 <= distance < FARTHEST for distance in candidates.distances.tolist())


def initials(name: str) -> set[str]:
    """The naive twin: of all words, and of those that begin with no small letter."""
    words = re.findall(r"[^\W_]+", name)
    large = [word for word in words if not word[0].islower()]
    forms = {"".join(word[0] for word in some) for some in (words, large)}
    return {normalise(form) for form in forms if len(form) > 2} if 3 <= len(words) <= 16 else set()


@settings(max_examples=60)
@given(
    names=st.lists(
        st.lists(st.sampled_from(["Of", "of", "U", "s_t", "É", "7th", "-", "çA"]), max_size=18), max_size=6
    ),
    said=st.text("ousté7c", min_size=1, max_size=5),
)
def test_names_are_found_by_the_initials_of_the_plain_way(names: list[list[str]], said: str) -> None:
    spoken = list(dict.fromkeys([*(" ".join(words) for words in names), "Of U of", "of"]))
    graph = Graph.from_triples([(name, "like", "x") for name in spoken if name], encoder=CountingEncoder())
    table = graph.projection.nodes.names
    for letters in {said, *(form for name in table for form in initials(name))}:
        expected = [row for row, name in enumerate(table) if letters in initials(name)]
        assert NameReader(graph.view)._called_short(letters).tolist() == expected
