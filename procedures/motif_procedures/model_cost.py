"""What answers took of a language model: of each question, of all, and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from motif.models.language import ChatModel
from motif.models.language_usage import Usage

Record = Mapping[str, Any]
"""One answered question: ``seconds``, and what `spent` gives."""

_NONE = Usage()

NAMES = ("calls", "inputTokens", "outputTokens")


def used(model: ChatModel | None) -> Usage:
    """All that ``model`` was used until now; nothing of None."""
    return _NONE if model is None else model.usage


def spent(usage: Usage) -> dict[str, int]:
    """What one question took, as a record has it.

    >>> spent(Usage(calls=2, input_tokens=900, output_tokens=40))
    {'calls': 2, 'inputTokens': 900, 'outputTokens': 40}
    """
    return dict(zip(NAMES, (usage.calls, usage.input_tokens, usage.output_tokens), strict=True))


def of_model(records: Sequence[Record]) -> dict[str, Any] | None:
    """How many questions a language model was asked, and what they took; None where it was asked none."""
    asked = [one for one in records if one.get("calls")]
    if not asked:
        return None
    sums = {name: sum(one[name] for one in asked) for name in NAMES}
    middle = median(one["seconds"] for one in asked)
    return {"questions": len(asked), **sums, "medianSeconds": round(middle, 3)}


def told(name: str, asked: Mapping[str, Any] | None, also: str = "") -> str:
    """Which model was asked how many questions, and what that took; ``also`` is what else it did.

    >>> told("openai:qwen", None)
    'openai:qwen was never asked'
    """
    if asked is None:
        return f"{name} was never asked"
    inside, outside = (round(asked[key] / asked["calls"]) for key in NAMES[1:])
    return (
        f"{name} was asked {asked['questions']:,} of them{also}, {asked['calls']:,} calls of {inside:,} tokens in and "
        f"{outside:,} out, {asked['medianSeconds']:.1f} s a question"
    )
