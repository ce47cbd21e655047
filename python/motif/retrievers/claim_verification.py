"""``verify`` of a claim in words, without a model: the likeliest reading that the graph can judge decides."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from motif.engine.control import Control
from motif.errors import NoEntityFound
from motif.graphs.claim import Claim
from motif.graphs.evidence import Results
from motif.graphs.omissions import note_of
from motif.graphs.verdict import Label, Verdict
from motif.planners.claims import plan_claim
from motif.retrievers.claim_by_meaning import ClaimRead, read_by_meaning
from motif.retrievers.claim_matching import VerificationOptions
from motif.retrievers.verification import METHOD, verify_plan
from motif.retrievers.view import View

NEAR = 0.5
"""Part of the likeliest reading's probability from which on another has a say."""


def verify_claim(
    view: View, claim: str, *, options: VerificationOptions | None = None, control: Control
) -> tuple[Verdict, Results]:
    """The verdict on ``claim``, and the evidence that it rests on; ``metadata["plan"]`` holds the reading that decided.

    Where every word of it is read (`read_by_meaning`), that decides. Else what it names is joined by paths; where that
    speaks against what its words are likelier to mean, it is unknown.

    Of readings by paths that are about as likely, one that the graph bears out decides; else they vote by their
    probability. A claim of which the reading leaves something out is at best unknown. One that denies has the opposite
    verdict of what it denies.

    Raises `InvalidInput` and `NoEntityFound` as `motif.planners.claims.plan_claim`.
    """
    options = options or VerificationOptions()
    read = read_by_meaning(view, claim, options) if isinstance(claim, str) and claim.strip() else None
    if read is not None and read.is_sure and read.verdict.label != "unknown":
        return read.verdict, read.evidence
    try:
        verdict, found = _by_paths(view, claim, options, control)
    except NoEntityFound:
        if read is None or not read.is_sure:
            raise
        return read.verdict, read.evidence
    if read is None or read.is_foreign or not _opposes(read, verdict):
        return verdict, found
    return read.left_open()


def _opposes(read: ClaimRead, verdict: Verdict) -> bool:
    """Whether a verdict by paths is not to be believed: the claim, read word by word, is surely not so, or asks for a
    property that no path says; or it is so, and was refuted by what is said of something else."""
    if verdict.label == "supported":
        return bool(read.leaves_out) or (read.is_sure and read.is_so is False)
    return verdict.label == "refuted" and read.is_so is True


def _by_paths(
    view: View, claim: str, options: VerificationOptions, control: Control
) -> tuple[Verdict, Results]:
    """The verdict by the likeliest paths between what is named."""
    claims = plan_claim(claim, view, control=control)
    if not claims:
        reason = "The claim says nothing of what it names that the graph could know."
        verdict = Verdict("unknown", 0.0, reason, method=METHOD)
        return verdict, Results(metadata={"verdict": dataclasses.asdict(verdict)})
    judged = [_Judged(one, *verify_plan(view, one.plan, options, control)) for one in claims]
    decided = _deciding(judged)
    verdict = _said_wholly(decided.claim, decided.verdict)
    if decided.claim.negated:
        verdict = verdict.negated()
    confidence = round(verdict.confidence * decided.claim.plan.confidence, 4)
    verdict = dataclasses.replace(verdict, confidence=confidence)
    metadata: dict[str, Any] = {
        **decided.evidence.metadata,
        "plan": decided.claim.plan.as_dict(),
        "negated": decided.claim.negated,
        "verdict": dataclasses.asdict(verdict),
    }
    complete = all(one.evidence.complete for one in judged)
    return verdict, Results(decided.evidence, complete=complete, metadata=metadata)


@dataclass(frozen=True, slots=True)
class _Judged:
    claim: Claim
    verdict: Verdict
    evidence: Results


def _deciding(judged: list[_Judged]) -> _Judged:
    """The likeliest reading that has the label with the most weight; "supported" needs but one."""
    near = [one for one in judged if one.claim.plan.confidence >= NEAR * judged[0].claim.plan.confidence]
    weights: dict[Label, float] = defaultdict(float)
    for one in near:
        weights[one.verdict.label] += one.claim.plan.confidence
    label: Label = "supported" if "supported" in weights else max(weights, key=lambda label: weights[label])
    return next(one for one in near if one.verdict.label == label)


def _said_wholly(claim: Claim, verdict: Verdict) -> Verdict:
    """The verdict, "unknown" where what the graph says is only a part of the claim."""
    left_out = [note_of(one) for one in claim.plan.omissions]
    if not left_out or verdict.label != "supported":
        return verdict
    return dataclasses.replace(
        verdict,
        label="unknown",
        confidence=0.0,
        reason=f"Only a part can be told. {verdict.reason} {' '.join(left_out)}",
        citations=(),
    )
