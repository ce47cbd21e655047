"""Statements are checked, repaired where only one reading is possible, and printed anew."""

from __future__ import annotations

import re
import string
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from hostile_cases import SCHEMA
from motif.planners.cypher.checking import MOST_SAID, CheckedCypher, check_cypher
from motif.planners.cypher.printing import quoted
from motif.planners.cypher.tokens import CypherRefused, pieces_of

HONEST = yaml.safe_load((Path(__file__).parents[3] / "honest" / "statements.yml").read_text("utf-8"))


def statement(text: str, **options: object) -> str:
    """What may be sent for ``text``."""
    checked = check_cypher(text, SCHEMA, **options)  # type: ignore[arg-type]
    assert checked.problems == ()
    return checked.statement


def problem(text: str, **options: object) -> str:
    """The only reason for which ``text`` is refused."""
    checked = check_cypher(text, SCHEMA, **options)  # type: ignore[arg-type]
    assert checked.statement == ""
    (said,) = checked.problems
    return said


def test_literals_become_parameters_and_equal_ones_share_a_name() -> None:
    checked = check_cypher(
        "MATCH (m:Movie) WHERE m.year IN [1990, 1991] AND m.title = 'a\\'b' RETURN m.year / 10, count(*) "
        "ORDER BY m.year / 10 SKIP 2 LIMIT 7",
        SCHEMA,
    )
    assert checked.statement == (
        "MATCH (m:Movie) WHERE m.year IN $literal_1 AND m.title = $literal_2 RETURN m.year / $literal_3 "
        "AS `m.year / 10`, count(*) AS `count(*)` ORDER BY m.year / $literal_3 SKIP $literal_5 LIMIT $literal_4"
    )
    assert checked.parameters == {
        "literal_1": [1990, 1991], "literal_2": "a'b", "literal_3": 10, "literal_4": 7, "literal_5": 2,
    }  # fmt: skip
    assert checked.columns == ("m.year / 10", "count(*)")


def test_a_number_that_equals_another_of_another_kind_has_a_name_of_its_own() -> None:
    checked = check_cypher(
        "MATCH (m:Movie) WHERE m.year = 1 OR m.year = 1.0 OR m.title = '1' RETURN m", SCHEMA
    )
    assert [repr(value) for value in checked.parameters.values()][:3] == ["1", "1.0", "'1'"]


def test_bounds_of_paths_stay_and_comments_go() -> None:
    assert statement("MATCH /* x */ (a:Person)-[:FOLLOWS*1..2]->(b) // y\nRETURN b LIMIT 3") == (
        "MATCH (a:Person)-[:FOLLOWS*1..2]->(b) RETURN b LIMIT $literal_1"
    )


@pytest.mark.parametrize(
    ("given", "sent"),
    [
        ("(m:Movie)-[:DIRECTED]->(p:Person)", "(m:Movie)<-[:DIRECTED]-(p:Person)"),
        ("(p:Person)<-[:DIRECTED]-(m:Movie)", "(p:Person)-[:DIRECTED]->(m:Movie)"),
        ("(m:Movie)-[r:DIRECTED|ACTED_IN]->(p)", "(m:Movie)<-[r:DIRECTED|ACTED_IN]-(p)"),
        ("(p)<-[:IN_GENRE]-(m:Genre)", "(p)-[:IN_GENRE]->(m:Genre)"),
        ("(m:Movie)-[:ACTED_IN*1..2]->(p)", "(m:Movie)<-[:ACTED_IN*1..2]-(p)"),
        ("(a:Movie|Genre)-[:DIRECTED]->(m)", "(a:Movie|Genre)<-[:DIRECTED]-(m)"),
    ],
)
def test_a_direction_that_only_its_reverse_has_is_turned_and_said(given: str, sent: str) -> None:
    variable = "p" if "(p" in given else "m"
    checked = check_cypher(f"MATCH {given} RETURN {variable}", SCHEMA)
    assert checked.problems == ()
    assert checked.statement == f"MATCH {sent} RETURN {variable} LIMIT $literal_1"
    assert len(checked.notes) == 1 and "reversed" in checked.notes[0]


@pytest.mark.parametrize(
    "pattern",
    [
        "(p:Person)-[:DIRECTED]->(m)",
        "(m:Movie)-[:DIRECTED]-(p)",
        "(a)-[:DIRECTED]->(m)",
        "(a:!Movie)-[:DIRECTED]->(m)",
    ],
)
def test_a_direction_that_may_be_stays(pattern: str) -> None:
    checked = check_cypher(f"MATCH {pattern} RETURN m", SCHEMA)
    assert (checked.problems, checked.notes) == ((), ())
    assert pattern in checked.statement


def test_labels_of_a_variable_are_known_wherever_it_stands() -> None:
    checked = check_cypher("MATCH (m:Movie) MATCH (m)-[:DIRECTED]->(p) RETURN p", SCHEMA)
    assert "(m)<-[:DIRECTED]-(p)" in checked.statement


def test_a_step_gives_nodes_first() -> None:
    checked = check_cypher("MATCH (m:Movie) RETURN DISTINCT m.title, m.year AS y", SCHEMA, gives_nodes=True)
    assert checked.columns == ("node", "m.title", "y")
    assert "RETURN DISTINCT m AS node, m.title AS `m.title`, m.year AS y LIMIT" in checked.statement
    assert "begins with the variable of a node" in problem(
        "MATCH (m:Movie) RETURN count(m) AS n", gives_nodes=True
    )


def test_parameters_are_renamed_where_they_clash_and_only_those_named_are_sent() -> None:
    checked = check_cypher(
        "MATCH (m:Movie) WHERE m.title = $t OR m.title = $limit OR m.title = $`a b` RETURN m",
        SCHEMA,
        {"t": "x", "limit": "y", "a b": "z", "unused": 1},
        prefix="s2_",
    )
    assert checked.parameters == {
        "s2_t": "x", "s2_parameter_2": "y", "s2_parameter_3": "z", "s2_literal_1": 10_000,
    }  # fmt: skip


def test_limits_are_lowered_and_every_part_of_a_union_has_one() -> None:
    checked = check_cypher("MATCH (m:Movie) RETURN m LIMIT 20000 UNION MATCH (m:Movie) RETURN m", SCHEMA)
    assert checked.statement.count("LIMIT $literal_2") == 2 and checked.parameters == {"literal_2": 10_000}
    assert checked.notes == ("The limit of 20,000 rows was lowered to 10,000.",)


def test_whether_relationships_are_followed_is_said() -> None:
    assert check_cypher("MATCH (m:Movie)<-[:DIRECTED]-(p) RETURN p", SCHEMA).has_edges
    assert check_cypher("MATCH (m:Movie) WHERE (m)--() RETURN m", SCHEMA).has_edges
    assert not check_cypher("MATCH (m:Movie) RETURN m", SCHEMA).has_edges


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "MATCH (m:Movei) RETURN m",
            "At line 1, column 10: The graph has no label 'Movei'. Did you mean 'Movie'?",
        ),
        (
            "MATCH (m:Movie)\nRETURN m.titel",
            "At line 2, column 10: Movie has no property 'titel'. Did you mean 'title'?",
        ),
        ("MATCH (m:Movie) WITH m AS x RETURN x.titel", "Did you mean 'title'?"),
        ("MATCH (m) RETURN m.titel", "No node has a property 'titel'"),
        (
            "MATCH ()-[r:ACTED_IN]->(m) RETURN r.role",
            "ACTED_IN has no property 'role'. Did you mean 'roles'?",
        ),
        ("MATCH (m) WHERE m:Film RETURN m", "no label 'Film'"),
        ("MATCH (m:Movie) RETURN toLowr(m.title) AS t", "Did you mean 'toLower'?"),
        ("MATCH (m:Movie) WHERE exists(m.title) RETURN m", "IS NOT NULL"),
        ("MATCH (m:Movie) RETURN m LIMIT -1", "reading Cypher does not have there"),
        ("MATCH (m:Movie) WHERE m.title = $t RETURN m", "The parameter $t has no value"),
        ("MATCH (m:Movie) RETURN m }", "closes nothing"),
    ],
)
def test_what_is_refused_names_place_reason_and_what_to_do(text: str, said: str) -> None:
    assert said in problem(text)


def test_at_most_a_dozen_problems_are_said() -> None:
    text = "MATCH (m:Movie) WHERE " + " AND ".join(f"m.x{number} = 1" for number in range(30)) + " RETURN m"
    assert len(check_cypher(text, SCHEMA).problems) == MOST_SAID


def test_a_column_without_an_alias_holds_no_more_than_one_with() -> None:
    copies = " + ".join(["m.title"] * 17)
    for text in (f"MATCH (m:Movie) RETURN {copies} AS long", f"MATCH (m:Movie) RETURN {copies}"):
        assert "holds other values 17 times over, and 16 are the most" in problem(text)


def test_what_is_no_text_is_refused_not_raised() -> None:
    assert check_cypher(7, SCHEMA).problems == ("Cypher is a text, not int. Give one.",)  # type: ignore[arg-type]


@given(st.text(max_size=60))
def test_any_text_is_refused_or_taken_never_raised(text: str) -> None:
    check_cypher(text, SCHEMA)


_WORDS = (
    "MATCH", "(m:Movie)", "(p:Person)", "-[:DIRECTED]->", "<-[r:ACTED_IN*1..2]-", "RETURN", "m", "p", "WHERE",
    "m.title", "= 'x'", "AND", "NOT", "CREATE", "SET", "DELETE", "CALL", "{", "}", "(", ")", "[", "]", ",", "UNION",
    "WITH",
    "AS", "x", "//", "/*", "*/", "\n", "'", '"', "`", "\\", "$a", "1", "LIMIT", "EXISTS", "COUNT", "|", ":", ".",
    "LOAD CSV FROM",
)  # fmt: skip


@given(st.lists(st.sampled_from(_WORDS), max_size=30))
def test_what_is_taken_reads_the_same_again_and_holds_no_literal(words: list[str]) -> None:
    """The statement that is sent is one that the check would take: nothing hides in it."""
    for text in (" ".join(words), f"MATCH (m:Movie) {' '.join(words)} RETURN m"):
        checked = check_cypher(text, SCHEMA, {"a": 1})
        if not checked.problems:
            check_what_is_sent(checked)


@pytest.mark.parametrize("case", HONEST, ids=lambda case: str(case["name"]))
def test_honest_statements_are_taken_as_they_are(case: dict[str, Any]) -> None:
    checked = check_cypher(case["cypher"], SCHEMA, case.get("parameters", {}))
    assert (checked.problems, checked.notes) == ((), ())
    check_what_is_sent(checked)


def check_what_is_sent(checked: CheckedCypher) -> None:
    """It is taken again as it is, and holds no literal, no comment and no word that writes."""
    again = check_cypher(checked.statement, SCHEMA, checked.parameters)
    assert (again.problems, again.columns) == ((), checked.columns)
    kinds = {piece.kind for piece in pieces_of(checked.statement)}
    assert not kinds & {"string", "float", ";"}
    bare = re.sub(r"`(?:[^`]|``)*`", "", checked.statement)
    assert not re.search(r"\b(CREATE|SET|DELETE|LOAD)\b|//|/\*", bare)


@given(st.text(alphabet=string.printable + "äß`\u2028", min_size=1, max_size=12))
def test_any_name_is_quoted_so_that_it_is_read_as_that_name(name: str) -> None:
    try:
        (piece,) = pieces_of(quoted(name))
    except CypherRefused:
        assert "\\u" in name.lower() or not name.isprintable()
        return
    assert (piece.kind, piece.text) == ("name", name)
