"""Which words mean which relations and types of a graph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from motif.graphs.projection import NAME
from motif.indexes.names import readable
from motif.models.encoded_once import encode_once
from motif.models.encoder import encode_texts
from motif.planners.english import AGENT_ENDINGS, FUNCTION_WORDS, KINDS, THESAURUS
from motif.planners.kinds import KIND_ORDER, KindDetector
from motif.planners.node_types import NodeTypes
from motif.planners.protocol import PlanningGraph
from motif.planners.reading.lemmas import stem

SHARPNESS = 1 / 0.07
"""By how much likeness decides between meanings."""
NOTHING = 0.45
"""The likeness, on MiniLM's scale, from which on a word rather means something of the graph than nothing."""
_BACKGROUND = 0.25
"""The likeness of unrelated words, on MiniLM's scale; other encoders' likenesses are moved to it."""
_PART, _IDIOM, _SPELLING, _AGENT = 0.95, 0.9, 0.85, 0.6
_NO_TYPE = float(np.exp(SHARPNESS * (0.55 - 1.0)))
_REMEMBERED_WORDS = 20_000


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a word may mean; all shares sum to 1.

    Attributes
    ----------
    relations : float64 (relations,)
    types : float64 (types,)
        Kinds of things, then labels, as in `motif.planners.node_types.NodeTypes`.
    nothing
        The share of nothing of the graph.
    as_type : float64 (types,)
        The shares of the types if the word means no relation; the rest to 1 is nothing.
    """

    relations: NDArray[np.float64]
    types: NDArray[np.float64]
    nothing: float
    as_type: NDArray[np.float64]


class Vocabulary:
    """The relations and labels of a graph in words, with their vectors; `vocabulary_of` keeps one.

    Without an encoder words mean what they are spelt like.

    Attributes
    ----------
    relations, labels
        Names as the graph has them.
    """

    def __init__(self, graph: PlanningGraph) -> None:
        projection = graph.projection
        self.relations = projection.relationships.relations
        self.labels = projection.labels
        self._encoder = graph.encoder if graph.has_encoder else None
        vectors = projection.vectors.get(NAME) if self._encoder is not None else None
        self.types = NodeTypes(projection, KindDetector(self._encoder), vectors)
        self._likeness: dict[str, NDArray[np.float64]] = {}

    @property
    def n_symbols(self) -> int:
        """Two for each relation: along it, and against it."""
        return 2 * len(self.relations)

    def meanings(self, words: Sequence[str]) -> list[Meaning]:
        """What each of ``words`` may mean; words in lower case."""
        n_relations = len(self.relations)
        found = []
        for likeness in self._likenesses(words):
            strength = np.exp(SHARPNESS * (np.append(likeness, NOTHING) - 1.0))
            share = strength / strength.sum()
            typed = strength[n_relations:] / (strength[n_relations:-1].sum() + _NO_TYPE)
            found.append(Meaning(share[:n_relations], share[n_relations:-1], float(share[-1]), typed[:-1]))
        return found

    def similarity(self, words: Sequence[str], of: str = "relations") -> NDArray[np.float64]:
        """How like each of ``words`` is to each of "relations", "kinds" or "labels": about 0 to 1.

        float64 (words, things); spelling and turns of phrase count beside the encoder.
        """
        sizes = (len(self.relations), len(KIND_ORDER), len(self.labels))
        place = ("relations", "kinds", "labels").index(of)
        start = sum(sizes[:place])
        return (
            np.stack(self._likenesses(words))[:, start : start + sizes[place]]
            if words
            else np.zeros((0, sizes[place]))
        )

    def _likenesses(self, words: Sequence[str]) -> list[NDArray[np.float64]]:
        """For each word its likeness to each owner, float64 (owners,): relations, kinds, labels."""
        known = self._likeness
        missing = [word for word in dict.fromkeys(words) if word not in known]
        meant = {word: THESAURUS.get(word, ()) for word in missing}
        vectors = self._vectors_of(chain(missing, chain.from_iterable(meant.values())))
        found = {word: known[word] for word in words if word in known}
        for word in missing:
            likeness = self._own_likeness(word, vectors)
            for other in meant[word]:
                likeness = np.maximum(likeness, _IDIOM * self._own_likeness(other, vectors))
            found[word] = likeness
        if len(known) + len(missing) > _REMEMBERED_WORDS:
            self._likeness = {}
        self._likeness.update((word, found[word]) for word in missing)
        return [found[word] for word in words]

    def _own_likeness(self, word: str, vectors: Mapping[str, NDArray[np.float32]]) -> NDArray[np.float64]:
        likeness = np.zeros(len(self._phrases))
        owners, _, factors = self._senses
        if self._encoder is not None:
            near = self._rescaled(self._sense_vectors @ vectors[word]) * factors
            np.maximum.at(likeness, owners, near)
        for owner, parts in enumerate(self._parts):
            likeness[owner] = max(likeness[owner], *(spelt_alike(word, part) for part in parts), 0.0)
        if len(word) > 4 and word.endswith(AGENT_ENDINGS):
            person = len(self.relations) + KIND_ORDER.index("person")
            likeness[person] = max(likeness[person], _AGENT)
        return likeness

    def _rescaled(self, cosines: NDArray[np.float32]) -> NDArray[np.float64]:
        background = self._background
        scaled: NDArray[np.float64] = 1 - (1 - cosines.astype(np.float64)) * (1 - _BACKGROUND) / (
            1 - background
        )
        return scaled

    @cached_property
    def _background(self) -> float:
        """The cosine of words that have nothing to do with each other."""
        nouns = [words[0] for words in KINDS.values()]
        assert self._encoder is not None
        vectors = encode_once(self._encoder, nouns)
        cosines = vectors @ vectors.T
        mean = float((cosines.sum() - len(nouns)) / (len(nouns) * (len(nouns) - 1)))
        return min(max(mean, 0.0), 0.95)

    def _vectors_of(self, words: Iterable[str]) -> dict[str, NDArray[np.float32]]:
        if self._encoder is None:
            return {}
        distinct = list(dict.fromkeys(words))
        return dict(zip(distinct, encode_texts(self._encoder, distinct), strict=True)) if distinct else {}

    @cached_property
    def _phrases(self) -> list[tuple[str, ...]]:
        """The wordings of each relation, kind and label."""
        named = [(readable(name),) for name in self.relations]
        return [*named, *KINDS.values(), *((readable(label),) for label in self.labels)]

    @cached_property
    def _parts(self) -> list[list[str]]:
        """The words of each that say something; of kinds the words themselves."""
        found = []
        for phrases in self._phrases:
            words = [word for phrase in phrases for word in phrase.split()]
            found.append([word for word in words if word not in FUNCTION_WORDS] or words)
        return found

    @cached_property
    def _senses(self) -> tuple[NDArray[np.int64], list[str], NDArray[np.float64]]:
        """``owners, texts, factors``: a phrase counts whole, its single words a little less."""
        senses = [
            (owner, text, 1.0 if text in phrases else _PART)
            for owner, (phrases, parts) in enumerate(zip(self._phrases, self._parts, strict=True))
            for text in dict.fromkeys(chain(phrases, parts))
        ]
        return (
            np.array([owner for owner, _, _ in senses], np.int64),
            [text for _, text, _ in senses],
            np.array([factor for _, _, factor in senses]),
        )

    @cached_property
    def _sense_vectors(self) -> NDArray[np.float32]:
        assert self._encoder is not None
        return encode_once(self._encoder, self._senses[1])


def spelt_alike(word: str, part: str) -> float:
    """How much the spelling alone says that ``word`` means ``part`` of a relation's name; 0 for nothing.

    >>> spelt_alike("director", "directed"), spelt_alike("screenwriter", "written"), spelt_alike("birth", "birthplace")
    (0.85, 0.85, 0.85)
    >>> spelt_alike("year", "year"), spelt_alike("parent", "partner"), spelt_alike("acted", "actors")
    (1.0, 0.0, 0.85)
    """
    if word == part:
        return 1.0
    if len(own := stem(word)) >= 3 and own == stem(part):
        return _SPELLING
    if len(word) >= 4 and part.startswith(word):
        return _SPELLING
    length = next((n for n in range(len(part), 3, -1) if part[:n] in word), 0)
    return _SPELLING if length >= 0.55 * len(part) and length >= 4 else 0.0


_VOCABULARIES: WeakKeyDictionary[PlanningGraph, Vocabulary] = WeakKeyDictionary()


def vocabulary_of(graph: PlanningGraph) -> Vocabulary:
    """The vocabulary of ``graph``, made once and kept as long as the graph is."""
    found = _VOCABULARIES.get(graph)
    if found is None:
        found = _VOCABULARIES[graph] = Vocabulary(graph)
    return found


def kind_index(kind: str) -> int:
    """The place of a kind among the types."""
    return KIND_ORDER.index(kind)
