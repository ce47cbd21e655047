"""Anchors joined into drafts, one after another, the likeliest few kept: only what the graph's schema can hold."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from motif.engine.control import keep_on
from motif.graphs.meaning import NOWHERE, Condition, Operator, Relative
from motif.planners.meaning.anchors import content, is_common_noun
from motif.planners.meaning.bounding import checks_of_bound
from motif.planners.meaning.chaining import ONE_WAY, WAY, Chainer
from motif.planners.meaning.choosing_ties import AGAINST, TieChooser
from motif.planners.meaning.conditioning import Conditioner
from motif.planners.meaning.conjoining import goes_on_negated, grouped, same_again
from motif.planners.meaning.drafts import Check, Draft, Link, Spot, key_of
from motif.planners.meaning.facts import Between, Facts, Way
from motif.planners.meaning.fellows import fellows_from
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.names import COPIED, is_copied
from motif.planners.meaning.receiving import OUT_AND_IN
from motif.planners.meaning.relating import OUTRIGHT, Evidence, Relator
from motif.planners.meaning.roles import is_generic, is_mutual, role_of
from motif.planners.meaning.schema_words import Relation
from motif.planners.meaning.senses import Anchor, Sense
from motif.planners.meaning.split_names import spot_of
from motif.planners.meaning.than import compared_with
from motif.planners.meaning.ties import Tie, left_by, tied_by
from motif.planners.meaning.tying import tied, tied_to
from motif.planners.reading.marks import Reading

KEPT = 12
"""Drafts that are kept after each anchor."""

ROUNDED = 1e-9
"""Scores that differ by less may be the same once more is added to both."""

SKIPPED, TOLD = -1.6, -0.8
"""Of an anchor that is no part; of a property, which what is asked for may have told of already."""
AGAIN = 0.75
"""Evidence from which on words are taken for a second relation."""

FAR, NAMED, DESCRIBED = -0.25, -0.7, -0.5
"""Of joining something not spoken of last; something named; a name taken for a noun."""
RESUMED = {"and", "but", "also", "both"}

FILLED = 0.4
"""Of what a relationship that is there already leads to."""
_BACK = {"each", "such", "those", "these", "that", "them", "every", "same"}


def of_kind(draft: Draft, sense: Sense, at: int) -> Draft:
    """The draft in which what is said at a word is of the kind that the sense says: of mountains the volcanoes."""
    if sense.kind != "label" or not sense.property:
        return draft
    spot = next(number for number, one in enumerate(draft.spots) if one.at == at)
    value = sense.texts[0] if sense.texts else True  # queens are monarchs of one sex
    checked = draft.checked(Check(spot, Condition(sense.property, "=", value, draft.spots[spot].span)))
    return checked.changed(last=draft.last)


class Joiner:
    """Joins the anchors of one question; ``told`` are types of which a property is asked for that nothing else has."""

    def __init__(
        self,
        linker: Linker,
        reading: Reading,
        relator: Relator,
        anchors: Sequence[Anchor],
        trailing: tuple[int, ...],
        told: frozenset[str] = frozenset(),
    ) -> None:
        self._linker, self._reading, self._anchors = linker, reading, anchors
        self._trailing = trailing
        self._relator = relator
        self._says = Conditioner(linker, reading)
        self._facts = Facts(linker.graph)
        self._chainer = Chainer(linker.vocabulary, reading, self._relator)
        self._between: dict[tuple[Spot, Spot], Between] = {}
        self._choosing = TieChooser(linker.vocabulary, reading, anchors, told)
        self._said_besides: dict[
            tuple[str | None, str | None, tuple[int, ...]], list[tuple[Relation, bool, Evidence]]
        ] = {}

    def valued(self, anchor: Anchor) -> Iterator[Draft]:
        """Things that a value alone tells, to begin with: "Is berth 8 part of the south pier?"."""
        for sense in anchor.senses:
            for label in sense.labels if sense.kind == "value" else ():
                if label in self._linker.vocabulary.labels:
                    spot = Spot(label, (), self._reading.span(anchor.first, anchor.last), anchor.first)
                    test = self._says.condition(anchor, sense)
                    yield Draft((spot,), score=sense.score - 1).checked(Check(0, test)).placing(anchor.first)

    def joined(self, starts: Sequence[Draft], first: int) -> list[Draft]:
        """Drafts in which the anchors from ``first`` on are joined to ``starts``, likeliest first."""
        drafts = list(starts)
        for number in range(first, len(self._anchors)):
            grown = [more for draft in drafts for more in self._grown(draft, number)]
            best: dict[object, Draft] = {}
            for draft in sorted(grown, key=lambda one: -one.score):
                best.setdefault((draft.spots, draft.links, draft.checks, draft.focus), draft)
                if len(best) == KEPT:
                    break
            drafts = list(best.values())
        return drafts

    def _grown(self, draft: Draft, number: int) -> Iterator[Draft]:
        keep_on()
        anchor = self._anchors[number]
        is_told = anchor.is_only("property") and anchor.bound is None and not anchor.quoted
        yield draft.scored(TOLD if is_told else SKIPPED)
        is_compared = anchor.bound is not None or (anchor.quoted and anchor.is_only("property"))
        if is_compared and not anchor.has("label"):
            yield from self._compared(draft, anchor)
            return
        if is_compared and self._reading.words[anchor.last].lemma == "person":
            yield from self._compared(draft, anchor)  # "more than a million people" may be a population
        for sense in anchor.senses[:4]:
            less = sense.score - 1 + COPIED * is_copied(self._linker.vocabulary, anchor, sense)
            for more in self._of_sense(draft, number, sense):
                more = more if less == 0 else more.scored(less)
                grown = grouped(self._reading, draft, more, anchor)
                yield grown.changed(odd=grown.odd + 1 - sense.score, placed=grown.placed | {anchor.first})

    def _compared(self, draft: Draft, anchor: Anchor) -> Iterator[Draft]:
        """What a number or a quotation says of a property of a thing, or of a relationship."""
        for more, check in checks_of_bound(self._linker, self._reading, draft, anchor):
            more = dataclasses.replace(more, odd=more.odd + draft.score - more.score)
            checked = self._says.checked(more, check, anchor)
            yield grouped(self._reading, draft, checked, anchor).placing(anchor.first)
        for more in tied(self._linker, self._reading, draft, anchor):
            more = dataclasses.replace(more, odd=more.odd + draft.score - more.score)
            yield more.placing(anchor.first)

    def _of_sense(self, draft: Draft, number: int, sense: Sense) -> Iterator[Draft]:
        anchor = self._anchors[number]
        if sense.kind == "value" and not set(sense.labels) & self._linker.vocabulary.labels.keys():
            test = Condition(
                sense.property, "=", sense.texts[0], self._reading.span(anchor.first, anchor.last)
            )
            yield from tied_to(self._linker, self._reading, draft, anchor, sense.labels, test)
        elif sense.kind == "value":
            yield from self._says.valued(draft, anchor, sense)
            yield from self._named_by_value(draft, number, sense)
        elif sense.kind == "property" and anchor.bound is not None:  # "more than 50 employees", a headcount
            yield from self._compared(draft, dataclasses.replace(anchor, senses=(sense,)))
        elif sense.kind == "property":
            yield from self._says.held(draft, anchor, sense)
        elif (
            sense.kind == "name"
            and draft.spots[0].label in sense.labels
            and self._says.is_excepted(draft, anchor)
        ):
            yield self._says.excepted(draft, anchor, sense)
        else:
            if sense.kind == "name":
                said = self._anchors[number - 1] if number else None
                yield from compared_with(self._linker, self._reading, draft, anchor, said, sense)
            span = self._reading.span(anchor.first, anchor.last)
            for label in sense.labels:
                spot = spot_of(sense, label, span, anchor.first)
                for grown in self._attached(draft, number, spot):
                    yield of_kind(grown, sense, anchor.first)
                if sense.kind == "name" and is_common_noun(self._reading, anchor):
                    yield from self._described(draft, number, spot)
            if sense.kind == "label":
                yield from self._again(draft, anchor, sense.labels[0])

    def _again(self, draft: Draft, anchor: Anchor, label: str) -> Iterator[Draft]:
        """A label that means a place already spoken of: "each player", "such films"."""
        said = {self._reading.words[at].low for at in anchor.before[-2:]}
        for spot, one in enumerate(draft.spots):
            if one.label == label and not one.names and said & _BACK:
                yield dataclasses.replace(draft, focus=spot, last=("spot", spot)).scored(0.1)

    def _attached(self, draft: Draft, number: int, spot: Spot) -> Iterator[Draft]:
        anchor = self._anchors[number]
        before = content(self._reading, [at for at in anchor.before if at not in draft.used])
        head = [at for at in self._head_words(draft) if at not in draft.used]
        behind = self._behind(number) if anchor.modifies < 0 else []
        for near, parent in self._says.nears(draft, anchor):
            beside = self._chainer.beside(draft, spot, anchor)
            prior = self._prior(draft, near, anchor) + FAR * (beside not in (-1, near))
            role = self._role_before(parent, anchor)
            said = [*(head if near == 0 else []), *before]
            words = [*(head if near == 0 else []), *role, *before]
            between, link = self._ways(parent, spot), self._link(draft, near, anchor)
            own = (
                [anchor.last]
                if any(one.is_role and spot.label in one.labels for one in anchor.senses)
                else []
            )
            told: dict[object, Evidence] = {}
            ties: list[Tie] = []
            for one, _ in between.ways:
                said_of = self._relator.told_by(one)
                if said_of not in told:
                    told[said_of] = self._evidence(one, [*words, *own], behind)
            directed = self._choosing.directed(between, anchor)
            others = [told[self._relator.told_by(one)] for one, _ in directed.against]
            other = max(others, key=lambda found: found.score, default=Evidence())
            for way in between.ways:
                found = directed.told(way, told[self._relator.told_by(way[0])], other)
                mutual = is_mutual(way[0])
                link = link.along(way[0].type, way[1] or mutual, both=mutual)
                agrees = self._agrees(way, found, [*role, *anchor.before], own)
                again = same_again(self._reading, draft, link, anchor)
                more = prior + found.score + WAY * agrees + again + AGAINST * (way in directed.against)
                ties.append(self._choosing.tie(draft, link, spot, found, way, between, more, anchor))
            for tie in self._worth_drafting(draft, ties, said, spot):
                grown = tied_by(draft, tie, spot)
                yield grown
                yield from self._twice(grown, said, spot)
            yield from self._filled(draft, near, spot, said, self._link(draft, near, anchor).count)
            fellow = own if fellows_from(self._reading.words, anchor.first) is not None else []
            for grown in self._chainer.chained(draft, near, spot, anchor, [*role, *fellow], behind):
                yield grown.scored(prior)

    def _agrees(self, way: Way, found: Evidence, before: Sequence[int], own: Sequence[int] = ()) -> float:
        """How well the way of a relation is the one that words say; ``own`` are nouns for what it leads to."""
        relation, forward = way
        for at in found.words.intersection(own):
            going = self._reading.words[at - 1].low
            if going in OUT_AND_IN and relation.source == relation.target:
                return OUT_AND_IN[going] * (1 if forward else -1)
            if role := role_of(relation, self._reading.words[at]):
                return 1.0 if forward == (role == "target") else -1.0
        if not self._linker.vocabulary.goes_both_ways(relation):
            return ONE_WAY if found.words else 0.0
        return self._relator.goes_out(relation, found, before) * (1 if forward else -1)

    def _ways(self, near: Spot, far: Spot) -> Between:
        """What may join two places; looked up once for a question."""
        found = self._between.get((near, far))
        if found is None:
            ways = tuple(self._linker.vocabulary.ways(near.label, far.label))
            held = frozenset(way for way in ways if self._facts.joins(*way, near, far) is not False)
            generic = [way for way in held if is_generic(way[0], self._linker.vocabulary.labels)]
            general = generic[0] if len(generic) == 1 else None
            n_relationships = sum(one.count for one, _ in ways)
            found = self._between[near, far] = Between(ways, held, n_relationships, general)
        return found

    def _worth_drafting(
        self, draft: Draft, ties: Sequence[Tie], said: Sequence[int], spot: Spot
    ) -> Sequence[Tie]:
        """Those of the ties of one draft to ``spot`` of which something may be kept: whatever else is told of them
        changes their scores alike, so that only the first `KEPT` are, and those said twice."""
        best: dict[tuple[Link, str], float] = {}
        for tie in sorted(ties, key=lambda one: -one.score):
            best.setdefault((tie.link, tie.label), tie.score)
            if len(best) == KEPT:
                least = tie.score - ROUNDED
                return [
                    one
                    for one in ties
                    if one.score >= least
                    or self._seconds(one.label, one.link, left_by(draft, one, said), spot)
                ]
        return ties

    def _filled(
        self, draft: Draft, near: int, spot: Spot, said: Sequence[int], count: tuple[Operator, float] | None
    ) -> Iterator[Draft]:
        """What a relationship leads to that only its property told of: "leased" and then "an aircraft"."""
        for at, link in enumerate(draft.links):
            far = draft.spots[link.far]
            if link.near == near and link.where and far.span == NOWHERE and far.label == spot.label:
                spots = list(draft.spots)
                spots[link.far] = spot
                relation = next(one for one in self._linker.vocabulary.relations if one.type == link.type)
                found = self._relator.evidence(relation, said)
                links = list(draft.links)
                links[at] = dataclasses.replace(
                    link, count=count or link.count
                )  # "leads more than one project"
                grown = dataclasses.replace(
                    draft, spots=tuple(spots), links=tuple(links), focus=link.far, last=("spot", link.far)
                )
                yield grown.using(found.words).scored(FILLED + found.score)

    def _role_before(self, near: Spot, anchor: Anchor) -> list[int]:
        """A noun for an end of a relation before the label of a spot: "the parent taxa of" what the anchor says."""
        following = [self._reading.words[at].low for at in anchor.before[:1]]
        if following == ["of"] and (own := fellows_from(self._reading.words, near.at)) is not None:
            return [own.last]
        at = near.at - 1
        if at < 0 or near.names or following not in (["of"], ["to"]):
            return []
        return [at] if self._chainer.is_noun(at) else []

    def _twice(self, draft: Draft, said: Sequence[int], spot: Spot) -> Iterator[Draft]:
        """A second relation to the same place: "both written and directed by the same person"."""
        link = draft.links[-1]
        rest = tuple(at for at in said if at not in draft.used)
        between = {word.low for word in self._reading.words[min(said, default=0) : max(said, default=0)]}
        if link.negated and not between & {"or", "nor", "and"}:
            return  # "who have played for X were never drafted"
        for relation, forward, found in self._seconds(draft.spots[link.near].label, link, rest, spot):
            place = len(draft.spots)
            again = dataclasses.replace(link, far=place, type=relation.type, forward=forward)
            grown = draft.linked(again, spot).using(found.words)
            same = Check(place, Relative(None, "=", key_of(link.far)))
            yield dataclasses.replace(grown.checked(same), last=draft.last, focus=link.far).scored(0.1)

    def _seconds(
        self, label: str | None, link: Link, rest: tuple[int, ...], spot: Spot
    ) -> list[tuple[Relation, bool, Evidence]]:
        """Other relations beside a link, and whether each goes out, that the words which it leaves say."""
        if not rest or link.count is not None:
            return []
        key = label, spot.label, rest
        if key not in self._said_besides:
            ways = self._linker.vocabulary.ways(label, spot.label)
            told = ((one, goes, self._relator.evidence(one, rest)) for one, goes in ways)
            self._said_besides[key] = [one for one in told if one[2].score >= AGAIN]
        return [one for one in self._said_besides[key] if one[0].type != link.type]

    def _described(self, draft: Draft, number: int, noun: Spot) -> Iterator[Draft]:
        """A name used as a noun for what has it ("goalkeepers", "species"): something that is joined to it."""
        for relation, forward in self._linker.vocabulary.ways(None, noun.label):
            label = relation.source if forward else relation.target
            if label == noun.label:
                continue
            for grown in self._attached(draft, number, Spot(label, (), noun.span, noun.at)):
                middle = len(grown.spots) - 1
                described = grown.linked(Link(middle, middle + 1, relation.type, forward, noun.span), noun)
                yield dataclasses.replace(described, focus=middle).scored(DESCRIBED)

    def _evidence(self, relation: Relation, before: Sequence[int], behind: Sequence[int]) -> Evidence:
        """What words before and behind a thing say of a relation: "the number of films acted in" says it again."""
        found = self._relator.evidence(relation, before)
        later = self._relator.evidence(relation, behind, behind=True) if behind else found
        if later.score > found.score and not (found.is_mere and later.is_like):
            return later
        is_again = later.score >= OUTRIGHT and not later.is_like
        return dataclasses.replace(found, words=found.words | later.words) if is_again else found

    def _link(self, draft: Draft, near: int, anchor: Anchor) -> Link:
        """A link to a new spot, along whichever relation."""
        count: tuple[Operator, float] | None = None
        if anchor.bound is not None:
            count = (anchor.bound.operator, anchor.bound.number.value)
        return Link(
            near,
            len(draft.spots),
            "",
            True,
            self._reading.span(anchor.first, anchor.last),
            negated=self._says.is_negated(anchor) or goes_on_negated(self._reading, draft, anchor),
            count=count,
        )

    def _prior(self, draft: Draft, near: int, anchor: Anchor) -> float:
        said = {self._reading.words[at].low for at in anchor.before}
        resumes = bool(said & (RESUMED | {","}))
        spoken = draft.focus
        if draft.spots[spoken].names and near == self._holder(draft, spoken):
            spoken = near
        score = 0.0 if near == spoken or (resumes and near == 0) else FAR
        if draft.spots[near].names and len(draft.spots) > 1:
            score += NAMED
        return score

    def _holder(self, draft: Draft, spot: int) -> int:
        """What a named spot was joined to."""
        return next((link.near for link in draft.links if link.far == spot), spot)

    def _named_by_value(self, draft: Draft, number: int, sense: Sense) -> Iterator[Draft]:
        """A value that stands for what has it: "supplied by Exotic Liquids", which is a company's name."""
        anchor, last = self._anchors[number], self._reading.words[self._anchors[number].last]
        span = self._reading.span(anchor.first, anchor.last)
        is_asked = not number and draft.spots[0].label is None and not content(self._reading, anchor.before)
        is_noun = last.low != last.lemma and last.text == last.low  # "tenors born in X" asks for these
        for label in sense.labels:
            for grown in self._attached(draft, number, Spot(label, (), span, anchor.first)):
                checked = grown.checked(Check(len(grown.spots) - 1, self._says.condition(anchor, sense)))
                yield dataclasses.replace(checked, last=grown.last).scored(-0.15 - (is_asked and is_noun))

    def _behind(self, number: int) -> list[int]:
        """Content words behind the anchor, up to the next: those of "that X feeds on"; behind what does something the
        last ones, "what do the birds of X feed on"."""
        following = self._anchors[number + 1].before if number + 1 < len(self._anchors) else self._trailing
        helps = {self._reading.words[at].low for at in self._anchors[number].before[:1]}
        if helps & {"do", "does", "did"} and not content(self._reading, following):
            following = self._trailing
        plain: list[int] = []
        compared = {one.first for one in self._reading.measures if one.form == "comparative"}
        for at in following:
            if self._reading.words[at].low in ("and", ",", "who", "that", "which", "or") or at in compared:
                break
            plain.append(at)
        return content(self._reading, plain)

    def _head_words(self, draft: Draft) -> list[int]:
        """Content words before the first anchor, and of it: "the directors of", "awards received by"."""
        if len(draft.spots) > 1 or not self._anchors or draft.spots[0].at == self._anchors[0].first:
            return []
        return content(self._reading, self._anchors[0].before)
