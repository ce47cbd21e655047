"""Results as texts that travel: who reads them has the same results, order of keys and ids included.

A map that comes over Bolt has lost its order, and names alone do not say which nodes they are of: JSON keeps both.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from motif.graphs.evidence import Evidence, Node, Relationship, Results

NODE, RELATIONSHIP = "$node", "$relationship"

_PIECE = ("score", "nodes", "relationships", "bindings", "answers", "text", "method", "complete", "metadata")
_SEQUENCES = ("nodes", "relationships", "answers")


def written_results(results: Results) -> list[str]:
    """A text for each piece; the first tells of the whole too, and stands alone where there is no piece.

    >>> [text] = written_results(Results([Evidence(1.0, (), (), answers=(Node("4:x:1", "Heat"),))]))
    >>> read_results([text])[0].answers
    (Node(id='4:x:1', name='Heat', labels=()),)
    """
    whole = {"count": len(results), "complete": results.complete, "metadata": _plain(results.metadata)}
    pieces = [{"piece": {name: _plain(getattr(piece, name)) for name in _PIECE}} for piece in results]
    said: list[dict[str, Any]] = [{**(pieces[0] if pieces else {}), **whole}, *pieces[1:]]
    return [json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in said]


def read_results(texts: Sequence[str]) -> Results:
    """The results whose texts these are; `ValueError` where some are missing.

    Values that JSON has no word for (dates, points in space) are text, sequences lists; they read and print the same.
    """
    first, *others = map(json.loads, texts)
    pieces = [_piece(one["piece"]) for one in (first, *others) if "piece" in one]
    if len(pieces) != first["count"]:
        raise ValueError(f"{first['count']} pieces were written, {len(pieces)} came.")
    return Results(pieces, complete=first["complete"], metadata=_read(first["metadata"]))


def _piece(values: Mapping[str, Any]) -> Evidence:
    read: dict[str, Any] = {name: _read(value) for name, value in values.items()}
    return Evidence(**{**read, **{name: tuple(read[name]) for name in _SEQUENCES}})


def _plain(value: Any) -> Any:
    """``value`` as JSON has it, nodes and relationships with all that they hold."""
    if isinstance(value, Node):
        return {NODE: [value.id, value.name, list(value.labels)]}
    if isinstance(value, Relationship):
        return {RELATIONSHIP: [value.id, value.source, value.type, value.target, value.relation]}
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(item) for item in value]
    if hasattr(value, "tolist"):  # numpy's scalars and arrays
        return _plain(value.tolist())
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _read(value: Any) -> Any:
    if isinstance(value, list):
        return [_read(item) for item in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {NODE}:
        identity, name, labels = value[NODE]
        return Node(identity, name, tuple(labels))
    if value.keys() == {RELATIONSHIP}:
        return Relationship(*value[RELATIONSHIP])
    return {key: _read(item) for key, item in value.items()}
