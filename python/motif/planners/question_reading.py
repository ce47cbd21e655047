"""What a question says beside names and relations: that it counts, compares with a number, or asks for an extreme.

English, by rule; a question in another language simply has none of these.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from motif.graphs.meaning import Omission
from motif.planners.denying import denial_in
from motif.planners.quantities import Quantity, quantities_in
from motif.planners.stretches import blanked
from motif.planners.superlatives import Superlative, superlatives_in

_YES_OR_NO = re.compile(
    r"\s*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)\b"
    r"(?!.*\b(?:who|whom|what|which|where|when|how)\b)",
    re.IGNORECASE,
)
_COUNT = re.compile(
    r"\bhow many\b|\b(?:the |total )?(?:number|count) of\b|\bcount (?:the|all)\b|\bhow often\b", re.IGNORECASE
)

_AS_IT_IS = "; the plan asks for what is, not for what is not"
_FOR_A_VERDICT = "This asks for yes or no: kg.verify, or motif ask --verify, judges a claim."


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read; ``core`` is the question without comparisons (but for their units) and superlatives, in the same
    places.

    ``omissions``: what was read and cannot be heeded; ``notes``: what else is to be said.
    """

    counts: bool
    comparisons: tuple[Quantity, ...]
    extreme: Superlative | None
    core: str
    omissions: tuple[Omission, ...] = ()
    notes: tuple[str, ...] = ()


def read_question(question: str, names: Iterable[tuple[int, int]] = ()) -> Reading:
    """What ``question`` counts, compares and ranks, but for ``names``: where names start and end in it.

    >>> read_question("who directed The Last Emperor", [(13, 29)]).extreme is None
    True
    >>> [one.operator for one in read_question("How many films after 2000 did Michael Mann direct?").comparisons]
    ['$gt']
    >>> read_question("What is the largest country in Africa?").extreme.words[:2]
    ('area', 'population')
    """
    said = blanked(question, names)
    comparisons = tuple(one for one in quantities_in(said) if _compares(one))
    extreme = next(iter(superlatives_in(said)), None)
    spans = [(one.start, one.number_end) for one in comparisons]
    if extreme is not None and extreme.noun is None:
        spans.append((extreme.start, extreme.end))
    core = blanked(question, spans)
    denied, counts = denial_in(said), bool(_COUNT.search(said))
    unheeded = (Omission("negation", text=denied, reason=_AS_IT_IS),) if denied else ()
    notes = (_FOR_A_VERDICT,) if _YES_OR_NO.match(said) else ()
    return Reading(counts, comparisons, extreme, core, unheeded, notes)


def _compares(one: Quantity) -> bool:
    """Whether it is more than a number, a year or a season ("2019-20"): those are values that the question names."""
    is_worded = one.start < one.values[0].start
    if one.operator == "$between":
        return is_worded
    return one.operator != "$eq" or (is_worded and one.is_temporal and one.values[0].number is None)
