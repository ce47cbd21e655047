"""How a graph spells its labels, types and properties: told to a model, and used to mend what it writes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from motif.planners.cypher.nearest import did_you_mean, nearest
from motif.planners.cypher.tokens import CypherRefused
from motif.planners.cypher_literals import identifier
from motif.planners.meaning.schema_words import Property
from motif.planners.meaning.time_spans import is_span
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.prompting import as_lines
from motif.planners.schema_facts import NAME

LONGEST = 8_000
"""Characters of a schema that is told to a model."""

_ENDS_TOLD = 4
"""Pairs of labels that are told of one relationship type."""

Ends = tuple[str, str]
"""A label of the source and one of the target; "" for none."""


@dataclass(frozen=True, slots=True)
class Spellings:
    """What may stand in a statement over a graph.

    Attributes
    ----------
    properties
        By label, "" for nodes without one: each property and its kind.
    naming
        By label: the property that nodes are called by.
    ends
        By relationship type: between which labels it leads, most frequent first.
    carried
        By relationship type: its properties and their kinds.
    """

    properties: Mapping[str, Mapping[str, str]]
    naming: Mapping[str, str]
    ends: Mapping[str, tuple[Ends, ...]]
    carried: Mapping[str, Mapping[str, str]]

    def label(self, name: str) -> str:
        """The label that ``name`` is, however it is spelt. Raises `CypherRefused` for none."""
        return _known(name, [label for label in self.properties if label], "label")

    def type(self, name: str) -> str:
        """The relationship type that ``name`` is, however it is spelt. Raises `CypherRefused` for none."""
        return _known(name, self.ends, "relationship type")

    def of_node(self, name: str, label: str | None) -> str | None:
        """The property ``name`` of nodes with that label, or of any; None where they have none spelt so."""
        kinds = [self.properties.get(label, {})] if label is not None else self.properties.values()
        return _spelt(name, {one for of_label in kinds for one in of_label})

    def of_relationship(self, name: str, types: Collection[str]) -> str | None:
        """The property ``name`` of relationships of these types (none: of any); None where they have none spelt so."""
        return _spelt(name, {one for kind in types or self.ends for one in self.carried.get(kind, ())})

    def is_name(self, name: str, label: str | None) -> bool:
        """Whether the property is what nodes with that label are called by."""
        return label is not None and self.naming.get(label) == name

    def leads(self, types: Collection[str], start: str | None, end: str | None) -> bool:
        """Whether a relationship of one of the types leads so; a label of None is any."""
        pairs = (pair for kind in types or self.ends for pair in self.ends.get(kind, ()))
        return any(start in (None, pair[0]) and end in (None, pair[1]) for pair in pairs)

    def text(self) -> str:
        """The schema as a model that knows Cypher reads it, at most `LONGEST` characters."""
        lines = ["Nodes:", *self._node_lines(), "Relationships:", *self._relationship_lines()]
        told, left = [], LONGEST
        for line in lines:
            left -= len(line) + 1
            if left < 0:
                break
            told.append(line)
        return as_lines("\n".join(told))

    def _node_lines(self) -> Iterator[str]:
        for label, kinds in self.properties.items():
            naming = self.naming.get(label)
            first = {naming: NAME} if naming else {}
            told = _map(first | {name: kind for name, kind in kinds.items() if name != naming})
            yield f"({_labelled(label)}{' ' if told else ''}{told})"

    def _relationship_lines(self) -> Iterator[str]:
        for kind, pairs in self.ends.items():
            told = _map(self.carried.get(kind, {}))
            for start, end in pairs[:_ENDS_TOLD]:
                held = f":{identifier(kind)}{' ' if told else ''}{told}"
                yield f"({_labelled(start)})-[{held}]->({_labelled(end)})"


def spellings_of(vocabulary: Vocabulary) -> Spellings:
    """How the graph of ``vocabulary`` spells what it has."""
    labels = sorted(vocabulary.counts)
    properties = _by_owner(vocabulary.properties)
    ends: dict[str, list[Ends]] = {kind: [] for kind in vocabulary.projection.relationships.types}
    for one in vocabulary.relations:
        ends[one.type].append((one.source, one.target))
    return Spellings(
        {label: properties.get(label, {}) for label in labels},
        {label: naming for label in labels if (naming := vocabulary.naming(label))},
        {kind: tuple(pairs) for kind, pairs in ends.items()},
        _by_owner(vocabulary.relation_properties),
    )


def _by_owner(properties: Collection[Property]) -> dict[str, dict[str, str]]:
    """By label or type: names, sorted, and kinds."""
    ordered = sorted((one for one in properties if not is_span(one)), key=lambda one: (one.owner, one.name))
    return {
        owner: {one.name: one.kind for one in of_owner}
        for owner, of_owner in groupby(ordered, key=lambda one: one.owner)
    }


def _labelled(label: str) -> str:
    return f":{identifier(label)}" if label else ""


def _map(kinds: Mapping[str, str]) -> str:
    told = ", ".join(f"{identifier(name)}: {kind}" for name, kind in kinds.items())
    return f"{{{told}}}" if told else ""


def _known(name: str, known: Collection[str], what: str) -> str:
    found = _spelt(name, known)
    if found is None:
        raise CypherRefused(f"The graph has no {what} '{name[:80]}'. {did_you_mean(name, known)}")
    return found


def _spelt(name: str, known: Collection[str]) -> str | None:
    return name if name in known else nearest(name, known)
