"""Cypher that a model or a user wrote, checked before it runs: read by a grammar, against the schema, within bounds.

What is not known to be harmless is refused. What passes is printed anew from its tokens with parameters in place of
literals, so that nothing is sent that was not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from motif.graphs.graph_schema import GraphSchema
from motif.planners.cypher.bounds import bound_problems
from motif.planners.cypher.directions import direction_problems, reversed_relationships
from motif.planners.cypher.facts import facts_of
from motif.planners.cypher.growth import growth_problems
from motif.planners.cypher.literals import parameter_problems, parameters_of
from motif.planners.cypher.names import Problem, name_problems, variables_of
from motif.planners.cypher.parsing import Parsed, parse
from motif.planners.cypher.printing import Edits, printed
from motif.planners.cypher.returning import limit_rows, replace_counts, returned
from motif.planners.cypher.searches import escape_searches
from motif.planners.cypher.tokens import CypherRefused, where

_PARAMETER = re.compile(r"\$\w+")
MOST_SAID = 12
"""Problems that are said of a statement."""


@dataclass(frozen=True, slots=True)
class CheckedCypher:
    """A statement after its check.

    Attributes
    ----------
    statement
        What may be sent, printed anew; "" where it is refused.
    parameters
        Its literals (``literal_1``, …) and those of its parameters that it names.
    columns
        Of its outermost RETURN, as its rows name them.
    has_edges
        Whether it follows relationships.
    notes
        What was repaired.
    problems
        Why it is refused, each with what to do; empty where it may run.
    """

    statement: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    columns: tuple[str, ...] = ()
    has_edges: bool = False
    notes: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


def check_cypher(
    text: str,
    schema: GraphSchema,
    parameters: Mapping[str, Any] = {},
    *,
    gives_nodes: bool = False,
    prefix: str = "",
) -> CheckedCypher:
    """The statement that may be sent for ``text``, or why none may; never raises.

    Parameters
    ----------
    schema
        Labels, types and properties that there are.
    parameters
        Values of the statement's own parameters.
    gives_nodes
        Whether its first column has to be a node, as of a step of a plan.
    prefix
        Put before the names of all its parameters.

    >>> from motif.graphs.graph_schema import LabelProfile, PropertyProfile
    >>> movie = LabelProfile("Movie", 3, {"year": PropertyProfile("year", "INTEGER")})
    >>> checked = check_cypher("MATCH (m:Movie) WHERE m.year > 1999 RETURN m // new", GraphSchema({"Movie": movie}, {}))
    >>> checked.statement
    'MATCH (m:Movie) WHERE m.year > $literal_1 RETURN m LIMIT $literal_2'
    >>> dict(checked.parameters)
    {'literal_1': 1999, 'literal_2': 10000}
    >>> check_cypher("MATCH (m:Film) RETURN m", GraphSchema({"Movie": movie}, {})).problems
    ("At line 1, column 10: The graph has no label 'Film'. There are: Movie.",)
    """
    if not isinstance(text, str):
        return CheckedCypher(problems=(f"Cypher is a text, not {type(text).__name__}. Give one.",))
    try:
        parsed = parse(text)
    except CypherRefused as error:
        return CheckedCypher(problems=(str(error),))
    return _checked(parsed, schema, parameters, gives_nodes=gives_nodes, prefix=prefix)


def _checked(
    parsed: Parsed, schema: GraphSchema, given: Mapping[str, Any], *, gives_nodes: bool, prefix: str
) -> CheckedCypher:
    facts = facts_of(parsed)
    known = variables_of(facts, schema, given)
    edits = Edits()
    rows = returned(parsed, known, edits, gives_nodes=gives_nodes)
    problems = [
        *parameter_problems(parsed.tree, given),
        *name_problems(facts, known, schema, given),
        *bound_problems(parsed.tree, facts, given),
        *growth_problems(parsed.tree),
        *direction_problems(facts, known, schema),
        *rows.problems,
    ]
    notes = [*rows.notes, *reversed_relationships(facts, known, schema, edits)]
    values = parameters_of(parsed.tree, given, prefix)
    for first, last, name in values.spans:
        edits.replace(first, last, f"${name}")
    notes += escape_searches(facts, given, values, edits)
    problems += replace_counts(parsed.tree, given, values, edits)
    notes += limit_rows(parsed, given, values, edits)
    if problems:
        return CheckedCypher(
            columns=rows.columns,
            has_edges=bool(facts.relationships),
            notes=tuple(notes),
            problems=_said(parsed, problems),
        )
    statement = printed(parsed, edits)
    used = {
        name: value for name, value in values.values.items() if f"${name}" in _PARAMETER.findall(statement)
    }
    return CheckedCypher(statement, used, rows.columns, bool(facts.relationships), tuple(notes))


def _said(parsed: Parsed, problems: Iterable[Problem]) -> tuple[str, ...]:
    said = dict.fromkeys(
        f"At {where(parsed.text, parsed.pieces[place].place)}: {problem}"
        for place, problem in sorted(problems)
    )
    return tuple(said)[:MOST_SAID]
