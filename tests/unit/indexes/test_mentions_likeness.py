"""Words spelt almost alike, and names that hold or resemble a part of some words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from motif.graphs.strings import StringTable
from motif.indexes.mentions_likeness import NearNames
from motif.indexes.mentions_spelling import Vocabulary, allowed_edits
from motif.indexes.names import build_name_index

WORDS = st.text("abcé京", max_size=5)


def near_of(*names: str) -> NearNames:
    return NearNames(build_name_index(StringTable.from_strings(names)))


@given(words=st.lists(WORDS, max_size=8, unique=True), word=WORDS)
def test_near_words_are_those_of_the_plain_way(words: list[str], word: str) -> None:
    distances = [(naive.edits_between(word, known), place) for place, known in enumerate(words)]
    allowed = allowed_edits(len(word))
    expected = [(place, distance) for distance, place in sorted(distances) if 0 < distance <= allowed]
    assert Vocabulary(words).near(word) == expected


@given(
    words=st.lists(WORDS, max_size=8, unique=True), word=WORDS, share=st.sampled_from([0.0, 0.2, 0.4, 1.0])
)
def test_no_word_within_a_share_is_missed(words: list[str], word: str, share: float) -> None:
    near = [
        place
        for place, known in enumerate(words)
        if naive.edits_between(word, known) <= share * max(len(word), len(known))
    ]
    found = Vocabulary(words).maybe_within(word, share).tolist()
    assert found == sorted(found) and set(near) <= set(found)


def test_near_words_of_every_plane_and_of_digits() -> None:
    words = ["1995", "1996", "𝔘𝔫𝔦𝔠", "unicode", "\ud800abcd"]
    vocabulary = Vocabulary(words)
    assert vocabulary.near("1997") == []
    assert vocabulary.near("𝔘𝔫𝔦𝔡") == [(2, 1)]
    assert vocabulary.near("\ud800abce") == [(4, 1)]
    assert Vocabulary([]).near("anything") == []


@pytest.mark.parametrize(
    ("asked", "part", "rows"),
    [
        ("micheal mann", (0, 1), [1]),
        ("tom hnaks", (0, 1), [2]),
        ("mann michael", (0, 1), [1]),
        ("did pacino play", (1, 1), [0]),
        ("the godfather part 2", (0, 3), [4]),
        ("godfathr", (0, 0), [3]),
        ("rocky four", (0, 1), [7]),
    ],
)
def test_the_most_alike(asked: str, part: tuple[int, int], rows: list[int]) -> None:
    near = near_of(
        "Al Pacino",
        "Michael Mann",
        "Tom Hanks",
        "The Godfather",
        "The Godfather: Part II",
        "The Godfather: Part III",
        "Rocky",
        "Rocky IV",
    )
    best = near.find(asked.split())[0]
    assert ((best.first, best.last), best.rows.tolist()) == (part, rows)


@given(
    names=st.lists(st.lists(WORDS.filter(bool), min_size=1, max_size=3), min_size=1, max_size=5),
    words=st.lists(WORDS, max_size=4),
)
def test_parts_lie_inside_and_scores_fall(names: list[list[str]], words: list[str]) -> None:
    near = near_of(*(" ".join(name) for name in names))
    found = near.find(words)
    assert [like.score for like in found] == sorted((like.score for like in found), reverse=True)
    assert all(0 <= like.first <= like.last < len(words) and 0 < like.score <= 1 + 1e-9 for like in found)
    assert near.find(words, misspelt=False) == [] or any(word in name for name in names for word in words)
    assert near.find(words, [False] * len(words)) == []


@given(
    names=st.lists(
        st.lists(st.text("abcd", min_size=2, max_size=5), min_size=1, max_size=3).map(" ".join), min_size=1
    )
)
def test_a_whole_name_is_like_itself(names: list[str]) -> None:
    found = near_of(*names).find(names[0].split())
    wanted = [like for like in found if 0 in like.rows.tolist()]
    assert wanted or len(names) > 1


def test_the_more_names_are_alike_the_less_it_says() -> None:
    scores = []
    for more in (0, 3, 30):
        others = [f"Tom {chr(97 + number // 26)}{chr(97 + number % 26)}x" for number in range(more)]
        found = near_of("Tom Hanks", *others).find(["tom"])
        scores.append(found[0].score if found else 0.0)
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > 2 * scores[-1]


def test_no_names_and_no_words() -> None:
    assert near_of().find(["heat"]) == []
    assert near_of("", "!!!").find(["heat"]) == []
    assert near_of("Heat").find([]) == []
