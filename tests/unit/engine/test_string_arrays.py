"""Tables of strings by arrays: what Python's own strings give."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from motif.engine.cells import Cells
from motif.engine.string_arrays import (
    are_equal,
    beyond_ascii,
    grouped,
    hashes_of,
    hashes_of_texts,
    joined,
    order_of_texts,
    replaced,
    taken,
    texts_containing,
    words_in,
)
from motif.graphs.projection import MISSING, OTHER, STRING, Column
from motif.graphs.strings import StringTable
from motif.indexes.aliases import derived_aliases
from motif.indexes.folding import normalise, normalised
from motif.indexes.mentions_variants import variants_of
from motif.indexes.word_table import letters_of, word_table

PIECES = [
    "Heat",
    "The ",
    "a ",
    "an ",
    "Al",
    "and",
    "Dust",
    "(1995)",
    "-",
    "&",
    ", ",
    "'s",
    ".",
    "!!!",
    "\n",
    "\x1c",
]
STRANGE = ["É", "東京", "ﬁne", "🎬", "\u0301", "กรุง", "Straße", "\0", " ", ""]
TEXTS = st.lists(st.lists(st.sampled_from(PIECES + STRANGE), max_size=5).map("".join), max_size=8)
WORDS = st.lists(st.text("abcß東^$", min_size=1, max_size=7), max_size=8, unique=True)


@given(texts=TEXTS)
def test_folded_as_one_by_one(texts: list[str]) -> None:
    assert list(normalised(StringTable.from_strings(texts))) == [normalise(text) for text in texts]


@given(texts=TEXTS)
def test_what_follows_from_names_is_what_follows_from_each(texts: list[str]) -> None:
    names = StringTable.from_strings(texts)
    found = derived_aliases(names, normalised(names))
    expected = {
        (row, normalise(form))
        for row, name in enumerate(texts)
        for form in variants_of(name)
        if normalise(form) != normalise(name)
    }
    rows, codes = found.rows.tolist(), found.codes.tolist()
    assert {(row, found.texts[code]) for row, code in zip(rows, codes, strict=True)} == expected
    assert rows == sorted(rows)


@given(texts=TEXTS, more=TEXTS)
def test_grouped_taken_and_joined(texts: list[str], more: list[str]) -> None:
    table = StringTable.from_strings(texts)
    codes, firsts = grouped(table)
    assert [texts[firsts[code]] for code in codes] == texts
    assert firsts.tolist() == sorted({texts.index(text) for text in texts})
    assert list(taken(table, firsts)) == list(dict.fromkeys(texts))
    assert list(joined([table, StringTable.from_strings(more)])) == texts + more
    rows = beyond_ascii(table)
    assert rows.tolist() == [row for row, text in enumerate(texts) if not text.isascii()]
    changed = replaced(table.offsets[:-1], np.diff(table.offsets), table.data, rows, ["new"] * len(rows))
    assert list(changed) == [text if text.isascii() else "new" for text in texts]


def test_grouped_where_the_hash_table_grows() -> None:
    texts = [str(number * number % 5003) for number in range(9000)]
    codes, firsts = grouped(StringTable.from_strings(texts))
    numbers = {text: number for number, text in enumerate(dict.fromkeys(texts))}
    assert len(numbers) > 2048
    assert codes.tolist() == [numbers[text] for text in texts]
    assert firsts.tolist() == [texts.index(text) for text in numbers]


@given(texts=TEXTS, more=TEXTS, places=st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9))))
def test_strings_of_two_tables_compared(
    texts: list[str], more: list[str], places: list[tuple[int, int]]
) -> None:
    pairs = [(one, other) for one, other in places if one < len(texts) and other < len(more)]
    rows, others = (np.array([pair[side] for pair in pairs], np.int64) for side in (0, 1))
    equal = are_equal(StringTable.from_strings(texts), rows, StringTable.from_strings(more), others)
    assert equal.tolist() == [texts[one] == more[other] for one, other in pairs]


@given(texts=TEXTS)
def test_words_in_their_order(texts: list[str]) -> None:
    words, rows = words_in(StringTable.from_strings(texts))
    expected = [(row, word) for row, text in enumerate(texts) for word in text.split(" ") if word]
    assert list(zip(rows.tolist(), words, strict=True)) == expected


@given(words=WORDS, said=st.text("abcß東^$", min_size=1, max_size=7))
def test_likeness_is_dices_coefficient_of_trigrams(words: list[str], said: str) -> None:
    table = word_table(StringTable.from_strings(words))
    assert [table.get(word) for word in words] == list(range(len(words)))
    wanted = trigrams(said)
    whole = [2 * len(trigrams(word) & wanted) / (len(trigrams(word)) + len(wanted)) for word in words]
    assert table.likeness(said, 0.4).tolist() == [like if like >= 0.4 else 0.0 for like in whole]


@given(words=WORDS)
def test_letters_are_those_of_the_words(words: list[str]) -> None:
    offsets, letters = letters_of(StringTable.from_strings(words))
    assert np.diff(offsets).tolist() == [len(word) for word in words]
    assert "".join(map(chr, letters.tolist())) == "".join(words)


def trigrams(word: str) -> set[str]:
    marked = f"^{word}$"
    return {marked[at : at + 3] for at in range(len(word))}


@given(st.lists(st.text(max_size=40), max_size=40))
def test_a_few_texts_are_hashed_as_many_are(texts: list[str]) -> None:
    assert hashes_of_texts(texts).tolist() == hashes_of(StringTable.from_strings(texts)).tolist()


TEXTS = st.lists(st.text("abAB 東éÉİΣςK\u212a", max_size=8), max_size=12)


@given(texts=TEXTS, part=st.text("abAB東éÉiσk", max_size=3), ignore_case=st.booleans())
def test_texts_hold_what_python_says_they_hold(texts: list[str], part: str, ignore_case: bool) -> None:
    table, rows = StringTable.from_strings(texts), np.arange(len(texts))
    found = texts_containing(table, rows[::-1], part, ignore_case=ignore_case)
    held = [part.lower() in text.lower() if ignore_case else part in text for text in texts]
    assert found.tolist() == held[::-1]


@given(texts=TEXTS, text=st.text("abAB 東éÉ\U0001f600\uffff", max_size=4))
def test_texts_are_ordered_as_python_orders_them(texts: list[str], text: str) -> None:
    signs = order_of_texts(StringTable.from_strings(texts), np.arange(len(texts)), text)
    assert signs.tolist() == [(one > text) - (one < text) for one in texts]


CASED = st.lists(st.text("aBZ\u00e9\u0130k ", max_size=5), max_size=8)


@given(texts=CASED, text=st.text("abzK\u00c9\u0130", max_size=3), is_json=st.booleans())
def test_a_property_compared_with_a_text_is_each_value_compared(
    texts: list[str], text: str, is_json: bool
) -> None:
    kind = np.full(len(texts), OTHER if is_json else STRING, np.uint8)
    kind[::3] = MISSING
    cells = Cells(Column(kind, np.zeros(len(texts), np.int64), StringTable.from_strings(texts)))
    for operator, holds in NAIVE.items():
        expected = [
            bool(known) and holds(one.lower(), text.lower())
            for one, known in zip(texts, kind.tolist(), strict=True)
        ]
        assert cells.compares(operator, text).tolist() == expected, operator


NAIVE: dict[str, Callable[[str, str], bool]] = {
    "=": str.__eq__,
    "<>": str.__ne__,
    "<": str.__lt__,
    "<=": str.__le__,
    ">": str.__gt__,
    ">=": str.__ge__,
    "contains": str.__contains__,
    "starts": str.startswith,
    "ends": str.endswith,
}
