"""Groups of things that share few names: "the most common port", of thousands of nodes for port 80."""

from __future__ import annotations

import dataclasses

from motif.graphs.meaning import Aggregate, Selection, Value
from motif.planners.meaning.vocabulary import Vocabulary

SEEN = 2000
"""Nodes of a label whose names are looked at, evenly spread."""

LEAST = 20
"""Nodes of a label from which on it is told whether they share names."""


def by_names(vocabulary: Vocabulary, selection: Selection) -> Selection:
    """The selection, in which what is counted for things of a label that share few names is counted for each name."""
    made = [one.value for one in selection.columns] + [one.by for one in selection.order]
    if not any(isinstance(one, Aggregate) for one in made):
        return selection
    shared = {
        place.key: name
        for place in selection.place.bound()
        if not place.names and place.label is not None and (name := shared_name(vocabulary, place.label))
    }

    def named(value: Value) -> Value:
        is_node = value.property is None and value.place in shared
        return dataclasses.replace(value, property=shared[value.place]) if is_node else value

    columns = tuple(
        dataclasses.replace(one, value=named(one.value)) if isinstance(one.value, Value) else one
        for one in selection.columns
    )
    order = tuple(
        dataclasses.replace(one, by=named(one.by)) if isinstance(one.by, Value) else one
        for one in selection.order
    )
    per = named(selection.per) if selection.per is not None else None
    return dataclasses.replace(selection, columns=columns, order=order, per=per)


def shared_name(vocabulary: Vocabulary, label: str) -> str | None:
    """The property that names the nodes of a label, where at most half as many names as nodes are seen; else None."""
    name, rows = vocabulary.naming(label), vocabulary.labelled(label)
    if not name or len(rows) < LEAST:
        return None
    seen = rows[:: max(len(rows) // SEEN, 1)]
    names = vocabulary.projection.nodes.names
    return name if 2 * len({names[int(row)] for row in seen}) <= len(seen) else None
