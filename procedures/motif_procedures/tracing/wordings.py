"""Relations in other words than the graph's: written by hand, or by a general paraphraser."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Literal

import yaml

from motif.errors import InvalidInput

WORDINGS = ("exact", "paraphrased", "noisy")
"""As the graph has them; as people word them, by hand; words exchanged, dropped, misspelt, by rules."""

Part = Literal["dev", "test"]
Reword = Callable[[str], str]
"""Says a relation in other words."""


def rewording(kind: str, part: Part, seed: int, noise: float = 0.5) -> Reword:
    """How relations are told: a function that draws other words at each call, the same draws for the same ``seed``.

    Parameters
    ----------
    kind
        One of `WORDINGS`.
    part
        "dev" or "test": wordings by hand of one are not in the other. "noisy" words are always those that training
        never says.
    noise
        Of "noisy": how much of a relation is changed.

    Raises `InvalidInput` for a relation without wordings by hand.
    """
    if kind not in WORDINGS:
        raise InvalidInput(f"There is no wording '{kind}'.", hint=f"Wordings: {', '.join(WORDINGS)}.")
    if kind == "exact":
        return lambda relation: relation
    if kind == "noisy":
        from motif_procedures.guidance.wording import Paraphraser

        return Paraphraser(seed, noise, part="test").relation
    draw = random.Random(f"{seed} {part}")
    return lambda relation: draw.choice(by_hand(relation, part))


def by_hand(relation: str, part: Part) -> list[str]:
    """The ``part``'s wordings of ``relation``, written by hand. Raises `InvalidInput` where there are none.

    >>> by_hand("spouse", "dev")[0]
    'married to'
    """
    found = _written().get(relation)
    if found is None:
        raise InvalidInput(
            f"Nobody has written other words for the relation '{relation}'.",
            hint="Ask with --option wording=noisy, or add it to wordings.yml.",
        )
    return found[part]


@cache
def _written() -> dict[str, dict[str, list[str]]]:
    text = files("motif_procedures.tracing").joinpath("wordings.yml").read_text(encoding="utf-8")
    content: dict[str, dict[str, list[str]]] = yaml.safe_load(text)
    return content
