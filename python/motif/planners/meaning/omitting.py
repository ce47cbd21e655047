"""What a draft of a meaning does without: words, names, numbers, "not", ranks."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from motif.graphs.meaning import Aggregate, Condition, Omission, Selection, Value
from motif.graphs.spans import span_of
from motif.planners.meaning.anchors import content
from motif.planners.meaning.asked_who import unmet_who
from motif.planners.meaning.averaging import counts_of_one, may_have_none
from motif.planners.meaning.calendar import of_part, part_at
from motif.planners.meaning.columns import ColumnReader
from motif.planners.meaning.conditioning import is_excepting
from motif.planners.meaning.dead import aged_though_dead
from motif.planners.meaning.drafts import Draft, Link, key_of, meeting_ends
from motif.planners.meaning.event_doers import taken_for_deeds
from motif.planners.meaning.first_done import done_at_another_time
from motif.planners.meaning.idle import LASTING, idle_words
from motif.planners.meaning.kin import unheeded_kin
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.lone import taken_for_many
from motif.planners.meaning.misfits import misfits
from motif.planners.meaning.offices import office_for_holder
from motif.planners.meaning.omission import omission
from motif.planners.meaning.orders import OrderReader
from motif.planners.meaning.own_kind import taken_for_another
from motif.planners.meaning.ranked_by import said_twice
from motif.planners.meaning.request import Request
from motif.planners.meaning.requests import is_only_named
from motif.planners.meaning.schema_words import words_in
from motif.planners.meaning.senses import Anchor
from motif.planners.meaning.strangers import of_another_kind, of_like_kind, strangers
from motif.planners.meaning.units import units_told
from motif.planners.meaning.universal import unlimited
from motif.planners.meaning.unshown import unshown
from motif.planners.meaning.vague import said_vaguely, times_unheeded
from motif.planners.meaning.which_time import of_ties_rather, untold_times
from motif.planners.meaning.wrong_way import done_the_wrong_way
from motif.planners.reading.lemmas import stem, stems_listed
from motif.planners.reading.lexicon import table
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Mark, Reading

_AS_MANY = (("as", "many"), ("as", "much"), ("as", "few"), ("same", "number"), ("same", "amount"))


@dataclass(frozen=True, slots=True)
class Omitter:
    """Finds what drafts of one question leave out."""

    linker: Linker
    reading: Reading

    def unsaid(self, draft: Draft, request: Request, anchors: Sequence[Anchor]) -> list[int]:
        """Places of words that say something and that no part explains; none of "tell me everything about X"."""
        if is_only_named(self.reading, draft):
            return []
        inside = {at for anchor in anchors for at in range(anchor.first, anchor.last + 1)}
        said = [*self._sayings, *self._shared(draft)]
        said += self.reading.of("formerly") if any(link.where for link in draft.links) else ()
        inside |= {at for mark in said for at in range(mark.first, mark.last + 1)}
        inside |= {at for at, word in enumerate(self.reading.words) if self._says_part(at, word.low)}
        inside |= {mark.first for mark in self.reading.of("phrasal")}
        if request.columns and not draft.links:  # "What rank does X hold?"
            inside |= {
                at for at, word in enumerate(self.reading.words) if word.lemma in listed("words", "holding")
            }
        inside |= set(self._done_with(request))
        if request.part is not None:
            found = of_part(self.linker.vocabulary, self.reading, draft, request)
            inside |= found[1] if found is not None else set()
        root = draft.spots[0]
        if root.at < 0 and root.label in self.linker.vocabulary.persons:
            inside |= {at for at, word in enumerate(self.reading.words) if word.lemma == "person"}
        rest = [
            at
            for at in range(len(self.reading.words))
            if at not in draft.used and at not in request.taken and at not in inside
        ]
        units = {
            part
            for piece in request.columns
            for one in piece.of("property")
            for part in units_told(one.property)
        }
        return [at for at in content(self.reading, rest) if self.reading.words[at].lemma not in units]

    def _shared(self, draft: Draft) -> list[Mark]:
        """ "The same", "share a", "together", where the draft has what two things have both."""
        meets = any(
            meeting_ends(one, other) is not None or _both_have(draft, one, other)
            for one, other in combinations(draft.links, 2)
        )
        return [*self.reading.of("same"), *self.reading.of("jointly")] if meets else []

    def _done_with(self, request: Request) -> Iterator[int]:
        """ "The roles played by X": what is done with what relationships have, which says no more than that."""
        words, labels = self.reading.words, self.linker.vocabulary.labels
        for piece in request.columns:
            at = piece.last + 1
            is_tie = all(owner not in labels for one in piece.of("property") for owner in one.labels)
            if is_tie and at + 1 < len(words) and words[at].lemma != words[at + 1].lemma:
                done = words[at].low.endswith(("ed", "en")) or words[at].lemma != words[at].low
                yield from [at] if done and words[at + 1].low in ("by", "in", "to", "for") else []

    def omissions(
        self, draft: Draft, request: Request, anchors: Sequence[Anchor], selection: Selection
    ) -> list[Omission]:
        """What the draft does without: words, names, numbers, "not", ranks."""
        told = set(_properties(selection))
        if selection.asks:  # "Is X's height above 30 m?"
            told |= {
                test.property
                for one in selection.place.bound()
                for test in one.tests
                if isinstance(test, Condition)
            }
        idle = set(idle_words(self.linker.vocabulary, self.reading, draft))
        idle |= set(self._ordered(selection))
        idle |= {at for mark in self._shared(draft) for at in range(mark.first, mark.last + 1)}
        unsaid = [at for at in self.unsaid(draft, request, anchors) if at not in idle]
        return [
            *(omission(self.reading, "word", at, at) for at in unsaid),
            *(omission(self.reading, "relation", at, at) for at in sorted(draft.faint - idle)),
            *self._columns(draft, request, selection, told),
            *self._anchors(draft, [one for one in anchors if not self._is_idle(one, idle)], told),
            *self._nothing_asked(draft, request, selection),
            *self.negations(draft, anchors),
            *self._comparisons(draft, request),
            *self._aggregates(selection),
            *counts_of_one(self.linker.vocabulary, self.reading, selection),
            *self._averages(draft, selection),
            *aged_though_dead(self.linker, self.reading, selection),
            *self._how_much(selection),
            *unmet_who(self.linker.vocabulary, self.reading, selection),
            *office_for_holder(self.linker.vocabulary, self.reading, selection),
            *taken_for_many(self.linker, self.reading, draft, selection),
            *untold_times(self.linker, self.reading, draft, anchors),
            *of_ties_rather(self.linker, self.reading, draft),
            *taken_for_deeds(self.linker.vocabulary, self.reading, draft),
            *done_the_wrong_way(self.reading, draft),
            *done_at_another_time(self.linker.vocabulary, self.reading, selection),
            *taken_for_another(self.reading, anchors, draft),
            *strangers(self.linker, self.reading, draft),
            *of_like_kind(self.linker, self.reading, draft),
            *of_another_kind(self.linker, self.reading, draft, anchors, request.taken),
            *unheeded_kin(self.linker, self.reading, draft),
            *unlimited(self.reading, draft, selection),
            *misfits(self.linker, self.reading, draft, request, selection),
            *self._spans(draft, request),
            *said_vaguely(self.linker.vocabulary, self.reading, draft, request.taken),
            *times_unheeded(self.linker.vocabulary, self.reading, draft, anchors),
            *self._asides(draft, request),
            *self._ranks(draft, request, anchors, selection),
            *unshown(
                self.linker.vocabulary, self.reading, request, draft, anchors, selection, self._is_numeric
            ),
        ]

    def _is_idle(self, anchor: Anchor, idle: Collection[int]) -> bool:
        """Whether all that is said of a property says no more than the draft has: "begin", of what has a first day."""
        said = {*range(anchor.first, anchor.last + 1)}
        return anchor.is_only("property") and anchor.bound is None and said <= {*idle}

    def _ordered(self, selection: Selection) -> Iterator[int]:
        """Words of what the rows are ordered by or show: "who was hired first", by the hire date."""
        made = (*(one.by for one in selection.order), *(one.value for one in selection.columns))
        by = [one.of if isinstance(one, Aggregate) else one for one in made]
        said = {key for one in by for key in words_in(one.property or "").stems}
        said |= {stem(one) for one in LASTING} if any(map(_lasts, by)) else set()
        if {*listed("spelling", "begins")} & {
            lemma for one in by for lemma in words_in(one.property or "").lemmas
        }:
            said |= stems_listed("spelling", "starting")  # "who started first?"
        yield from (at for at, word in enumerate(self.reading.words) if stem(word.text) in said)
        lemmas = {words_in(one.property).lemmas[-1] for one in by if one.property}
        if lemmas & listed("words", "places"):  # "In which city does X's owner live?"
            settled = listed("words", "situating") | listed("words", "hailing")
            yield from (at for at, word in enumerate(self.reading.words) if word.low in settled)
        units = {unit for one in by for unit in units_told(one.property or "")}  # "in centimeters"
        words = self.reading.words
        yield from (
            at for at in range(1, len(words)) if words[at].lemma in units and words[at - 1].low == "in"
        )

    def _columns(
        self, draft: Draft, request: Request, selection: Selection, told: set[str | None]
    ) -> Iterator[Omission]:
        """What is asked for and not shown."""
        groups = [one for one in (request.grouped_by, request.also_by) if one is not None]
        asked = [*request.columns, *groups]
        keys = set(_places(selection))
        shown = {one.at for number, one in enumerate(draft.spots) if key_of(number) in keys} | draft.placed
        for piece in asked:
            if piece.first not in shown and not {one.property for one in piece.of("property")} & told:
                yield omission(self.reading, "word", piece.first, piece.last)
        yield from (omission(self.reading, "word", *one) for one in request.lost)
        reader = ColumnReader(self.linker, self.reading)
        lacking = set(reader.unmeasured(draft, request)) if told <= {None} else set[str]()
        at_all = (at for at, word in enumerate(self.reading.words) if word.low in lacking)
        yield from (omission(self.reading, "word", at, at) for at in at_all)
        counts = [one for one in selection.columns if isinstance(one.value, Aggregate)]
        for piece, _ in request.counted if not counts else ():
            yield omission(self.reading, "word", piece.first, piece.last)

    def _anchors(self, draft: Draft, anchors: Sequence[Anchor], told: set[str | None]) -> Iterator[Omission]:
        """Names, numbers and words of the schema that the draft has no place for."""
        placed = draft.placed | {spot.at for spot in draft.spots}
        for anchor in anchors:
            is_told = anchor.is_only("property") and {one.property for one in anchor.senses} & told
            if is_told and anchor.bound is None:
                continue
            is_root = anchor.first == draft.spots[0].at and anchor.bound is not None
            if is_root or anchor.first not in placed:
                kind = "number" if anchor.bound else "name" if anchor.has("name") or anchor.quoted else "word"
                yield omission(self.reading, kind, anchor.first, anchor.last)

    def _nothing_asked(self, draft: Draft, request: Request, selection: Selection) -> Iterator[Omission]:
        """ "Is X?", of which nothing is asked, and "Where are X's orchards?", which asks for more than them."""
        if selection.asks and not selection.place.tests and len(self.reading.words) > 1:
            yield omission(self.reading, "relation", 0, len(self.reading.words) - 1)
        is_told = any(isinstance(one.value, Aggregate) or one.value.property for one in selection.columns)
        if request.when and not is_told and not ColumnReader(self.linker, self.reading).is_place(draft):
            yield omission(self.reading, "word", 0, 0)

    def negations(self, draft: Draft, anchors: Sequence[Anchor]) -> Iterator[Omission]:
        """ "Not" that nothing of the draft heeds."""
        if any(one.negated or is_excepting(one.test) for one in draft.checks) or any(
            link.negated for link in draft.links
        ):
            return
        inside = self._inside(anchors)
        for mark in self.reading.of("negation"):
            if mark.first not in inside | draft.used:
                yield omission(self.reading, "negation", mark.first, mark.last)

    def _comparisons(self, draft: Draft, request: Request) -> Iterator[Omission]:
        """ "Than", or "more" of two, that nothing is compared by: "how many more films did X make than Y"."""
        bounds = {at for one in self.reading.bounds for at in range(one.first, one.last + 1)}
        words = self.reading.words
        measured = {at for one in self.reading.measures for at in range(one.first, one.last + 1)}
        free = [at for at in range(len(words)) if at not in bounds | draft.used | request.taken | measured]
        for at in free:
            is_more = words[at].low in ("more", "fewer") and self._chooses
            if is_more or tuple(word.low for word in words[at : at + 2]) in _AS_MANY:
                yield omission(self.reading, "rank", at, at)
        for at, word in enumerate(words):
            is_free = word.low == "than" and at not in bounds | draft.used | request.taken
            if is_free and words[at - 1].low not in ("rather", "other"):
                yield omission(self.reading, "word", at, at)

    @property
    def _chooses(self) -> bool:
        """Whether one of two is asked for: "are there more X or Y?", no bound like "2 or more"."""
        low = [word.low for word in self.reading.words]
        return any(one == "or" and other not in ("more", "fewer", "less") for one, other in pairwise(low))

    def _aggregates(self, selection: Selection) -> Iterator[Omission]:
        """Sums and averages of what is no number."""
        for column in selection.columns:
            one = column.value
            if (
                isinstance(one, Aggregate)
                and one.function in ("sum", "average", "median")
                and not self._is_numeric(one.of)
            ):
                for mark in self.reading.of(one.function)[:1]:
                    yield omission(self.reading, "aggregate", mark.first, mark.last)

    def _averages(self, draft: Draft, selection: Selection) -> Iterator[Omission]:
        """An average of counts where some may have none: whether they count is not said."""
        if selection.over is not None and may_have_none(self.linker.vocabulary, draft, selection):
            for kind in ("average_behind", "average", "median", "min"):
                for mark in self.reading.of(kind)[:1]:
                    yield omission(self.reading, "aggregate", mark.first, mark.last)
                    return

    def _how_much(self, selection: Selection) -> Iterator[Omission]:
        """ "How much", where no number is shown: "How much were the fines?" does not ask how many they are."""
        low = [word.low for word in self.reading.words]
        shown = [one.value.of if isinstance(one.value, Aggregate) else one.value for one in selection.columns]
        is_shown = any(one.part == "whole" and self._is_numeric(one) for one in shown)
        for at in range(len(low) - 1):
            if low[at : at + 2] == ["how", "much"] and not is_shown:
                yield omission(self.reading, "aggregate", at, at + 1)

    def _asides(self, draft: Draft, request: Request) -> Iterator[Omission]:
        """ "…, and where they are based", of which no property tells."""
        reader = ColumnReader(self.linker, self.reading)
        for kind, first, last in request.asides:
            asked = kind, list(range(first, last + 1))
            if reader.asked_when(draft, asked)[0] is None:
                yield omission(self.reading, "word", first - 1, last)

    def _spans(self, draft: Draft, request: Request) -> Iterator[Omission]:
        """How long something takes: "expeditions that last a year"."""
        for at, word in enumerate(self.reading.words[1:], 1):
            is_span = word.low == "a" and part_at(self.reading, at + 1) is not None
            if is_span and at + 1 not in request.taken | draft.used:
                yield omission(self.reading, "word", at + 1, at + 1)

    def _ranks(
        self, draft: Draft, request: Request, anchors: Sequence[Anchor], selection: Selection
    ) -> Iterator[Omission]:
        """Ranks that order nothing; of "the top 5 films" nothing tells by what."""
        reading, inside = self.reading, self._inside(anchors)
        for one in reading.measures:
            is_top = reading.words[one.first].low in ("top", "bottom") and one.first not in inside
            if is_top and request.limit and not selection.order:
                yield omission(reading, "rank", one.first, one.last)
        n_firsts = sum(one.foremost is not None for one in selection.place.bound())
        by = [one.by for one in selection.order]
        if selection.per is not None and any(selection.per == one for one in by):  # "the first of each seats"
            yield from (omission(reading, "rank", one.first, one.last) for one in reading.of("each")[:1])
        n_ordered, is_each = len(selection.order), request.each_of is not None and selection.per is None
        n_twice = said_twice(OrderReader(self.linker, self.reading), draft, request, selection)
        if (
            n_ordered + n_firsts + n_twice < len(request.ranks) + len(request.sorts)
            or len(request.ranks) - n_firsts > 1
            or (is_each and request.ranks)
        ):
            measures = [rank.measure for rank in request.ranks] or list(reading.measures[:1])
            spans = [(one.first, one.last) for one in measures or reading.of("sorted")]
            yield from (omission(reading, "rank", *span) for span in spans)

    def _inside(self, anchors: Sequence[Anchor]) -> set[int]:
        """Places of words that belong to an anchor or a bound."""
        spans = [(one.first, one.last) for one in anchors] + [
            (one.first, one.last) for one in self.reading.bounds
        ]
        return {at for first, last in spans for at in range(first, last + 1)}

    def _says_part(self, at: int, low: str) -> bool:
        """ "Part of" and "parts of", which say no more than that two things are joined."""
        return low in ("part", "parts") and [word.low for word in self.reading.words[at + 1 : at + 2]] == [
            "of"
        ]

    @property
    def _sayings(self) -> list[Mark]:
        """Phrases for now and for any time, and that something happened."""
        return [*self.reading.of("now"), *self.reading.of("anytime"), *self.reading.of("happening")]

    def _is_numeric(self, value: Value) -> bool:
        """Whether a property holds numbers, wherever it does, or is told as one."""
        if value.part == "age":
            return True
        held = (*self.linker.vocabulary.properties, *self.linker.vocabulary.relation_properties)
        return any(one.name == value.property and one.kind in ("number", "year") for one in held)


def _places(selection: Selection) -> Iterator[str]:
    """The places of which something is shown."""
    for column in selection.columns:
        yield (column.value.of if isinstance(column.value, Aggregate) else column.value).place


def _properties(selection: Selection) -> Iterator[str | None]:
    """What is shown of the things or ranks them."""
    for one in (*(column.value for column in selection.columns), *(order.by for order in selection.order)):
        yield (one.of if isinstance(one, Aggregate) else one).property


def _lasts(value: Value) -> bool:
    """Whether a value tells how long something was: "How long did it take?" asks for a duration."""
    long = table("comparing")["adjectives"]["long"]["+"]
    return span_of(value.property or "") is not None or bool(
        {*words_in(value.property or "").lemmas[:1]} & {*long}
    )


def _both_have(draft: Draft, one: Link, other: Link) -> bool:
    """Whether two named things have the root in common: "which towns do X and Y have in common?"."""
    is_alike = one.type == other.type and one.near == other.near == 0 and one.forward == other.forward
    return is_alike and all(draft.spots[link.far].names and link.group < 0 for link in (one, other))
