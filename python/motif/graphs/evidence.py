"""What a retrieval returns: pieces of evidence, ranked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the graph: Neo4j's element id (the name without a database), name, labels."""

    id: str
    name: str
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Relationship:
    """A relationship of the graph; ``source`` and ``target`` are ids of nodes, ``relation`` its text."""

    id: str
    source: str
    type: str
    target: str
    relation: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One match, trace, community, or chunk of an expansion.

    Attributes
    ----------
    score
        Higher is better; for ``search`` minus the Graph Semantic Distance.
    nodes, relationships
        Distinct, in pattern order.
    bindings
        Unknown (without its sign) to the node or relationship it stands for.
    answers
        What is bound to the unknown that the question asks for; empty when there is more than one unknown and
        none was named. A plain value where the question asks for a number of answers or for a property.
    text
        One ``head | relation | tail`` line per relationship, or the chunk's text.
    """

    score: float
    nodes: tuple[Node, ...]
    relationships: tuple[Relationship, ...]
    bindings: Mapping[str, Node | Relationship] = field(default_factory=dict)
    answers: tuple[Any, ...] = ()
    text: str = ""
    method: str = ""
    complete: bool = True
    metadata: Mapping[str, Any] = field(default_factory=dict)


class Results(list[Evidence]):
    """Ranked evidence; ``complete`` is False when the search was cut short, ``metadata`` says how it went."""

    def __init__(
        self,
        evidence: Iterable[Evidence] = (),
        *,
        complete: bool = True,
        metadata: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(evidence)
        self.complete = complete
        self.metadata = dict(metadata or {})
