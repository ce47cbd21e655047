"""Questions of an evaluation set: words, gold answers, and the gold pattern that finds them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from motif.graphs.pattern import parse_pattern

Part: TypeAlias = "str | dict[str, str]"
Triple: TypeAlias = tuple[Part, str, Part]

ANSWER = "?answer"
"""The unknown of every gold pattern that the question asks for."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question.

    Attributes
    ----------
    text
        Its words.
    topic
        The name of the entity that it is about.
    answers
        Names of the gold answers.
    pattern
        Triples, in the direction of the data, whose ``?answer`` finds them.
    kind
        The question's type: the path of its relations.
    injective
        Which setting of the search the gold set was made by: "known" where it leaves the topic out of steps
        and answers, False where an answer may be the topic.
    """

    text: str
    topic: str
    answers: tuple[str, ...]
    pattern: tuple[Triple, ...]
    kind: str
    injective: bool | str = "known"


class Dataset(Protocol):
    """Reads the questions of an evaluation set, registered under the entry point group ``motif.datasets``."""

    def __call__(self, source: Path | None = None, **options: Any) -> Iterator[Question]: ...


def named(name: str) -> Part:
    """``name`` as a pattern's part: itself, or a mapping when it looks like an unknown.

    >>> named("Heat"), named("?")
    ('Heat', {'name': '?'})
    """
    return name if parse_pattern([(name, None, None)]).nodes[0].is_known else {"name": name}
