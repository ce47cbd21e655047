"""What language models take: tokens, and what they cost where prices are set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from motif.settings import ModelSettings

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Usage:
    """What some calls of a model took together.

    ``cost`` is in the currency of the settings' prices, None where they are not set; ``estimated`` tells that the
    tokens of some call were counted as four characters each, because the provider does not say.

    >>> Usage(1, 100, 10, 0.5) + Usage(1, 50, 5, 0.25)
    Usage(calls=2, input_tokens=150, output_tokens=15, cost=0.75, estimated=False)
    >>> Usage(2, 150, 15) - Usage(1, 100, 10)
    Usage(calls=1, input_tokens=50, output_tokens=5, cost=None, estimated=False)
    """

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None
    estimated: bool = False

    def __add__(self, other: Usage) -> Usage:
        costs = [part.cost for part in (self, other) if part.cost is not None]
        return Usage(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            sum(costs) if costs else None,
            self.estimated or other.estimated,
        )

    def __sub__(self, earlier: Usage) -> Usage:
        """What came after ``earlier``; the cost where it is known now."""
        return Usage(
            self.calls - earlier.calls,
            self.input_tokens - earlier.input_tokens,
            self.output_tokens - earlier.output_tokens,
            None if self.cost is None else self.cost - (earlier.cost or 0.0),
            self.estimated,
        )

    def as_dict(self) -> dict[str, Any]:
        """The figures as plain values; the cost only where it is known."""
        values: dict[str, Any] = {
            "calls": self.calls,
            "input_tokens": self.input_tokens,
            "output_tokens": self.output_tokens,
        }
        if self.cost is not None:
            values["cost"] = self.cost
        if self.estimated:
            values["estimated"] = True
        return values


def usage_of_call(settings: ModelSettings, input_tokens: int, output_tokens: int, estimated: bool) -> Usage:
    """One call's usage; priced when both prices are set.

    >>> usage_of_call(ModelSettings(input_price=3.0, output_price=15.0), 1000, 100, False).cost
    0.0045
    """
    cost = None
    if settings.input_price is not None and settings.output_price is not None:
        cost = (settings.input_price * input_tokens + settings.output_price * output_tokens) / _MILLION
    return Usage(1, input_tokens, output_tokens, cost, estimated)


@dataclass(frozen=True, slots=True)
class Completion:
    """An answer of a model.

    Attributes
    ----------
    text
        Its words; those of a structured answer may be empty.
    value
        What was read from it: plain JSON values, or what ``read`` made of them. None when no schema was given.
    usage
        Of all attempts together.
    attempts
        How many it took.
    repaired
        Whether ``value`` was malformed JSON and had to be put right.
    """

    text: str
    value: Any
    usage: Usage
    attempts: int
    repaired: bool = False

    @property
    def input_tokens(self) -> int:
        return self.usage.input_tokens

    @property
    def output_tokens(self) -> int:
        return self.usage.output_tokens

    @property
    def cost(self) -> float | None:
        return self.usage.cost
