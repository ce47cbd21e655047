"""Names that a graph holds in two properties: "Ada Quill" is called Ada, and her surname is Quill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from motif.catalog.name_properties import bare_name
from motif.graphs.meaning import Condition, Span
from motif.indexes.mentions import Occurrence
from motif.planners.meaning.drafts import Spot
from motif.planners.meaning.senses import Sense
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lexicon import words as listed

if TYPE_CHECKING:
    from motif.planners.protocol import PlanningGraph

WHOLE = 0.99
"""How surely the two parts of one node's name, one behind the other, are its name."""

_ROWS = 64
"""Nodes of a name, and owners of a value, that are looked at."""


def whole_names(
    graph: PlanningGraph, vocabulary: Vocabulary, found: Sequence[tuple[int, int, Occurrence]]
) -> Iterator[tuple[int, int, Sense]]:
    """Two parts of a name that stand side by side and that one node has, as one name."""
    begins: dict[int, list[tuple[int, Occurrence]]] = {}
    for first, last, one in found:
        begins.setdefault(first, []).append((last, one))
    for first, last, one in found:
        for end, other in begins.get(last + 1, ()):
            for name, value in ((one, other), (other, one)):
                yield from ((first, end, sense) for sense in _both(graph, vocabulary, name, value))


def _both(
    graph: PlanningGraph, vocabulary: Vocabulary, name: Occurrence, value: Occurrence
) -> Iterator[Sense]:
    n_nodes, nodes, values = graph.projection.n_nodes, graph.projection.nodes, graph.values.projection
    called = set(name.rows[name.rows < n_nodes][:_ROWS].tolist())
    for place in value.rows[value.rows >= n_nodes][:_ROWS].tolist() if called else ():
        held = values.nodes.labels(place)[0]
        rows = called & set(values.incoming.neighbours(place).tolist())
        labels = {
            label for label in vocabulary.labels_of(sorted(rows)) if other_part(vocabulary, label) == held
        }
        if labels:
            texts = tuple(dict.fromkeys(nodes.names[row] for row in sorted(rows)))
            also = ((held, values.nodes.names[place]),)
            yield Sense("name", WHOLE, tuple(sorted(labels)), texts, also=also)


def other_part(vocabulary: Vocabulary, label: str | None) -> str:
    """The property that holds the other part of the name of a label's nodes; "" where they have one name only."""
    if not label:
        return ""
    naming = bare_name(vocabulary.naming(label))
    given, family = listed("words", "given_names"), listed("words", "family_names")
    parts = family if naming in given else given if naming in family else frozenset[str]()
    own = (one.name for one in vocabulary.properties_of(label) if one.kind == "text")
    return next((one for one in own if bare_name(one) in parts and bare_name(one) != naming), "")


def spot_of(sense: Sense, label: str | None, span: Span, at: int) -> Spot:
    """A spot for what a label or a name says."""
    if sense.kind != "name":
        return Spot(label, (), span, at)
    also = tuple(Condition(name, "=", text, span) for name, text in sense.also)
    return Spot(label, sense.texts, span, at, also)
