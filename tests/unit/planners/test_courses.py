"""In which order methods are tried: against a slow, obvious twin, and case by case."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif.graphs.meaning import Omission
from motif.graphs.plan import Plan
from motif.graphs.steps import Find, FulltextSearch, Step, Traverse, VectorSearch
from motif.planners.courses import Course, courses_of_corpus, courses_of_facts, n_left_out

LEFT_OUT = (
    Omission("name", text="Mann"),
    Omission("negation", text="not"),
    Omission("number", text="after 2001", reason=" fits no property"),
    Omission("alternative", text="only"),
)
HARMLESS = (Omission("word", text="seen"), Omission("word", text="places"))

ALL_BY_WORDS = [(VectorSearch("found", "dogs"),), (FulltextSearch("found", "dogs"),)]
WAYS = [(Find("film", "Film"),), (VectorSearch("film", "dogs", "Film"),), *ALL_BY_WORDS]


def pattern(confidence: float = 0.5, omissions: Sequence[Omission] = ()) -> Plan:
    plan = Plan((("Heat", "BY", "?who"),), "?who", confidence=confidence, notes=("English only.",))
    return plan.leaving_out(*omissions)


def steps(
    confidence: float = 0.5,
    omissions: Sequence[Omission] = (),
    made: Sequence[Step] = (Find("film", "Film"),),
) -> Plan:
    return Plan((), steps=tuple(made), method="spark", confidence=confidence).leaving_out(*omissions)


def naive_order(beyond: str, patterns: Sequence[Plan], made: Sequence[Plan]) -> list[str]:
    """Methods by how much the first plan leaves out, then whether it is doubtful, then whether it is preferred."""
    made = [plan for plan in made if plan.steps not in ALL_BY_WORDS]
    keys = []
    for method, plans in (("search", patterns), ("spark", made)):
        preferred = (method == "spark") == bool(beyond)
        if plans:
            lost = sum(one in LEFT_OUT for one in plans[0].omissions)
            doubtful = method == "search" and plans[0].confidence < 0.3
        else:
            lost, doubtful = 1_000, True
        keys.append((lost, doubtful, not preferred, method))
    return [key[-1] for key in sorted(keys)]


def drawn(method: str) -> st.SearchStrategy[list[Plan]]:
    omissions = st.lists(st.sampled_from([*LEFT_OUT, *HARMLESS]), max_size=3, unique=True)
    sure = st.sampled_from([0.02, 0.05, 0.2, 0.3, 0.9])
    plan = (
        st.builds(pattern, sure, omissions)
        if method == "search"
        else st.builds(steps, sure, omissions, st.sampled_from(WAYS))
    )
    return st.lists(plan, max_size=2)


@given(st.sampled_from(["", "counts ('how many')"]), drawn("search"), drawn("spark"))
def test_whatever_leaves_least_out_comes_first(beyond: str, patterns: list[Plan], made: list[Plan]) -> None:
    courses = list(courses_of_facts(beyond, lambda: patterns, lambda: made))
    assert [course.method for course in courses[:2]] == naive_order(beyond, patterns, made)
    last = courses[-1]
    assert last.is_nearest and last.plans == tuple(patterns[:1]) and last.share == 1.0
    assert len(courses) == 3 and all(course.reason.endswith(".") for course in courses)


@pytest.mark.parametrize(("beyond", "first"), [("", "search"), ("counts ('how many')", "spark")])
def test_the_second_is_not_planned_before_it_is_needed(beyond: str, first: str) -> None:
    asked: list[str] = []

    def plans(method: str, plan: Plan) -> Sequence[Plan]:
        asked.append(method)
        return [plan]

    courses = courses_of_facts(beyond, lambda: plans("search", pattern()), lambda: plans("spark", steps()))
    assert next(courses).method == first and asked == [first]
    assert len(next(courses).plans) == 1 and sorted(asked) == ["search", "spark"]


def test_a_pattern_that_says_little_of_the_question_comes_second() -> None:
    little = dataclasses.replace(pattern(0.9), question="What tiny jumping thing is built by Heat?")
    enough = dataclasses.replace(pattern(0.9), question="Who made Heat?")
    for plan, first in ((little, "spark"), (enough, "search")):
        assert next(courses_of_facts("", lambda: [plan], lambda: [steps()])).method == first  # noqa: B023
    assert next(courses_of_facts("", lambda: [little], None)).method == "search"


def test_words_that_were_taught_for_its_relation_are_said_by_a_pattern() -> None:
    little = dataclasses.replace(pattern(0.9), question="What tiny jumping thing is built by Heat?")
    taught = {"tiny": {"": 1.0, "BY": 0.5}, "jumping": {"": 1.0, "BY": 0.5}, "built": {"": 1.0, "IN": 1.0}}
    assert next(courses_of_facts("", lambda: [little], lambda: [steps()], taught)).method == "search"
    elsewhere = {word: {"": 1.0, "IN": 1.0} for word in taught}
    assert next(courses_of_facts("", lambda: [little], lambda: [steps()], elsewhere)).method == "spark"


def test_without_a_database_patterns_have_all_the_time() -> None:
    exact, nearest = courses_of_facts("counts ('how many')", lambda: [pattern()], None)
    assert (exact.share, nearest.is_nearest) == (1.0, True)
    assert "there is no database" in exact.reason


def test_a_corpus_is_read_where_no_relation_answers() -> None:
    courses = list(courses_of_corpus("what of it?", "", "", lambda: [pattern()], lambda: [steps()]))
    assert [course.method for course in courses] == ["search", "expand"]
    assert courses[-1].plans == (Plan((), method="expand", question="what of it?"),)


def test_the_whole_of_a_corpus_is_a_community_first() -> None:
    courses = list(courses_of_corpus("an overview", "", "overview", list, None))
    assert [course.method for course in courses] == ["search", "community", "expand"]
    assert "'overview'" in courses[1].reason


@pytest.mark.parametrize(
    ("plan", "n_kept"),
    [
        (steps(0.9), 1),
        (steps(0.5), 0),
        (steps(0.9, made=(VectorSearch("found", "dogs"),)), 0),
        (steps(0.9, made=(Find("chunk", "Chunk"),)), 0),
        (steps(0.9, made=(Find("a", "Film"), Traverse("b", "a", ("FROM_CHUNK",)))), 0),
    ],
)
def test_steps_over_a_corpus_rest_on_more_than_texts(plan: Plan, n_kept: int) -> None:
    courses = list(courses_of_corpus("q", "counts ('how many')", "", list, lambda: [plan]))
    assert [(course.method, len(course.plans)) for course in courses[1:-1]] == [("spark", n_kept)]


def test_what_is_left_out_is_counted() -> None:
    for plan in (pattern(), steps()):
        assert n_left_out(plan.leaving_out(*LEFT_OUT, *HARMLESS)) == len(LEFT_OUT)
        noted = dataclasses.replace(plan, notes=("Not used: 'Mann'.",))
        assert n_left_out(noted) == 0, "notes are for people"


def test_a_course_has_half_of_the_time_unless_it_is_the_last() -> None:
    assert Course("search", (), "It.").share == 0.5
