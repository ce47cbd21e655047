"""What is asked for and what stands near the entity are read from plain English."""

from __future__ import annotations

import numpy as np
import pytest

from motif.planners.path_directions import direction_features, patient_is_source
from motif.planners.path_wording import MAXIMUM_WORDS, Wording, read_wording
from motif.planners.protocol import Mention


def around(question: str, name: str = "Anna", others: tuple[str, ...] = ()) -> Wording:
    mention, *rest = [
        Mention(
            question.index(text), question.index(text) + len(text), text, np.zeros(1, np.int32), 1.0, "exact"
        )
        for text in (name, *others)
    ]
    return read_wording(question, mention, rest)


@pytest.mark.parametrize(
    ("question", "focus"),
    [
        ("which years saw films by Anna", ["years"]),
        ("what were the release dates of films by Anna", ["dates"]),
        ("who are the film co-directors of Anna", ["directors"]),
        ("how many films did Anna direct", ["films"]),
        ("the films by Anna were in which genres", ["genres"]),
        ("who directed Anna", []),
        ("when was Anna born", []),
        ("which of Anna", []),
        ("films of Anna", []),
    ],
)
def test_the_noun_asked_for_is_marked(question: str, focus: list[str]) -> None:
    wording = around(question)
    assert [word.text for word in (*wording.left, *wording.right) if word.is_focus] == focus


def test_words_stand_in_the_order_in_which_they_belong_to_the_entity() -> None:
    plain = around("who made films with Anna in them")
    assert [word.text for word in plain.left] == ["with", "films", "made", "who"]
    assert [word.text for word in plain.right] == ["in", "them"]
    owned = around("who is the child of Anna's brother")
    assert [word.text for word in owned.left] == ["s", "brother", "of", "child", "the", "is", "who"]
    fronted = around("films by the Anna actors were made by who")
    assert [word.text for word in fronted.left] == [
        "actors",
        "the",
        "by",
        "films",
        "were",
        "made",
        "by",
        "who",
    ]
    assert fronted.right == ()


def test_a_compound_stands_near_and_a_verb_does_not() -> None:
    compound = around("what are the genres of films by Anna actors")
    assert [word.text for word in compound.left][:3] == ["actors", "by", "films"]
    for question in ("when did the films by Anna appear", "when were the films by Anna released"):
        assert len(around(question).right) == 1
    both = around("when did the films by Anna actors appear")
    assert (both.left[0].text, [word.text for word in both.right]) == ("actors", ["appear"])
    verb = around("what year was the film Anna released")
    assert [word.text for word in verb.right] == ["released"]


def test_other_entities_are_left_out_and_masked() -> None:
    wording = around("who knows Anna and Ben", others=("Ben",))
    assert [word.text for word in wording.right] == ["and", "it"]
    assert wording.masked == "who knows it and it"
    before = around("did Ben meet Anna", others=("Ben",))
    assert before.masked == "did it meet it"


def test_accents_case_and_length_do_not_matter() -> None:
    wording = around("WHO is the Père of İAnna")
    assert "pere" in [word.text for word in wording.left]
    assert wording.kind == "person"
    long = around("very " * 500 + "Anna")
    assert len(long.left) == MAXIMUM_WORDS


@pytest.mark.parametrize(
    ("question", "kind", "is_sharing"),
    [
        ("who has the same boss as Anna", "person", True),
        ("when did Anna leave", "time", False),
        ("where is Anna", "place", False),
        ("which films co-star Anna", None, True),
        ("who acted with Anna", "person", True),
        ("who does Anna sing with", "person", True),
        ("which films did Anna play with", None, False),
        ("films with Anna", None, False),
        ("actors who starred alongside Anna", "person", True),
    ],
)
def test_question_words_and_sharing(question: str, kind: str | None, is_sharing: bool) -> None:
    wording = around(question)
    assert (wording.kind, wording.is_sharing) == (kind, is_sharing)


@pytest.mark.parametrize(
    ("question", "focus"),
    [
        ("give me the writers of films with Anna", "writers"),
        ("list all of the actors in Anna", "actors"),
        ("please name every city in Anna", "city"),
        ("films that list Anna", None),
    ],
)
def test_what_an_imperative_asks_for(question: str, focus: str | None) -> None:
    wording = around(question)
    assert [word.text for word in (*wording.left, *wording.right) if word.is_focus] == (
        [focus] if focus else []
    )


@pytest.mark.parametrize(
    ("question", "acts"),
    [
        ("which bands were influenced by Anna", True),
        ("whom did Anna influence", True),
        ("Anna influenced which bands", True),
        ("who influenced Anna", False),
        ("who was Anna influenced by", False),
        ("who is Anna's boss", False),
        ("the boss of Anna", False),
        ("films with Anna", None),
    ],
)
def test_whether_the_entity_acts(question: str, acts: bool | None) -> None:
    assert around(question).acts is acts


def test_names_of_relations_say_which_end_acts() -> None:
    names = ("directed_by", "INFLUENCED", "capital", "MEMBER_OF", "leads", "lives_in", "")
    assert [patient_is_source(name) for name in names] == [True, False, True, False, None, None, None]


def test_steps_are_compared_only_with_steps_the_other_way() -> None:
    influenced = around("which bands were influenced by Anna")
    both = np.array([[0, -1], [1, -1], [2, -1]], np.int32)
    features = direction_features(influenced, both, ("INFLUENCED_BY", "parent"))
    assert features.tolist() == [[-1.0, 0.0], [1.0, 1.0], [0.0, 0.0]]
    alone = direction_features(influenced, both[1:], ("INFLUENCED_BY", "parent"))
    assert alone.tolist() == [[0.0, 0.0], [0.0, 0.0]]


def test_what_is_asked_last_without_a_question_word_is_read() -> None:
    mention = Mention(2, 6, "1995", np.array([0], np.int32), 1.0, "exact")
    assert read_wording("& 1995 - list", mention).masked == "& it - list"
