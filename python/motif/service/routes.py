"""One route per procedure: its path below ``/v1/`` and the function that answers."""

from __future__ import annotations

from collections.abc import Mapping

from motif.service import (
    dominance,
    embedding,
    information,
    planning,
    projecting,
    retrieval,
    similarity,
    tracing,
    triple_embedding,
    truss,
    vector_indexes,
)
from motif.service.ages import noted
from motif.service.configuration import (
    COMMON,
    COMMUNITY,
    DOMINANCE,
    DOMINANCE_INDEXED,
    DOMINANCE_WRITE,
    EMBED,
    EXPAND,
    GUIDANCE,
    INDEX,
    MATCH,
    PLAN,
    PROJECT,
    REFRESH,
    RETRIEVE,
    RUN,
    SEARCH,
    SIMILARITY,
    SIMILARITY_WRITE,
    TRACE,
    TRIPLE_WRITE,
    TRUSS_WRITE,
    VERIFY,
    WRITE,
)
from motif.service.procedures import Intake, Procedure

_SELECTION = ("nodeProjection", "relationshipProjection", "configuration")
_PROJECT = ("graphName", *_SELECTION)
_GRAPH = ("graphName", "configuration")
_PATTERN = ("graphName", "pattern", "configuration")
_QUESTION = ("graphName", "question", "configuration")
_TRIPLES = ("graphName", "triples", "configuration")

PROCEDURES: Mapping[str, Procedure] = {
    "search": Procedure(retrieval.search, _PATTERN, SEARCH, "retrieval"),
    "match": Procedure(retrieval.match, _PATTERN, MATCH, "retrieval"),
    "expand": Procedure(retrieval.expand, _QUESTION, EXPAND, "retrieval"),
    "community": Procedure(retrieval.community, _QUESTION, COMMUNITY, "retrieval"),
    "trace": Procedure(tracing.trace, _TRIPLES, TRACE, "retrieval"),
    "trace/guidance": Procedure(tracing.guidance, _TRIPLES, GUIDANCE, "retrieval"),
    "plan": Procedure(planning.plan, _QUESTION, PLAN, "retrieval", asks=True),
    "run": Procedure(retrieval.run, ("graphName", "plan", "configuration"), RUN, "retrieval", asks=True),
    "retrieve": Procedure(retrieval.retrieve, _QUESTION, RETRIEVE, "retrieval", asks=True),
    "verify": Procedure(retrieval.verify, _QUESTION, VERIFY, "retrieval"),
    "graph/project/prepare": Procedure(projecting.prepare_project, _PROJECT, PROJECT),
    "graph/project/estimate": Procedure(projecting.estimate_project, _SELECTION, PROJECT),
    "graph/refresh/prepare": Procedure(noted(projecting.prepare_refresh, ends=False), _GRAPH, REFRESH),
    "graph/list": Procedure(projecting.list_graphs, ("graphName",)),
    "graph/exists": Procedure(projecting.graph_exists, ("graphName",)),
    "graph/drop": Procedure(projecting.drop_graph, ("graphName", "failIfMissing")),
    "embed/text/stream": Procedure(embedding.stream, _GRAPH, EMBED, "job"),
    "embed/text/stats": Procedure(embedding.stats, _GRAPH, EMBED, "job"),
    "embed/text/mutate": Procedure(embedding.mutate, _GRAPH, EMBED, "job"),
    "embed/text/write": Procedure(embedding.write, _GRAPH, WRITE, "job", embedding.write_frames),
    "embed/text/write/estimate": Procedure(embedding.estimate_write, _GRAPH, WRITE),
    "embed/triple/stream": Procedure(triple_embedding.stream, _GRAPH, COMMON, "job"),
    "embed/triple/stats": Procedure(triple_embedding.stats, _GRAPH, COMMON, "job"),
    "embed/triple/mutate": Procedure(triple_embedding.mutate, _GRAPH, COMMON, "job"),
    "embed/triple/write": Procedure(
        triple_embedding.write, _GRAPH, TRIPLE_WRITE, "job", triple_embedding.write_frames
    ),
    "embed/triple/write/estimate": Procedure(triple_embedding.estimate_write, _GRAPH, TRIPLE_WRITE),
    "embed/dominance/stream": Procedure(dominance.stream, _GRAPH, DOMINANCE, "job"),
    "embed/dominance/stats": Procedure(dominance.stats, _GRAPH, DOMINANCE, "job"),
    "embed/dominance/mutate": Procedure(dominance.mutate, _GRAPH, DOMINANCE_INDEXED, "job"),
    "embed/dominance/write": Procedure(
        dominance.write, _GRAPH, DOMINANCE_WRITE, "job", dominance.write_frames
    ),
    "embed/dominance/write/estimate": Procedure(dominance.estimate_write, _GRAPH, DOMINANCE_INDEXED),
    "truss/stream": Procedure(truss.stream, _GRAPH, COMMON, "job"),
    "truss/stats": Procedure(truss.stats, _GRAPH, COMMON, "job"),
    "truss/mutate": Procedure(truss.mutate, _GRAPH, COMMON, "job"),
    "truss/write": Procedure(truss.write, _GRAPH, TRUSS_WRITE, "job", truss.write_frames),
    "truss/write/estimate": Procedure(truss.estimate_write, _GRAPH, TRUSS_WRITE),
    "similarity/stream": Procedure(similarity.stream, _GRAPH, SIMILARITY, "job"),
    "similarity/stats": Procedure(similarity.stats, _GRAPH, SIMILARITY, "job"),
    "similarity/mutate": Procedure(similarity.mutate, _GRAPH, SIMILARITY, "job"),
    "similarity/write": Procedure(similarity.write, _GRAPH, SIMILARITY_WRITE, "job", similarity.write_frames),
    "similarity/write/estimate": Procedure(similarity.estimate_write, _GRAPH, SIMILARITY_WRITE),
    "embed/query": Procedure(retrieval.embed_query, ("text",), None, "retrieval"),
    "index/create": Procedure(vector_indexes.plan_indexes, _GRAPH, INDEX),
    "version": Procedure(information.show_version),
    "sysInfo": Procedure(information.sys_info),
    "listProgress": Procedure(information.list_progress, ("jobId",)),
    "help": Procedure(lambda service, call: information.explain(PROCEDURES, call), ("word",)),
}
"""What answers in rows to a request in JSON."""

INTAKES: Mapping[str, Intake] = {
    "graph/project": Intake(projecting.project, _PROJECT, PROJECT),
    "graph/refresh": Intake(noted(projecting.refresh, ends=True), _GRAPH, REFRESH),
}
"""What reads frames."""
