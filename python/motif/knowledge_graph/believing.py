"""How sure an unsure answer is after what a language model says of it: by what is told without knowing the graph."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from motif.graphs.evidence import Results
from motif.knowledge_graph.meaning import AGREED

if TYPE_CHECKING:
    from motif.planners.proposing.choosing import Choice

CHOSEN: Final = 0.65
"""Of the log odds that a model gives to what was found, beside those of a guess, what counts: fitted to 40 unsure
development questions to sixteen graphs and a model of 1.5 billion parameters (docs/evaluation/language-model.md)."""

ALIKE: Final = 0.1
"""How often two wrong readings of a question give the same answers: where a model of 1.5 billion parameters agreed with
an unsure answer 11 of 13 were right, of all 101 unsure ones 36 (docs/evaluation/language-model.md)."""

_LEAST: Final = 0.02


def agreed(own: float, trust: float) -> float:
    """How probably what was found is right where a model's statement, right as often as ``trust`` says, gives the same.

    >>> round(agreed(0.36, 0.25), 2), round(agreed(0.36, 0.9), 2)
    (0.65, 0.98)
    """
    both = max(own, _LEAST) * trust
    neither = ALIKE * (1.0 - own) * (1.0 - trust)
    return max(own, both / (both + neither)) if both else own


def differing(own: float, trust: float) -> tuple[float, float]:
    """How probably what was found is right, and how probably the model's, where both give other answers.

    >>> [round(share, 2) for share in differing(0.4, 0.9)]
    [0.06, 0.84]
    """
    shares = own * (1.0 - trust), trust * (1.0 - own)
    whole = sum(shares) + (1.0 - own) * (1.0 - trust)
    return (shares[0] / whole, shares[1] / whole) if whole else (0.5, 0.5)


def believed(
    found: Results, *, agrees: bool, trust: float, choice: Choice | None = None
) -> tuple[str, float]:
    """Status and confidence of what was found unsure.

    Parameters
    ----------
    agrees
        Whether a statement of the model's own gives the same.
    trust
        How often its statements are right.
    choice
        Among readings of which what was found is the first; None where there is none.
    """
    own = found.confidence or 0.0
    told = agreed(own, trust) if agrees else own
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
