"""Evidence in few words, for language models: names and text, and what holds for a whole call said once."""

from __future__ import annotations

from typing import Any

from motif.graphs.evidence import Evidence, Results
from motif.graphs.evidence_values import json_value


def own_metadata(piece: Evidence, results: Results) -> dict[str, Any]:
    """The metadata of ``piece`` without what holds for the whole call, such as the plan.

    That a piece is a fallback is said by each: it changes what the piece means.

    >>> piece = Evidence(1.0, (), (), metadata={"epoch": 1, "gsd": 0.0, "fallback": True})
    >>> own_metadata(piece, Results([piece], metadata={"epoch": 1, "fallback": True}))
    {'fallback': True, 'gsd': 0.0}
    """
    whole = {key: value for key, value in results.metadata.items() if key != "fallback"}
    told = {key: value for key, value in results.metadata.items() if key == "fallback"} | dict(piece.metadata)
    return {key: value for key, value in told.items() if key not in whole or value != whole[key]}


def brief_results(results: Results) -> dict[str, Any]:
    """``found`` (the pieces, best first), ``complete`` and ``metadata``, as JSON has them.

    A piece has ``score, answers, bindings, text, method`` and its own ``metadata``, but nothing that is empty.
    Nodes and relationships are told by name, in the text.

    >>> piece = Evidence(-0.0, (), (), answers=("Heat",), text="Heat | directed_by | Michael Mann", method="match")
    >>> brief_results(Results([piece]))["found"]
    [{'score': 0.0, 'answers': ['Heat'], 'text': 'Heat | directed_by | Michael Mann', 'method': 'match'}]
    """
    return {
        "found": [_brief(piece, own_metadata(piece, results)) for piece in results],
        "complete": results.complete,
        "metadata": json_value(results.metadata),
    }


def without_ids(metadata: dict[str, Any]) -> dict[str, Any]:
    """``metadata`` without ids that stand beside their names.

    >>> without_ids({"from": ["4:x:1"], "from_names": ["Heat"]})
    {'from_names': ['Heat']}
    """
    return {key: value for key, value in metadata.items() if f"{key}_names" not in metadata}


def _brief(piece: Evidence, metadata: dict[str, Any]) -> dict[str, Any]:
    said = {
        "answers": list(piece.answers),
        "bindings": dict(piece.bindings),
        "text": piece.text,
        "method": piece.method,
        "metadata": without_ids(metadata),
    }
    return {"score": piece.score or 0.0, **{key: json_value(value) for key, value in said.items() if value}}
