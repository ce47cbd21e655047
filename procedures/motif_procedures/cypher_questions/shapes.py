"""What kind of question a gold query answers, told by the query: questions are not read here."""

from __future__ import annotations

import re

KINDS = (
    "lookup", "property", "columns", "aggregate", "group", "top", "order", "comparison", "negation", "yes_no", "union",
    "time", "not_held",
)  # fmt: skip
"""Kinds that questions of different sources have in common."""

_OF_TEMPLATES = {
    "n_name": "lookup",
    "n_name_prop": "columns",
    "n_prop": "property",
    "n_prop_distinct": "property",
    "n_prop_array_distinct": "property",
    "n_where": "comparison",
    "n_agg": "aggregate",
    "n_argmax": "top",
    "n_order_by": "order",
    "n_m0_group_by_count": "group",
    "n_union_name": "union",
    "n_union_count": "union",
    "n_m0_comparison_boolean": "yes_no",
    "n_m0_comparison_argmax": "comparison",
    "n_m0_comparison_arithmetic": "comparison",
    "n_name_in_year": "time",
    "n_name_current": "time",
}
"""CypherBench's templates of what is returned."""

_AGGREGATES = r"\b(?:count|sum|avg|min|max|collect|stdev|percentilecont)\s*\("
_COMPARED = re.compile(r"<>|[<>]=?|=~|\b(?:STARTS WITH|ENDS WITH|CONTAINS|IN)\b", re.IGNORECASE)
_ARROWS = re.compile(r"<?-\[[^\]]*\]->?|<--|-->|--")
_LAST_RETURN = re.compile(r".*\bRETURN\b(?:\s+DISTINCT\b)?(.*)$", re.IGNORECASE | re.DOTALL)


def kind_of_template(name: str) -> str | None:
    """The kind of one of CypherBench's templates; None for one that is not known."""
    return _OF_TEMPLATES.get(name)


def kind_of_query(cypher: str) -> str:
    """The kind of a query in words of `KINDS`, by its clauses.

    >>> kind_of_query("MATCH (m:Movie) RETURN m.title ORDER BY m.released DESC LIMIT 3")
    'top'
    >>> kind_of_query("MATCH (p)-[:ACTED_IN]->(m) RETURN p.name, count(m)"), kind_of_query("MATCH (p) RETURN p.name")
    ('group', 'lookup')
    """
    answer = returned(cypher)
    columns = split_columns(answer)
    counted = [column for column in columns if re.search(_AGGREGATES, column, re.IGNORECASE)]
    if re.search(r"\bORDER BY\b", cypher, re.IGNORECASE):
        return "top" if re.search(r"\bLIMIT\b", cypher, re.IGNORECASE) else "order"
    if re.search(r"\bUNION\b", cypher, re.IGNORECASE):
        return "union"
    if counted:
        return "aggregate" if len(counted) == len(columns) else "group"
    if re.search(r"\bNOT\b|\bIS NULL\b", cypher, re.IGNORECASE):
        return "negation"
    if re.search(r"\bWITH\b[^|]*" + _AGGREGATES, cypher, re.IGNORECASE | re.DOTALL):
        return "group"
    if _COMPARED.search(_ARROWS.sub(" ", cypher)):
        return "comparison"
    return "columns" if len(columns) > 1 else "lookup"


def returned(cypher: str) -> str:
    """What the last RETURN returns, without its order and limit.

    >>> returned("MATCH (n) RETURN DISTINCT n.name AS name ORDER BY name LIMIT 3")
    'n.name AS name'
    """
    found = _LAST_RETURN.match(cypher)
    answer = found[1] if found else ""
    return re.split(r"\b(?:ORDER BY|SKIP|LIMIT)\b", answer, maxsplit=1, flags=re.IGNORECASE)[0].strip()


def split_columns(answer: str) -> list[str]:
    """The columns of a RETURN, told apart by commas outside of brackets and quotes.

    >>> split_columns("n.name, coalesce(n.a, n.b) AS x")
    ['n.name', 'coalesce(n.a, n.b) AS x']
    """
    columns, depth, quote, begun = list[str](), 0, "", 0
    for place, sign in enumerate(answer):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"`":
            quote = sign
        elif sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif sign == "," and not depth:
            columns.append(answer[begun:place].strip())
            begun = place + 1
    return [column for column in (*columns, answer[begun:].strip()) if column]


def sorted_by(cypher: str) -> tuple[int, ...]:
    """Numbers of the columns that the query sorts by and returns, unless it returns no other.

    >>> sorted_by("MATCH (p)-->(m) RETURN p.name, count(m) AS n ORDER BY n DESC LIMIT 3")
    (1,)
    """
    found = re.findall(
        r"\bORDER BY\b(.*?)(?=\bSKIP\b|\bLIMIT\b|\bRETURN\b|\bWITH\b|\bMATCH\b|$)", cypher, re.I | re.S
    )
    if not found:
        return ()
    keys = {
        _bare(re.sub(r"\s+(?:ASC|DESC|ASCENDING|DESCENDING)$", "", key, flags=re.I))
        for key in split_columns(found[-1].strip())
    }
    columns = [_spellings(column) for column in split_columns(returned(cypher))]
    hit = tuple(number for number, spellings in enumerate(columns) if spellings & keys)
    return hit if len(hit) < len(columns) else ()


def is_arbitrary(cypher: str) -> bool:
    """Whether the query takes some of its rows without saying which: a limit without an order.

    >>> is_arbitrary("MATCH (n) RETURN n.name LIMIT 3"), is_arbitrary("MATCH (n) RETURN n.name ORDER BY n.age LIMIT 3")
    (True, False)
    """
    has_limit = re.search(r"\bLIMIT\b", cypher, re.IGNORECASE) is not None
    return has_limit and re.search(r"\bORDER BY\b", cypher, re.IGNORECASE) is None


def limit_of(cypher: str) -> int | None:
    """How many rows a query takes at most; None where none is told, or none as a number.

    >>> limit_of("MATCH (n) WITH n ORDER BY n.age LIMIT 3 RETURN n.name"), limit_of("MATCH (n) RETURN n.name")
    (3, None)
    """
    found = re.findall(r"\bLIMIT\s+(\d+)", cypher, re.IGNORECASE)
    return int(found[-1]) if found else None


def _spellings(column: str) -> set[str]:
    told, _, alias = re.sub(r"\s+AS\s+", "\0", column, flags=re.IGNORECASE).partition("\0")
    return {_bare(told), _bare(alias or told)}


def _bare(text: str) -> str:
    return re.sub(r"\s+", "", text).strip("`").lower()
