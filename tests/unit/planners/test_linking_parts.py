"""The parts of linking: the choice among overlapping mentions, doubt, marks, aliases among properties."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from motif.catalog.triples import from_triples
from motif.planners.linking_aliases import alias_nodes, property_aliases
from motif.planners.linking_choice import choose
from motif.planners.linking_scores import extent_of, rarity_of
from motif.planners.linking_wording import marked_in, read_wording, runs_of
from motif.planners.linking_words import SchemaWords, languages_of, stem
from motif.planners.protocol import Mention
from motif.planners.stretches import is_inside, overlap
from motif.planners.value_graph import with_values
from question_graphs import PlainNode, PropertyGraph, as_projection

SCHEMA = SchemaWords(from_triples([("Heat", "directed_by", "Mann")], {"Heat": "Film"}))
WORDING = read_wording("one who Three four five SIX", SCHEMA)
SPANS = [
    (first.start, last.end) for place, first in enumerate(WORDING.words) for last in WORDING.words[place:]
]


@given(
    drawn=st.lists(
        st.tuples(st.sampled_from(SPANS), st.integers(1, 4), st.sampled_from(["exact", "given"])), max_size=8
    )
)
def test_the_choice_is_the_heaviest(drawn: list[tuple[tuple[int, int], int, str]]) -> None:
    mentions = [
        Mention(*span, WORDING.question[slice(*span)], np.zeros(1, np.int32), score / 4, kind)
        for span, score, kind in drawn
    ]
    chosen = choose(mentions, WORDING)
    assert not any(overlap(one, other) for one in chosen for other in chosen if one is not other)
    assert [one.start for one in chosen] == sorted(one.start for one in chosen)
    expected = naive.heaviest_apart([(one.start, one.end, weight(one)) for one in mentions])
    assert sum(map(weight, chosen)) == pytest.approx(expected)


def weight(mention: Mention) -> float:
    extent = extent_of(WORDING.inside(mention.start, mention.end), WORDING)
    return float(mention.score * extent**1.5 * (10 if mention.kind == "given" else 1))


def test_a_stretch_is_inside_a_longer_one_only() -> None:
    short, long = (Mention(*span, "", np.zeros(1, np.int32), 1.0, "exact") for span in ((2, 4), (2, 6)))
    assert (is_inside(short, long), is_inside(long, short), is_inside(long, long)) == (True, False, False)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("[Heat] and [Al Pacino]", ["Heat", "Al Pacino"]),
        (
            "“Heat”, «Alien», „Der Pate“, 「東京物語」, 《英雄》, ‘Up’",
            ["Heat", "Alien", "Der Pate", "東京物語", "英雄", "Up"],
        ),
        ("the actors' films and the directors' names", []),
        ("who's in 'Ocean's Eleven'?", ["Ocean's Eleven"]),
        (
            "which nationality is frederica_of_mecklenburg-strelitz 's couple ?",
            ["frederica_of_mecklenburg-strelitz"],
        ),
        ("is julia_stiles's father john_o'hara?", ["julia_stiles", "john_o'hara"]),
        ("[] [ ] \"\" '' _ __ a_", []),
        ('[unclosed and "too', []),
    ],
)
def test_what_is_marked(question: str, expected: list[str]) -> None:
    found = marked_in(question)
    assert [mark.text for mark in found] == expected
    assert all(mark.text in question[mark.start : mark.end] for mark in found)


@pytest.mark.parametrize(
    ("question", "is_cased"),
    [
        ("who directed heat", False),
        ("Who directed heat", False),
        ("who directed Heat", True),
        ("Who Directed Heat And Dust", False),
        ("WHO DIRECTED HEAT", False),
        ("Welche Filme hat Mann gedreht", False),
        ("谁导演了 Heat", True),
        ("", False),
    ],
)
def test_whether_capitals_tell(question: str, is_cased: bool) -> None:
    assert read_wording(question, SCHEMA).is_cased == is_cased


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("who directed Heat and Dust?", ["Heat and Dust"]),
        ("Which films did Al Pacino make in the Bronx?", ["did Al Pacino", "the Bronx"]),
        ("what is in Rocky part 2", ["in Rocky part 2"]),
        ("films of tom hanks", ["of tom hanks"]),
        ("which films are directed by whom", []),
        ("countries of Europe with more than 10 million people", ["of Europe"]),
        ("people who saw Rocky at least 3 times", ["Rocky"]),
        ("which actors were in the film Above 13", ["Above 13"]),
    ],
)
def test_stretches_that_may_name_something(question: str, expected: list[str]) -> None:
    wording = read_wording(question, SCHEMA)
    runs = runs_of(wording, [False] * len(wording.words))
    words = wording.words
    assert [question[words[run[0]].start : words[run[-1]].end] for run in runs] == expected
    assert runs_of(wording, [True] * len(words)) == []


def test_languages_are_told_by_their_function_words() -> None:
    assert languages_of(["wer", "hat", "den", "film", "gedreht"]) == ["German"]
    assert languages_of(["quels", "sont", "les", "films", "de", "mann"]) == ["French"]
    assert languages_of(["heat"]) == ["English"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("write wrote written writer writers", 1),
        ("person people", 1),
        ("film films", 1),
        ("act actor actors", 1),
    ],
)
def test_forms_of_a_word_share_a_stem(words: str, expected: int) -> None:
    assert len({stem(word) for word in words.split()}) == expected


def test_rarity_falls_from_one_to_zero() -> None:
    found = [rarity_of(frequency, 1000) for frequency in (0, 1, 10, 100, 1000)]
    assert found == sorted(found, reverse=True)
    assert (found[0], found[1]) == (1.0, 1.0)
    assert found[-1] == pytest.approx(0)
    assert rarity_of(1, 0) == 1.0


NODES = (
    PlainNode(
        ("Country",), {"name": "Germany", "iso2": "DE", "altLabel": ["Deutschland", "BRD"], "motto": "Unity"}
    ),
    PlainNode(("Country",), {"name": "France", "iso2": "FR", "altLabel": [], "motto": "Unity"}),
    PlainNode(("City",), {"name": "Rome", "aka": "Roma|Urbs; The City", "ticket": "x@y.z"}),
    PlainNode(("City",), {"name": "Oslo", "aka": "", "ticket": "u@v.w"}),
)


def test_aliases_are_found_among_properties_and_behind_relations_to_values() -> None:
    projection = as_projection(PropertyGraph(NODES, ()))
    names = projection.nodes.names
    expected = {
        ("Germany", "DE"),
        ("Germany", "Deutschland"),
        ("Germany", "BRD"),
        ("France", "FR"),
        ("Rome", "Roma"),
        ("Rome", "Urbs"),
        ("Rome", "The City"),
    }
    aliases = property_aliases(projection)
    found = zip(aliases.rows.tolist(), aliases.codes.tolist(), strict=True)
    assert {(names[row], aliases.texts[code]) for row, code in found} == expected
    assert len(alias_nodes(projection)[0]) == 0
    whole = with_values(projection)
    owners, others = ([whole.nodes.names[row] for row in rows.tolist()] for rows in alias_nodes(whole))
    assert set(zip(owners, others, strict=True)) >= {("Germany", "DE"), ("Germany", "BRD"), ("France", "FR")}
    assert not {"Unity", "x@y.z"} & set(others)
    assert len(property_aliases(whole)) == 0


def test_a_value_that_many_share_or_that_leads_on_is_no_alias() -> None:
    edges = [(f"n{row}", "code", "shared") for row in range(9)] + [("a", "code", "b"), ("b", "in", "c")]
    assert alias_nodes(from_triples(edges))[0].tolist() == []
    assert alias_nodes(from_triples([]))[0].tolist() == []
