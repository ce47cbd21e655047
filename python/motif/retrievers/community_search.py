"""The communities of a question in each layer, coarse to fine (DA-RAG §4): from chunks to what they mention."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from motif.engine.community_peeling import Community, Rule, peel_community
from motif.engine.control import Control
from motif.errors import DeadlineExceeded, InvalidInput
from motif.graphs.corpus import Corpus
from motif.graphs.distinct import distinct
from motif.retrievers.community_layers import CHUNK, GRAPH, KNOWLEDGE, SIMILARITY, CommunityLayers, Layer
from motif.retrievers.selection import Selection
from motif.retrievers.view import View

LAYERS = (CHUNK, KNOWLEDGE, SIMILARITY)

MAXIMUM_TRIED = 12
"""Values of k that are tried in a layer; of more feasible ones so many, evenly spread by ratio."""


@dataclass(frozen=True, slots=True)
class CommunityOptions:
    """How communities are looked for.

    Attributes
    ----------
    trussness
        The k of every layer's truss; None: several, of which the judge chooses.
    min_size
        Nodes that a community has at least; None: as many as its truss needs.
    rule
        "cascade": what falls out of the truss goes with a node that is removed. "strict": a node stays whose removal
        would break the truss (§5.2).
    layers
        Which of "chunk", "knowledge" and "similarity"; or "graph", all relationships in one layer.
    along
        What joins chunks, or the nodes of the layer "graph": names of computed layers or relationship types. None:
        relations that chunks share; all relationships.
    """

    trussness: int | None = None
    min_size: int | None = None
    rule: Rule = "cascade"
    layers: tuple[str, ...] = LAYERS
    along: tuple[str, ...] | None = None
    selection: Selection = field(default_factory=Selection)


@dataclass(frozen=True, slots=True)
class LayerCommunity:
    """A community and the layer that it lies in."""

    layer: Layer
    community: Community

    @property
    def rows(self) -> NDArray[np.int32]:
        """Rows of its nodes in the projection, int32, ascending."""
        rows: NDArray[np.int32] = self.layer.rows[self.community.nodes]
        return rows

    @property
    def edges(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Rows of the ends of its edges in the projection, int32 (edges,) each."""
        graph, edges = self.layer.graph, self.community.edges
        return self.layer.rows[graph.low[edges]], self.layer.rows[graph.high[edges]]


@dataclass(slots=True)
class Communities:
    """What was found, layer by layer.

    Attributes
    ----------
    relevance : float32 (n,)
        Cosine of each node of the projection with the question; 0 where a node has no vector.
    found
        Distinct communities, coarse layers first, within a layer by QRScore.
    tried
        The values of k, by layer.
    layers
        The layers that were searched.
    """

    relevance: NDArray[np.float32]
    found: list[LayerCommunity] = field(default_factory=list)
    tried: dict[str, tuple[int, ...]] = field(default_factory=dict)
    layers: dict[str, Layer] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    complete: bool = True

    def of(self, *names: str) -> list[LayerCommunity]:
        """The communities of these layers."""
        return [one for one in self.found if one.layer.name in names]


def retrieve_communities(
    view: View, vector: NDArray[np.float32], options: CommunityOptions, control: Control
) -> list[LayerCommunity]:
    """Every distinct community of the question whose vector this is, as `search_communities` finds them.

    Raises `MissingVectors` for a projection without vectors.
    """
    return search_communities(view.community_layers, vector, options, control).found


def search_communities(
    layers: CommunityLayers, vector: NDArray[np.float32], options: CommunityOptions, control: Control
) -> Communities:
    """Every distinct community of the question, of each layer and each k that is tried.

    Q-Peel on the chunks gives communities whose entities, taken together, induce the working parts of the two layers of
    entities; Q-Peel on these gives theirs (§4). Without the layer of chunks they are searched whole. A graph that is no
    corpus has one layer. Communities without relevance (QRScore not above 0) are left out.

    Parameters
    ----------
    vector : float32 (dimension,)
        The question's, L2-normalised, of the encoder that the graph's vectors come from.

    Raises `MissingVectors` for a projection without vectors, `InvalidInput` for ``along`` that joins nothing.
    """
    found = Communities(np.nan_to_num(layers.meaning.cosines(vector)))
    try:
        _search(found, layers, options, control)
    except DeadlineExceeded:
        found.complete = False
        found.notes.append("time was up before every layer was searched")
    return found


def _search(found: Communities, layers: CommunityLayers, options: CommunityOptions, control: Control) -> None:
    if layers.corpus is None or GRAPH in options.layers:
        if layers.corpus is None and options.layers != (GRAPH,):
            found.notes.append("the graph has no chunks, so it was searched in one layer")
        _peel(found, layers.whole(options.selection, options.along, control), options, control)
        return
    working = _search_chunks(found, layers, layers.corpus, options, control)
    if KNOWLEDGE in options.layers:
        _peel(found, layers.knowledge(working, options.selection, control), options, control)
    if SIMILARITY in options.layers:
        layer = layers.similarity(working, found.relevance, options.selection, control)
        _peel(found, layer, options, control)


def _search_chunks(
    found: Communities, layers: CommunityLayers, corpus: Corpus, options: CommunityOptions, control: Control
) -> NDArray[np.int32] | None:
    """Communities of chunks, put to ``found``; rows of the entities that they mention, None for all there are."""
    if CHUNK not in options.layers:
        return None
    layer = layers.chunks(options.selection, options.along, control)
    _peel(found, layer, options, control)
    if not found.found:
        found.notes.append("no community of chunks was found, so the entities of all chunks were searched")
        return None
    return corpus.entities_of(_united(found.found))


def _peel(found: Communities, layer: Layer, options: CommunityOptions, control: Control) -> None:
    """Put the communities of ``layer`` to ``found``; largest k first, as it is the quickest."""
    tried = _values_of_k(layer, options, found.notes)
    relevance = found.relevance[layer.rows]
    distinct: dict[bytes, LayerCommunity] = {}
    for k in tried:
        if control.state != "running" and found.found:
            found.complete = False
            break
        community = peel_community(
            layer.graph,
            layer.trussness,
            relevance,
            k,
            rule=options.rule,
            min_size=options.min_size,
            control=control,
        )
        if community is None:
            continue
        found.complete &= community.complete
        if community.qr_score > 0:
            distinct.setdefault(community.nodes.tobytes(), LayerCommunity(layer, community))
    found.layers[layer.name] = layer
    found.tried[layer.name] = tuple(sorted(tried))
    found.found += sorted(distinct.values(), key=lambda one: -one.community.qr_score)


def _values_of_k(layer: Layer, options: CommunityOptions, notes: list[str]) -> list[int]:
    """The values of k to try, descending; what differs from what was asked is noted."""
    largest = layer.largest_k
    if largest < 2:
        notes.append(f"the {layer.name} layer has no edges between the {len(layer.rows)} nodes searched")
        return []
    if options.trussness is not None:
        if options.trussness > largest:
            notes.append(
                f"the {layer.name} layer has no {options.trussness}-truss; its largest k, {largest}, was used"
            )
        return [min(options.trussness, largest)]
    if largest < 3:
        notes.append(
            f"the {layer.name} layer has no triangles, so what is merely connected was taken (k = 2)"
        )
        return [2]
    if largest - 2 <= MAXIMUM_TRIED:
        return list(range(largest, 2, -1))
    spread = distinct(np.rint(np.geomspace(3, largest, MAXIMUM_TRIED)).astype(int))
    return [int(k) for k in spread[::-1]]


def rank_chunks(
    corpus: Corpus, communities: Iterable[LayerCommunity], relevance: NDArray[np.float32]
) -> NDArray[np.int32]:
    """Rows of the chunks that ``communities`` lead to, best first, int32, distinct.

    First the chunks of communities of chunks, then those that mention an entity of the others; each by relevance, of
    equal ones the first.

    Parameters
    ----------
    relevance : float32 (n,)
        Of each node of the projection, as `Communities.relevance`.
    """
    communities = list(communities)
    coarse = _united([one for one in communities if one.layer.name == CHUNK])
    fine = corpus.chunks_of(_united([one for one in communities if one.layer.name != CHUNK]))
    parts = [coarse, np.setdiff1d(fine, coarse)]
    return np.concatenate([part[np.argsort(-relevance[part], kind="stable")] for part in parts])


def _united(communities: Sequence[LayerCommunity]) -> NDArray[np.int32]:
    return distinct(np.concatenate([np.zeros(0, np.int32), *(one.rows for one in communities)]))


def checked_layers(value: Sequence[str]) -> tuple[str, ...]:
    """``value`` as a tuple; `InvalidInput` for no layer, or one that does not exist.

    >>> checked_layers(["knowledge", "chunk"])
    ('chunk', 'knowledge')
    """
    given = [value] if isinstance(value, str) else list(value)
    known = (*LAYERS, GRAPH)
    for name in given:
        if name not in known:
            raise InvalidInput(f"There is no layer {name!r}.", hint=f"Layers: {', '.join(known)}.")
    if not given:
        raise InvalidInput("layers names no layer.", hint=f"Layers: {', '.join(known)}.")
    return tuple(name for name in known if name in given)
