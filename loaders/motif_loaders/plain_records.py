"""Documents as plain records: what an empty database gets, and a graph in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from motif_loaders.lexical_graph import ENTITY, FROM_CHUNK, document_key
from motif_loaders.records import Documents, Key, NodeRecord, Record, RelationshipRecord, Step

Merge = Callable[[str, Sequence[str]], str]
"""A name and what chunks say of it, to one description."""


def plain_records(steps: Iterable[Step]) -> Iterator[Record]:
    """The nodes and relationships of all ``steps``, each entity with its merged description at the end.

    >>> from motif_loaders.lexical_graph import document_record
    >>> steps = [Documents({"d": "1f"}, lambda ids: [document_record("d", title="D", kind="text")], lambda n, d: "")]
    >>> [dict(record.properties) for record in plain_records(steps)]
    [{'title': 'D', 'kind': 'text'}, {'contentHash': '1f'}]
    """
    merges: list[Merge] = [lambda name, descriptions: ""]
    return described(_made(steps, merges), lambda name, descriptions: merges[-1](name, descriptions))


def _made(steps: Iterable[Step], merges: list[Merge]) -> Iterator[Record]:
    for step in steps:
        if isinstance(step, (NodeRecord, RelationshipRecord)):
            yield step
        elif isinstance(step, Documents):
            merges.append(step.merge)
            made = set()
            for record in step.records(step.hashes.keys()):
                if isinstance(record, NodeRecord):
                    made.add(record.key)
                yield record
            for identity, digest in step.hashes.items():
                if document_key(identity) in made:
                    yield NodeRecord(document_key(identity), {"contentHash": digest})


def described(records: Iterable[Record], merge: Merge) -> Iterator[Record]:
    """The records, and behind them the entities again, each with what ``merge`` makes of what its chunks say."""
    names: dict[Key, str] = {}
    said: dict[Key, list[str]] = {}
    for record in records:
        yield record
        if isinstance(record, NodeRecord):
            if record.key.label == ENTITY:
                names[record.key] = str(record.properties.get("name", ""))
        elif record.type == FROM_CHUNK and "description" in record.properties:
            said.setdefault(record.source, []).append(str(record.properties["description"]))
    for key, descriptions in said.items():
        if text := merge(names.get(key, ""), descriptions):
            yield NodeRecord(key, {"description": text})
