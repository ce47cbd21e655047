"""Files of questions, what their gold queries show, and which of them are asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from motif.errors import InvalidSource
from motif_procedures.cypher_questions.questions import (
    CypherQuestion,
    chosen,
    graph_name,
    needs_type,
    read_questions,
)
from motif_procedures.cypher_questions.shapes import is_arbitrary, kind_of_query, sorted_by

YAML = """
- question: Who is there?
  cypher: MATCH (p:Person) RETURN p.name
- {question: "Who is the boss?", kind: not_held, held: false}
- {question: "How many?", kind: aggregate, rows: [[3]]}
"""


def test_files_of_yaml_and_of_lines_are_read(tmp_path: Path) -> None:
    (tmp_path / "town.yml").write_text(YAML, encoding="utf-8")
    people, boss, count = read_questions(tmp_path / "town.yml")
    assert (people.graph, people.kind, people.rows, people.is_held) == ("town", "lookup", None, True)
    assert (boss.kind, boss.is_held, count.rows) == ("not_held", False, ((3,),))
    row = {
        "question": "Who?",
        "cypher": "MATCH (n) RETURN n.name",
        "return": "n_where",
        "rows": [["a"]],
        "id": 1,
    }
    (tmp_path / "questions.jsonl").write_text(json.dumps(row) + "\n\n", encoding="utf-8")
    [one] = read_questions(tmp_path / "questions.jsonl")
    assert (one.kind, one.graph) == ("comparison", tmp_path.name)
    assert graph_name(Path("towns/questions.jsonl")) == "towns"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("- {question: Who}", "question 1: 'cypher', 'rows' or 'held: false'"),
        ("- {cypher: RETURN 1}", "a mapping with a 'question'"),
        ("- {question: Who, rows: [], colour: red}", "no key 'colour'"),
        ("a: 1", "a list of questions"),
        ("- [", "cannot be read"),
    ],
)
def test_what_cannot_be_read_is_said(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "q.yml").write_text(text, encoding="utf-8")
    with pytest.raises(InvalidSource, match=r"q\.yml") as error:
        read_questions(tmp_path / "q.yml")
    assert told in str(error.value)


@pytest.mark.parametrize(
    ("cypher", "kind"),
    [
        ("MATCH (n:Person) RETURN n.name", "lookup"),
        ("MATCH (n) RETURN n.name, n.born", "columns"),
        ("MATCH (n) RETURN count(n)", "aggregate"),
        ("MATCH (n) RETURN n.town, avg(n.age)", "group"),
        ("MATCH (n)-->(m) WITH n, count(m) AS c WHERE c > 3 RETURN n.name", "group"),
        ("MATCH (n) WHERE n.age > 30 RETURN n.name", "comparison"),
        ("MATCH (n)-[:KNOWS]->(m) RETURN m.name", "lookup"),
        ("MATCH (n) WHERE NOT (n)-[:KNOWS]->() RETURN n.name", "negation"),
        ("MATCH (n) RETURN n.name ORDER BY n.age", "order"),
        ("MATCH (n) RETURN n.name ORDER BY n.age LIMIT 1", "top"),
        ("MATCH (n:A) RETURN n.name UNION MATCH (n:B) RETURN n.name", "union"),
    ],
)
def test_the_query_shows_the_kind(cypher: str, kind: str) -> None:
    assert kind_of_query(cypher) == kind


def test_what_is_sorted_by_and_what_is_arbitrary() -> None:
    counted = "MATCH (p)-->(m) RETURN p.name, count(m) AS n ORDER BY n DESC LIMIT 3"
    assert sorted_by(counted) == (1,)
    assert sorted_by("MATCH (p) WITH p ORDER BY p.age DESC LIMIT 3 RETURN p.name, p.age") == (1,)
    assert sorted_by("MATCH (p) RETURN p.age ORDER BY p.age") == ()
    assert sorted_by("MATCH (p) RETURN p.name") == ()
    assert CypherQuestion("g", "?", "top", counted).optional_columns == (1,)
    assert CypherQuestion("g", "?", "group", counted).optional_columns == ()
    assert is_arbitrary("MATCH (n) RETURN n LIMIT 3") and not is_arbitrary(counted)


def test_halves_are_whole_and_keep_questions_of_one_query_together() -> None:
    asked = [
        CypherQuestion("g", f"{word} {n}?", "lookup", f"RETURN {n}") for n in range(40) for word in ("a", "b")
    ]
    dev, test = chosen(asked, half="dev", seed=3), chosen(asked, half="test", seed=3)
    assert sorted(map(repr, [*dev, *test])) == sorted(map(repr, asked))
    assert not {one.cypher for one in dev} & {one.cypher for one in test}
    assert len(dev) > 20 and len(test) > 20
    assert chosen(asked, half="dev", seed=4) != dev
    few = chosen(asked, limit=7, seed=3)
    assert len(few) == 7 and few == [one for one in asked if one in few]


def test_questions_that_need_a_relation() -> None:
    def needs(cypher: str, relation: str) -> bool:
        return needs_type(CypherQuestion("g", "?", "lookup", cypher), relation)

    assert needs("MATCH (a)-[r:KNOWS {since: 3}]->(b) RETURN b", "KNOWS")
    assert needs("MATCH (a)-[:KNOWS*1..3]->(b) RETURN b", "KNOWS")
    assert not needs("MATCH (a)-[:KNOWS|LIKES]->(b) RETURN b", "KNOWS")
    assert not needs("MATCH (a)-[:LIKES]->(b) RETURN b", "KNOWS")
