"""Questions by their meaning on a graph that nothing was tuned to: each shape, and what is not answered."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bridge_graph import bridges
from motif.errors import InvalidInput
from motif.graphs.evidence import Node, Results


def rows(found: Results) -> list[Any]:
    """The answers of each piece; nodes by name, one answer by itself."""
    named = [tuple(one.name if isinstance(one, Node) else one for one in piece.answers) for piece in found]
    return [row[0] if len(row) == 1 else row for row in named]


def asked(question: str) -> Results:
    return bridges().retrieve(question, planner="meaning", top_k=20)


SHAPES = [
    ("Which bridges span the Tarn?", {"New Span", "Iron Gate"}),
    ("Which bridges designed by Bo Larch are in Velden?", {"New Span", "Iron Gate"}),
    ("How many bridges span the Tarn?", {2}),
    ("What is the length of Iron Gate?", {300}),
    ("Which bridges did Larch design?", {"New Span", "Iron Gate"}),
    ("What are the names and lengths of bridges in Velden?", {("New Span", 480), ("Iron Gate", 300)}),
    ("Which bridges are longer than 200 m?", {"New Span", "Iron Gate"}),
    ("Which bridges are shorter than 200 m?", {"Old Span"}),
    ("Which bridges were built before 1900?", {"Old Span"}),
    ("Which bridges were built between 1900 and 1940?", {"Iron Gate"}),
    ("Which bridges were built in the 1930s?", {"Iron Gate"}),
    ("What is the longest bridge?", {"New Span"}),
    ("What is the oldest bridge?", {"Old Span"}),
    ("Who is the youngest engineer?", {"Bo Larch"}),
    ("List the top 2 bridges by length", {"New Span", "Iron Gate"}),
    ("What are the top 2 oldest bridges by built year?", {"Old Span", "Iron Gate"}),
    ("Is New Span longer than Iron Gate?", {True}),
    ("Which engineer designed the most bridges?", {"Bo Larch"}),
    ("Which bridges were designed by at least 2 engineers?", {"Iron Gate"}),
    ("Which bridges span either the Lumen or the Tarn?", {"Old Span", "New Span", "Iron Gate"}),
    ("Which bridges do not span the Tarn?", {"Old Span"}),
    ("How many bridges are in each town?", {("Harrow", 1), ("Velden", 2)}),
    ("What is the average length of bridges in Velden?", {390}),
    ("What is the total length of bridges in Velden?", {780}),
    ("median bridge length per town", {("Harrow", 120.0), ("Velden", 390.0)}),
    ("How many bridges were built per decade?", {(1850, 1), (1930, 1), (1960, 1)}),
    ("Is Iron Gate in Velden?", {True}),
    ("Is Iron Gate in Harrow?", {False}),
    ("Which is longer, Old Span or Iron Gate?", {"Iron Gate"}),
    ("How much longer is Iron Gate than Old Span?", {180}),
    ("Which bridge is longer than any other?", {"New Span"}),
    ("What is the difference in length between Iron Gate and Old Span?", {180}),
    ("Do Old Span and Iron Gate have the same length?", {False}),
    ("Which engineers inspected Old Span in 1932?", {"Bo Larch"}),
    ("Which engineers inspected Old Span in 1950?", {"Cy Moss"}),
    ("Which engineers inspected Old Span with a fee above 50?", {"Bo Larch"}),
    ("Which bridges have a motto containing 'last'?", {"Old Span", "Iron Gate"}),
    ("Which bridges share a river with Iron Gate?", {"New Span"}),
    ("What is Iron Gate's length?", {300}),
    ("When was Iron Gate built?", {1932}),
    ("Which bridges span the Tarn, and when were they built?", {("New Span", 1960), ("Iron Gate", 1932)}),
    ("What is the latest built year of bridges?", {1960}),
    ("What is the earliest built year of bridges?", {1850}),
    ("What is the name of the most recently built bridge in Velden?", {"New Span"}),
    ("Which engineers are inspecting Old Span at the moment?", {"Cy Moss"}),
    ("Who still inspects Old Span?", {"Cy Moss"}),
    ("Who has inspected Old Span, either currently or in the past?", {"Bo Larch", "Cy Moss"}),
    ("Which river does New Span span?", {"Tarn"}),
    (
        "List the bridges in Velden, along with the number of engineers of each",
        {("New Span", 1), ("Iron Gate", 2)},
    ),
]


@pytest.mark.parametrize(("question", "expected"), SHAPES)
def test_each_shape_is_answered(question: str, expected: set[Any]) -> None:
    assert set(rows(asked(question))) == expected


def test_the_questions_of_the_page_are_answered() -> None:
    page = (Path(__file__).parents[4] / "docs" / "asking.md").read_text(encoding="utf-8")
    section = page.partition("## Tables, groups, comparisons")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| [^|]+ \| ([^|]+\?[^|]*|List[^|]+) \|$", section, re.MULTILINE)
    questions = [question for cell in cells for question in cell.split(" · ")]
    assert len(questions) >= 12
    for question in questions:
        assert asked(question).status == "answered", question


@pytest.mark.parametrize("question", [question for question, _ in SHAPES])
def test_each_shape_is_a_statement_too(question: str) -> None:
    said = asked(question).metadata["cypher"]
    assert said["text"].startswith("MATCH ") and said["text"].count("$") >= len(said["parameters"])


def test_an_order_is_kept() -> None:
    found = asked("List the bridges sorted by their length from longest to shortest")
    assert rows(found) == ["New Span", "Iron Gate", "Old Span"]


def test_a_limit_is_no_value() -> None:
    found = asked("Name 2 bridges")
    assert found.metadata["answers"] == 2


@pytest.mark.parametrize(
    ("question", "omitted"),
    [
        ("Which bridges that were painted green span the Tarn?", "painted"),
        ("Which bridges span the Tarn and were never repaired?", "never"),
    ],
)
def test_what_is_left_out_is_said(question: str, omitted: str) -> None:
    found = asked(question)
    assert found.status == "unsure"
    assert omitted in found.metadata["omitted"]


def test_what_the_schema_has_not_is_not_held() -> None:
    assert asked("What is the colour of Iron Gate?").status == "not held"


def test_understood_and_none_there_is_empty() -> None:
    found = asked("Which bridges in Harrow span the Tarn?")
    assert (found.status, list(found)) == ("empty", [])


def test_a_sure_answer_says_how_it_was_read() -> None:
    found = asked("How many bridges span the Tarn?")
    assert found.status == "answered"
    assert found.readings[0] == "count of bridge (spans → Tarn)"
    assert found.confidence is not None and found.confidence > 0.8


def test_a_row_has_the_relationships_that_make_it() -> None:
    piece = asked("Which bridges in Harrow span the Lumen?")[0]
    assert piece.text.splitlines() == ["Old Span | IN_TOWN | Harrow", "Old Span | SPANS | Lumen"]
    assert {node.name for node in piece.nodes} == {"Old Span", "Lumen", "Harrow"}


@pytest.mark.parametrize(
    "question", ["the of", "?", "Wie viele Brücken gibt es?", "5", "not", "'unclosed", "1 2 3 4"]
)
def test_odd_questions_are_no_error(question: str) -> None:
    assert asked(question).status in ("unsure", "not held", "empty", "answered")


def test_what_only_one_side_of_an_or_has_is_no_column() -> None:
    found = asked("How many populations are of either Iron Gate or New Span?")
    assert found.status in ("unsure", "not held", "empty", "answered")


def test_an_average_of_text_is_not_guessed() -> None:
    found = asked("What is the average motto of bridges?")
    assert found.status != "answered"


def test_limits_that_meanings_do_not_heed_are_refused() -> None:
    with pytest.raises(InvalidInput, match="does not take 'labels'"):
        bridges().retrieve("Which bridges span the Tarn?", planner="meaning", labels=["Bridge"])
    with pytest.raises(InvalidInput, match="by itself"):
        bridges().retrieve("Which bridges span the Tarn?", planner="meaning", method="search")
