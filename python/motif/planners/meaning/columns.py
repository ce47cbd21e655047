"""The properties that a question asks for, each of the thing or the relationship that has it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from motif.graphs.meaning import Column, Value
from motif.planners.meaning.ages import is_birth
from motif.planners.meaning.anchors import content
from motif.planners.meaning.conditioning import LIKENESS
from motif.planners.meaning.drafts import Draft, key_of
from motif.planners.meaning.journeys import stems_of_end
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.measuring import measured
from motif.planners.meaning.property_words import is_of, same_as
from motif.planners.meaning.request import Request
from motif.planners.meaning.schema_words import Property, words_in
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.verbs import alike_verbs, own_stems
from motif.planners.reading.lemmas import stem, stems_listed
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading

SAID = 0.9
"""Of the only time of a relationship, where its own words ask when it was."""


OF_ANOTHER = -0.3
"""Of a property that is not the first thing's."""

OF_TIE, OUTRIGHT_OF_TIE = -0.2, 0.1
"""Of a relationship's property beside those of things; of one that is said outright where theirs are but in part."""


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
                (sense.score, spot, sense.property, OF_ANOTHER * (spot > 0))
                for sense in piece.of("property")
                for spot, one in enumerate(draft.spots)
                if one.label in sense.labels
            ]
            options = [one for one in options if not self._is_rate(piece, one[2])]
            options += self._of_ties(draft, piece, is_part=all(score < 1 for score, *_ in options))
            if not options:
                score -= 1.5
                continue
            best = max(options, key=lambda one: one[0] + one[3])
            score += best[0] - 1 + best[3]
            found.append(Column(best[2], self._value(draft, best[1], best[2])))
        for other in request.others:
            spot = self._other(draft, other)
            score -= 1.5 if spot is None else 0.0
            if spot is not None:
                found.append(Column((draft.spots[spot].label or "node").lower(), Value(key_of(spot))))
        for adjective in request.measured:
            own = self.linker.vocabulary.properties_of(draft.spots[0].label)
            fitting = [one for one in own if measured(adjective, one) == "+"]
            score -= 0.0 if fitting or (adjective == "old" and any(map(is_birth, own))) else 1.5
            found += [Column(one.name, Value(key_of(0), one.name)) for one in fitting[:1]]
            born = [one for one in own if adjective == "old" and not fitting and is_birth(one)]
            found += [Column("age", Value(key_of(0), one.name, part="age")) for one in born[:1]]
        for asked in self.asides(request) if request.asides or not found else ():
            wanted, _ = self.asked_when(draft, asked)
            if wanted is not None:
                found.append(wanted)
            elif not (asked[0] == "where" and self.is_place(draft)):
                score -= 1.5
        return list(dict.fromkeys(found)), score

    def unmeasured(self, draft: Draft, request: Request) -> Iterator[str]:
        """Adjectives whose measure is asked for, "how deep are they?", of which no property of the things tells."""
        own = self.linker.vocabulary.properties_of(draft.spots[0].label)
        for adjective in request.measured:
            is_born = adjective == "old" and any(map(is_birth, own))
            if not is_born and not any(measured(adjective, one) == "+" for one in own):
                yield adjective

    def _of_ties(self, draft: Draft, piece: Piece, *, is_part: bool) -> list[tuple[float, int, str, float]]:
        """How well words say a property of the draft's relationships, where each leads, and what it costs that this is
        not the first thing's; ``is_part`` where things have but a part of what is said: nights, no "minimum nights"."""
        found = []
        is_alone = not self._is_of_things(piece)
        for sense in piece.of("property"):
            for link in draft.links:
                if link.type not in sense.labels or link.group >= 0 or link.negated:
                    continue
                is_own = is_alone and link.near == 0
                more = 0.0 if is_own else OUTRIGHT_OF_TIE if is_part and sense.score == 1 else OF_TIE
                found.append((sense.score + more, link.far, sense.property, 0.0 if is_own else OF_ANOTHER))
        return found

    def _is_of_things(self, piece: Piece) -> bool:
        """Whether things have a property that words say, and not relationships alone."""
        owners = {owner for sense in piece.of("property") for owner in sense.labels}
        return bool(owners & self.linker.vocabulary.labels.keys())

    def _is_rate(self, piece: Piece, name: str) -> bool:
        """Whether an amount is asked for, and a property is one for each of something: a price per litre."""
        is_amount = self.reading.words[piece.last].lemma in listed("asking", "quantity")
        return is_amount and "per" in words_in(name).text.lower().split()

    def _other(self, draft: Draft, label: Piece | None) -> int | None:
        """What the things are joined to that is asked for beside them: the one of this label, or the only one."""
        labels = {one for sense in label.of("label") for one in sense.labels} if label is not None else None
        said = None if label is None else label.first
        held = {
            link.far for link in draft.links if link.group < 0 and not link.negated and link.count is None
        }
        fitting = [
            at
            for at, one in enumerate(draft.spots)
            if at in held and not one.names and (labels is None or one.label in labels)
        ]
        there = [
            at for at in fitting if draft.spots[at].at == said
        ]  # "with its owner and its agent", both persons
        fitting = there or fitting
        return fitting[0] if len(fitting) == 1 else None

    def is_place(self, draft: Draft) -> bool:
        """Whether the thing asked for is where what is named is: "Where is X?" asks for the valley that it lies in."""
        if draft.spots[0].names or len(draft.links) != 1:
            return False
        [link] = draft.links
        stems = next(one.words.stems for one in self.linker.vocabulary.relations if one.type == link.type)
        places = stems_listed("relating", "places")
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

    def asked_when(self, draft: Draft, asked: tuple[str, list[int]]) -> tuple[Column | None, set[int]]:
        """The date, year or place that "when" or "where" asks for, and the words beside it that say which.

        It is the thing's, or that of a relationship that makes it one: when each player joined.
        """
        kind, words = asked
        rest = [at for at in content(self.reading, words) if self.reading.words[at].text.islower()]
        label = self.linker.vocabulary.labels.get(draft.spots[0].label or "")
        if kind == "where" and label is not None:  # where cases are heard is no "case type"
            rest = [at for at in rest if stem(self.reading.words[at].text) not in label.stems]
        text = " ".join(self.reading.words[at].low for at in rest)
        scored = [
            (self._fit_of_own(kind, text, one), Value(key_of(0), one.name)) for one in self._own(draft, kind)
        ]
        if kind == "when" and self._is_deed(text, draft.spots[0].label):  # given, not made
            scored = [(fit, one) for fit, one in scored if fit == 1 or self._is_told(words, one)]
        if kind == "when":
            is_of_two = draft.spots[0].names and any(one.names for one in draft.spots[1:])
            joins = any(self.reading.words[at].lemma in listed("spelling", "joining") for at in rest)
            of_ties = self._times_of_ties(draft, words, text)
            scored = [*of_ties, *scored] if is_of_two or joins else [*scored, *of_ties]
        best = max(scored, key=lambda pair: pair[0], default=None)
        if best is None or best[0] < LIKENESS:
            return None, set()
        column = Column(str(best[1].property), best[1])
        return column, {at for at in rest if not self._is_of_other(at, best[1])}

    def _is_of_other(self, at: int, time: Value) -> bool:
        """Whether a noun stands for something of a thing, which has a time of its own: "the password of X"."""
        held = (one for one in self.linker.vocabulary.properties if one.name == time.property)
        own = {part for one in held for part in one.words.stems}
        return [word.low for word in self.reading.words[at + 1 : at + 2]] == ["of"] and (
            stem(self.reading.words[at].text) not in own
        )

    def _own(self, draft: Draft, kind: str) -> list[Property]:
        kinds = ("date", "year") if kind == "when" else ("text",)
        names = self.linker.graph.projection.nodes.name_properties
        own = self.linker.vocabulary.properties_of(draft.spots[0].label)
        return [one for one in own if one.kind in kinds and one.name not in names]

    def _fit_of_own(self, kind: str, text: str, one: Property) -> float:
        fit = self._fit(text, one)
        if kind == "when":
            return fit
        # "where they are based" is a city, and no industry, whatever is like "based"
        is_place = listed("words", "places") & {*one.words.lemmas, *one.words.text.split()}
        return max(fit, LIKENESS) if is_place else fit * (fit == 1)

    def _is_deed(self, text: str, label: str | None) -> bool:
        """Whether words are what is done to things, or what they do, by a relation's name."""
        said = {stem(word) for word in text.split()}
        return any(said & set(own_stems(one.words)) for one, _ in self.linker.vocabulary.ways(label))

    def _is_told(self, words: Sequence[int], time: Value) -> bool:
        """Whether a word is one of a property's name: "first", of a first ascent."""
        return bool(
            {stem(self.reading.words[at].text) for at in words} & {*words_in(time.property or "").stems}
        )

    def _times_of_ties(self, draft: Draft, words: Sequence[int], text: str) -> list[tuple[float, Value]]:
        """Dates and years of the draft's relationships: when they began, or ended, by the words for that."""
        vocabulary = self.linker.vocabulary
        all_words = self.reading.words
        asked = [all_words[at] for at in words if not (all_words[at].low == "to" and self._is_begun(at - 1))]
        said = {stem(text) for word in asked for text in (word.low, word.lemma)}
        alike = said.union(*map(alike_verbs, said))  # when it was "won" is when it was received
        done = {one.type: set(own_stems(one.words)) for one in vocabulary.relations}
        found = []
        for link in (one for one in draft.links if one.group < 0 and not one.negated):
            times = [one for one in vocabulary.relation_properties if one.owner == link.type]
            times = [one for one in times if one.kind in ("date", "year")]
            for one in times:
                tells = any(
                    said & stems_listed("spelling", listing) and is_of(one, listing)
                    for listing in ("begins", "finishes")
                )
                tells = tells or bool(set(one.words.stems) & {stem(word) for word in text.split()})
                is_when = len(times) == 1 or is_of(one, "begins")  # "when did each receive it?"
                is_done = not text or bool(alike & done[link.type])  # "who gave it, and when?"
                fit = 1.0 if tells else SAID * (is_when and is_done)
                found.append((fit, Value(key_of(link.far), one.name, of_relationship=True)))
        return found

    def _is_begun(self, at: int) -> bool:
        """Whether a word says that something began: "began to reign" is no end."""
        return at >= 0 and self.reading.words[at].lemma in listed("spelling", "begins")

    def _fit(self, text: str, one: Property) -> float:
        """How well words say a property: a stem of it is said, or they are like it."""
        keys = [stem(word) for word in text.split()]
        keys += [stem(word) for word in listed("relating", "released") if self.reading.of("coming_out")]
        said = {
            one for key in keys for one in (key, f"{key}al", *same_as(key))
        }  # what was approved has an approval
        ends = stems_of_end(self.linker.vocabulary, one)
        return 1.0 if said & {*one.words.stems, *ends} else self.linker.likeness(text, one.words.text)
