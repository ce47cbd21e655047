"""``verify`` with a language model: a claim judged by the evidence found for it (SimGRAG, paper 002, table 19)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from motif.engine.control import Control
from motif.errors import InvalidInput
from motif.graphs.evidence import Results
from motif.graphs.verdict import Label, Verdict
from motif.models.language import ChatModel
from motif.planners.prompting import checked_words, default_examples
from motif.retrievers.answering import cited, evidence_messages
from motif.retrievers.evidence_packing import MAXIMUM_TOKENS, PackedEvidence, pack_evidence

METHOD = "model"

VERDICT_SCHEMA: dict[str, Any] = {
    "title": "Verdict",
    "description": "Whether a claim is true by the evidence alone.",
    "type": "object",
    "properties": {
        "reason": {"type": "string", "description": "A few words that name the pieces as [1][2]"},
        "verdict": {"type": "string", "enum": list(get_args(Label))},
        "graphs": {
            "type": "array",
            "items": {"type": "integer"},
            "description": "Numbers of the pieces used",
        },
        "confidence": {"type": "number", "description": "From 0 to 1"},
    },
    "required": ["reason", "verdict", "graphs", "confidence"],
}

_WORDS: dict[str, Label] = {
    "supported": "supported",
    "supports": "supported",
    "true": "supported",
    "refuted": "refuted",
    "refutes": "refuted",
    "false": "refuted",
    "unknown": "unknown",
    "not enough information": "unknown",
}
_UNTOLD = 0.5
"""Confidence of a verdict whose model did not say how sure it is."""


def verify_with_model(
    claim: str,
    results: Results,
    model: ChatModel,
    *,
    max_tokens: int = MAXIMUM_TOKENS,
    control: Control,
) -> Verdict:
    """The verdict of ``model`` on ``claim`` by ``results`` alone; ``confidence`` is the model's own estimate.

    A verdict that cites no piece it was shown is "unknown": it would rest on what the model knows itself. Without
    evidence the model is not asked.

    Raises `ModelFailed` and `Cancelled` as `ChatModel.complete` does, `InvalidInput` for a claim that is empty or too
    long.
    """
    claim = checked_words(claim, "claim")
    packed = pack_evidence(results, max_tokens)
    if not packed.numbered:
        return Verdict("unknown", 0.0, "There is no evidence about the claim.", method=METHOD)
    completion = model.complete(
        evidence_messages("verify", claim, packed, default_examples("verify")),
        schema=VERDICT_SCHEMA,
        read=lambda value: _verdict(value, packed),
        control=control,
    )
    verdict: Verdict = completion.value
    return verdict


def _verdict(value: Any, packed: PackedEvidence) -> Verdict:
    """Raises `InvalidInput` when ``value`` holds no verdict."""
    said = value.get("verdict") if isinstance(value, Mapping) else None
    label = _WORDS.get(str(said).strip().lower())
    if label is None:
        raise InvalidInput(f"'verdict' is one of {', '.join(get_args(Label))}, not {said!r}.")
    reason = str(value.get("reason") or "").strip()
    citations = cited(value.get("graphs"), packed)
    if label == "unknown":
        return Verdict("unknown", 0.0, reason, citations, METHOD)
    if not citations:
        return Verdict(
            "unknown", 0.0, f"The model said {label} without evidence. {reason}".strip(), (), METHOD
        )
    return Verdict(label, _confidence(value.get("confidence")), reason, citations, METHOD)


def _confidence(value: Any) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        return _UNTOLD
    return min(max(number, 0.0), 1.0) if number == number else _UNTOLD
