"""A question of the kind that ERQA asks: several constraints, all answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

ANSWER = "?answer"

Part = str | Mapping[str, str]
Triple = tuple[Part, str, Part]


@dataclass(frozen=True, slots=True)
class Noise:
    """What was done to one constraint.

    Attributes
    ----------
    triple
        Its place in the pattern.
    kind
        "alias" or "typo" (of the name), or "wrong" (another name, which makes the whole impossible).
    name, said
        The node's name, and what the question says.
    """

    triple: int
    kind: str
    name: str
    said: str


@dataclass(frozen=True, slots=True)
class ErqaQuestion:
    """One question with its pattern and every right answer.

    Attributes
    ----------
    id
        Distinct within a file.
    question
        The words; names as the question says them.
    pattern
        Triples as asked, the names that noise changed included; ``?answer`` is the only unknown.
    answers
        Names of all answers of the pattern without noise, sorted; none where a constraint is wrong.
    gold
        Triples with the graph's own names.
    kind
        The number of constraints, as text; what figures are told by.
    star
        Name of the other star node, which has some of the facts and is no answer.
    bridges
        How many of the constraints name a node that both star nodes have.
    noise
        What was changed.
    seed
        Of the file that the question was drawn for.
    """

    id: str
    question: str
    pattern: tuple[Triple, ...]
    answers: tuple[str, ...]
    gold: tuple[Triple, ...]
    kind: str
    star: str
    bridges: int
    noise: tuple[Noise, ...]
    seed: int

    @property
    def n_constraints(self) -> int:
        return len(self.pattern)

    @property
    def is_possible(self) -> bool:
        """Whether anything in the graph meets all constraints."""
        return bool(self.answers)
