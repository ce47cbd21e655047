from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif_loaders.sentences import sentence_spans, split_sentences


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Dr. No is a film. It came out in 1962.", 2),
        ("It cost $1.1 million, i.e. little. Really!", 2),
        ("He met J. R. R. Tolkien in the U.S. in 1936. They talked.", 2),
        ("Is it? Yes! And so on... and so forth.", 3),
        ('He said "Stop." Then he left.', 2),
        ("See Fig. 3 and eq. 4. Then go on.", 2),
        ("Items:\n- one thing\n- another\n1. first\n2. second", 5),
        ("A heading\n\nA paragraph that\nis wrapped.", 2),
        ("北京是首都。上海是港口。", 2),
        ("Born in North Brabant . It is old .", 2),
        ("", 0),
        ("no stop at all", 1),
    ],
)
def test_how_many_sentences(text: str, count: int) -> None:
    assert len(split_sentences(text)) == count


def test_numbers_of_list_items_stay_with_their_item() -> None:
    assert split_sentences("Steps:\n1. The first. Done.\n2. Then more.") == [
        "Steps:",
        "1. The first.",
        "Done.",
        "2. Then more.",
    ]


def test_an_initial_ends_a_sentence_only_before_a_word_that_begins_one() -> None:
    assert split_sentences("It holds vitamin C. The rest is water.") == [
        "It holds vitamin C.",
        "The rest is water.",
    ]
    assert split_sentences("She met W. Allen.") == ["She met W. Allen."]


@given(st.text(alphabet="aB .!?\n-1。\"'\t\u2028é", max_size=120))
def test_sentences_are_the_whole_text_in_order(text: str) -> None:
    spans = sentence_spans(text)
    assert "".join(text[start:end] for start, end in spans) == text
    assert all(start < end for start, end in spans)
    if text.strip():
        assert all(text[start:end].strip() for start, end in spans)
