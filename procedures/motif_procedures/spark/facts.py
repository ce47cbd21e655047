"""What a loader reads, as plain dictionaries: the ground that gold answers are computed on."""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from motif_procedures.spark.forms import Hop

NodeKey = tuple[str, str | int]
"""A node's label and the value of its key property."""


@dataclass(frozen=True)
class Facts:
    """A graph as its loader tells it.

    Attributes
    ----------
    nodes
        Properties by node, ``name`` and the key's among them, in the loader's order.
    key_properties
        The property that tells the nodes of a label apart, by label.
    targets, sources
        Where relationships of a type lead from a node, and come from, in the loader's order.
    """

    nodes: Mapping[NodeKey, Mapping[str, Any]]
    key_properties: Mapping[str, str]
    targets: Mapping[tuple[NodeKey, str], Sequence[NodeKey]]
    sources: Mapping[tuple[NodeKey, str], Sequence[NodeKey]]

    @cached_property
    def labelled(self) -> Mapping[str, Sequence[NodeKey]]:
        """The nodes of each label."""
        found: dict[str, list[NodeKey]] = defaultdict(list)
        for key in self.nodes:
            found[key[0]].append(key)
        return found

    @cached_property
    def places(self) -> Mapping[NodeKey, int]:
        """The place of each node in the loader's order."""
        return {key: place for place, key in enumerate(self.nodes)}

    def in_order(self, keys: Iterable[NodeKey]) -> list[NodeKey]:
        """``keys`` in the loader's order."""
        return sorted(keys, key=self.places.__getitem__)

    @cached_property
    def exact_carriers(self) -> Counter[tuple[str, str]]:
        """How many nodes of a label have a name, written alike."""
        return Counter((key[0], self.name(key)) for key in self.nodes)

    @cached_property
    def carriers(self) -> Counter[str]:
        """How many nodes have a name, written alike but for case and accents."""
        return Counter(folded(self.name(key)) for key in self.nodes)

    def name(self, key: NodeKey) -> str:
        """What a node is called."""
        return str(self.nodes[key]["name"])

    def beside(self, key: NodeKey, hop: Hop) -> list[NodeKey]:
        """The nodes that ``hop`` leads to from a node, distinct."""
        found: list[NodeKey] = []
        if hop.direction != "in":
            found += self.targets.get((key, hop.type), ())
        if hop.direction != "out":
            found += self.sources.get((key, hop.type), ())
        return [other for other in dict.fromkeys(found) if other[0] == hop.label]


def facts_of(records: Iterable[Any]) -> Facts:
    """The facts that a loader's records tell: those with a ``source`` are relationships, the others nodes."""
    nodes: dict[NodeKey, dict[str, Any]] = {}
    key_properties: dict[str, str] = {}
    targets: dict[tuple[NodeKey, str], list[NodeKey]] = defaultdict(list)
    sources: dict[tuple[NodeKey, str], list[NodeKey]] = defaultdict(list)
    for record in records:
        if hasattr(record, "source"):
            one, other = _key(record.source), _key(record.target)
            targets[one, record.type].append(other)
            sources[other, record.type].append(one)
        else:
            key_properties[record.key.label] = record.key.property
            properties = nodes.setdefault(_key(record.key), {record.key.property: record.key.value})
            properties.update(record.properties)
            properties.setdefault("name", record.key.value)
    return Facts(nodes, key_properties, dict(targets), dict(sources))


def folded(name: str) -> str:
    """``name`` without accents and case.

    >>> folded("Curaçao")
    'curacao'
    """
    decomposed = unicodedata.normalize("NFKD", name)
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign)).casefold()


def _key(key: Any) -> NodeKey:
    return key.label, key.value
