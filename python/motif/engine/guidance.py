"""Which nodes a question's triples call for: inference of a Triple-GNN, exact, over what its entities reach."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.guidance_inference import Readout, infer
from motif.engine.guidance_question import SchemaQuestion, schema_places
from motif.engine.guidance_reach import NONE, as_data_graph, checked_rows, checked_sources, find_reach
from motif.engine.guidance_weights import PreparedGuidance, likenesses, prepare_guidance, shape_vector
from motif.engine.match_query import DataGraph
from motif.errors import InvalidInput
from motif.graphs.csr import build_csr
from motif.graphs.guidance import PLACES, SIGNS, GuidanceModel
from motif.graphs.projection import Projection
from motif.graphs.stamp import EncoderStamp

__all__ = [
    "MOST_BYTES",
    "NodeScores",
    "PreparedGuidance",
    "SchemaQuestion",
    "guidance_rows",
    "prepare_guidance",
    "schema_places",
    "score_nodes",
    "warm_guidance",
]

Float32: TypeAlias = NDArray[np.float32]
Rows: TypeAlias = NDArray[np.int32]

MOST_BYTES = 1 << 30
"""What the states of two layers may take, by default."""


@dataclass(frozen=True, slots=True)
class NodeScores:
    """How much a guidance model thinks of each node.

    Attributes
    ----------
    rows : int32 (p,)
        What the question entities reach, ascending.
    scores : float32 (p,)
        p(v), between 0 and 1.
    logits : float32 (p,)
        The same before the sigmoid, which cannot tell the best apart.
    steps : int32 (p,)
        How far each is from the nearest question entity.
    unreached
        The score of every other node.
    complete
        False when the control stopped it; then there are no rows.
    """

    rows: Rows
    scores: Float32
    logits: Float32
    steps: Rows
    unreached: float
    complete: bool = True


def score_nodes(
    graph: DataGraph | Projection,
    model: GuidanceModel | PreparedGuidance,
    question: SchemaQuestion,
    sources: Rows,
    relation_vectors: Float32 | None = None,
    *,
    within: NDArray[np.bool_] | Rows | None = None,
    control: Control | None = None,
    most_bytes: int = MOST_BYTES,
) -> NodeScores:
    """p(v) of every node that ``sources`` reach within the model's layers; all others have one score.

    Parameters
    ----------
    model
        Prepared (`prepare_guidance`), where one is asked more than once; then without ``relation_vectors``.
    question
        What its schema triples say, and where each stands.
    sources : int32
        The question entities.
    relation_vectors : float32 (R, e)
        Of the graph's relations.
    within : bool (n,) or int32
        The subgraph that is looked at: these nodes and ``sources``, and what runs between them; None for the graph.
    most_bytes
        What the states of two layers may take.

    Time and memory grow with what is reached, p places and a arcs: O(L (a d + p d²)) and 8 p d bytes. Sums run in one
    order, so that the same call gives the same numbers. Raises `InvalidInput` for inputs that do not fit each other,
    and for more than ``most_bytes``. STEM, §3.3 and appendix A; the arithmetic is that of `GuidanceModel`.

    >>> from motif.graphs.stamp import EncoderStamp
    >>> from motif.catalog.triples import from_triples
    >>> graph = from_triples([("Heat", "by", "Mann"), ("Ali", "by", "Mann"), ("Up", "of", "Mann")])
    >>> ones, nothing = np.ones((2, 24), np.float32), np.zeros((2, 24), np.float32)
    >>> moved = {"1.weight": nothing[:, :2], "1.bias": nothing[0, :2], "2.weight": nothing[:, :2]}
    >>> arrays = {part + name: array for part in ("triple", "relation") for name, array in moved.items()}
    >>> arrays |= {"shape.weight": ones[:, :8], "shape.bias": nothing[0, :2]}
    >>> arrays |= {"layer.0.gate1.weight": ones, "layer.0.gate1.bias": nothing[0, :2]}
    >>> arrays |= {"layer.0.gate2.weight": np.eye(2, dtype=np.float32), "layer.0.gate2.bias": -2 * ones[0, :2]}
    >>> arrays["layer.0.update.weight"] = np.array([[0, 0, 1, 0], [0, 0, 0, 0]], np.float32)
    >>> arrays |= {"layer.0.norm.scale": ones[0, :2], "score.weight": np.array([2, -1], np.float32)}
    >>> arrays["score.bias"] = np.array([-1], np.float32)
    >>> model = GuidanceModel(1, 2, EncoderStamp("toy", 2), arrays)
    >>> mann = np.array([list(graph.nodes.names).index("Mann")], np.int32)
    >>> question = SchemaQuestion(np.eye(2, dtype=np.float32)[:1], schema_places([(1, 0)], known=[0]))
    >>> found = score_nodes(graph, model, question, mann, np.eye(2, dtype=np.float32))
    >>> {graph.nodes.names[row]: round(float(score), 2) for row, score in zip(found.rows, found.scores)}
    {'Heat': 0.73, 'Mann': 0.5, 'Ali': 0.73, 'Up': 0.27}
    >>> round(found.unreached, 2)
    0.27
    """
    data = as_data_graph(graph)
    prepared = _prepared(model, relation_vectors, data)
    start = checked_sources(sources, data)
    signs, shape = likenesses(prepared, question), shape_vector(prepared.model, question)
    readout = Readout(prepared.model, shape)
    unreached = float(_sigmoid(np.float32(readout.unreached)))
    most = most_bytes // (8 * prepared.model.dimension)
    allowed = _allowed(within, start, data)
    reach = find_reach(data, start, prepared.model.n_layers, allowed=allowed, most=most, control=control)
    if reach is None:
        return _stopped(unreached)
    logits = infer(reach, prepared, readout, (shape, signs), control or Control())
    if logits is None:
        return _stopped(unreached)
    order = np.argsort(reach.rows)
    logits = logits[order]
    steps = np.searchsorted(reach.ends, order, side="right").astype(np.int32)
    return NodeScores(reach.rows[order], _sigmoid(logits), logits, steps, unreached)


def guidance_rows(scores: NodeScores, count: int, sources: Rows | None = None) -> Rows:
    """The ``count`` nodes of the highest scores, int32, ascending: the nodes of the guidance graph.

    Parameters
    ----------
    count
        K; fewer where fewer are reached.
    sources : int32
        Which come first among equals; then those of lower rows.

    Raises `InvalidInput` for a ``count`` below 1. STEM, eq. 9.

    >>> rows, scores = np.arange(4, dtype=np.int32), np.array([0.5, 0.9, 0.5, 0.5], np.float32)
    >>> guidance_rows(NodeScores(rows, scores, scores, rows, 0.1), 2).tolist()
    [0, 1]
    """
    if count < 1:
        raise InvalidInput(f"The guidance graph needs 1 node or more, not {count!r}.")
    if len(scores.rows) <= count:
        return scores.rows
    least = np.partition(scores.logits, -count)[-count]
    better = np.flatnonzero(scores.logits > least)
    equal = np.flatnonzero(scores.logits == least)
    if sources is not None:
        equal = equal[np.argsort(~np.isin(scores.rows[equal], sources), kind="stable")]
    chosen = np.concatenate((better, equal[: count - len(better)]))
    return np.sort(scores.rows[chosen])


def _sigmoid(logits: Float32 | np.float32) -> Float32:
    exact = np.asarray(logits, np.float64)
    return np.asarray(0.5 * (1.0 + np.tanh(0.5 * exact)), np.float32)


def _stopped(unreached: float) -> NodeScores:
    nothing = np.zeros(0, np.float32)
    none = np.zeros(0, np.int32)
    return NodeScores(none, nothing, nothing, none, unreached, complete=False)


def _prepared(
    model: GuidanceModel | PreparedGuidance, vectors: Float32 | None, graph: DataGraph
) -> PreparedGuidance:
    if isinstance(model, GuidanceModel):
        if vectors is None:
            raise InvalidInput(
                "A guidance model needs the vectors of the graph's relations.",
                hint="Give relation_vectors, or a model made ready by prepare_guidance.",
            )
        model = prepare_guidance(model, vectors)
    if model.n_relations != graph.n_relations:
        raise InvalidInput(
            f"The graph has {graph.n_relations} relations, the vectors given are of {model.n_relations}.",
            hint="Give one vector for each relation, in the graph's order.",
        )
    return model


def _allowed(within: NDArray[np.bool_] | Rows | None, sources: Rows, graph: DataGraph) -> NDArray[np.bool_]:
    if within is None:
        return NONE
    given: NDArray[Any] = within
    if given.dtype == np.bool_:
        if given.shape != (graph.n_nodes,):
            raise InvalidInput(f"A mask of nodes must be ({graph.n_nodes},), not {given.shape}.")
        allowed = given.copy()
    else:
        allowed = np.zeros(graph.n_nodes, np.bool_)
        allowed[checked_rows(given, graph.n_nodes, "within")] = True
    allowed[sources] = True
    return allowed


def warm_guidance() -> None:
    """Compile the kernels, or read them from the disk."""
    one, signs = np.ones((1, 1), np.float32), np.ones((1, PLACES * SIGNS), np.float32)
    arrays = {f"{part}{name}": one for part in ("triple", "relation") for name in ("1.weight", "2.weight")}
    arrays |= {f"{part}1.bias": one[0] for part in ("triple", "relation")}
    arrays |= {"shape.weight": signs[:, :PLACES], "shape.bias": one[0], "layer.0.gate1.weight": signs}
    arrays |= {"layer.0.gate1.bias": one[0], "layer.0.gate2.weight": one, "layer.0.gate2.bias": one[0]}
    arrays |= {"layer.0.update.weight": signs[:, :2], "layer.0.norm.scale": one[0]}
    arrays |= {"score.weight": one[0], "score.bias": one[0]}
    ends, labels = np.zeros(1, np.int32), np.zeros(2, np.int32)
    outgoing, incoming = build_csr(ends, ends + np.int32(1), 2), build_csr(ends + np.int32(1), ends, 2)
    graph = DataGraph(outgoing, incoming, ends, labels, 1)
    question = SchemaQuestion(one, np.zeros(1, np.int64))
    score_nodes(graph, GuidanceModel(1, 1, EncoderStamp("none", 1), arrays), question, ends, one)
