"""What the rows of an answer are ordered by."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from motif.graphs.meaning import Aggregate, AllOf, Column, Condition, Function, Order, Value
from motif.planners.meaning.drafts import Draft, Link, Spot, key_of
from motif.planners.meaning.first_done import order_of_doing
from motif.planners.meaning.holders import holders
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.measuring import goes_down, kinds_about, measured, only_measure
from motif.planners.meaning.property_words import same_as
from motif.planners.meaning.ranked_ties import by_measured_ties, here_first
from motif.planners.meaning.relating import OUTRIGHT, Relator
from motif.planners.meaning.request import Rank, Request
from motif.planners.meaning.schema_words import Property, words_in
from motif.planners.meaning.senses import Piece, Sense
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import table
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Measure, Reading


@dataclass(frozen=True, slots=True)
class OrderReader:
    """Reads the order that one question asks for."""

    linker: Linker
    reading: Reading

    def order(self, draft: Draft, request: Request) -> tuple[Draft, tuple[Order, ...], float]:
        """The order, first what counts most, with the draft that has what it is by, and what that costs."""
        found, score = list[Order](), 0.0
        for piece, adjective, descends in request.sorts:
            is_counted = request.counted or request.form == "count"
            if piece is None and not adjective and is_counted and self._by_name(draft) is None:
                continue  # by how many: `by_count`, `by_function`
            is_bare = piece is None and not adjective
            if is_bare and (named := self._by_name(draft)) is not None:
                found = [
                    *(one for one in found if one.by != named.by),
                    dataclasses.replace(named, descending=descends),
                ]
                continue
            one = self._shown_last(draft, request) if is_bare else self.property_of(draft, piece, adjective)
            if one is None:
                score -= 1.0
                continue
            if adjective:
                descends = not goes_down(adjective, one)
            by = Value(
                key_of(0), one.name
            )  # said twice, the later says which way: "by size, from smallest to largest"
            found = [*(order for order in found if order.by != by), Order(by, descends)]
        for rank in request.ranks:
            order = order_of_doing(self.linker.vocabulary, self.reading, draft, rank.measure)
            order = order or self._ranked(draft, rank)
            if order is None:
                draft, order, more = self._gathered(draft, rank)
                order, more = (order, more) if order is not None else self._sized(draft, rank)
                score += more
            if order is not None:
                # "the oldest by year": the adjective says which way, and "by" of what.
                found = [*(one for one in found if one.by != order.by), order]
        return draft, tuple(found), score

    def _by_name(self, draft: Draft) -> Order | None:
        """ "In alphabetical order", "sorted by name": by what the things are called."""
        low, label = [word.low for word in self.reading.words], draft.spots[0].label
        marks = [one.last for one in self.reading.of("sorted")]
        is_named = any(
            low[last] == "by" and {*low[last + 1 : last + 3]} & {"name", "names"} for last in marks
        )
        if label not in self.linker.vocabulary.labels or not (
            is_named or listed("asking", "alphabetical") & {*low}
        ):
            return None
        naming = self.linker.vocabulary.naming(label)
        return Order(Value(key_of(0), naming)) if naming else None

    def _shown_last(self, draft: Draft, request: Request) -> Property | None:
        """ "The accounts and their balances, highest first": the last number asked for, else one that is bounded."""
        names = [sense.property for piece in reversed(request.columns) for sense in piece.of("property")]
        names += [
            one.test.property for one in draft.checks if one.spot == 0 and isinstance(one.test, Condition)
        ]
        found = (self.property_named(draft, name) for name in names)
        return next(
            (one for one in found if one is not None and one.kind in ("number", "year", "date")), None
        )

    def by_count(self, request: Request, counts: Sequence[Column]) -> tuple[Order, ...]:
        """ "… and the number of players they have, from most to fewest": by what is counted beside the things."""
        said = [descends for piece, adjective, descends in request.sorts if piece is None and not adjective]
        return tuple(Order(column.value, said[0]) for column in counts[:1]) if said else ()

    def by_function(self, draft: Draft, request: Request, by: Aggregate) -> tuple[Order, ...]:
        """ "The average height per team, highest first", or "tallest first": by what is told of each group."""
        for piece, adjective, descends in request.sorts:
            one = self.property_of(draft, None, adjective) if piece is None and adjective else None
            if one is not None and one.name == by.of.property:
                return (Order(by, not goes_down(adjective, one)),)
            if piece is None and not adjective:
                return (Order(by, descends),)
        return ()

    def by_bound(self, draft: Draft) -> tuple[Order, ...]:
        """ "The top 5 products with a stock above 20", "the first 3 that began after 2001", or in it: by what is
        bounded."""
        said = {word.low for word in self.reading.words}
        for check in draft.checks:
            if check.spot or check.negated or check.group >= 0:
                continue
            test = check.test.tests[0] if isinstance(check.test, AllOf) else check.test
            if not isinstance(test, Condition) or (
                not isinstance(check.test, AllOf) and test.operator not in (">", ">=")
            ):
                continue
            words = set(self.reading.question[slice(*test.span)].lower().split())
            one = self.property_named(draft, test.property)
            is_time = bool(words & listed("comparing", "later")) or (one is not None and one.kind == "date")
            if test.operator in (">", ">=") and ("first" in said if is_time else "top" in said):
                return (Order(Value(key_of(0), test.property), descending=not is_time),)
        return ()

    def by_value(
        self, draft: Draft, request: Request, shown: Sequence[Value | Aggregate]
    ) -> tuple[Order, ...]:
        """ "Which country has the most firms?", "the highest total freight": values by how many things have them, or by
        what a function makes of these."""
        of = shown[0] if len(shown) == 1 else None
        if not isinstance(of, Value) or of.of_relationship or of.place != key_of(0) or draft.spots[0].names:
            return ()
        if len(request.ranks) != 1 or request.has_names:
            return ()
        rank, root = request.ranks[0], draft.spots[0]
        if rank.about is None or rank.measure.adjective:
            return ()
        descends = rank.measure.end != "-"
        if self.is_by_number(rank) and rank.about.first == root.at:
            return (Order(Aggregate("count", Value(key_of(0)), distinct=True), descends),)
        ends = self._is_of_many(rank.measure)
        function: Function | None = rank.function or ("sum" if ends else None)
        if function is None:
            return ()
        for sense in self.linker.numeric(rank.about.of("property")):
            if root.label in sense.labels and sense.property != of.property:
                made = end_of(sense.property, function, descends)
                return (Order(Aggregate(made, Value(key_of(0), sense.property)), descends),)
        return ()

    def by_plural(self, draft: Draft, columns: bool) -> tuple[Order, ...]:
        """ "The top 5 directors of films released after 1995": by how many of what is said in the plural."""
        said = [word.low for word in self.reading.words]
        if "top" not in said or columns:
            return ()
        plural = {word.end for word in self.reading.words if word.low != word.lemma}
        for at, spot in enumerate(draft.spots):
            if at and spot.span[1] in plural and not spot.names and self._has_several(draft, at):
                return (Order(Aggregate("count", Value(key_of(at)), distinct=True), descending=True),)
        return ()

    def _has_several(self, draft: Draft, spot: int) -> bool:
        """Whether some of the things have several of what they are joined to at a spot."""
        table = self.linker.vocabulary.projection.relationships
        for link in draft.links:
            if (
                link.far == spot
                and link.near == 0
                and link.group < 0
                and not link.negated
                and link.count is None
            ):
                ends = (table.sources if link.forward else table.target)[
                    table.type == table.types.index(link.type)
                ]
                return bool(np.bincount(ends).max(initial=0) > 1)
        return False

    def property_named(self, draft: Draft, name: str) -> Property | None:
        """The property of the things asked for that is called so."""
        own = self.linker.vocabulary.properties_of(draft.spots[0].label)
        return next((one for one in own if one.name == name), None)

    def _ranked(self, draft: Draft, rank: Rank) -> Order | None:
        """By how many there are of what is counted, else by a property of the thing that is spoken of."""
        measure, piece = rank.measure, rank.about
        if (counted := self.counted_spot(draft, rank)) is not None:
            return Order(Aggregate("count", Value(key_of(counted)), distinct=True), measure.end != "-")
        if rank.function is not None:
            return None
        spot = 0 if piece is not None else self._modified(draft, measure)
        about = piece if piece and piece.of("property") else None
        done = self.reading.words[measure.last + 1 : measure.last + 2]
        one = self.property_of(draft, about, measure.adjective, spot, {stem(word.text) for word in done})
        if (
            one is not None
            and about is not None
            and not measure.adjective
            and one.kind in ("list", "text", "boolean")
        ):
            return None  # "the most dependencies": a text is neither more nor less
        if one is None and about is None and not measure.adjective:
            one = self.alone(draft, measure, spot)
        if one is None:
            return None
        lengths = table("comparing")["lengths"]
        if one.kind == "text" and measure.adjective in lengths:
            is_long = (lengths[measure.adjective] == "+") != (measure.end == "-")
            return Order(Value(key_of(spot), one.name, part="size"), is_long)
        down = goes_down(measure.adjective, one) if measure.adjective else measure.end == "-"
        descends = not down
        if measure.adjective and measure.end == "-":
            descends = not descends
        return Order(Value(key_of(spot), one.name), descends)

    def _sized(self, draft: Draft, rank: Rank) -> tuple[Order | None, float]:
        """By how many a list of the things has: "the most aliases"; and what it costs that it is by nothing."""
        ends = self.reading.words[rank.measure.last].low in listed("comparing", "many")
        one = self.property_of(draft, rank.about, "") if rank.about is not None and ends else None
        if one is None or one.kind != "list":
            return None, -1.0
        return Order(Value(key_of(0), one.name, part="size"), rank.measure.end != "-"), 0.0

    def _gathered(self, draft: Draft, rank: Rank) -> tuple[Draft, Order | None, float]:
        """By a property of others, or of what joins them, made one for each thing: "the highest average price of its
        products"; with the draft that has them, and what that costs."""
        if rank.measure.adjective:
            return by_measured_ties(self.linker, self.reading, draft, rank)
        if rank.about is None or not rank.about.of("property"):
            return draft, None, -1.0
        ends = self._is_of_many(rank.measure)
        descends = rank.measure.end != "-"
        is_sum = ends or self._is_number_of(rank.about) or self._is_over_all(rank.about)
        function: Function = rank.function or ("sum" if is_sum else "max" if descends else "min")
        for sense in here_first(draft, self.linker.numeric(rank.about.of("property"))):
            is_total = rank.function == "sum" or self._is_over_all(rank.about)
            made = function if is_total else end_of(sense.property, function, descends)
            for draft_of, value, cost in self._held(draft, sense, rank.about):
                if ends and self._are_deeds(draft_of, rank.about, value):
                    return draft_of, Order(Aggregate("count", value), descends), cost
                return draft_of, Order(Aggregate(made, value), descends), cost
        if ends:
            for sense in rank.about.of("property"):
                for draft_of, value, cost in self._held(draft, sense, rank.about):
                    return draft_of, Order(Aggregate("count", value, distinct=True), descends), cost
        for draft_of, counted in self._related(draft, rank.about) if ends else ():
            several = [
                one for one in draft_of.links if one.count is None and not draft_of.spots[one.far].names
            ]
            is_done = len(several) == 1 and self.linker.vocabulary.multiplicity.repeats(several[0].type)
            return draft_of, Order(Aggregate("count", counted, distinct=not is_done), descends), 0.0
        return draft, None, -1.0

    def _are_deeds(self, draft: Draft, about: Piece, value: Value) -> bool:
        """Whether a noun in the plural is what was done so often, and no number that was given: "the most ratings" of
        what users have rated, each with a rating."""
        word, name = self.reading.words[about.last], words_in(value.property or "").text
        types = [one.type for one in draft.links if key_of(one.far) == value.place and value.of_relationship]
        is_done = any(stem(word.text) in words_in(one).stems for one in types)
        return is_done and about.first == about.last and word.low != word.lemma and word.low != name

    def _held(self, draft: Draft, sense: Sense, about: Piece) -> Iterator[tuple[Draft, Value, float]]:
        """Whose property it may be; of others only where it is said and not only like what is said: "the most votes" of
        answers are not the reputation of who gave them."""
        is_like = self._is_only_like(about, sense.property)
        for draft_of, value, cost in holders(
            self.linker.vocabulary, self.reading.words, draft, sense, about.first - 1
        ):
            if not is_like or value.place == key_of(0) or value.of_relationship:
                yield draft_of, value, cost

    def _is_only_like(self, about: Piece, name: str) -> bool:
        """Whether no word of what is said is one of a property's own."""
        own = {*words_in(name).stems}
        said = {stem(word.text) for word in self.reading.words[about.first : about.last + 1]}
        return own.isdisjoint(said.union(*map(same_as, said)))

    def _is_over_all(self, about: Piece) -> bool:
        """Whether a total is said, which of several is theirs together: customers with "the highest total amount" of
        invoices, each with its total amount."""
        low = [word.low for word in self.reading.words]
        return bool({*low[about.first : about.last + 1]} & listed("asking", "sum"))

    def _is_number_of(self, about: Piece) -> bool:
        """Whether how many there are is said of what ranks: "the largest number of employees" of a town's firms."""
        words = self.reading.words[max(about.first - 2, 0) : about.first]
        return [word.low for word in words][1:] == ["of"] and words[0].low in listed("asking", "quantity")

    def _is_of_many(self, measure: Measure) -> bool:
        """Whether an end is one of how many, or of how much in all: "the most", "by number of"."""
        is_number = any(mark.last == measure.last for mark in self.reading.of("by_number"))
        return is_number or self.reading.words[measure.last].low in listed("comparing", "many")

    def _related(self, draft: Draft, piece: Piece) -> Iterator[tuple[Draft, Value]]:
        """What a relation with a noun for its name leads to, which can be counted: "the most dependencies"."""
        root, place = draft.spots[0], len(draft.spots)
        said, relator = range(piece.first, piece.last + 1), Relator(self.linker, self.reading)
        ways = self.linker.vocabulary.ways(root.label) if root.label and not root.names else ()
        there = {
            link.type: link.far for link in draft.links if link.near == 0 and link.forward and link.group < 0
        }
        for one, forward in sorted(ways, key=lambda way: -way[0].count):
            if forward and one.type in there and relator.evidence(one, said).score > 0:
                yield draft, Value(key_of(there[one.type]))
            if forward and relator.evidence(one, said).score >= OUTRIGHT:
                yield draft.linked(Link(0, place, one.type, True), Spot(None)), Value(key_of(place))

    def is_by_number(self, rank: Rank) -> bool:
        """Whether a rank counts what is said behind it: "the most films", not "the highest mountain"."""
        measure, piece = rank.measure, rank.about
        if measure.adjective or piece is None or not piece.of("label"):
            return False
        ends = self.reading.words[measure.last].low
        return ends not in table("comparing")["alone"] or piece.first > measure.last + 2

    def counted_spot(self, draft: Draft, rank: Rank) -> int | None:
        """The spot that "the most films" counts."""
        if rank.about is None or not self.is_by_number(rank):
            return None
        first = rank.about.first
        return next((at for at, one in enumerate(draft.spots) if at and one.at == first), None)

    def _modified(self, draft: Draft, measure: Measure) -> int:
        """The spot that a superlative speaks of: that of the label behind it, else the root."""
        behind = (measure.last + 1, measure.last + 2)
        return next((at for at, one in enumerate(draft.spots) if not one.names and one.at in behind), 0)

    def alone(self, draft: Draft, measure: Measure, spot: int) -> Property | None:
        """What an end is about by itself: "the highest mountain"."""
        about = set(table("comparing")["alone"].get(self.reading.words[measure.last].low, ()))
        own = self.linker.vocabulary.properties_of(draft.spots[spot].label)
        return next((one for one in own if about & set(one.words.lemmas) and one.kind == "number"), None)

    def property_of(
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
        kinds = kinds_about(adjective)
        return max(
            fitting,
            key=lambda one: (
                one.kind != "text",
                adjective in ("old", "young") and "age" in one.words.lemmas,
                one.kind in kinds,
                bool(done & set(one.words.stems)),
                one.share,
            ),
            default=None,
        )


def end_of(name: str, function: Function, descends: bool) -> Function:
    """The function, but for a sum of what is an end already: who pays the most pays the highest maximum.

    >>> end_of("salaryMax", "sum", True), end_of("salary", "sum", True)
    ('max', 'sum')
    """
    is_end = function == "sum" and bool({*words_in(name).lemmas} & listed("spelling", "ends"))
    return ("max" if descends else "min") if is_end else function
