"""Ways to retrieve chunks for a question, each made ready by a function of the arena and its options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from motif.engine.control import Control
from motif.knowledge_graph import Graph
from motif.knowledge_graph.expanding import ExpandedGraph
from motif.retrievers.community_layers import CommunityLayers
from motif.retrievers.community_search import (
    CommunityOptions,
    checked_layers,
    rank_chunks,
    search_communities,
)
from motif.settings import load_settings
from motif_procedures.passages.arena import PassageArena
from motif_procedures.passages.in_database import expand_by_cypher, hybrid_cypher

_SECONDS = 60.0

Options: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Contender:
    """A way to retrieve.

    Attributes
    ----------
    rank
        Rows of at most so many chunks for a question, best first.
    by_size
        Whether a shorter ranking is not merely the beginning of a longer one.
    """

    rank: Callable[[str, int], Sequence[int]]
    by_size: bool = False


def bm25(arena: PassageArena, options: Options) -> Contender:
    """By the question's words alone."""
    return _weighted(arena, 1.0)


def dense(arena: PassageArena, options: Options) -> Contender:
    """By the cosine alone."""
    return _weighted(arena, 0.0)


def hybrid(arena: PassageArena, options: Options) -> Contender:
    """By both, as `expand` finds its seeds."""
    return _weighted(arena, float(options.get("bm25_weight", 0.6)))


def _weighted(arena: PassageArena, bm25_weight: float) -> Contender:
    index = arena.hybrid

    def rank(question: str, count: int) -> list[int]:
        rows, _ = index.seeds(question, arena.vector(question), count, bm25_weight=bm25_weight)
        found: list[int] = rows.tolist()
        return found

    return Contender(rank)


def expand(arena: PassageArena, options: Options) -> Contender:
    """SAGE: ``seed_share`` of the chunks are seeds, the rest their neighbours; `Graph.expand`."""
    query, index = _parted(options, ("seed_share", "along", "bm25_weight", "policy"))
    projection = arena.with_edges("similarity", _listed(index, "metrics"))
    graph = ExpandedGraph(lambda: projection, encoder=lambda: arena.encoder)
    share, chosen = float(query.pop("seed_share", 0.5)), _listed(query, "along")

    def rank(question: str, count: int) -> list[int]:
        seeds = max(1, round(share * count))
        return arena.rows(
            graph.expand(
                question, seeds=seeds, neighbours=count - seeds, top_k=count, timeout=_SECONDS, **chosen
            )
        )

    return Contender(rank, by_size=True)


def community(arena: PassageArena, options: Options) -> Contender:
    """DA-RAG: the chunks of the communities of chunks, then those that mention an entity of the others."""
    query, index = _parted(options, ("trussness", "min_size", "rule", "layers", "along"))
    projection = arena.with_edges("neighbours", index) if index else arena.projection
    layers = CommunityLayers(projection)
    chosen = _listed(_listed(query, "layers"), "along")
    if "layers" in chosen:
        chosen["layers"] = checked_layers(chosen["layers"])
    asked = CommunityOptions(**chosen)

    def rank(question: str, count: int) -> list[int]:
        with Control(_SECONDS) as control:
            found = search_communities(layers, arena.vector(question), asked, control)
        rows: list[int] = rank_chunks(arena.corpus, found.found, found.relevance).tolist()
        return rows[:count]

    return Contender(rank)


def by_choice(arena: PassageArena, options: Options) -> Contender:
    """The method that Motif chooses, without a model; relations stand for the chunks that say them."""
    projection = arena.with_edges("similarity", {})
    graph = Graph(lambda: projection, encoder=lambda: arena.encoder, settings=load_settings().without_model())

    def rank(question: str, count: int) -> list[int]:
        found = graph.retrieve(question, top_k=count, timeout=_SECONDS)
        rows = [row for piece in found for row in arena.chunk_rows(piece)]
        return list(dict.fromkeys(rows))[:count]

    return Contender(rank, by_size=True)


def cypher_hybrid(arena: PassageArena, options: Options) -> Contender:
    """neo4j-graphrag's HybridCypherRetriever, its continuation returning the chunk itself."""
    return Contender(hybrid_cypher(arena, **options), by_size=True)


def cypher_expand(arena: PassageArena, options: Options) -> Contender:
    """SAGE by Cypher templates alone, over the database's indexes and relationships."""
    return Contender(expand_by_cypher(arena, **_listed(options, "along")), by_size=True)


Builder: TypeAlias = Callable[[PassageArena, Options], Contender]

_EDGES = ("percentile", "combine", "max_neighbours", "metrics", "minimum_text", "seed")

CONTENDERS: Mapping[str, tuple[Builder, tuple[str, ...]]] = {
    "bm25": (bm25, ()),
    "dense": (dense, ()),
    "hybrid": (hybrid, ("bm25_weight",)),
    "expand": (expand, ("seed_share", "along", "bm25_weight", "policy", *_EDGES)),
    "community": (community, ("trussness", "min_size", "rule", "layers", "along", "k_neighbor")),
    "auto": (by_choice, ()),
    "hybrid-cypher": (cypher_hybrid, ("vector_index", "fulltext_index")),
    "expand-cypher": (cypher_expand, ("seed_share", "along", "bm25_weight")),
}
"""Each contender by name, with the options that it takes."""

IN_MEMORY = ("bm25", "dense", "hybrid", "expand", "community", "auto")
"""Those that need no database."""


def _parted(options: Options, names: Sequence[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """``options`` of those names, and the others."""
    inside = {key: value for key, value in options.items() if key in names}
    return inside, {key: value for key, value in options.items() if key not in names}


def _listed(options: Options, name: str) -> dict[str, Any]:
    """``options`` with the value of ``name`` as a list, where it is there: ``"chunk+knowledge"`` names two."""
    value = options.get(name)
    return {**options, name: value.split("+")} if isinstance(value, str) else dict(options)
