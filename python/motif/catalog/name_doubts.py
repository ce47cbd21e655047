"""Labels whose nodes are probably called by something else than their name, told by what a projection holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from motif.catalog.name_properties import DESCRIBED, letters_of, sort_of
from motif.catalog.schema import PropertyFacts
from motif.graphs.projection import Projection

SEEN = 1000
"""Nodes of a label that are looked at."""


@dataclass(frozen=True, slots=True)
class NameDoubt:
    """A label, and what its nodes are called by; ``property`` None where most have no name."""

    label: str
    property: str | None

    def __str__(self) -> str:
        if self.property is None:
            return f"most nodes of '{self.label}' have no name"
        return f"nodes of '{self.label}' are called by '{self.property}', which is seldom a name"


def name_doubts(projection: Projection, request: Mapping[str, Any]) -> tuple[NameDoubt, ...]:
    """The labels in doubt, by name; what ``request``, the arguments of the call, says of names is none.

    >>> from motif.catalog import from_rows
    >>> ports = from_rows([("a", ["Port"], {}), ("b", ["Port"], {})], name_properties=["name"])
    >>> name_doubts(ports, {"configuration": {"nameProperty": "number"}})
    ()
    """
    asked = request.get("configuration", {}).get("nameProperty")
    if asked is not None and not isinstance(asked, Mapping):
        return ()
    labels = sorted({label for labels in projection.nodes.label_sets for label in labels})
    found = (_doubt(projection, label, labels) for label in labels if label not in (asked or ()))
    return tuple(doubt for doubt in found if doubt is not None)


def _doubt(projection: Projection, label: str, labels: Sequence[str]) -> NameDoubt | None:
    nodes = projection.nodes
    sets = [number for number, of_set in enumerate(nodes.label_sets) if label in of_set]
    rows = np.flatnonzero(np.isin(nodes.label_set, sets))[:SEEN]
    names = nodes.names.take(rows)
    if not names:
        return None
    if 2 * sum(not name for name in names) > len(names):
        return NameDoubt(label, None)
    numbers = Counter(nodes.name_property[rows].tolist())
    [(number, _)] = numbers.most_common(1)
    if number < 0:  # called by how its text begins
        return None
    facts = PropertyFacts(("STRING",), 1.0, len(set(names)) / len(names), None, letters_of(names))
    property = nodes.name_properties[number]
    return NameDoubt(label, property) if sort_of(label, property, facts, labels) >= DESCRIBED else None


def option_that_settles(doubt: NameDoubt, graph: str) -> str:
    """The command with the option that settles a doubt.

    >>> option_that_settles(NameDoubt("Zone", "ip"), "net")
    'motif project net --replace --name-property Zone=PROPERTY'
    """
    return f"motif project {graph} --replace --name-property {doubt.label}=PROPERTY"
