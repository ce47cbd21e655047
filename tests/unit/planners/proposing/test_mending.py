"""What models write that is no Cypher, mended where it can be meant in one way only."""

from __future__ import annotations

import pytest

from motif.planners.proposing.asking import statement_in
from motif.planners.proposing.mending import mended


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (
            "MATCH (d:D)-[:R]->(m) WHERE m.y > 2005 GROUP BY d.name ORDER BY count(m) DESC LIMIT 3 RETURN d.name",
            "MATCH (d:D)-[:R]->(m) WHERE m.y > 2005 RETURN d.name ORDER BY count(m) DESC LIMIT 3",
        ),
        ("MATCH (d:D) RETURN d.name, count(*) GROUP BY d.name", "MATCH (d:D) RETURN d.name, count(*)"),
        ("MATCH (m:M) ORDER BY m.y RETURN m.t", "MATCH (m:M) RETURN m.t ORDER BY m.y"),
        (
            "MATCH (d)-[:R]->(m) WITH d, m WHERE d.x = 1 ORDER BY m.y LIMIT 5 RETURN m",
            "MATCH (d)-[:R]->(m) WITH d, m WHERE d.x = 1 RETURN m ORDER BY m.y LIMIT 5",
        ),
        ("MATCH (p)-[:R {rating: number}]->(m) RETURN m", "MATCH (p)-[:R]->(m) RETURN m"),
        ("MATCH (p:P {a: text, b: integer}) RETURN p", "MATCH (p:P) RETURN p"),
    ],
    ids=["group and order", "group at the end", "order before", "order behind where", "a kind", "two kinds"],
)
def test_what_is_meant_in_one_way_is_mended(written: str, read: str) -> None:
    assert mended(written) == read == mended(read)


@pytest.mark.parametrize(
    "cypher",
    [
        "MATCH (d:D)-[:R]->(m) WITH d, count(m) AS n ORDER BY n DESC LIMIT 3 RETURN d.name",
        "MATCH (d:D) WITH d ORDER BY d.n LIMIT 3 MATCH (d)-[:R]->(m) RETURN m ORDER BY m.y",
        "MATCH (d:D {name: 'group by x'}) RETURN d",
        'MATCH (d:D) WHERE d.name = "a ORDER BY b RETURN c" RETURN d',
        "MATCH (d:`GROUP BY`) RETURN d",
        "MATCH (d:D {kind: 'number', n: 3}) RETURN d",
        "MATCH (d:D) WHERE d.name = 'it\\'s ORDER BY' RETURN d",
        "",
        "no statement at all",
    ],
)
def test_what_is_cypher_and_what_is_quoted_stays(cypher: str) -> None:
    assert mended(cypher) == cypher


def test_the_statement_of_an_answer_is_mended() -> None:
    told = "Sure:\n```cypher\nMATCH (m:M) WHERE m.y == 3 ORDER BY m.y RETURN m.t;\n```"
    assert statement_in(told) == "MATCH (m:M) WHERE m.y = 3 RETURN m.t ORDER BY m.y"
