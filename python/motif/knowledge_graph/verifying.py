"""Claims: `verify`."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from motif.engine.control import Control
from motif.errors import InvalidConfiguration, MissingDependency, ModelFailed
from motif.graphs.evidence import Results
from motif.graphs.pattern_text import is_pattern_text, read_pattern
from motif.graphs.plan import Plan
from motif.knowledge_graph.dated import dated
from motif.knowledge_graph.planning import NO_MODEL
from motif.knowledge_graph.searching import SearchedGraph
from motif.retrievers.arguments import MAXIMUM_TOP_K, checked_count
from motif.retrievers.presentation import shortened

if TYPE_CHECKING:
    from motif.retrievers.claim_matching import VerificationOptions


class VerifyingGraph(SearchedGraph):
    """A graph that judges claims."""

    @dated
    def verify(
        self,
        claim: Any,
        *,
        planner: Any = "auto",
        closed_world: bool = False,
        top_k: int = 5,
        timeout: float | None = None,
        max_tokens: int | None = None,
        control: Control | None = None,
    ) -> Results:
        """Whether the graph supports or refutes ``claim``, with at most ``top_k`` pieces of the evidence.

        Supported when a match has a GSD near 0, refuted when the known parts match and the claimed relation or value
        does not, else unknown. A language model is asked where the claim cannot be read wholly without it, and of
        every claim with ``planner="model"``.

        Parameters
        ----------
        claim
            In words, or as a pattern (triples, their text) or a plan.
        planner
            As of `plan`; a pattern and a plan need none.
        closed_world
            Whether what the graph does not say is false: then it refutes where it has something else in that place.

        Returns
        -------
        Results
            ``metadata``: ``verdict`` ("supported", "refuted" or "unknown"), ``confidence``, ``reason``, ``plan``.

        Raises
        ------
        NoEntityFound
            The claim names nothing of the graph.
        InvalidInput
            The claim is empty or too long.
        """
        from motif.retrievers.claim_matching import VerificationOptions

        count = checked_count(top_k, "top_k", MAXIMUM_TOP_K)
        options = {"timeout": timeout, "control": control}
        judging = VerificationOptions(closed_world=closed_world)
        found = self._limited(options, lambda running: self._verified(claim, planner, judging, running))
        shorter = (
            dataclasses.replace(piece, text=shortened(piece.text, max_tokens)) for piece in found[:count]
        )
        return Results(shorter, complete=found.complete, metadata=found.metadata)

    def _verified(self, claim: Any, planner: Any, judging: VerificationOptions, control: Control) -> Results:
        from motif.retrievers.claim_verification import verify_claim
        from motif.retrievers.claim_with_model import verify_claim_asking, verify_claim_with_model
        from motif.retrievers.verification import verify_plan

        view, note = self.view, None
        if isinstance(claim, str) and is_pattern_text(claim):
            claim = read_pattern(claim)
        if not isinstance(claim, str):
            plan = Plan.from_value(claim)
            verdict, found = verify_plan(view, plan, judging, control)
            found.metadata.update(plan=plan.as_dict(), verdict=dataclasses.asdict(verdict))
            return _told(found, None)
        self._planners.named(planner, view)
        if planner != "paths" and self._model is not None:
            try:
                ask = verify_claim_with_model if planner == "model" else verify_claim_asking
                language = self._planners.with_model(view)
                return _told(ask(view, claim, language, self._model, control, judging)[1], None)
            except (ModelFailed, InvalidConfiguration, MissingDependency) as error:
                note = f"verified without the model: {error.message}"
        elif planner == "model":
            note = NO_MODEL
        return _told(verify_claim(view, claim, options=judging, control=control)[1], note)

    async def averify(self, claim: Any, **options: Any) -> Results:
        """`verify`, awaited; cancelling the task stops the work."""
        return await self._awaited(self.verify, claim, options)


def _told(found: Results, note: str | None) -> Results:
    """The results with their verdict's parts side by side in ``metadata``."""
    verdict = found.metadata.pop("verdict")
    found.metadata.update(
        verdict=verdict["label"],
        confidence=verdict["confidence"],
        reason=verdict["reason"],
        citations=verdict["citations"],
    )
    if note is not None:
        found.metadata["notes"] = [*found.metadata.get("notes", ()), note]
    return found
