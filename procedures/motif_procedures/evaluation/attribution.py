"""Which step lost a question: linking, plan, retrieval or answer."""

from __future__ import annotations

from motif.indexes.names import normalise
from motif_procedures.evaluation.gold_questions import Asked
from motif_procedures.evaluation.metrics import Scores
from motif_procedures.evaluation.outcomes import Outcome

STAGES = ("linking", "plan", "retrieval", "answer")


def lost_in(asked: Asked, outcome: Outcome, scores: Scores) -> str:
    """The first of `STAGES` that went wrong; "" where the first answer is gold.

    - ``linking``: a name that the gold plan knows (or the topic) is not among those the question was linked to;
    - ``plan``: the plan does not ask what the gold plan asks, or none could be made;
    - ``retrieval``: no gold answer stands in the evidence;
    - ``answer``: one does, but does not come first; or something is answered where nothing is right.

    A step that a contender does not have, or of which nothing gold is known, is passed over.
    """
    if scores.hit:
        return ""
    if outcome.known is not None:
        linked = {normalise(name) for name in outcome.known}
        if any(normalise(name) not in linked for name in asked.known):
            return "linking"
    if scores.plan is False:
        return "plan"
    return "retrieval" if scores.evidence_any is False else "answer"
