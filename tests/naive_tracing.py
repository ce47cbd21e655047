"""The slow, obvious twin of structure tracing: STEM's algorithms 1 and 2 in plain loops, their errors corrected.

Corrected: each triple of the schema graph is traced once (the paper skips the last one only, and walks round cycles);
no relationship is taken twice in one trace, where the paper's two searches share one list; a place is bound once.
``consistent=False`` takes the last of these back.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from naive import Triple

UNITS = 2**24
"""Scores are whole numbers of 2**-24, so that sums are exact."""


class Trace(NamedTuple):
    """In the order of the results: compare two as tuples. ``taken`` is by order of tracing, the rest by triple."""

    missing: int
    minus_score: int
    anchor: int
    taken: tuple[int, ...]
    nodes: tuple[int, ...]
    relationships: tuple[int, ...]


class Walk(NamedTuple):
    """What a trace is so far: rows by place, relationships by schema triple, those in order, places to go on from."""

    nodes: dict[int, int]
    relationships: dict[int, int]
    tried: frozenset[int]
    agenda: tuple[int, ...]
    score: int


class Task(NamedTuple):
    """All that a trace depends on; ``cosine(edge, row)`` is in units, ``guided`` None without a guidance graph."""

    graph: list[Triple]
    query: Any
    options: Any
    cosine: Callable[[int, int], int]
    guided: Any = None


def trace(task: Task) -> list[Trace]:
    """Every distinct trace, best first, whatever the limit."""
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], Trace] = {}
    for number, anchor in enumerate(task.query.anchors):
        start = Walk(
            {anchor.place: anchor.row}, {}, frozenset(), (anchor.place,), round(anchor.score * UNITS)
        )
        for walk in walks(task, start):
            if walk.relationships:
                one = as_trace(task, walk, number)
                key = (one.nodes, one.relationships)
                found[key] = min(one, found.get(key, one))
    return sorted(found.values())


def walks(task: Task, walk: Walk) -> Iterator[Walk]:
    """Every way to finish ``walk``: go on from the place entered last, by its first triple that was not tried."""
    if not walk.agenda:
        yield walk
        return
    place = walk.agenda[-1]
    edge = next((e for e in incident(task.query, place) if e not in walk.tried), None)
    if edge is None:
        yield from walks(task, walk._replace(agenda=walk.agenda[:-1]))
        return
    walk = walk._replace(tried=walk.tried | {edge})
    head, tail = (int(end) for end in task.query.edges[edge])
    other = tail if place == head else head
    chosen = choose(task, edge, walk, walk.nodes[place], other)
    for row, end in chosen:
        yield from walks(
            task,
            Walk(
                {**walk.nodes, other: end},
                {**walk.relationships, edge: row},
                walk.tried,
                (*walk.agenda, other),
                walk.score + t_score(task, edge, row),
            ),
        )
    if not chosen:
        yield from walks(task, walk)


def incident(query: Any, place: int) -> list[int]:
    """The schema triples at ``place``, in order."""
    return [edge for edge, ends in enumerate(query.edges.tolist()) if place in ends]


def admissible(task: Task, walk: Walk, edge: int, near: int, other: int) -> list[tuple[int, int]]:
    """The relationships at row ``near`` that may stand for ``edge``, each with the row at its other end."""
    result = []
    for row, (source, _, target) in enumerate(task.graph):
        if near not in (source, target) or row in walk.relationships.values():
            continue
        end = target if near == source else source
        if not is_allowed(task.query.relationship_masks, edge, row):
            continue
        if not is_allowed(task.query.node_masks, other, end):
            continue
        known = task.query.known[other]
        if task.options.consistent and other in walk.nodes:
            if end != walk.nodes[other]:
                continue
        elif task.options.consistent and known is not None and end not in known.tolist():
            continue
        result.append((row, end))
    return result


def is_allowed(masks: Any, part: int, row: int) -> bool:
    """Whether the mask of a place or a schema triple, if it has one, lets ``row`` through."""
    return not masks or masks[part] is None or bool(masks[part][row])


def choose(task: Task, edge: int, walk: Walk, near: int, other: int) -> list[tuple[int, int]]:
    """Precision: the best of what may stand. Breadth: what reaches the threshold, perhaps the best in any case, and
    perhaps what is of the relation and direction of the best of all, taken or not."""
    rows = admissible(task, walk, edge, near, other)
    best = sorted(rows, key=lambda pair: (-t_score(task, edge, pair[0]), pair[0]))[:1]
    if not task.options.breadth:
        return best
    score = similarity if task.options.before_bias else t_score
    reaching = [pair for pair in rows if score(task, edge, pair[0]) / UNITS >= task.options.threshold]
    if task.options.siblings:
        everything = admissible(task, walk._replace(relationships={}), edge, near, other)
        reaching += [
            pair for pair in siblings(task, edge, near, everything) if pair in rows and pair not in reaching
        ]
    keeps = task.options.keep_best or task.options.siblings
    return reaching + [pair for pair in best if keeps and pair not in reaching]


def siblings(task: Task, edge: int, near: int, rows: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those of ``rows`` that are of the best one's relation and leave ``near`` as it does, or enter it."""

    def kind(row: int) -> tuple[Any, bool]:
        return task.graph[row].relation, task.graph[row].source == near

    best = min((-t_score(task, edge, row), row) for row, _ in rows)[1] if rows else -1
    return [pair for pair in rows if kind(pair[0]) == kind(best)]


def similarity(task: Task, edge: int, row: int) -> int:
    """The cosine, or its mean with how like the relations are."""
    alone, weight = task.cosine(edge, row), task.options.relation_weight
    if task.query.relation_scores is None or weight == 0:
        return alone
    score = float(task.query.relation_scores[edge][task.graph[row].relation])
    return alone if math.isnan(score) else round((alone + weight * round(score * UNITS)) / (1 + weight))


def t_score(task: Task, edge: int, row: int) -> int:
    """Equation 12: similarity, plus the bias within the guidance graph."""
    source, _, target = task.graph[row]
    share = 0.0 if task.guided is None else float(min(task.guided[source], task.guided[target]))
    return similarity(task, edge, row) + round(round(task.options.triple_bias * UNITS) * share)


def as_trace(task: Task, walk: Walk, anchor: int) -> Trace:
    places, edges = range(len(task.query.known)), range(len(task.query.edges))
    return Trace(
        missing=-len(walk.relationships),
        minus_score=-walk.score,
        anchor=anchor,
        taken=tuple(walk.relationships.values()),
        nodes=tuple(walk.nodes.get(place, -1) for place in places),
        relationships=tuple(walk.relationships.get(edge, -1) for edge in edges),
    )
