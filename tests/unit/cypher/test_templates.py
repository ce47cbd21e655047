"""Statements: headers and Cypher must agree, and names stay names."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motif_cypher import TemplateError, names, quote, template, union_all
from motif_cypher.templates import parse

GOOD = """// name: seen
// Nodes of a label.
// parameter low: the least
// identifier label: the label
MATCH (n:{{label}}) WHERE n.x > $low // not $this
RETURN n, '$that', "$those", n.`$other`
"""


@pytest.mark.parametrize("name", names())
def test_every_statement_loads_and_says_what_it_gives(name: str) -> None:
    statement = template(name)
    assert statement.documentation.endswith(".")
    assert statement.text


def test_parameters_and_identifiers_are_those_of_the_header() -> None:
    statement = parse("seen.cypher", GOOD)
    assert (statement.parameters, statement.identifiers) == (("low",), ("label",))
    assert statement.documentation == "Nodes of a label."


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("$low //", "$low + $high //", r"seen.cypher:5: the parameter 'high' is not declared"),
        ("{{label}}", "{{labels}}", r"seen.cypher:5: the identifier 'labels' is not declared"),
        ("> $low", "> 1", r"seen.cypher:3: the parameter 'low' is not used"),
        (":{{label}}", "", r"seen.cypher:4: the identifier 'label' is not used"),
        ("low: the least", "low:", r"seen.cypher:3: the parameter 'low' has no description"),
        (", '$that'", ", '{{label}}'", r"seen.cypher:6: {{label}} stands in quotes"),
        ("name: seen", "name: sawn", r"seen.cypher:1: the header's name is 'sawn'"),
        ("// Nodes of a label.\n", "", r"seen.cypher:1: the header must say"),
    ],
)
def test_what_is_wrong_is_told_with_file_and_line(old: str, new: str, message: str) -> None:
    with pytest.raises(TemplateError, match=message):
        parse("seen.cypher", GOOD.replace(old, new))


def test_an_unknown_statement_names_those_there_are() -> None:
    with pytest.raises(TemplateError, match=r"nowhere.cypher: there is no such statement.*read_nodes"):
        template("nowhere")


@settings(deadline=None)
@given(
    st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), min_size=1)
    | st.text("\\u0060`", min_size=1)
)
def test_a_quoted_name_is_one_identifier(name: str) -> None:
    quoted = quote(name)
    assert re.fullmatch(r"`(?:``|[^`])*`", quoted)
    # What Cypher 5 does in front of its lexer (a pair of backslashes stays one), then what the lexer does.
    unescaped = re.sub(
        r"(\\\\)|\\u([0-9A-Fa-f]{4})", lambda found: found[1] or chr(int(found[2], 16)), quoted
    )
    assert unescaped[1:-1].replace("``", "`") == name


@pytest.mark.parametrize("name", ["", "a\x00b"])
def test_what_cannot_be_a_name_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be the name"):
        quote(name)


def test_filling_takes_exactly_the_declared_identifiers() -> None:
    statement = parse("seen.cypher", GOOD)
    assert "(n:`A`|`B``C`)" in statement.fill(label=["A", "B`C"]).text
    with pytest.raises(TypeError, match="takes"):
        statement.fill(labels="A")
    with pytest.raises(TypeError, match="takes"):
        statement.fill()


def test_statements_are_joined_row_by_row() -> None:
    statement = template("sample_nodes")
    joined = union_all([statement.fill(label=name) for name in ("A", "B")])
    assert joined.text.count("UNION ALL") == 1
    assert joined.parameters == statement.parameters
