"""JSON as language models write it: valid JSON stays, the rest is put right or refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motif.errors import InvalidInput
from motif.models.language_json import MAXIMUM_CHARACTERS, MAXIMUM_REPAIRED, read_json

words = st.text(st.characters(codec="utf-8", exclude_characters="\"'“”„‘’«»`\\<>"), max_size=12)
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
names = st.text(st.characters(categories=("L", "N"), codec="utf-8"), min_size=1, max_size=10)
spoken = st.builds(lambda first, second: f"{first}'s {second} (1995), part: 2", names, names)
triples = st.lists(st.tuples(names | spoken, names, names | spoken), min_size=1, max_size=4)


@given(st.dictionaries(st.text(max_size=6), plain, max_size=4) | st.lists(plain, max_size=4))
@settings(max_examples=80, deadline=None)
def test_valid_json_is_returned_unchanged(value: Any) -> None:
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False, indent=2)):
        found = read_json(text)
        assert (found.value, found.repaired) == (value, False)


@given(st.dictionaries(names, st.lists(words, max_size=3), min_size=1, max_size=3), words, words)
@settings(max_examples=60, deadline=None)
def test_text_around_does_not_matter(value: dict[str, Any], before: str, after: str) -> None:
    before, after = (text.translate({ord(sign): None for sign in "{}[]"}) for text in (before, after))
    for text in (
        f"{before}\n{json.dumps(value)}\n{after}",
        f"{before}\n```json\n{json.dumps(value)}\n```\n{after}",
    ):
        assert read_json(text).value == value


def _quoted(text: str, opening: str, closing: str) -> str:
    return f"{opening}{text}{closing}"


@given(triples, st.sampled_from([('"', '"'), ("“", "”"), ("‘", "’"), ("'", "'"), ("«", "»"), ("„", "“")]))
@settings(max_examples=80, deadline=None)
def test_tuples_and_any_quotes_and_trailing_commas_are_read(
    rows: list[tuple[str, str, str]], quotes: tuple[str, str]
) -> None:
    lines = ", ".join(f"({', '.join(_quoted(part, *quotes) for part in row)})" for row in rows)
    key = _quoted("triples", *quotes)
    found = read_json(f"Here is the structure: {{{key}: [{lines},],}} I hope it helps.")
    assert found.value == {"triples": [list(row) for row in rows]}
    assert found.repaired


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": "he said "hi" to me", "b": 1}', {"a": 'he said "hi" to me', "b": 1}),
        ('{"a": “it’s “fine””, }', {"a": "it’s “fine”"}),
        ("{'a': 'L\\'Avventura', 'b': None, 'c': True}", {"a": "L'Avventura", "b": None, "c": True}),
        ("{'a': \"it's\", 'b': 'c'}", {"a": "it's", "b": "c"}),
        ('{a: 1, "b": [1, 2', {"a": 1, "b": [1, 2]}),
        (
            '{"triples": [[Heat, directed by, "Michael Mann"]]}',
            {"triples": [["Heat", "directed by", "Michael Mann"]]},
        ),
        ('<think>perhaps {"a": "a long thought"}</think>{"a": 1}', {"a": 1}),
        ('In {short}: {"a": {"b": 1}, "c": (1,),}', {"a": {"b": 1}, "c": [1]}),
        ('Graph [1] tells: {"answers": ["Heat"]}', {"answers": ["Heat"]}),
        ('```\n{"a": "```"}\n```', {"a": "```"}),
        ('{"a": 1} // done\n{"a": 2, "b": 3}', {"a": 2, "b": 3}),
        ("As a list:\n```\n[('a', 'b', 'c'),]\n```\n[sic]", [["a", "b", "c"]]),
        ('{"a": 1, // one\n "b": 2 /* two */}', {"a": 1, "b": 2}),
        ('{"a": "x\ny"}', {"a": "x\ny"}),
    ],
)
def test_what_models_get_wrong_is_put_right(text: str, value: Any) -> None:
    assert read_json(text).value == value


@pytest.mark.parametrize(
    "text", ["", "I cannot help with that.", "42", '"text"', "null", "{", "[", "{}{", "(a, b)"]
)
def test_an_answer_without_an_object_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="There is no JSON object in the answer"):
        read_json(text)


def test_answers_of_any_size_end_at_once() -> None:
    with pytest.raises(InvalidInput, match=f"at most {MAXIMUM_CHARACTERS} are read"):
        read_json("x" * (MAXIMUM_CHARACTERS + 1))
    with pytest.raises(InvalidInput, match=f"{MAXIMUM_REPAIRED + 2} characters of malformed JSON"):
        read_json("{:" + "[" * MAXIMUM_REPAIRED)
    with pytest.raises(InvalidInput):
        read_json('{"a":' * 12_000)


@given(st.text(st.sampled_from("{}[]()\"'“”,: ab\\n1"), max_size=60))
@settings(max_examples=200, deadline=None)
def test_nonsense_is_read_or_refused_and_nothing_else(text: str) -> None:
    try:
        value = read_json(text).value
    except InvalidInput:
        return
    assert isinstance(value, (dict, list))
    json.dumps(value)
