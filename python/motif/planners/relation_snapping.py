"""The graph's relation that is nearest to a text, and how near it is: nothing is dropped, everything is said."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.indexes.names import readable
from motif.models.encoder import encode_texts
from motif.planners.known_parts import relations_of
from motif.planners.protocol import PlanningGraph


@dataclass(frozen=True, slots=True)
class Snapped:
    """A text read as a relation of the graph.

    Attributes
    ----------
    text
        As it was written.
    relation
        As the graph has it.
    similarity
        1 for the same words; else the cosine of the two, or without an encoder how much of their letters they share.
    """

    text: str
    relation: str
    similarity: float

    @property
    def note(self) -> str:
        """What a reader should know; "" for the same words.

        >>> Snapped("helmed by", "directed_by", 0.7123).note
        "relation 'helmed by' read as 'directed_by' (0.71)"
        """
        if self.similarity >= 1:
            return ""
        return f"relation {self.text!r} read as {self.relation!r} ({self.similarity:.2f})"


def snap_relations(texts: Sequence[str], graph: PlanningGraph) -> list[Snapped]:
    """Each of ``texts`` as the relation of the graph that reads the same, else the nearest one; ties by place.

    An empty list for a graph without relations.

    >>> from motif import Graph
    >>> view = Graph.from_triples([("Heat", "DIRECTED_BY", "Mann"), ("Heat", "RELEASE_YEAR", "1995")]).view
    >>> [one.relation for one in snap_relations(["directed by", "year of release"], view)]
    ['DIRECTED_BY', 'RELEASE_YEAR']
    """
    relations = graph.projection.relationships.relations
    if not relations:
        return []
    same = {text: relations_of(text, graph.projection) for text in dict.fromkeys(texts)}
    others = [text for text, places in same.items() if not places]
    near = dict(zip(others, relation_similarities(others, graph), strict=True))
    found = []
    for text in texts:
        if places := same[text]:
            exact = [place for place in places if relations[place] == text]
            found.append(Snapped(text, relations[(exact or places)[0]], 1.0))
        else:
            best = int(near[text].argmax())
            # Other words are never said to be the same, however near.
            found.append(Snapped(text, relations[best], float(np.clip(near[text][best], 0.0, 0.99))))
    return found


def nearest_relations(texts: Sequence[str], graph: PlanningGraph, count: int) -> list[list[str]]:
    """At most ``count`` relations of the graph that are nearest to each of ``texts``, nearest first, ties by place."""
    relations = graph.projection.relationships.relations
    similar = relation_similarities(texts, graph)
    orders = np.argsort(-similar, axis=1, kind="stable")[:, :count].tolist()
    return [[relations[place] for place in order] for order in orders]


def relation_similarities(texts: Sequence[str], graph: PlanningGraph) -> NDArray[np.float64]:
    """How near each of ``texts`` is to each relation, float64 (texts, relations).

    Cosines, -1 for a relation that has no vector; without an encoder the share of letters in common.
    """
    relations = graph.projection.relationships.relations
    spoken = [readable(text) for text in texts]
    if not texts or not relations:
        return np.zeros((len(texts), len(relations)))
    if not graph.has_encoder:
        return np.array([_spelt_alike(text, relations) for text in spoken])
    vectors = graph.relation_vectors
    similar = (encode_texts(graph.encoder, spoken) @ vectors.matrix.T).astype(np.float64)
    return np.where(vectors.index >= 0, similar[:, vectors.index], -1.0)


def _spelt_alike(text: str, relations: Sequence[str]) -> list[float]:
    matcher = difflib.SequenceMatcher(b=text, autojunk=False)
    found = []
    for relation in relations:
        matcher.set_seq1(readable(relation))
        found.append(matcher.ratio())
    return found
