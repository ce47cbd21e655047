"""The keys of ``CALL motif.*``'s configuration maps, in camelCase, and the keywords that they become."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from motif.graphs.plan import STRATEGIES
from motif.service.keys import (
    Key,
    Reader,
    a_boolean,
    a_mapping,
    a_share,
    a_short_text,
    a_text,
    an_integer,
    anything,
    count,
    from_zero,
    one_of,
    positive,
    some_texts,
)

MAXIMUM_TOP_K = 10_000
MAXIMUM_LIMIT = 100_000
MAXIMUM_CANDIDATES = 1_000_000
MAXIMUM_TIMEOUT = 86_400.0


def _strategy(value: Any) -> str:
    return str(one_of(*STRATEGIES)(a_text(value).lower()))


_STRATEGY = Reader(_strategy, {"type": "string", "pattern": f"^({'|'.join(STRATEGIES)})$"})
"""Reads the strategy, in any case, as the paper writes it or not."""


def _unless_none(*choices: str) -> Reader:
    """Reads one of ``choices``; None for 'none'."""
    chosen = one_of(*choices, "none")
    return Reader(lambda value: None if chosen(value) == "none" else value, chosen.schema)


COMMON: Mapping[str, Key] = {
    "jobId": Key("job_id", "text of at most 200 characters", a_short_text),
    "logProgress": Key("log_progress", "true or false", a_boolean),
    "timeout": Key(
        "timeout",
        f"a number of seconds above 0 and at most {MAXIMUM_TIMEOUT:,.0f}",
        positive(MAXIMUM_TIMEOUT),
    ),
    "concurrency": count("concurrency", 1024),
}
"""Keys that every procedure with a configuration takes."""

EVIDENCE: Mapping[str, Key] = {
    **COMMON,
    "nodeLabels": Key("labels", "a label or a list of labels", some_texts),
    "relationshipTypes": Key("relationship_types", "a relationship type or a list of them", some_texts),
    "filter": Key("filter", "a map such as {year: {`$gte`: 1999}}", a_mapping),
    "maxTokens": count("max_tokens", 10_000_000),
    "return": Key("carry", "'graph', 'ids', 'text' or 'json'", one_of("graph", "ids", "text", "json")),
    "onTimeout": Key("on_timeout", "'fail' or 'partial'", one_of("fail", "partial")),
}
"""Where to look, for how long, and what rows carry."""

RETRIEVAL: Mapping[str, Key] = {**EVIDENCE, "topK": count("top_k", MAXIMUM_TOP_K)}

SEARCH: Mapping[str, Key] = {
    **RETRIEVAL,
    "nodeCandidates": count("node_candidates", MAXIMUM_CANDIDATES),
    "relationCandidates": count("relation_candidates", MAXIMUM_CANDIDATES),
    "typeCandidates": count("type_candidates", MAXIMUM_CANDIDATES),
    "injective": Key("injective", "true, false or 'known'", one_of(True, False, "known")),
    "answer": Key("answer", "the name of an unknown", a_text),
}

MATCH: Mapping[str, Key] = {
    **EVIDENCE,
    "limit": count("limit", MAXIMUM_LIMIT),
    "directed": Key("directed", "true or false", a_boolean),
    "algorithm": Key("algorithm", "'auto', 'join' or 'paths'", one_of("auto", "join", "paths")),
    **{key: SEARCH[key] for key in ("relationCandidates", "injective", "answer")},
}

EXPAND: Mapping[str, Key] = {
    **RETRIEVAL,
    "seeds": count("seeds", MAXIMUM_TOP_K),
    "neighbours": Key(
        "neighbours", f"a whole number from 0 to {MAXIMUM_TOP_K:,}", an_integer(0, MAXIMUM_TOP_K)
    ),
    "along": Key("along", "a relationship type or layer, or a list of them", some_texts),
    "policy": Key("policy", "'sage+edge' or 'sage-edge'", one_of("sage+edge", "sage-edge")),
    "bm25Weight": Key("bm25_weight", "a number from 0 to 1", a_share),
}

COMMUNITY: Mapping[str, Key] = {
    **RETRIEVAL,
    "trussness": Key("trussness", "a whole number from 2 to 1,000,000", an_integer(2, 1_000_000)),
    "minSize": count("min_size", 1_000_000),
    "rule": Key("rule", "'cascade' or 'strict'", one_of("cascade", "strict")),
    "layers": Key("layers", "'chunk', 'knowledge', 'similarity' or 'graph', or a list of them", some_texts),
    "along": EXPAND["along"],
    "judge": Key("judge", "'auto', 'score' or 'model'", one_of("auto", "score", "model")),
    "reportTokens": count("report_tokens", 10_000_000),
}

PLANNING: Mapping[str, Key] = {
    "method": Key("method", "the name of a method", a_text),
    "planner": Key(
        "planner",
        "'auto', 'meaning', 'patterns', 'paths', 'slots' or 'model'",
        one_of("auto", "meaning", "patterns", "paths", "slots", "model"),
    ),
}
"""How a question in words becomes a plan. Which chat model, and where, is a setting and never a key."""

STEPS: Mapping[str, Key] = {
    "expansion": Key(
        "expansion", "'sage+edge', 'sage-edge' or 'none'", _unless_none("sage+edge", "sage-edge")
    ),
    "neighbours": EXPAND["neighbours"],
    "fallback": Key("fallback", "true or false", a_boolean),
}
"""What a plan of steps takes besides."""

RUN: Mapping[str, Key] = {**RETRIEVAL, **STEPS}

TRACE: Mapping[str, Key] = {
    **RETRIEVAL,
    "planner": PLANNING["planner"],
    "strategy": Key("strategy", "'precision' or 'breadth'", _STRATEGY),
    "threshold": Key("threshold", "a number from 0 to 2", from_zero(2.0)),
    "beforeBias": Key("before_bias", "true or false", a_boolean),
    "relationWeight": Key("relation_weight", "a number from 0 to 100", from_zero(100.0)),
    "siblings": Key("siblings", "true or false", a_boolean),
    "weighted": Key("weighted", "true or false", a_boolean),
    "entityBias": Key("entity_bias", "a number from 0 to 1,000", from_zero(1000.0)),
    "tripleBias": Key("triple_bias", "a number from 0 to 1,000", from_zero(1000.0)),
    "anchors": count("anchors", MAXIMUM_TOP_K),
    "guidanceFactor": count("guidance_factor", MAXIMUM_TOP_K),
    "beam": count("beam", MAXIMUM_TOP_K),
    "guidance": Key("guidance", "'auto', 'general' or false", one_of("auto", "general", True, False)),
    "subgraph": Key(
        "subgraph", "'auto', 'hops', 'pagerank' or 'none'", _unless_none("auto", "hops", "pagerank")
    ),
    "injective": Key("injective", "'known' or false", one_of("known", False)),
    "consistent": Key("consistent", "true or false", a_boolean),
    "answer": SEARCH["answer"],
}
"""A model's file is a setting and never a key."""

GUIDANCE: Mapping[str, Key] = {
    **COMMON,
    **{
        key: TRACE[key]
        for key in (
            "guidance",
            "guidanceFactor",
            "anchors",
            "subgraph",
            "nodeLabels",
            "relationshipTypes",
            "filter",
        )
    },
}

PLAN: Mapping[str, Key] = {**COMMON, **PLANNING, "topK": RETRIEVAL["topK"]}

BY_METHOD: Mapping[str, Mapping[str, Key]] = {
    "auto": {
        **RETRIEVAL,
        **{key: SEARCH[key] for key in ("nodeCandidates", "relationCandidates", "typeCandidates")},
        **PLANNING,
    },
    "search": {**SEARCH, **PLANNING},
    "match": {**MATCH, **PLANNING, "topK": RETRIEVAL["topK"]},
    "expand": {**EXPAND, **PLANNING},
    "community": {**COMMUNITY, **PLANNING},
    "trace": {**TRACE, **PLANNING},
    "spark": {**RUN, **PLANNING},
}
"""What ``motif.retrieve`` takes for a question in words, by the method that is named."""

RETRIEVE: Mapping[str, Key] = {
    **{name: key for keys in BY_METHOD.values() for name, key in keys.items() if name != "limit"}
}

VERIFY: Mapping[str, Key] = {
    **COMMON,
    **{key: RETRIEVAL[key] for key in ("topK", "maxTokens", "return")},
    "planner": PLANNING["planner"],
    "closedWorld": Key("closed_world", "true or false", a_boolean),
}

_LATER = "what the catalog reads"

REFRESH: Mapping[str, Key] = {**COMMON, "sudo": Key("sudo", "true or false", a_boolean)}

PROJECT: Mapping[str, Key] = {
    **COMMON,
    "onTimeout": RETRIEVAL["onTimeout"],
    **{
        name: Key(name, _LATER, anything)
        for name in (
            "nameProperty",
            "textProperties",
            "nodeProperties",
            "relationshipProperties",
            "relationTypeProperty",
            "embeddingProperty",
            "encoder",
            "shared",
            "refresh",
            "prepare",
            "sudo",
        )
    },
}
"""The catalog checks the values of what it alone knows; see `motif.catalog.request`."""

EMBED: Mapping[str, Key] = {
    **COMMON,
    "batchSize": count("batch_size", 4096),
    "of": Key("of", "'name' or 'text'", one_of("name", "text")),
}

WRITE: Mapping[str, Key] = {**EMBED, "writeProperty": Key("write_property", "a property", a_text)}

DOMINANCE: Mapping[str, Key] = {
    **COMMON,
    "kind": Key("kind", "'constructed' or 'gat'", one_of("constructed", "gat")),
    "dimension": count("dimension", 64),
    "epochs": count("epochs", 1_000_000),
    "seed": Key("seed", f"a whole number from 0 to {2**31 - 1:,}", an_integer(0, 2**31 - 1)),
    "batchSize": count("batch_size", 100_000_000),
}
"""``epochs``, ``seed`` and ``batchSize``, in nodes, are those of training."""

DOMINANCE_INDEXED: Mapping[str, Key] = {
    **DOMINANCE,
    "pathLength": Key("path_length", "1 or 2", an_integer(1, 2)),
}

DOMINANCE_WRITE: Mapping[str, Key] = {**DOMINANCE, "writeProperty": WRITE["writeProperty"]}

TRIPLE_WRITE: Mapping[str, Key] = {**COMMON, "writeProperty": WRITE["writeProperty"]}

TRUSS_WRITE: Mapping[str, Key] = {**COMMON, "writeProperty": WRITE["writeProperty"]}

SIMILARITY: Mapping[str, Key] = {
    **COMMON,
    "edges": Key(
        "edges",
        "'similarity', 'neighbours', 'chunks', 'mentions' or 'all'",
        one_of("similarity", "neighbours", "chunks", "mentions", "all"),
    ),
    "percentile": Key("percentile", "a number between 0 and 100", positive(math.nextafter(100, 0))),
    "combine": Key("combine", "'or' or 'and'", one_of("or", "and")),
    "maxNeighbours": count("max_neighbours", MAXIMUM_CANDIDATES),
    "metrics": Key("metrics", "the name of a metric or a list of them", some_texts),
    "minimumText": count("minimum_text", MAXIMUM_CANDIDATES),
    "nodeLabels": EVIDENCE["nodeLabels"],
    "kNeighbor": count("k_neighbor", MAXIMUM_TOP_K),
    "sharedEntities": Key("shared_entities", "true or false", a_boolean),
    "seed": DOMINANCE["seed"],
}

SIMILARITY_WRITE: Mapping[str, Key] = {
    **SIMILARITY,
    "writeRelationshipType": Key("write_relationship_type", "a relationship type", a_text),
    "writeProperty": WRITE["writeProperty"],
}

INDEX: Mapping[str, Key] = {
    **COMMON,
    "nodeLabels": RETRIEVAL["nodeLabels"],
    "labels": Key("labels", "a label or a list of labels", some_texts),
    "relationshipTypes": RETRIEVAL["relationshipTypes"],
    "vectors": Key("vectors", "'text' or 'triple'", one_of("text", "triple")),
    "writeProperty": WRITE["writeProperty"],
}
