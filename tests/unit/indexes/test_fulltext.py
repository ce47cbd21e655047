"""The inverted index against BM25 written out."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from motif.indexes import fulltext
from motif.indexes.fulltext import build_word_index, highest, words_of

WORDS = st.lists(st.sampled_from(["heat", "fog", "war", "the", "of"]), max_size=6).map(" ".join)


def naive_scores(texts: list[str], query: str) -> list[float]:
    """Robertson and Zaragoza's BM25 with k1 = 1.2, b = 0.75 and the rarity that never falls below 0."""
    lengths = [len(text.split()) for text in texts]
    average = max(sum(lengths) / max(len(texts), 1), 1.0)
    scores = [0.0] * len(texts)
    for word in dict.fromkeys(query.split()):
        frequency = sum(word in text.split() for text in texts)
        if frequency == 0:
            continue
        rarity = math.log(1 + (len(texts) - frequency + 0.5) / (frequency + 0.5))
        for row, text in enumerate(texts):
            count = text.split().count(word)
            damping = 1.2 * (1 - 0.75 + 0.75 * lengths[row] / average)
            scores[row] += rarity * count * 2.2 / (count + damping)
    return scores


@pytest.fixture(params=[fulltext._FEW, 1], ids=["numpy", "kernels"], autouse=True)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test by numpy, and by the kernels that tables of many rows take."""
    monkeypatch.setattr(fulltext, "_FEW", request.param)


@given(texts=st.lists(WORDS, max_size=8), query=WORDS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_scores_are_those_of_bm25(texts: list[str], query: str) -> None:
    index = build_word_index(texts)
    known = " ".join(word for word in query.split() if word in index.vocabulary)
    rows, scores = index.search(known, len(texts) + 1)
    expected = naive_scores(texts, known)
    assert sorted(rows.tolist()) == [row for row, score in enumerate(expected) if score > 0]
    np.testing.assert_allclose(scores, [expected[row] for row in rows], rtol=1e-5)
    np.testing.assert_array_equal(np.lexsort((rows, -scores)), np.arange(len(rows)))


@given(texts=st.lists(WORDS, min_size=1, max_size=8), words=st.lists(WORDS), draw=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_each_word_alone_scores_as_bm25(texts: list[str], words: list[str], draw: st.DataObject) -> None:
    asked = [*dict.fromkeys(" ".join(words).split()), "unknown"]
    rows = draw.draw(st.lists(st.integers(0, len(texts) - 1)))
    found = build_word_index(texts).by_word(asked, np.array(rows, np.int32))
    expected = [[naive_scores(texts, word)[row] for word in asked] for row in rows]
    np.testing.assert_allclose(found, np.array(expected).reshape(-1, len(asked)), rtol=1e-5)


@given(
    texts=st.lists(WORDS, min_size=1, max_size=8),
    query=WORDS,
    k=st.integers(0, 9),
    most=st.sampled_from([None, 1, 3]),
    masked=st.booleans(),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_few_of_many_rows_are_found_as_all_are(
    texts: list[str], query: str, k: int, most: int | None, *, masked: bool
) -> None:
    places = np.arange(1, 100 * len(texts), 100)
    many = ["other"] * (100 * len(texts))
    for place, text in zip(places.tolist(), texts, strict=True):
        many[place] = text
    index = build_word_index(many)
    allowed = np.arange(len(many)) % 200 == 1 if masked else None
    rows, scores = index.search(query, k, allowed, most=most)
    total = index.totals(query, most=most)
    all_rows, all_scores = highest(total if allowed is None else np.where(allowed, total, np.float32(0)), k)
    np.testing.assert_array_equal(rows, all_rows)
    np.testing.assert_array_equal(scores, all_scores)
    assert (rows.dtype, scores.dtype) == (np.int32, np.float32)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(scores=st.lists(st.sampled_from([0.0, -1.0, 1.0, 2.0, 3.0]), max_size=20), k=st.integers(-1, 22))
def test_highest_are_positive_descending_and_tied_by_row(scores: list[float], k: int) -> None:
    rows, values = highest(np.array(scores, np.float32), k)
    expected = sorted((-score, row) for row, score in enumerate(scores) if score > 0)[: max(k, 0)]
    assert list(zip((-values).tolist(), rows.tolist(), strict=True)) == expected


def test_words_of_texts_that_mix_scripts() -> None:
    assert words_of("heat wave") == ["heat", "wave"]
    assert words_of("周杰伦 live") == ["周", "杰", "伦", "周杰", "杰伦", "live"]
    assert words_of("a東b") == ["a", "東", "b"]
    assert words_of("") == []
