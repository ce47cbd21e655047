"""The pieces of a question that become places and conditions, in their order, with the words between them."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from motif.graphs.meaning import Operator
from motif.planners.meaning.compounding import compounded, of_another_kind
from motif.planners.meaning.named_texts import says_word
from motif.planners.meaning.receiving import OUT_AND_IN
from motif.planners.meaning.schema_words import words_in
from motif.planners.meaning.senses import Anchor, Piece
from motif.planners.reading.dates import ordinal
from motif.planners.reading.lemmas import is_past, stem
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Bound, Reading
from motif.planners.reading.numbers import Number

_CALLED = {
    "named",
    "called",
    "titled",
    "entitled",
    "the",
    "with",
    "name",
    "title",
    "of",
    "a",
    "an",
    ":",
    "(",
    "as",
    "is",
}


WHOLE = 0.8
"""How well words behind a number must say a property: "100 units" are neither units in stock nor a unit price."""


def anchors_of(
    reading: Reading,
    pieces: Sequence[Piece],
    taken: set[int],
    reflexive: frozenset[str] = frozenset(),
    texts: Sequence[Anchor] = (),
) -> list[Anchor]:
    """Pieces and free bounds in their order; a label beside a name of that label is one with it.

    Parameters
    ----------
    taken
        Words that are read already (what is asked for, ranks, limits): no anchor begins there.
    reflexive
        Labels whose nodes are joined to one another: "taxa of X" are not X.
    texts
        What is compared with names, which is read already.
    """
    found = [*texts]
    found += [
        Anchor(piece.first, piece.last, piece.senses, quoted=piece.quoted)
        for piece in pieces
        if piece.first not in taken
    ]
    inside = {at for piece in pieces for at in range(piece.first, piece.last + 1)}
    inside |= {at for one in texts for at in range(one.first, one.last + 1)}
    for bound in reading.bounds:
        at = bound.number.first
        if at not in taken and at not in inside:
            found.append(Anchor(bound.first, bound.last, (), bound=bound))
    found = [_numbered(reading, anchor) for anchor in found]
    found.sort(key=lambda anchor: (anchor.first, anchor.last))
    found = _with_properties(reading, _in_apposition(reading, found, reflexive))
    return compounded(reading, _denied_behind(reading, _with_gaps(found, taken)))


def _denied_behind(reading: Reading, anchors: list[Anchor]) -> list[Anchor]:
    """With "not" before a name that is said last and does not do it: "the films that X did not direct"."""
    if not anchors or not anchors[-1].has("name"):
        return anchors
    last = anchors[-1]
    if any(word.low in _TURNING for word in reading.words[last.last + 1 : last.last + 2]):
        return anchors  # "studied at X but never taught there"
    denials = tuple(
        mark.first
        for mark in reading.of("negation")
        if last.last < mark.first <= last.last + 2 and not _begins_clause(reading, last, mark.first)
    )
    goes_on = any(word.kind == "word" for word in reading.words[denials[-1] + 1 :]) if denials else False
    return [*anchors[:-1], dataclasses.replace(last, before=(*last.before, *denials))] if goes_on else anchors


_TURNING = ("but", "and", "or", "yet", "though", ",")


def _numbered(reading: Reading, anchor: Anchor) -> Anchor:
    """ "In the second round": a property that is a number, with its value before it."""
    at = anchor.first - 1
    place = ordinal(reading.words[at].low) if at > 0 else 0
    if not place or not anchor.is_only("property") or any(one.last == at + 1 for one in reading.measures):
        return anchor
    bound = Bound("=", Number(place, at, at), at, anchor.last)
    return dataclasses.replace(anchor, first=at, bound=bound)


def _in_apposition(reading: Reading, anchors: list[Anchor], reflexive: frozenset[str]) -> list[Anchor]:
    """ "the film Heat", "Heat the film", "the drama genre": a label and a name that has it are one anchor."""
    kept: list[Anchor] = []
    for anchor in anchors:
        joined = _joined(reading, kept[-1], anchor, reflexive) if kept else None
        if joined is None:
            kept.append(anchor)
        else:
            kept[-1] = joined
    return kept


def _joined(reading: Reading, one: Anchor, other: Anchor, reflexive: frozenset[str]) -> Anchor | None:
    if one.bound or other.bound:
        return None
    between = [reading.words[at] for at in range(one.last + 1, other.first)]
    texts = [word.low for word in between]
    label_first = one.has("label") and other.has("name") and set(texts) <= _CALLED
    name_first = one.has("name") and other.has("label") and not between
    if not (label_first or name_first):
        return None
    label, name = (one, other) if label_first else (other, one)
    labels = {text for sense in label.senses if sense.kind == "label" for text in sense.labels}
    if not _is_calling(texts) and labels & reflexive:
        return None
    if name_first and of_another_kind(reading, one, other) is not one:
        return None
    senses = tuple(
        dataclasses.replace(sense, labels=tuple(text for text in sense.labels if text in labels), score=1.0)
        for sense in name.senses
        if sense.kind == "name" and labels & set(sense.labels)
    )
    return Anchor(one.first, other.last, senses, quoted=name.quoted) if senses else None


def _is_calling(texts: Sequence[str]) -> bool:
    """Whether the words between a label and a name only say that it is called so; "of" alone joins two things."""
    return not texts or texts == ["the"] or "of" not in texts or "name" in texts or "title" in texts


def _is_count_of(bound: Anchor, following: Anchor | None) -> bool:
    """ "Cities have more than 2 airports": a bound on things, and on no property that is called as cities are."""
    return following is not None and following.first == bound.last + 1 and following.has("label")


def _with_properties(reading: Reading, anchors: list[Anchor]) -> list[Anchor]:
    """A property beside a bound becomes one anchor with it: "a reorder level above 20", "1,200 m long"."""
    kept: list[Anchor] = []
    counted: Anchor | None = None
    for anchor, following in zip(anchors, [*anchors[1:], None], strict=False):
        before = kept[-1] if kept else None
        if counted is not None:  # the things behind a property of theirs
            kept.append(dataclasses.replace(anchor, bound=counted.bound))
            counted = None
            continue
        if before is not None and following is not None and _tells_counted(before, anchor, following):
            kept[-1], counted = anchor, before
            continue
        if before is not None and (bounded := _bounded(reading, before, anchor, following)) is not None:
            kept[-1] = bounded
            continue
        if before is not None and _tells_value(reading, before, anchor):
            kept[-1] = anchor
            continue
        if before is not None and (value := _of_own_property(before, anchor)) is not None:
            kept[-1] = value
            continue
        quoted = _quoted(reading, before, anchor) if before is not None else None
        if quoted is not None:
            kept[-1] = quoted
            continue
        is_count = before is not None and before.bound is not None and before.bound.number.until is None
        if anchor.has("label") and before is not None and is_count and not before.senses:
            said = {reading.words[at].low for at in range(before.last + 1, anchor.first)}
            if said <= {"different", "distinct", "unique", "of", "such", "other", "the", *OUT_AND_IN}:
                kept[-1] = dataclasses.replace(anchor, first=before.first, bound=before.bound)
                continue
        # Behind a number, or between it and "or more".
        follows = before is not None and before.bound is not None
        follows = follows and before is not None and before.first < anchor.first <= before.last + 1
        if before is not None and follows and anchor.has("property") and before.bound and not before.senses:
            whole = tuple(one for one in anchor.senses if one.kind != "property" or one.score >= WHOLE)
            kept[-1] = dataclasses.replace(before, last=max(before.last, anchor.last), senses=whole)
            continue
        kept.append(anchor)
    return kept


def _bounded(reading: Reading, before: Anchor, anchor: Anchor, following: Anchor | None) -> Anchor | None:
    """A bound with the property that stands before it; None where it is of something else."""
    is_kind = any(one.kind == "label" and one.property for one in before.senses)
    if (
        not anchor.bound
        or not before.has("property")
        or before.bound is not None
        or is_kind
        or _is_doing(reading, before, anchor, following)
        or (before.has("label") and _is_count_of(anchor, following))
    ):
        return None
    between = [reading.words[at].low for at in range(before.last + 1, anchor.first)]
    is_other = before.has("label") and bool(between and content(reading, [anchor.first - 1]))
    is_apart = bool({"and", "or", ",", "who", "that", "which"} & set(between))
    if is_other or is_apart or len(between) > _BETWEEN:
        return None
    properties = tuple(sense for sense in before.senses if sense.kind == "property")
    return dataclasses.replace(anchor, first=before.first, senses=properties)


_BETWEEN = 3
"""Words at most between a property and its bound."""


def _tells_counted(bound: Anchor, anchor: Anchor, things: Anchor) -> bool:
    """Whether a property says which things are counted: "more than 3 discontinued products"."""
    is_bare = bound.bound is not None and not bound.senses and bound.last + 1 == anchor.first
    owners = {label for one in anchor.senses for label in one.labels}
    is_told = anchor.is_only("property") and anchor.last + 1 == things.first and things.bound is None
    return is_bare and is_told and any(owners & {*one.labels} for one in things.senses if one.kind == "label")


def _is_doing(reading: Reading, before: Anchor, number: Anchor, following: Anchor | None) -> bool:
    """Whether a word says what was done so often, and is no property with that number: "who scored 3 goals"."""
    is_counted = following is not None and following.first == number.last + 1 and following.has("label")
    return is_counted and before.first == before.last and is_past(reading.words[before.first].low)


_HOLDING = {
    "containing", "contains", "contain", "including", "includes", "mention", "mentions", "mentioning",
    "include", "word", "words"
}  # fmt: skip
_BEGINNING = {"starting", "starts", "beginning", "begins", "start", "begin"}
_ENDING = {"ending", "ends", "end"}
_PLAIN = {
    "of", "is", "the", "a", "with", "as", "that", "word", "phrase", "like", "equal", "to", ":", "=", "are", ",",
    "number", "value", "text", "stating", "saying", "reading"
}  # fmt: skip


def _quoted(reading: Reading, before: Anchor, anchor: Anchor) -> Anchor | None:
    """A property and a quotation behind it, as one; None where more than a few words stand between."""
    if not anchor.quoted or before.bound or before.quoted or not before.has("property"):
        return None
    said = {reading.words[at].low for at in range(before.last + 1, anchor.first)}
    if _asks_of(reading, before, anchor):
        return None
    rest = said - {"in"} if said & _ENDING else said  # "ending in '22'"
    if not rest <= _PLAIN | _HOLDING | _BEGINNING | _ENDING:
        return None
    ways: list[tuple[set[str], Operator]] = [
        (_HOLDING, "contains"),
        (_BEGINNING, "starts"),
        (_ENDING, "ends"),
    ]
    operator: Operator = next((way for listed_words, way in ways if said & listed_words), "=")
    if operator == "contains" and says_word(said):
        operator = "word"
    properties = tuple(sense for sense in before.senses if sense.kind == "property")
    held = {sense.property for sense in anchor.senses} if anchor.is_only("value") else set[str]()
    if operator == "=" and _has_it_named(before, anchor, said):
        return None
    if operator == "=" and held and not held & {sense.property for sense in properties}:
        return None  # "shipped to 'France'": a country, and no date
    return dataclasses.replace(anchor, first=before.first, senses=properties, operator=operator)


def _has_it_named(before: Anchor, anchor: Anchor, said: set[str]) -> bool:
    """Whether the quotation names what has the property: "runtime of 'Heat'", "the longer runtime, 'Heat' or 'Ran'"."""
    owners = {label for sense in before.senses if sense.kind == "property" for label in sense.labels}
    named = {label for sense in anchor.senses if sense.kind == "name" for label in sense.labels}
    return bool(owners & named and said & {",", "of"})


def _tells_value(reading: Reading, before: Anchor, anchor: Anchor) -> bool:
    """Whether a word for one property says of another one's value what it is: "shipped to France", a ship country."""
    if before.first != before.last or not before.is_only("property") or before.bound or before.quoted:
        return False
    between = {word.low for word in reading.words[before.last + 1 : anchor.first]}
    own = {sense.property for sense in before.senses}
    said = stem(reading.words[before.first].text)
    values = [sense for sense in anchor.senses if sense.kind == "value" and sense.property not in own]
    return bool(between and between <= {"to", "from", "in", "via", "by", "the"}) and any(
        said in words_in(sense.property).stems for sense in values
    )


def _of_own_property(before: Anchor, anchor: Anchor) -> Anchor | None:
    """ "A red card", "the South region": a value with the property behind it that has it, as one; None for others."""
    if before.bound or anchor.bound or before.quoted or anchor.quoted or anchor.first != before.last + 1:
        return None
    own = {sense.property for sense in anchor.senses if sense.kind == "property"}
    if not anchor.is_only("property") or not before.is_only("value"):
        return None
    held = tuple(sense for sense in before.senses if sense.property in own)
    return dataclasses.replace(before, last=anchor.last, senses=held) if held else None


def _asks_of(reading: Reading, before: Anchor, anchor: Anchor) -> bool:
    """ "What type of machine is 'M-103'?": a property that is asked for, of what has it not itself."""
    opening = {word.low for word in reading.words[max(before.first - 1, 0) : before.first]}
    owners = {label for sense in before.senses for label in sense.labels}
    named = {label for sense in anchor.senses if sense.kind == "name" for label in sense.labels}
    return bool(opening & {"what", "which"} and named and not named & owners)


def _with_gaps(anchors: list[Anchor], taken: set[int]) -> list[Anchor]:
    ends = [-1, *(anchor.last for anchor in anchors)]
    return [
        dataclasses.replace(
            anchor, before=tuple(at for at in range(end + 1, anchor.first) if at not in taken)
        )
        for end, anchor in zip(ends, anchors, strict=False)
    ]


_DETERMINERS = {
    "the",
    "a",
    "an",
    "which",
    "all",
    "any",
    "each",
    "every",
    "some",
    "these",
    "those",
    "most",
    "least",
}


def modifiers(reading: Reading, anchor: Anchor) -> set[int]:
    """Words between a determiner and a label, which say of what kind it is: "the most recently built bridge"."""
    found = set[int]()
    for at in range(anchor.first - 1, -1, -1):
        word = reading.words[at]
        if word.low in _DETERMINERS or word.kind == "number":
            return found
        plain = listed("words", "plain")
        if word.kind != "word" or (word.low in plain and word.low not in ("first", "last")):
            return set()
        found.add(at)
    return set()


def _begins_clause(reading: Reading, last: Anchor, at: int) -> bool:
    """Whether what is denied is said of other things than the last name: "who painted X were never listed"."""
    words, is_named = reading.words, any(sense.kind == "name" for sense in last.senses)
    relative = max(
        (there for there in range(1, last.first) if words[there].low in ("who", "that", "which")), default=0
    )
    has_verb = bool(relative) and bool(content(reading, range(relative + 1, last.first)))
    return is_named and has_verb and at == last.last + 2


def content(reading: Reading, places: Sequence[int]) -> list[int]:
    """Those of these words that say something by themselves."""
    plain = listed("words", "plain")
    return [
        at
        for at in places
        if reading.words[at].kind == "word"
        and (
            (reading.words[at].low not in plain and reading.words[at].lemma not in plain)
            or _is_owning(reading, at)
        )
    ]


def _is_owning(reading: Reading, at: int) -> bool:
    """Whether "own" is what somebody does: "Which lists does X own?", "who owns it", no "their own"."""
    if reading.words[at].lemma != "own" or reading.words[at].low != "own":
        return reading.words[at].lemma == "own"
    before = [word.low for word in reading.words[:at]]
    return bool({*before} & {"do", "does", "did", "who", "that", "which"}) and before[-1] not in _WHOSE


_WHOSE = {"their", "his", "her", "its", "our", "my", "your", "whose", "'s", "an", "the", "each", "of", "with"}


def is_common_noun(reading: Reading, anchor: Anchor) -> bool:
    """Whether a name is written as a noun is: in small letters and without quotes."""
    words = reading.words[anchor.first : anchor.last + 1]
    return all(word.kind == "word" and word.text == word.low for word in words)
