"""Words of a question ↔ what they may mean in a graph: labels, names, values and properties, kept as alternatives."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

from motif.engine.control import keep_on
from motif.planners.meaning.ages import ages_of
from motif.planners.meaning.alike import (
    KIN,
    labels_alike,
    labels_in_part,
    labels_of_phrases,
    properties_alike,
    sureness_alike,
)
from motif.planners.meaning.counted_words import counted
from motif.planners.meaning.fellows import fellows_in, sharings
from motif.planners.meaning.headed import headed, of_their_noun
from motif.planners.meaning.idle import parts_of_labels
from motif.planners.meaning.kind_names import with_heads_apart
from motif.planners.meaning.label_words import labels_said
from motif.planners.meaning.names import NameReader, name_score
from motif.planners.meaning.numbered import numbered
from motif.planners.meaning.part_labels import told_apart
from motif.planners.meaning.person_nouns import persons_said
from motif.planners.meaning.property_reading import LONGEST_WINDOW, PropertyReader, sorts_said, with_heads
from motif.planners.meaning.roles import counted_ends, role_of
from motif.planners.meaning.schema_words import Property
from motif.planners.meaning.senses import Piece, Sense
from motif.planners.meaning.time_spans import is_span
from motif.planners.meaning.titles import with_titles
from motif.planners.meaning.told_values import but_fellows, with_told_values
from motif.planners.meaning.truths import but_kinds, truths
from motif.planners.meaning.units import of_units
from motif.planners.meaning.verbs import alike_verbs, own_stems
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.meaning.whole_relations import is_part_of_one, whole_relations
from motif.planners.protocol import PlanningGraph
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import table
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Mark, Measure, Reading
from motif.planners.reading.numbers import Number
from motif.planners.reading.words import Word

_FUNCTIONS = ("average", "median", "sum")

LIKE_A_RELATION = 0.45
"""Likeness of a verb and a relation from which on it may be the relation that the verb says."""

AS_SUCH = 0.97
"""Of a value of a relationship behind "as": "as a co-host" is what somebody was there, and no host."""

COUNTED = 0.95
"""Of a noun for an end of a relation that is counted."""


@dataclass
class Linker:
    """Links questions with one epoch of a graph."""

    graph: PlanningGraph
    vocabulary: Vocabulary
    _likeness: dict[tuple[str, str], float] = field(default_factory=dict)

    @cached_property
    def ages(self) -> dict[str, tuple[str, ...]]:
        """Properties that tell an age by a birth, and whose they are."""
        return ages_of(self.vocabulary.properties)

    def pieces(self, reading: Reading) -> list[Piece]:
        """Stretches that mean something, none overlapping; the longer and likelier first chosen."""
        found: dict[tuple[int, int], list[Sense]] = {}
        whole = list(whole_relations(reading.words, (one.words for one in self.vocabulary.kinds)))
        for first, last, sense in self._senses(reading):
            if is_part_of_one(first, last, sense, whole):
                continue
            found.setdefault((first, last), []).append(sense)
        _overlapped(found)
        numbers = {one.first for one in reading.numbers}
        quoted = {
            (at, at): word.text
            for at, word in enumerate(reading.words)
            if word.kind == "quoted" and at not in numbers  # "before '1997-01-01'"
        }
        for span in quoted:
            found.setdefault(span, [])
        ranked = sorted(found, key=lambda span: (span not in quoted, -_weight(span, found[span]), span))
        chosen: list[tuple[int, int]] = []
        for span in ranked:
            if all(span[1] < other[0] or span[0] > other[1] for other in chosen):
                chosen.append(span)
        pieces = [
            _piece(span, self._but_own_names(found[span]), quoted.get(span, "")) for span in sorted(chosen)
        ]
        pieces = with_heads_apart(self.vocabulary, reading.words, pieces)
        pieces = of_their_noun(reading, headed(self.vocabulary, reading, pieces))
        return with_titles(self.vocabulary, with_told_values(reading, pieces))

    def _but_own_names(self, senses: Sequence[Sense]) -> list[Sense]:
        """The senses but for what the things of a label are called by, where the same word says the label: emails."""
        labels = {label for sense in senses if sense.kind == "label" for label in sense.labels}
        return [
            one
            for one in senses
            if one.kind != "property"
            or not labels >= {*one.labels}
            or any(self.vocabulary.naming(label) != one.property for label in one.labels)
        ]

    def likeness(self, one: str, other: str) -> float:
        """How alike two texts are in meaning, by the encoder; 0 where there is none."""
        key = (one, other) if one < other else (other, one)
        found = self._likeness.get(key)
        if found is None:
            if not self.graph.has_encoder or not one or not other:
                return 0.0
            vectors = self.graph.encode(one), self.graph.encode(other)
            found = self._likeness[key] = max(float(vectors[0] @ vectors[1]), 0.0)
        return found

    def numeric(self, senses: Sequence[Sense]) -> list[Sense]:
        """Those of senses as a property that holds numbers or times somewhere."""
        kinds = ("number", "year", "date")
        return [one for one in senses if any(held.kind in kinds for held in self._held_by(one.property))]

    def _senses(self, reading: Reading) -> Iterator[tuple[int, int, Sense]]:
        """What words may mean: first those that are written as names and schema have them, then those left over."""
        found, known = self._written(reading)
        yield from found
        persons = list(persons_said(self.vocabulary, reading.words, known, found))
        yield from persons
        known |= {at for at, _, _ in persons}
        for at, label in self._counted(reading, known):
            known.add(at)
            yield at, at, Sense("label", COUNTED, (label,), is_role=True)
        yield from self._alike(reading, found, known)

    def _written(self, reading: Reading) -> tuple[list[tuple[int, int, Sense]], set[int]]:
        """What stands in a question as it is called, or nearly so, and all places that this explains."""
        labels = list(labels_said(self.vocabulary.labels, reading.words))
        properties = PropertyReader(self.vocabulary, self.ages, reading).senses()
        labels, properties = told_apart(reading.words, labels, properties)
        true = list(truths(self.vocabulary, reading.words))
        names = NameReader(self.graph, self.vocabulary)
        found = [
            *names.senses(reading),
            *names.sexes(reading),
            *labels,
            *numbered(self.vocabulary, reading, labels),
            *but_kinds(properties, true),
            *with_heads(self.vocabulary, reading.words, properties),
            *of_units(self.vocabulary, reading),
            *self._tie_values(reading.words),
            *true,
        ]
        found = but_fellows(self.vocabulary, reading.words, found)
        once = _places(reading.of("formerly"))
        found = [one for one in found if one[2].kind != "property" or not once & {one[0], one[1]}]
        found += labels_in_part(reading.words, self.vocabulary.labels, found)
        found += labels_of_phrases(reading.words, self.vocabulary.labels)
        found, fellows = self._of_fellows(reading, found)
        known = _spanned(found) | fellows
        found += names.near(reading, known | _places(one for one in reading.numbers if one.date))
        return found, _spanned(found) | fellows

    def _counted(self, reading: Reading, known: set[int]) -> list[tuple[int, str]]:
        """Nouns for an end of relations where something is counted, and the labels of that end."""
        found = list[tuple[int, str]]()
        for at in sorted(counted(reading) - known):
            ends = counted_ends(self.vocabulary.relations, reading.words[at])
            if reading.words[at].lemma == "person":
                ends |= self.vocabulary.persons
            found += [(at, label) for label in sorted(ends)]
        return found

    def _alike(
        self, reading: Reading, found: Sequence[tuple[int, int, Sense]], known: set[int]
    ) -> Iterator[tuple[int, int, Sense]]:
        """Properties that hold numbers and labels that words left over are like, by the encoder."""
        kinds = self.vocabulary.kinds
        roles = {
            at
            for at, word in enumerate(reading.words)
            if at not in known and word.kind == "word" and any(role_of(one, word) for one in kinds)
        }
        said = {label for _, _, sense in found for label in sense.labels if sense.kind == "label"}
        known = known | {*sorts_said(self.vocabulary, reading.words)}
        known |= {*parts_of_labels(self.vocabulary, reading.words, said)}
        nouns = list(labels_alike(reading.words, self.vocabulary.labels, known, self.likeness))
        like_label = {at: like for at, _, like in nouns}
        heads = {first for first, _, sense in found if sense.kind == "property" and sense.score >= 1.0}
        for at, name, like in self._measured(reading, known | roles | {at - 1 for at in heads}):
            if at + 1 in known and any(reading.words[at].low in listed("asking", one) for one in _FUNCTIONS):
                continue  # "the highest average budget" is none of votes
            if like > like_label.get(at, 0.0):  # "the longest film" is no box office
                owners = tuple(one.owner for one in self._held_by(name))
                known.add(at)
                yield at, at, Sense("property", 0.5 + 0.5 * like, owners, (), name)
        for at, label, like in nouns:
            if at not in known and not self._is_of_somebody(reading, at, label, like, roles, said):
                yield at, at, Sense("label", sureness_alike(like), (label,))

    def _is_of_somebody(
        self, reading: Reading, at: int, label: str, like: float, roles: set[int], said: set[str]
    ) -> bool:
        """Whether a noun like a label rather says what somebody is to others: "a member of X" is told by MEMBER_OF."""
        word = reading.words[at]
        if label in said and self._is_deed_of(label, word):
            return True
        is_of = [one.low for one in reading.words[at + 1 : at + 2]] == ["of"]
        if at in roles and (is_of or like < KIN):
            return True
        asks_for_one = is_of and reading.words[0].low in ("who", "whom")
        return like < KIN and (asks_for_one or self._goes_on(reading.words, at) or self._is_deed(word))

    def _is_deed(self, word: Word) -> bool:
        """Whether a noun is what a relation says is done: the "sales" of SOLD_TO are no buyers."""
        alike = alike_verbs(stem(word.text))
        return any(not alike.isdisjoint(own_stems(one.words)) for one in self.vocabulary.kinds)

    def _goes_on(self, words: Sequence[Word], at: int) -> bool:
        """Whether a word and the one behind it are what a relation is called by: "a coast on", where it has one."""
        key, behind = stem(words[at].text), words[at + 1].low if at + 1 < len(words) else ""
        return any(
            key == one and behind == other
            for kind in self.vocabulary.kinds
            for one, other in zip(kind.words.stems, kind.words.lemmas[1:], strict=False)
        )

    def _of_fellows(
        self, reading: Reading, found: list[tuple[int, int, Sense]]
    ) -> tuple[list[tuple[int, int, Sense]], set[int]]:
        """What words may mean, those of nouns for fellows no more by themselves, and their places: "co-authors" are
        things where they are counted, and where all that is called "author" may be one."""
        apart = set[int]()
        for one in fellows_in(reading.words):
            if any(
                sense.kind == "value" and (first, last) == (one.first, one.last)
                for first, last, sense in found
            ):
                continue  # a relationship says that somebody was a "co-host"
            inside = range(one.first, one.last + 1)
            ends = {way.label for way in sharings(self.vocabulary, one)}
            own = {sense.labels for first, _, sense in found if first == one.last and sense.kind == "label"}
            found = [kept for kept in found if kept[2].kind == "name" or not {*inside} & {kept[0], kept[1]}]
            apart |= {*inside}
            for label in sorted(ends):
                if one.first in counted(reading) or (label,) in own:
                    is_role = (label,) not in own
                    found.append((one.first, one.last, Sense("label", COUNTED, (label,), is_role=is_role)))
        return found, apart

    def _measured(self, reading: Reading, known: set[int]) -> list[tuple[int, str, float]]:
        """Words that stand where a property does, and are like one that holds numbers."""
        behind = {one.last + 1 for one in reading.measures if one.form != "plain"}
        behind |= set(_behind_things(reading, labels_said(self.vocabulary.labels, reading.words)))
        graded = [one for one in reading.measures if one.adjective]  # "more expensive" is no noun
        known = known | _places(reading.numbers) | _places(graded)
        numeric = {
            one.name: one.words
            for one in (*self.vocabulary.properties, *self.vocabulary.relation_properties)
            if one.kind == "number" and not is_span(one)
        }
        return list(properties_alike(reading.words, behind, numeric, known, self.likeness))

    def _held_by(self, name: str) -> list[Property]:
        held = (*self.vocabulary.properties, *self.vocabulary.relation_properties)
        return [one for one in held if one.name == name]

    @cached_property
    def _doers(self) -> dict[str, list[str]]:
        """Nouns for who does something among what properties of relationships hold, by the stem of the verb: who
        directed a film worked on it as a director."""
        found: dict[str, list[str]] = {}
        for text in self.vocabulary.relation_values:
            if text.endswith(("er", "or")) and stem(text) != text and text.isalpha():
                found.setdefault(stem(text), []).append(text)
        return found

    def _does_as(self, word: Word) -> Sequence[str]:
        """What who does something is called by a relationship's property, where no relation is like the verb itself."""
        key = stem(word.text)
        nouns = self._doers.get(key, [])
        said = (
            (one.words, {*alike_verbs(key)} & {*one.words.stems}) for one in self.vocabulary.kinds if nouns
        )
        is_done = any(own or self.likeness(word.low, words.text) >= LIKE_A_RELATION for words, own in said)
        return () if is_done else nouns

    def _is_deed_of(self, label: str, word: Word) -> bool:
        """Whether a word is the verb of a relation that things of a label have: "which supplier supplies X"."""
        ways = self.vocabulary.ways(label)
        return any(stem(word.text) in one.words.stems for one, _ in ways)

    def _tie_values(self, words: Sequence[Word]) -> Iterator[tuple[int, int, Sense]]:
        """What properties of relationships hold: "as captain", "on Fridays"."""
        held = self.vocabulary.relation_values
        related = {one for relation in self.vocabulary.relations for one in relation.words.stems}
        for first in range(len(words) if held else 0):
            keep_on()
            for last in range(first, min(first + LONGEST_WINDOW, len(words))):
                window = words[first : last + 1]
                if {stem(word.text) for word in window} <= related:
                    continue
                head = {word.lemma for word in words[last + 1 : last + 2]} & _heads()
                texts = {" ".join(word.low for word in window), " ".join(word.lemma for word in window)}
                texts |= {text.replace(" - ", "-") for text in texts}  # "as a co-host"
                texts.update(table("relating")["outcomes"].get(window[0].lemma, ()) if first == last else ())
                texts.update(self._does_as(window[0]) if first == last else ())
                for text in sorted(texts & held.keys()):
                    if name_score(window, first):
                        for one, value in held[text]:
                            if head - {*one.words.lemmas}:
                                continue  # "the phone number" is no channel "phone"
                            score = AS_SUCH if _is_told_as(words, first) else 0.85
                            yield first, last, Sense("value", score, (one.owner,), (value,), one.name)


def _is_told_as(words: Sequence[Word], at: int) -> bool:
    """Whether "as" or "as a" stands before a word: "hosted it as a co-host"."""
    before = at - 1 - (words[at - 1].low in ("a", "an", "the") if at else 0)
    return before > 0 and words[before].low == "as"


@cache
def _heads() -> frozenset[str]:
    """Nouns that make a property of the word before them: "phone number", "email address"."""
    return listed("words", "heads") | listed("words", "numbering")


def _behind_things(reading: Reading, labels: Iterable[tuple[int, int, Sense]]) -> Iterator[int]:
    """Places behind a noun for what an average is made of: "the average song length"."""
    opened = {mark.last + 1 for kind in ("average", "median") for mark in reading.of(kind)}
    for first, last, _ in labels:
        if first in opened and reading.words[last].low == reading.words[last].lemma:
            yield last + 1


def _spanned(found: Iterable[tuple[int, int, Sense]]) -> set[int]:
    """The places of words that senses explain."""
    return {at for first, last, _ in found for at in range(first, last + 1)}


def _places(parts: Iterable[Mark | Number | Measure]) -> set[int]:
    """The places of the words of parts of a reading."""
    return {at for one in parts for at in range(one.first, one.last + 1)}


def _overlapped(found: dict[tuple[int, int], list[Sense]]) -> None:
    """ "The land art movement": a name whose end is the beginning of its label, as one stretch."""
    named = [(span, one) for span, senses in found.items() for one in senses if one.kind == "name"]
    labels = [
        (span, one.labels[0]) for span, senses in found.items() for one in senses if one.kind == "label"
    ]
    for (first, end), name in named:
        for (begin, last), label in labels:
            if first < begin <= end < last and label in name.labels:
                both = dataclasses.replace(name, labels=(label,), score=1.0)
                found.setdefault((first, last), []).append(both)


def _piece(span: tuple[int, int], senses: Sequence[Sense], quoted: str) -> Piece:
    """A quotation of a property's own name is that property."""
    kept = _distinct(senses)
    is_property = bool(kept) and kept[0].kind == "property"
    return Piece(*span, tuple(kept), "" if is_property else quoted)


def _weight(span: tuple[int, int], senses: Sequence[Sense]) -> float:
    """Longer and surer stretches first."""
    best = max((sense.score for sense in senses), default=0.0)
    return float(best * (span[1] - span[0] + 1) ** 0.9)


def _distinct(senses: Sequence[Sense]) -> list[Sense]:
    return sorted(dict.fromkeys(senses), key=lambda sense: -sense.score)
