"""Triples of names as records: one node per name, the relation as the relationship's type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from motif_loaders.records import Key, NodeRecord, Record, RelationshipRecord


def records_of_triples(
    triples: Iterable[tuple[str, str, str]], *, label: str = "Entity", property: str = "name"
) -> Iterator[Record]:
    """Each name's node at its first mention, each triple's relationship after its ends.

    >>> [type(record).__name__ for record in records_of_triples([("Heat", "directed_by", "Michael Mann")])]
    ['NodeRecord', 'NodeRecord', 'RelationshipRecord']
    """
    keys: dict[str, Key] = {}
    for head, relation, tail in triples:
        for name in (head, tail):
            if name not in keys:
                keys[name] = Key(label, property, name)
                yield NodeRecord(keys[name])
        yield RelationshipRecord(keys[head], relation, keys[tail])
