"""Two relations in a row, over a thing that no label names: "the parent of X", "whose owner …", "those which …"."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import nlargest

from motif.graphs.meaning import Relative
from motif.planners.english import RELATIVES
from motif.planners.meaning.anchors import content
from motif.planners.meaning.drafts import Check, Draft, Link, Spot, key_of
from motif.planners.meaning.fellows import fellows_in, sharings
from motif.planners.meaning.relating import OUTRIGHT, Evidence, Relator
from motif.planners.meaning.roles import is_generic, is_mutual, role_of, way
from motif.planners.meaning.schema_words import Relation
from motif.planners.meaning.senses import Anchor
from motif.planners.meaning.tying import holding
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import is_past, stem
from motif.planners.reading.lexicon import table
from motif.planners.reading.marks import Reading
from motif.planners.reading.words import words_of

SAID = 0.3
"""Evidence from which on words are taken for each of both relations."""

OWN_WORDS = 0.8
"""Evidence that a longer way needs where two things are joined by another relation too: no verb that says the same."""

ONE_WAY = 0.5
"""How much a relation that goes only one way agrees with words for it."""

ACROSS = -0.3
"""Of two relations where words are said for one."""

SILENTLY, SILENT_WAYS = -0.5, 3
"""Of two relations that no words are said for, and how many such are looked at."""

FURTHER = -0.1
"""Of what is in something that is in what is named."""

WAY = 0.5
"""Weight of the way that words say a relation goes."""

EXPLICIT, UNSAID = 0.25, 0.2
_BESIDE = {"with", "in", "at", "from", "on"}
_AFTER = (["in"], ["from"], ["of"])
_SHARING = {"share", "shares", "shared", "sharing", "same"}

THROUGH = 64
"""The likeliest of two relations in a row that are looked at: far fewer drafts are kept."""

Ways = tuple[Relation, bool]
Path = tuple[Relation, bool, Relation, bool]


@dataclass(frozen=True, slots=True)
class Chainer:
    """Chains of one question."""

    vocabulary: Vocabulary
    reading: Reading
    relator: Relator
    _known_paths: dict[tuple[str, str], list[Path]] = dataclasses.field(default_factory=dict, init=False)

    def chained(
        self, draft: Draft, near: int, spot: Spot, anchor: Anchor, role: Sequence[int], behind: Sequence[int]
    ) -> Iterator[Draft]:
        """The draft with ``spot`` two relations away from ``near``, where the words before the anchor say so, or
        those ``behind`` a name: "the country in which X was born".

        ``role`` is a noun before the label of ``near``, which the anchor's "of" belongs to.
        """
        before = [*role, *(at for at in anchor.before if at not in draft.used)]
        owned = [word.low for word in self.reading.words[anchor.last + 1 : anchor.last + 2]] == ["'s"]
        yield from self._fellows(draft, near, spot, anchor, [*before, *(behind if owned else ())])
        if not content(self.reading, before):
            if spot.names:
                yield from self._within(draft, near, spot, anchor)
                yield from self._across(draft, near, spot, anchor, behind)
            yield from self._silently(draft, near, spot, anchor)
        if anchor.bound is not None and anchor.has("label") and content(self.reading, before):
            yield from self._across(draft, near, spot, anchor, before)
        if anchor.modifies >= 0 or anchor.bound is not None or not content(self.reading, before):
            return
        for left, right, noun in self._splits(before):
            yield from self._through(draft, near, spot, anchor, left, right, noun)
        for at in before:
            yield from self._kin(draft, near, spot, anchor, at)
        yield from self._across(draft, near, spot, anchor, before)

    def _splits(self, before: Sequence[int]) -> Iterator[tuple[list[int], list[int], set[int]]]:
        """The words before a thing, cut between two relations; and those that only name what is between."""
        words = self.reading.words
        for number, at in enumerate(before):
            left, right = list(before[:number]), list(before[number:])
            if words[at].low in RELATIVES and len(content(self.reading, left)) and number:
                said = content(self.reading, left)
                noun = {left[-1]} & set(said[1:])
                yield [one for one in left if one not in noun], right, noun
            if self.is_noun(at):
                following = words[at + 1].low if at + 1 < len(words) else ""
                if following in ("of", "to"):
                    yield left, right, set()
                if following == "of" and not content(self.reading, right[1:]):
                    yield [*left, at], right[1:], set()  # "the capitals of Europe", of what is in it
                if following not in ("of", "to"):
                    yield [*left, at], right[1:], set()

    def is_noun(self, at: int) -> bool:
        """Whether a word stands for an end of a relation, of one taken twice or of what meets in one."""
        tables, word = table("relating"), self.reading.words[at]
        if word.lemma in tables["twice"] or any(one.last == at for one in fellows_in(self.reading.words)):
            return True
        return any(role_of(one, word) is not None for one in self.vocabulary.kinds)

    def _through(
        self,
        draft: Draft,
        near: int,
        spot: Spot,
        anchor: Anchor,
        left: Sequence[int],
        right: Sequence[int],
        noun: set[int],
    ) -> Iterator[Draft]:
        first, second = content(self.reading, left), content(self.reading, right)
        bare = {self.reading.words[at].low for at in right} & {*_BESIDE, "of"}
        if not first or not (second or bare):
            return
        is_part = bare == {"of"} and not second
        says_first, says_second = self._each_says(first), self._each_says(second)
        found = list[tuple[float, Path, Evidence, Evidence]]()
        for one, goes in self.vocabulary.ways(draft.spots[near].label):
            said = says_first(one)
            if said.score < SAID:
                continue
            out = self._agrees(one, goes, self.relator.goes_out(one, said, left))
            for other, leads in self.vocabulary.ways(one.target if goes else one.source, spot.label):
                later = says_second(other)
                if later.score < SAID and second:
                    continue
                if is_part and not (spot.names and is_generic(other, self.vocabulary.labels)):
                    continue
                if one.type == other.type and self._is_one_name(one, first, second):
                    continue
                agrees = out + self._agrees(other, leads, self.relator.goes_out(other, later, right))
                surest = min(said.score, later.score) if second else said.score - UNSAID
                score = surest + WAY * agrees / 2 + EXPLICIT
                found.append((score, (one, goes, other, leads), said, later))
        for score, path, said, later in nlargest(THROUGH, found, key=lambda each: each[0]):
            grown = self._linked(draft, near, path[:2], path[2:], spot, anchor)
            grown = grown.using(said.words | later.words | noun)
            doubt = draft.doubt + max(said.doubt, later.doubt)
            silent = grown.silent + is_part
            faint = draft.faint | said.faint | later.faint
            yield dataclasses.replace(grown, doubt=doubt, faint=faint, silent=silent).scored(score)

    def _across(
        self, draft: Draft, near: int, spot: Spot, anchor: Anchor, before: Sequence[int]
    ) -> Iterator[Draft]:
        """ "Customers who ordered X", by their orders: words for one of two relations where no one joins the two that
        is said as well.

        A thing between may be said by the verb too: what is ordered is in an order.
        """
        label, said = draft.spots[near].label, content(self.reading, before)
        spoken = {one.label for one in draft.spots if not one.names}
        if label is None:
            yield from self._by_event(draft, near, spot, anchor, said)
        direct = [one for one, _ in self.vocabulary.ways(label, spot.label)]
        if any(self._says(one, said) for one in self._of_each_type(direct)):
            return
        least = OWN_WORDS if direct else OUTRIGHT
        says, called = self._each_says(said), self._named_by(said)
        spoken_of = list[tuple[Path, list[Evidence], set[int]]]()
        for path in self._paths(label, spot.label, joined=True):
            legs, middle = [says(path[0]), says(path[2])], self._middle(path)
            known = [leg for leg in legs if leg.score >= least and not leg.is_like]
            between = called(middle)
            if (known or between) and middle not in spoken:
                spoken_of.append((path, legs, between.union(*(leg.words for leg in known))))
        if any(_says_itself(legs) for _, legs, _ in spoken_of):  # "played": no mere taking part
            spoken_of = [one for one in spoken_of if _says_itself(one[1])]
        for (one, goes, other, leads), legs, words in spoken_of:
            n_known = sum(leg.score >= least and not leg.is_like for leg in legs)
            agrees = self._agrees(one, goes, self.relator.goes_out(one, legs[0], before)) if n_known else 0.0
            grown = self._linked(draft, near, (one, goes), (other, leads), spot, anchor).using(words)
            silent, guessed = grown.silent + (n_known < 2), grown.guessed + (len(spoken_of) > 1)
            grown = dataclasses.replace(grown, silent=silent, guessed=guessed)
            yield grown.scored(0.9 + WAY * agrees / 2 + ACROSS)

    def _by_event(
        self, draft: Draft, near: int, spot: Spot, anchor: Anchor, said: Sequence[int]
    ) -> Iterator[Draft]:
        """ "Who interviewed X?", over an interview: the verb is what a thing is called that joins persons to X."""
        words, persons = self.reading.words, self.vocabulary.persons
        verbs = {stem(words[at].text): at for at in said if is_past(words[at].low)}
        if (
            words[0].low != "who"
            or not spot.names
            or len(said) != 1
            or any(set(verbs) & {*one.words.stems} for one in self.vocabulary.kinds)
        ):
            return
        found = dict[Path, None]()
        for label in sorted(persons):
            for path in self._paths(label, spot.label, joined=True):
                called = self.vocabulary.labels.get(self._middle(path))
                if called is not None and set(verbs) & {*called.stems} and path[0].type != path[2].type:
                    found.setdefault(path)
        ways = {(one.type, goes, other.type, leads) for one, goes, other, leads in found}
        for one, goes, other, leads in list(found):
            grown = self._linked(draft, near, (one, goes), (other, leads), spot, anchor).using(
                {*verbs.values()}
            )
            grown = dataclasses.replace(grown, guessed=grown.guessed + (len(ways) > 1))
            yield grown.scored(0.9 + WAY * ONE_WAY + EXPLICIT)

    def _silently(self, draft: Draft, near: int, spot: Spot, anchor: Anchor) -> Iterator[Draft]:
        """ "The boats of pier 2": over what joins two things that no relation joins, where no words say it."""
        spoken = {one.label for one in draft.spots if not one.names}
        is_joined = any(one is not None and any(self.vocabulary.ways(one, spot.label)) for one in spoken)
        if anchor.bound is not None or (is_joined and self.beside(draft, spot, anchor) != near):
            return
        found = [
            one for one in self._paths(draft.spots[near].label, spot.label) if self._middle(one) not in spoken
        ]
        commonest = sorted(found, key=lambda path: -min(path[0].count, path[2].count))
        for one, goes, other, leads in commonest[:SILENT_WAYS]:
            grown = self._linked(draft, near, (one, goes), (other, leads), spot, anchor)
            guessed = grown.guessed + (len(found) > 1)
            yield dataclasses.replace(grown, silent=grown.silent + 2, guessed=guessed).scored(SILENTLY)

    def beside(self, draft: Draft, spot: Spot, anchor: Anchor) -> int:
        """The noun that a name stands right after and that leads to it over what is not spoken of, -1 for none: players
        of "clubs in Italy" need not be Italians."""
        if not spot.names or [self.reading.words[at].low for at in anchor.before] not in _AFTER:
            return -1
        spoken, at = {one.label for one in draft.spots}, anchor.before[0] - 1
        near = next((nth for nth, one in enumerate(draft.spots) if nth and one.at == at), -1)
        paths = self._paths(draft.spots[near].label, spot.label) if near > 0 else ()
        return near if any(self._middle(path) not in spoken for path in paths) else -1

    def _middle(self, path: Path) -> str:
        one, goes, *_ = path
        return one.target if goes else one.source

    def _of_each_type(self, relations: Sequence[Relation]) -> Iterable[Relation]:
        """The first of those of which words say the same."""
        firsts: dict[object, Relation] = {}
        for one in relations:
            firsts.setdefault(self.relator.told_by(one), one)
        return firsts.values()

    def _each_says(self, said: Sequence[int]) -> Callable[[Relation], Evidence]:
        """What words say of relations, looked at once for all of which they say the same."""
        known: dict[object, Evidence] = {}

        def says(relation: Relation) -> Evidence:
            key = self.relator.told_by(relation)
            if key not in known:
                known[key] = self.relator.evidence(relation, said)
            return known[key]

        return says

    def _named_by(self, said: Sequence[int]) -> Callable[[str], set[int]]:
        """Those of the words by which things of a label are called; none for things that carry no label."""
        stems = {stem(self.reading.words[at].text): at for at in said}

        @cache
        def called(label: str) -> set[int]:
            of_label = self.vocabulary.labels.get(label)
            return {stems[key] for key in (of_label.stems if of_label is not None else ()) if key in stems}

        return called

    def _says(self, relation: Relation, said: Sequence[int]) -> bool:
        """Whether words say a relation by themselves."""
        found = self.relator.evidence(relation, said)
        return found.score >= OUTRIGHT and not found.is_like

    def _paths(self, near: str | None, far: str | None, *, joined: bool = False) -> Sequence[Path]:
        """Two relations in a row over a third label, for two labels that no relation joins, or for any two."""
        if near is None or far is None or (not joined and any(self.vocabulary.ways(near, far))):
            return ()
        if (near, far) not in self._known_paths:
            self._known_paths[near, far] = [
                (one, goes, other, leads)
                for one, goes in self.vocabulary.ways(near)
                if (middle := one.target if goes else one.source) not in (near, far)
                for other, leads in self.vocabulary.ways(middle, far)
            ]
        return self._known_paths[near, far]

    def _within(self, draft: Draft, near: int, spot: Spot, anchor: Anchor) -> Iterator[Draft]:
        """ "Cities in X": of a region of X, where two relations in a row say only where things are or belong."""
        said = {self.reading.words[at].low for at in anchor.before}
        is_in = anchor.modifies >= 0 or bool(said & {"in", "of", "from", "within", "at"})
        if not is_in or anchor.bound is not None:
            return
        labels, label = self.vocabulary.labels, draft.spots[near].label
        for one, goes in self.vocabulary.ways(label):
            middle = one.target if goes else one.source
            if label is None or middle == label or not is_generic(one, labels):
                continue
            for other, leads in self.vocabulary.ways(middle):
                if other.type == one.type and leads != goes:
                    continue  # what shares a genre with X is not in X
                if (other.target if leads else other.source) == spot.label and is_generic(other, labels):
                    grown = self._linked(draft, near, (one, goes), (other, leads), spot, anchor)
                    yield dataclasses.replace(grown, silent=grown.silent + 1).scored(FURTHER)

    def _is_one_name(self, relation: Relation, first: Sequence[int], second: Sequence[int]) -> bool:
        """Whether words are two parts of a relation's name: "the chief executive of" is one relation, not two."""
        one, other = ({stem(self.reading.words[at].text) for at in words} for words in (first, second))
        return not one & other and one | other <= set(relation.words.stems)

    def _kin(self, draft: Draft, near: int, spot: Spot, anchor: Anchor, at: int) -> Iterator[Draft]:
        """ "The grandparents of X", "that share a parent with X"."""
        word, tables = self.reading.words[at], table("relating")
        shares = {self.reading.words[one].low for one in anchor.before if one < at} & _SHARING
        base = tables["twice"].get(word.lemma)
        for one, goes in self.vocabulary.ways(draft.spots[near].label):
            role = role_of(one, words_of(base)[0] if base else word)
            if role is None or (base is None and not shares):
                continue
            is_twice = word.lemma in tables["twice"]
            if is_twice and (one.source != one.target or one.target != spot.label):
                continue
            if is_twice:
                said = [at, *(place for place in anchor.before if place != at)]
                forward = way(one, self.reading.words, at, said, role=role) > 0
                second = (one, forward)
            else:
                forward = role == "target"
                second = (one, not forward)
            ends = (one.source, one.target) if forward else (one.target, one.source)
            if goes != forward or (not is_twice and ends[0] != spot.label):
                continue
            grown = self._linked(draft, near, (one, forward), second, spot, anchor)
            sharing = {place for place in anchor.before if self.reading.words[place].low in _SHARING}
            yield grown.using({at} | sharing).scored(0.9 + WAY + EXPLICIT)

    def _fellows(
        self, draft: Draft, near: int, spot: Spot, anchor: Anchor, said: Sequence[int]
    ) -> Iterator[Draft]:
        """ "The siblings of X", "X's co-authors": what shares a thing with X and is not X."""
        for one in fellows_in(self.reading.words):
            if one.last not in said or anchor.bound is not None:
                continue
            apt = [
                how
                for how in sharings(self.vocabulary, one)
                if how.label == spot.label and draft.spots[near].label in (None, how.label)
            ]
            for how in apt:
                there, back = (how.relation, how.forward), (how.relation, not how.forward)
                grown = self._linked(draft, near, there, back, spot, anchor)
                other = Check(len(grown.spots) - 1, Relative(None, "<>", key_of(near)))
                grown = dataclasses.replace(grown.checked(other), last=grown.last)
                doubts = (len(apt) > 1) + (holding(self.vocabulary, how.relation.type) is not None)
                grown = dataclasses.replace(grown, guessed=grown.guessed + doubts)
                yield grown.using(frozenset(range(one.first, one.last + 1))).scored(0.9 + WAY + EXPLICIT)

    def _linked(self, draft: Draft, near: int, one: Ways, other: Ways, spot: Spot, anchor: Anchor) -> Draft:
        middle = len(draft.spots)
        (first, goes), (second, leads) = one, other
        span = self.reading.span(anchor.first, anchor.last)
        negated = {mark.first for mark in self.reading.of("negation")} & set(anchor.before)
        grown = draft
        if draft.spots[near].label is None:
            grown = grown.labelled(near, first.source if goes else first.target)
        to_middle = Link(near, middle, "", True, span, negated=bool(negated))
        grown = grown.linked(_along(to_middle, first, goes), Spot(first.target if goes else first.source))
        bound = anchor.bound if anchor.has("label") else None
        count = (bound.operator, bound.number.value) if bound is not None else None
        return grown.linked(
            _along(Link(middle, middle + 1, "", True, span, count=count), second, leads), spot
        )

    def _agrees(self, relation: Relation, goes: bool, sign: float) -> float:
        return sign * (1 if goes else -1) if self.vocabulary.goes_both_ways(relation) else ONE_WAY


def _along(link: Link, relation: Relation, goes: bool) -> Link:
    """The link by a relation, both ways where it holds both ways: "the capitals of the neighbours of Austria"."""
    mutual = is_mutual(relation)
    return link.along(relation.type, goes or mutual, both=mutual)


def _says_itself(legs: Sequence[Evidence]) -> bool:
    """Whether words are a relation's own, and not only those of one that says much the same."""
    return any(leg.score >= OWN_WORDS and not leg.is_like for leg in legs)
