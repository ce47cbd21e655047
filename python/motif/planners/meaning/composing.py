"""A question → its likeliest meanings on a graph."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import cached_property
from itertools import combinations

from motif.graphs.meaning import (
    Aggregate,
    Column,
    Comparison,
    Function,
    Meaning,
    Omission,
    Order,
    Relative,
    Selection,
    Value,
)
from motif.planners.meaning.anchors import Anchor, anchors_of, content, modifiers
from motif.planners.meaning.besides import besides
from motif.planners.meaning.bounding import goes_down, measured
from motif.planners.meaning.columns import ColumnReader
from motif.planners.meaning.comparing import comparison_of
from motif.planners.meaning.counting import counted_relation
from motif.planners.meaning.drafts import Check, Draft, Link, Spot, key_of
from motif.planners.meaning.joining import Joiner, is_common_noun, is_excepting
from motif.planners.meaning.linking import Linker, Piece
from motif.planners.meaning.property_words import UNITS
from motif.planners.meaning.relating import Relator
from motif.planners.meaning.request import Request
from motif.planners.meaning.requests import is_name, request_of
from motif.planners.meaning.tying import held_now
from motif.planners.meaning.vocabulary import Property, words_in
from motif.planners.reading.lemmas import stem
from motif.planners.reading.marks import Mark, Measure, Reading, read

DOUBT = 0.3
"""Confidence that is lost where a relation is only like the words for it."""

UNSAID = -0.3
"""For each word that says something and that no part explains."""


@dataclasses.dataclass
class Composer:
    """Composes the meanings of one question."""

    linker: Linker
    reading: Reading

    def meanings(self, limit: int = 3) -> list[Meaning]:
        """At most ``limit`` meanings, likeliest first; none where nothing of the graph is spoken of."""
        pieces = [piece for piece in self.linker.pieces(self.reading) if piece.senses or piece.quoted]
        request = request_of(self.reading, pieces)
        compared = self._comparison(pieces, request)
        if compared is not None:
            return [compared]
        anchors = self._anchors(pieces, request)
        drafts = self._drafts(anchors, request)
        found: list[tuple[float, Meaning]] = []
        for draft in drafts[:12]:
            found += self._finished(draft, request, anchors)
        found.sort(key=lambda one: -one[0])
        distinct: dict[Selection | Comparison, Meaning] = {}
        best = found[0][0] if found else 0.0
        for score, meaning in found:
            confidence = max(0.0, min(1.0, meaning.confidence - (best - score) * 0.3))
            distinct.setdefault(meaning.asked, dataclasses.replace(meaning, confidence=confidence))
        return list(distinct.values())[:limit]

    def _anchors(self, pieces: Sequence[Piece], request: Request) -> list[Anchor]:
        kept = [piece for piece in pieces if not (piece.of("property") and is_name(self.reading, piece))]
        relations = self.linker.vocabulary.relations
        reflexive = frozenset(one.source for one in relations if one.source == one.target)
        return anchors_of(self.reading, kept, request.taken, reflexive)

    def _drafts(self, anchors: list[Anchor], request: Request) -> list[Draft]:
        last = anchors[-1].last if anchors else -1
        trailing = tuple(at for at in range(last + 1, request.end) if at not in request.taken)
        joiner = Joiner(self.linker, self.reading, anchors, trailing)
        starts: list[tuple[Draft, int]] = []
        if anchors:
            starts += [(draft, 1) for draft in self._rooted(anchors[0])]
        if request.form != "yes_or_no":
            free = Draft((Spot(None),), score=self._free_score(anchors, request))
            starts.append((free, 0))
        if not anchors and request.columns:
            starts += [(draft, 0) for draft in self._of_columns(request)]
        found = []
        for start, first in starts:
            found += joiner.joined([start], first)
        scored = [draft.scored(UNSAID * len(self._unsaid(draft, request, anchors))) for draft in found]
        return sorted(scored, key=lambda draft: -draft.score)

    def _of_columns(self, request: Request) -> list[Draft]:
        """Things that only their properties tell of: "installed capacity per fuel"."""
        asked = [*request.columns, *([request.grouped_by] if request.grouped_by else [])]
        owners = [{label for sense in piece.of("property") for label in sense.labels} for piece in asked]
        shared = set.intersection(*owners) & set(self.linker.vocabulary.labels)
        return [Draft((Spot(label),), score=-0.5) for label in sorted(shared)]

    def _rooted(self, anchor: Anchor) -> list[Draft]:
        span = self.reading.span(anchor.first, anchor.last)
        found = []
        for sense in anchor.senses:
            if sense.kind not in ("label", "name"):
                continue
            for label in sense.labels:
                spot = Spot(label, sense.texts if sense.kind == "name" else (), span, anchor.first)
                found.append(Draft((spot,), score=sense.score - 1))
        return found

    def _free_score(self, anchors: list[Anchor], request: Request) -> float:
        """Of things that no label names: worse where the first anchor is a label that may be it."""
        if not anchors or request.when:
            return -2.0
        first = anchors[0]
        said = content(self.reading, first.before)
        is_noun = is_common_noun(self.reading, first) and not self._has_columns(first, request)
        if request.columns and not said and not is_noun:
            return -2.0
        if first.has("label"):
            return -0.6 if set(said) - modifiers(self.reading, first) else -2.5
        return 0.3 if said or self.reading.words[0].low in ("who", "what", "which") else -0.3

    def _has_columns(self, anchor: Anchor, request: Request) -> bool:
        """Whether what is called by a name has a property asked for, or a relationship that has it."""
        labels = {label for sense in anchor.senses if sense.kind == "name" for label in sense.labels}
        joined = {one.type for one in self.linker.vocabulary.relations if labels & {one.source, one.target}}
        owners = {
            owner for piece in request.columns for sense in piece.of("property") for owner in sense.labels
        }
        return bool(owners & (labels | joined))

    def _unsaid(self, draft: Draft, request: Request, anchors: Sequence[Anchor]) -> list[int]:
        inside = {at for anchor in anchors for at in range(anchor.first, anchor.last + 1)}
        meets = any(_two_ends(one, other) is not None for one, other in combinations(draft.links, 2))
        said = [*self._sayings, *(self.reading.of("same") if meets else ())]
        inside |= {at for mark in said for at in range(mark.first, mark.last + 1)}
        inside |= {at for at, word in enumerate(self.reading.words) if self._says_part(at, word.low)}
        rest = [
            at
            for at in range(len(self.reading.words))
            if at not in draft.used and at not in request.taken and at not in inside
        ]
        units = {
            part for piece in request.columns for one in piece.of("property") for part in _units(one.property)
        }
        return [at for at in content(self.reading, rest) if self.reading.words[at].lemma not in units]

    def _says_part(self, at: int, low: str) -> bool:
        """ "Part of" and "parts of", which say no more than that two things are joined."""
        return low in ("part", "parts") and [word.low for word in self.reading.words[at + 1 : at + 2]] == [
            "of"
        ]

    @cached_property
    def _reader(self) -> ColumnReader:
        return ColumnReader(self.linker, self.reading)

    @cached_property
    def _sayings(self) -> list[Mark]:
        """Phrases for now and for any time."""
        return [*self.reading.of("now"), *self.reading.of("anytime")]

    def _finished(
        self, draft: Draft, request: Request, anchors: Sequence[Anchor]
    ) -> list[tuple[float, Meaning]]:
        """The draft with what is asked of it."""
        draft = held_now(self.linker, self.reading, self._shared(draft))
        for asked in self._reader.asides(request):
            draft = draft.using(self._reader.asked_when(draft, asked)[1])
        score, selection = self._selection(draft, request)
        if selection is None or not _is_bound(selection):
            return []
        omissions = self._omissions(draft, request, anchors, selection)
        confidence = max(0.05, min(0.99, 0.9 + 0.15 * (draft.score + score) - DOUBT * draft.doubt))
        return [(draft.score + score, Meaning(selection, tuple(omissions), confidence))]

    def _omissions(
        self, draft: Draft, request: Request, anchors: Sequence[Anchor], selection: Selection
    ) -> list[Omission]:
        """What the draft does without: words, names, numbers, "not", ranks."""
        reading = self.reading
        found = [_omission(reading, "word", at, at) for at in self._unsaid(draft, request, anchors)]
        for anchor in anchors:
            if anchor.first not in draft.placed | {spot.at for spot in draft.spots}:
                kind = "number" if anchor.bound else "name" if anchor.has("name") or anchor.quoted else "word"
                found.append(_omission(reading, kind, anchor.first, anchor.last))
        inside = {at for one in anchors for at in range(one.first, one.last + 1)}
        inside |= {at for bound in reading.bounds for at in range(bound.first, bound.last + 1)}
        excepts = any(is_excepting(one.test) for one in draft.checks)
        is_negated = (
            excepts or any(link.negated for link in draft.links) or any(one.negated for one in draft.checks)
        )
        found += [
            _omission(reading, "negation", mark.first, mark.last)
            for mark in reading.of("negation")
            if not is_negated and mark.first not in inside
        ]
        summed = [one.value for one in selection.columns if isinstance(one.value, Aggregate)]
        found += [
            _omission(reading, "aggregate", mark.first, mark.last)
            for one in summed
            if one.function in ("sum", "average") and not self._is_numeric(one.of)
            for mark in reading.of(one.function)[:1]
        ]
        if len(selection.order) < len(request.ranks) + len(request.sorts) or len(request.ranks) > 1:
            ranks = [measure for measure, _ in request.ranks] or list(reading.measures[:1])
            found += [_omission(reading, "rank", one.first, one.last) for one in ranks]
        return found

    def _shared(self, draft: Draft) -> Draft:
        """What two relations of a type join over a third thing are two: X is not among "the genres of works by X"."""
        for one, other in combinations(draft.links, 2):
            ends = _two_ends(one, other)
            if ends is None or any(link.negated or link.group >= 0 or link.count for link in (one, other)):
                continue
            named, free = sorted(ends, key=lambda spot: not draft.spots[spot].names)
            if not draft.spots[named].names or draft.spots[free].names:
                continue
            if draft.spots[named].label == draft.spots[free].label:
                draft = dataclasses.replace(
                    draft.checked(Check(named, Relative(None, "<>", key_of(free)))), last=draft.last
                )
        return draft

    def _selection(self, draft: Draft, request: Request) -> tuple[float, Selection | None]:
        root = draft.spots[0]
        key = key_of(0)
        node = Value(key)
        if request.form == "yes_or_no":
            return 0.0, Selection(draft.place(), (Column("answer", node),), asks=True)
        columns, score = self._reader.columns(draft, request)
        order, more, draft = self._order(draft, request)
        score += more
        names = [Column(self._called(root), node)]
        if request.form == "count":
            of = columns[0].value if columns else node
            assert isinstance(of, Value)
            if self._is_number(draft, of):
                return score, Selection(draft.place(), (Column(str(of.property), of),))
            counted = Column("count", Aggregate("count", of, distinct=True))
            grouped = self._group(draft, request)
            return score, Selection(draft.place(), (*grouped, counted), order=order, limit=request.limit)
        if request.form == "aggregate" and columns:
            of = columns[0].value
            assert isinstance(of, Value) and request.aggregate
            aggregate = Aggregate(self._function(draft, request, of), of)
            grouped = self._group(draft, request)
            return score, Selection(draft.place(), (*grouped, Column(request.aggregate, aggregate)))
        if request.form == "aggregate":
            return -2.0, None
        if columns and not (request.has_names and not root.names):
            each = [Column(one.name, self._spread(one.value)) for one in columns]
            shown = tuple(each if len(columns) == 1 else columns)
            return score, Selection(draft.place(), shown, order=order, limit=request.limit)
        draft, counts = self._counts(draft, request)
        shown = (*names, *columns, *counts)
        selection = Selection(
            draft.place(),
            (*shown, *besides(draft, order, shown)),
            order=order,
            skip=request.skip,
            limit=request.limit,
            with_ties=request.is_one,
        )
        return score, selection

    def _function(self, draft: Draft, request: Request, of: Value) -> Function:
        """The function asked for; of "the latest year" and "the earliest" the one that their property has."""
        assert request.aggregate is not None
        measure = request.extreme
        if measure is None or not measure.adjective:
            return request.aggregate
        held = (*self.linker.vocabulary.properties, *self.linker.vocabulary.relation_properties)
        way = next(
            (way for one in held if one.name == of.property and (way := measured(measure.adjective, one))),
            "+",
        )
        return "min" if (way == "-") != (measure.end == "-") else "max"

    def _is_numeric(self, value: Value) -> bool:
        """Whether a property holds numbers, wherever it does."""
        held = (*self.linker.vocabulary.properties, *self.linker.vocabulary.relation_properties)
        return any(one.name == value.property and one.kind in ("number", "year") for one in held)

    def _is_number(self, draft: Draft, value: Value) -> bool:
        """Whether "how many" asks for a number that the one thing named has: "How many tracks has it?"."""
        named = bool(draft.spots[0].names) and value.property is not None
        return named and any(
            one.name == value.property and one.kind == "number" for one in self.linker.vocabulary.properties
        )

    def _group(self, draft: Draft, request: Request) -> list[Column]:
        """The column of what is counted for each, where that is asked for."""
        piece = request.grouped_by
        if piece is None:
            return []
        spots = [at for at, one in enumerate(draft.spots) if one.at == piece.first]
        if not spots:
            return self._of_group(draft, piece)
        return [Column(self._called(draft.spots[at]), Value(key_of(at))) for at in spots[:1]]

    def _of_group(self, draft: Draft, piece: Piece) -> list[Column]:
        """A property by whose values rows are grouped, of the first spot that has it."""
        for at, spot in enumerate(draft.spots):
            for sense in piece.of("property"):
                if spot.label in sense.labels and not spot.names:
                    return [Column(sense.property, Value(key_of(at), sense.property))]
        return []

    def _called(self, spot: Spot) -> str:
        return (spot.label or "node").lower()

    def _spread(self, value: Value | Aggregate) -> Value | Aggregate:
        return dataclasses.replace(value, each=True) if isinstance(value, Value) else value

    def _order(self, draft: Draft, request: Request) -> tuple[tuple[Order, ...], float, Draft]:
        found, score = [], 0.0
        for piece, adjective, descends in request.sorts:
            one = self._property(draft, piece, adjective)
            if one is None:
                score -= 1.0
                continue
            if adjective:
                descends = not goes_down(adjective, one)
            found.append(Order(Value(key_of(0), one.name), descends))
        for measure, piece in request.ranks:
            counted = self._counted_spot(draft, piece)
            if counted is not None and not measure.adjective:
                aggregate = Aggregate("count", Value(key_of(counted)), distinct=True)
                found.append(Order(aggregate, measure.end != "-"))
                continue
            spot = 0 if piece is not None else self._modified(draft, measure)
            about = piece if piece and piece.of("property") else None
            done = self.reading.words[measure.last + 1 : measure.last + 2]
            one = self._property(draft, about, measure.adjective, spot, {stem(word.text) for word in done})
            if one is None:
                score -= 1.0
                continue
            down = goes_down(measure.adjective, one) if measure.adjective else measure.end == "-"
            descends = not down
            if measure.adjective and measure.end == "-":
                descends = not descends
            by = Value(key_of(spot), one.name)
            # "the oldest by year": the adjective says which way, and "by" of what.
            found = [order for order in found if order.by != by]
            found.append(Order(by, descends))
        return tuple(found), score, draft

    def _counted_spot(self, draft: Draft, piece: Piece | None) -> int | None:
        """The spot that "the most films" counts."""
        if piece is None or not piece.of("label"):
            return None
        return next((at for at, one in enumerate(draft.spots) if at and one.at == piece.first), None)

    def _modified(self, draft: Draft, measure: Measure) -> int:
        """The spot that a superlative speaks of: that of the label behind it, else the root."""
        behind = (measure.last + 1, measure.last + 2)
        return next((at for at, one in enumerate(draft.spots) if not one.names and one.at in behind), 0)

    def _property(
        self,
        draft: Draft,
        piece: Piece | None,
        adjective: str,
        spot: int = 0,
        done: set[str] | frozenset[str] = frozenset(),
    ) -> Property | None:
        """The property that is said, else one that an adjective measures: rather one of what was ``done``, by stem."""
        own = self.linker.vocabulary.properties_of(draft.spots[spot].label)
        if piece is not None:
            names = [sense.property for sense in piece.of("property")]
            return next((one for name in names for one in own if one.name == name), None)
        fitting = [one for one in own if measured(adjective, one)]
        return max(
            fitting,
            key=lambda one: (one.kind != "text", bool(done & set(one.words.stems)), one.share),
            default=None,
        )

    def _counts(self, draft: Draft, request: Request) -> tuple[Draft, list[Column]]:
        found = []
        for piece, (first, last) in request.counted:
            label = piece.of("label")[0].labels[0]
            said = {word.low for word in self.reading.words[first : last + 1]}
            place = next(
                (at for at, one in enumerate(draft.spots) if at and one.label == label and not one.names),
                None,
            )
            if place is None or (
                not said & {"such", "those", "these", "shared", "of"} and len(draft.spots) < 3
            ):
                draft, place = self._counted(draft, label, range(first, last + 1))
            if place is not None:
                found.append(Column("count", Aggregate("count", Value(key_of(place)), distinct=True)))
        return draft, found

    def _counted(self, draft: Draft, label: str, words: range) -> tuple[Draft, int | None]:
        """With a place for what is counted, joined to the root by the relation said; none is enough."""
        found = counted_relation(
            self.linker.vocabulary,
            Relator(self.linker, self.reading),
            self.reading,
            draft.spots[0].label,
            label,
            words,
        )
        if found is None:
            return draft, None
        one, forward = found
        place = len(draft.spots)
        return draft.linked(Link(0, place, one.type, forward, optional=True), Spot(label)), place

    def _comparison(self, pieces: Sequence[Piece], request: Request) -> Meaning | None:
        """Two names compared: "Who is taller, A or B?", "Were A and B born in the same year?"."""
        return comparison_of(self.linker, self.reading, self._anchors(pieces, request), request)


def _two_ends(one: Link, other: Link) -> tuple[int, int] | None:
    """The ends of two links of a type that meet in a spot, where both point to it or both from it; not in the root."""
    if one.type != other.type:
        return None
    for mid in {one.near, one.far} & {other.near, other.far}:
        if mid and (one.forward == (one.near == mid)) == (other.forward == (other.near == mid)):
            return one.near + one.far - mid, other.near + other.far - mid
    return None


def _units(name: str) -> set[str]:
    """The units in which a property's name says that it is measured: "in days" says no more of it."""
    return {UNITS[part] for part in words_in(name).text.lower().split() if part in UNITS}


def _omission(reading: Reading, kind: str, first: int, last: int) -> Omission:
    start, end = reading.span(first, last)
    return Omission(kind, (start, end), reading.question[start:end])


def _is_bound(selection: Selection) -> bool:
    """Whether all that is shown, counted and ranked is of places that rows can show: not of one side of an "or"."""
    keys = {place.key for place in selection.place.bound()}
    shown = [column.value for column in selection.columns] + [order.by for order in selection.order]
    return all((one.of if isinstance(one, Aggregate) else one).place in keys for one in shown)


def meanings_of(linker: Linker, question: str, limit: int = 3) -> list[Meaning]:
    """At most ``limit`` meanings of a question, likeliest first."""
    return Composer(linker, read(question)).meanings(limit)
