"""What a thing has of several kinds, asked for at once: "the capital and the currency of X", "X's parents and rank"."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from motif.graphs.meaning import Branch, Column, Direction, Meaning, Place, Selection, Value
from motif.planners.meaning.request import Asking
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading

MOST = 4
"""Kinds that one question asks for, at most; each is read by itself."""

LEAST = 0.5
"""Confidence that each of the questions must have by itself."""

_JOINS = {"and", ",", "&"}
_ARTICLES = {"the", "a", "an", "its", "their", "his", "her"}
_OWNED = {"of", "for"}
_REVERSED: dict[Direction, Direction] = {"out": "in", "in": "out", "both": "both"}


@dataclass(frozen=True, slots=True)
class _Asked:
    """The nouns for what is asked for, each with its question."""

    nouns: tuple[str, ...]
    questions: tuple[str, ...]


def several_of(reading: Reading, asking: Asking, n_shown: int = 0) -> Meaning | None:
    """The meaning that gives each of what is asked for in a column; None where a question asks for one thing.

    Each is asked for by itself ("the capital of Japan", "the currency of Japan"); where all are about the same thing,
    what is meant by each is said of it together. What a thing has none of leaves its column empty.

    Parameters
    ----------
    n_shown
        How many columns the question read as a whole gives surely: nothing is better than as many as are asked for.
    """
    asked = _asked(reading)
    if asked is None or n_shown >= len(asked.nouns):
        return None
    found = [next(iter(asking(question)), None) for question in asked.questions]
    parts = [
        _Part.of(at, one, noun) for at, (one, noun) in enumerate(zip(found, asked.nouns, strict=True)) if one
    ]
    told = [part for part in parts if part is not None]
    if len(told) < len(asked.nouns) or len({_bare(part.owner) for part in told}) > 1:
        return None
    branches = [part.branch for part in told if part.branch is not None]
    if len({(one.types, one.place.label) for one in branches}) < len(branches):
        return None  # kings and queens are monarchs, and no pairs of them
    owner = told[0].owner
    tests = (*owner.tests, *branches)
    columns = tuple(Column(part.name, part.value) for part in told)
    if not owner.names:
        columns += (Column((owner.label or "thing").lower(), Value(OWNER), is_besides=True),)
    if len({column.name for column in columns}) < len(columns):
        return None
    selection = Selection(dataclasses.replace(owner, tests=tests), columns)
    return Meaning(selection, (), min(one.confidence for one in found if one is not None))


@dataclass(frozen=True, slots=True)
class _Part:
    """One of what is asked for: whose it is, the branch to it, and what of that is shown."""

    owner: Place
    branch: Branch | None
    value: Value
    name: str

    @classmethod
    def of(cls, at: int, meaning: Meaning, noun: str) -> _Part | None:
        """None where the question is not understood, or asks for more than a thing's things and properties."""
        asked = meaning.asked
        if (
            meaning.omissions
            or meaning.confidence < LEAST
            or not isinstance(asked, Selection)
            or not _is_plain(asked)
        ):
            return None
        column, root = asked.columns[0], asked.place
        assert isinstance(column.value, Value)
        if column.value.property is not None and column.value.place == root.key:
            if column.value.of_relationship:
                return None
            value = dataclasses.replace(column.value, place=OWNER)
            return cls(dataclasses.replace(root, key=OWNER), None, value, column.value.property)
        branches = [test for test in root.tests if isinstance(test, Branch)]
        if len(branches) != 1 or branches[0].count or branches[0].optional or column.value.place != root.key:
            return None
        owner, key = branches[0].place, f"{at}"
        rest = tuple(test for test in root.tests if test is not branches[0])
        thing = dataclasses.replace(root, key=key, tests=rest)
        back = dataclasses.replace(
            branches[0], direction=_REVERSED[branches[0].direction], place=thing, optional=True
        )
        value = dataclasses.replace(column.value, place=key)
        return cls(dataclasses.replace(owner, key=OWNER), back, value, noun)


OWNER = "owner"
"""The key of what has all that is asked for."""


def _is_plain(asked: Selection) -> bool:
    is_cut = asked.limit is not None or bool(asked.order or asked.having) or asked.share is not None
    is_made = asked.asks or asked.per is not None or asked.over is not None
    shown = [one.value for one in asked.columns if not one.is_besides]
    return (
        not is_cut and not is_made and len(shown) == 1 == len(asked.columns) and isinstance(shown[0], Value)
    )


def _bare(place: Place) -> Place:
    """A place whatever words say it."""
    return dataclasses.replace(place, span=(0, 0), tests=tuple(map(_bare_test, place.tests)))  # type: ignore[arg-type]


def _bare_test(test: object) -> object:
    if isinstance(test, Branch):
        return dataclasses.replace(test, span=(0, 0), place=dataclasses.replace(_bare(test.place), key=""))
    return dataclasses.replace(test, span=(0, 0)) if hasattr(test, "span") else test  # type: ignore[type-var]


def _asked(reading: Reading) -> _Asked | None:
    """The nouns before "of" or behind "'s" that "and" joins, and the question for each; None where there is one."""
    low = [word.low for word in reading.words]
    own = next((at for at, word in enumerate(low) if word in _OWNED), None)
    if own is not None and (found := _nouns(reading, 0, own)):
        rest = reading.question[reading.words[own].start :]
        return _Asked(found, tuple(f"the {noun} {rest}" for noun in found))
    own = next((at for at, word in enumerate(low) if word == "'s" and at), None)
    end = len(low) - (reading.words[-1].kind == "mark") if low else 0
    if own is not None and (found := _nouns(reading, own + 1, end)):
        before = reading.question[: reading.words[own].end]
        return _Asked(found, tuple(f"{before} {noun}?" for noun in found))
    return None


def _nouns(reading: Reading, first: int, last: int) -> tuple[str, ...]:
    """The nouns that "and" and commas join between two places; none where anything else stands there."""
    words, opening = reading.words, listed("asking", "opening") | listed("asking", "opening_list")
    at = first
    while first == 0 and at < last and words[at].low in opening - _JOINS:
        at += 1
    groups: list[list[str]] = [[]]
    for word in words[at:last]:
        if word.low in _JOINS:
            groups.append([])
        elif word.kind != "word":
            return ()
        elif word.low not in _ARTICLES:
            groups[-1].append(word.text)
    groups = [group for group in groups if group]
    is_said = 1 < len(groups) <= MOST and any(word.low in ("and", "&") for word in words[at:last])
    if not is_said or any(len(group) > 3 for group in groups):
        return ()
    return tuple(" ".join(group) for group in groups)
