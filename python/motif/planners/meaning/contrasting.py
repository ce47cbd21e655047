"""Two named things by how much or how many of others they have: "Does X have more members than Y?"."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from motif.graphs.meaning import (
    Aggregate,
    Comparison,
    ComparisonKind,
    Meaning,
    Place,
    Selection,
)
from motif.planners.english import ARTICLES, AUXILIARIES
from motif.planners.meaning.request import Asking
from motif.planners.meaning.senses import Anchor
from motif.planners.meaning.trees import mapped
from motif.planners.reading.marks import Reading

_MORE = {"more": "more", "fewer": "less", "less": "less", "most": "more", "fewest": "less", "least": "less"}
_ASKING = {"who", "which", "what", "whose"}
_NUMBER_OF = (("number", "of"), ("amount", "of"))
_BETWEEN = {"between", "of", "among"}
_WHERE = {"in", "on", "at", "by", "for", "to", "from", "with", "of", "within"}


@dataclass(frozen=True, slots=True)
class _Contrast:
    """How two things are told apart: which way, which places of words speak of the second only, and what of the first
    stands where no sentence needs it."""

    kind: ComparisonKind
    graded: int
    dropped: frozenset[int]
    set_apart: bool = False


def contrast_of(reading: Reading, anchors: Sequence[Anchor], asking: Asking) -> Meaning | None:
    """The comparison of two names by a number that is found out for each; None where a question asks for none.

    The question is asked for the first alone ("how many members does X have"), and what is meant is meant of both.
    """
    named = [anchor for anchor in anchors if anchor.has("name")]
    if len(named) == 2:
        return _of_names(reading, (named[0], named[1]), asking)
    is_bounded = any(anchor.bound for anchor in anchors)
    kinds = _told_apart(reading, anchors) if not named and not is_bounded else None
    return None if kinds is None else _of_kinds(reading, *kinds, asking)


def _of_names(reading: Reading, named: tuple[Anchor, Anchor], asking: Asking) -> Meaning | None:
    """ "Does X have more members than Y": the question for X, and the same with Y for X."""
    first, second = named
    contrast = _contrast(reading, first, second)
    alone = None if contrast is None else one_number(asking(_question_for(reading, contrast, first)))
    if contrast is None or alone is None:
        return None
    own, asked = alone
    for one, other in _senses(first, second):
        changed = _swapped(asked.place, one, other)
        if changed is None:
            continue
        label, texts = one
        places = (
            Place("one", label, texts, span=reading.span(first.first, first.last)),
            Place("another", label, other[1], span=reading.span(second.first, second.last)),
        )
        numbers = asked, with_other_keys(dataclasses.replace(asked, place=changed))
        return Meaning(
            Comparison(contrast.kind, *places, None, numbers=numbers), own.omissions, own.confidence
        )
    return None


def _told_apart(reading: Reading, anchors: Sequence[Anchor]) -> tuple[Anchor, Anchor] | None:
    """The two words of one kind about "than": "are there more rivers than lakes"."""
    low = [word.low for word in reading.words]
    at = low.index("than") if "than" in low else len(low)
    behind = next((one for one in anchors if one.first > at), None)
    if behind is None or not behind.senses:
        return None
    kind = behind.senses[0].kind
    before = [one for one in anchors if one.last < at and one.senses and one.senses[0].kind == kind]
    return (before[-1], behind) if before else None


def _of_kinds(reading: Reading, first: Anchor, second: Anchor, asking: Asking) -> Meaning | None:
    """ "Are there more rivers than lakes": the question for the ones, and for the others."""
    contrast = _contrast(reading, first, second)
    if contrast is None or contrast.kind in ("more", "less"):
        return None
    question = _question_for(reading, contrast, first)
    one, other = (reading.question[slice(*reading.span(at.first, at.last))] for at in (first, second))
    mine, yours = (one_number(asking(said)) for said in (question, question.replace(one, other)))
    if mine is None or yours is None or mine[1] == yours[1]:
        return None
    places = (
        Place("one", None, (one,), span=reading.span(first.first, first.last)),
        Place("another", None, (other,), span=reading.span(second.first, second.last)),
    )
    omissions = tuple(dict.fromkeys((*mine[0].omissions, *yours[0].omissions)))
    asked = Comparison(contrast.kind, *places, None, numbers=(mine[1], with_other_keys(yours[1])))
    return Meaning(asked, omissions, min(mine[0].confidence, yours[0].confidence))


def one_number(meanings: Sequence[Meaning]) -> tuple[Meaning, Selection] | None:
    """The likeliest meaning, and what it asks for, where that is one number."""
    likeliest = next(iter(meanings), None)
    if likeliest is None or not isinstance(likeliest.asked, Selection) or not _is_one_number(likeliest.asked):
        return None
    return likeliest, likeliest.asked


def _contrast(reading: Reading, first: Anchor, second: Anchor) -> _Contrast | None:
    low = [word.low for word in reading.words]
    inside = {at for one in (first, second) for at in range(one.first, one.last + 1)}
    same = next(
        (one for one in reading.of("same") if tuple(low[one.last + 1 : one.last + 3]) in _NUMBER_OF), None
    )
    if same is not None and low[first.last + 1 : second.first] == ["and"] and low[0] in AUXILIARIES:
        return _Contrast(
            "same",
            same.last + 2,
            frozenset([*range(first.last + 1, second.last + 1), *range(same.first, same.last + 2)]),
        )
    graded = next((at for at, word in enumerate(low) if at not in inside and _is_graded(reading, at)), None)
    if graded is None:
        return None
    between = low[first.last + 1 : second.first]
    is_less = _MORE.get(low[graded]) == "less"
    joint = next(
        (at for at in range(second.first - 1, first.last, -1) if low[at] in ("than", "or", "and")), None
    )
    if joint is None or set(low[joint + 1 : second.first]) - _WHERE - ARTICLES - AUXILIARIES:
        return None
    spoken = set(range(joint, second.last + 1))
    while (
        low[max(spoken) + 1 : max(spoken) + 2]
        and low[max(spoken) + 1] in AUXILIARIES
        and low[joint] == "than"
    ):
        spoken.add(max(spoken) + 1)
    if low[joint] == "than" and low[graded] in ("more", "fewer", "less"):
        if _is_how_many(low, graded):
            return _Contrast("difference", graded, frozenset(spoken))
        is_asked = low[0] in AUXILIARIES
        return (
            _Contrast("falls short" if is_less else "exceeds", graded, frozenset(spoken))
            if is_asked
            else None
        )
    apart = low[first.first - 1] in (",", ":", "-", "–", "?") if first.first else True
    if low[joint] == "or" and not set(between) - {"or", ",", "either"} - _WHERE - ARTICLES:
        return _Contrast("less" if is_less else "more", graded, frozenset(spoken), set_apart=apart)
    is_chosen = bool(_ASKING & set(low)) and first.first > 0
    if low[joint] == "and" and is_chosen and _stands_between(low, first):
        return _Contrast("less" if is_less else "more", graded, frozenset(spoken), set_apart=True)
    return None


def _stands_between(low: Sequence[str], first: Anchor) -> bool:
    """Whether the two are what is chosen from: "which of X and Y", "between X and Y"."""
    before = [word for word in low[: first.first] if word not in ARTICLES]
    return bool(before) and before[-1] in _BETWEEN


def _is_graded(reading: Reading, at: int) -> bool:
    """Whether a word says more or less of things that follow, not of how: "more expensive" compares a property."""
    if reading.words[at].low not in _MORE or any(one.first <= at <= one.last for one in reading.bounds):
        return False
    measure = next((one for one in reading.measures if one.first <= at <= one.last), None)
    return (measure is None or not measure.adjective) and at + 1 < len(reading.words)


def _is_how_many(low: Sequence[str], graded: int) -> bool:
    return graded >= 2 and low[graded - 2] == "how" and low[graded - 1] in ("many", "much")


def _question_for(reading: Reading, contrast: _Contrast, first: Anchor) -> str:
    """ "How many", what is had more of, and the rest of the question with the first name as who has it."""
    words, low = reading.words, [word.low for word in reading.words]
    name = reading.question[slice(*reading.span(first.first, first.last))]
    graded = contrast.graded - 2 * _is_how_many(low, contrast.graded)
    before = [at for at in range(graded) if at not in contrast.dropped]
    behind = [
        at for at in range(contrast.graded + 1, len(words)) if at not in contrast.dropped and low[at] != "?"
    ]
    own = set(range(first.first, first.last + 1))
    if contrast.set_apart:
        before = [at for at in before if at not in own and low[at] not in _BETWEEN | ARTICLES | {",", ":"}]
        behind = [at for at in behind if at not in own and low[at] not in {",", ":", "-", "–"}]
        return _joined(["How many", *(words[at].text for at in behind), *_told_of(reading, before, name)])
    opens = before[:1] and low[before[0]] in AUXILIARIES and low[before[0]]
    before = before[1:] if opens else before
    before = [at for at in before if low[at] != "there"]
    helping = [str(opens)] if opens and before else []
    return _joined(
        ["How many", *(words[at].text for at in behind), *helping, *(words[at].text for at in before)]
    )


def _told_of(reading: Reading, before: Sequence[int], name: str) -> list[str]:
    """The words before "more", the name for who is asked for: "who wrote" is "X wrote", "in which city" "in X"."""
    words = reading.words
    at = next((number for number, place in enumerate(before) if words[place].low in _ASKING), None)
    if at is None:
        return [*(words[place].text for place in before if words[place].low not in AUXILIARIES), name]
    if at and words[before[at - 1]].low in _WHERE:
        return [words[before[at - 1]].low, name]
    rest = list(before[at + 1 :])
    verb = next(
        (number for number, place in enumerate(rest) if words[place].low in AUXILIARIES), len(rest) - 1
    )
    return [name, *(words[place].text for place in rest[max(verb, 0) :])]


def _joined(parts: Sequence[str]) -> str:
    return " ".join(parts).replace(" 's", "'s") + "?"


def _is_one_number(asked: Selection) -> bool:
    column = asked.columns[0].value if len(asked.columns) == 1 else None
    is_plain = asked.share is None and asked.per is None and asked.over is None and not asked.having
    return is_plain and not asked.asks and asked.limit is None and isinstance(column, Aggregate)


def _senses(
    first: Anchor, second: Anchor
) -> Iterator[tuple[tuple[str, tuple[str, ...]], tuple[str, tuple[str, ...]]]]:
    """What both are called as things of one label, likeliest first."""
    for one in first.senses:
        for other in second.senses:
            if one.kind == other.kind == "name":
                for label in one.labels:
                    if label in other.labels:
                        yield (label, one.texts), (label, other.texts)


def _swapped(
    place: Place, one: tuple[str, tuple[str, ...]], other: tuple[str, tuple[str, ...]]
) -> Place | None:
    """The place with the second name for the first; None where that is not in it."""
    found = mapped(place, lambda at: dataclasses.replace(at, names=other[1]) if _is_named(at, one) else at)
    return None if found == place else found


def _is_named(place: Place, named: tuple[str, tuple[str, ...]]) -> bool:
    return bool(place.names) and place.label in (named[0], None) and place.names == named[1]


def with_other_keys(asked: Selection) -> Selection:
    """The selection with keys that no other has."""
    column = asked.columns[0]
    assert isinstance(column.value, Aggregate)
    of = dataclasses.replace(column.value.of, place=_key(column.value.of.place))
    place = mapped(asked.place, lambda at: dataclasses.replace(at, key=_key(at.key)))
    value = dataclasses.replace(column.value, of=of)
    return dataclasses.replace(
        asked, place=place, columns=(dataclasses.replace(column, value=value),), order=()
    )


def _key(key: str) -> str:
    return f"{key} of the other"
