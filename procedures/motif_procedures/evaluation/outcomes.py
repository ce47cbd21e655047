"""What a contender says to a question, in the terms that all contenders are measured by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from motif.graphs.evidence import Results
from motif.graphs.plan import Plan
from motif_procedures.evaluation.gold_questions import Asked, known_names

Triple = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One answered question.

    Attributes
    ----------
    answers
        Names, or values as text; distinct, best first.
    names
        Names of all entities in the evidence.
    triples
        The evidence as (head, relation, tail) of names, in the graph's direction.
    text
        The evidence as a language model would read it.
    known
        Names that the question was linked to; None where the contender links nothing.
    plan
        What was run; None where there is none.
    failure
        Why there is no answer, in words; "" where it went well.
    """

    answers: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()
    triples: frozenset[Triple] = frozenset()
    text: str = ""
    known: tuple[str, ...] | None = None
    plan: Plan | None = None
    failure: str = ""


Ask = Callable[[Asked], Outcome]
"""A contender, made ready: asks one question."""


def name_of(answer: Any) -> str:
    """An answer as text: a node's name, a relationship's relation, a plain value as Python writes it."""
    return str(getattr(answer, "name", None) or getattr(answer, "relation", None) or answer)


def distinct(names: Iterable[str]) -> tuple[str, ...]:
    """``names`` without repetitions, in order of their first mention."""
    return tuple(dict.fromkeys(names))


def outcome_of_results(results: Results, plan: Plan | None = None) -> Outcome:
    """The outcome that Motif's own results are; ``plan`` where their metadata does not carry it."""
    if plan is None:
        plan = plan_of(results.metadata)
    names: set[str] = set()
    triples: set[Triple] = set()
    for piece in results:
        name_by_id = {node.id: node.name for node in piece.nodes}
        names.update(name_by_id.values(), map(name_of, piece.answers))
        for edge in piece.relationships:
            ends = name_by_id.get(edge.source, edge.source), name_by_id.get(edge.target, edge.target)
            triples.add((ends[0], edge.relation or edge.type, ends[1]))
    return Outcome(
        distinct(name_of(answer) for piece in results for answer in piece.answers),
        frozenset(names),
        frozenset(triples),
        "\n".join(piece.text for piece in results),
        None if plan is None else known_names(plan),
        plan,
    )


def plan_of(metadata: Mapping[str, Any]) -> Plan | None:
    """The plan that a retrieval's metadata carries."""
    return Plan.from_value(metadata["plan"]) if metadata.get("plan") else None
