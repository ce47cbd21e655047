"""Words of Cypher: those that reading takes, and those that are refused, with why."""

from __future__ import annotations

from collections.abc import Mapping

KEYWORDS = frozenset({
    "UNION", "ALL", "DISTINCT", "OPTIONAL", "MATCH", "SHORTEST", "ANY", "GROUP", "GROUPS", "SHORTESTPATH",
    "ALLSHORTESTPATHS", "WHERE", "UNWIND", "AS", "WITH", "RETURN", "ORDER", "BY", "ASC", "ASCENDING",
    "DESC", "DESCENDING", "SKIP", "OFFSET", "LIMIT", "CALL", "YIELD", "OR", "XOR", "AND", "NOT", "STARTS",
    "ENDS", "CONTAINS", "IN", "IS", "NULL", "TRUE", "FALSE", "CASE", "WHEN", "THEN", "ELSE", "END", "NONE",
    "SINGLE", "REDUCE", "EXISTS", "COUNT", "COLLECT",
})  # fmt: skip
"""What `grammar.lark` declares as words (its EVERY is ALL before a bracket)."""

BEFORE_BRACE = frozenset({"EXISTS", "COUNT", "COLLECT"})
"""Keywords only where a "{" follows; functions or names else."""

BEFORE_PARENTHESIS = frozenset({"EVERY", "NONE", "SINGLE", "REDUCE", "SHORTESTPATH", "ALLSHORTESTPATHS"})
"""Keywords only where a "(" follows; names else."""

_WRITING = ("CREATE", "MERGE", "SET", "DELETE", "DETACH", "NODETACH", "REMOVE", "FOREACH", "INSERT")
_ADMINISTERING = (
    "DROP", "ALTER", "RENAME", "GRANT", "DENY", "REVOKE", "START", "STOP", "ENABLE", "DRYRUN", "DEALLOCATE",
    "REALLOCATE", "SHOW", "TERMINATE", "KILL", "COPY", "RECREATE",
)  # fmt: skip
_LOADING = ("LOAD", "CSV", "HEADERS", "FIELDTERMINATOR", "PERIODIC")
_PREFIXES = ("EXPLAIN", "PROFILE", "CYPHER", "USING")
_WRITES = "it writes, and a plan only reads"
_ADMINISTERS = "it administers the server, and a plan only reads the graph"
_ELSEWHERE = "it reads files and addresses, and a plan reads the graph alone"
_ALONE = "Motif itself decides how a statement is run"

FORBIDDEN: Mapping[str, str] = {
    **dict.fromkeys(_WRITING, _WRITES),
    **dict.fromkeys(_ADMINISTERING, _ADMINISTERS),
    **dict.fromkeys(_LOADING, _ELSEWHERE),
    **dict.fromkeys(_PREFIXES, _ALONE),
    "USE": "it goes to another graph, and a plan reads its own",
    "TRANSACTIONS": "transactions are opened to write, and a plan only reads",
    "CONCURRENT": "transactions are opened to write, and a plan only reads",
    "FINISH": "a plan has to return something",
    "SEARCH": "a step 'vector_search' says it in a way that every server has",
    "LET": "a plan's Cypher is to be taken by every server; WITH says it",
    "FILTER": "a plan's Cypher is to be taken by every server; WITH … WHERE says it",
    "NEXT": "a plan's Cypher is to be taken by every server; WITH says it",
}
"""Words that begin what is never taken, and why."""

RESERVED = (
    KEYWORDS | frozenset(FORBIDDEN) | frozenset({"EVERY", "ON", "FROM", "FOR", "TO", "OF", "NAN", "INF"})
)
"""Words that a name is put into backticks for, so that it cannot be read as anything else."""
