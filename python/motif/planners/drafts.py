"""Drafts: ways to answer a question in terms of rows and relation paths, and the plan that each one is.

A draft is a star: branches that lead from what the question names to the answer, several of which may share their last
steps. Drafts are made over a graph whose property values are nodes (`motif.planners.value_graph`); a plan says the same
of the real graph, with values as conditions (``filter``) or as what is asked for (``give``).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.relation_paths import Path, Step
from motif.graphs.meaning import Omission
from motif.graphs.pattern import parse_part
from motif.graphs.plan import Order, Plan
from motif.graphs.projection import OTHER, Projection
from motif.indexes.names import readable
from motif.planners.protocol import PlanningGraph
from motif.planners.symmetry import is_symmetric

ANSWER = "answer"

SEEN = 200
"""Answers from which what is counted is looked at."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A path from nodes that the question names; ``probability`` as the ranker gives it.

    ``returns``: it leads nowhere but back to where it began, so that these nodes themselves are the answer.
    """

    rows: NDArray[np.int32]
    path: Path
    probability: float
    returns: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """One way to answer.

    Attributes
    ----------
    branches
        At least one, or none: then ``answers`` are the nodes of a label.
    shared
        How many last steps all branches have in common: they meet before these.
    answers : int32, ascending
        Rows, in the graph with values.
    score
        Log of how likely it is, up to a constant.
    counted
        A step from the answers to what is counted of each ("the most films"); None for no such.
    left_out
        What the question names and the draft does not heed.
    """

    branches: tuple[Branch, ...]
    shared: int
    answers: NDArray[np.int32]
    score: float
    counted: Step | None = None
    left_out: tuple[Omission, ...] = ()


@dataclass(frozen=True, slots=True)
class Conditions:
    """What the question says beside names and relations, in terms of the plan's unknowns."""

    filter: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    order: Order | None = None
    count: bool = False
    omissions: tuple[Omission, ...] = ()


@dataclass(frozen=True, slots=True)
class _Place:
    """A node of the star: steps before the answer (0: the answer, -1: counted), and on which branch (-1: shared)."""

    before: int
    branch: int


@dataclass(frozen=True, slots=True)
class Star:
    """A draft as a pattern over the graph with values.

    Attributes
    ----------
    edges
        (source, relation, target), places as keys of ``rows``.
    rows
        Some nodes that each place stands for, int32: all of a known one.
    """

    edges: tuple[tuple[Any, int, Any], ...]
    rows: Mapping[Any, NDArray[np.int32]]
    known: frozenset[Any]
    answer: Any


class Unsayable(Exception):
    """The draft needs what a plan cannot say: two nodes that share a property's value."""


def star_of(draft: Draft, reach: Any) -> Star:
    """The pattern of a draft; ``reach(rows, path)`` gives where a path leads."""
    edges: dict[tuple[Any, int, Any], None] = {}
    rows: dict[Any, NDArray[np.int32]] = {}
    known = set()
    for number, branch in enumerate(draft.branches):
        places = [
            _place(number, len(branch.path) - done, draft.shared) for done in range(len(branch.path) + 1)
        ]
        known.add(places[0])
        rows[places[0]] = branch.rows
        for done, step in enumerate(branch.path):
            here, there = places[done], places[done + 1]
            edges[(here, step.relation, there) if step.forward else (there, step.relation, here)] = None
            if there not in rows:
                rows[there] = reach(branch.rows, branch.path[: done + 1])
    answer = _Place(0, -1)
    rows[answer] = draft.answers
    if draft.counted is not None:
        beyond, step = _Place(-1, -1), draft.counted
        edges[(answer, step.relation, beyond) if step.forward else (beyond, step.relation, answer)] = None
        rows[beyond] = reach(draft.answers[:SEEN], (step,))
    return Star(tuple(edges), rows, frozenset(known), answer)


def _place(branch: int, before: int, shared: int) -> _Place:
    return _Place(before, -1 if before <= shared else branch)


def names_of(star: Star, graph: Projection, n_nodes: int) -> dict[Any, str]:
    """A name for each unknown that is a node of the graph: its commonest label, numbered where there are several."""
    names: dict[Any, str] = {}
    for place in sorted(star.rows, key=lambda one: (abs(one.before), one.branch)):
        if place in star.known or _is_value(star.rows[place], n_nodes):
            continue
        label = label_of(graph, star.rows[place])
        base = readable(label).replace(" ", "_") if label else (ANSWER if place == star.answer else "x")
        taken = names.values()
        names[place] = base if base not in taken else _numbered(base, taken)
    return names


def _numbered(base: str, taken: Collection[str]) -> str:
    return next(name for number in count(2) if (name := f"{base}{number}") not in taken)


def label_of(graph: Projection, rows: NDArray[np.int32]) -> str | None:
    """The label that most of ``rows`` carry; None where there is none."""
    if not len(rows):
        return None
    counts = np.bincount(graph.nodes.label_set[rows[:SEEN]])
    labels = graph.nodes.label_sets[int(np.argmax(counts))]
    return labels[0] if labels else None


def _is_value(rows: NDArray[np.int32], n_nodes: int) -> bool:
    return bool(len(rows)) and int(rows[0]) >= n_nodes


def plan_of(
    draft: Draft, star: Star, names: Mapping[Any, str], graph: PlanningGraph, conditions: Conditions
) -> Plan:
    """The plan that says the same of the graph without value nodes. Raises `Unsayable`."""
    projection = graph.projection
    relations = projection.relationships.relations
    triples, filters, give = [], {key: dict(value) for key, value in conditions.filter.items()}, None
    answer = star.answer
    for source, relation, target in star.edges:
        if relation < len(relations):
            triples.append((source, relations[relation], target))
            continue
        name = graph.values.projection.relationships.relations[relation]
        if target == star.answer:
            give, answer = name, source
        elif target in star.known and source not in star.known:
            filters.setdefault(names[source], {})[name] = _value(
                projection, graph.values.projection, star, target, name
            )
        else:
            raise Unsayable
    part = _parts(star, names, graph)
    used = {place for source, _, target in triples for place in (source, target)}
    lone = answer not in used
    if lone and triples:
        raise Unsayable
    said = {names[place] for place in ({answer} if lone else used) if place in names}
    if filters.keys() - said or (lone and conditions.order is not None and conditions.order.count_of):
        raise Unsayable  # what became a filter cannot be counted
    return Plan(
        pattern=tuple((part(source), relation, part(target)) for source, relation, target in triples),
        answer=_lone(answer, star, names, projection, part) if lone else part(answer),
        give=give,
        count=conditions.count,
        order=conditions.order,
        filter=filters,
        injective=False if any(branch.returns for branch in draft.branches) else "known",
        directed=not any(is_symmetric(relation) for _, relation, _ in triples),
    )


def _lone(answer: Any, star: Star, names: Mapping[Any, str], projection: Projection, part: Any) -> Any:
    """A plan's answer without triples: a name, or an unknown with its label."""
    if answer in star.known:
        return part(answer)
    label = label_of(projection, star.rows[answer])
    return {"unknown": names[answer], **({"label": label} if label else {})}


def _value(projection: Projection, whole: Projection, star: Star, target: Any, name: str) -> Any:
    """A condition that the property equals the value node ``target``, with the value as the graph holds it."""
    value_rows = star.rows[target]
    column = projection.nodes.properties[name]
    code = whole.relationships.relations.index(name, len(projection.relationships.relations))
    for value_row in value_rows.tolist():
        arcs = slice(*whole.incoming.indptr[value_row : value_row + 2].tolist())
        for holder, link in zip(
            whole.incoming.indices[arcs].tolist(), whole.incoming.data[arcs].tolist(), strict=True
        ):
            if int(whole.relationships.relation[link]) == code:
                if column.kind_at(holder) == OTHER:
                    return {"$like": whole.nodes.names[value_row]}
                return column.value(holder)
    raise Unsayable


def _parts(star: Star, names: Mapping[Any, str], graph: PlanningGraph) -> Any:
    def part(place: Any) -> Any:
        return known_part(star.rows[place], graph) if place in star.known else f"?{names[place]}"

    return part


def known_part(rows: NDArray[np.int32], graph: PlanningGraph) -> Any:
    """How a plan names these nodes: by name, with a label where other nodes of that name have none of theirs."""
    nodes = graph.projection.nodes
    row = int(rows[0])
    name = nodes.names[row]
    others = np.setdiff1d(graph.names.equal(name), rows)
    labels = nodes.labels(row)
    part: Any = name if parse_part(name).is_known else {"name": name}
    if not len(others):
        return part
    own = [label for label in labels if not any(label in nodes.labels(other) for other in others.tolist())]
    if own:
        return {"name": name, "label": own[0]}
    return part if nodes.id_prefix is None else {"id": nodes.element_id(row), "name": name}
