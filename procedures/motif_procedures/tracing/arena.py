"""The graph that all contenders trace in, its encoder and the models that guide."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from motif.graphs.guidance import GuidanceModel
from motif.graphs.pattern import parse_pattern
from motif.graphs.projection import TRIPLE, VectorSet
from motif.indexes.names import readable
from motif.indexes.triples import node_texts, schema_texts
from motif.knowledge_graph import Graph
from motif.models.encoder import TextEncoder, encode_queries
from motif.settings import load_settings
from motif_procedures.embed_text import encode_each_once
from motif_procedures.tracing.questions import TracedQuestion


class KnownTexts:
    """A `TextEncoder` that keeps the vector of each text it was ever given, so that what is timed is tracing."""

    def __init__(self, encoder: TextEncoder) -> None:
        self._encoder = encoder
        self.name = encoder.name
        self.dimension = encoder.dimension
        self.hash = str(getattr(encoder, "hash", ""))
        self._known: dict[str, NDArray[np.float32]] = {}

    def learn(self, texts: Sequence[str], progress: Callable[[int, int], None] | None = None) -> None:
        """Encodes ``texts`` now, those apart that the cache folder has."""
        new = [text for text in dict.fromkeys(texts) if text and text not in self._known]
        store = load_settings().cache / "vectors"
        vectors = encode_each_once(new, self._encoder, checkpoint=store, progress=progress)
        self._known.update(zip(new, vectors, strict=True))

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of ``texts``, float32 (n, dimension)."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known.update(zip(new, np.asarray(self._encoder.encode(new), np.float32), strict=True))
        return np.stack([self._known[text] for text in texts])


@dataclass(frozen=True)
class TracingArena:
    """A graph with vectors of names, relations and relationships.

    Attributes
    ----------
    encoder
        The graph's own.
    models
        By what they are called, functions that give the model that guides.
    """

    graph: Graph
    encoder: KnownTexts
    models: Mapping[str, Callable[[], GuidanceModel]]

    def guidance(self, name: str | None) -> GuidanceModel | bool:
        """The model called ``name``; False for None: no guidance."""
        return False if name is None else self.models[name]()

    def vector(self, question: str) -> NDArray[np.float32]:
        """The vector of a question in words, float32 (dimension,)."""
        found: NDArray[np.float32] = encode_queries(self.encoder, [question])[0]
        return found

    @property
    def triples(self) -> VectorSet:
        """Vectors of the relationships."""
        return self.graph.projection.vectors[TRIPLE]

    @cached_property
    def row_of(self) -> dict[str, int]:
        """The row of each node by its id."""
        nodes = self.graph.projection.nodes
        return {nodes.element_id(row): row for row in range(len(nodes))}


def texts_of(question: TracedQuestion) -> list[str]:
    """What is encoded to trace ``question`` and to walk for it: its words, its triples, their parts."""
    schema = parse_pattern(question.triples)
    relations = [words for _, relation, _ in question.triples for words in (relation, readable(relation))]
    return [question.text, *schema_texts(schema), *node_texts(schema), *relations]
