"""What a question asks for besides, and a meaning does not show: "how many X and how many Y", "and who made it"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from motif.graphs.meaning import (
    Aggregate,
    AllOf,
    AnyOf,
    Branch,
    Condition,
    Omission,
    Relative,
    Selection,
    Test,
    Value,
)
from motif.planners.meaning.averaging import ratios
from motif.planners.meaning.drafts import Draft, key_of
from motif.planners.meaning.omission import omission
from motif.planners.meaning.request import Request
from motif.planners.meaning.roles import role_of
from motif.planners.meaning.schema_words import words_in
from motif.planners.meaning.senses import Anchor
from motif.planners.meaning.verbs import own_stems
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import is_past, stem, stems_listed
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Mark, Reading

_FUNCTIONS = ("count", "sum", "average", "median")
_BETWEEN = frozenset({"the", "their", "its", "his", "her", "of", "in"})
_PRONOUNS = frozenset({"them", "it", "him", "her", "these", "those", "each"})
_NEAR = 6
"""Words behind a function within which a bound belongs to it: "with a total of more than 5"."""


def unshown(
    vocabulary: Vocabulary,
    reading: Reading,
    request: Request,
    draft: Draft,
    anchors: Sequence[Anchor],
    selection: Selection,
    is_numeric: Callable[[Value], bool],
) -> Iterator[Omission]:
    """A second number, persons or things that are asked for and not shown; what is counted otherwise than is said."""
    if selection.asks:
        return
    yield from _numbers(reading, request, anchors, selection, is_numeric)
    yield from _persons(vocabulary, reading, selection)
    yield from _things(reading, draft, anchors, selection)
    yield from _counted(reading, request, anchors, selection)
    yield from _others(reading, draft, anchors)
    yield from _every(reading, draft, anchors)
    yield from _verbs(vocabulary, reading, request, selection)
    yield from _sums(reading, selection, is_numeric)
    yield from _unmade(reading, request, anchors, selection)
    yield from _unordered(reading, request, anchors, selection)
    yield from ratios(reading, request, anchors)
    yield from _unpaired(vocabulary, reading, selection) if request.form == "things" else ()


def _numbers(
    reading: Reading,
    request: Request,
    anchors: Sequence[Anchor],
    selection: Selection,
    is_numeric: Callable[[Value], bool],
) -> Iterator[Omission]:
    """Functions behind "and" for which there is no column, and no order that needs them."""
    marks = sorted((mark for kind in _FUNCTIONS for mark in reading.of(kind)), key=lambda mark: mark.first)
    beside = [
        mark for mark in marks[1:] if _is_beside(reading, mark) and not _is_named(request, anchors, mark)
    ]
    if not beside or reading.of("difference"):
        return
    made = {*(one.by for one in selection.order), *_values(selection)}
    numbers = sum(isinstance(one, Aggregate) or is_numeric(one) for one in made)
    if numbers < len(beside) + 1:
        mark = beside[-1]
        yield omission(reading, "aggregate", mark.first, mark.last)


def _unmade(
    reading: Reading, request: Request, anchors: Sequence[Anchor], selection: Selection
) -> Iterator[Omission]:
    """ "Courts with their case counts", "the fines of X, total", where nothing is counted or added up."""
    if request.form != "things" or any(isinstance(one, Aggregate) for one in _made(selection)):
        return
    tests = [test for place in selection.place.bound() for test in place.tests]
    if any(isinstance(test, Branch) and test.count is not None for test in tests) or selection.having:
        return
    if any(one.foremost is not None for one in selection.place.bound()) or selection.share is not None:
        return
    told = _told(selection)
    low = [word.low for word in reading.words]
    if low[0] in ("count", "counts") or low[reading.last] in ("count", "counts"):
        at = 0 if low[0] in ("count", "counts") else reading.last
        if not told & {stem("count"), stem("number")}:
            yield omission(reading, "aggregate", at, at)
    for mark in (one for kind in ("count", "sum", "sum_behind", "share") for one in reading.of(kind)):
        said = {stem(word.text) for word in reading.words[mark.first : mark.last + 3]}
        if low[mark.first] != "how" and not said & told and not _is_named(request, anchors, mark):
            yield omission(reading, "aggregate", mark.first, mark.last)


def _unpaired(vocabulary: Vocabulary, reading: Reading, selection: Selection) -> Iterator[Omission]:
    """ "Parents and their children", of whom only the ones are shown."""
    low = [word.low for word in reading.words]
    shown = {(one.of if isinstance(one, Aggregate) else one).place for one in _made(selection)}
    for at in range(1, len(low) - 1):
        is_beside = low[at] in ("their", "its", "his", "her", "each") and low[at - 1] in ("and", "with")
        noun = reading.words[at + 1 : at + 2]
        if is_beside and len(shown) == 1 and any(role_of(one, noun[0]) for one in vocabulary.kinds):
            yield omission(reading, "word", at, at + 1)


def _unordered(
    reading: Reading, request: Request, anchors: Sequence[Anchor], selection: Selection
) -> Iterator[Omission]:
    """ "In order", "X's first child", where nothing has an order."""
    named = {at for one in anchors if one.has("name") for at in range(one.first, one.last + 1)}
    named |= {one.first for one in reading.numbers if one.date}  # "in the last quarter of 2023"
    firsts = any(one.foremost is not None for one in selection.place.bound())
    if selection.order or selection.limit is not None or firsts or request.form != "things":
        return
    told, low = _told(selection), [word.low for word in reading.words]
    for at in sorted({*range(len(low))} - named):  # "The Last Caravan" is no last one
        is_in_order = low[max(at - 1, 0) : at + 1] == ["in", "order"] and "order" not in told
        is_first = (
            (not at or low[at - 1] in ("'s", "the"))
            and low[at] in ("first", "last")
            and low[at + 1 : at + 2] != []
        )
        is_last = request.when == "when" and low[at] == "last" and is_past(low[min(at + 1, len(low) - 1)])
        is_told = {low[at], *(stem(word.text) for word in reading.words[at + 1 : at + 2])} & told
        is_lost = is_first and not is_told and at not in request.taken and _is_noun(low, at + 1)
        if is_in_order or is_lost or (is_last and not is_told):
            yield omission(reading, "rank", at, at)


def _is_noun(low: Sequence[str], at: int) -> bool:
    """Whether what comes first or last is a thing, and no name or time."""
    return low[at].isalpha() and low[at] not in (
        "name",
        "names",
        "year",
        "years",
        "time",
        "times",
        "day",
        "days",
    )


def _made(selection: Selection) -> list[Value | Aggregate]:
    return [*(one.value for one in selection.columns), *(one.by for one in selection.order)]


def _told(selection: Selection) -> set[str]:
    """Stems of the properties that are shown, order the rows or are told of anything."""
    told = {key for one in _made(selection) for key in _stems_of(one)}
    tests = [test for place in selection.place.bound() for test in place.tests]
    tests += [test for one in tests if isinstance(one, Branch) for test in one.where]
    tests += [one for test in tests if isinstance(test, (AllOf, AnyOf)) for one in test.tests]
    return told | {key for one in tests if isinstance(one, Condition) for key in words_in(one.property).stems}


def _stems_of(one: Value | Aggregate) -> Sequence[str]:
    return words_in((one.of if isinstance(one, Aggregate) else one).property or "").stems


def _is_beside(reading: Reading, mark: Mark) -> bool:
    """Whether a function is joined to what is asked for before it, and no bound."""
    at = mark.first - 1
    while at > 0 and reading.words[at].low in _BETWEEN:
        at -= 1
    is_bound = any(mark.first < one.number.first <= mark.last + _NEAR for one in reading.bounds)
    return at > 0 and reading.words[at].low == "and" and not is_bound


def _is_named(request: Request, anchors: Sequence[Anchor], mark: Mark) -> bool:
    """Whether the words of a function are those of a property: "the number of floors"."""
    said = [(one.first, one.last) for one in (*request.columns, *request.of_group)]
    said += [(one.first, one.last) for one in anchors if one.has("property")]
    return any(first <= mark.first <= last for first, last in said)


def _persons(vocabulary: Vocabulary, reading: Reading, selection: Selection) -> Iterator[Omission]:
    """ "…, and who founded them?", which when they were founded does not answer."""
    low = [word.low for word in reading.words if word.kind == "word"]
    at = next((at for at in range(2, len(low) - 1) if low[at : at + 2] == ["and", "who"]), -1)
    if at < 0 or low[-1] not in _PRONOUNS or "who" in low[:at]:
        return
    labels = {one.key: one.label for one in selection.place.bound()}
    shown = {
        column.value.place
        for column in selection.columns
        if isinstance(column.value, Value) and column.value.property is None
    } - {selection.place.key}
    if not any(labels.get(key) in vocabulary.actors for key in shown):
        first = next(place for place, word in enumerate(reading.words) if word.low == "who")
        yield omission(reading, "word", first - 1, len(reading.words) - 1)


def _things(
    reading: Reading, draft: Draft, anchors: Sequence[Anchor], selection: Selection
) -> Iterator[Omission]:
    """ "…, and by which publishers?", which no column names."""
    shown = {(one.of if isinstance(one, Aggregate) else one).place for one in _values(selection)}
    for anchor in anchors:
        before = [word.low for word in reading.words[max(anchor.first - 3, 0) : anchor.first]]
        is_second = reading.words[0].low in ("which", "what") and anchor.first > 2
        is_asked = before[-1:] in (["which"], ["what"]) and (is_second or "and" in before[:-1])
        spots = [at for at, one in enumerate(draft.spots) if one.at == anchor.first and not one.names]
        if is_asked and anchor.has("label") and spots and not {key_of(at) for at in spots} & shown:
            yield omission(reading, "word", anchor.first, anchor.last)


def _counted(
    reading: Reading, request: Request, anchors: Sequence[Anchor], selection: Selection
) -> Iterator[Omission]:
    """ "With the number of signatories", which no column tells: neither a count nor a property that is called so."""
    spans = [(one.first, one.last) for one in (*request.columns, *request.of_group)]
    spans += [(one.first, one.last) for one in anchors if one.has("property")]
    made = [column.value for column in selection.columns] + [order.by for order in selection.order]
    for mark in reading.of("and_how_many"):
        is_named = any(first <= mark.last + 1 and mark.first <= last for first, last in spans)
        if not is_named and not any(isinstance(one, Aggregate) for one in made):
            yield omission(reading, "aggregate", mark.first, min(mark.last + 1, len(reading.words) - 1))


def _others(reading: Reading, draft: Draft, anchors: Sequence[Anchor]) -> Iterator[Omission]:
    """ "Of X who work in another country", where another of the kind is spoken of and nothing says that they differ."""
    told = {check.spot for check in draft.checks if isinstance(check.test, Relative)}
    for anchor in anchors:
        at, words = anchor.first - 1, reading.words
        is_another = at > 0 and (words[at].low == "another" or _differs(reading, at))
        spot = next((one for one, it in enumerate(draft.spots) if it.at == anchor.first and not it.names), 0)
        same = [
            one for one, it in enumerate(draft.spots) if one != spot and it.label == draft.spots[spot].label
        ]
        if is_another and spot and same and not told & {spot, *same}:
            yield omission(reading, "word", at, anchor.last)


_TOGETHER = ("across", "over", "among")
"""Before "all things" of which a total or an average is told."""


def _every(reading: Reading, draft: Draft, anchors: Sequence[Anchor]) -> Iterator[Omission]:
    """ "Which of them took part in every X?", "in all Xs", which those in some X do not answer."""
    words = reading.words
    if not words or words[0].low not in ("which", "who", "what"):
        return
    counted = {link.far for link in draft.links if link.count is not None or link.negated}
    functions = listed("asking", "sum") | listed("asking", "average")
    is_made = any(word.low in functions for word in words)
    before = ("of", "for", *_TOGETHER) if is_made else ("of", "for")
    for anchor in anchors:
        at = anchor.first - 1
        at -= at > 0 and words[at].low == "the"
        spot = next((one for one, it in enumerate(draft.spots) if it.at == anchor.first and not it.names), 0)
        is_all = at > 1 and words[at].low in ("every", "all") and words[at - 1].low not in before
        if is_all and spot and spot not in counted and _is_done(draft, spot):
            yield omission(reading, "word", at, anchor.last)


def _is_done(draft: Draft, spot: int) -> bool:
    """Whether the things asked for are joined to a spot by what they do."""
    return any(link.near == 0 and link.far == spot for link in draft.links)


def _differs(reading: Reading, at: int) -> bool:
    """Whether "a different" stands there."""
    return [word.low for word in reading.words[at - 1 : at + 1]] == ["a", "different"]


def _verbs(
    vocabulary: Vocabulary, reading: Reading, request: Request, selection: Selection
) -> Iterator[Omission]:
    """ "The number of books borrowed", where it is those that were reserved that are counted."""
    types = _types(selection.place.tests)
    used = {said for one in vocabulary.kinds if one.type in types for said in own_stems(one.words)}
    used |= stems_listed("relating", "linking")
    known = {said for one in vocabulary.kinds for said in own_stems(one.words)[:1]}
    for piece, (_, last) in request.counted:
        for at in range(piece.last + 1, last + 1):
            said = stem(reading.words[at].text)
            if is_past(reading.words[at].low) and said in known - used:
                yield omission(reading, "relation", at, at)


def _types(tests: Sequence[Test]) -> set[str]:
    """Of the relationships of a place's branches, and of theirs."""
    branches = [one for one in tests if isinstance(one, Branch)]
    inner = [kind for one in branches for kind in _types(one.place.tests)]
    return {*inner, *(kind for one in branches for kind in one.types)}


def _sums(reading: Reading, selection: Selection, is_numeric: Callable[[Value], bool]) -> Iterator[Omission]:
    """ "How many pages do they have in total?", where each book's are shown."""
    apart = (one for one in _values(selection) if isinstance(one, Value) and one.place != selection.place.key)
    if any(map(is_numeric, apart)):
        yield from (
            omission(reading, "aggregate", one.first, one.last) for one in reading.of("sum_behind")[:1]
        )


def _values(selection: Selection) -> list[Value | Aggregate]:
    return [column.value for column in selection.columns if not column.is_besides]
