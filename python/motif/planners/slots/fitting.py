"""Which property of which place a quantity of a question means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

import numpy as np

from motif.engine.relation_paths import Step
from motif.graphs.graph_schema import PropertyProfile
from motif.indexes.names import readable
from motif.planners.quantities import Quantity, conditions_for
from motif.planners.reading.marks import measured_by
from motif.planners.slots.fitness import as_texts, condition_of, fitness, is_code
from motif.planners.slots.place_schema import PlaceSchema
from motif.planners.slots.reading import Slots
from motif.planners.slots.tree import Branch, Counted, Place, turned
from motif.planners.stretches import overlaps

NEAR = 4
"""Words before a quantity that may say what it measures."""

ENOUGH = 0.25
ELSEWHERE = 0.6
"""What a property loses where a word beside the quantity names another."""

SAID = 0.6
"""Likeness from which on a word names a property, relation or label."""


@dataclass(frozen=True)
class _Fit:
    score: float
    place: Place
    property: str | None = None
    profile: PropertyProfile | None = None
    step: Step | None = None
    counted: bool = False


class Fitter:
    """Puts the quantities of ``slots`` to places of a tree."""

    def __init__(self, schema: PlaceSchema, slots: Slots) -> None:
        self._schema = schema
        self._lexicon = schema.lexicon
        self._relations = schema.projection.relationships.relations
        self._slots = slots

    def put(self, quantity: Quantity, places: Sequence[Place], denied: bool) -> tuple[bool, list[str]]:
        """Whether ``quantity`` could be put to one of the places, and the words that it used."""
        words = self._around(quantity)
        fits = [fit for place in places for fit in self._fits(quantity, place, words)]
        best = max(fits, key=lambda fit: fit.score, default=None)
        if best is None or best.score < ENOUGH:
            return False, []
        self._apply(best, quantity, denied)
        return True, [word for word in words if self._explains(word, best)]

    def _explains(self, word: str, fit: _Fit) -> bool:
        if fit.property is not None:
            return self._lexicon.to_property(word, fit.property) >= 0.4
        return fit.step is not None and float(self._lexicon.to_relations(word)[fit.step.relation]) >= 0.4

    def _around(self, quantity: Quantity) -> list[str]:
        """Words near a quantity, up to other slots: what it may measure."""
        others = [span for span in self._slots.spans() if span != (quantity.start, quantity.end)]
        low = max((end for _, end in others if end <= quantity.start), default=0)
        high = min((start for start, _ in others if start >= quantity.end), default=len(self._slots.question))
        words = [
            word
            for word in self._slots.words
            if word.is_content and not overlaps((word.start, word.end), others)
        ]
        before = [word.text for word in words if low <= word.start and word.end <= quantity.start][-NEAR:]
        after = [word.text for word in words if quantity.end <= word.start < high][:2]
        inside = [word.text for word in words if quantity.start <= word.start < quantity.end]
        return [*before, *after, *(word for word in inside if word.isalpha())]

    def _fits(self, quantity: Quantity, place: Place, words: Sequence[str]) -> Iterator[_Fit]:
        near = self._nearness(quantity, place)
        implied = measured_by(quantity.word)[0]
        own = self._schema.properties(place)
        for name, profile in own.items():
            fit = fitness(quantity, profile)
            if fit is None or (is_code(name) and quantity.operator != "$eq"):
                continue
            said = max((self._lexicon.to_property(word, name) for word in words), default=0.0)
            hinted = max((0.9 if word in readable(name).split() else 0.0 for word in implied), default=0.0)
            score = fit + near + (said if said >= 0.45 else 0.0) + 0.4 * hinted
            if quantity.is_bare and said < SAID and fit < 0.5:
                continue
            if said < 0.45 and self._says_other(words, own.keys() - {name}):
                score -= ELSEWHERE
            yield _Fit(score, place, name, profile)
        yield from self._named(quantity, place, words, near)
        if quantity.values[0].period is None and quantity.unit is None and not quantity.is_bare:
            yield from self._counted(quantity, place, near)

    def _says_other(self, words: Sequence[str], others: Set[str]) -> bool:
        """Whether one of the words names another property that the place has: "describe" is none of a paper."""
        named = (self._lexicon.properties_like(word) for word in words)
        return any(other in others and likeness >= 0.85 for other, likeness in named)

    def _nearness(self, quantity: Quantity, place: Place) -> float:
        """More for the place whose label was said last before the quantity; after a name, for the head."""
        head = self._slots.head
        named = max((one.end for one in self._slots.anchors if one.end <= quantity.start), default=0)
        said = [one.start for one in self._slots.labels if named <= one.start < quantity.start]
        if not said and head is not None and head.start < quantity.start:
            said.append(head.start)
        if place.said is None:
            return -0.1
        return 0.15 if said and place.said == max(said) else 0.0

    def _named(self, quantity: Quantity, place: Place, words: Sequence[str], near: float) -> Iterator[_Fit]:
        """Relations to nodes that are years or numbers."""
        for step in self._schema.steps(place):
            profile = self._target(step)
            if profile is None or not step.forward or (fit := fitness(quantity, profile)) is None:
                continue
            said = max(
                (float(self._lexicon.to_relations(word)[step.relation]) for word in words), default=0.0
            )
            yield _Fit(fit + near + (said if said >= 0.45 else 0.0), place, None, profile, step)

    def _target(self, step: Step) -> PropertyProfile | None:
        relation = self._relations[step.relation]
        profile = self._lexicon.schema.relations.get(relation)
        return None if profile is None else profile.target_names

    def _counted(self, quantity: Quantity, place: Place, near: float) -> Iterator[_Fit]:
        """ "More than five neighbours": the noun right after the number is a label or relation, not a property."""
        after = next((word for word in self._slots.words if word.start >= quantity.end), None)
        if after is None or not after.is_content or self._slots.question[quantity.end : after.start].strip():
            return
        property_like = self._lexicon.properties_like(after.text)[1]
        for step, like in self._schema.steps_like(after.text, place):
            if like >= SAID and like > property_like:
                yield _Fit(like + near + 0.3, place, None, None, step, counted=True)

    def _apply(self, fit: _Fit, quantity: Quantity, denied: bool) -> None:
        if fit.property is not None and fit.profile is not None:
            condition = condition_of(quantity, fit.profile)
            if denied:
                fit.place.denied.append({fit.property: condition})
            elif isinstance(fit.place.where.get(fit.property), dict):
                fit.place.where[fit.property] |= condition
            else:
                fit.place.where[fit.property] = condition
        elif fit.counted and fit.step is not None:
            condition = conditions_for(quantity, dates=False)
            fit.place.degrees.append(Counted(fit.step, {"$not": condition} if denied else condition))
        elif fit.step is not None and fit.profile is not None:
            self._join_values(fit, quantity, denied)

    def _join_values(self, fit: _Fit, quantity: Quantity, denied: bool) -> None:
        """Nodes whose names are the numbers, joined to the place."""
        assert fit.step is not None and fit.profile is not None
        relation = self._relations[fit.step.relation]
        ends = self._lexicon.schema.relations[relation].ends
        label = ends[0].target if ends else None
        holder = self._lexicon.schema.labels.get(label or "")
        name = holder.name_property if holder is not None and holder.name_property else "name"
        own = holder.properties.get(name) if holder is not None else None
        condition = condition_of(quantity, fit.profile)
        if own is None or (own.format is None and own.type == "STRING"):
            condition = as_texts(condition)
        leaf = Place(np.zeros(0, np.int32), label=label, where={name: condition})
        fit.place.branches.append(Branch(leaf, turned(fit.step), denied))
