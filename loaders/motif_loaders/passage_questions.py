"""Questions of an evaluation set that passages answer: words, and the chunks that hold the answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class PassageQuestion:
    """One question.

    Attributes
    ----------
    id
        Of the data set.
    text
        Its words.
    gold
        Ids of the chunks that hold the answer, or a step to it; distinct, as the set's loader of the same name spells
        them.
    kind
        What figures may be told by.
    answers
        Every spelling of its answer; none where the set does not tell.
    """

    id: str
    text: str
    gold: tuple[str, ...]
    kind: str
    answers: tuple[str, ...] = ()


class PassageSet(Protocol):
    """Reads such questions, registered under the entry point group ``motif.passages`` by the name of a loader."""

    def __call__(self, source: Path | None = None, **options: Any) -> Iterator[PassageQuestion]: ...
