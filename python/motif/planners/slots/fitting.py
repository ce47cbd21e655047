"""Which property of which place a quantity or superlative of a question means."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from motif.engine.relation_paths import Step
from motif.graphs.graph_schema import PropertyProfile
from motif.graphs.projection import Projection
from motif.indexes.names import readable
from motif.planners.question_reading import EXTREMES
from motif.planners.slots.joining_paths import turned
from motif.planners.slots.lexicon import Lexicon, kind_of
from motif.planners.slots.quantities import Quantity, conditions_for
from motif.planners.slots.reading import Slots
from motif.planners.slots.superlatives import Superlative
from motif.planners.slots.tree import Branch, Counted, Place
from motif.planners.slots.units import Unit, unit_in_name, unit_of
from motif.planners.slots.words import overlaps, word_set

NEAR = 4
"""Words before a quantity that may say what it measures."""

ENOUGH = 0.25
ELSEWHERE = 0.6
"""What a property loses where a word beside the quantity names another."""

SAID = 0.6
"""Likeness from which on a word names a property, relation or label."""

_CODES = word_set("id ids code codes key identifier identifiers uuid guid number no iso index")
_YEARS = (1000, 2100)
_SEEN = 64


@dataclass(frozen=True)
class _Fit:
    score: float
    place: Place
    property: str | None = None
    profile: PropertyProfile | None = None
    step: Step | None = None
    counted: bool = False


class Fitter:
    """Puts conditions of ``slots`` to places of a tree."""

    def __init__(self, lexicon: Lexicon, projection: Projection, slots: Slots) -> None:
        self._lexicon = lexicon
        self._projection = projection
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

    def deny(self, places: Sequence[Place]) -> None:
        """Puts "without neighbours" and the like to the places: nodes that a step leads nowhere from."""
        for word in self._slots.denials:
            steps = [
                (like, place, step) for place in places for step, like in self._steps_like(word.text, place)
            ]
            best = max(steps, key=lambda one: one[0], default=None)
            if best is not None and best[0] >= SAID:
                best[1].degrees.append(Counted(best[2], {"$eq": 0}))

    def rank(self, superlative: Superlative, places: Sequence[Place]) -> bool:
        """Whether ``superlative`` could be put to one of the places."""
        following = [one.start for one in self._slots.labels if 0 <= one.start - superlative.end < 24]
        fits = []
        for place in places:
            near = 0.3 if place.said is not None and place.said in following else 0.0
            near += 0.1 if place.said is not None and place.said <= superlative.start else 0.0
            fits += [(score + near, place, by) for score, by in self._measures(superlative, place)]
        if not fits:
            return False
        score, place, by = max(fits, key=lambda fit: fit[0])
        if score < 0.5:
            return False
        place.rank = (superlative, by)
        return True

    def _measures(self, superlative: Superlative, place: Place) -> Iterator[tuple[float, str | Step]]:
        profiles = self._profiles(place)
        for number, word in enumerate(superlative.words):
            for name, profile in profiles.items():
                if kind_of(profile) is not None:
                    like = max(self._lexicon.to_property(part, name) for part in word.split())
                    yield like - 0.03 * number - (1.0 if _is_code(name) else 0.0), name
            if superlative.noun is not None:
                for step, like in self._steps_like(superlative.noun, place):
                    yield like, step

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
        implied = EXTREMES.get(quantity.word.removesuffix("er") + "est", ((quantity.word,), False))[0]
        for name, profile in self._profiles(place).items():
            fit = fitness(quantity, profile)
            if fit is None or (_is_code(name) and quantity.operator != "$eq"):
                continue
            said = max((self._lexicon.to_property(word, name) for word in words), default=0.0)
            hinted = max((0.9 if word in readable(name).split() else 0.0 for word in implied), default=0.0)
            score = fit + near + (said if said >= 0.45 else 0.0) + 0.4 * hinted
            if quantity.is_bare and said < SAID and fit < 0.5:
                continue
            if said < 0.45 and self._says_other(words, name):
                score -= ELSEWHERE
            yield _Fit(score, place, name, profile)
        yield from self._named(quantity, place, words, near)
        if quantity.values[0].period is None and quantity.unit is None and not quantity.is_bare:
            yield from self._counted(quantity, place, near)

    def _says_other(self, words: Sequence[str], name: str) -> bool:
        """Whether one of the words names another property."""
        named = (self._lexicon.properties_like(word) for word in words)
        return any(other != name and likeness >= 0.85 for other, likeness in named)

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
        for step in self._steps(place):
            profile = self._target(step)
            if profile is None or not step.forward or (fit := fitness(quantity, profile)) is None:
                continue
            said = max(
                (float(self._lexicon.to_relations(word)[step.relation]) for word in words), default=0.0
            )
            yield _Fit(fit + near + (said if said >= 0.45 else 0.0), place, None, profile, step)

    def _target(self, step: Step) -> PropertyProfile | None:
        relation = self._projection.relationships.relations[step.relation]
        profile = self._lexicon.schema.relations.get(relation)
        return None if profile is None else profile.target_names

    def _counted(self, quantity: Quantity, place: Place, near: float) -> Iterator[_Fit]:
        """ "More than five neighbours": the noun right after the number is a label or relation, not a property."""
        after = next((word for word in self._slots.words if word.start >= quantity.end), None)
        if after is None or not after.is_content or self._slots.question[quantity.end : after.start].strip():
            return
        property_like = self._lexicon.properties_like(after.text)[1]
        for step, like in self._steps_like(after.text, place):
            if like >= SAID and like > property_like:
                yield _Fit(like + near + 0.3, place, None, None, step, counted=True)

    def _steps_like(self, noun: str, place: Place) -> Iterator[tuple[Step, float]]:
        likeness = self._lexicon.to_relations(noun)
        labels = self._lexicon.to_labels(noun)
        for step in self._steps(place):
            of_label = 0.0
            if len(labels) > 1:
                label = self._end_label(step)
                of_label = (
                    float(labels[self._lexicon.labels.index(label)]) if label in self._lexicon.labels else 0.0
                )
            yield step, max(float(likeness[step.relation]), of_label - 0.01)

    def _end_label(self, step: Step) -> str:
        relation = self._projection.relationships.relations[step.relation]
        profile = self._lexicon.schema.relations.get(relation)
        if profile is None or not profile.ends:
            return ""
        return profile.ends[0].target if step.forward else profile.ends[0].source

    def _steps(self, place: Place) -> list[Step]:
        """Steps that lead away from the nodes of a place."""
        found = [
            Step(number, forward)
            for number, relation in enumerate(self._projection.relationships.relations)
            if (profile := self._lexicon.schema.relations.get(relation)) is not None
            for forward in (True, False)
            if any((end.source if forward else end.target) == place.label for end in profile.ends)
        ]
        if place.label is not None and len(self._lexicon.labels) > 1:
            return found
        rows = place.rows[place.rows < self._projection.n_nodes][:_SEEN].tolist()
        for forward, adjacency in ((True, self._projection.outgoing), (False, self._projection.incoming)):
            parts = [adjacency.data[adjacency.indptr[row] : adjacency.indptr[row + 1]][:256] for row in rows]
            if parts:
                relations = self._projection.relationships.relation[np.concatenate(parts)]
                found += [Step(relation, forward) for relation in np.unique(relations).tolist()]
        return list(dict.fromkeys(found))

    def _profiles(self, place: Place) -> dict[str, PropertyProfile]:
        label = place.label
        if label is None and len(place.rows):
            inside = place.rows[place.rows < self._projection.n_nodes][:1].tolist()
            labels = self._projection.nodes.labels(inside[0]) if inside else ()
            label = next((one for one in labels if one in self._lexicon.schema.labels), None)
        profile = self._lexicon.schema.labels.get(label or "")
        return {} if profile is None else dict(profile.properties)

    def _apply(self, fit: _Fit, quantity: Quantity, denied: bool) -> None:
        if fit.property is not None and fit.profile is not None:
            condition = _condition(quantity, fit.property, fit.profile)
            if denied:
                fit.place.denied.append({fit.property: condition})
            elif isinstance(fit.place.where.get(fit.property), dict):
                fit.place.where[fit.property] |= condition
            else:
                fit.place.where[fit.property] = condition
        elif fit.counted and fit.step is not None:
            fit.place.degrees.append(Counted(fit.step, conditions_for(quantity, dates=False)))
        elif fit.step is not None and fit.profile is not None:
            self._join_values(fit, quantity, denied)

    def _join_values(self, fit: _Fit, quantity: Quantity, denied: bool) -> None:
        """Nodes whose names are the numbers, joined to the place."""
        assert fit.step is not None and fit.profile is not None
        relation = self._projection.relationships.relations[fit.step.relation]
        ends = self._lexicon.schema.relations[relation].ends
        label = ends[0].target if ends else None
        holder = self._lexicon.schema.labels.get(label or "")
        name = holder.name_property if holder is not None and holder.name_property else "name"
        own = holder.properties.get(name) if holder is not None else None
        condition = _condition(quantity, name, fit.profile)
        if own is None or (own.format is None and own.type == "STRING"):
            condition = _as_texts(condition)
        leaf = Place(np.zeros(0, np.int32), label=label, where={name: condition})
        fit.place.branches.append(Branch(leaf, turned(fit.step), denied))


def fitness(quantity: Quantity, profile: PropertyProfile) -> float | None:
    """How well a quantity fits a property's values: None for not at all, 0.6 for years and years, up to 1 by unit.

    >>> from motif.planners.slots.quantities import quantities_in
    >>> [one] = quantities_in("longer than 2 hours")
    >>> fitness(one, PropertyProfile("minutes", "INTEGER", minimum=60, maximum=240))
    0.8
    >>> fitness(one, PropertyProfile("areaKm2", "FLOAT", minimum=1, maximum=500)) is None
    True
    """
    kind = kind_of(profile)
    if kind is None:
        return None
    if kind == "time":
        return 0.6 if quantity.is_temporal else None
    unit, own = quantity.unit, _unit(profile)
    if unit is not None and own is not None and unit.kind != own.kind:
        return None
    by_unit = 0.5 if unit is not None and own is not None else 0.0
    if unit is not None and own is None:
        by_unit = -0.2
    numbers = _numbers(quantity, own)
    low, high = _number(profile.minimum), _number(profile.maximum)
    if numbers is None:
        return None
    if low is None or high is None:
        return 0.1 + by_unit
    is_year = all(_YEARS[0] <= number <= _YEARS[1] for number in numbers)
    in_years = _YEARS[0] <= low <= high <= _YEARS[1]
    if quantity.is_temporal and not in_years and any(value.number is None for value in quantity.values):
        return None
    width = max(high - low, abs(high) * 0.1, 1.0)
    if not all(low - width <= number <= high + width for number in numbers):
        return None
    inside = all(low <= number <= high for number in numbers)
    return by_unit + (0.6 if is_year and in_years else 0.1 if is_year else 0.3 if inside else 0.15)


def _numbers(quantity: Quantity, own: Unit | None) -> list[float] | None:
    numbers: list[float] = []
    for value in conditions_for(quantity, dates=False, scale=own).values():
        numbers += value if isinstance(value, list) else [value]  # type: ignore[list-item]
    return numbers or None


def _unit(profile: PropertyProfile) -> Unit | None:
    if profile.format is not None and profile.format.unit:
        return unit_of(profile.format.unit)
    return unit_in_name(profile.name)


def _condition(quantity: Quantity, name: str, profile: PropertyProfile) -> dict[str, Any]:
    return conditions_for(quantity, dates=kind_of(profile) == "time", scale=_unit(profile))


def _as_texts(condition: dict[str, Any]) -> dict[str, Any]:
    """The condition for years that are written as text, with both ends: texts that are no years lie outside."""
    bounded = dict(condition)
    if {"$gt", "$gte"} & set(condition):
        bounded.setdefault("$lte", _YEARS[1])
    if {"$lt", "$lte"} & set(condition):
        bounded.setdefault("$gte", _YEARS[0])
    return {
        operator: [str(one) for one in value] if isinstance(value, list) else str(value)
        for operator, value in bounded.items()
    }


def _number(value: Any) -> float | None:
    if isinstance(value, datetime.date):
        return float(value.year)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            return None
    return None


def _is_code(name: str) -> bool:
    """Whether a property identifies rather than measures."""
    return readable(name).split()[-1] in _CODES
