"""A language model chooses among readings of a question: one letter of a few, and how surely."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from motif.models.language import Messages
from motif.models.language_letters import Picked
from motif.planners.model_asking import Asking
from motif.planners.prompting import as_data, checked_words, default_examples, marked, prompt

NONE: Final = "none of these"

_LETTERS: Final = "ABCDE"
_LONGEST: Final = 600
"""Characters of one reading."""
_WORDS: Final = {"<": "less than", "<=": "at most", ">": "more than", ">=": "at least", "<>": "is not"}
_COMPARED: Final = re.compile(r"(?<= )(?:<=|>=|<>|<|>)(?= )")


@dataclass(frozen=True, slots=True)
class Choice:
    """What a model holds for meant.

    Attributes
    ----------
    chosen
        The number of the reading, from 0; None for none of them.
    n_options
        How many there were to choose from, none of them too.
    shares
        How probable the server says that each reading is, none of them last; None where it does not tell.
    """

    chosen: int | None
    n_options: int
    shares: tuple[float, ...] | None = None

    def share(self, reading: int) -> float:
        """How probably a reading is meant; 1 or 0 where the server does not tell."""
        return float(self.chosen == reading) if self.shares is None else self.shares[reading]


def chosen(question: str, readings: Sequence[str], asking: Asking) -> Choice:
    """The one of ``readings``, at most four, that the model chooses. Raises `ModelFailed`."""
    letters = _LETTERS[: len(readings) + 1]
    told: Picked = asking.complete(
        choosing_messages(question, readings), None, None, retries=0, letters=letters
    ).value
    number = letters.index(told.letter)
    shares = None if told.shares is None else tuple(told.shares[letter] for letter in letters)
    return Choice(number if number < len(readings) else None, len(letters), shares)


def choosing_messages(question: str, readings: Sequence[str]) -> Messages:
    """What is sent: instructions and examples; as data the question and its readings, each behind a letter."""
    messages = [("system", prompt("choose"))]
    for one in default_examples("choose"):
        messages += [("user", _asked(one["question"], one["readings"])), ("assistant", one["meant"])]
    return [*messages, ("user", _asked(checked_words(question, "question"), readings))]


def _asked(question: str, readings: Sequence[str]) -> str:
    told = [*(_plainly(one)[:_LONGEST] for one in readings), NONE]
    lines = [f"{letter}: {as_data(one)}" for letter, one in zip(_LETTERS, told, strict=False)]
    return f"{marked('question', as_data(question))}\n{marked('readings', chr(10).join(lines))}"


def _plainly(reading: str) -> str:
    """A reading with its comparisons in words: the signs are escaped where data is sent.

    >>> _plainly("film (year >= 1999; acted in ← > 3 person)")
    'film (year at least 1999; acted in ← more than 3 person)'
    """
    return _COMPARED.sub(lambda found: _WORDS[found[0]], reading)
