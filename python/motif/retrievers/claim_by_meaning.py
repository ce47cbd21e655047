"""``verify`` by what a claim means: the claim is read as a question for yes or no, and judged in three values.

Who calls whom: `motif.retrievers.claim_verification` gives a view and a claim; `motif.planners.meaning` reads it, word
by word; `motif.engine.meaning_truth` says whether the graph holds, denies or does not tell it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from motif.engine.meaning_truth import MeaningTruth
from motif.graphs.evidence import Evidence, Results
from motif.graphs.meaning import (
    AllOf,
    AnyOf,
    Branch,
    Column,
    Condition,
    Meaning,
    Not,
    Place,
    Selection,
    Test,
    Value,
)
from motif.graphs.plan import Plan
from motif.graphs.verdict import Label, Verdict
from motif.planners.meaning.as_pattern import as_pattern
from motif.planners.meaning.planner import MEANING, plan_meanings, vocabulary_of
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import words as listed
from motif.retrievers.claim_matching import VerificationOptions
from motif.retrievers.meaning_evidence import answer_meanings, is_read, meaning_graph_of, reading_plan
from motif.retrievers.presentation import Entities, Presentation
from motif.retrievers.view import View

ASKED = "Is it true that "
"""How a claim becomes a question."""

_LABELS: dict[bool | None, Label] = {True: "supported", False: "refuted", None: "unknown"}
_ROLES = {"supported": "supports", "refuted": "contradicts", "unknown": "near"}
_SAYS = {
    "supported": "The graph says",
    "refuted": "The graph says instead",
    "unknown": "The graph does not tell; it says",
}


@dataclass(frozen=True, slots=True)
class ClaimRead:
    """A claim as it is understood.

    Attributes
    ----------
    is_sure
        Whether every word of it is accounted for, and likely so.
    is_foreign
        Whether it is in another language, of which words are not accounted for.
    is_so
        Whether the graph has what it says, in two values: what the graph does not have is not so. None where a name of
        it is left over, or nothing is said of the name.
    leaves_out
        Words of it that are left over, though they say how many or how much, or a property of the graph is called so.
    """

    verdict: Verdict
    evidence: Results
    is_sure: bool
    is_foreign: bool
    is_so: bool | None
    leaves_out: tuple[str, ...]

    def left_open(self) -> tuple[Verdict, Results]:
        """The same with the verdict that nothing is known: another reading says otherwise."""
        reason = f"It may be read in two ways, of which the graph bears out one. {self.verdict.reason}"
        verdict = Verdict("unknown", 0.0, reason, (), MEANING)
        metadata = {**self.evidence.metadata, "verdict": dataclasses.asdict(verdict)}
        return verdict, Results(self.evidence, complete=self.evidence.complete, metadata=metadata)


def read_by_meaning(view: View, claim: str, options: VerificationOptions) -> ClaimRead | None:
    """The claim read by its meaning and judged; None where nothing of it is read as something to be so or not."""
    if not is_read(view):
        return None
    meanings = plan_meanings(f"{ASKED}{claim.strip().rstrip('.!?')}?", view)
    if not meanings:
        return None
    found = answer_meanings(view, meanings, options.top_k, Presentation())
    meaning, said = meanings[0], [value for piece in found for value in piece.answers][:1]
    if len(said) != 1 or not isinstance(said[0], bool):
        return None
    if _is_of_nobody(meaning, is_so=said[0]):
        return None
    verdict, evidence = _judged(view, meaning, found, said[0], options)
    omits_name = any(one.kind == "name" for one in meaning.omissions)
    metadata = {
        "epoch": view.projection.epoch,
        "plan": (_as_pattern(claim, meaning) or reading_plan(view, claim, meaning)).as_dict(),
        "negated": isinstance(meaning.asked, Selection)
        and any(isinstance(test, Not) for test in meaning.asked.place.tests),
        "verdict": dataclasses.asdict(verdict),
    }
    return ClaimRead(
        verdict,
        Results(evidence, complete=found.complete, metadata=metadata),
        is_sure=found.status == "answered",
        is_foreign=any(one.kind == "language" for one in meaning.omissions),
        is_so=None if found.status == "not held" or omits_name else said[0],
        leaves_out=tuple(_left_out(view, meaning)),
    )


def _left_out(view: View, meaning: Meaning) -> Iterator[str]:
    """What paths do not tell; numbers they do, or say that they do not, and what was done they may."""
    own = (one for one in vocabulary_of(view).properties if one.kind not in ("date", "year"))
    called = {part for one in own for part in one.words.stems}
    for one in meaning.omissions:
        words = one.text.lower().split()
        is_called = one.kind == "word" and {stem(word) for word in words} & called
        is_so_many = one.kind == "word" and bool(listed("words", "quantifying").intersection(words))
        if is_called or is_so_many or one.kind in _LIMITING:
            yield one.text


_LIMITING = ("negation", "rank", "aggregate")
"""Kinds of omissions that say which, or that it is not so."""


def _as_pattern(claim: str, meaning: Meaning) -> Plan | None:
    """What is claimed, or denied, as the plan of a pattern; None where none says it."""
    asked = meaning.asked
    if not isinstance(asked, Selection):
        return None
    tests = tuple(test.test if isinstance(test, Not) else test for test in asked.place.tests)
    place = dataclasses.replace(asked.place, tests=tests)
    shown = dataclasses.replace(asked, place=place, columns=(Column("node", Value(place.key)),), asks=False)
    plan = as_pattern(claim, dataclasses.replace(meaning, asked=shown))
    return None if plan is None or not plan.pattern else dataclasses.replace(plan, answer=None)


def _is_of_nobody(meaning: Meaning, *, is_so: bool) -> bool:
    """Whether there is nothing of a kind, where nothing is named that it could be said of."""
    asked = meaning.asked
    return not is_so and isinstance(asked, Selection) and not asked.place.names and not asked.having


def _judged(
    view: View, meaning: Meaning, found: Results, is_so: bool, options: VerificationOptions
) -> tuple[Verdict, list[Evidence]]:
    """The verdict and what it rests on."""
    asked, evidence = meaning.asked, list(found)
    said: bool | None = is_so
    if isinstance(asked, Selection):
        truth = MeaningTruth(meaning_graph_of(view), closed_world=options.closed_world)
        of_all: bool | None = True if is_so else (False if options.closed_world else None)
        said = of_all if asked.having else truth.says(asked.place)
        said = (
            None if said is not None and said != is_so else said
        )  # what compares rows is not told by their ends
        facts = _Facts(view, truth)
        evidence = [piece for piece in facts.of(asked.place, options.top_k) if piece.text] or evidence
    label = _LABELS[said]
    evidence = [
        dataclasses.replace(
            piece,
            method="verify",
            metadata={"epoch": view.projection.epoch, "claim": _ROLES[label], "freed": "value"},
        )
        for piece in evidence
    ]
    told = next((piece.text.replace("\n", "; ") for piece in evidence), "")
    confidence = 0.0 if said is None else round(found.confidence or 0.0, 4)
    cited = () if said is None else tuple(range(1, len(evidence) + 1))
    reason = f"{_SAYS[label]}: {told}." if told else "The graph neither says it nor speaks against it."
    return Verdict(label, confidence, reason, cited, MEANING), evidence


@dataclass(frozen=True, slots=True)
class _Facts:
    """What a graph says of the things that a place is about."""

    view: View
    truth: MeaningTruth

    def of(self, place: Place, limit: int) -> Iterator[Evidence]:
        """A piece for each of the first nodes that are so, or of those that are named."""
        holds = np.flatnonzero(self.truth.of_place(place).holds)
        rows = holds if len(holds) or not place.names else np.flatnonzero(self.truth.graph.begun(place))
        entities = Entities(self.view.projection)
        for row in rows[:limit].tolist():
            ties = list(dict.fromkeys(tie for tie, _ in self._ties(place, row)))
            ends = [node.id for tie in ties for node in entities.ends(tie)]
            nodes = {node.id: node for tie in ties for node in entities.ends(tie)} | {
                entities.node(row).id: entities.node(row)
            }
            first = [entities.node(row).id, *ends]
            yield Evidence(
                0.0,
                tuple(nodes[one] for one in dict.fromkeys(first)),
                tuple(entities.relationship(tie) for tie in ties),
                text="\n".join(dict.fromkeys(self._lines(place, row, entities))),
            )

    def _lines(self, place: Place, row: int, entities: Entities) -> Iterator[str]:
        yield from self._values(place, row)
        for tie, branch in self._ties(place, row):
            yield " | ".join(entities.line(tie))
            yield from self._tied_values(branch, tie, entities)
            table = self.view.projection.relationships
            far = int(table.target[tie]) if int(table.sources[tie]) == row else int(table.sources[tie])
            yield from self._values(branch.place, far)

    def _values(self, place: Place, row: int) -> Iterator[str]:
        """The properties of a node that are asked about, a line each."""
        name = self.view.projection.nodes.names[row]
        for key in dict.fromkeys(one.property for one in _conditions(place.tests)):
            column = self.view.projection.nodes.properties.get(key)
            value = None if column is None else column.value(row)
            if value is not None:
                yield f"{name} | {key} | {value}"

    def _tied_values(self, branch: Branch, tie: int, entities: Entities) -> Iterator[str]:
        """The properties of a relationship that are asked about."""
        for key in dict.fromkeys(one.property for one in _conditions(branch.where)):
            column = self.view.projection.relationships.properties.get(key)
            value: Any = None if column is None else column.value(tie)
            if value is not None:
                yield f"{' | '.join(entities.line(tie))} | {key} | {value}"

    def _ties(self, place: Place, row: int) -> Iterator[tuple[int, Branch]]:
        """Relationships of a node that are asked about: those to what is meant, or to what there is instead."""
        for branch in _branches(place.tests):
            ends, far = self.truth.ends(branch), self.truth.of_place(branch.place).holds
            own = ends.near == row
            meant = own & far[ends.far]
            for tie in ends.edges[meant if meant.any() else own][:_SHOWN].tolist():
                yield tie, branch


_SHOWN = 3
"""Relationships of one kind that are shown of a node."""


def _conditions(tests: tuple[Test, ...]) -> Iterator[Condition]:
    return (one for one in _flat(tests) if isinstance(one, Condition))


def _branches(tests: tuple[Test, ...]) -> Iterator[Branch]:
    return (one for one in _flat(tests) if isinstance(one, Branch))


def _flat(tests: tuple[Test, ...]) -> Iterator[Test]:
    """The tests, and those within "and", "or" and "not"."""
    for test in tests:
        if isinstance(test, Not):
            yield from _flat((test.test,))
        elif isinstance(test, AllOf | AnyOf):
            yield from _flat(test.tests)
        else:
            yield test
