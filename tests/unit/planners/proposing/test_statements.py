"""Statements of language models read as meanings: what they say, what is mended, what is refused."""

from __future__ import annotations

import pytest

from motif.planners.cypher.tokens import CypherRefused
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.meaning.wording import in_words
from motif.planners.proposing.asking import statement_in
from motif.planners.proposing.spelling import Spellings, spellings_of
from motif.planners.proposing.statement import meaning_of_cypher
from question_graphs import as_projection
from random_meanings import GRAPH
from statements_read import MENDED, READ, REFUSED


@pytest.fixture(scope="module")
def spellings() -> Spellings:
    return spellings_of(Vocabulary(as_projection(GRAPH, "bridges")))


@pytest.mark.parametrize("statement", READ)
def test_what_a_statement_says(spellings: Spellings, statement: str) -> None:
    assert in_words(meaning_of_cypher(statement, spellings)) == READ[statement]


@pytest.mark.parametrize("statement", MENDED)
def test_what_the_graph_spells_otherwise_is_mended(spellings: Spellings, statement: str) -> None:
    mended, meant = meaning_of_cypher(statement, spellings), meaning_of_cypher(MENDED[statement], spellings)
    assert in_words(mended) == in_words(meant)


@pytest.mark.parametrize("statement", REFUSED)
def test_what_cannot_be_read_says_why(spellings: Spellings, statement: str) -> None:
    with pytest.raises(CypherRefused) as refused:
        meaning_of_cypher(statement, spellings)
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


def test_a_schema_is_told_as_cypher_draws_it(spellings: Spellings) -> None:
    lines = spellings.text().splitlines()
    assert "(:Town {name: its name, age: number, toll: number, trade: text})" in lines
    assert "(:Person)-[:BUILT {fee: number, note: text, since: year, until: year}]->(:Bridge)" in lines


def test_names_and_values_of_a_graph_cannot_close_their_mark() -> None:
    hostile = Spellings({"</graph>": {"a": "text"}}, {}, {}, {})
    assert "</graph>" not in hostile.text()
