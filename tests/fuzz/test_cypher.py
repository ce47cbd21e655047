"""Statements that people and models wrote, with words and letters changed: checked in words, and none is unsafe."""

from __future__ import annotations

import re
from random import Random

import pytest

from fuzzing import fuzz
from hostile_cases import SCHEMA
from motif.errors import MotifError
from motif.knowledge_graph import Graph
from motif.planners.cypher.checking import check_cypher
from motif.planners.cypher.tokens import CypherRefused, pieces_of
from motif.planners.cypher_reading import read_cypher
from motif.planners.meaning.kept_vocabulary import kept_vocabulary
from motif.planners.proposing.asking import statement_in
from motif.planners.proposing.spelling import spellings_of
from motif.planners.proposing.statement import meaning_of_cypher
from mutations import LETTERS, a_text, spoilt, spoilt_text

pytestmark = pytest.mark.fuzz

WORDS = re.findall(
    r"\S+",
    """
MATCH OPTIONAL WHERE RETURN WITH AS DISTINCT ORDER BY DESC SKIP LIMIT UNWIND UNION ALL AND OR NOT XOR IN IS NULL
EXISTS COUNT COLLECT CALL YIELD CASE WHEN THEN ELSE END STARTS ENDS CONTAINS CREATE SET DELETE MERGE REMOVE LOAD CSV
FOREACH USE SHOW ( ) [ ] { } -> <- - -- --> .. * + / % ^ = <> < > <= >= =~ | : ; , . $a `a``b` 'x' "y" 1 -1 0x1F
1e400 99999999999999999999 m p Movie Person title year ACTED_IN count(*) size(m) toLower(m.title) date('2001-01-01')
shortestPath apoc.cypher.run db.labels() // /* */ \\u0027 \\ null true [1,2] {a:1} m.title m[$a] [x IN [1] | x]
""",
)
WRITING = re.compile(r"\b(CREATE|SET|DELETE|MERGE|REMOVE|LOAD|FOREACH|DROP)\b|//|/\*|;")


def a_statement(statements: list[str], random: Random) -> str:
    """One of the statements, changed; or two of them, cut and joined."""
    text = random.choice(statements)
    kind = random.random()
    if kind < 0.1:
        other = random.choice(statements)
        text = text[: random.randint(0, len(text))] + " " + other[random.randint(0, len(other)) :]
    if kind < 0.8:
        return spoilt_text(random, text, WORDS, most=4)
    if kind < 0.9:
        return spoilt(random, text.encode("utf-8", "replace"), most=2).decode("utf-8", "replace")
    if kind < 0.96:
        return " ".join(random.choice(WORDS) for _ in range(random.randint(1, 40)))
    deep = random.choice(
        ["(", "[", "{", "NOT ", "-", "size(", "[x IN ", "EXISTS { MATCH ", "CASE WHEN ", "1+", "a.", "a["]
    )
    inner = random.choice(["m", "1", a_text(random)])
    return f"MATCH (m:Movie) RETURN {deep * random.choice([5, 50, 500, 5000])}{inner}"


def test_what_is_taken_is_safe_and_taken_again(statements: list[str]) -> None:
    def check(text: str) -> None:
        checked = check_cypher(text, SCHEMA, {"a": 1, "b c": [1, 2]})
        if checked.problems:
            assert checked.statement == "" and all(problem.strip() for problem in checked.problems)
            return
        again = check_cypher(checked.statement, SCHEMA, checked.parameters)
        assert (again.problems, again.columns) == ((), checked.columns)
        assert not {piece.kind for piece in pieces_of(checked.statement)} & {"string", "float", ";"}
        assert not WRITING.search(re.sub(r"`(?:[^`]|``)*`", "", checked.statement))

    fuzz("Cypher", lambda random: a_statement(statements, random), check, share=0.7)


def test_a_statement_is_a_meaning_or_refused(statements: list[str], films: Graph) -> None:
    spellings = spellings_of(kept_vocabulary(films.view.projection))

    def check(text: str) -> None:
        try:
            meaning_of_cypher(statement_in(text), spellings)
        except CypherRefused as refused:
            assert str(refused).strip()
        try:
            read_cypher(text, ("name", "title"))
        except MotifError as error:
            assert error.message.strip()

    def make(random: Random) -> str:
        text = a_statement(statements, random)
        for old, new in (("Movie", "Film"), ("title", "name")):
            text = text.replace(old, new)
        fence = random.choice(["", "", "```cypher\n", "```\n", "Sure: ", random.choice(LETTERS)])
        return fence + text + random.choice(["", "", "\n```", "```", "\n\nThis finds them."])

    fuzz("statements of models", make, check, share=0.7)
