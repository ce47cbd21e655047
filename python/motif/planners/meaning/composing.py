"""A question → its likeliest meanings on a graph."""

from __future__ import annotations

import dataclasses
import heapq
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations

from motif.engine.control import keep_on
from motif.graphs.meaning import Meaning, Omission, Relative, Selection
from motif.planners.meaning.acting_as import apart_from_acting
from motif.planners.meaning.anchors import anchors_of, content, is_common_noun, modifiers
from motif.planners.meaning.columns import ColumnReader
from motif.planners.meaning.comparing import comparison_of
from motif.planners.meaning.contrasting import contrast_of
from motif.planners.meaning.distances import distances
from motif.planners.meaning.doers import Doers
from motif.planners.meaning.drafts import Check, Draft, Spot, key_of, meeting_ends
from motif.planners.meaning.existing import with_any_or_none
from motif.planners.meaning.finishing import finished
from motif.planners.meaning.frequent import Frequency
from motif.planners.meaning.joining import Joiner, of_kind
from motif.planners.meaning.kin import of_their_sex
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.listing import is_name
from motif.planners.meaning.loosely import is_loose
from motif.planners.meaning.misfits import shared_unsaid
from motif.planners.meaning.named_texts import apart_from, named_texts
from motif.planners.meaning.omitting import Omitter
from motif.planners.meaning.owning import with_owners, with_ties
from motif.planners.meaning.pronouns import resolved
from motif.planners.meaning.read_as_verbs import is_done, is_verb
from motif.planners.meaning.relating import Relator
from motif.planners.meaning.request import Request
from motif.planners.meaning.requests import is_said_alone, request_of
from motif.planners.meaning.same_doer import by_the_same
from motif.planners.meaning.saying import said_otherwise
from motif.planners.meaning.selecting import Selector
from motif.planners.meaning.senses import Anchor, Piece, without_roles
from motif.planners.meaning.severally import several_of
from motif.planners.meaning.shortlist import shortlisted
from motif.planners.meaning.split_names import spot_of
from motif.planners.meaning.sureness import SURE, Told, meanings_told
from motif.planners.meaning.ties import types_of_values, types_told
from motif.planners.meaning.tying import held_now
from motif.planners.meaning.widening import Widener
from motif.planners.reading.lemmas import stem
from motif.planners.reading.marks import Reading, read

UNSAID = -0.3
"""For each word that says something and that no part explains."""

UNDENIED = -0.6
"""For each "not" that no part heeds: the opposite of what is asked."""


UNMADE = 0.3
"""How sure it is at most that things are meant, where a function of them is asked for that none can be made."""

ROUNDABOUT = -1.0
"""Where things are told by what they share with their like, and nothing says so."""

UNSHARED = -1.5
"""Where nothing is shared with whom something is done "together with"."""


TOLD_OF_TIE = -0.3
"""Of things that are but the other end of what is asked for: "hours booked by X", which are of no thing."""


_Finished = tuple[Draft, float, Selection]


@dataclasses.dataclass
class Composer:
    """Composes the meanings of one question."""

    linker: Linker
    reading: Reading
    _doers: Doers = dataclasses.field(init=False)
    _is_joint: bool = False

    def meanings(self, limit: int = 3) -> list[Meaning]:
        """At most ``limit`` meanings, likeliest first; none where nothing of the graph is spoken of."""
        pieces = [piece for piece in self.linker.pieces(self.reading) if piece.senses or piece.quoted]
        pieces = without_roles(
            [piece for piece in pieces if not is_verb(self.linker.vocabulary, self.reading, piece)]
        )
        pieces = apart_from_acting(self.linker.vocabulary, self.reading, pieces)
        otherwise = said_otherwise(self.linker, self.reading, pieces, self._asking)
        if otherwise is not None:
            return [otherwise]
        request = request_of(self.reading, pieces)
        pieces = resolved(self.reading, pieces, request)
        taken = frozenset(at for one in request.columns for at in range(one.first, one.last + 1))
        self._doers = Doers(self.linker, self.reading, taken)
        compared = self._comparison(pieces, request)
        if compared is not None:
            return [compared]
        self._is_joint = self._says_jointly(pieces)
        if self._is_joint:
            marks = self.reading.of("jointly")
            request.taken |= {at for one in marks for at in range(one.first, one.last + 1)}
        anchors = self._anchors(pieces, request)
        drafts = self._drafts(anchors, request)
        found = self._distinct(self._finished_first(drafts, request), max(limit, 2), request, anchors)
        if not found and request.aggregate is not None:  # "the average age of", which nothing has
            return self._unmade(drafts, request, anchors)[:limit]
        told = meanings_told(found)
        return [*self._several(told), *told][:limit]

    def _unmade(self, drafts: Sequence[Draft], request: Request, anchors: Sequence[Anchor]) -> list[Meaning]:
        """The things of which a function is asked for that nothing of theirs can be made by."""
        marks = self.reading.of(request.aggregate or "")
        spans = [self.reading.span(one.first, one.last) for one in marks[:1]]
        lacking = tuple(Omission("aggregate", span, self.reading.question[slice(*span)]) for span in spans)
        request = dataclasses.replace(request, form="things", aggregate=None, over=None)
        told = meanings_told(self._distinct(self._finished_first(drafts, request), 2, request, anchors))
        return [
            dataclasses.replace(
                one, omissions=(*one.omissions, *lacking), confidence=min(one.confidence, UNMADE)
            )
            for one in told
        ]

    def _finished_first(self, drafts: Sequence[Draft], request: Request) -> Iterator[_Finished]:
        """The likeliest drafts with what is asked of them, best first.

        None gets likelier by what is asked of it: a draft is finished only where it may be the next.
        """
        waiting: list[tuple[float, int, _Finished]] = []
        for place, draft in enumerate(drafts[:12]):
            while waiting and -waiting[0][0] >= draft.score:
                yield heapq.heappop(waiting)[2]
            one = self._finished(draft, request)
            if one is not None:
                heapq.heappush(waiting, (-(one[0].score + one[1]), place, one))
        while waiting:
            yield heapq.heappop(waiting)[2]

    def _several(self, told: Sequence[Meaning]) -> list[Meaning]:
        """What gives all of several things that are asked for at once, where no meaning does."""
        n_shown, likeliest = 0, told[0] if told else None
        if likeliest is not None and not likeliest.omissions and likeliest.confidence >= SURE:
            asked = likeliest.asked
            n_shown = sum(not one.is_besides for one in asked.columns) if isinstance(asked, Selection) else 1
        several = several_of(self.reading, self._asking, n_shown)
        return [] if several is None else [several]

    def _asking(self, question: str) -> Sequence[Meaning]:
        return meanings_of(self.linker, question, 1)

    def _distinct(
        self, found: Iterable[_Finished], most: int, request: Request, anchors: Sequence[Anchor]
    ) -> list[Told]:
        """The first ``most`` that differ, told with what they leave out."""
        widener, told = self._widener(anchors, request), dict[Selection, Told]()
        for draft, score, selection in found:
            widened = widener.widened(selection)
            if widened not in told and widened.place.compares_bound():
                omissions = tuple(self._omitter.omissions(draft, request, anchors, selection))
                loose = is_loose(self.linker.vocabulary.multiplicity, draft)
                told[widened] = Told(
                    draft, score, request, widened, omissions, len(self.reading.words), loose
                )
            if len(told) == most:
                break
        return list(told.values())

    def _anchors(self, pieces: Sequence[Piece], request: Request) -> list[Anchor]:
        texts = [
            *named_texts(self.linker.vocabulary, self.reading, pieces),
            *distances(self.linker, self.reading, pieces),
        ]
        kept = [
            piece
            for piece in apart_from(pieces, texts)
            if not (
                piece.of("property")
                and (is_name(self.reading, piece) or is_done(self.linker.vocabulary, self.reading, piece))
            )
            and (request.done is None or request.done[0] != piece.first)
        ]
        relations = self.linker.vocabulary.relations
        reflexive = frozenset(one.source for one in relations if one.source == one.target)
        return anchors_of(self.reading, kept, request.taken, reflexive, texts)

    def _drafts(self, anchors: list[Anchor], request: Request) -> list[Draft]:
        last = anchors[-1].last if anchors else -1
        trailing = tuple(at for at in range(last + 1, request.end) if at not in request.taken)
        told = types_told(self.linker.vocabulary, request.columns)
        told |= types_of_values(self.linker.vocabulary, anchors)
        joiner = Joiner(self.linker, self.reading, self._relator, anchors, trailing, told)
        starts: list[tuple[Draft, int]] = []
        if anchors:
            starts += [(draft, 1) for draft in self._rooted(anchors[0])]
        if request.form == "yes_or_no":
            starts += [(draft, 1) for draft in joiner.valued(anchors[0])] if anchors else []
        else:
            free = Draft((Spot(None),), score=self._free_score(anchors, request))
            starts.append((free, 0))
            starts += [(draft, 0) for draft in self._doers.in_doubt(request, free)] if anchors else []
            starts += [(draft, 0) for draft in self._likes(anchors)]
        if not anchors:
            alone = (
                *self._of_columns(request),
                *self._doers.of_role(request),
                *self._doers.of_ranks(request),
            )
            starts += [(draft, 0) for draft in alone]
        found = []
        for start, first in starts:
            keep_on()
            found += joiner.joined([start], first)
        if self._is_joint:
            found = [draft if self._meets(draft) else draft.scored(UNSHARED) for draft in found]
        scored = [
            draft.scored(
                self._unsaid(draft, request, anchors) + self._doers.cost(draft) + self._detour(draft)
            )
            for draft in found
        ]
        return sorted(scored, key=lambda draft: -draft.score)

    def _detour(self, draft: Draft) -> float:
        return ROUNDABOUT * len(list(shared_unsaid(self.reading, draft)))

    def _likes(self, anchors: Sequence[Anchor]) -> list[Draft]:
        """Things of the kind of what is named, where "with whom?" asks for them."""
        if not any(mark.first == 0 for mark in self.reading.of("with_whom")):
            return []
        named = next((one for one in anchors if one.has("name")), None)
        labels = (
            {label for one in named.senses if one.kind == "name" for label in one.labels} if named else ()
        )
        return [Draft((Spot(label),), score=-0.1) for label in sorted(labels)]

    def _says_jointly(self, pieces: Sequence[Piece]) -> bool:
        """Whether something is done "together with X" or "against X", and no relation is called so."""
        names = {one.first for one in pieces if one.of("name")}
        marks = [one for one in self.reading.of("jointly") if {one.last + 1, one.last + 2} & names]
        marks += [one for one in self.reading.of("with_whom") if one.first == 0]
        stems = {one for relation in self.linker.vocabulary.kinds for one in relation.words.stems}
        said = {stem(self.reading.words[at].text) for one in marks for at in range(one.first, one.last + 1)}
        return bool(marks) and not said & stems

    def _meets(self, draft: Draft) -> bool:
        return any(meeting_ends(one, other) is not None for one, other in combinations(draft.links, 2))

    def _unsaid(self, draft: Draft, request: Request, anchors: Sequence[Anchor]) -> float:
        denials = len(list(self._omitter.negations(draft, anchors))) if draft.links or draft.checks else 0
        return UNSAID * len(self._omitter.unsaid(draft, request, anchors)) + UNDENIED * denials

    def _of_columns(self, request: Request) -> list[Draft]:
        """Things that only their properties tell of: "installed capacity per fuel"."""
        if not request.columns:
            return []
        asked = [*request.columns, *([request.grouped_by] if request.grouped_by else [])]
        owners = [{label for sense in piece.of("property") for label in sense.labels} for piece in asked]
        shared = set.intersection(*owners) & set(self.linker.vocabulary.labels)
        return [Draft((Spot(label),), score=-0.5) for label in sorted(shared)]

    def _rooted(self, anchor: Anchor) -> list[Draft]:
        span = self.reading.span(anchor.first, anchor.last)
        found = []
        for sense in anchor.senses:
            if sense.kind not in ("label", "name") or sense.is_role:
                continue
            for label in sense.labels:
                spot = spot_of(sense, label, span, anchor.first)
                found.append(of_kind(Draft((spot,), score=sense.score - 1), sense, anchor.first))
        return found

    def _free_score(self, anchors: list[Anchor], request: Request) -> float:
        """Of things that no label names: worse where the first anchor is a label that may be it."""
        if not anchors or request.when == "when":
            return -2.0
        first = anchors[0]
        if len(anchors) == 1 and first.has("name") and is_said_alone(self.reading, first.first, first.last):
            return -2.0  # "What is the Gene Ontology?"
        said = content(self.reading, first.before)
        if first.has("name") and self._asks_of_ties(request):
            is_told = len(anchors) == 1 and types_told(self.linker.vocabulary, request.columns)
            return TOLD_OF_TIE if is_told else -1.0
        is_noun = is_common_noun(self.reading, first) and not self._has_columns(first, request)
        if request.columns and not said and not is_noun:
            return -2.0
        if first.has("label") and not any(sense.is_role for sense in first.senses):
            return -0.6 if set(said) - modifiers(self.reading, first) else -2.5
        return 0.3 if said or self.reading.words[0].low in ("who", "what", "which") else -0.3

    def _asks_of_ties(self, request: Request) -> bool:
        """Whether only what relationships have is asked for: "the roles played by X in Y" are X's."""
        owners = {owner for one in request.columns for sense in one.of("property") for owner in sense.labels}
        return bool(owners) and not owners & set(self.linker.vocabulary.labels)

    def _has_columns(self, anchor: Anchor, request: Request) -> bool:
        """Whether what is called by a name has a property asked for, or a relationship that has it."""
        labels = {label for sense in anchor.senses if sense.kind == "name" for label in sense.labels}
        joined = {one.type for one in self.linker.vocabulary.relations if labels & {one.source, one.target}}
        owners = {
            owner for piece in request.columns for sense in piece.of("property") for owner in sense.labels
        }
        return bool(owners & (labels | joined))

    @cached_property
    def _relator(self) -> Relator:
        return Relator(self.linker, self.reading)

    @cached_property
    def _omitter(self) -> Omitter:
        return Omitter(self.linker, self.reading)

    @cached_property
    def _selector(self) -> Selector:
        return Selector(self.linker, self.reading)

    @cached_property
    def _reader(self) -> ColumnReader:
        return ColumnReader(self.linker, self.reading)

    def _finished(self, draft: Draft, request: Request) -> _Finished | None:
        """The draft with what is asked of it, and how well it gives that; None where it gives nothing."""
        keep_on()
        draft = self._doers.in_role(
            with_any_or_none(self.linker, self.reading, self._relator, self._shared(draft), request), request
        )
        draft = of_their_sex(self.linker, self.reading, draft)
        draft = held_now(self.linker, self.reading, self._doers.called_by_role(draft))
        draft = by_the_same(self.reading, self._owning(draft, request))
        for asked in self._reader.asides(request):
            draft = draft.using(self._reader.asked_when(draft, asked)[1])
        score, selection = self._selector.selection(draft, request)
        selection = finished(self.linker, self.reading, draft, selection)
        if selection is None:
            return None
        return Frequency(self.linker, self.reading).told(draft, request), score, selection

    def _owning(self, draft: Draft, request: Request) -> Draft:
        tied = with_ties(self.linker, self.reading, draft, request)
        return with_owners(self.linker, self.reading, tied, request)

    def _widener(self, anchors: Sequence[Anchor], request: Request) -> Widener:
        """Knows where the words of labels and names stand; nouns for an end of a relation are none."""
        said = {
            self.reading.span(anchor.first, anchor.last)
            for anchor in anchors
            if not anchor.senses or not all(sense.is_role for sense in anchor.senses)
        }
        said |= {
            self.reading.span(piece.first, piece.last)
            for piece, _ in request.counted
            if not all(sense.is_role for sense in piece.senses)
        }
        return Widener(self.linker.vocabulary, said, self.reading.words, self._doers.asks_who)

    def _shared(self, draft: Draft) -> Draft:
        """What two relations of a type join over a third thing are two: X is not among "the genres of works by X"."""
        for one, other in combinations(draft.links, 2):
            ends = meeting_ends(one, other)
            if ends is None or any(link.negated or link.group >= 0 for link in (one, other)) or other.count:
                continue
            if any(check.spot in ends and isinstance(check.test, Relative) for check in draft.checks):
                continue
            named, free = sorted(ends, key=lambda spot: not draft.spots[spot].names)
            if not draft.spots[named].names or draft.spots[free].names:
                continue
            if draft.spots[named].label == draft.spots[free].label:
                draft = dataclasses.replace(
                    draft.checked(Check(named, Relative(None, "<>", key_of(free)))), last=draft.last
                )
        return draft

    def _comparison(self, pieces: Sequence[Piece], request: Request) -> Meaning | None:
        """Two names compared: "Who is taller, A or B?", "Does A have more orchards than B?"."""
        anchors = self._anchors(pieces, request)
        numbers = contrast_of(self.reading, anchors, self._asking)
        if numbers is not None and numbers.confidence >= SURE and not numbers.omissions:
            return numbers
        return comparison_of(self.linker, self.reading, anchors, request) or numbers


_MOST_WORDS = 400
"""Of a question that is read by meaning: what is longer is a text, and would take seconds of looking back and forth."""


def meanings_of(linker: Linker, question: str, limit: int = 3) -> list[Meaning]:
    """At most ``limit`` meanings of a question, likeliest first; none of one without words ("' '"), or of a page."""
    reading = read(question)
    if not 0 < len(reading.words) <= _MOST_WORDS:
        return []
    return Composer(shortlisted(linker, reading), reading).meanings(limit)
