"""Relations in other words: parts that say nothing alike, and questions and assertions by templates."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from motif.errors import InvalidInput
from motif.indexes.names import readable
from motif_procedures.guidance.masking import Masked
from motif_procedures.guidance.paraphrases import content, paraphrases
from motif_procedures.guidance.question_wording import QuestionWording, assertions
from motif_procedures.guidance.wording import Paraphraser, part_of

RELATIONS = (
    "directed_by",
    "WRITTEN_BY",
    "starredActors",
    "/film/film/genre",
    "place_of_birth",
    "release_year",
    "has_tags",
    "qwx",
)

words = st.text(st.sampled_from("abcdefgh _/."), min_size=1, max_size=20).filter(
    lambda text: text.strip(" _/.")
)


def said(relation: str, part: str, seed: int = 0, count: int = 60) -> set[str]:
    paraphraser = Paraphraser(seed, 1.0, part)
    return {paraphraser.relation(relation) for _ in range(count)}


@pytest.mark.parametrize("relation", RELATIONS)
def test_train_and_test_say_nothing_alike(relation: str) -> None:
    train = {wording for other in RELATIONS for wording in said(other, "train")} - set(RELATIONS)
    assert not train & (said(relation, "test", seed=1) - {relation})


@pytest.mark.parametrize("relation", RELATIONS[:-1])
def test_both_parts_have_words_of_their_own(relation: str) -> None:
    for part in ("train", "test"):
        assert said(relation, part) - {relation, readable(relation)}


@settings(max_examples=60, deadline=None)
@given(words, st.sampled_from(["any", "train", "test"]), st.integers(0, 5))
def test_any_relation_can_be_said(relation: str, part: str, seed: int) -> None:
    one, two = (Paraphraser(seed, 1.0, part) for _ in range(2))
    wordings = [one.relation(relation) for _ in range(4)]
    assert wordings == [two.relation(relation) for _ in range(4)]
    assert all(wording.strip() for wording in wordings)


@settings(max_examples=60, deadline=None)
@given(words)
@example("a/ ")
def test_paraphrases_are_others_and_distinct(relation: str) -> None:
    found = paraphrases(relation)
    assert len(set(found)) == len(found) and readable(relation) not in found
    assert all(wording == " ".join(wording.split()) and wording for wording in found)


def test_noise_is_the_share_that_changes() -> None:
    paraphraser = Paraphraser(0, 0.3)
    changed = sum(paraphraser.relation("directed_by") != "directed_by" for _ in range(2000))
    assert 0.25 < changed / 2000 < 0.35
    assert {Paraphraser(0, 0.0).relation("directed_by") for _ in range(9)} == {"directed_by"}


def test_wordings_alike_are_in_one_part() -> None:
    assert part_of("director") == part_of("the directors") == part_of("has director")
    assert content("release year") == content("year of release")


@pytest.mark.parametrize(("noise", "part", "message"), [(1.5, "any", "from 0 to 1"), (0.5, "dev", "'dev'")])
def test_what_cannot_be_is_refused(noise: float, part: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        Paraphraser(0, noise, part)  # type: ignore[arg-type]


def test_questions_by_template() -> None:
    schema = Masked((0, 0, 3), (1, 2, 2), (0, 1, 1), ((1, 7), (3, 8)), 2)
    triples = [
        ("[ENT1]", "directed_by", "Mann"),
        ("[ENT1]", "has_genre", "[ENT2]"),
        ("Heat", "has_genre", "[ENT2]"),
    ]
    question = QuestionWording(schema, triples, ("directed_by", "has_genre", "has_genre"), ("", "", "", ""))()
    assert (
        question == "Which genre is the genre of a thing that is directed by Mann and is the genre of Heat?"
    )
    assert assertions(triples) == (
        "[ENT1] is directed by Mann.",
        "[ENT1] has the genre [ENT2].",
        "Heat has the genre [ENT2].",
    )


def test_a_question_says_each_triple_once() -> None:
    schema = Masked((0, 1, 2), (1, 2, 3), (0, 0, 0), ((0, 9),), 3)
    triples = [
        ("Heat", "leads to", "[ENT1]"),
        ("[ENT1]", "leads to", "[ENT2]"),
        ("[ENT2]", "leads to", "[ENT3]"),
    ]
    question = QuestionWording(schema, triples, ("leads_to",) * 3, ("",) * 4)()
    assert question.count("leads to") == 3 and question.count("Heat") == 1 and question.endswith("?")
