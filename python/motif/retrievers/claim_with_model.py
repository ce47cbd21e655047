"""``verify`` with a language model: asked where a claim is not read without it, or wherever it is named.

A claim that is read wholly without a model is the graph's to judge. One that is not is read by the model: what it reads
decides where the graph bears that out or refutes it, and the model, shown what the graph says, judges alike.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

from motif.engine.control import Control
from motif.errors import InvalidInput, ModelFailed, NoEntityFound
from motif.graphs.claim import Claim
from motif.graphs.evidence import Results
from motif.graphs.plan import Plan
from motif.graphs.verdict import Verdict
from motif.models.language import ChatModel
from motif.planners.claim_plans import OTHER_RELATION
from motif.planners.claim_reading import Number, read_claim
from motif.planners.language_planner import LanguagePlanner
from motif.planners.weighing import unused_names
from motif.retrievers.claim_matching import VerificationOptions
from motif.retrievers.claim_verification import verify_claim
from motif.retrievers.model_verification import METHOD, verify_with_model
from motif.retrievers.verification import verify_plan
from motif.retrievers.view import View

AGREED = 0.5
"""The most that a verdict on the model's own reading is sure: it rests on a reading that nothing else bears out."""


def verify_claim_with_model(
    view: View,
    claim: str,
    planner: LanguagePlanner,
    model: Callable[[], ChatModel],
    control: Control,
    options: VerificationOptions | None = None,
) -> tuple[Verdict, Results]:
    """The verdict of ``model`` on ``claim`` by the evidence that its own pattern finds.

    Raises `ModelFailed`, `Cancelled`, `InvalidInput` as `LanguagePlanner.plan_claim` does.
    """
    read = planner.plan_claim(claim, view, control=control)[0]
    _, evidence = verify_plan(view, read.plan, options or VerificationOptions(), control)
    verdict = verify_with_model(claim, evidence, model(), control=control)
    return verdict, _told(verdict, read, evidence)


def verify_claim_asking(
    view: View,
    claim: str,
    planner: LanguagePlanner,
    model: Callable[[], ChatModel],
    control: Control,
    options: VerificationOptions | None = None,
) -> tuple[Verdict, Results]:
    """The verdict without the model; where the claim is not read wholly and so not decided, that on its reading.

    Never another than one that is decided without it. The model's reading decides where it leaves no name of the claim
    unsaid, the graph tells of it, and the model judges what the graph says as the graph does; where not, a note says
    how it reads the claim. A model that fails is noted too.

    Raises `InvalidInput` and `NoEntityFound` as `verify_claim`, `Cancelled`.
    """
    options = options or VerificationOptions()
    known: tuple[Verdict, Results] | None = None
    unread: NoEntityFound | None = None
    try:
        known = verify_claim(view, claim, options=options, control=control)
    except NoEntityFound as error:
        unread = error
    if known is not None and not _is_for_model(claim, *known):
        return known
    note = ""
    try:
        read = planner.plan_claim(claim, view, control=control)[0]
        agreed = _agreed(view, claim, read, model(), options, control)
        if agreed is not None:
            return agreed
        note = f"The model reads it as {_as_text(read)}; that decides nothing."
    except ModelFailed as error:
        note = f"verified without the model: {error.message}"
    if known is None:
        assert unread is not None
        raise unread
    known[1].metadata["notes"] = [note]
    return known


def _is_for_model(claim: str, verdict: Verdict, found: Results) -> bool:
    """Whether names or numbers are left that another reading may use.

    What no pattern can say, the largest of all, and words of a relation that does not join such nodes are left to no
    model: it would read the nearest that it can say, and find that borne out.
    """
    if verdict.label != "unknown" or read_claim(claim).extreme:
        return False
    plan = found.metadata.get("plan")
    if plan is None:
        return True
    left_out = {one["kind"] for one in plan.get("omissions", ())}
    return bool(left_out) and OTHER_RELATION not in left_out


def _agreed(
    view: View, claim: str, read: Claim, model: ChatModel, options: VerificationOptions, control: Control
) -> tuple[Verdict, Results] | None:
    """The verdict on what the model reads, where the graph and the model judge it alike."""
    if unused_names(dataclasses.replace(read.plan, question=claim), view):
        return None
    if not all(_is_condition(number, read.plan) for number in read_claim(claim).numbers):
        return None
    with suppress(InvalidInput):
        told, evidence = verify_plan(view, read.plan, options, control)
        told = told.negated() if read.negated else told
        if told.label == "unknown":
            return None
        judged = verify_with_model(claim, evidence, model, control=control)
        if judged.label != told.label:
            return None
        confidence = round(min(told.confidence, judged.confidence, AGREED), 4)
        verdict = dataclasses.replace(told, confidence=confidence, method=METHOD)
        return verdict, _told(verdict, read, evidence)
    return None


def _is_condition(number: Number, plan: Plan) -> bool:
    """Whether a filter of ``plan`` has the number that the claim says."""
    parts = [part for triple in plan.pattern for part in triple] + [plan.answer]
    filters = [part.get("filter") for part in parts if isinstance(part, Mapping)]
    values = _numbers([*filters, *plan.filter.values()])
    return any(number.least <= value <= number.most or value == number.value for value in values)


def _numbers(value: object) -> Iterator[float]:
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for one in value:
            yield from _numbers(one)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield value


def _told(verdict: Verdict, read: Claim, evidence: Results) -> Results:
    metadata = {
        **evidence.metadata,
        "plan": read.plan.as_dict(),
        "negated": read.negated,
        "verdict": dataclasses.asdict(verdict),
    }
    return Results(evidence, complete=evidence.complete, metadata=metadata)


def _as_text(read: Claim) -> str:
    """A reading in a few words."""
    plan: Plan = read.plan
    parts = (" | ".join(_name(part) for part in triple) for triple in plan.pattern)
    return f"{'not: ' if read.negated else ''}{'; '.join(parts) or _name(plan.answer)}"


def _name(part: object) -> str:
    name = part.get("name") if isinstance(part, Mapping) else part
    return "?" if name is None else str(name)
