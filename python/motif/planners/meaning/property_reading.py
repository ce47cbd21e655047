"""Words of a question that say a property, of things or of what joins them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from motif.planners.meaning.dated import not_done, of_doing, of_events
from motif.planners.meaning.label_words import ADJECTIVES
from motif.planners.meaning.part_labels import WHOLE
from motif.planners.meaning.property_words import (
    is_unit_behind,
    last_of_glued,
    people_counted,
    property_score,
    units_of,
)
from motif.planners.meaning.schema_words import Property
from motif.planners.meaning.senses import Sense
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading
from motif.planners.reading.words import Word

LONGEST_WINDOW = 6

DATED = 4
"""Words from one that says what was done to the year in which it was: "born on or after 1950"."""

_DETERMINERS = ("the", "all", "each", "every")
_SORTS = ("type", "kind", "sort")

_BINDING = listed("words", "binding") | {"to", "from", "on", "at", "in", "by", "for", "with", "as"}
"""Words that bind others, also where a relationship has a property of that name, "from" and "to"."""

_Said = tuple[int, int, Sense]


@dataclass(frozen=True)
class PropertyReader:
    """Reads the properties that one question says.

    Parameters
    ----------
    ages
        Properties that tell when something began to live, with the labels that have them.
    """

    vocabulary: Vocabulary
    ages: Mapping[str, tuple[str, ...]]
    reading: Reading

    def senses(self) -> list[_Said]:
        """What words say, by the places of the first and the last; but for those that rather say a relation."""
        found = (
            *self._outright(),
            *self._in_two(),
            *self._by_initials(),
            *self._in_other_words(),
            *self._in_windows(),
        )
        return [
            one
            for one in found
            if not self._rather_relates(*one)
            and not self._is_fellow(*one)
            and not self._only_counts(*one[:2])
            and not self._only_bounds(one[0], found)
        ]

    def _only_bounds(self, at: int, found: Sequence[_Said]) -> bool:
        """Whether "since" bounds the day before it, "hired since 2020", and is none of its own."""
        before = {sense.property for _, last, sense in found if last == at - 1}
        days = (one for name in before for one in self._by_name[name] if one.kind in ("date", "year"))
        return self.reading.words[at].low == "since" and any(days)

    def _only_counts(self, first: int, last: int) -> bool:
        """Whether "the number of followers" counts, or tells a number of theirs, where something else has a number."""
        words = self.reading.words
        behind = words[last + 2] if last + 2 < len(words) and words[last + 1].low == "of" else None
        if behind is None or behind.low == behind.lemma or first != last:
            return False
        relations = (one.words.stems for one in self.vocabulary.kinds)
        called = (one.stems for one in self.vocabulary.labels.values())
        held = (*self.vocabulary.properties, *self.vocabulary.relation_properties)
        properties = (one.words.stems for one in held)
        is_held = any(stem(behind.text) in stems for stems in (*relations, *called, *properties))
        return is_held and words[first].low in listed("asking", "quantity")

    @cached_property
    def _by_name(self) -> dict[str, list[Property]]:
        found: dict[str, list[Property]] = {}
        for one in (*self.vocabulary.properties, *self.vocabulary.relation_properties):
            found.setdefault(one.name, []).append(one)
        return found

    def _outright(self) -> Iterator[_Said]:
        """Its name as it is written, and in quotes."""
        for at, word in enumerate(self.reading.words):
            for name, owners in self._by_name.items():
                is_quoted = word.kind == "quoted" and word.low == owners[0].words.text.lower()
                is_said = word.text.lower() == name.lower() and word.low not in _BINDING
                if is_said or is_quoted:
                    yield at, at, _whole(owners)

    def _in_two(self) -> Iterator[_Said]:
        """ "Running time", a runtime; "people live", the inhabitants."""
        words = self.reading.words
        for at in range(len(words) - 1):
            for owners in self._by_name.values():
                spoken = owners[0].words
                last = max(people_counted(words, at, spoken), last_of_glued(words, at, spoken))
                if last > at:
                    yield at, last, _whole(owners)

    def _by_initials(self) -> Iterator[_Said]:
        """ "Operating system", an "os"."""
        words, plain = self.reading.words, listed("words", "plain")
        for owners in self._by_name.values():
            short = owners[0].words.text.lower()
            is_short = len(short) in (2, 3) and short.isalpha() and short not in plain
            for at in range(len(words) - len(short) + 1) if is_short else ():
                window = words[at : at + len(short)]
                if all(one.low[:1] == letter for one, letter in zip(window, short, strict=True)) and all(
                    one.kind == "word" and one.text.islower() and one.low not in plain for one in window
                ):
                    yield at, at + len(short) - 1, _whole(owners)

    def _in_other_words(self) -> Iterator[_Said]:
        """Ages, and what was or was not done when."""
        words = self.reading.words
        for at, word in enumerate(words):
            for name, born in self.ages.items() if word.lemma == "age" else ():
                yield at, at, Sense("property", 0.95, born, (), name)
        said = (
            of_events(words, self._by_name),
            of_doing(words, self._by_name),
            not_done(words, self._by_name),
        )
        for first, last, timed, name in (one for way in said for one in way):
            if not self._begins_label(last):
                yield first, last, Sense("property", 1.0, timed, (), name)
        for at, word in enumerate(words):
            for name, owners in self._only_days.items() if word.low == "date" else ():
                yield at, at, Sense("property", _ONLY_DAY, owners, (), name)

    @cached_property
    def _only_days(self) -> dict[str, tuple[str, ...]]:
        """Properties that are the one day of relationships, or of things but for persons and such as have relationships
        with a day, by their owners."""
        found: dict[str, list[Property]] = {}
        for owners in self._by_name.values():
            for one in owners:
                found.setdefault(one.owner, []).extend([one] if one.kind == "date" else [])
        ties = (one for one in self.vocabulary.relations if found.get(one.type))
        others = self.vocabulary.persons | {label for one in ties for label in (one.source, one.target)}
        days: dict[str, tuple[str, ...]] = {}
        for owner, own in found.items():
            if len(own) == 1 and owner not in others:
                days[own[0].name] = (*days.get(own[0].name, ()), owner)
        return days

    def _begins_label(self, at: int) -> bool:
        """Whether a word is the first of a label's: "the dates of the flight accidents" are of no flight."""
        said = tuple(word.lemma for word in self.reading.words[at : at + 2])
        return any(spoken.lemmas[:2] == said for spoken in self.vocabulary.labels.values())

    def _in_windows(self) -> Iterator[_Said]:
        """Up to six words that say it, all or most of it."""
        words = self.reading.words
        inside = {part for owners in self._by_name.values() for part in owners[0].words.text.split()}
        plain = listed("words", "plain") - (inside - listed("words", "binding") - {"name"})
        called = {part for spoken in self.vocabulary.labels.values() for part in spoken.lemmas}
        for first, last in _windows(words, plain):
            pairs = pairwise(one for one in words[first : last + 1] if one.low not in _DETERMINERS)
            if (
                (first == last and words[first].low in _BINDING)
                or _compares_text(words, last)
                or words[first].low == "".join(word.low for word in words[last + 1 : last + 2])
                or any(one.low == "of" and two.lemma in called for one, two in pairs)
            ):
                continue
            if words[last].low not in inside and _describes(words, last, plain):
                continue  # "the names of the taxonomic ranks" are no taxon's
            is_unit = first == last and first > 0 and is_unit_behind(words[first - 1], words[first])
            for owners in self._by_name.values():
                if not (
                    is_unit and words[first].low not in owners[0].words.text.split()
                ):  # "over 5 years": no year
                    yield from (
                        (first, last, sense) for sense in self._of_window(words[first : last + 1], owners)
                    )

    def _of_window(self, window: Sequence[Word], owners: Sequence[Property]) -> Iterator[Sense]:
        """What words say of one property: wholly of its owners that are called by the rest, in part of the others."""
        score, rest = property_score(window, owners[0].words)
        is_bare = all(word.low in listed("words", "plain") for word in window)
        if not score or (is_bare and score < WHOLE):
            return  # "the number of" is no licence number
        whole = tuple(one.owner for one in owners if self._is_of(one.owner, rest))
        others = tuple(one.owner for one in owners if one.owner not in whole)
        if whole:
            yield Sense("property", 1.0, whole, (), owners[0].name)
        others = tuple(one for one in others if not self._calls_otherwise(window, one, owners[0].name))
        if others and (_is_measured(window, owners[0], rest) or not self._is_label(window)):
            yield Sense("property", score, others, (), owners[0].name)

    def _calls_otherwise(self, window: Sequence[Word], owner: str, name: str) -> bool:
        """Whether only "names" is said, and the owner is called by another property: its former names are not meant."""
        is_alone = all(word.lemma == "name" or word.low in _DETERMINERS for word in window)
        return (
            is_alone and owner in self.vocabulary.labels and self.vocabulary.naming(owner) not in ("", name)
        )

    def _rather_relates(self, first: int, last: int, sense: Sense) -> bool:
        """Whether a word that is a part of a property says a relation: "where was X born", who has a date of birth, or
        "who follows X", who has followers."""
        reading = self.reading
        if first == last and self._is_verb_of_noun(reading.words[first], sense):
            return True
        if first == last and self._situates(first):
            return True
        if first != last or sense.score >= WHOLE or reading.of("when"):
            return False
        dated = any(first < bound.number.first <= first + DATED for bound in reading.bounds)
        said = {reading.words[first].low, stem(reading.words[first].text)}
        verbs = (one.words for one in self.vocabulary.kinds)
        return not dated and any(said & {words.lemmas[0], words.stems[0]} for words in verbs if words.lemmas)

    def _is_fellow(self, first: int, last: int, sense: Sense) -> bool:
        """Whether a word is what another property is called, and but shares a stem with this one: "a following"."""
        said, own = self.reading.words[first].low, self._by_name[sense.property][0].words
        is_alone = first == last and len(own.lemmas) == 1 and own.text.lower() != said
        return is_alone and self.reading.words[first].lemma not in own.lemmas and said in self._called

    @cached_property
    def _called(self) -> frozenset[str]:
        """What properties are called."""
        return frozenset(owners[0].words.text.lower() for owners in self._by_name.values())

    def _situates(self, at: int) -> bool:
        """Whether a word only leads to where something is: "located in Berlin" asks for no location."""
        following = [word.low for word in self.reading.words[at + 1 : at + 2]]
        return following in (["in"], ["at"]) and self.reading.words[at].low in listed("words", "situating")

    def _is_verb_of_noun(self, word: Word, sense: Sense) -> bool:
        """Whether a word is a relation's own verb, and but shares a stem with what a property is called."""
        own = self._by_name[sense.property][0].words.lemmas
        return word.lemma not in own and any(
            one.words.lemmas[:1] == (word.lemma,) for one in self.vocabulary.kinds
        )

    def _is_of(self, owner: str, rest: frozenset[str]) -> bool:
        """Whether what words leave unsaid of a property is what it is of: "the ID" of a product is its productID."""
        spoken = self.vocabulary.labels.get(owner)
        return spoken is not None and rest <= set(spoken.stems)

    def _is_label(self, window: Sequence[Word]) -> bool:
        """Whether words only name a label, so that they are not what is left of a property: "suppliers" is no ID."""
        said = {stem(word.text) for word in window if word.kind == "word"}
        return any(said <= set(spoken.stems) for spoken in self.vocabulary.labels.values())


_ONLY_DAY = 0.8
"""Of "the date" of what has one day."""


def with_heads(vocabulary: Vocabulary, words: Sequence[Word], properties: Sequence[_Said]) -> Iterator[_Said]:
    """ "IP address", "disk size", "discharge date", "start time": properties with a noun behind them that says again
    that they are one, or a day."""
    held = (*vocabulary.properties, *vocabulary.relation_properties)
    days = {one.name for one in held if one.kind == "date"}
    said = {at for first, last, _ in properties if first < last for at in range(first + 1, last + 1)}
    for first, last, sense in properties:
        at = last + 1
        heads = listed("words", "heads") | (_DAYS if sense.property in days else set())
        if at < len(words) and at not in said and words[at].lemma in heads:
            yield first, at, sense


_DAYS = {"date", "day", "time"}


def sorts_said(vocabulary: Vocabulary, words: Sequence[Word]) -> Iterator[int]:
    """Places of words that say of a text only that it tells things apart: "types of packaging", "packaging types"."""
    texts = [one.words for one in vocabulary.properties if one.kind == "text"]
    for at, word in enumerate(words):
        if word.lemma not in _SORTS:
            continue
        behind = at + 2 if [one.low for one in words[at + 1 : at + 2]] == ["of"] else len(words)
        windows = [words[behind : behind + length] for length in (1, 2, 3)]
        windows += [words[at - length : at] for length in (1, 2, 3) if length <= at]
        if any(property_score(one, spoken)[0] >= WHOLE for one in windows if one for spoken in texts):
            yield at


def _whole(owners: Sequence[Property]) -> Sense:
    return Sense("property", 1.0, tuple(one.owner for one in owners), (), owners[0].name)


def _is_measured(window: Sequence[Word], one: Property, rest: frozenset[str]) -> bool:
    """Whether words in the singular leave only the unit of a property unsaid: "area", and no "flights" of hours."""
    return bool(rest) and rest <= units_of(one.words) and window[-1].low == window[-1].lemma


def _compares_text(words: Sequence[Word], at: int) -> bool:
    """Whether a word says how a text is compared: "starts with 'A'" is no start."""
    following = [word.low for word in words[at + 1 : at + 2]]
    return words[at].lemma in ("start", "begin", "end") and following == ["with"]


def _describes(words: Sequence[Word], at: int, plain: frozenset[str]) -> bool:
    """Whether a word is an adjective of the noun behind it."""
    is_before = any(one.kind == "word" and one.low not in plain for one in words[at + 1 : at + 2])
    return is_before and words[at].low.endswith(ADJECTIVES)


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
