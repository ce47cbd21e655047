"""The average, median, most and least of what is counted for each of others."""

from __future__ import annotations

import pytest

from guild_graph import guild


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("average number of crafts per artisan", 1.2),
        ("How many crafts does an artisan practise on average?", 1.2),
        ("On average, how many crafts does each artisan practise?", 1.2),
        ("What is the average number of artisans per workshop?", 2),
        ("How many artisans does a workshop have on average?", 2),
        ("What is the average number of crafts practised by artisans at Red Yard?", 1),
        ("What is the maximum number of crafts practised by an artisan?", 2),
        ("median number of artisans per craft", 2),
    ],
)
def test_what_is_counted_for_each_is_averaged(question: str, expected: float) -> None:
    found = guild().retrieve(question, planner="meaning")
    assert (found.status, [piece.answers for piece in found]) == ("answered", [(expected,)])
    assert found.metadata["cypher"]["text"].startswith("CALL () {")


def test_a_property_is_averaged_as_before() -> None:
    found = guild().retrieve("How many kilns does a workshop have on average?", planner="meaning")
    assert [piece.answers for piece in found] == [(pytest.approx(7 / 3),)]


@pytest.mark.parametrize(
    "question",
    [
        "What is the average number of children of an artisan?",  # some have none
        "How many children does an artisan have on average?",
        "What is the average number of crafts of artisans per workshop in each town?",
    ],
)
def test_it_is_unsure_where_some_have_none(question: str) -> None:
    assert guild().retrieve(question, planner="meaning").status in ("unsure", "not held")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the average wage of the 2 tallest artisans?", 32.5),
        ("What is the total wage of the three tallest artisans?", 135),
        ("How many kilns does the workshop with the most artisans have?", 4),
    ],
)
def test_the_first_in_an_order_have_a_number_together(question: str, expected: float) -> None:
    found = guild().retrieve(question, planner="meaning")
    assert (found.status, [piece.answers for piece in found]) == ("answered", [(expected,)])
    assert "cypher" in found.metadata


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Is the average wage of artisans above 1000?", False),
        ("Is the average wage of the artisans more than 1?", True),
        ("Is it true that the average wage of the artisans is below 1000?", True),
    ],
)
def test_whether_a_function_is_so_much_is_yes_or_no(question: str, expected: bool) -> None:
    """It was the average of those with such a wage, surely."""
    found = guild().retrieve(question)
    assert (found.status, [piece.answers for piece in found]) == ("answered", [(expected,)])
