"""Verdicts: what a graph says of a claim."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Label = Literal["supported", "refuted", "unknown"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a graph says of a claim, and on which evidence it rests.

    Attributes
    ----------
    label
        "supported", "refuted", or "unknown" where the graph neither says it nor speaks against it.
    confidence
        Of the label, between 0 and 1; 0 for "unknown".
    reason
        One or two sentences for a reader.
    citations
        Which pieces of the evidence returned beside it bear it out, counted from 1.
    method
        Who decided: "gsd" (no model), "model".

    >>> str(Verdict("refuted", 0.9, "Australia's capital is Canberra.", (1,), "gsd"))
    "refuted (0.90): Australia's capital is Canberra. [1]"
    """

    label: Label
    confidence: float
    reason: str
    citations: tuple[int, ...] = ()
    method: str = ""

    def __str__(self) -> str:
        marks = "".join(f"[{number}]" for number in self.citations)
        return f"{self.label} ({self.confidence:.2f}): {self.reason} {marks}".rstrip()

    def negated(self) -> Verdict:
        """The verdict on the opposite of the claim: supported and refuted change places."""
        opposite: dict[Label, Label] = {"supported": "refuted", "refuted": "supported", "unknown": "unknown"}
        return Verdict(opposite[self.label], self.confidence, self.reason, self.citations, self.method)
