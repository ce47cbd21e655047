"""A draft and what is asked of it → a selection: columns, groups, functions, order."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from motif.graphs.meaning import Aggregate, Column, Function, Selection, Value
from motif.planners.meaning.besides import besides
from motif.planners.meaning.bounding import measured
from motif.planners.meaning.columns import ColumnReader
from motif.planners.meaning.counting import counted_relation
from motif.planners.meaning.drafts import Draft, Link, Spot, key_of
from motif.planners.meaning.linking import Linker, Piece
from motif.planners.meaning.orders import OrderReader
from motif.planners.meaning.relating import Relator
from motif.planners.meaning.request import Request
from motif.planners.reading.marks import Reading


@dataclass(frozen=True, slots=True)
class Selector:
    """Makes selections of the drafts of one question."""

    linker: Linker
    reading: Reading

    def selection(self, draft: Draft, request: Request) -> tuple[float, Selection | None]:
        """How well the draft gives what is asked, and the selection; None where it cannot."""
        root = draft.spots[0]
        key = key_of(0)
        node = Value(key)
        if request.form == "yes_or_no":
            return 0.0, Selection(draft.place(), (Column("answer", node),), asks=True)
        columns, score = ColumnReader(self.linker, self.reading).columns(draft, request)
        order, more = OrderReader(self.linker, self.reading).order(draft, request)
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
