"""Patterns: small query graphs, read from triples in four spellings.

``methods.md`` calls them pattern graphs. A part is a name, an unknown (``?film``, ``UNKNOWN film 1`` of SimGRAG,
``UNK`` or ``UNK 2`` of SG-RAG, ``[ENT1]`` of STEM), None (an unknown that stands for itself), a node of an earlier
result, or a mapping ``{"unknown" | "name" | "id", "label", "filter"}``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from motif.errors import InvalidPattern
from motif.graphs.evidence import Node, Relationship

MAXIMUM_EDGES = 128
"""Triples of a pattern at most: what exact matching takes. A search takes 32."""

_QUESTION = re.compile(r"\?(\S.*)?")
_SIMGRAG = re.compile(r"UNKNOWN(?:\s+(?P<type>.*?))??(?:\s+(?P<number>\d+|[A-Za-z]))?")
_SGRAG = re.compile(r"UNK(?:\s+(?P<number>\S+))?")
_STEM = re.compile(r"\[(ENT\d+)\]")
_KEYS = ("unknown", "name", "id", "label", "filter")


@dataclass(frozen=True, slots=True)
class PatternNode:
    """A node of a pattern: known by ``name`` or by ``id``, else unknown.

    ``unknown`` is the spelling without its sign ("film" for ``?film``), None for a known node and "" for an
    anonymous unknown. ``type`` is the text that describes an unknown's type, matched against the nearest labels;
    ``label`` is a label that must be carried exactly; ``filter`` is in neo4j-graphrag's syntax.
    """

    name: str | None = None
    id: str | None = None
    unknown: str | None = None
    type: str | None = None
    label: str | None = None
    filter: Mapping[str, Any] | None = None

    @property
    def is_known(self) -> bool:
        return self.unknown is None


@dataclass(frozen=True, slots=True)
class PatternEdge:
    """An edge of a pattern between nodes ``head`` and ``tail`` (their places in `Pattern.nodes`).

    ``relation`` is the relation's text, None when unknown; ``unknown`` names an unknown relation, "" when it is
    anonymous.
    """

    head: int
    relation: str | None
    tail: int
    unknown: str | None = None
    filter: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Pattern:
    """A small query graph; nodes stand in the order of their first mention."""

    nodes: tuple[PatternNode, ...]
    edges: tuple[PatternEdge, ...]

    @property
    def unknowns(self) -> tuple[str, ...]:
        """Names of the unknown nodes and relations that have one, in pattern order."""
        names = [node.unknown for node in self.nodes] + [edge.unknown for edge in self.edges]
        return tuple(dict.fromkeys(name for name in names if name))


def parse_pattern(triples: Iterable[Sequence[Any]]) -> Pattern:
    """The pattern that ``triples`` describe.

    Equal names are one node, equal spellings one unknown node (a bare ``UNK`` twice is one); None is a new node each
    time, and each unknown relation stands for itself.

    Raises `InvalidPattern`, naming the triple: no triple, more than 32, a triple without three parts, a part that
    cannot be read, a node that is given two labels.

    >>> pattern = parse_pattern([("?film", "directed_by", "Michael Mann"), ("?film", "release_year", "?year")])
    >>> [node.name or node.unknown for node in pattern.nodes], pattern.unknowns
    (['film', 'Michael Mann', 'year'], ('film', 'year'))
    """
    if isinstance(triples, Pattern):
        return triples
    if isinstance(triples, (str, bytes, Mapping)) or not isinstance(triples, Iterable):
        raise InvalidPattern(
            f"A pattern is a list of triples (head, relation, tail), not {_show(triples)}.",
            hint='For example [["?film", "directed_by", "Michael Mann"]].',
        )
    rows = list(triples)
    if not rows:
        raise InvalidPattern("The pattern is empty; give at least one triple (head, relation, tail).")
    if len(rows) > MAXIMUM_EDGES:
        raise InvalidPattern(f"The pattern has {len(rows)} triples; at most {MAXIMUM_EDGES} are allowed.")
    builder = _Builder()
    for number, row in enumerate(rows, start=1):
        builder.add(number, row)
    return Pattern(tuple(builder.nodes), tuple(builder.edges))


def parse_part(part: Any) -> PatternNode:
    """One node part by itself, as in a triple. Raises `InvalidPattern`.

    >>> parse_part({"unknown": "film", "label": "Movie"}).label, parse_part("Heat").name
    ('Movie', 'Heat')
    """
    return _node(part, "The part")


class _Builder:
    """Nodes and edges gathered so far; the same key is the same node."""

    def __init__(self) -> None:
        self.nodes: list[PatternNode] = []
        self.edges: list[PatternEdge] = []
        self._places: dict[tuple[str, str], int] = {}

    def add(self, number: int, row: Any) -> None:
        if isinstance(row, (str, bytes, Mapping)) or not isinstance(row, Sequence) or len(row) != 3:
            raise InvalidPattern(
                f"Triple {number} must have three parts (head, relation, tail), not {_show(row)}."
            )
        where = f"Triple {number} {_show(row)}"
        head = self._place(_node(row[0], f"{where}: its head"), where)
        relation, unknown, filters = _relation(row[1], f"{where}: its relation")
        tail = self._place(_node(row[2], f"{where}: its tail"), where)
        self.edges.append(PatternEdge(head, relation, tail, unknown, filters))

    def _place(self, node: PatternNode, where: str) -> int:
        key = _key(node)
        if key is None or key not in self._places:
            self.nodes.append(node)
            if key is not None:
                self._places[key] = len(self.nodes) - 1
            return len(self.nodes) - 1
        place = self._places[key]
        self.nodes[place] = _merged(self.nodes[place], node, where)
        return place


def _key(node: PatternNode) -> tuple[str, str] | None:
    if node.id is not None:
        return ("id", node.id)
    if node.name is not None:
        return ("name", node.name)
    return ("unknown", node.unknown) if node.unknown else None


def _merged(first: PatternNode, second: PatternNode, where: str) -> PatternNode:
    for attribute in ("type", "label", "filter"):
        one, other = getattr(first, attribute), getattr(second, attribute)
        if one is not None and other is not None and one != other:
            raise InvalidPattern(
                f"{where} gives {_title(first)} the {attribute} {other!r}, an earlier one {one!r}."
            )
    return PatternNode(
        name=first.name,
        id=first.id,
        unknown=first.unknown,
        type=first.type if first.type is not None else second.type,
        label=first.label if first.label is not None else second.label,
        filter=first.filter if first.filter is not None else second.filter,
    )


def _title(node: PatternNode) -> str:
    return repr(node.name or node.id or f"?{node.unknown}")


def _unknown(text: str) -> tuple[str, str | None] | None:
    """(name, type) when ``text`` is one of the four spellings of an unknown, else None."""
    if match := _QUESTION.fullmatch(text):
        return (match[1] or "", None)
    if match := _STEM.fullmatch(text):
        return (match[1], None)
    if _SGRAG.fullmatch(text):
        return (text, None)
    if match := _SIMGRAG.fullmatch(text):
        return (text, match["type"] or None)
    return None


def _node(part: Any, where: str) -> PatternNode:
    if part is None:
        return PatternNode(unknown="")
    if isinstance(part, Node):
        return PatternNode(id=part.id, name=part.name)
    if isinstance(part, str):
        _require_text(part, where)
        found = _unknown(part.strip())
        return PatternNode(name=part) if found is None else PatternNode(unknown=found[0], type=found[1])
    if isinstance(part, Mapping):
        return _node_of_mapping(part, where)
    raise InvalidPattern(
        f"{where} is {_show(part)}, of type {type(part).__name__}; it must be a name, an unknown such as '?film', "
        "None, a node or a mapping."
    )


def _node_of_mapping(part: Mapping[str, Any], where: str) -> PatternNode:
    _check_keys(part, _KEYS, where)
    if sum(key in part for key in ("unknown", "name", "id")) > 1 and "unknown" in part:
        raise InvalidPattern(
            f"{where} {_show(part)} is both unknown and known; give one of unknown, name and id."
        )
    label, filters = part.get("label"), part.get("filter")
    for key in ("name", "id", "label"):
        if part.get(key) is not None and not isinstance(part[key], str):
            raise InvalidPattern(f"{where} has a {key} that is not text: {_show(part[key])}.")
    if filters is not None and not isinstance(filters, Mapping):
        raise InvalidPattern(f"{where} has a filter that is not a mapping: {_show(filters)}.")
    if "name" in part or "id" in part:
        if part.get("name") is None and part.get("id") is None:
            raise InvalidPattern(
                f"{where} has null for its name or id; give its text, or leave it out for something unknown."
            )
        return PatternNode(name=part.get("name"), id=part.get("id"), label=label, filter=filters)
    text = part.get("unknown")
    if text is None:
        return PatternNode(unknown="", label=label, filter=filters)
    if not isinstance(text, str):
        raise InvalidPattern(f"{where} has an unknown that is not text: {_show(text)}.")
    found = _unknown(text.strip())
    name, kind = (text.strip(), None) if found is None else found
    return PatternNode(unknown=name, type=kind, label=label, filter=filters)


def _relation(part: Any, where: str) -> tuple[str | None, str | None, Mapping[str, Any] | None]:
    """(text, unknown, filter) of a relation."""
    if part is None:
        return None, "", None
    if isinstance(part, Relationship):
        return part.relation or part.type, None, None
    if isinstance(part, str):
        _require_text(part, where)
        found = _unknown(part.strip())
        return (part, None, None) if found is None else (None, found[0], None)
    if isinstance(part, Mapping):
        _check_keys(part, ("unknown", "name", "filter"), where)
        if "name" in part:
            if not isinstance(part["name"], str):
                raise InvalidPattern(f"{where} has a name that is not text: {_show(part['name'])}.")
            return part["name"], None, part.get("filter")
        found = _unknown(str(part.get("unknown") or "?").strip())
        return None, str(part["unknown"]) if found is None else found[0], part.get("filter")
    raise InvalidPattern(
        f"{where} is {_show(part)}, of type {type(part).__name__}; it must be a relation's name, an unknown such as "
        "'?how', None or a mapping."
    )


def _require_text(part: str, where: str) -> None:
    if not part.strip():
        raise InvalidPattern(f"{where} is empty; write None (null in Cypher) for something unknown.")


def _check_keys(part: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    for key in part:
        if key not in known:
            raise InvalidPattern(f"{where} has an unknown key {key!r}; known are {', '.join(known)}.")


def _show(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 120 else f"{text[:117]}..."
