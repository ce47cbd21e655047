"""What is drawn of a piece of evidence: distinct nodes, relationships between them, and what each stands for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from motif.graphs.evidence import Evidence, Node, Relationship

MOST_NODES = 200
"""More than these cannot be told apart on a page; what is left out is counted under the picture."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Nodes and relationships to draw, both ends of each relationship among the nodes.

    Attributes
    ----------
    ends
        For each relationship the places of its source and target in ``nodes``.
    answers
        Ids of the nodes and relationships that answer the question.
    unknowns
        Id of a node or relationship to the unknowns it stands for, without their sign.
    values
        Answers that are plain values: numbers, dates, properties.
    left_out
        Nodes of the evidence that are not drawn.
    """

    nodes: tuple[Node, ...]
    relationships: tuple[Relationship, ...]
    ends: tuple[tuple[int, int], ...]
    answers: frozenset[str]
    unknowns: Mapping[str, tuple[str, ...]]
    values: tuple[Any, ...]
    left_out: int


def scene_of(piece: Evidence, most: int = MOST_NODES) -> Scene:
    """What to draw of ``piece``: its first ``most`` nodes, answers before all others.

    >>> mann, heat = Node("1", "Mann"), Node("2", "Heat")
    >>> scene = scene_of(Evidence(1.0, (mann, heat), (Relationship("7", "1", "DIRECTED", "2"),), answers=(heat, 3)))
    >>> scene.ends, sorted(scene.answers), scene.values
    (((0, 1),), ['2'], (3,))
    """
    nodes = whole_nodes(piece)
    answers = answer_ids(piece)
    kept = nodes
    if len(nodes) > most:
        first = [node.id for node in nodes if node.id in answers] + [node.id for node in nodes]
        chosen = set(list(dict.fromkeys(first))[:most])
        kept = [node for node in nodes if node.id in chosen]
    place = {node.id: row for row, node in enumerate(kept)}
    drawn = [one for one in piece.relationships if one.source in place and one.target in place]
    return Scene(
        tuple(kept),
        tuple(drawn),
        tuple((place[one.source], place[one.target]) for one in drawn),
        answers,
        unknowns_by_id(piece),
        tuple(value for value in piece.answers if not isinstance(value, (Node, Relationship))),
        len(nodes) - len(kept),
    )


def whole_nodes(piece: Evidence) -> list[Node]:
    """The piece's nodes, those among its answers, and the ends of its relationships that it does not name."""
    by_id = {node.id: node for node in (*piece.nodes, *_nodes_among(piece.answers))}
    for one in piece.relationships:
        for end in (one.source, one.target):
            by_id.setdefault(end, Node(end, end))
    return list(by_id.values())


def answer_ids(piece: Evidence) -> frozenset[str]:
    """Ids of the nodes and relationships among the answers."""
    return frozenset(one.id for one in piece.answers if isinstance(one, (Node, Relationship)))


def unknowns_by_id(piece: Evidence) -> dict[str, tuple[str, ...]]:
    """Id of what is bound to the unknowns that stand for it."""
    unknowns: dict[str, tuple[str, ...]] = {}
    for name, bound in piece.bindings.items():
        if isinstance(bound, (Node, Relationship)):
            unknowns[bound.id] = (*unknowns.get(bound.id, ()), name)
    return unknowns


def _nodes_among(values: Iterable[Any]) -> list[Node]:
    return [value for value in values if isinstance(value, Node)]
