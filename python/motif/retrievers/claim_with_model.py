"""``verify`` with a language model: it says what would have to hold, the graph what does; it judges."""

from __future__ import annotations

import dataclasses

from motif.engine.control import Control
from motif.graphs.evidence import Results
from motif.graphs.verdict import Verdict
from motif.models.language import ChatModel
from motif.planners.language_planner import LanguagePlanner
from motif.retrievers.claim_matching import VerificationOptions
from motif.retrievers.model_verification import verify_with_model
from motif.retrievers.verification import verify_plan
from motif.retrievers.view import View


def verify_claim_with_model(
    view: View, claim: str, planner: LanguagePlanner, model: ChatModel, control: Control
) -> tuple[Verdict, Results]:
    """The model's verdict on ``claim`` by the evidence that its own pattern finds.

    Raises `ModelFailed`, `Cancelled`, `InvalidInput` as `LanguagePlanner.plan_claim` does.
    """
    read = planner.plan_claim(claim, view, control=control)[0]
    _, evidence = verify_plan(view, read.plan, VerificationOptions(), control)
    verdict = verify_with_model(claim, evidence, model, control=control)
    metadata = {
        **evidence.metadata,
        "plan": read.plan.as_dict(),
        "negated": read.negated,
        "verdict": dataclasses.asdict(verdict),
    }
    return verdict, Results(evidence, complete=evidence.complete, metadata=metadata)
