"""Who did something first, or last: by when the relationship holds, not by when they were born."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from motif.graphs.meaning import Aggregate, Omission, Order, Selection, Value
from motif.planners.meaning.drafts import Draft, Link, key_of
from motif.planners.meaning.omission import omission
from motif.planners.meaning.property_words import same_as
from motif.planners.meaning.schema_words import Property, words_in
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.tying import holding
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import is_past, stem
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Measure, Reading

_TIMES = ("date", "year")
_DOERS = ("er", "or", "ant", "ist")


def is_of_doing(reading: Reading, pieces: Sequence[Piece], at: int) -> bool:
    """Whether "first", or "last", is said of who does something: "the first holder of X", "the first to win X", "the
    first X" that somebody got, "the first of X".

    >>> from motif.planners.reading.marks import read
    >>> [is_of_doing(read(text), (), 3) for text in ("who was the first owner of X?", "who was the first to win X?")]
    [True, True]
    """
    words = reading.words
    if at == 1 and words[0].low == "who" and len(words) > at + 2:
        return True  # "who first won X?"
    if at + 2 >= len(words) or words[at - 1].low != "the" or words[0].low not in ("who", "which", "what"):
        return False
    after = words[at + 1]
    is_role = after.low == after.lemma and (
        after.low.endswith(_DOERS) or after.low in listed("words", "persons")
    )
    is_name = any(one.first == at + 1 and one.of("name") and not one.of("label") for one in pieces)
    is_none_other = not any(one.first <= at + 1 <= one.last for one in pieces)
    return is_name or after.low in ("to", "of") or (is_role and is_none_other)


def order_of_doing(vocabulary: Vocabulary, reading: Reading, draft: Draft, measure: Measure) -> Order | None:
    """By when the things did what the question says; None where "first" is said of themselves, "the first film", or of
    what their own dates tell, "born first", "the most recently hired"."""
    said, root = reading.words[measure.last], draft.spots[0]
    is_last = said.low in ("last", "recently")
    if (said.low != "first" and not is_last) or _is_of_themselves(vocabulary, reading, draft, measure):
        return None
    beside = [reading.words[measure.first - 1], *reading.words[measure.last + 1 : measure.last + 2]]
    done = {key for word in beside for key in (stem(word.text), *same_as(stem(word.text)))}
    own = [one for one in vocabulary.properties_of(root.label) if one.kind in _TIMES]
    if any(done & {*one.words.stems} for one in own):
        return None
    for link in draft.links:
        time = _time_of(vocabulary, link) if link.near == 0 and link.group < 0 and not link.negated else None
        if time is not None:
            value = Value(key_of(link.far), time.name, of_relationship=True)
            return Order(Aggregate("max" if is_last else "min", value), is_last)
    return None


def done_at_another_time(
    vocabulary: Vocabulary, reading: Reading, selection: Selection
) -> Iterator[Omission]:
    """ "The most recently inspected bridge", ordered by when they were built: no time of theirs tells of it."""
    by = [one.by for one in selection.order if isinstance(one.by, Value)]
    own = {part for one in by for part in words_in(one.property or "").stems}
    for measure in reading.measures:
        at = measure.last + 1
        if reading.words[measure.last].low != "recently" or at > reading.last or not by:
            continue
        done = stem(reading.words[at].text)
        known = (*(one.words for one in vocabulary.kinds), *vocabulary.labels.values())
        is_deed = any(done in one.stems for one in known)
        if is_past(reading.words[at].low) and is_deed and not {done, *same_as(done)} & own:
            yield omission(reading, "word", at, at)


def _is_of_themselves(vocabulary: Vocabulary, reading: Reading, draft: Draft, measure: Measure) -> bool:
    """Whether the things themselves are said to be first, "the first film", and nobody who does anything first."""
    root, words = draft.spots[0], reading.words
    if root.at not in (measure.last + 1, measure.last + 2) or root.label in vocabulary.persons:
        return False
    behind = next((word.low for word in words if word.start >= root.span[1]), "")
    return behind not in ("to", "who", "that")


def _time_of(vocabulary: Vocabulary, link: Link) -> Property | None:
    """When relationships begin to hold, or the only time that they have."""
    held = holding(vocabulary, link.type)
    times = [one for one in vocabulary.relation_properties if one.owner == link.type and one.kind in _TIMES]
    return held[0] if held is not None else times[0] if len(times) == 1 else None
