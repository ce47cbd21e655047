"""A database's schema as text for a language model, with what the question is about first where not all of it fits."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from motif.graphs.graph_schema import GraphSchema, PropertyProfile, RelationProfile
from motif.indexes.names import readable
from motif.planners.reading.lemmas import stem
from motif.planners.steps.schema_lines import index_lines, label_line, property_line, relation_lines
from motif.planners.steps.withholding import without_values
from motif.planners.wording import words_of

MAXIMUM_CHARACTERS = 8000
"""Of the text, about 2,000 tokens."""

Similar: TypeAlias = Callable[[Sequence[str]], NDArray[np.floating]]
"""How like the question each of some texts is, (n,), higher is liker."""

_RESERVED = 200
_NAMED = 0.5
"""Added to the likeness of what the question names in so many words, or a value of which it holds."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A line with those that belong below it, and the texts by which it is like a question."""

    lines: tuple[str, ...]
    texts: tuple[str, ...]
    values: tuple[str, ...]
    count: int
    below: tuple[_Entry, ...] = ()


def schema_prompt(
    schema: GraphSchema,
    question: str = "",
    *,
    share_examples: bool = True,
    characters: int = MAXIMUM_CHARACTERS,
    similar: Similar | None = None,
) -> str:
    """The schema as lines of text, at most ``characters`` of them.

    Where it is longer, labels, types and properties least like the question are left out, and their number is said.

    Parameters
    ----------
    share_examples
        Whether it may hold what the database's values say: examples, ranges, units, names. Without, it holds labels,
        types, properties, what kind of value they have, counts and indexes, and nothing else.
    similar
        How like the question texts are; without it words that both have decide.

    >>> from motif.graphs.graph_schema import Ends, LabelProfile
    >>> film = LabelProfile("Film", 38, {"year": PropertyProfile("year", "INTEGER", minimum=1975, maximum=2012)})
    >>> print(schema_prompt(GraphSchema({"Film": film}, {})))
    Nodes:
    (:Film) 38 nodes
      year: integer, 1975 to 2012
    """
    shown = schema if share_examples else without_values(schema)
    labels = [_label_entry(shown, name) for name in sorted(shown.labels)]
    relations = [_relation_entry(shown.relations[name]) for name in sorted(shown.relations)]
    searches = index_lines(shown)
    left = characters - sum(len(line) + 1 for line in searches) - _RESERVED
    if left < _size([*labels, *relations]):
        rank = _ranking(question, similar)
        relations, fewer = _fitting(relations, left * 2 // 5, rank)
        labels, less = _fitting(labels, left - _size(relations), rank)
    else:
        fewer = less = 0
    parts = [
        *_section("Nodes:", labels, less, "labels"),
        *_section("Relationships:", relations, fewer, "types"),
        *(["Indexes of the database:", *searches] if searches else []),
    ]
    return "\n".join(parts) or "The database is empty."


def _label_entry(schema: GraphSchema, name: str) -> _Entry:
    label = schema.labels[name]
    below = tuple(_property_entry(profile, name) for profile in label.properties.values())
    values = tuple(value for one in below for value in one.values)
    texts = (readable(name), *(text for one in below for text in one.texts))
    return _Entry((label_line(label),), texts, values, label.count, below)


def _property_entry(profile: PropertyProfile, label: str) -> _Entry:
    texts = (readable(profile.name), f"{readable(label)} {readable(profile.name)}")
    return _Entry((f"  {property_line(profile)}",), texts, _texts(profile), 0)


def _relation_entry(relation: RelationProfile) -> _Entry:
    ends = tuple(readable(label) for one in relation.ends[:1] for label in (one.source, one.target) if label)
    told = readable(relation.type)
    texts = (told, " ".join((*ends[:1], told, *ends[1:])), *map(readable, relation.properties))
    ends_of = (relation.source_names, relation.target_names)
    values = tuple(value for profile in ends_of if profile is not None for value in _texts(profile))
    return _Entry(tuple(relation_lines(relation)), texts, values, relation.count)


def _texts(profile: PropertyProfile) -> tuple[str, ...]:
    return tuple(value for value in profile.values if isinstance(value, str))


def _size(entries: Iterable[_Entry]) -> int:
    return sum(sum(len(line) + 1 for line in one.lines) + _size(one.below) for one in entries)


def _section(title: str, entries: Sequence[_Entry], left_out: int, what: str) -> list[str]:
    lines = [
        line for one in entries for line in (*one.lines, *(row for below in one.below for row in below.lines))
    ]
    more = [f"and {left_out} more {what}"] if left_out else []
    return [title, *lines, *more] if lines or more else []


_Ranking: TypeAlias = Callable[[Sequence[_Entry]], list[int]]


def _ranking(question: str, similar: Similar | None) -> _Ranking:
    """Places of entries, those most like the question first, then those of which there are more."""
    asked = {stem(word) for word in words_of(question)}

    def likeness(entries: Sequence[_Entry]) -> list[float]:
        texts = list(dict.fromkeys(text for one in entries for text in one.texts))
        told = (
            np.zeros(len(texts)) if similar is None or not texts else np.asarray(similar(texts), np.float64)
        )
        of_text = dict(zip(texts, told.tolist(), strict=True))
        return [max(of_text[text] + _NAMED * _shared(text, asked) for text in one.texts) for one in entries]

    def rank(entries: Sequence[_Entry]) -> list[int]:
        scores = [
            score + _NAMED * any(_shared(value, asked) == 1.0 for value in one.values)
            for one, score in zip(entries, likeness(entries), strict=True)
        ]
        return sorted(range(len(entries)), key=lambda place: (-scores[place], -entries[place].count, place))

    return rank


def _shared(text: str, asked: set[str]) -> float:
    """Part of the words of ``text`` that the question has."""
    words = [stem(word) for word in words_of(text)]
    return sum(word in asked for word in words) / len(words) if words else 0.0


def _fitting(entries: Sequence[_Entry], characters: int, rank: _Ranking) -> tuple[list[_Entry], int]:
    """Those that fit, as they stood, with those of the lines below them that fit; and how many were left out."""
    kept: dict[int, _Entry] = {}
    order = rank(entries)
    # A third of the room is for the entries themselves, so that one with many properties does not fill it.
    heads = characters // 3 if any(one.below for one in entries) else characters
    for place in order:
        bare = _with(entries[place], ())
        if _size([*kept.values(), bare]) <= heads:
            kept[place] = bare
    for place in order:
        if place in kept:
            room = characters - _size(kept.values())
            kept[place] = _with(entries[place], _chosen(entries[place].below, room, rank))
    return [kept[place] for place in sorted(kept)], len(entries) - len(kept)


def _chosen(entries: Sequence[_Entry], characters: int, rank: _Ranking) -> tuple[_Entry, ...]:
    chosen: list[int] = []
    for place in rank(entries):
        size = _size([entries[place]])
        if size <= characters:
            chosen.append(place)
            characters -= size
    return tuple(entries[place] for place in sorted(chosen))


def _with(entry: _Entry, below: tuple[_Entry, ...]) -> _Entry:
    """``entry`` with some of the lines below it, saying how many are not shown."""
    left_out = len(entry.below) - len(below)
    more = f", {left_out} more of its properties not shown" if left_out else ""
    return dataclasses.replace(entry, lines=(entry.lines[0] + more, *entry.lines[1:]), below=below)
