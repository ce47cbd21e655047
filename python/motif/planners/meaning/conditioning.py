"""What a piece says of the things themselves: a value that they have, what is true of them, one that is left out."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from motif.graphs.meaning import Condition, Operator
from motif.planners.meaning.anchors import content
from motif.planners.meaning.conjoining import is_denied_again
from motif.planners.meaning.drafts import Check, Draft, Link, Spot
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.schema_words import Property, words_in
from motif.planners.meaning.senses import Anchor, Sense
from motif.planners.meaning.tying import tied_to
from motif.planners.reading.lemmas import is_past, stem
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading

LIKENESS = 0.3
"""From which on words before a value are taken to say its property."""

ITS_OWN = 1.8
"""How well a property fits words before its value of which one is its own."""

BY_VALUE = -0.7
"""Of a value that something else is called by, of which it is said that things are by it: "orders by X"."""

UNDERGONE = -0.1
"""Of what is true of something that happened to a thing, and not of itself."""

_PASSIVE = {"was", "were", "been", "be", "got", "getting", "being", "is", "are"}
_BETWEEN = {"ever", "never", "not", "n't", "already", "also", "once", "recently"}

_TRUTH_LINKS = {
    "is",
    "are",
    "was",
    "were",
    "be",
    "=",
    "==",
    "equals",
    "equal",
    "to",
    "set",
    "flag",
    "value",
    "of",
    "as",
    "not",
    "n't",
}
_OF_PERSONS = {"occupation", "profession", "job", "role", "title", "gender", "sex"}
_EXCEPT = {"except", "excluding", "besides"}


def is_excepting(test: object) -> bool:
    """Whether a test leaves out what has a value."""
    return isinstance(test, Condition) and test.operator == "<>"


@dataclass(frozen=True, slots=True)
class Conditioner:
    """Conditions on the things of one question's drafts."""

    linker: Linker
    reading: Reading

    def held(self, draft: Draft, anchor: Anchor, sense: Sense) -> Iterator[Draft]:
        """A property that is true or false, said as a condition: "certified suppliers", "who smoke"."""
        yes_or_no = {
            one.owner
            for one in self.linker.vocabulary.properties
            if one.name == sense.property and one.kind == "boolean" and one.owner in sense.labels
        }
        span = self.reading.span(anchor.first, anchor.last)
        types = [
            one.owner
            for one in self.linker.vocabulary.relation_properties
            if one.name == sense.property and one.kind == "boolean" and one.owner in sense.labels
        ]
        is_true, behind = self._truth_behind(anchor)
        if types:
            draft = draft.using(behind)
            test = Condition(sense.property, "=", self.is_negated(anchor) != is_true, span)
            yield from tied_to(self.linker, self.reading, draft, anchor, types, test)
        yield from self.known(draft, anchor, sense)
        yield from self._there(draft, anchor, sense)
        yield from self._undergone(draft, anchor, sense, yes_or_no)
        for number, spot in self.nears(draft, anchor):
            for label in sorted(yes_or_no):
                if spot.label in (None, label) and (not spot.names or len(draft.spots) == 1):
                    check = Check(number, Condition(sense.property, "=", is_true, span))
                    grown = draft.labelled(number, label).using(behind)
                    yield self.checked(grown, check, anchor).scored(-0.1 * (number != draft.focus))

    def _truth_behind(self, anchor: Anchor) -> tuple[bool, set[int]]:
        """Whether "is true", "set to false" or "= true" behind a property says that it is so, and its words."""
        words, at, negated = self.reading.words, anchor.last + 1, False
        while at < len(words) and words[at].low in _TRUTH_LINKS:
            negated ^= words[at].low in ("not", "n't")
            at += 1
        text = words[at].low.strip("'\"") if at < len(words) else ""
        if text not in ("true", "false"):
            return True, set()
        return (text == "true") != negated, {*range(anchor.last + 1, at + 1)}

    def _undergone(self, draft: Draft, anchor: Anchor, sense: Sense, owners: set[str]) -> Iterator[Draft]:
        """ "Ships that were detained", where an inspection of theirs tells it: one relation leads to such."""
        if not self._is_passive(anchor) or owners & {spot.label for spot in draft.spots}:
            return
        test = Condition(sense.property, "=", True, self.reading.span(anchor.first, anchor.last))
        for number, spot in self.nears(draft, anchor):
            ways = [way for owner in sorted(owners) for way in self.linker.vocabulary.ways(spot.label, owner)]
            if spot.label is None or len(ways) != 1:
                continue
            one, forward = ways[0]
            far, label = len(draft.spots), one.target if forward else one.source
            link = Link(number, far, one.type, forward, test.span, negated=self.is_negated(anchor))
            grown = draft.linked(link, Spot(label)).checked(Check(far, test))
            yield dataclasses.replace(grown, focus=number, last=("link", len(draft.links))).scored(UNDERGONE)

    def _is_passive(self, anchor: Anchor) -> bool:
        """Whether a word says what was done to something: "were ever detained", "got inspected"."""
        at = anchor.first - 1
        while at in anchor.before and self.reading.words[at].low in _BETWEEN:
            at -= 1
        is_done = anchor.first == anchor.last and is_past(self.reading.words[anchor.last].low)
        return is_done and at >= 0 and self.reading.words[at].low in _PASSIVE

    def _there(self, draft: Draft, anchor: Anchor, sense: Sense) -> Iterator[Draft]:
        """What there is some of, or none: "that are still in stock", "out of stock", of units in stock."""
        before = tuple(word.low for word in self.reading.words[max(anchor.first - 2, 0) : anchor.first])
        said = " ".join((*before[-1:], self.reading.words[anchor.last].low))
        is_out = before == ("out", "of")
        for one in self.linker.vocabulary.properties:
            is_it = one.name == sense.property and one.kind == "number" and one.owner in sense.labels
            spoken = f" {one.words.text.lower()} "
            if not is_it or anchor.first != anchor.last:
                continue
            if not (f" {said} " in spoken or (is_out and f" in {said.split()[-1]} " in spoken)):
                continue
            test = Condition(
                one.name, "=" if is_out else ">", 0, self.reading.span(anchor.first, anchor.last)
            )
            for number, spot in self.nears(draft, anchor):
                if spot.label in (None, one.owner) and not spot.names:
                    check = Check(number, test, negated=self.is_negated(anchor))
                    grown = draft.labelled(number, one.owner).checked(check)
                    yield grown.scored(-0.1 * (number != draft.focus))

    def known(self, draft: Draft, anchor: Anchor, sense: Sense) -> Iterator[Draft]:
        """What has a value of a property, or none: "have a slogan", "whose fax is unknown", "not done yet"."""
        span = self.reading.span(anchor.first, anchor.last)
        said = self._is_had(anchor)
        negated = [mark.first for mark in self.reading.of("negation") if mark.first in anchor.before]
        behind = self._told_behind(anchor)
        kinds = {
            one.owner: one.kind
            for one in self.linker.vocabulary.properties
            if one.name == sense.property and one.kind != "boolean"
        }
        lacks = bool(negated) != any(is_lack for _, is_lack in behind)
        undone = [
            one.owner
            for one in self.linker.vocabulary.relation_properties
            if one.name == sense.property and one.kind in ("date", "year") and one.owner in sense.labels
        ]
        if negated and undone:  # "have not returned a copy yet"
            test = Condition(sense.property, "unknown", None, span)
            for grown in tied_to(self.linker, self.reading, draft, anchor, undone, test):
                yield grown.using(set(negated))
        for number, spot in self.nears(draft, anchor):
            kind = kinds.get(spot.label or "")
            done = bool(negated) and kind in ("date", "year")
            if kind is None or spot.names or not (said or behind or done):
                continue
            check = Check(number, Condition(sense.property, "known", None, span), negated=lacks)
            used = {*range(anchor.first, anchor.last + 1), *negated, *(at for at, _ in behind)}
            yield draft.checked(check).using(used).scored(-0.1 * (number != draft.focus))

    def _is_had(self, anchor: Anchor) -> bool:
        """Whether what stands directly before a property is "have" or its like, or that with an article."""
        words, at = self.reading.words, anchor.first - 1
        while at in anchor.before and words[at].low in ("a", "an", "any", "some", "no", "known"):
            at -= 1
        is_no = any(mark.first in (at, at + 1) for mark in self.reading.of("negation"))
        return at in anchor.before and (words[at].low in listed("words", "having") or is_no)

    def _told_behind(self, anchor: Anchor) -> list[tuple[int, bool]]:
        """ "… is unknown", "… is given": the word, and whether it says that there is no value."""
        words = self.reading.words
        first = anchor.last + 1
        if first < len(words) and words[first].low in ("year", "date"):
            first += 1  # "whose birth year is unknown"
        if first >= len(words) or words[first].low not in ("is", "are", "was", "were"):
            return []
        at = first + 1 + (first + 1 < len(words) and words[first + 1].low in ("not", "n't"))
        lacks, has = listed("words", "absent"), listed("words", "present")
        if at >= len(words) or words[at].low not in lacks | has:
            return []
        is_lack = (words[at].low in lacks) != (at > first + 1)
        return [(at, is_lack), *([(at - 1, False)] if at > first + 1 else [])]

    def nears(self, draft: Draft, anchor: Anchor) -> list[tuple[int, Spot]]:
        """The spots that an anchor may be joined to, by number: of a modifier only that of its label."""
        spots = list(enumerate(draft.spots))
        if anchor.modifies < 0:
            return spots
        own = [(number, spot) for number, spot in spots if spot.at == anchor.modifies]
        return own or [spots[draft.focus]]

    def is_excepted(self, draft: Draft, anchor: Anchor) -> bool:
        """ "except Brazil and Peru": the things themselves, not what is joined to them."""
        said = {self.reading.words[at].low for at in anchor.before}
        if content(self.reading, anchor.before):
            return False
        kind, number = draft.last
        goes_on = kind == "check" and draft.checks[number].spot == 0 and bool(said & {"and", "or", ","})
        return bool(said & _EXCEPT) or (goes_on and is_excepting(draft.checks[number].test))

    def excepted(self, draft: Draft, anchor: Anchor, sense: Sense) -> Draft:
        span = self.reading.span(anchor.first, anchor.last)
        name = self.linker.graph.projection.nodes.name_properties[0]
        own = [one.name for one in self.linker.vocabulary.properties_of(draft.spots[0].label)]
        names = [one for one in self.linker.graph.projection.nodes.name_properties if one in own]
        test = Condition(names[0] if names else name, "<>", sense.texts[0], span)
        return draft.checked(Check(0, test))

    def valued(self, draft: Draft, anchor: Anchor, sense: Sense) -> Iterator[Draft]:
        said = content(self.reading, [at for at in anchor.before if at not in draft.used])
        text = " ".join(self.reading.words[at].low for at in said)
        spoken = next(one for one in self.linker.vocabulary.properties if one.name == sense.property)
        light = {*map(stem, listed("relating", "generic") | self._situating(spoken)), *spoken.words.stems}
        is_light = {stem(self.reading.words[at].text) for at in said} <= light
        calls_one = any(one.kind == "name" and one.also for one in anchor.senses)
        likeness = 0.0 if calls_one else self.linker.likeness(text, spoken.words.text)
        fits = LIKENESS if is_light else likeness  # "the email of quickfox" is no user name, however alike
        if is_light and {stem(self.reading.words[at].text) for at in said} & {*spoken.words.stems}:
            fits = ITS_OWN  # "shipped to Germany" tells `ship_country`
        for number, spot in self.nears(draft, anchor):
            if (spot.label is None or spot.label in sense.labels) and (
                not spot.names or len(draft.spots) == 1
            ):
                check = Check(number, self.condition(anchor, sense), negated=self.is_negated(anchor))
                is_asked = spot.at < 0 and not is_light and self._is_asked_of(anchor, said)
                is_by = anchor.has("name") and [self.reading.words[at].low for at in anchor.before] == ["by"]
                cost = BY_VALUE * is_by - 0.1 * (number != draft.focus)
                for grown in [draft] if spot.label else self._of_such(draft, number, anchor, sense.labels):
                    grown = grown.using(set(said)) if fits >= LIKENESS and not is_asked else grown
                    if anchor.last + 1 in self._told_by(spoken, anchor):  # "in the jewellery category"
                        grown = grown.using({anchor.last + 1}).placing(anchor.last + 1)
                    yield self.checked(grown, check, anchor).scored(0.5 * fits + cost)

    def _is_asked_of(self, anchor: Anchor, said: Sequence[int]) -> bool:
        """Whether a noun is asked of a value: "What is the population of Calder?", which no word says to be a city."""
        low = [word.low for word in self.reading.words[: anchor.first]]
        begin = anchor.first - 1
        while begin - 1 in said:
            begin -= 1
        return low[-1:] == ["of"] and begin < anchor.first - 1 and low[begin - 1 : begin] == ["the"]

    def _of_such(self, draft: Draft, number: int, anchor: Anchor, labels: Sequence[str]) -> Iterator[Draft]:
        """The draft whose things are of a label; a value in the plural is a noun for them: "tankers", of vessels.

        Which of several they are, "tenors" of singers and of roles, is told by what else is said of them.
        """
        word, span = self.reading.words[anchor.last], self.reading.span(anchor.first, anchor.last)
        tells = {part for sense in anchor.senses for part in words_in(sense.property).lemmas}
        is_noun = word.low != word.lemma and word.kind == "word"
        for label in labels if is_noun else labels[:1]:
            grown = draft.labelled(number, label)
            # "physicians" are no cases that have been reported by such
            if is_noun and (not tells & _OF_PERSONS or label in self.linker.vocabulary.persons):
                spots = list(grown.spots)
                spots[number] = dataclasses.replace(spots[number], span=span, at=anchor.first)
                grown = dataclasses.replace(grown, spots=tuple(spots))
            yield grown

    def _situating(self, one: Property) -> frozenset[str]:
        """Words that say no more than that something is where a property tells: "located in", of a location."""
        is_place = bool(one.words.lemmas) and one.words.lemmas[-1] in listed("words", "places")
        return listed("words", "situating") if is_place else frozenset()

    def _told_by(self, one: Property, anchor: Anchor) -> set[int]:
        """The word behind a value where it is the property's name."""
        at = anchor.last + 1
        is_name = at < len(self.reading.words) and stem(self.reading.words[at].text) in one.words.stems
        return {at} if is_name else set()

    def condition(self, anchor: Anchor, sense: Sense) -> Condition:
        """That something has the value of a sense, or has it among others."""
        operator: Operator = "has" if self.is_list(sense) else "="
        span = self.reading.span(anchor.first, anchor.last)
        return Condition(sense.property, operator, self.value(sense), span)

    def value(self, sense: Sense) -> str | float:
        """The value of a sense: a number, or a truth, where the property holds such."""
        text = sense.texts[0]
        held = (*self.linker.vocabulary.properties, *self.linker.vocabulary.relation_properties)
        kinds = {one.kind for one in held if one.name == sense.property and one.owner in sense.labels}
        if "boolean" in kinds:
            return text == "true"
        return int(text) if kinds & {"number", "year"} and text.isdigit() else text

    def is_list(self, sense: Sense) -> bool:
        return any(
            one.kind == "list" and one.name == sense.property and one.owner in sense.labels
            for one in self.linker.vocabulary.properties
        )

    def checked(self, draft: Draft, check: Check, anchor: Anchor) -> Draft:
        negated = (
            check.negated or self.is_negated(anchor) or is_denied_again(self.reading, draft, check, anchor)
        )
        return draft.checked(dataclasses.replace(check, negated=negated))

    def is_negated(self, anchor: Anchor) -> bool:
        negations = {mark.first for mark in self.reading.of("negation")}
        return any(at in negations for at in anchor.before)
