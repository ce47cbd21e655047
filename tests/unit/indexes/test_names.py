"""Names in every script: equal after normalising, nearest in words."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif.graphs.strings import StringTable
from motif.indexes.names import COMMON, NameIndex, build_name_index, normalise, readable

ODD = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=12)
NAMES = st.lists(st.one_of(ODD, st.sampled_from(["Heat", "HEAT", "heat!", "Héat", "東京", "東京物語", ""])))


def index_of(*names: str) -> NameIndex:
    return build_name_index(StringTable.from_strings(names))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Heat", "heat"),
        ("  The\tLord\nof   the Rings ", "the lord of the rings"),
        ("New_York", "new york"),
        ("Amélie (2001)", "amelie 2001"),
        ("Straße", "strasse"),
        ("ﬁne ℡", "fine tel"),
        ("İstanbul", "istanbul"),
        ("ΟΔΥΣΣΕΎΣ", "οδυσσευσ"),
        ("Владимир Й.", "владимир и"),
        ("東京、タワー", "東京 タワー"),
        ("ガンダム", "ガンダム"),
        ("서울", "서울"),
        ("हिन्दी", "हिन्दी"),
        ("ไทย", "ไทย"),
        ("𝔘𝔫𝔦", "uni"),
        ("R2-D2", "r2 d2"),
        ("!!!", "!!!"),
        (" ?! \n", "?!"),
        ("🎬", "🎬"),
        ("", ""),
        ("   ", ""),
    ],
)
def test_normalise(text: str, expected: str) -> None:
    assert normalise(text) == expected


@given(text=ODD)
def test_normalising_twice_changes_nothing_more(text: str) -> None:
    once = normalise(text)
    assert normalise(once) == once or not any(character.isalnum() for character in text)
    assert "\n" not in once
    assert once == once.strip()


@given(names=NAMES, text=ODD)
def test_exact_and_equal_are_those_of_the_plain_way(names: list[str], text: str) -> None:
    index = index_of(*names)
    for wanted in [text, *names]:
        key = normalise(wanted)
        expected = [row for row, name in enumerate(names) if key and normalise(name) == key]
        assert index.exact(wanted).tolist() == expected
        assert index.equal(wanted).tolist() == [row for row in expected if names[row] == wanted]


@given(names=NAMES, text=ODD, k=st.integers(0, 6))
def test_search_is_a_ranking(names: list[str], text: str, k: int) -> None:
    index = index_of(*names)
    rows = index.search(text, k)
    assert rows.dtype == np.int32
    assert len(rows) <= k
    assert len(set(rows.tolist())) == len(rows)
    exact = index.exact(text).tolist()[:k]
    assert rows[: len(exact)].tolist() == exact
    assert index.search(text, 100)[: len(rows)].tolist() == rows.tolist()


def test_a_name_is_found_by_its_words_rarest_first() -> None:
    index = index_of("The Heat", "Heat", "The Fog", "The Thing", "Fog of War", "Body Heat")
    assert index.search("heat", 3).tolist() == [1, 0, 5]
    assert index.search("the fog", 2).tolist() == [2, 4]
    assert index.search("casablanca", 3).tolist() == []
    allowed = np.array([True, False, True, True, False, True])
    assert index.search("heat", 3, allowed).tolist() == [0, 5]
    assert index.search("fog", 1, ~allowed).tolist() == [4]


def test_a_word_that_very_many_names_hold_counts_only_where_none_is_rarer() -> None:
    many = index_of(*(f"Night {row}" for row in range(COMMON + 1)))
    assert [many.names[row] for row in many.search("night 77", 5).tolist()] == ["Night 77"]
    assert len(many.search("night", 5)) == 5
    few = index_of(*(f"Night {row}" for row in range(COMMON)))
    assert len(few.search("night 77", 5)) == 5


def test_a_misspelt_word_stands_for_those_spelt_like_it() -> None:
    index = index_of("Steven Spielberg", "Stephen King", "Inception", "Concepcion", "Heat")
    assert index.search("Steven Spielburg", 2).tolist() == [0]
    assert index.search("Incption", 1).tolist() == [2]


def test_scripts_without_spaces_are_searched_by_their_characters() -> None:
    index = index_of(
        "東京物語", "東京タワー", "京都", "物語", "上海", "Tokyo Story", "กรุงเทพมหานคร", "서울특별시"
    )
    assert index.search("東京", 3).tolist()[:2] == [0, 1]
    assert index.search("物語", 2).tolist() == [3, 0]
    assert index.search("上海的夜", 1).tolist() == [4]
    assert index.search("กรุงเทพ", 1).tolist() == [6]
    assert index.search("서울", 1).tolist() == [7]
    assert index.exact("東京物語").tolist() == [0]
    assert index.exact("ｔｏｋｙｏ ＳＴＯＲＹ").tolist() == [5]


def test_names_of_a_megabyte_and_of_every_plane() -> None:
    long = "long name " * 100_000
    every_plane = [chr(plane * 0x10000 + 0xABC) + "x" for plane in range(17)]
    index = index_of(long, *every_plane, "short")
    assert index.equal(long).tolist() == [0]
    assert index.search("name", 1).tolist() == [0]
    for row, name in enumerate(every_plane, start=1):
        assert index.equal(name).tolist() == [row]


def test_a_node_without_a_name_is_never_found() -> None:
    index = index_of("", "  ", "Heat", "")
    assert index.exact("").tolist() == index.equal("").tolist() == index.search("", 5).tolist() == []
    assert index.exact("  ").tolist() == []
    assert index_of().search("heat", 3).tolist() == []


def test_a_lone_surrogate_finds_nothing_and_breaks_nothing() -> None:
    assert index_of("Heat").search("\ud83d Heat", 1).tolist() == [0]
    assert index_of("Heat").equal("\ud83d").tolist() == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("directed_by", "directed by"),
        ("DIRECTED_BY", "directed by"),
        ("directedBy", "directed by"),
        ("directed by", "directed by"),
        ("/people/person/nationality", "people person nationality"),
        ("film.film.directed_by", "film film directed by"),
        ("http://schema.org/birthPlace", "http schema org birth place"),
        ("XMLHttpRequest", "xml http request"),
        ("__Entity__", "entity"),
        ("H2O", "h2o"),
        ("主演", "主演"),
        ("__", "__"),
        ("", ""),
    ],
)
def test_readable(text: str, expected: str) -> None:
    assert readable(text) == expected
