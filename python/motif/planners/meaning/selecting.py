"""A draft and what is asked of it → a selection: columns, groups, functions, order."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

from motif.graphs.meaning import Aggregate, Column, Function, Having, Order, Selection, Value
from motif.planners.meaning.averaging import over_groups
from motif.planners.meaning.besides import besides, ends, met
from motif.planners.meaning.columns import ColumnReader
from motif.planners.meaning.counting import amount_of, counted_for_each, done_in_all, root_is_counted
from motif.planners.meaning.drafts import Draft, Link, Spot, key_of
from motif.planners.meaning.firsts import with_firsts
from motif.planners.meaning.frequent import Frequency
from motif.planners.meaning.group_columns import group_columns, time_column
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.measuring import goes_down, measured
from motif.planners.meaning.once import once
from motif.planners.meaning.orders import OrderReader
from motif.planners.meaning.overall import counted_overall, with_counts
from motif.planners.meaning.ranked import asks_of_ranked, of_ranked
from motif.planners.meaning.relating import OUTRIGHT, Relator
from motif.planners.meaning.request import Request
from motif.planners.meaning.requests import is_only_named
from motif.planners.meaning.sharing import shared
from motif.planners.meaning.split_names import other_part
from motif.planners.meaning.yes_or_no import whether_there_is
from motif.planners.reading.marks import Reading

ITSELF = -2.0
"""Where the answer would be what the question names."""

GUESSED = -0.4
"""Where nothing says which relation makes a thing common."""


_COUNTED = Aggregate("count", Value(key_of(0)), distinct=True)


def _name_of(by: Value | Aggregate) -> str:
    return by.of.property or by.function if isinstance(by, Aggregate) else by.property or "value"


def _besides_last(columns: Sequence[Column]) -> tuple[Column, ...]:
    return tuple(sorted(columns, key=lambda one: one.is_besides))


@dataclass(frozen=True, slots=True)
class Selector:
    """Makes selections of the drafts of one question."""

    linker: Linker
    reading: Reading

    @property
    def _frequency(self) -> Frequency:
        return Frequency(self.linker, self.reading)

    def selection(self, draft: Draft, request: Request) -> tuple[float, Selection | None]:
        """How well the draft gives what is asked, and the selection; None where it cannot."""
        grown, having = draft, tuple[Having, ...]()
        if request.form == "things":
            grown, having = counted_overall(self.linker.vocabulary, draft)
        if having:
            score, found = self._selected(grown, request)
            if (counting := with_counts(found, having) if found is not None else None) is not None:
                return score, counting
        return self._selected(draft, request)

    def _selected(self, draft: Draft, request: Request) -> tuple[float, Selection | None]:
        reader = OrderReader(self.linker, self.reading)
        if (rank := self._frequency.instead(draft, request)) is not None:
            request = dataclasses.replace(request, frequent="", ranks=[*request.ranks, rank])
        draft, request = with_firsts(reader, draft, request)
        if request.form == "yes_or_no":
            return whether_there_is(draft, request)
        if request.form == "share":
            selection = shared(self.reading, draft, request)
            return (0.0, selection) if selection is not None else (-2.0, None)
        columns, score = ColumnReader(self.linker, self.reading).columns(draft, request)
        if request.when == "where" and columns and not draft.spots[0].names:
            request = dataclasses.replace(request, has_names=True)  # where X works is a firm, and in a town
        if request.over is not None:
            selection = over_groups(draft, request) if not columns else None
            return (score, selection) if selection is not None else (-2.0, None)
        if request.frequent and not request.ranks:
            return self._by_frequency(draft, request, columns, score)
        if asks_of_ranked(draft, request, columns[0] if columns else None):
            draft, order, more = reader.order(draft, request)
            selection = of_ranked(draft, request, columns[0], order)
            return (score + more, selection) if selection is not None else (-2.0, None)
        if request.form == "aggregate":
            if not columns:
                return self._of_ties(draft, request)
            selection = self._aggregated(draft, request, columns)
            return (score, selection) if selection is not None else (-2.0, None)
        if by := reader.by_value(draft, request, [column.value for column in columns]):
            return score, self._of_values(draft, request, columns, by)
        draft, order, more = reader.order(draft, request)
        if request.limit and not order:
            order = reader.by_bound(draft) or reader.by_plural(draft, bool(columns))
        score += more
        if request.form == "count":
            selection = self._counting(draft, request, columns, order)
            score += ITSELF if root_is_counted(draft, request, bool(columns)) else 0.0
            return (score, selection) if selection is not None else (-2.0, None)
        return self._listed(draft, request, columns, order, score)

    def _listed(
        self,
        draft: Draft,
        request: Request,
        columns: Sequence[Column],
        order: tuple[Order, ...],
        score: float,
    ) -> tuple[float, Selection]:
        """What the things have, an amount of theirs, or the things themselves."""
        root = draft.spots[0]
        if columns and not ((request.has_names or request.counted) and not root.names):
            each = [Column(one.name, self._spread(one.value)) for one in columns]
            is_whole = len(columns) > 1 or request.limit is not None  # no limit cuts one thing's list
            shown = tuple(columns if is_whole else each)
            shown = (*shown, *(ends(draft, columns) if request.limit is None else ()))
            return score, Selection(draft.place(), shown, order=order, limit=request.limit)
        if (amount := amount_of(self.linker.vocabulary, self.reading, draft)) is not None:
            return score, Selection(draft.place(), (amount,))
        is_asked = root.names and not is_only_named(self.reading, draft)
        return score + (ITSELF if is_asked else 0.0), self._things(draft, request, columns, order)

    def _aggregated(self, draft: Draft, request: Request, columns: Sequence[Column]) -> Selection | None:
        """ "The average age of", for each of what is grouped by."""
        of = columns[0].value
        assert isinstance(of, Value) and request.aggregate
        aggregate = Aggregate(self._function(request, of), of)
        if (found := self._group(draft, request)) is None:
            return None
        draft, grouped = found
        order = OrderReader(self.linker, self.reading).by_function(draft, request, aggregate)
        shown = _besides_last((*grouped, Column(request.aggregate, aggregate)))
        is_own = of.place == key_of(0) and not of.of_relationship
        place = once(draft.place(), shown) if is_own else draft.place()
        return Selection(place, shown, order=order or self._by_time(request, grouped))

    def _counting(
        self, draft: Draft, request: Request, columns: Sequence[Column], order: tuple[Order, ...]
    ) -> Selection | None:
        """ "How many": things, a number that one of them has, or what numbers of many add up to."""
        root = draft.spots[0]
        of = columns[0].value if columns else Value(key_of(0))
        assert isinstance(of, Value)
        if self._is_number(draft, of):
            return Selection(draft.place(), (Column(str(of.property), of),))
        if of == Value(key_of(0)) and request.grouped_by is not None and request.grouped_by.first == root.at:
            counted = [at for at, one in enumerate(draft.spots) if at and not one.names]
            if not counted:
                return None
            behind = min((mark.last for mark in self.reading.of("count")), default=-1)
            counted.sort(key=lambda at: (draft.spots[at].at <= behind, draft.spots[at].at))
            of = Value(key_of(counted[0]))
        column = Column("count", Aggregate("count", of, distinct=True))
        done = done_in_all(self.linker.vocabulary, draft, of)
        if done is not None:
            column = Column("count", Aggregate("count", of))
        if self._adds_up(of):
            column = Column("sum", Aggregate("sum", of))
        if (found := self._group(draft, request)) is None:
            return None
        draft, grouped = found
        if request.peak:
            order = (Order(column.value, request.peak == "+"),)
        if grouped and not order and isinstance(column.value, Aggregate):
            order = OrderReader(self.linker, self.reading).by_function(draft, request, column.value)
        shown = _besides_last((*grouped, dataclasses.replace(column, is_besides=bool(request.peak))))
        return Selection(
            draft.place() if done is None else once(draft.place(), shown, (key_of(done),)),
            shown,
            order=order or self._by_time(request, grouped),
            limit=request.limit,
            with_ties=bool(request.peak),
        )

    def _by_time(self, request: Request, grouped: Sequence[Column]) -> tuple[Order, ...]:
        """Years and months in their order."""
        return (Order(grouped[-1].value),) if request.part is not None else ()

    def _things(
        self, draft: Draft, request: Request, columns: Sequence[Column], order: tuple[Order, ...]
    ) -> Selection:
        """The things themselves, with what is asked beside them."""
        name = Column(self._called(draft.spots[0]), Value(key_of(0)))
        draft, counts = counted_for_each(self.linker, self.reading, draft, request)
        order = order or OrderReader(self.linker, self.reading).by_count(request, counts)
        each = next((at for at, one in enumerate(draft.spots) if at and self._is_each(one, request)), None)
        of_each = [Value(key_of(each))] if each is not None else self._each_value(draft, request)
        beside = [Column(value.property or self._called(draft.spots[each or 0]), value) for value in of_each]
        shown = (*beside, name, *columns, *counts)
        own = [one for one in self._own_kind(draft) if one.name not in {said.name for said in columns}]
        same = met(draft) if request.limit is None else []
        naming = self.linker.vocabulary.naming(draft.spots[0].label or "")
        more = besides(draft, order, (*shown, *own))
        if any(one.by == Value(key_of(0), naming) for one in order):  # the things are shown by their names
            more = [one for one in more if one.value != Value(key_of(0), naming)]
        return Selection(
            draft.place(),
            (*shown, *more, *own, *same),
            order=order,
            skip=request.skip,
            limit=request.limit,
            with_ties=request.is_one,
            per=of_each[0] if of_each and order and request.limit is not None else None,
        )

    def _own_kind(self, draft: Draft, at: int = 0) -> list[Column]:
        """What things are called besides: by a property that is called as they are, the zone of a zone; a surname."""
        spot, vocabulary = draft.spots[at], self.linker.vocabulary
        if spot.label not in vocabulary.labels or spot.names:
            return []
        own, called = vocabulary.labels[spot.label].lemmas, vocabulary.naming(spot.label)
        rest = other_part(vocabulary, spot.label)
        return [
            Column(one.name, Value(key_of(at), one.name), is_besides=True)
            for one in vocabulary.properties_of(spot.label)
            if one.name == rest or (one.words.lemmas == own and one.name != called)
        ]

    def _of_ties(self, draft: Draft, request: Request) -> tuple[float, Selection | None]:
        """What relationships have, where only they are said: "the sum of all investments for every fund"."""
        relator, vocabulary = Relator(self.linker, self.reading), self.linker.vocabulary
        said = self._frequency.unused(draft, request)
        for one in vocabulary.relations if not draft.links else ():
            held = [
                held
                for held in vocabulary.relation_properties
                if held.owner == one.type and held.kind == "number"
            ]
            root = draft.spots[0].label
            if (
                len(held) != 1
                or root not in (one.source, one.target)
                or relator.evidence(one, said).score < OUTRIGHT
            ):
                continue
            if set(said) - relator.evidence(one, said).words:
                continue
            place, forward = len(draft.spots), root == one.source
            grown = draft.linked(
                Link(0, place, one.type, forward), Spot(one.target if forward else one.source)
            )
            of = Value(key_of(place), held[0].name, of_relationship=True)
            assert request.aggregate is not None
            if (by := self._group(grown, request)) is None:
                continue
            grown, grouped = by
            column = Column(request.aggregate, Aggregate(request.aggregate, of))
            return GUESSED / 2, Selection(grown.place(), (*grouped, column))
        return -2.0, None

    def _by_frequency(
        self, draft: Draft, request: Request, columns: list[Column], score: float
    ) -> tuple[float, Selection | None]:
        """Things by how many are joined to them: by what is said of them, else by their commonest relation."""
        is_before = request.done is not None and request.done[0] > request.done[1].last
        if request.done is not None and is_before and not self._frequency.says(draft, request.done[0]):
            return -2.0, None
        free = [0] if columns else self._frequency.joined(draft)
        if not free:
            found = self._frequency.commonest(draft, request)
            if found is None:
                return -2.0, None
            one, forward, said = found
            free = [len(draft.spots)]
            draft = draft.linked(
                Link(0, free[0], one.type, forward), Spot(one.target if forward else one.source)
            )
            score += 0.0 if said.words else GUESSED
        by = Aggregate("count", Value(key_of(free[0])), distinct=True)
        order = (Order(by, request.frequent == "+"),)
        shown = tuple(columns) or (Column(self._called(draft.spots[0]), Value(key_of(0))),)
        return score, Selection(
            draft.place(),
            (*shown, *(one for one in besides(draft, order, shown) if not columns or one.value == by)),
            order=order,
            limit=request.limit,
            with_ties=request.is_one,
        )

    def _of_values(
        self, draft: Draft, request: Request, columns: Sequence[Column], order: tuple[Order, ...]
    ) -> Selection:
        """Values of the things, by what all the things that have one come to."""
        shown = Column(
            "count" if order[0].by == _COUNTED else _name_of(order[0].by), order[0].by, is_besides=True
        )
        return Selection(
            draft.place(),
            (*columns, shown),
            order=order,
            skip=request.skip,
            limit=request.limit,
            with_ties=request.is_one,
        )

    def _adds_up(self, value: Value) -> bool:
        """Whether "how many" asks for a sum of what is a number itself: "How many seats do the rooms have?"."""
        if value.property is None or self.reading.of("distinct"):
            return False
        held = (*self.linker.vocabulary.properties, *self.linker.vocabulary.relation_properties)
        return any(one.name == value.property and one.kind == "number" for one in held)

    def _function(self, request: Request, of: Value) -> Function:
        """The function asked for; of "the latest year" and "the earliest" the one that their property has."""
        assert request.aggregate is not None
        measure = request.extreme
        if measure is None or not measure.adjective:
            return request.aggregate
        held = (*self.linker.vocabulary.properties, *self.linker.vocabulary.relation_properties)
        own = [one for one in held if one.name == of.property]
        said = [one for one in own if measured(measure.adjective, one)] or own
        is_down = any(goes_down(measure.adjective, one) for one in said[:1])
        return "min" if is_down != (measure.end == "-") else "max"

    def _is_number(self, draft: Draft, value: Value) -> bool:
        """Whether "how many" asks for a number that the one thing named has: "How many tracks has it?"."""
        named = bool(draft.spots[0].names) and value.property is not None
        return named and any(
            one.name == value.property and one.kind == "number" for one in self.linker.vocabulary.properties
        )

    def _group(self, draft: Draft, request: Request) -> tuple[Draft, list[Column]] | None:
        """The columns of what is counted for each, where that is asked for, with the draft that has them; None where
        nothing is of the year that it is counted by."""
        grouped = list[Column]()
        for piece in (request.grouped_by, request.also_by):
            if piece is None:
                continue
            spots = [at for at, one in enumerate(draft.spots) if one.at == piece.first]
            if not spots:
                draft, more = group_columns(self.linker.vocabulary, draft, piece)
                grouped += more
            for at in spots[:1]:
                own = self._own_kind(draft, at)
                told = [one.of("property")[0].property for one in request.of_group]
                told = told if piece is request.grouped_by else []
                shown = [Column(name, Value(key_of(at), name)) for name in told]
                own = [one for one in own if one.name not in told]
                grouped += [Column(self._called(draft.spots[at]), Value(key_of(at))), *own, *shown]
        if request.part is not None:
            if (time := time_column(self.linker, self.reading, draft, request)) is None:
                return None
            grouped.append(time)
        return draft, grouped

    def _each_value(self, draft: Draft, request: Request) -> list[Value]:
        """A property of the things for each of whose values the first is wanted."""
        senses = request.each_of.of("property") if request.each_of is not None else []
        return [Value(key_of(0), one.property) for one in senses if draft.spots[0].label in one.labels][:1]

    def _is_each(self, spot: Spot, request: Request) -> bool:
        return request.each_of is not None and spot.at == request.each_of.first and not spot.names

    def _called(self, spot: Spot) -> str:
        return (spot.label or "node").lower()

    def _spread(self, value: Value | Aggregate) -> Value | Aggregate:
        return dataclasses.replace(value, each=True) if isinstance(value, Value) else value
