"""A question that is not in English is said to be so, an English one with foreign names is not."""

from __future__ import annotations

import pytest

from motif.planners.question_language import language_note
from question_sets import OTHER_SETS, SETS, questions


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Wer hat den Film Heat gedreht?", "German"),
        ("Welche Filme hat Michael Mann gedreht und wer war die Hauptdarstellerin?", "German"),
        ("In welcher Station liegt Nadia Rahmani?", "German"),
        ("Qui a réalisé le film Heat et dans quelle année ?", "French"),
        ("¿Quién dirigió la película Heat y en qué año?", "Spanish"),
        ("谁导演了盗火线？", "Cjk script"),
        ("Кто снял фильм Схватка?", "Cyrillic script"),
        ("مَن أخرج فيلم هيت؟", "Arabic script"),
    ],
)
def test_other_languages(question: str, said: str) -> None:
    note = language_note(question, "all-MiniLM-L6-v2")
    assert note is not None and said in note and "MOTIF_ENCODER" in note
    assert language_note(question, "paraphrase-multilingual-MiniLM-L12-v2") is None


@pytest.mark.parametrize("name", [*SETS, *OTHER_SETS])
def test_english_questions_are_left_alone(name: str) -> None:
    assert [one.question for one in questions(name) if language_note(one.question, "all-MiniLM-L6-v2")] == []


@pytest.mark.parametrize(
    "question",
    [
        "",
        "Heat",
        "who directed La vie en rose?",
        "films of Das Boot's director",
        "pupils of Jan van Eyck",
        "12 !?",
    ],
)
def test_what_does_not_tell(question: str) -> None:
    assert language_note(question, None) is None
