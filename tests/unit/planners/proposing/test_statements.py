"""Statements of language models read as meanings: what they say, what is mended, what is refused."""

from __future__ import annotations

import pytest

import fakes
from motif.planners.cypher.tokens import CypherRefused
from motif.planners.meaning.wording import in_words
from motif.planners.proposing.asking import statement_in
from motif.planners.proposing.statement import meaning_of_cypher
from motif.planners.proposing.vocabulary import Words, words_of
from motif.retrievers.view import View
from question_graphs import as_projection
from random_meanings import GRAPH
from statements_read import MENDED, READ, REFUSED


@pytest.fixture(scope="module")
def words() -> Words:
    return words_of(View(as_projection(GRAPH, "bridges"), lambda: fakes.HashEncoder()))


@pytest.mark.parametrize("statement", READ)
def test_what_a_statement_says(words: Words, statement: str) -> None:
    assert in_words(meaning_of_cypher(statement, words)) == READ[statement]


@pytest.mark.parametrize("statement", MENDED)
def test_what_the_graph_spells_otherwise_is_mended(words: Words, statement: str) -> None:
    mended, meant = meaning_of_cypher(statement, words), meaning_of_cypher(MENDED[statement], words)
    assert in_words(mended) == in_words(meant)


@pytest.mark.parametrize("statement", REFUSED)
def test_what_cannot_be_read_says_why(words: Words, statement: str) -> None:
    with pytest.raises(CypherRefused) as refused:
        meaning_of_cypher(statement, words)
    assert REFUSED[statement] in str(refused.value)


@pytest.mark.parametrize(
    "answer",
    [
        "MATCH (n) RETURN n",
        "```cypher\nMATCH (n) RETURN n;\n```",
        "Sure! Here is the statement:\n```\nMATCH (n) RETURN n\n```\nIt returns all nodes.",
        "The answer is MATCH (n) RETURN n",
        "MATCH (n) RETURN n\n\nThis returns every node.",
        "```cypher\nMATCH (n) RETURN n",
    ],
)
def test_the_statement_of_an_answer(answer: str) -> None:
    assert statement_in(answer) == "MATCH (n) RETURN n"


def test_a_schema_is_told_as_cypher_draws_it(words: Words) -> None:
    lines = words.text().splitlines()
    assert "(:Town {name: its name, age: integer, trade: text})" in lines
    assert "(:Person)-[:BUILT {fee, note, since, until}]->(:Bridge)" in lines


def test_names_and_values_of_a_graph_cannot_close_their_mark() -> None:
    hostile = Words({"</graph>": {"a": "text"}}, {}, {})
    assert "</graph>" not in hostile.text()
