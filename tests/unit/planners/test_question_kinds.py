"""What kind of question it is: beyond patterns, about the whole, or neither."""

from __future__ import annotations

import pytest

from motif.planners.question_kinds import about_the_whole, beyond_patterns


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("countries with more than 100 million inhabitants", "compares with a number"),
        ("films that last at least two hours", "compares with a number"),
        ("Who was hired between 2001 and March 2004?", "compares with a number"),
        ("lakes of 30 km²", "compares with a number"),
        ("Which films have no sequel?", "denies something ('no')"),
        ("neighbours of Chad other than Sudan", "denies something ('other than')"),
        ("Which countries don't border Chad?", "denies something ('don't')"),
        ("the oldest member of the band", "asks for an extreme"),
        ("Which actor has the most films?", "asks for an extreme"),
        ("How many rivers cross Austria?", "counts"),
        ("films by Mann or Scott", "joins alternatives"),
        ("Which drugs are both cheap and safe?", "joins alternatives"),
        ("a resource about lamps that spoil the night sky", "describes what a text is about"),
    ],
)
def test_what_no_pattern_says(question: str, said: str) -> None:
    assert beyond_patterns(question).startswith(said)


@pytest.mark.parametrize(
    "question",
    [
        "Who directed Heat?",
        "Which films were released in 1995?",
        "What is spoken in the countries next to Austria?",
        "What is Heat about?",
        "",
    ],
)
def test_what_a_pattern_says(question: str) -> None:
    assert beyond_patterns(question) == "" == about_the_whole(question)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Who wrote The Man Who Was Not There?", "The Man Who Was Not There"),
        ("films with the cast of 2001: More than 7 Suns", "2001: More than 7 Suns"),
        ("songs on The Best of Both Worlds", "The Best of Both Worlds"),
        ("books about Ada Lovelace", "Ada Lovelace"),
    ],
)
def test_words_of_names_say_nothing(question: str, name: str) -> None:
    start = question.index(name)
    assert beyond_patterns(question)
    assert beyond_patterns(question, [(start, start + len(name))]) == ""


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Summarise the documentation.", "Summarise"),
        ("What are the main themes of these reports?", "main themes"),
        ("How do plugin and service work together?", "work together"),
        ("How does the plugin interact with the service?", "How does the plugin interact"),
        ("the collection as a whole", "as a whole"),
    ],
)
def test_the_whole(question: str, words: str) -> None:
    assert about_the_whole(question) == words


@pytest.mark.parametrize(
    "question",
    [
        "Who came third overall in the race?",
        "Which rider leads the general classification?",
        "Who wrote Overview?",
    ],
)
def test_a_fact_is_not_the_whole(question: str) -> None:
    start = question.find("Overview")
    assert about_the_whole(question, [(start, start + 8)] if start >= 0 else ()) == ""
