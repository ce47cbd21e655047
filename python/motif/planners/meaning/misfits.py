"""Numbers and functions that a meaning has, and that the words do not ask for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from motif.graphs.meaning import NOWHERE, Aggregate, Condition, Omission, Selection, Value
from motif.planners.meaning.asked_who import asked_of_doers
from motif.planners.meaning.averaging import all_have
from motif.planners.meaning.counting import counted_otherwise
from motif.planners.meaning.drafts import Draft, Link, key_of, meeting_ends
from motif.planners.meaning.fellows import fellows_in
from motif.planners.meaning.incomparable import uncompared
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.made_of_theirs import unmade_of_theirs
from motif.planners.meaning.omission import omission
from motif.planners.meaning.own_things import of_no_own
from motif.planners.meaning.passing_over import passed_over
from motif.planners.meaning.request import Request
from motif.planners.meaning.schema_words import words_in
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import table
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Mark, Reading

_SHARING = {
    "with",
    "together",
    "same",
    "other",
    "others",
    "else",
    "another",
    "both",
    "common",
    "share",
    "shared",
    "fellow",
}
_PERIODS = {"years", "months", "weeks", "days", "hours"}
_RATES = {"rate", "price", "cost", "fee", "charge", "wage", "salary", "rent", "fare", "per"}


def misfits(
    linker: Linker, reading: Reading, draft: Draft, request: Request, selection: Selection
) -> Iterator[Omission]:
    """What the words say otherwise than the draft and the selection have it."""
    yield from _rates(reading, draft)
    yield from _done_by_nobody(linker, reading, draft, request, selection)
    yield from _added_up(linker, reading, selection)
    yield from counted_otherwise(linker, reading, request, selection)
    yield from unmade_of_theirs(reading, selection)
    yield from asked_of_doers(reading, selection)
    yield from _apart(reading, draft)
    yield from _ended(reading, draft)
    yield from uncompared(linker, reading, draft)
    yield from _formerly(reading, draft)
    yield from _roundabout(reading, draft)
    yield from _said_twice(reading, draft)
    yield from _unheeded(reading, draft, selection)
    yield from _does_not(linker, reading, draft)
    yield from passed_over(linker, reading, draft, request, selection)
    yield from _done_again(reading, draft)
    yield from _of_such(linker, reading, selection)
    yield from _lasting(linker, reading, selection)
    yield from _of_no_each(reading, selection)
    yield from of_no_own(reading, selection)
    yield from _held_by_the_deed(linker, reading, draft)
    yield from _truest(linker, reading, selection)
    yield from _no_things(linker, reading, draft, selection)
    apart = [one for one in draft.links if not one.both]
    alike = any(draft.spots[one.near].label == draft.spots[one.far].label for one in apart)
    if request.grouped_by is not None and alike:  # "children per person", which end is which
        yield omission(reading, "aggregate", request.grouped_by.first, request.grouped_by.last)


def _held_by_the_deed(linker: Linker, reading: Reading, draft: Draft) -> Iterator[Omission]:
    """ "Who spoke with X in book 2", where how they spoke holds a book, and no word joins the book to anyone."""
    for link in draft.links if draft.silent else ():
        held = linker.vocabulary.relation_properties
        names = {one.words.lemmas for one in held if one.owner == link.type}
        for number, spot in enumerate(draft.spots):
            is_other = number not in (link.near, link.far) and spot.at >= 0 and not spot.names
            if is_other and (reading.words[spot.at].lemma,) in names:
                yield omission(reading, "word", spot.at, spot.at)


def _formerly(reading: Reading, draft: Draft) -> Iterator[Omission]:
    """ "Used to", of what is not known to have ended; "former players" may be what a property says."""
    if any(link.where for link in draft.links):
        return
    ever = {at for mark in reading.of("anytime") for at in range(mark.first, mark.last + 1)}
    names = [one.test.property for one in draft.checks if isinstance(one.test, Condition)]
    ever |= {
        at
        for at, word in enumerate(reading.words)
        if any(word.lemma in words_in(name).lemmas for name in names)
    }
    for mark in reading.of("formerly"):
        if not ever & {mark.first, mark.last}:
            yield omission(reading, "relation", mark.first, mark.last)


def _roundabout(reading: Reading, draft: Draft) -> Iterator[Omission]:
    for link in shared_unsaid(reading, draft):
        span = link.span if link.span != NOWHERE else (0, len(reading.question))
        yield Omission("relation", span, reading.question[slice(*span)])


def shared_unsaid(reading: Reading, draft: Draft) -> Iterator[Link]:
    """Links by which a draft goes to things by what they share with others of their kind, where nothing says so.

    "Bands that play rock" do not play where those do whose genre is rock.
    """
    is_joint = bool(reading.of("jointly") or reading.of("with_whom"))
    if is_joint or fellows_in(reading.words) or _SHARING & {word.low for word in reading.words}:
        return
    for one, other in combinations(draft.links, 2):
        ends = meeting_ends(one, other)
        if ends is None or draft.spots[ends[0]].label != draft.spots[ends[1]].label:
            continue
        middle = draft.spots[({one.near, one.far} & {other.near, other.far}).pop()]
        far = draft.spots[ends[1]]
        told = {one.test.span for one in draft.checks if isinstance(one.test, Condition)}
        asks_none = far.names and draft.spots[0].span == NOWHERE and 0 in ends
        if asks_none:  # "how long did X run Y?" asks for nothing else that X ran
            yield other
            continue
        is_unsaid = bool(draft.silent) or (not far.names and far.span in {NOWHERE, *told})
        if is_unsaid and not middle.names and middle.span == NOWHERE:
            yield other


def _said_twice(reading: Reading, draft: Draft) -> Iterator[Omission]:
    """ "Parents of X's parents", of which one step is X's parents."""
    words = reading.words
    for at, word in enumerate(words[:-2]):
        is_owned = words[at + 1].low in ("of", "'s") and word.lemma not in listed("words", "plain")
        again = next((to for to in range(at + 2, len(words)) if words[to].lemma == word.lemma), 0)
        between = {one.low for one in words[at + 1 : again]}
        if again and is_owned and len(draft.links) == 1 and not between & {"and", "or", ",", "than"}:
            yield omission(reading, "relation", again, again)


def _does_not(linker: Linker, reading: Reading, draft: Draft) -> Iterator[Omission]:
    """ "Who owns films by X?", where what a relation says by its name is what no link of the draft does."""
    if len(reading.words) < _ASKED or reading.words[0].low != "who":
        return
    said = stem(reading.words[1].text)
    own = {one.type for one in linker.vocabulary.relations if said in one.words.stems[:1]}
    if own and not own & {link.type for link in draft.links} and reading.words[1].lemma not in _HELPING:
        yield omission(reading, "relation", 1, 1)


_ASKED = 3
_HELPING = {"have", "be", "do", "can"}


def _done_again(reading: Reading, draft: Draft) -> Iterator[Omission]:
    """ "Artists taught by someone X taught", of which one step is whom X taught."""
    own = [one for one in draft.links if draft.spots[one.near].label == draft.spots[one.far].label]
    if len(own) != 1 or len(draft.links) != 1:
        return
    verbs = {*words_in(own[0].type).stems[:1]}
    at = [place for place, word in enumerate(reading.words) if stem(word.text) in verbs]
    between = {word.low for word in reading.words[at[0] : at[-1]]} if at else set()
    if len(at) > 1 and not between & _APART:
        yield omission(reading, "relation", at[-1], at[-1])


_APART = {"and", "or", ",", "than", "but", "not", "n't", "they", "he", "she", "it", "them"}


def _of_such(linker: Linker, reading: Reading, selection: Selection) -> Iterator[Omission]:
    """ "The optional parts of X", where what is true of some relationships is shown of all."""
    flags = {one.name for one in linker.vocabulary.relation_properties if one.kind == "boolean"}
    if not flags or {word.low for word in reading.words} & {"whether", "if", "each"}:
        return
    for column in selection.columns:
        value = column.value.of if isinstance(column.value, Aggregate) else column.value
        said = {*words_in(value.property).stems} if value.property in flags else set()
        at = next((at for at, word in enumerate(reading.words[:-1]) if stem(word.text) in said), -1)
        if (
            at >= 0
            and reading.words[at + 1].kind == "word"
            and reading.words[at + 1].low not in ("of", "and")
        ):
            yield omission(reading, "property", at, at)


def _lasting(linker: Linker, reading: Reading, selection: Selection) -> Iterator[Omission]:
    """ "Which took the longest to finish?", which the day on which it was finished does not tell."""
    take = next((at for at, word in enumerate(reading.words) if word.lemma == "take"), -1)
    days = {one.name for one in linker.vocabulary.properties if one.kind in ("date", "year")}
    by = {order.by.property for order in selection.order if isinstance(order.by, Value)}
    if take >= 0 and by & days and any(one.adjective in ("long", "short") for one in reading.measures):
        yield omission(reading, "word", take, take)


def _no_things(linker: Linker, reading: Reading, draft: Draft, selection: Selection) -> Iterator[Omission]:
    """ "Which works are on loan?", where only whether they are is shown: yes and no are no works."""
    flags = {(one.owner, one.name) for one in linker.vocabulary.properties if one.kind == "boolean"}
    values = [one.value for one in selection.columns]
    is_flag = len(values) == 1 and (draft.spots[0].label, getattr(values[0], "property", None)) in flags
    if is_flag and not any(one.names for one in draft.spots):
        yield omission(reading, "word", 0, 0)


def _of_no_each(reading: Reading, selection: Selection) -> Iterator[Omission]:
    """ "For each owner", where one number is told of all, or the first of all."""
    values = [*(one.value for one in selection.columns), *(one.by for one in selection.order)]
    is_made = any(isinstance(one, Aggregate) for one in values)
    is_one = len(selection.columns) == 1 and isinstance(selection.columns[0].value, Aggregate)
    if selection.asks or selection.per is not None or selection.over is not None or selection.having:
        return
    if not is_one and (is_made or selection.limit is None):
        return
    names = {part for one in values if isinstance(one, Value) for part in words_in(one.property or "").lemmas}
    for mark in reading.of("each"):
        is_told = mark.first > 1 and reading.words[mark.last].low not in names
        if is_told and not _is_average_of_all(reading, mark, selection):
            yield omission(reading, "aggregate", mark.first, mark.last)


def _is_average_of_all(reading: Reading, mark: Mark, selection: Selection) -> bool:
    """Whether "per" leads to the things themselves, of which an average is told: "the average seats per bus"."""
    [value] = [one.value for one in selection.columns[:1]]
    behind = reading.words[mark.last + 1 : mark.last + 2]
    return (
        isinstance(value, Aggregate)
        and value.function in ("average", "median")
        and value.of.place == selection.place.key
        and not value.of.of_relationship
        and reading.words[mark.first].low == "per"
        and any(word.start == selection.place.span[0] for word in behind)
    )


def _truest(linker: Linker, reading: Reading, selection: Selection) -> Iterator[Omission]:
    """ "The quickest vegan dish", where things are ordered by whether they are vegan."""
    flags = {one.name for one in linker.vocabulary.properties if one.kind == "boolean"}
    if any(isinstance(order.by, Value) and order.by.property in flags for order in selection.order):
        measure = next((one for one in reading.measures if one.form == "superlative"), None)
        if measure is not None:
            yield omission(reading, "rank", measure.first, measure.last)


def _unheeded(reading: Reading, draft: Draft, selection: Selection) -> Iterator[Omission]:
    """ "Whose parents are unknown", "how old did X get?", "for how many years did X run Y?", of which nothing tells."""
    low = [word.low for word in reading.words]
    tests = [one.test for one in draft.checks if isinstance(one.test, Condition)]
    is_denied = any(one.negated for one in draft.links) or any(one.negated for one in draft.checks)
    if "unknown" in low and not is_denied and all(one.operator not in ("unknown", "known") for one in tests):
        yield omission(reading, "word", low.index("unknown"), low.index("unknown"))
    if low[:3] == ["how", "old", "did"]:
        yield omission(reading, "word", 2, 2)
    many = next((at for at in range(len(low) - 3) if low[at : at + 2] == ["how", "many"]), -1)
    if (
        many >= 0
        and low[many + 2] in _PERIODS
        and low[many + 3] in ("did", "has", "have", "had", "was", "were")
    ):
        counted = [one.value for one in selection.columns if isinstance(one.value, Aggregate)]
        if any(one.function == "count" and one.of.property for one in counted):
            yield omission(reading, "aggregate", many, many + 2)


def _rates(reading: Reading, draft: Draft) -> Iterator[Omission]:
    """ "Under 60 a night", where 60 nights are meant by nobody."""
    words = reading.words
    for bound in reading.bounds:
        at = bound.number.last + 1
        if at + 1 >= len(words) or words[at].low not in ("a", "an", "per", "each") or at + 2 < len(words) - 1:
            continue
        unit = words[at + 1].lemma
        for check in draft.checks:
            test = check.test
            if not isinstance(test, Condition) or test.value != bound.number.value:
                continue
            named = {*words_in(test.property).lemmas}
            if unit in named and not named & _RATES:
                yield omission(reading, "number", bound.first, at + 1)


def _apart(reading: Reading, draft: Draft) -> Iterator[Omission]:
    """ "Hired by X", where somebody was hired by whomever and is joined to X in a way that no word says."""
    if not draft.untold:
        return
    for tie in draft.links:
        far = draft.spots[tie.far]
        is_bare = bool(tie.where) and not far.names and far.at < 0
        beside = [one for one in draft.links if one.near == tie.near and one is not tie and not one.where]
        for spot in (draft.spots[one.far] for one in beside if is_bare):
            if spot.names and spot.at > 0 and reading.words[spot.at - 1].low == "by":
                yield Omission("relation", spot.span, reading.question[slice(*spot.span)])


def _ended(reading: Reading, draft: Draft) -> Iterator[Omission]:
    """ "Which foundries did X lose?", where X lost what nobody speaks of, and is joined to foundries otherwise."""
    said = [at for at, word in enumerate(reading.words) if word.lemma in table("relating")["outcomes"]]
    for tie in draft.links if said else ():
        ends = (tie.near, tie.far)
        is_bare = any(not draft.spots[end].names and draft.spots[end].span == NOWHERE for end in ends)
        if tie.where and is_bare and 0 not in ends:
            yield omission(reading, "relation", said[0], said[0])


def _done_by_nobody(
    linker: Linker, reading: Reading, draft: Draft, request: Request, selection: Selection
) -> Iterator[Omission]:
    """ "Games released per decade" are not only those whose publisher is known, of whom nothing is said."""
    if request.part is None:
        return
    ends = [end for link in draft.links for end in (link.near, link.far)]
    values = [one.value.of if isinstance(one.value, Aggregate) else one.value for one in selection.columns]
    shown = {one.place for one in values}
    for link in draft.links:
        far = draft.spots[link.far]
        is_said = far.names or far.span != NOWHERE or ends.count(link.far) > 1 or key_of(link.far) in shown
        is_checked = any(one.spot == link.far for one in draft.checks) or link.where
        label = draft.spots[link.near].label
        is_any = label is not None and all_have(linker.vocabulary, label, link, outgoing=link.forward)
        if not (is_said or is_checked or link.negated or link.count or link.optional or is_any):
            span = link.span if link.span != NOWHERE else (0, len(reading.question))
            yield Omission("relation", span, reading.question[slice(*span)])


def _added_up(linker: Linker, reading: Reading, selection: Selection) -> Iterator[Omission]:
    """ "The number of games and the best score": of what is counted no sum of another number is asked for."""
    shown = [one.value for one in selection.columns if isinstance(one.value, Aggregate)]
    if not shown or any(one.function != "sum" for one in shown) or reading.of("sum"):
        return
    properties = {lemma for one in shown for lemma in words_in(one.of.property or "").lemmas}
    things = {lemma for words in linker.vocabulary.labels.values() for lemma in words.lemmas[-1:]}
    for mark in reading.of("count"):
        for word in reading.words[mark.last + 1 : mark.last + 2]:
            is_thing = word.lemma in things - properties and word.low != word.lemma
            if is_thing and "and" in {one.low for one in reading.words[mark.last + 2 : mark.last + 4]}:
                yield omission(reading, "aggregate", mark.first, mark.last + 1)
