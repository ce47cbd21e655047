"""The job ``threshold``: from which cosine on a relationship is what a schema triple means, for one encoder and graph.

STEM tuned its θ = 0.6 for one encoder (paper, §3.5); other encoders spread their cosines otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.errors import Cancelled, InvalidInput
from motif.graphs.distinct import distinct
from motif.graphs.pattern import Pattern, parse_pattern
from motif.graphs.projection import TRIPLE, Projection
from motif.indexes.names import readable
from motif.indexes.triples import schema_texts, triple_text
from motif.models.encoder import TextEncoder, stamp
from motif_procedures.embed_text import encode_each_once
from motif_procedures.guidance.example import GuidanceExample

CURVE = tuple(round(0.05 * step, 2) for step in range(20))
"""Thresholds that figures are told of beside the best one's."""

OTHERS = 64
"""Relationships of a node that a schema triple is compared with, at most: a hub is not to outweigh all others."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """The threshold that tells best what a schema triple means from what else its node has.

    Attributes
    ----------
    threshold
        Halfway between the least cosine that is taken and the next one below.
    precision, recall, f1
        Of taking all relationships with the threshold or more.
    curve
        (threshold, precision, recall, f1) at each of `CURVE`.
    triples, relationships
        How many schema triples were tried, and relationships beside them.
    """

    threshold: float
    precision: float
    recall: float
    f1: float
    curve: tuple[tuple[float, float, float, float], ...]
    triples: int
    relationships: int

    def as_dict(self) -> dict[str, Any]:
        """The same as plain values."""
        return asdict(self)


Progress = Callable[[int, int], None]


def calibrate_threshold(
    projection: Projection,
    encoder: TextEncoder,
    examples: Sequence[GuidanceExample] | None = None,
    *,
    count: int = 500,
    seed: int = 0,
    relation_weight: float = 1.0,
    checkpoint: Path | None = None,
    progress: Progress | None = None,
    control: Control | None = None,
) -> Calibration:
    """The threshold with the best F1 over ``examples``: their schema triples, reworded, against relationships.

    A trace that stands at a node of a gold path compares the next schema triple with the relationships of that node:
    those of gold paths are right, all others, at most `OTHERS` of a node, are wrong.

    Parameters
    ----------
    examples
        None to draw ``count`` of them by ``seed``.
    relation_weight
        What the likeness of the relations weighs beside that of the triples, as of `motif.knowledge_graph.Graph.trace`:
        the threshold is for the mean of both.
    checkpoint
        Where vectors of texts are kept; None to keep none.

    Raises `InvalidInput` for a graph that leaves nothing to compare, `Cancelled` when ``control`` says so.

    >>> bool(best_threshold(np.array([0.9, 0.7, 0.4, 0.2]), np.array([True, True, False, False]))[0] == 0.55)
    True
    """
    if examples is None:
        from motif_procedures.guidance import generate_examples

        examples = generate_examples(projection, count=count, seed=seed, control=control)
    steps = _Steps(projection, np.random.default_rng(seed))
    compared = [step for example in examples for step in steps.of(example)]
    if not any(step.right.any() and not step.right.all() for step in compared):
        raise InvalidInput(
            "There is nothing to calibrate a threshold with: no node has both a relationship that is asked for and "
            "another one.",
            hint="Give more examples, or trace with threshold=0.6.",
        )
    texts = _Texts(encoder, checkpoint, progress, control)
    cosines = _cosines(projection, compared, texts)
    if relation_weight:
        likeness = _relation_cosines(projection, compared, texts)
        cosines = ((cosines + relation_weight * likeness) / (1 + relation_weight)).astype(np.float32)
    right = np.concatenate([step.right for step in compared])
    threshold, *best = best_threshold(cosines, right)
    curve = tuple((at, *_rounded(figures_at(cosines, right, at))) for at in CURVE)
    return Calibration(round(threshold, 4), *_rounded(best), curve, len(compared), len(right))


def best_threshold(
    cosines: NDArray[np.floating[Any]], right: NDArray[np.bool_]
) -> tuple[float, float, float, float]:
    """(threshold, precision, recall, F1) of the threshold with the best F1; of several, the highest.

    Parameters
    ----------
    cosines : float (n,)
    right : bool (n,)
        Which of them should be taken; at least one.
    """
    order = np.argsort(-cosines, kind="stable")
    values, taken_right = cosines[order].astype(np.float64), np.cumsum(right[order])
    taken = np.arange(1, len(values) + 1)
    f1 = 2 * taken_right / (taken + right.sum())
    is_last = np.append(values[1:] < values[:-1], True)
    place = int(np.argmax(np.where(is_last, f1, -1.0)))
    below = values[place + 1] if place + 1 < len(values) else values[place]
    threshold = float((values[place] + below) / 2)
    return threshold, *figures_at(cosines, right, threshold)


def figures_at(
    cosines: NDArray[np.floating[Any]], right: NDArray[np.bool_], threshold: float
) -> tuple[float, float, float]:
    """(precision, recall, F1) of taking what has the ``threshold`` or more; precision 1 where nothing has."""
    taken = cosines >= threshold
    n_right = int((taken & right).sum())
    precision = n_right / int(taken.sum()) if taken.any() else 1.0
    return precision, n_right / int(right.sum()), 2 * n_right / (int(taken.sum()) + int(right.sum()))


@dataclass(frozen=True, slots=True)
class _Step:
    """A schema triple's text, its relation, and what it is compared with: int32 rows and which of them are right."""

    text: str
    relation: str
    rows: NDArray[np.int32]
    right: NDArray[np.bool_]


class _Steps:
    """The comparisons that traces along gold paths make."""

    def __init__(self, projection: Projection, draw: np.random.Generator) -> None:
        self._projection = projection
        self._links = projection.relationships
        self._draw = draw

    def of(self, example: GuidanceExample) -> Iterator[_Step]:
        """One comparison for each schema triple of ``example`` with an end that its first gold path has reached."""
        if not len(example.paths):
            return
        pattern = parse_pattern(example.triples)
        known = [place for place, node in enumerate(pattern.nodes) if node.is_known]
        bound = dict(zip(known, example.entities.tolist(), strict=True))
        texts, path = schema_texts(pattern), example.paths[0]
        for place in _walk_order(pattern, known[:1]):
            edge, row = pattern.edges[place], int(path[place])
            ends = {edge.head: int(self._links.sources[row]), edge.tail: int(self._links.target[row])}
            if not example.outgoing[place]:
                ends = {edge.head: int(self._links.target[row]), edge.tail: int(self._links.sources[row])}
            near = edge.head if edge.head in bound else edge.tail
            words = readable(edge.relation or "")
            yield self._step((texts[place], words), ends[near], example.paths[:, place])
            bound |= ends

    def _step(self, words: tuple[str, str], node: int, gold: NDArray[np.int32]) -> _Step:
        rows = self._incident(node)
        right = np.isin(rows, gold)
        chosen = [part if len(part) <= OTHERS else self._drawn(part) for part in (rows[right], rows[~right])]
        return _Step(*words, np.concatenate(chosen), np.arange(sum(map(len, chosen))) < len(chosen[0]))

    def _drawn(self, rows: NDArray[np.int32]) -> NDArray[np.int32]:
        return np.sort(self._draw.choice(rows, OTHERS, replace=False))

    def _incident(self, node: int) -> NDArray[np.int32]:
        out, into = self._projection.outgoing, self._projection.incoming
        leaving = out.rows_at(slice(out.indptr[node], out.indptr[node + 1]))
        entering = into.rows_at(slice(into.indptr[node], into.indptr[node + 1]))
        found: NDArray[np.int32] = distinct(np.concatenate([leaving, entering]))
        return found


def _walk_order(pattern: Pattern, start: Sequence[int]) -> list[int]:
    """Places of the edges that ``start`` reaches, each with an end that is reached before."""
    reached, order = set(start), list[int]()
    while True:
        ready = [
            place
            for place, edge in enumerate(pattern.edges)
            if place not in order and {edge.head, edge.tail} & reached
        ]
        if not ready:
            return order
        order.append(ready[0])
        reached |= {pattern.edges[ready[0]].head, pattern.edges[ready[0]].tail}


@dataclass(frozen=True, slots=True)
class _Texts:
    """How texts are encoded: each once, whatever is kept already left out."""

    encoder: TextEncoder
    checkpoint: Path | None
    progress: Progress | None
    control: Control | None

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of ``texts``, float32 (n, dimension)."""
        return encode_each_once(texts, self.encoder, checkpoint=self.checkpoint, progress=self._tell)

    def _tell(self, done: int, total: int) -> None:
        if self.progress is not None:
            self.progress(done, total)
        if self.control is not None and self.control.state != "running":
            raise Cancelled(
                f"Calibration was stopped after {done:,} of {total:,} texts.", hint="Run it again."
            )


def _cosines(projection: Projection, steps: Sequence[_Step], texts: _Texts) -> NDArray[np.float32]:
    """The cosine of each step's text with each of its relationships, float32, one after the other."""
    wanted = distinct(np.concatenate([step.rows for step in steps]))
    stored = projection.vectors.get(TRIPLE)
    asked = [step.text for step in steps]
    if stored is not None and stored.encoder == stamp(texts.encoder):
        ours, theirs = texts.vectors(asked), stored.matrix[stored.index[wanted]]
    else:
        every = texts.vectors([*asked, *_texts_of(projection, wanted)])
        ours, theirs = every[: len(asked)], every[len(asked) :]
    pairs = zip(steps, ours, strict=True)
    return np.concatenate([theirs[np.searchsorted(wanted, step.rows)] @ vector for step, vector in pairs])


def _relation_cosines(projection: Projection, steps: Sequence[_Step], texts: _Texts) -> NDArray[np.float32]:
    """The same of each step's relation with the relations of its relationships."""
    links = projection.relationships
    relations = [readable(relation) for relation in links.relations]
    every = texts.vectors([*relations, *(step.relation for step in steps)])
    theirs, ours = every[: len(relations)], every[len(relations) :]
    pairs = zip(steps, ours, strict=True)
    return np.concatenate([(theirs @ vector)[links.relation[step.rows]] for step, vector in pairs])


def _texts_of(projection: Projection, rows: NDArray[np.int32]) -> list[str]:
    links, names = projection.relationships, projection.nodes.names
    return [
        triple_text(
            names[int(links.sources[row])],
            links.relations[links.relation[row]],
            names[int(links.target[row])],
        )
        for row in rows.tolist()
    ]


def _rounded(values: Sequence[float]) -> tuple[float, float, float]:
    precision, recall, f1 = (round(value, 4) for value in values)
    return precision, recall, f1
