"""What the rows of an answer are ordered by."""

from __future__ import annotations

from dataclasses import dataclass

from motif.graphs.meaning import Aggregate, Order, Value
from motif.planners.meaning.bounding import goes_down, measured, only_measure
from motif.planners.meaning.drafts import Draft, key_of
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.request import Request
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Property
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import table
from motif.planners.reading.marks import Measure, Reading


@dataclass(frozen=True, slots=True)
class OrderReader:
    """Reads the order that one question asks for."""

    linker: Linker
    reading: Reading

    def order(self, draft: Draft, request: Request) -> tuple[tuple[Order, ...], float]:
        """The order, first what counts most, and what it costs that some of it is no property's."""
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
            if one is None and about is None and not measure.adjective:
                one = self._alone(draft, measure, spot)
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
        return tuple(found), score

    def _counted_spot(self, draft: Draft, piece: Piece | None) -> int | None:
        """The spot that "the most films" counts."""
        if piece is None or not piece.of("label"):
            return None
        return next((at for at, one in enumerate(draft.spots) if at and one.at == piece.first), None)

    def _modified(self, draft: Draft, measure: Measure) -> int:
        """The spot that a superlative speaks of: that of the label behind it, else the root."""
        behind = (measure.last + 1, measure.last + 2)
        return next((at for at, one in enumerate(draft.spots) if not one.names and one.at in behind), 0)

    def _alone(self, draft: Draft, measure: Measure, spot: int) -> Property | None:
        """What an end is about by itself: "the highest mountain"."""
        about = set(table("comparing")["alone"].get(self.reading.words[measure.last].low, ()))
        own = self.linker.vocabulary.properties_of(draft.spots[spot].label)
        return next((one for one in own if about & set(one.words.lemmas) and one.kind == "number"), None)

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
        fitting = [one for one in own if measured(adjective, one)] or only_measure(own, adjective)
        return max(
            fitting,
            key=lambda one: (one.kind != "text", bool(done & set(one.words.stems)), one.share),
            default=None,
        )
