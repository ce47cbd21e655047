"""What a graph's own words say is read for what they are: questions made from the schema of every third graph."""

from __future__ import annotations

import random

import pytest

from schema_questions import GRAPHS, graph_of, is_right, rows_of, schema_questions

OF_EACH = 20


@pytest.mark.parametrize("name", GRAPHS[::3])
def test_no_answer_to_a_question_in_the_schemas_words_is_wrong(name: str) -> None:
    plain, graph = graph_of(name)
    questions = list(schema_questions(plain, graph))
    asked = random.Random(name).sample(questions, min(OF_EACH, len(questions)))
    given = [(one, *rows_of(graph, one)) for one in asked]
    answered = [(one, rows) for one, status, rows in given if status == "answered"]
    assert [(one.text, rows) for one, rows in answered if not is_right(one, rows)] == []
    assert len(answered) >= 0.8 * len(asked)
