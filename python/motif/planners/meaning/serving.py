"""Who did something for the longest time: "the longest-serving librarian", "Who was mayor of X the longest?"."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from motif.engine.meaning_answers import answer_meaning
from motif.engine.meaning_masks import MeaningGraph
from motif.graphs.meaning import (
    Aggregate,
    AnyOf,
    Branch,
    Column,
    Condition,
    Meaning,
    Omission,
    Order,
    Place,
    Selection,
    Test,
    Value,
)
from motif.graphs.spans import span_of
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.request import Asking
from motif.planners.meaning.trees import mapped, unplaced
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import stem
from motif.planners.reading.marks import Reading

_SERVING = {"serving", "reigning", "standing", "tenured"}
"""What is said of who does something for long; how long they lived does not tell it."""


def longest_serving(linker: Linker, reading: Reading, asking: Asking) -> Meaning | None:
    """The meaning of a question for those of whom the relationship that is spoken of has lasted longest, in all.

    None for another question. It leaves the rank out where no relationship, or none of one type only, tells from when
    to when it was so, and where some go on, of which nothing tells how long they will.
    """
    for question, first, last, is_said in _without_rank(reading):
        meaning = next(iter(asking(question)), None)
        asked = meaning.asked if meaning is not None and not meaning.omissions else None
        if meaning is None or not isinstance(asked, Selection) or asked.order or asked.having or asked.asks:
            continue
        is_most = reading.words[first].low != "shortest"
        rank = Omission("rank", reading.span(first, last), reading.text(first, last))
        found = _with_time(linker.vocabulary, unplaced(asked.place), is_said=is_said)
        begun = _since(linker.vocabulary, asked.place.label or "") if found is None and is_said else ""
        if begun:
            return dataclasses.replace(meaning, asked=_by_beginning(asked, begun, is_latest=not is_most))
        if found is None and is_said:
            return dataclasses.replace(meaning, omissions=(rank,))
        if found is None:
            continue
        place, far, span = found
        lasting = Aggregate("sum", Value(far, span, of_relationship=True))
        selected = Selection(
            place,
            (
                Column((place.label or "answer").lower(), Value(place.key)),
                Column(span, lasting, is_besides=True),
            ),
            order=(Order(lasting, descending=is_most),),
            limit=1,
            with_ties=True,
        )
        goes_on = _goes_on(MeaningGraph(linker.graph.projection), place, far, span)
        return dataclasses.replace(meaning, asked=selected, omissions=(rank,) if goes_on else ())
    return None


_BEGINNING = frozenset(
    map(stem, ("hire", "employ", "recruit", "join", "appoint", "enlist", "start", "since"))
)
_ENDING = frozenset(
    map(stem, ("leave", "left", "retire", "retirement", "resign", "quit", "end", "dismiss", "death"))
)
"""Words of the properties that tell from when, and until when, somebody does what they do."""


def _since(vocabulary: Vocabulary, label: str) -> str:
    """The property of things of a label that alone tells from when they do what they do; "" where some do no more."""
    own = [one for one in vocabulary.properties if one.owner == label and one.kind in ("date", "year")]
    begun = [one.name for one in own if _BEGINNING & {*one.words.stems}]
    is_over = any(_ENDING & {*one.words.stems} for one in own)
    return begun[0] if len(begun) == 1 and not is_over else ""


def _by_beginning(asked: Selection, begun: str, *, is_latest: bool) -> Selection:
    """The first, or the last, of what is asked for by when it began."""
    since = Value(asked.place.key, begun)
    shown = (*asked.columns, Column(begun, since, is_besides=True))
    return dataclasses.replace(
        asked, columns=shown, order=(Order(since, descending=is_latest),), limit=1, with_ties=True
    )


def _without_rank(reading: Reading) -> Iterator[tuple[str, int, int, bool]]:
    """The question without the rank, the words of the rank, and whether "serving" is among them."""
    for one in reading.measures:
        if one.adjective not in ("long", "short") or one.form != "superlative":
            continue
        low = [word.low for word in reading.words]
        behind = one.last + 1 + (low[one.last + 1 : one.last + 2] == ["-"])
        if {*low[behind : behind + 1]} & _SERVING:
            yield reading.instead(one.first, behind, ""), one.first, behind, True
        elif one.last == reading.last and one.first > 2:
            begin = one.first - (reading.words[one.first - 1].low == "the")
            yield reading.instead(begin, one.last, ""), one.first, one.last, False


def _with_time(vocabulary: Vocabulary, root: Place, *, is_said: bool) -> tuple[Place, str, str] | None:
    """The place of those who do it, the key of what they do it to, and for which time; None where none is clear.

    What is "the longest" by itself was done nothing, unless the question says so.
    """
    there = [test for test in root.tests if isinstance(test, Branch) and test.count is None]
    spans = _spans(vocabulary)
    told = [one for one in there if {*one.types} & spans.keys()]
    if len(told) == 1 and len(told[0].types) == 1:
        [kind] = told[0].types
        return root, told[0].place.key, spans[kind]
    ways = [way for way in vocabulary.ways(root.label) if way[0].type in spans] if root.label else []
    if told or there or len(ways) != 1 or not is_said:
        return None
    [(one, forward)] = ways
    if root.names:  # "the mayor of X", a position that several held
        done = Branch((one.type,), "in" if forward else "out", root)
        doer = Place("n_who", one.target if forward else one.source, (), (done,))
        return doer, root.key, spans[one.type]
    far = Place("n_where", one.target if forward else one.source)
    done = Branch((one.type,), "out" if forward else "in", far)
    return dataclasses.replace(root, tests=(*root.tests, done)), far.key, spans[one.type]


def _spans(vocabulary: Vocabulary) -> dict[str, str]:
    """By type of relationship the time for which it was so, where that is known."""
    return {one.owner: one.name for one in vocabulary.relation_properties if span_of(one.name) is not None}


def _goes_on(graph: MeaningGraph, place: Place, far: str, name: str) -> bool:
    """Whether for some of them it has begun and not ended, or nobody knows when it began."""
    span = span_of(name)
    assert span is not None
    open_ended = AnyOf((Condition(span.first, "unknown"), Condition(span.last, "unknown")))

    def still(_: Place | Branch, test: Test) -> Test:
        if not isinstance(test, Branch) or test.place.key != far:
            return test
        return dataclasses.replace(test, where=(*test.where, open_ended))

    asked = Selection(mapped(place, lambda one: one, still), (), asks=True)
    return answer_meaning(graph, Meaning(asked)).rows[0][0] is True
