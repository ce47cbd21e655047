"""How sure an unsure answer is after what a language model says of it: by what is told without knowing the graph."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from motif.graphs.evidence import Results
from motif.knowledge_graph.meaning import AGREED, PROPOSED

if TYPE_CHECKING:
    from motif.planners.proposing.choosing import Choice

CHOSEN: Final = 0.65
"""Of the log odds that a model gives to what was found, beside those of a guess, what counts: fitted to 40 unsure
development questions to sixteen graphs and a model of 1.5 billion parameters (docs/evaluation/language-model.md)."""

_LEAST: Final = 0.02


def believed(found: Results, *, agrees: bool, choice: Choice | None = None) -> tuple[str, float]:
    """Status and confidence of what was found unsure.

    Parameters
    ----------
    agrees
        Whether a statement of the model's own gives the same.
    choice
        Among readings of which what was found is the first; None where there is none.
    """
    own = found.confidence or 0.0
    told = 1.0 - (1.0 - own) * (1.0 - PROPOSED) if agrees else own
    is_meant = agrees
    if choice is not None:
        share = choice.share(0)
        weight = CHOSEN * (_logit(share) - _logit(1.0 / choice.n_options))
        told = 1.0 / (1.0 + math.exp(-_logit(told) - weight))
        is_meant = choice.chosen == 0 or (agrees and choice.chosen is None)
    is_whole = found.status == "unsure" and not found.metadata.get("omitted")
    is_sure = is_whole and is_meant and told >= AGREED
    return ("answered" if is_sure else found.status or "unsure"), told


def _logit(share: float) -> float:
    kept = _LEAST + (1.0 - 2.0 * _LEAST) * share
    return math.log(kept / (1.0 - kept))
