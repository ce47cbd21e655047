"""Configuration maps of ``CALL motif.*``: camelCase keys, checked, into keyword arguments."""

from __future__ import annotations

import difflib
import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from motif.errors import InvalidConfiguration
from motif.graphs.plan import STRATEGIES

MAXIMUM_TOP_K = 10_000
MAXIMUM_LIMIT = 100_000
MAXIMUM_CANDIDATES = 1_000_000
MAXIMUM_TIMEOUT = 86_400.0


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a configuration map: the keyword it becomes, what it must be, and how that is checked."""

    keyword: str
    needed: str
    read: Callable[[Any], Any]


class _Refused(Exception):
    """The value does not fit; the key's ``needed`` says what would."""


def _integer(low: int, high: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        # The JavaScript driver, and so Browser, sends whole numbers as floats.
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise _Refused
        return value

    return read


def _positive(high: float) -> Callable[[Any], float]:
    def read(value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= high:
            raise _Refused
        return float(value)

    return read


def _share(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        raise _Refused
    return float(value)


def _from_zero(high: float) -> Callable[[Any], float]:
    def read(value: Any) -> float:
        return 0.0 if value == 0 and not isinstance(value, bool) else _positive(high)(value)

    return read


def _strategy(value: Any) -> str:
    """The strategy, in any case, as the paper writes it or not."""
    chosen: str = _one_of(*STRATEGIES)(_text(value).lower())
    return chosen


def _subgraph(value: Any) -> str | None:
    chosen: str = _one_of("auto", "hops", "pagerank", "none")(value)
    return None if chosen == "none" else chosen


def _boolean(value: Any) -> bool:
    if not isinstance(value, bool):
        raise _Refused
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise _Refused
    return value


def _texts(value: Any) -> list[str] | None:
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, list) or not values or not all(isinstance(one, str) and one for one in values):
        raise _Refused
    return None if values == ["*"] else values


def _mapping(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _Refused
    return value


def _one_of(*choices: object) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if not any(value is choice or (isinstance(value, str) and value == choice) for choice in choices):
            raise _Refused
        return value

    return read


def _anything(value: Any) -> Any:
    return value


def _count(keyword: str, high: int) -> Key:
    return Key(keyword, f"a whole number from 1 to {high:,}", _integer(1, high))


COMMON: Mapping[str, Key] = {
    "jobId": Key("job_id", "text", _text),
    "logProgress": Key("log_progress", "true or false", _boolean),
    "timeout": Key(
        "timeout",
        f"a number of seconds above 0 and at most {MAXIMUM_TIMEOUT:,.0f}",
        _positive(MAXIMUM_TIMEOUT),
    ),
    "concurrency": _count("concurrency", 1024),
}
"""Keys that every procedure with a configuration takes."""

EVIDENCE: Mapping[str, Key] = {
    **COMMON,
    "nodeLabels": Key("labels", "a label or a list of labels", _texts),
    "relationshipTypes": Key("relationship_types", "a relationship type or a list of them", _texts),
    "filter": Key("filter", "a map such as {year: {`$gte`: 1999}}", _mapping),
    "maxTokens": _count("max_tokens", 10_000_000),
    "return": Key("carry", "'graph', 'ids' or 'text'", _one_of("graph", "ids", "text")),
    "onTimeout": Key("on_timeout", "'fail' or 'partial'", _one_of("fail", "partial")),
}
"""Where to look, for how long, and what rows carry."""

RETRIEVAL: Mapping[str, Key] = {**EVIDENCE, "topK": _count("top_k", MAXIMUM_TOP_K)}

SEARCH: Mapping[str, Key] = {
    **RETRIEVAL,
    "nodeCandidates": _count("node_candidates", MAXIMUM_CANDIDATES),
    "relationCandidates": _count("relation_candidates", MAXIMUM_CANDIDATES),
    "typeCandidates": _count("type_candidates", MAXIMUM_CANDIDATES),
    "injective": Key("injective", "true, false or 'known'", _one_of(True, False, "known")),
    "answer": Key("answer", "the name of an unknown", _text),
}

MATCH: Mapping[str, Key] = {
    **EVIDENCE,
    "limit": _count("limit", MAXIMUM_LIMIT),
    "directed": Key("directed", "true or false", _boolean),
    "algorithm": Key("algorithm", "'auto', 'join' or 'paths'", _one_of("auto", "join", "paths")),
    **{key: SEARCH[key] for key in ("relationCandidates", "injective", "answer")},
}

EXPAND: Mapping[str, Key] = {
    **RETRIEVAL,
    "seeds": _count("seeds", MAXIMUM_TOP_K),
    "neighbours": Key(
        "neighbours", f"a whole number from 0 to {MAXIMUM_TOP_K:,}", _integer(0, MAXIMUM_TOP_K)
    ),
    "along": Key("along", "a relationship type or layer, or a list of them", _texts),
    "policy": Key("policy", "'sage+edge' or 'sage-edge'", _one_of("sage+edge", "sage-edge")),
    "bm25Weight": Key("bm25_weight", "a number from 0 to 1", _share),
}

COMMUNITY: Mapping[str, Key] = {
    **RETRIEVAL,
    "trussness": Key("trussness", "a whole number from 2 to 1,000,000", _integer(2, 1_000_000)),
    "minSize": _count("min_size", 1_000_000),
    "rule": Key("rule", "'cascade' or 'strict'", _one_of("cascade", "strict")),
    "layers": Key("layers", "'chunk', 'knowledge', 'similarity' or 'graph', or a list of them", _texts),
    "along": EXPAND["along"],
    "judge": Key("judge", "'auto', 'score' or 'model'", _one_of("auto", "score", "model")),
    "reportTokens": _count("report_tokens", 10_000_000),
}

TRACE: Mapping[str, Key] = {
    **RETRIEVAL,
    "strategy": Key("strategy", "'precision' or 'breadth'", _strategy),
    "threshold": Key("threshold", "a number from 0 to 2", _from_zero(2.0)),
    "beforeBias": Key("before_bias", "true or false", _boolean),
    "entityBias": Key("entity_bias", "a number from 0 to 1,000", _from_zero(1000.0)),
    "tripleBias": Key("triple_bias", "a number from 0 to 1,000", _from_zero(1000.0)),
    "anchors": _count("anchors", MAXIMUM_TOP_K),
    "guidanceFactor": _count("guidance_factor", MAXIMUM_TOP_K),
    "beam": _count("beam", MAXIMUM_TOP_K),
    "guidance": Key("guidance", "'auto', 'general' or false", _one_of("auto", "general", True, False)),
    "subgraph": Key("subgraph", "'auto', 'hops', 'pagerank' or 'none'", _subgraph),
    "consistent": Key("consistent", "true or false", _boolean),
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

PLANNING: Mapping[str, Key] = {
    "method": Key("method", "the name of a method", _text),
    "planner": Key("planner", "'auto', 'paths' or 'model'", _one_of("auto", "paths", "model")),
}
"""How a question in words becomes a plan. Which chat model, and where, is a setting and never a key."""

PLAN: Mapping[str, Key] = {**COMMON, **PLANNING, "topK": RETRIEVAL["topK"]}

BY_METHOD: Mapping[str, Mapping[str, Key]] = {
    "search": {**SEARCH, **PLANNING},
    "match": {**MATCH, **PLANNING, "topK": RETRIEVAL["topK"]},
    "expand": {**EXPAND, **PLANNING},
    "community": {**COMMUNITY, **PLANNING},
    "trace": {**TRACE, **PLANNING},
}
"""What ``motif.retrieve`` takes when a method is named that takes more than a question in words does."""

RETRIEVE: Mapping[str, Key] = {
    **{name: key for keys in BY_METHOD.values() for name, key in keys.items() if name != "limit"}
}

VERIFY: Mapping[str, Key] = {
    **COMMON,
    **{key: RETRIEVAL[key] for key in ("topK", "maxTokens", "return")},
    "planner": PLANNING["planner"],
    "closedWorld": Key("closed_world", "true or false", _boolean),
}

_LATER = "what the catalog reads"

PROJECT: Mapping[str, Key] = {
    **COMMON,
    "onTimeout": RETRIEVAL["onTimeout"],
    **{
        name: Key(name, _LATER, _anything)
        for name in (
            "nameProperty",
            "textProperties",
            "nodeProperties",
            "relationshipProperties",
            "relationTypeProperty",
            "embeddingProperty",
            "encoder",
            "shared",
        )
    },
}
"""The catalog checks the values of what it alone knows; see `motif.catalog.request`."""

EMBED: Mapping[str, Key] = {
    **COMMON,
    "batchSize": _count("batch_size", 4096),
    "of": Key("of", "'name' or 'text'", _one_of("name", "text")),
}

WRITE: Mapping[str, Key] = {**EMBED, "writeProperty": Key("write_property", "a property", _text)}

DOMINANCE: Mapping[str, Key] = {
    **COMMON,
    "kind": Key("kind", "'constructed' or 'gat'", _one_of("constructed", "gat")),
    "dimension": _count("dimension", 64),
    "epochs": _count("epochs", 1_000_000),
    "seed": Key("seed", f"a whole number from 0 to {2**31 - 1:,}", _integer(0, 2**31 - 1)),
    "batchSize": _count("batch_size", 100_000_000),
}
"""``epochs``, ``seed`` and ``batchSize``, in nodes, are those of training."""

DOMINANCE_INDEXED: Mapping[str, Key] = {
    **DOMINANCE,
    "pathLength": Key("path_length", "1 or 2", _integer(1, 2)),
}

DOMINANCE_WRITE: Mapping[str, Key] = {**DOMINANCE, "writeProperty": WRITE["writeProperty"]}

TRIPLE_WRITE: Mapping[str, Key] = {**COMMON, "writeProperty": WRITE["writeProperty"]}

TRUSS_WRITE: Mapping[str, Key] = {**COMMON, "writeProperty": WRITE["writeProperty"]}

SIMILARITY: Mapping[str, Key] = {
    **COMMON,
    "edges": Key(
        "edges",
        "'similarity', 'neighbours', 'chunks', 'mentions' or 'all'",
        _one_of("similarity", "neighbours", "chunks", "mentions", "all"),
    ),
    "percentile": Key("percentile", "a number between 0 and 100", _positive(math.nextafter(100, 0))),
    "combine": Key("combine", "'or' or 'and'", _one_of("or", "and")),
    "maxNeighbours": _count("max_neighbours", MAXIMUM_CANDIDATES),
    "metrics": Key("metrics", "the name of a metric or a list of them", _texts),
    "minimumText": _count("minimum_text", MAXIMUM_CANDIDATES),
    "nodeLabels": EVIDENCE["nodeLabels"],
    "kNeighbor": _count("k_neighbor", MAXIMUM_TOP_K),
    "sharedEntities": Key("shared_entities", "true or false", _boolean),
    "seed": DOMINANCE["seed"],
}

SIMILARITY_WRITE: Mapping[str, Key] = {
    **SIMILARITY,
    "writeRelationshipType": Key("write_relationship_type", "a relationship type", _text),
    "writeProperty": WRITE["writeProperty"],
}

INDEX: Mapping[str, Key] = {
    **COMMON,
    "nodeLabels": RETRIEVAL["nodeLabels"],
    "labels": Key("labels", "a label or a list of labels", _texts),
    "relationshipTypes": RETRIEVAL["relationshipTypes"],
    "vectors": Key("vectors", "'text' or 'triple'", _one_of("text", "triple")),
    "writeProperty": WRITE["writeProperty"],
}


_SAME = ({"topk", "limit", "k"},)
"""Keys, without case and underscores, that mean one thing in different procedures."""


def read_configuration(procedure: str, configuration: Any, keys: Mapping[str, Key]) -> dict[str, Any]:
    """Keyword arguments for a configuration map; null values count as not given.

    Raises `InvalidConfiguration` for an unknown key, with the nearest known one, and for a value that is of
    another type or outside its limits.

    >>> read_configuration("motif.search", {"topK": 5, "nodeLabels": "Film"}, SEARCH)
    {'top_k': 5, 'labels': ['Film']}
    """
    if configuration is None:
        return {}
    if not isinstance(configuration, dict):
        raise InvalidConfiguration(
            f"The configuration of {procedure} must be a map, not {show(configuration)}."
        )
    arguments = {}
    for name, value in configuration.items():
        if name not in keys:
            raise InvalidConfiguration(
                f"The configuration has an unknown key '{name}'.", hint=_nearest(name, keys)
            )
        if value is None:
            continue
        try:
            arguments[keys[name].keyword] = keys[name].read(value)
        except _Refused:
            raise InvalidConfiguration(f"{name} must be {keys[name].needed}, not {show(value)}.") from None
    return arguments


def _nearest(name: str, keys: Mapping[str, Key]) -> str:
    folded = {key.lower(): key for key in keys}
    bare = name.lower().replace("_", "")
    same = sorted(key for group in _SAME if bare in group for key in group & folded.keys())
    near = same or difflib.get_close_matches(bare, folded, n=1)
    return f"Did you mean '{folded[near[0]]}'?" if near else f"Known keys: {', '.join(sorted(keys))}."


def show(value: Any) -> str:
    """``value`` as one would write it in Cypher, shortened.

    >>> show("five"), show(None), show([1, "a"])
    ("'five'", 'null', "[1, 'a']")
    """
    text = repr(value) if isinstance(value, str) else json.dumps(value, default=str, ensure_ascii=False)
    if isinstance(value, list):
        text = "[" + ", ".join(show(item) for item in value[:10]) + "]"
    if isinstance(value, float) and not math.isfinite(value):
        text = str(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
