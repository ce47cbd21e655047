"""One question of an evaluation and what is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from motif.graphs.pattern import parse_pattern
from motif.graphs.plan import Plan


@dataclass(frozen=True, slots=True)
class Asked:
    """One question and what is right.

    Attributes
    ----------
    text
        Its words; the topic is not marked.
    answers
        Names of the gold answers, or values as text; none where nothing answers the question.
    group
        What figures are told by: the hops, or the question's kind.
    plan
        The gold plan; None where none is known.
    topic
        The name of the entity it is about; None where that is not known.
    evidence
        Gold triples of names; None where they are to be found by ``plan``.
    given
        The pattern that comes with the question, its names as its words have them; None where there is none.
    """

    text: str
    answers: tuple[str, ...]
    group: str = "all"
    plan: Plan | None = None
    topic: str | None = None
    evidence: tuple[tuple[str, str, str], ...] | None = None
    given: Plan | None = None

    @property
    def known(self) -> tuple[str, ...]:
        """The names that a plan must know: those of the gold plan, else the topic."""
        if self.plan is not None:
            return known_names(self.plan)
        return () if self.topic is None else (self.topic,)


def known_names(plan: Plan) -> tuple[str, ...]:
    """The names (else ids) of the known nodes of a plan's pattern.

    >>> known_names(Plan(pattern=(("?film", "directed_by", "Michael Mann"),)))
    ('Michael Mann',)
    """
    pattern = plan.parsed()
    if pattern is None:
        return ()
    return tuple(node.name or node.id or "" for node in pattern.nodes if node.is_known)


def gold_plan(pattern: Sequence[Any], answer: str | None = None, injective: Any = "known") -> Plan:
    """The plan of a gold pattern: asks for ``answer``, else for ``?answer``, else for the only unknown.

    >>> gold_plan([("?film", "directed_by", "Michael Mann")]).answer
    '?film'
    """
    unknowns = [node.unknown for node in parse_pattern(pattern).nodes if node.unknown]
    if answer is None:
        answer = "?answer" if "answer" in unknowns else f"?{unknowns[0]}" if len(unknowns) == 1 else None
    return Plan(tuple(tuple(triple) for triple in pattern), answer, injective=injective)
