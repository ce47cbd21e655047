"""What a projection can be asked about, from beside its snapshot, or read from its arrays."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

from motif.graphs.projection import Projection
from motif.graphs.spans import span_of
from motif.planners.kept_indexes import nodes_by_label_set
from motif.planners.meaning.multiplicity import Joined, Multiplicity, joined_by_type
from motif.planners.meaning.schema_words import Property, Relation, words_in
from motif.planners.meaning.time_spans import words_of_span
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lexicon import words as listed
from motif.snapshot.kept import EVERYTHING, Built, is_built_whole, kept

Said = dict[str, Any]


def kept_vocabulary(projection: Projection) -> Vocabulary:
    """The vocabulary of a projection; of a snapshot's without a look at each node and relationship but once.

    It is kept under the words that tell moments and times that things last, too: where those change it is read again.
    """
    vocabulary = Vocabulary(projection)
    if not is_built_whole(projection):
        return vocabulary
    _, said = kept(projection, f"schema-{_told_by()}", EVERYTHING, lambda: _put(vocabulary))
    joined = {kind: Joined(*counts) for kind, counts in said["joined"].items()}
    vocabulary.__dict__.update(
        _read(said), _by_set=nodes_by_label_set(projection), multiplicity=Multiplicity(projection, joined)
    )
    return vocabulary


_READ = "4"
"""What is kept, and how kinds are told from values; another number where that changes."""


def _told_by() -> str:
    lists = ("moments", "spanning", "spanning_plainly", "births", "deaths")
    words = " ".join(word for one in lists for word in sorted(listed("spelling", one)))
    return hashlib.blake2b(f"{_READ} {words}".encode(), digest_size=4).hexdigest()


def _put(vocabulary: Vocabulary) -> Built:
    every = vocabulary.relation_properties
    return {}, {
        "counts": dict(vocabulary.counts),
        "coded": sorted(vocabulary.coded),
        "joined": joined_by_type(vocabulary.projection),
        "naming": {label: vocabulary.naming(label) for label in vocabulary.counts},
        "relations": [(one.source, one.type, one.target, one.count) for one in vocabulary.relations],
        "properties": [_told(one) for one in vocabulary.properties],
        "relation_properties": [_told(one) for one in every],
        "relation_values": {
            text: [(every.index(one), value) for one, value in found]
            for text, found in vocabulary.relation_values.items()
        },
    }


def _told(one: Property) -> tuple[Any, ...]:
    return one.owner, one.name, one.kind, one.share, one.clock, one.is_text, one.is_early


def _read(said: Said) -> Said:
    """Values of the vocabulary's cached properties."""
    every = tuple(map(_property, said["relation_properties"]))
    return {
        "counts": Counter(said["counts"]),
        "coded": frozenset(said["coded"]),
        "_naming": said["naming"],
        "relations": tuple(
            Relation(source, kind, target, words_in(kind), count)
            for source, kind, target, count in said["relations"]
        ),
        "properties": tuple(map(_property, said["properties"])),
        "relation_properties": every,
        "relation_values": {
            text: [(every[place], value) for place, value in found]
            for text, found in said["relation_values"].items()
        },
    }


def _property(said: tuple[Any, ...]) -> Property:
    owner, name, kind, *rest = said
    span = span_of(name)
    return Property(owner, name, kind, words_in(name if span is None else words_of_span(span)), *rest)
