"""Other ways to retrieve, each a function ``(arena, *, options) -> ask``; none needs a language model."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from motif_procedures.evaluation.baselines.exact_pattern import exact_cypher
from motif_procedures.evaluation.baselines.graphrag import hybrid_cypher, vector_cypher
from motif_procedures.evaluation.baselines.neighbourhood import one_hop, two_hops
from motif_procedures.evaluation.baselines.pagerank import pagerank
from motif_procedures.evaluation.baselines.steiner_tree import steiner_solver, steiner_tree
from motif_procedures.evaluation.baselines.triple_search import vector_triples, word_triples
from motif_procedures.evaluation.optional import optional_module
from motif_procedures.evaluation.outcomes import Ask

BASELINES: dict[str, Callable[..., Ask]] = {
    "vector-triples": vector_triples,
    "bm25-triples": word_triples,
    "one-hop": one_hop,
    "two-hops": two_hops,
    "pagerank": pagerank,
    "steiner-tree": steiner_tree,
    "exact-cypher": exact_cypher,
    "vector-cypher": vector_cypher,
    "hybrid-cypher": hybrid_cypher,
}

IN_DATABASE = ("vector-cypher", "hybrid-cypher")
"""Those that need a database with search indexes."""

WITH_PATTERN = ("exact-cypher",)
"""Those that are given the question's pattern."""

REQUIREMENTS: dict[str, Callable[[], Any]] = {
    "pagerank": partial(optional_module, "scipy.sparse", "evaluation"),
    "steiner-tree": steiner_solver,
    **dict.fromkeys(IN_DATABASE, partial(optional_module, "neo4j_graphrag.retrievers", "graphrag")),
}
"""What raises `MissingDependency` where a baseline cannot run: asked before hours of others."""
