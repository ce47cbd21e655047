"""What a graph consists of, told to a language model in few words: kinds of nodes, relations and their ends."""

from __future__ import annotations

import threading
import weakref
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from motif.graphs.distinct import distinct
from motif.graphs.projection import BOOLEAN, FLOAT, INTEGER, MISSING, NodeTable, Projection
from motif.planners.prompting import as_data, as_lines
from motif.planners.protocol import PlanningGraph

MAXIMUM_CHARACTERS = 8000
"""Of a description, about 2,000 tokens."""

NAME_EXAMPLES = 3
_NAME_CHARACTERS = 40
_WORD_CHARACTERS = 80
_ENDS_SHOWN = 3
_SAMPLED = 2_000_000
_SAMPLED_NODES = 1000
_KINDS = {INTEGER: "integer", FLOAT: "number", BOOLEAN: "true or false"}

NAME = "its name"

Ends = tuple[tuple[str, ...], tuple[str, ...]]
"""Labels of the source, labels of the target."""


@dataclass(frozen=True, slots=True)
class SchemaFacts:
    """What is in a graph.

    Attributes
    ----------
    ends
        For each relation, by its place in ``relations``: labels of its two ends, most frequent first.
    counts
        How many relationships each relation has.
    examples
        Names of the two ends of one relationship of each relation.
    properties
        By label: the properties of its nodes with their kinds; `NAME` for what names them.
    names
        By label: a few names. The label "" stands for nodes without one.
    """

    relations: tuple[str, ...]
    ends: tuple[tuple[Ends, ...], ...]
    counts: tuple[int, ...]
    examples: tuple[tuple[str, str], ...]
    properties: Mapping[str, Mapping[str, str]]
    names: Mapping[str, tuple[str, ...]]

    @property
    def all_properties(self) -> tuple[str, ...]:
        """Every property of any node, sorted."""
        return tuple(sorted({name for of_label in self.properties.values() for name in of_label}))


def facts_of(graph: PlanningGraph) -> SchemaFacts:
    """The facts of ``graph``: gathered on first use, kept as long as the graph."""
    with _LOCK:
        facts = _FACTS.get(graph)
        if facts is None:
            facts = _FACTS[graph] = schema_facts(graph.projection)
        return facts


_FACTS: weakref.WeakKeyDictionary[PlanningGraph, SchemaFacts] = weakref.WeakKeyDictionary()
_LOCK = threading.Lock()


def schema_facts(projection: Projection) -> SchemaFacts:
    """The facts of ``projection``; of a graph with more than two million relationships, from a sample of them."""
    ends, counts = _ends(projection)
    rows = _sampled_rows(projection.nodes)
    return SchemaFacts(
        projection.relationships.relations,
        ends,
        counts,
        _examples(projection),
        _properties(projection.nodes, rows),
        _names(projection.nodes, rows),
    )


def schema_text(facts: SchemaFacts, question: str, graph: PlanningGraph) -> str:
    """``facts`` in at most `MAXIMUM_CHARACTERS`; where relations must be left out, those least like ``question``."""
    kinds = _within([_kind_line(facts, label) for label in facts.properties], MAXIMUM_CHARACTERS // 2)
    lines = [_relation_line(facts, place) for place in range(len(facts.relations))]
    left = MAXIMUM_CHARACTERS - sum(map(len, kinds))
    order: Sequence[int] = range(len(lines))
    if sum(map(len, lines)) + len(lines) > left:
        order = _by_meaning(facts, question, graph)
    shown = _within([lines[place] for place in order], left)
    more = [] if len(shown) == len(lines) else [f"and {len(lines) - len(shown)} more"]
    return "\n".join(["Kinds of things:", *kinds, "Relations:", *shown, *more])


def _ends(projection: Projection) -> tuple[tuple[tuple[Ends, ...], ...], tuple[int, ...]]:
    table, nodes = projection.relationships, projection.nodes
    sets = [tuple(labels) for labels in nodes.label_sets]
    step = max(1, len(table) // _SAMPLED)
    width = max(len(sets), 1)
    source, target = (
        nodes.label_set[rows[::step]].astype(np.int64) for rows in (table.sources, table.target)
    )
    keys = (table.relation[::step].astype(np.int64) * width + source) * width + target
    found, counts = np.unique(keys, return_counts=True)
    of_relation: dict[int, list[tuple[int, Ends]]] = defaultdict(list)
    for key, count in zip(found.tolist(), counts.tolist(), strict=True):
        pair, end = divmod(key, width)
        relation, start = divmod(pair, width)
        of_relation[relation].append((count * step, (sets[start], sets[end])))
    ranked = [sorted(of_relation[place], key=lambda pair: -pair[0]) for place in range(len(table.relations))]
    ends = tuple(tuple(pair for _, pair in pairs) for pairs in ranked)
    return ends, tuple(sum(count for count, _ in pairs) for pairs in ranked)


def _sampled_rows(nodes: NodeTable) -> list[NDArray[np.int64]]:
    """For each label set at most `_SAMPLED_NODES` of its nodes, evenly spaced."""
    order = np.argsort(nodes.label_set, kind="stable")
    bounds = np.searchsorted(nodes.label_set[order], np.arange(len(nodes.label_sets) + 1))
    spans = (order[start:end] for start, end in pairwise(bounds.tolist()))
    return [rows[:: -(-len(rows) // _SAMPLED_NODES) or 1] for rows in spans]


def _properties(nodes: NodeTable, rows: list[NDArray[np.int64]]) -> dict[str, dict[str, str]]:
    """By label, and "" for nodes without one: property to kind."""
    found: dict[str, dict[str, str]] = {label: {} for labels in nodes.label_sets for label in labels or ("",)}
    for labels, of_set in zip(nodes.label_sets, rows, strict=True):
        naming = {
            nodes.name_properties[place] for place in distinct(nodes.name_property[of_set]) if place >= 0
        }
        told = dict.fromkeys(sorted(naming), NAME) if nodes.id_prefix is not None else {}
        for name in sorted(set(nodes.properties) - naming):
            kinds = nodes.properties[name].kinds_at(of_set)
            if len(kinds := kinds[kinds != MISSING]):
                told[name] = _KINDS.get(int(np.bincount(kinds).argmax()), "text")
        for label in labels or ("",):
            found[label].update(told)
    return dict(sorted(found.items()))


def _names(nodes: NodeTable, rows: list[NDArray[np.int64]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = defaultdict(list)
    for labels, of_set in zip(nodes.label_sets, rows, strict=True):
        spaced = of_set[:: len(of_set) // (2 * NAME_EXAMPLES) or 1][: 2 * NAME_EXAMPLES]
        for label in labels or ("",):
            found[label] += [name for name in map(nodes.names.__getitem__, spaced.tolist()) if name]
    return {label: tuple(dict.fromkeys(names))[:NAME_EXAMPLES] for label, names in found.items()}


def _examples(projection: Projection) -> tuple[tuple[str, str], ...]:
    table, names = projection.relationships, projection.nodes.names
    found = [("", "")] * len(table.relations)
    for relation, row in zip(*np.unique(table.relation, return_index=True), strict=True):
        found[relation] = names[int(table.sources[row])], names[int(table.target[row])]
    return tuple(found)


def _kind_line(facts: SchemaFacts, label: str) -> str:
    properties = ", ".join(f"{_word(name)} ({kind})" for name, kind in facts.properties[label].items())
    names = ", ".join(map(_name, facts.names.get(label, ())))
    told = [f"properties: {properties}"] if properties else []
    told += [f"such as {names}"] if names else []
    return f"- {_word(label) or 'any'}" + (f": {'; '.join(told)}" if told else "")


def _relation_line(facts: SchemaFacts, place: int) -> str:
    relation = f"- {_word(facts.relations[place])}"
    labelled = [ends for ends in facts.ends[place] if ends[0] or ends[1]][:_ENDS_SHOWN]
    if labelled:
        told = [f"({_word(' '.join(start))}) to ({_word(' '.join(end))})" for start, end in labelled]
        return f"{relation}: {' or '.join(told)}"
    head, tail = facts.examples[place]
    return f"{relation}: such as {_name(head)} to {_name(tail)}" if head and tail else relation


def _name(name: str) -> str:
    return as_data(name[:_NAME_CHARACTERS])


def _word(text: str) -> str:
    """A label, relation or property on one line."""
    return as_lines(" ".join(text.split()))[:_WORD_CHARACTERS]


def _by_meaning(facts: SchemaFacts, question: str, graph: PlanningGraph) -> list[int]:
    """Places of relations, those nearest to the question first; by frequency where texts cannot be encoded."""
    scores = np.array(facts.counts, dtype=np.float64)
    if graph.has_encoder:
        vectors = graph.relation_vectors
        similar = vectors.matrix @ graph.encode(question)
        scores = np.where(vectors.index >= 0, similar[vectors.index], -1.0)
    order: list[int] = np.argsort(-scores, kind="stable").tolist()
    return order


def _within(lines: Sequence[str], characters: int) -> list[str]:
    """The first lines that fit."""
    return list(_fitting(lines, characters))


def _fitting(lines: Sequence[str], characters: int) -> Iterator[str]:
    for line in lines:
        characters -= len(line) + 1
        if characters < 0:
            return
        yield line
