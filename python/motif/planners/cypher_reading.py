"""Reads the Cypher of an example as a plan: paths of MATCH, names in maps or WHERE, and what is returned.

Not a parser of Cypher: what it cannot read as a pattern of names and unknowns it refuses.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field

from motif.errors import InvalidInput
from motif.graphs.plan import Plan

_VALUE = r"""(?:'(?P<one>[^']*)'|"(?P<two>[^"]*)")"""
_NODE = re.compile(
    r"\(\s*(?P<variable>\w*)\s*(?P<labels>(?::\s*`?[^\s`:(){}]+`?\s*)*)(?P<map>\{[^{}]*\})?\s*\)"
)
_LINK = re.compile(
    r"\s*(?P<left><?)-\s*\[\s*\w*\s*:\s*(?:`(?P<quoted>[^`]+)`|(?P<type>\w+))\s*\]\s*-(?P<right>>?)\s*"
)
_ENTRY = re.compile(rf"(?P<property>\w+)\s*:\s*{_VALUE}")
_EQUAL = re.compile(rf"(?P<variable>\w+)\s*\.\s*(?P<property>\w+)\s*=\s*{_VALUE}")
_RETURNED = re.compile(
    r"(?P<count>count\s*\(\s*)?(?:DISTINCT\s+)?(?P<variable>\w+)(?:\s*\.\s*(?P<property>\w+))?\s*\)?(?:\s+AS\s+\w+)?",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"\b(OPTIONAL MATCH|MATCH|WHERE|RETURN|ORDER BY|LIMIT|SKIP|WITH|UNWIND|CALL|UNION)\b", re.IGNORECASE
)
_HINT = "Give the example's pattern instead: triples such as ['?film', 'DIRECTED_BY', 'Michael Mann']."


def read_cypher(text: str, name_properties: Collection[str]) -> Plan:
    """The plan that a query says: ``MATCH (p:Person {name: 'X'})-[:DIRECTED]->(m) RETURN m.title``.

    Parameters
    ----------
    name_properties
        Properties that name a node: returning one is returning the node, and of a node known by several, they name it.

    Raises `InvalidInput` for clauses other than MATCH, WHERE with equations, and RETURN of one variable.

    >>> plan = read_cypher("MATCH (p {name: 'Mann'})-[:DIRECTED]->(m:Movie) RETURN m.released", ["name", "title"])
    >>> plan.pattern, plan.answer, plan.give
    ((('Mann', 'DIRECTED', '?m'),), '?m', 'released')
    """
    reading = _Reading(frozenset(name_properties))
    parts = _CLAUSE.split(text.strip().rstrip(";"))
    if parts[0].strip():
        raise _refused(parts[0])
    for keyword, content in zip(parts[1::2], parts[2::2], strict=True):
        reading.clause(keyword.upper(), content.strip())
    return reading.plan(text)


@dataclass
class _Reading:
    """What was read so far."""

    name_properties: frozenset[str]
    triples: list[tuple[str, str, str]] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    returned: tuple[str, str | None, bool] | None = None

    def clause(self, keyword: str, content: str) -> None:
        if keyword == "MATCH":
            self._match(content)
        elif keyword == "WHERE":
            for condition in re.split(r"\bAND\b", content, flags=re.IGNORECASE):
                equal = _EQUAL.fullmatch(condition.strip())
                if equal is None:
                    raise _refused(condition)
                self._know(equal["variable"], equal["property"], equal["one"] or equal["two"] or "")
        elif keyword == "RETURN":
            found = _RETURNED.fullmatch(re.sub(r"^DISTINCT\s+", "", content, flags=re.IGNORECASE))
            if found is None:
                raise _refused(content)
            self.returned = (found["variable"], found["property"], found["count"] is not None)
        elif keyword != "LIMIT":
            raise _refused(f"{keyword} {content}")

    def plan(self, text: str) -> Plan:
        if self.returned is None or not self.triples:
            raise _refused(text)
        variable, given, is_count = self.returned
        parts = {head for head, _, _ in self.triples} | {tail for _, _, tail in self.triples}
        if variable not in parts:
            raise _refused(f"RETURN {variable}")
        return Plan(
            pattern=tuple((self._part(head), kind, self._part(tail)) for head, kind, tail in self.triples),
            answer=self._part(variable),
            give=None if given in self.name_properties else given,
            count=is_count,
        )

    def _match(self, content: str) -> None:
        """Nodes and relationships in turn; a comma begins another path."""
        place, before, link = 0, None, None
        while place < len(content):
            node = _NODE.match(content, place)
            if node is None:
                raise _refused(content[place:])
            variable = node["variable"] or f"unnamed{len(self.triples)}x{place}"
            for entry in _ENTRY.finditer(node["map"] or ""):
                self._know(variable, entry["property"], entry["one"] or entry["two"] or "")
            if link is not None and before is not None:
                kind = link["quoted"] or link["type"]
                ends = (variable, kind, before) if link["left"] else (before, kind, variable)
                self.triples.append(ends)
            place, before = node.end(), variable
            link = _LINK.match(content, place)
            if link is not None:
                place = link.end()
                continue
            comma = re.compile(r"\s*(,\s*|$)").match(content, place)
            if comma is None:
                raise _refused(content[place:])
            place, before = comma.end(), None

    def _know(self, variable: str, name: str, value: str) -> None:
        if name in self.name_properties or variable not in self.names:
            self.names[variable] = value

    def _part(self, variable: str) -> str:
        return self.names.get(variable, f"?{variable}")


def _refused(part: str) -> InvalidInput:
    return InvalidInput(f"The Cypher of an example cannot be read at {part.strip()[:60]!r}.", hint=_HINT)
