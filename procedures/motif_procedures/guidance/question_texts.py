"""Texts of graphs and examples by number, each encoded once; examples of another graph are refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motif.engine.data_graph import data_graph
from motif.engine.guidance_question import schema_places
from motif.errors import InvalidInput
from motif.graphs.projection import Projection
from motif.indexes.names import readable
from motif.models.encoder import TextEncoder
from motif_procedures.embed_text import encode_each_once
from motif_procedures.guidance.example import GuidanceExample
from motif_procedures.guidance.question_blocks import Question, QuestionGraph

ExamplesOf = tuple[Projection, Sequence[GuidanceExample]]


@dataclass(frozen=True)
class QuestionTexts:
    """Graphs with their questions, whose texts are numbers.

    Attributes
    ----------
    texts
        Each once: what the graphs' relations and the questions' triples say.
    """

    graphs: tuple[QuestionGraph, ...]
    texts: tuple[str, ...]

    def vectors(
        self,
        encoder: TextEncoder,
        checkpoint: Path | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> NDArray[np.float32]:
        """The vector of each text, float32 (texts, e); zeros for one that says nothing."""
        vectors = np.zeros((len(self.texts), encoder.dimension), np.float32)
        says = [place for place, text in enumerate(self.texts) if text.strip()]
        chosen = [self.texts[place] for place in says]
        vectors[says] = encode_each_once(chosen, encoder, checkpoint=checkpoint, progress=progress)
        return vectors


def gather_texts(graphs: Sequence[ExamplesOf]) -> QuestionTexts:
    """``graphs`` with their examples as questions.

    Raises `InvalidInput` without an example, or for one of another graph: its question entities are not those that its
    triples name.
    """
    numbers: dict[str, int] = {}

    def number(text: str) -> int:
        return numbers.setdefault(text, len(numbers))

    gathered = []
    for projection, examples in graphs:
        relations = [number(readable(relation)) for relation in projection.relationships.relations]
        questions = []
        for place, example in enumerate(examples):
            check_example(projection, example, place)
            questions.append(_question(projection, example, number))
        gathered.append(
            QuestionGraph(data_graph(projection), tuple(questions), np.array(relations, np.int32))
        )
    if not any(graph.questions for graph in gathered):
        raise InvalidInput(
            "There is no example to train a guidance model on.", hint="Generate some with generate_examples."
        )
    return QuestionTexts(tuple(gathered), tuple(numbers))


def _question(
    projection: Projection,
    example: GuidanceExample,
    number: Callable[[str], int],
) -> Question:
    names = {projection.nodes.names[row] for row in example.entities.tolist()}
    nodes = list(dict.fromkeys(part for head, _, tail in example.triples for part in (head, tail)))
    edges = [(nodes.index(head), nodes.index(tail)) for head, _, tail in example.triples]
    known = [place for place, node in enumerate(nodes) if node in names]
    said = [number(readable(relation)) for _, relation, _ in example.triples]
    return Question(example.entities, example.gold, np.array(said, np.int32), schema_places(edges, known))


def check_example(projection: Projection, example: GuidanceExample, place: int) -> None:
    """Refuses an example whose rows are not those of ``projection``, with `InvalidInput`."""
    said = {name for head, _, tail in example.triples for name in (head, tail)}
    rows = [*example.entities.tolist(), *example.gold.tolist()]
    if not len(example.entities) or not example.triples:
        raise InvalidInput(f"Example {place} has no question entity or no triple.")
    if min(rows) < 0 or max(rows) >= projection.n_nodes:
        outside = next(row for row in rows if not 0 <= row < projection.n_nodes)
        raise _foreign(projection, place, f"it names row {outside} of {projection.n_nodes:,}")
    for relation in example.relations:
        if relation not in projection.relationships.relations:
            raise _foreign(projection, place, f"the graph has no relation '{relation}'")
    for row in example.entities.tolist():
        if projection.nodes.names[row] not in said:
            raise _foreign(projection, place, f"'{projection.nodes.names[row]}' is not among what it names")


def _foreign(projection: Projection, place: int, why: str) -> InvalidInput:
    return InvalidInput(
        f"Example {place} is not one of the graph '{projection.name}': {why}.",
        hint="Train on examples that were made from this graph, or generate them again.",
    )
