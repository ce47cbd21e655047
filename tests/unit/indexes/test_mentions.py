"""Names inside texts: those of a brute-force comparison, in every script."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import naive
from motif.graphs.strings import StringTable
from motif.indexes.mentions import LONGEST, MentionIndex, build_mention_index
from motif.indexes.mentions_text import symbols_of, units_of
from motif.indexes.mentions_variants import variants_of
from motif.indexes.names import normalise

ORDINARY = ["Heat", "heat", "HÉAT", "and", "Dust", "(1995)", "", "_", "-", "'s", "The", "1", "!!!", "\n"]
STRANGE = [
    "東京",
    "物語",
    "タワー",
    "ガ",
    "ｶﾞ",
    "½",
    "ﬁne",
    "🎬",
    "\0",
    "\u0301",
    "\u094d",
    "ͺ",
    "서울",
    "의",
    "ᆨ",
    "각",
]
PIECES = st.sampled_from([*ORDINARY, *STRANGE, "กรุง", "ำ", "हिन्दी"])
TEXTS = st.lists(PIECES | st.characters(exclude_categories=["Cs"]), max_size=7).flatmap(
    lambda parts: st.sampled_from([" ".join(parts), "".join(parts)])
)


def index_of(*names: str, aliases: tuple[tuple[int, str], ...] = ()) -> MentionIndex:
    return build_mention_index(StringTable.from_strings(names), aliases)


def found_in(index: MentionIndex, text: str) -> list[tuple[str, list[int]]]:
    return [(text[found.start : found.end], found.rows.tolist()) for found in index.occurrences(text)]


@given(names=st.lists(TEXTS, max_size=5), text=TEXTS)
def test_occurrences_are_those_of_the_plain_way(names: list[str], text: str) -> None:
    index = index_of(*names)
    found = [(o.start, o.end, o.rows[: o.n_named].tolist()) for o in index.occurrences(text) if o.n_named]
    assert found == naive.occurrences(text, units_of(text), symbols_of(text), names)


@given(names=st.lists(TEXTS, min_size=1, max_size=4), aliases=st.lists(TEXTS, max_size=4), text=TEXTS)
def test_aliases_are_found_as_names_are(names: list[str], aliases: list[str], text: str) -> None:
    pairs = [(place % len(names), alias) for place, alias in enumerate(aliases)]
    derived = [(row, form) for row, name in enumerate(names) for form in variants_of(name)]
    entries = [*enumerate(names), *pairs, *derived]
    expected = [
        (start, end, {entries[place][0] for place in places})
        for start, end, places in naive.occurrences(
            text, units_of(text), symbols_of(text), [form for _, form in entries]
        )
    ]
    found = index_of(*names, aliases=tuple(pairs)).occurrences(text)
    assert [(o.start, o.end, set(o.rows.tolist())) for o in found] == expected
    assert all(len(set(o.rows.tolist())) == len(o.rows) for o in found)


@given(name=TEXTS, before=st.sampled_from(["", "of ", "in "]), after=st.sampled_from(["", "?", " now"]))
def test_a_name_is_found_wherever_it_stands(name: str, before: str, after: str) -> None:
    units = units_of(name)
    words = name[units[0][0] : units[-1][1]] if units else ""
    assume(words and normalise(words) == normalise(name))  # not so with a vowel sign that has lost its letter
    index = index_of(name)
    assert index.whole(name) is not None
    assert [0] in [rows for _, rows in found_in(index, before + words + after)]


def test_every_name_in_a_question_longer_ones_first() -> None:
    index = index_of("Heat", "Heat and Dust", "dust", "Al Pacino", "Pacino")
    text = "Was AL PACINO in “Heat & Dust”, in heat-and-dust or in Héat?"
    assert found_in(index, text) == [
        ("AL PACINO", [3]),
        ("PACINO", [4]),
        ("Heat", [0]),
        ("Dust", [2]),
        ("heat-and-dust", [1]),
        ("heat", [0]),
        ("dust", [2]),
        ("Héat", [0]),
    ]


def test_names_come_before_those_that_have_it_as_an_alias() -> None:
    index = index_of("Germany", "DE", "German", "de", aliases=((2, "de"), (0, "DE"), (0, "De"), (1, "de")))
    (found,) = index.occurrences("DE")
    assert (found.rows.tolist(), found.n_named) == ([1, 3, 2, 0], 2)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Heat (1995)", "heat"),
        ("Heat [film]", "Heat"),
        ("東京（日本）", "東京"),
        ("Pacino, Al", "al pacino"),
        ("Matrix, The", "the matrix"),
        ("The Godfather", "Godfather"),
        ("The Thing (1982)", "thing"),
        ("Schindler's List", "schindlers list"),
        ("Spider-Man", "spiderman"),
        ("U.S.A.", "USA"),
        ("Pride & Prejudice", "pride and prejudice"),
    ],
)
def test_other_ways_to_write_a_name(name: str, written: str) -> None:
    assert found_in(index_of("Other", name), f"about {written}?") == [(written, [1])]


@pytest.mark.parametrize("name", ["(1995)", "The", "A", "...", "()", "Portland, Oregon, USA", "1, 2", ","])
def test_what_would_leave_nothing_is_left(name: str) -> None:
    assert "" not in variants_of(name)
    assert found_in(index_of(name), "the nothing") in ([], [("the", [0])])


def test_longest_match_by_letters_where_there_are_no_spaces() -> None:
    index = index_of("東京", "東京タワー", "京", "上海")
    assert found_in(index, "谁去过东京或東京タワーと上海")[0] == ("京", [2])
    assert found_in(index, "東京タワーはどこ") == [("東京タワー", [1]), ("東京", [0]), ("京", [2])]


def test_symbols_are_names_when_alone() -> None:
    index = index_of("!!!", "🎬", "?")
    assert found_in(index, "Who are !!! and 🎬 ?") == [("!!!", [0]), ("🎬", [1]), ("?", [2])]


@pytest.mark.parametrize("names", [(), ("",), ("", "\0"), ("\u0301",), ("   ",)])
def test_a_graph_without_names(names: tuple[str, ...]) -> None:
    index = index_of(*names)
    assert {text for text, _ in found_in(index, "who directed Heat \0 🎬 ?")} <= {"\0"}
    assert index.occurrences("") == []
    assert index.whole("") is None


def test_names_of_thousands_of_nodes_and_of_thousands_of_words() -> None:
    long = " ".join(f"w{number}" for number in range(LONGEST + 1))
    index = index_of(*["Unknown"] * 5000, long, long.rpartition(" ")[0])
    (found,) = index.occurrences("the unknown")
    assert len(found.rows) == found.n_named == 5000
    assert [o.rows.tolist() for o in index.occurrences(long)] == [[5001]]
    assert index.whole(long) is not None


def test_the_index_is_arrays() -> None:
    index = index_of(*(f"Name {number}" for number in range(1000)))
    assert index.nbytes < 36 * 1000
    assert index.hashes.dtype == np.int64
    assert index.order.dtype == np.int32
    assert index.longest.dtype == np.uint8


@given(st.text(st.characters(max_codepoint=127), max_size=30))
def test_a_text_of_ascii_is_cut_as_the_same_text_beside_another(text: str) -> None:
    assert units_of(text) == units_of(f"{text} \u00fc")[:-1]
    assert symbols_of(text) == symbols_of(f"{text} \u00fc")
