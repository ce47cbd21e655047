"""The properties that a question asks for, each of the thing or the relationship that has it."""

from __future__ import annotations

from dataclasses import dataclass

from motif.graphs.meaning import Column, Value
from motif.planners.meaning.anchors import content
from motif.planners.meaning.bounding import measured
from motif.planners.meaning.conditioning import LIKENESS
from motif.planners.meaning.drafts import Draft, key_of
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.property_words import same_as
from motif.planners.meaning.request import Request
from motif.planners.meaning.vocabulary import Property
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading


@dataclass(frozen=True, slots=True)
class ColumnReader:
    """Reads the columns of one question."""

    linker: Linker
    reading: Reading

    def columns(self, draft: Draft, request: Request) -> tuple[list[Column], float]:
        """The properties asked for, each of the root where it has it."""
        found, score = [], 0.0
        for piece in request.columns:
            options = [
                (sense.score, spot, sense.property)
                for sense in piece.of("property")
                for spot, one in enumerate(draft.spots)
                if one.label in sense.labels
            ]
            options += [
                (sense.score - 0.2, link.far, sense.property)
                for sense in piece.of("property")
                for link in draft.links
                if link.type in sense.labels and link.group < 0 and not link.negated
            ]
            if not options:
                score -= 1.5
                continue
            best = max(options, key=lambda one: one[0] - 0.3 * (one[1] > 0))
            score += best[0] - 1 - 0.3 * (best[1] > 0)
            found.append(Column(best[2], self._value(draft, best[1], best[2])))
        for adjective in request.measured:
            own = self.linker.vocabulary.properties_of(draft.spots[0].label)
            fitting = [one for one in own if measured(adjective, one) == "+"]
            score -= 0.0 if fitting else 1.5
            found += [Column(one.name, Value(key_of(0), one.name)) for one in fitting[:1]]
        for asked in self.asides(request) if request.asides or not found else ():
            wanted, _ = self.asked_when(draft, asked)
            if wanted is not None:
                found.append(Column(wanted.name, Value(key_of(0), wanted.name)))
            elif not (asked[0] == "where" and self.is_place(draft)):
                score -= 1.5
        return list(dict.fromkeys(found)), score

    def is_place(self, draft: Draft) -> bool:
        """Whether the thing asked for is where what is named is: "Where is X?" asks for the valley that it lies in."""
        if draft.spots[0].names or len(draft.links) != 1:
            return False
        [link] = draft.links
        stems = next(one.words.stems for one in self.linker.vocabulary.relations if one.type == link.type)
        places = {stem(word) for word in listed("relating", "places")}
        return bool(draft.spots[link.far].names and not link.forward and places & set(stems))

    def _value(self, draft: Draft, spot: int, name: str) -> Value:
        """A property of a spot, or of the relationship that leads to it."""
        label = draft.spots[spot].label
        has_it = any(one.name == name for one in self.linker.vocabulary.properties_of(label))
        return Value(key_of(spot), name, of_relationship=not has_it)

    def asides(self, request: Request) -> list[tuple[str, list[int]]]:
        """Dates and places that are asked for, each with the words that say which."""
        words = range(len(self.reading.words))
        found = [(kind, [at for at in words if first <= at <= last]) for kind, first, last in request.asides]
        if request.when:
            found.append((request.when, [at for at in words if at not in request.taken]))
        return found

    def asked_when(self, draft: Draft, asked: tuple[str, list[int]]) -> tuple[Property | None, set[int]]:
        """The date, year or place that "when" or "where" asks for, and the words beside it that say which."""
        kind, words = asked
        kinds = ("date", "year") if kind == "when" else ("text",)
        names = self.linker.graph.projection.nodes.name_properties
        options = [
            one
            for one in self.linker.vocabulary.properties_of(draft.spots[0].label)
            if one.kind in kinds and one.name not in names
        ]
        rest = [at for at in content(self.reading, words) if self.reading.words[at].text.islower()]
        text = " ".join(self.reading.words[at].low for at in rest)
        scored = [(self._fit(text, one), one) for one in options]
        if kind == "where":  # "where they are based" is a city, and no industry, whatever is like "based"
            places = listed("words", "places")
            scored = [
                (
                    max(fit, LIKENESS)
                    if places & {*one.words.lemmas, *one.words.text.split()}
                    else fit * (fit == 1),
                    one,
                )
                for fit, one in scored
            ]
        best = max(scored, key=lambda pair: pair[0], default=(0.0, None))
        if best[1] is None or best[0] < LIKENESS:
            return None, set()
        return best[1], set(rest)

    def _fit(self, text: str, one: Property) -> float:
        """How well words say a property: a stem of it is said, or they are like it."""
        said = {key for word in text.split() for key in (stem(word), *same_as(stem(word)))}
        return 1.0 if said & set(one.words.stems) else self.linker.likeness(text, one.words.text)
