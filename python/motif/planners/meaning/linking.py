"""Words of a question ↔ what they may mean in a graph: labels, names, values and properties, kept as alternatives."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from motif.planners.meaning.ages import ages_of
from motif.planners.meaning.alike import labels_alike, labels_in_part, properties_alike, sureness_alike
from motif.planners.meaning.dated import not_done, of_events
from motif.planners.meaning.fellows import fellows_in, sharings
from motif.planners.meaning.names import NameReader, name_score
from motif.planners.meaning.numbered import numbered
from motif.planners.meaning.part_labels import WHOLE, told_apart
from motif.planners.meaning.person_nouns import persons_said
from motif.planners.meaning.property_words import (
    is_in_two,
    is_unit_behind,
    people_counted,
    property_score,
    units_of,
)
from motif.planners.meaning.roles import counted_ends, role_of
from motif.planners.meaning.senses import Piece, Sense
from motif.planners.meaning.titles import with_titles
from motif.planners.meaning.told_values import with_told_values
from motif.planners.meaning.truths import truths
from motif.planners.meaning.units import of_units
from motif.planners.meaning.vocabulary import Property, Vocabulary, Words
from motif.planners.meaning.whole_relations import is_part_of_one, whole_relations
from motif.planners.protocol import PlanningGraph
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Bound, Reading
from motif.planners.reading.words import Word

LONGEST_WINDOW = 4

DATED = 4
"""Words from one that says what was done to the year in which it was: "born on or after 1950"."""

_OF_NOUNS = {"no", "without", "neither", "nor", "lack", "lacks", "lacking"}

_DOERS = ("er", "or")

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
        pieces = [_piece(span, found[span], quoted.get(span, "")) for span in sorted(chosen)]
        return with_titles(self.vocabulary, with_told_values(reading, self._headed(reading, pieces)))

    def _headed(self, reading: Reading, pieces: list[Piece]) -> list[Piece]:
        """ "Product categories": a label in the singular before one that it is joined to is no thing of its own."""
        kept: list[Piece] = []
        for piece in pieces:
            noun = kept[-1] if kept else None
            if noun is not None and noun.first == noun.last == piece.first - 1 and self._is_pair(noun, piece):
                word = reading.words[noun.first]
                if (
                    word.low == word.lemma
                    and reading.words[piece.last].low != reading.words[piece.last].lemma
                ):
                    kept[-1] = dataclasses.replace(piece, first=noun.first)
                    continue
            kept.append(piece)
        return kept

    def _is_pair(self, noun: Piece, piece: Piece) -> bool:
        """Whether two pieces are labels, and a relation joins them."""
        if any(one.quoted or len(one.senses) != 1 or not one.of("label") for one in (noun, piece)):
            return False
        one, other = noun.senses[0].labels[0], piece.senses[0].labels[0]
        return one != other and next(iter(self.vocabulary.ways(one, other)), None) is not None

    def likeness(self, one: str, other: str) -> float:
        """How alike two texts are in meaning, by the encoder; 0 where there is none."""
        if not self.graph.has_encoder or not one or not other:
            return 0.0
        key = (one, other) if one < other else (other, one)
        if key not in self._likeness:
            vectors = self.graph.encode(one), self.graph.encode(other)
            self._likeness[key] = max(float(vectors[0] @ vectors[1]), 0.0)
        return self._likeness[key]

    def numeric(self, senses: Sequence[Sense]) -> list[Sense]:
        """Those of senses as a property that holds numbers or times somewhere."""
        kinds = ("number", "year", "date")
        return [one for one in senses if any(held.kind in kinds for held in self._held_by(one.property))]

    def _senses(self, reading: Reading) -> Iterator[tuple[int, int, Sense]]:
        labels = list(self._labels(reading.words))
        properties = [
            one for one in self._properties(reading.words) if not self._rather_relates(reading, *one)
        ]
        labels, properties = told_apart(reading.words, labels, properties)
        found = [
            *NameReader(self.graph, self.vocabulary).senses(reading),
            *labels,
            *numbered(self.vocabulary, reading, labels),
            *properties,
            *_with_heads(reading.words, properties),
            *of_units(self.vocabulary, reading),
            *self._tie_values(reading.words),
            *truths(self.vocabulary, reading.words),
        ]
        found += labels_in_part(reading.words, self.vocabulary.labels, found)
        found, fellows = self._of_fellows(reading, found)
        known = {at for first, last, _ in found for at in range(first, last + 1)} | fellows
        dated = {at for one in reading.numbers if one.date for at in range(one.first, one.last + 1)}
        found += NameReader(self.graph, self.vocabulary).near(reading, known | dated)
        yield from found
        known |= {at for first, last, _ in found for at in range(first, last + 1)} | fellows
        persons = list(persons_said(self.vocabulary, reading.words, known, found))
        yield from persons
        known |= {at for at, _, _ in persons}
        for at in sorted(_counted(reading) - known):
            ends = counted_ends(self.vocabulary.relations, reading.words[at])
            if reading.words[at].lemma == "person":
                ends |= self.vocabulary.persons
            known |= {at} if ends else set()
            yield from ((at, at, Sense("label", COUNTED, (label,), is_role=True)) for label in sorted(ends))
        kinds = self.vocabulary.kinds
        roles = {at for at, word in enumerate(reading.words) if any(role_of(one, word) for one in kinds)}
        nouns = list(labels_alike(reading.words, self.vocabulary.labels, known, self.likeness))
        like_label = {at: like for at, _, like in nouns}
        for at, name, like in self._measured(reading, known | roles):
            if like > like_label.get(at, 0.0):  # "the longest film" is no box office
                owners = tuple(one.owner for one in self._held_by(name))
                known.add(at)
                yield at, at, Sense("property", 0.5 + 0.5 * like, owners, (), name)
        for at, label, like in nouns:
            if at not in known:
                yield at, at, Sense("label", sureness_alike(like), (label,))

    def _of_fellows(
        self, reading: Reading, found: list[tuple[int, int, Sense]]
    ) -> tuple[list[tuple[int, int, Sense]], set[int]]:
        """What words may mean, those of nouns for fellows no more by themselves, and their places: "co-authors" are
        things where they are counted, and where all that is called "author" may be one."""
        apart = set[int]()
        for one in fellows_in(reading.words):
            inside = range(one.first, one.last + 1)
            ends = {way.label for way in sharings(self.vocabulary, one)}
            own = {sense.labels for first, _, sense in found if first == one.last and sense.kind == "label"}
            found = [kept for kept in found if kept[2].kind == "name" or not {*inside} & {kept[0], kept[1]}]
            apart |= {*inside}
            for label in sorted(ends):
                if one.first in _counted(reading) or (label,) in own:
                    is_role = (label,) not in own
                    found.append((one.first, one.last, Sense("label", COUNTED, (label,), is_role=is_role)))
        return found, apart

    def _rather_relates(self, reading: Reading, first: int, last: int, sense: Sense) -> bool:
        """Whether a word that is a part of a property says a relation: "where was X born", who has a date of birth."""
        if first != last or sense.score >= WHOLE or reading.of("when"):
            return False
        dated = any(first < bound.number.first <= first + DATED for bound in reading.bounds)
        said = {reading.words[first].low, stem(reading.words[first].text)}
        verbs = (one.words for one in self.vocabulary.kinds)
        return not dated and any(said & {words.lemmas[0], words.stems[0]} for words in verbs if words.lemmas)

    def _measured(self, reading: Reading, known: set[int]) -> list[tuple[int, str, float]]:
        """Words that stand where a property does, and are like one that holds numbers."""
        behind = {one.last + 1 for one in reading.measures if one.form != "plain"}
        behind |= set(_behind_things(reading, self._labels(reading.words)))
        numeric = {
            one.name: one.words
            for one in (*self.vocabulary.properties, *self.vocabulary.relation_properties)
            if one.kind == "number"
        }
        return list(properties_alike(reading.words, behind, numeric, known, self.likeness))

    def _held_by(self, name: str) -> list[Property]:
        held = (*self.vocabulary.properties, *self.vocabulary.relation_properties)
        return [one for one in held if one.name == name]

    def _tie_values(self, words: Sequence[Word]) -> Iterator[tuple[int, int, Sense]]:
        """What properties of relationships hold: "as captain", "on Fridays"."""
        held = self.vocabulary.relation_values
        related = {one for relation in self.vocabulary.relations for one in relation.words.stems}
        for first in range(len(words) if held else 0):
            for last in range(first, min(first + LONGEST_WINDOW, len(words))):
                window = words[first : last + 1]
                if {stem(word.text) for word in window} <= related:
                    continue
                texts = {" ".join(word.low for word in window), " ".join(word.lemma for word in window)}
                for text in sorted(texts & held.keys()):
                    if name_score(window, first):
                        for one, value in held[text]:
                            yield first, last, Sense("value", 0.85, (one.owner,), (value,), one.name)

    def _labels(self, words: Sequence[Word]) -> Iterator[tuple[int, int, Sense]]:
        for label, spoken in self.vocabulary.labels.items():
            for first, last, score in _occurrences(words, spoken):
                yield first, last, Sense("label", score, (label,))

    def _properties(self, words: Sequence[Word]) -> Iterator[tuple[int, int, Sense]]:
        by_name: dict[str, list[Property]] = {}
        for one in (*self.vocabulary.properties, *self.vocabulary.relation_properties):
            by_name.setdefault(one.name, []).append(one)
        for at, word in enumerate(words):
            for name, owners in by_name.items():
                is_quoted = word.kind == "quoted" and word.low == owners[0].words.text.lower()
                is_said = word.text.lower() == name.lower() and word.low not in listed("words", "binding")
                if is_said or is_quoted:
                    yield at, at, Sense("property", 1.0, tuple(one.owner for one in owners), (), name)
        for at, (word, following) in enumerate(pairwise(words)):
            for name, owners in by_name.items():
                last = people_counted(words, at, owners[0].words)
                if last > at or is_in_two(word, following, owners[0].words):
                    end = max(last, at + 1)
                    yield at, end, Sense("property", 1.0, tuple(one.owner for one in owners), (), name)
        for at, word in enumerate(words):
            for name, born in self.ages.items() if word.lemma == "age" else ():
                yield at, at, Sense("property", 0.95, born, (), name)
        for first, last, timed, name in (*of_events(words, by_name), *not_done(words, by_name)):
            yield first, last, Sense("property", 1.0, timed, (), name)
        inside = {part for owners in by_name.values() for part in owners[0].words.text.split()}
        plain = listed("words", "plain") - (inside - listed("words", "binding") - {"name"})
        called = {part for spoken in self.vocabulary.labels.values() for part in spoken.lemmas}
        for first, last in _windows(words, plain):
            if _compares_text(words, last) or any(
                one.low == "of" and other.lemma in called for one, other in pairwise(words[first : last + 1])
            ):
                continue
            window = words[first : last + 1]
            is_bare = all(word.low in listed("words", "plain") for word in window)
            is_unit = first == last and first > 0 and is_unit_behind(words[first - 1], words[first])
            for name, owners in by_name.items():
                if is_unit and words[first].low not in owners[0].words.text.split():
                    continue  # "over 5 years" is about no year
                score, rest = property_score(window, owners[0].words)
                if is_bare and score < WHOLE:
                    continue  # "the number of" is no licence number
                whole = tuple(one.owner for one in owners if score and self._is_of(one.owner, rest))
                others = tuple(one.owner for one in owners if one.owner not in whole)
                if whole:
                    yield first, last, Sense("property", 1.0, whole, (), name)
                if score and others and (_is_measured(window, owners[0], rest) or not self._is_label(window)):
                    yield first, last, Sense("property", score, others, (), name)

    def _is_of(self, owner: str, rest: frozenset[str]) -> bool:
        """Whether what words leave unsaid of a property is what it is of: "the ID" of a product is its productID."""
        spoken = self.vocabulary.labels.get(owner)
        return spoken is not None and rest <= set(spoken.stems)

    def _is_label(self, window: Sequence[Word]) -> bool:
        """Whether words only name a label, so that they are not what is left of a property: "suppliers" is no ID."""
        said = {stem(word.text) for word in window if word.kind == "word"}
        return any(said <= set(spoken.stems) for spoken in self.vocabulary.labels.values())


def _is_measured(window: Sequence[Word], one: Property, rest: frozenset[str]) -> bool:
    """Whether words in the singular leave only the unit of a property unsaid: "area", and no "flights" of hours."""
    return bool(rest) and rest <= units_of(one.words) and window[-1].low == window[-1].lemma


def _behind_things(reading: Reading, labels: Iterable[tuple[int, int, Sense]]) -> Iterator[int]:
    """Places behind a noun for what an average is made of: "the average song length"."""
    opened = {mark.last + 1 for kind in ("average", "median") for mark in reading.of(kind)}
    for first, last, _ in labels:
        if first in opened and reading.words[last].low == reading.words[last].lemma:
            yield last + 1


def _compares_text(words: Sequence[Word], at: int) -> bool:
    """Whether a word says how a text is compared: "starts with 'A'" is no start."""
    following = [word.low for word in words[at + 1 : at + 2]]
    return words[at].lemma in ("start", "begin", "end") and following == ["with"]


def _with_heads(
    words: Sequence[Word], properties: Sequence[tuple[int, int, Sense]]
) -> Iterator[tuple[int, int, Sense]]:
    """ "IP address", "disk size": properties with a noun behind them that says again that they are one."""
    said = {at for first, last, _ in properties if first < last for at in range(first + 1, last + 1)}
    for first, last, sense in properties:
        at = last + 1
        if at < len(words) and at not in said and words[at].lemma in listed("words", "heads"):
            yield first, at, sense


def _counted(reading: Reading) -> set[int]:
    """Where what is counted, or counted for, may stand: behind "more than 3", "the most", "the number of", "per"."""
    words = reading.words
    behind = [
        one.number.last for one in reading.bounds if one.number.until is None and _is_held(reading, one)
    ]
    number = listed("asking", "quantity")
    behind += [
        one.last
        for one in reading.measures
        if one.form == "superlative"
        and (not one.adjective or any(word.low in number for word in words[one.last + 1 : one.last + 2]))
    ]
    behind += [one.last for one in (*reading.of("by_number"), *reading.of("each"))]
    for one in reading.of("negation"):  # "no warden", not "does not lead"
        if words[one.last].low in _OF_NOUNS:
            behind.append(one.last + _is_article(words, one.last + 1))
    for mark in reading.of("beside"):  # "with their currencies and capitals"
        at = mark.last + _is_article(words, mark.last + 1)
        behind += [at, at + 2] if [one.low for one in words[at + 2 : at + 3]] == ["and"] else [at]
    behind += [one.last for one in reading.of("count") if one.first and words[one.first - 1].low == "and"]
    behind += [one.last for one in reading.of("and_how_many")]
    return {_over_quantity(words, at + 1) for at in behind} & set(range(len(words)))


def _is_article(words: Sequence[Word], at: int) -> bool:
    return at < len(words) and words[at].low in ("the", "their", "its", "his", "her", "a", "an", "any")


def _is_held(reading: Reading, bound: Bound) -> bool:
    """Whether a number says how many something has, and not which is wanted: "more than 3", "with 3", not "top 3"."""
    before = reading.words[bound.number.first - 1].low if bound.number.first else ""
    return bound.operator != "=" or before in ("with", "have", "has", "had", "having", "exactly")


def _over_quantity(words: Sequence[Word], at: int) -> int:
    """The first word behind "number of", "different" and the like."""
    said = listed("asking", "distinct") | listed("asking", "quantity") | {"of", "the", "total"}
    while at < len(words) and words[at].low in said:
        at += 1
    return at


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


def _occurrences(words: Sequence[Word], spoken: Words) -> Iterator[tuple[int, int, float]]:
    """Where a label is said: all its words, or the last of several."""
    length = len(spoken.lemmas)
    for at in range(len(words)):
        if words[at].kind != "word":
            continue
        window = words[at : at + length]
        if len(window) == length and tuple(word.lemma for word in window) == spoken.lemmas:
            if length > 1 or not at or words[at - 1].lemma != words[at].lemma:  # "cooks cook" but once
                yield at, at + length - 1, 1.0
        elif length == 1 and len(spoken.stems[0]) > 3 and _is_noun_like(words, at, spoken):
            yield at, at, 0.8
        elif length > 1 and {words[at].lemma, words[at].low} & _in_one(spoken):
            yield at, at, 1.0
        elif length > 1 and words[at].lemma == spoken.lemmas[-1]:
            yield at, at, 0.6
        elif (
            length > 1 and len(window) == length and tuple(stem(word.text) for word in window) == spoken.stems
        ):
            yield at, at + length - 1, 0.8


def _in_one(spoken: Words) -> set[str]:
    """Several words written as one: "datacenter"."""
    return {"".join(spoken.lemmas), "".join(spoken.text.lower().split())}


def _is_noun_like(words: Sequence[Word], at: int, spoken: Words) -> bool:
    """Whether a word shares the label's stem and is no form of a verb: "played" is no player, "suppliers who supply"
    are not twice the same, a reviewer is no review, and "list" that begins a question is no listing."""
    word, before = words[at], words[at - 1] if at else None
    if not at and word.low in listed("asking", "opening"):
        return False
    if stem(word.text) != spoken.stems[0] or word.low.endswith(("ed", "ing", "s")):
        return False
    if word.lemma.endswith(_DOERS) and not spoken.lemmas[0].endswith(_DOERS):
        return False
    is_done = before is not None and (
        before.low in listed("words", "before_verbs") or before.lemma == spoken.lemmas[0]
    )
    return not is_done


def _windows(words: Sequence[Word], plain: frozenset[str]) -> Iterator[tuple[int, int]]:
    for first, word in enumerate(words):
        if word.kind != "word" or word.low in plain:
            continue
        for last in range(first, min(first + LONGEST_WINDOW, len(words))):
            end = words[last]
            is_plain = (
                end.low in plain and end.low not in ("of", "in") and (end.low != "name" or last == first)
            )
            if end.kind != "word" or is_plain:
                if end.low not in ("of", "in", "on", "the", "(", "/", "-"):
                    break
                continue
            if end.low not in ("of", "in"):
                yield first, last


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
