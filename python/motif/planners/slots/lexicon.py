"""Which words of questions mean which labels, relations and properties of one graph and its schema."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from motif.graphs.graph_schema import GraphSchema, PropertyProfile
from motif.indexes.names import readable
from motif.planners.alignment import vocabulary_of
from motif.planners.english import FUNCTION_WORDS
from motif.planners.protocol import PlanningGraph
from motif.planners.reading.lemmas import stem
from motif.planners.slots.words import Word

LIKE = 0.55
"""Likeness from which on a word means a label or property by itself."""

DESCRIBED = 25
"""Mean characters from which on a property's texts, or names, describe: titles do, names of towns do not."""

_VERBS = ("ed", "ing")
"""Endings of words that are no nouns, as labels are."""


@dataclass(frozen=True, slots=True)
class LabelMention:
    """Words that name a label; ``score`` is 1 for its own words."""

    start: int
    end: int
    label: str
    score: float


class Lexicon:
    """Likenesses of words, each encoded once; all words of a question in one call (`learn`)."""

    def __init__(self, graph: PlanningGraph, schema: GraphSchema) -> None:
        self.graph = graph
        self.schema = schema
        self._vocabulary = vocabulary_of(graph.values)
        self.labels = tuple(label for label in graph.projection.labels if label in schema.labels)
        places = {label: place for place, label in enumerate(self._vocabulary.labels)}
        self._label_places = [places[label] for label in self.labels]
        self._label_stems = {label: _stems(label) for label in self.labels}
        self._known = False
        self._telling: dict[str, tuple[str, ...]] = {}
        self.n_relations = len(graph.projection.relationships.relations)
        self._relation_places = {
            name: place for place, name in reversed([*enumerate(self._vocabulary.relations)])
        }

    def learn(self, words: Sequence[Word]) -> None:
        """Encodes the words in one call; with the first ones those that stand in most questions."""
        self._vocabulary.meanings([*(word.text for word in words), *(() if self._known else FUNCTION_WORDS)])
        self._known = True

    def to_labels(self, word: str) -> NDArray[np.float64]:
        """How like a word is to each of ``labels``."""
        found: NDArray[np.float64] = self._vocabulary.similarity([word], "labels")[0][self._label_places]
        return found

    def to_relations(self, word: str) -> NDArray[np.float64]:
        """How like a word is to each relation, then to each property of the projection; float64 (relations,)."""
        found: NDArray[np.float64] = self._vocabulary.similarity([word], "relations")[0]
        return found

    def to_property(self, word: str, name: str) -> float:
        """How like a word is to a property; 0 to 1."""
        place = self._relation_places.get(name)
        if place is not None:
            return float(self.to_relations(word)[place])
        return max((1.0 if stem(word) == part else 0.0 for part in _stems(name)), default=0.0)

    def properties_like(self, word: str) -> tuple[str | None, float]:
        """The property of the projection nearest to a word, and how near."""
        likeness = self.to_relations(word)[self.n_relations :]
        if not len(likeness):
            return None, 0.0
        best = int(likeness.argmax())
        return self._vocabulary.relations[self.n_relations + best], float(likeness[best])

    def relation_likeness(self, word: str) -> float:
        """How like a word is to the relation nearest to it."""
        return float(self.to_relations(word)[: self.n_relations].max(initial=0.0))

    def is_label(self, text: str) -> bool:
        """Whether a text is a label's own words."""
        return tuple(stem(word) for word in text.split()) in self._label_stems.values()

    def is_said(self, word: str) -> bool:
        """Whether a word means a label, relation or property at all."""
        likeness = float(self.to_relations(word).max(initial=0.0))
        return max(likeness, float(self.to_labels(word).max(initial=0.0))) >= 0.45

    def is_measured(self, word: str) -> bool:
        """Whether a word means a property, or a relation to nodes, that are numbers or times, rather than others."""
        likeness = self.to_relations(word)
        if not len(likeness) or likeness.max() < LIKE:
            return False
        return any(likeness[place] >= likeness.max() - 0.05 for place in self._measured)

    def is_number(self, name: str) -> bool:
        """Whether a property holds numbers."""
        profiles = [one.properties[name] for one in self.schema.labels.values() if name in one.properties]
        return any(kind_of(profile) == "number" for profile in profiles)

    @property
    def has_measures(self) -> bool:
        """Whether anything can be compared with numbers or times."""
        return bool(self._measured)

    @cached_property
    def closed_relations(self) -> frozenset[int]:
        """Numbers of relations that plans may not use: the schema leaves them out, or their ends."""
        table = self.graph.projection.relationships
        types = set(table.types)
        return frozenset(
            number
            for number, name in enumerate(table.relations)
            if name in types and self.schema.relations and not self._is_open(name)
        )

    def _is_open(self, relation: str) -> bool:
        profile = self.schema.relations.get(relation)
        if profile is None or not profile.ends or not self._is_narrowed:
            return profile is not None
        known = {"", *self.schema.labels}
        return any({end.source, end.target} <= known for end in profile.ends)

    @cached_property
    def _is_narrowed(self) -> bool:
        return bool(self.schema.labels) and not set(self.graph.projection.labels) <= set(self.schema.labels)

    def has_row(self, row: int) -> bool:
        """Whether the schema has a label of a node; of every node where it leaves no label out."""
        if not self._is_narrowed or row >= self.graph.projection.n_nodes:
            return True
        labels = self.graph.projection.nodes.labels(row)
        return not labels or not self.schema.labels.keys().isdisjoint(labels)

    @cached_property
    def described_label(self) -> str | None:
        """The label whose nodes texts describe: of those with the longest the one with most nodes; None for none."""
        lengths = {
            label: max(
                (one.length or 0.0 for one in self.schema.labels[label].properties.values()), default=0.0
            )
            for label in self.labels
        }
        longest = max(lengths.values(), default=0.0)
        if longest < DESCRIBED or len(self.labels) < 2:
            return None
        likely = [label for label, length in lengths.items() if length >= longest / 2]
        return max(likely, key=lambda label: self.schema.labels[label].count)

    @cached_property
    def _measured(self) -> list[int]:
        found = []
        for profile in self.schema.labels.values():
            names = [name for name, one in profile.properties.items() if kind_of(one) is not None]
            found += [self._relation_places[name] for name in names if name in self._relation_places]
        for name, relation in self.schema.relations.items():
            if relation.target_names is not None and kind_of(relation.target_names) is not None:
                found.append(self._relation_places[name])
        return found

    def telling_words(self, relation: str) -> tuple[str, ...]:
        """The words of a relation that say more than the labels of its ends: "capital" of HAS_CAPITAL."""
        if relation not in self._telling:
            ends = self.schema.relations[relation].ends if relation in self.schema.relations else ()
            labels = {part for end in ends for label in (end.source, end.target) for part in _stems(label)}
            words = [word for word in readable(relation).split() if word not in FUNCTION_WORDS]
            self._telling[relation] = tuple(word for word in words if stem(word) not in labels)
        return self._telling[relation]

    def joins_alike(self, relation: str) -> bool:
        """Whether a relation joins nodes of one label, so that only words tell its direction."""
        profile = self.schema.relations.get(relation)
        if profile is None or len(self.labels) < 2:
            return False
        return any(end.source == end.target for end in profile.ends[:1])

    def labels_in(self, words: Sequence[Word]) -> list[LabelMention]:
        """Labels that the words name, in order: by their own words, else by meaning."""
        found: list[LabelMention] = []
        place = 0
        while place < len(words):
            mention, n_words = self._label_at(words, place)
            if mention is not None:
                found.append(mention)
            place += n_words
        return found

    def _label_at(self, words: Sequence[Word], place: int) -> tuple[LabelMention | None, int]:
        for n_words in (3, 2, 1):
            part = words[place : place + n_words]
            stems = tuple(stem(word.text) for word in part)
            joined = "".join(stems)
            for label, own in self._label_stems.items():
                if len(part) == n_words and (stems == own or joined == "".join(own)):
                    return LabelMention(part[0].start, part[-1].end, label, 1.0), n_words
        return self._meant(words[place]), 1

    def _meant(self, word: Word) -> LabelMention | None:
        if not word.is_content or not self.labels or word.text.endswith(_VERBS):
            return None
        likeness = self.to_labels(word.text)
        best = int(likeness.argmax())
        rivals = float(self.to_relations(word.text).max(initial=0.0))
        if likeness[best] < LIKE or likeness[best] <= rivals:
            return None
        return LabelMention(word.start, word.end, self.labels[best], float(likeness[best]))


def _stems(name: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in readable(name).split())


def kind_of(profile: PropertyProfile) -> str | None:
    """ "number" or "time" of values that can be compared; None of others.

    >>> kind_of(PropertyProfile("born", "INTEGER")), kind_of(PropertyProfile("name", "STRING"))
    ('number', None)
    """
    if profile.type in ("INTEGER", "FLOAT"):
        return "number"
    if profile.type in ("DATE", "ZONED DATETIME", "LOCAL DATETIME"):
        return "time"
    if profile.format is not None and profile.format.kind in ("number", "currency", "quantity", "year"):
        return "number"
    return "time" if profile.format is not None and profile.format.kind == "date" else None
