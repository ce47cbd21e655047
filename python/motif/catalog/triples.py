"""A projection of triples, without a database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from motif.catalog.ordering import adjacency, sorted_rows
from motif.errors import InvalidInput
from motif.graphs.projection import NodeTable, Projection, RelationshipTable
from motif.graphs.sources import Sources
from motif.graphs.strings import StringTable


def from_triples(
    triples: Iterable[Sequence[str]],
    labels: Mapping[str, str | Sequence[str]] | None = None,
    *,
    name: str = "triples",
) -> Projection:
    """The projection of ``(head, relation, tail)`` triples; a node's element id is its name.

    Nodes are in the order in which they first occur; the same triple twice makes two parallel relationships.

    Parameters
    ----------
    labels
        Label or labels by node; nodes that no triple mentions are added. None: no node has a label.

    Raises `InvalidInput` for a triple that is not three strings with text.

    >>> graph = from_triples([("Heat", "directed by", "Mann")], {"Heat": "Film"})
    >>> graph.nodes.element_id(0), graph.nodes.labels(0), graph.relationships.relations
    ('Heat', ('Film',), ('directed by',))
    """
    rows: dict[str, int] = {}
    texts: dict[str, int] = {}
    heads, relations, tails = [], [], []
    for number, triple in enumerate(triples):
        head, relation, tail = _checked(triple, number)
        heads.append(rows.setdefault(head, len(rows)))
        relations.append(texts.setdefault(relation, len(texts)))
        tails.append(rows.setdefault(tail, len(rows)))
    for node in labels or ():
        rows.setdefault(node, len(rows))
    sorted_texts = sorted(texts)
    recode = np.empty(len(texts), dtype=np.int32)
    recode[[texts[text] for text in sorted_texts]] = np.arange(len(texts), dtype=np.int32)
    source, target = np.array(heads, dtype=np.int32), np.array(tails, dtype=np.int32)
    relation_codes = recode[relations] if relations else np.empty(0, np.int32)
    order = sorted_rows(source, target, relation_codes, (len(rows), len(texts)))
    source, target, relation_codes = source[order], target[order], relation_codes[order]
    outgoing, incoming = adjacency(source, target, len(rows))
    links = RelationshipTable(
        ids=np.arange(len(order), dtype=np.int64),
        id_prefix=None,
        sources=Sources(outgoing.indptr),
        target=target,
        relation=relation_codes,
        relations=tuple(sorted_texts),
        type=relation_codes,
        types=tuple(sorted_texts),
    )
    return Projection(name, "", 1, _node_table(list(rows), labels or {}), links, outgoing, incoming)


def _checked(triple: Sequence[str], number: int) -> tuple[str, str, str]:
    # Tuples and lists first: whether something else is a sequence takes longer to find out than all else here.
    is_sequence = isinstance(triple, (tuple, list)) or (
        isinstance(triple, Sequence) and not isinstance(triple, str)
    )
    if is_sequence and len(triple) == 3:
        head, relation, tail = triple
        are_texts = isinstance(head, str) and isinstance(relation, str) and isinstance(tail, str)
        if are_texts and head and relation and tail:
            return head, relation, tail
    raise InvalidInput(
        f"Triple {number} is {str(triple)[:120]!r}; it must be three strings: head, relation, tail."
    )


def _node_table(names: list[str], labels: Mapping[str, str | Sequence[str]]) -> NodeTable:
    sets = [_labels(labels.get(name, ())) for name in names]
    label_sets = tuple(sorted(set(sets)))
    numbers = {labels_of: number for number, labels_of in enumerate(label_sets)}
    return NodeTable(
        ids=np.arange(len(names), dtype=np.int64),
        id_prefix=None,
        names=StringTable.from_strings(names),
        name_property=np.full(len(names), -1, dtype=np.int32),
        name_properties=(),
        label_set=np.array([numbers[entry] for entry in sets], dtype=np.int32),
        label_sets=label_sets,
    )


def _labels(value: str | Sequence[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(sorted(set(value)))
