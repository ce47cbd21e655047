"""Relations as parts of sentences, other ways to write names, and slips."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import DamerauLevenshtein

from motif_procedures.erqa.aliases import aliases_of
from motif_procedures.erqa.relation_phrases import clause, type_word
from motif_procedures.erqa.typos import misspelt

PHRASES = [
    ("OWNED_BY", "is owned by X", "is what X is owned by"),
    ("DEPENDS_ON", "depends on X", "is what X depends on"),
    ("ACTED_IN", "acted in X", "is what X acted in"),
    ("NEIGHBOUR_OF", "is a neighbour of X", "is what X is a neighbour of"),
    ("story_by", "has a story by X", "is what X has a story by"),
    ("knows", "knows X", "is what X knows"),
    ("USES_CURRENCY", "uses the currency X", "is the currency that X uses"),
    ("has_tags", "has the tag X", "is the tag of X"),
    ("release_year", "has the release year X", "is the release year of X"),
    ("主演", "has the 主演 X", "is the 主演 of X"),
    ("/olympics/olympic_games/sports", "has the sport X", "is the sport of X"),
    (
        "/people/person/sibling_s./people/sibling_relationship/sibling",
        "has the sibling X",
        "is the sibling of X",
    ),
    (
        "/film/film/estimated_budget./measurement_unit/dated_money_value/currency",
        "has an estimated budget with the currency X",
        "is the currency of the estimated budget of X",
    ),
    (
        "/award/award_nominee/award_nominations./award/award_nomination/nominated_for",
        "has award nominations nominated for X",
        "is what the award nominations of X is nominated for",
    ),
    (
        "/location/capital/capital_of./location/relationship/division",
        "is a capital of the division X",
        "is the division that X is capital of",
    ),
]


@pytest.mark.parametrize(("relation", "along", "against"), PHRASES)
def test_a_relation_in_both_directions(relation: str, along: str, against: str) -> None:
    assert (clause(relation, True, "X"), clause(relation, False, "X")) == (along, against)


@given(relation=st.text(min_size=1).filter(str.strip), outgoing=st.booleans())
def test_any_relation_has_words(relation: str, outgoing: bool) -> None:
    assert clause(relation, outgoing, "NAME").count("NAME") == 1
    assert isinstance(type_word(relation, outgoing), str)


@given(name=st.text(max_size=30))
def test_aliases_differ_from_the_name_and_from_each_other(name: str) -> None:
    forms = [form for _, form in aliases_of(name)]
    assert " ".join(name.split()) not in forms
    assert len(set(forms)) == len(forms)
    assert all(forms)


@pytest.mark.parametrize(
    ("name", "kind", "form"),
    [
        ("Mann, The", "marks", "Mann The"),
        ("Michael Mann", "turned", "Mann, Michael"),
        ("The Matrix", "article last", "Matrix, The"),
        ("Rocky II", "numeral", "Rocky 2"),
        ("New York University", "shortened", "New York Univ."),
        ("University of Southern California", "initials", "USC"),
        ("Spider-Man", "marks", "SpiderMan"),
    ],
)
def test_what_aliases_there_are(name: str, kind: str, form: str) -> None:
    assert dict(aliases_of(name))[kind] == form


@given(name=st.text("abcdeXY 19", min_size=4, max_size=24), seed=st.integers(0, 2**20))
def test_a_slip_changes_one_or_two_letters(name: str, seed: int) -> None:
    spelt = misspelt(name, np.random.default_rng(seed))
    assert DamerauLevenshtein.distance(name.lower(), spelt.lower()) <= 2
    assert [letter for letter in spelt if letter.isdigit()] == [letter for letter in name if letter.isdigit()]
