"""What a graph can be asked about: its labels, relations and properties, with their words and what they hold."""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from motif.engine.coding import are_numbers, is_nothing
from motif.engine.control import keep_on
from motif.graphs.projection import BOOLEAN, FLOAT, INTEGER, OTHER, STRING, Column, Projection
from motif.indexes.names import readable
from motif.planners.meaning.multiplicity import Multiplicity
from motif.planners.meaning.schema_words import Clock, Property, PropertyKind, Relation, Words, words_in
from motif.planners.meaning.time_spans import spans_of, words_of_span
from motif.planners.reading.lemmas import stems_listed
from motif.planners.reading.lexicon import table
from motif.planners.reading.lexicon import words as listed

SAMPLED = 200
"""Values of a property that are looked at to know its kind."""

FEW, FEW_SAMPLED = 64, 20_000
"""Values of a relationships' property up to which they are looked for in questions, and rows that are looked at."""

NARROWED = 32
"""Vocabularies with some of the relations that are kept at most; each has hundreds of them."""

PART = 1 << 22
"""Relationships that are looked at between two looks at the deadline."""

_DATE = re.compile(r"-?\d{4}-\d{2}-\d{2}")
_YEAR = re.compile(r"1[0-9]{3}|20[0-9]{2}")
_YEARS, _CALLED_YEARS = (1000, 2100), (-10_000, 4000)
"""Between which whole numbers may be years, and where their property's name has the word."""

_MOMENT = re.compile(r"-?\d{4}-\d{2}-\d{2}[T ]\d")

_CLOCKS: tuple[tuple[Clock, float, float], ...] = (
    ("seconds", 2.5e8, 4.2e9),
    ("milliseconds", 2.5e11, 4.2e12),
)
"""Whole numbers that are moments from 1978 to 2103, where their property's name says that it holds such."""


_LOOKED_AT = 20_000
"""Nodes by whose names labels of what is called by codes are told."""

_OF_NODES = (
    "labels",
    "counts",
    "persons",
    "coded",
    "properties",
    "relation_properties",
    "relation_values",
    "_naming",
    "multiplicity",
)
"""What a vocabulary keeps that its relations do not decide."""

_OF_RELATIONS = ("_two_ways", "_ways", "kinds", "most_of_pair", "_narrowed")
"""What it keeps that they do."""


@dataclass
class Vocabulary:
    """The schema of a projection, read from its arrays once.

    A node without a label has the label "". Relations go from each label of the source to each of the target.
    """

    projection: Projection

    @cached_property
    def labels(self) -> dict[str, Words]:
        """By label its words."""
        named = {label for labels in self.projection.nodes.label_sets for label in labels}
        return {label: words_in(label) for label in sorted(named)}

    @cached_property
    def counts(self) -> Counter[str]:
        """How many nodes carry each label."""
        nodes, found = self.projection.nodes, Counter[str]()
        sizes = np.bincount(nodes.label_set, minlength=len(nodes.label_sets))
        for labels, size in zip(nodes.label_sets, sizes.tolist(), strict=False):
            for label in labels or ("",):
                found[label] += size
        return found

    @cached_property
    def persons(self) -> frozenset[str]:
        """Labels of what "who" asks for: nouns for persons, with properties of theirs, or nodes of such a label."""
        nouns, telling = listed("words", "persons"), listed("words", "personal")
        ends = listed("spelling", "ends")  # "salaryMin" is a vacancy's
        own = {label for label, spoken in self.labels.items() if spoken.lemmas and spoken.lemmas[-1] in nouns}
        own |= {
            one.owner
            for one in self.properties
            if telling & {"".join(one.words.lemmas), *one.words.lemmas} and not ends & {*one.words.lemmas}
        }
        sets = self.projection.nodes.label_sets
        return frozenset(label for labels in sets if own & set(labels) for label in labels)

    @cached_property
    def actors(self) -> frozenset[str]:
        """Labels of persons, and of what acts as a person does: companies, clubs."""
        nouns = listed("words", "bodies")
        return self.persons | {
            label for label, spoken in self.labels.items() if spoken.lemmas and spoken.lemmas[-1] in nouns
        }

    @cached_property
    def coded(self) -> frozenset[str]:
        """Labels of what is called by codes, "TX-7066", as nobody is: of hardly any node the name has no digit."""
        nodes, seen, plain = self.projection.nodes, Counter[str](), Counter[str]()
        for row in range(min(len(nodes), _LOOKED_AT)):
            is_plain = not any(letter.isdigit() for letter in nodes.names[row])
            for label in nodes.labels(row):
                seen[label] += 1
                plain[label] += is_plain
        return frozenset(label for label, count in seen.items() if plain[label] * 10 <= count)

    @cached_property
    def relations(self) -> tuple[Relation, ...]:
        """What joins which labels, the commonest first."""
        nodes, table = self.projection.nodes, self.projection.relationships
        n_sets, n_types = max(len(nodes.label_sets), 1), max(len(table.types), 1)
        kinds = Counter[int]()
        for start in range(0, len(table), PART):
            keep_on()
            part = slice(start, start + PART)
            key = nodes.label_set[table.sources[part]].astype(np.int64) * n_types + table.type[part]
            kinds.update(_tallied(key * n_sets + nodes.label_set[table.target[part]], n_sets**2 * n_types))
        found = Counter[tuple[str, str, str]]()
        for code, count in sorted(kinds.items()):
            rest, target = divmod(code, n_sets)
            source, kind = divmod(rest, n_types)
            for head in nodes.label_sets[source] or ("",):
                for tail in nodes.label_sets[target] or ("",):
                    found[head, table.types[kind], tail] += count
        return tuple(
            Relation(head, kind, tail, words_in(kind), count)
            for (head, kind, tail), count in sorted(found.items(), key=lambda item: (-item[1], item[0]))
        )

    def ways(self, near: str | None = None, far: str | None = None) -> tuple[tuple[Relation, bool], ...]:
        """Relations that lead from one label to another, and whether each goes out; None is any label."""
        found = self._ways.get((near, far))
        if found is None:
            found = self._ways[near, far] = tuple(
                (one, goes)
                for one in self.relations
                for goes, start, end in ((True, one.source, one.target), (False, one.target, one.source))
                if near in (None, start) and far in (None, end)
            )
        return found

    @cached_property
    def _ways(self) -> dict[tuple[str | None, str | None], tuple[tuple[Relation, bool], ...]]:
        """What `ways` gave, by the labels that it was asked for: not more than there are pairs of labels."""
        return {}

    @cached_property
    def multiplicity(self) -> Multiplicity:
        """How many relationships of a type nodes have."""
        return Multiplicity(self.projection)

    def goes_both_ways(self, relation: Relation) -> bool:
        """Whether relationships of this type go from one of two labels to the other and back."""
        return relation.type in self._two_ways

    @cached_property
    def kinds(self) -> tuple[Relation, ...]:
        """Of each type a relation between two labels, and one between things of one label: no more than these differ in
        what their names say of their ends."""
        return tuple({(one.type, one.source == one.target): one for one in self.relations}.values())

    @cached_property
    def most_of_pair(self) -> int:
        """How many relations go from one label to another at most."""
        return max(Counter((one.source, one.target) for one in self.relations).values(), default=0)

    def narrowed(self, said: Hashable, choose: Callable[[], Iterable[Relation]]) -> Vocabulary:
        """The same with the relations chosen for what is ``said``; the last few are kept: many questions share them."""
        known = self._narrowed
        found = known.pop(said, None) or self.with_relations(tuple(choose()))
        known[said] = found
        for longest_ago in list(known)[:-NARROWED]:
            known.pop(longest_ago, None)
        return found

    @cached_property
    def _narrowed(self) -> dict[Hashable, Vocabulary]:
        return {}

    def with_relations(self, relations: tuple[Relation, ...]) -> Vocabulary:
        """The same with these relations only; what they do not decide is read once for all of them, not in each."""
        for name in _OF_NODES:
            getattr(self, name)
        narrowed = copy.copy(self)
        for name in _OF_RELATIONS:
            narrowed.__dict__.pop(name, None)
        narrowed.__dict__["relations"] = relations
        return narrowed

    @cached_property
    def _two_ways(self) -> frozenset[str]:
        ends = {(one.type, one.source, one.target) for one in self.relations}
        return frozenset(kind for kind, source, target in ends if (kind, target, source) in ends)

    @cached_property
    def properties(self) -> tuple[Property, ...]:
        """Properties of nodes, by label."""
        found = []
        for name, column in self.projection.nodes.properties.items():
            is_known = column.known
            for label, rows in self._rows_by_label.items():
                known = rows if bool(is_known.all()) else rows[is_known[rows]]
                if len(known):
                    found.append(_property(label, name, column, known, len(rows)))
        return (*found, *_lasting(found, self.projection.nodes.properties, self._rows_by_label.__getitem__))

    @cached_property
    def relation_properties(self) -> tuple[Property, ...]:
        """Properties of relationships, by type."""
        found, table = [], self.projection.relationships
        for name, column in table.properties.items():
            known = column.holding
            for code, count in enumerate(np.bincount(table.type[known], minlength=len(table.types)).tolist()):
                if count:
                    rows, size = known[table.type[known] == code], int((table.type == code).sum())
                    found.append(_property(table.types[code], name, column, rows, size))
        return (*found, *_lasting(found, table.properties, self._rows_of_type))

    def _rows_of_type(self, kind: str) -> np.ndarray:
        table = self.projection.relationships
        return np.flatnonzero(table.type == table.types.index(kind))

    @cached_property
    def relation_values(self) -> dict[str, list[tuple[Property, str]]]:
        """By text in lower case what relationships' properties with few values hold: "captain", "friday"."""
        found: dict[str, list[tuple[Property, str]]] = {}
        table = self.projection.relationships
        for one in self.relation_properties:
            column = table.properties.get(one.name)
            if one.kind != "text" or column is None or column.text is None:
                continue
            entries = column.entries_of(STRING)
            entries = entries[table.type[column.rows_of(entries)] == table.types.index(one.owner)]
            values = {*column.text.take(entries[:: max(len(entries) // FEW_SAMPLED, 1)])}
            if len(values) <= FEW:
                for value in sorted(values):
                    found.setdefault(value.lower(), []).append((one, value))
        return found

    def properties_of(self, label: str | None) -> list[Property]:
        """Those of a label; of every label where it is None."""
        return [one for one in self.properties if label is None or one.owner == label]

    def naming(self, label: str) -> str:
        """The property that names most nodes of a label; "" where none does, or there is no such label."""
        if label not in self._rows_by_label:
            return ""
        if label not in self._naming:
            nodes = self.projection.nodes
            counts = np.bincount(nodes.name_property[self._rows_by_label[label]] + 1, minlength=1)
            place = int(counts.argmax()) - 1
            self._naming[label] = nodes.name_properties[place] if place >= 0 else ""
        return self._naming[label]

    @cached_property
    def _naming(self) -> dict[str, str]:
        """What `naming` gave for the labels that it was asked for."""
        return {}

    def labels_of(self, rows: Sequence[int]) -> set[str]:
        """The labels that these nodes carry, "" for none."""
        nodes = self.projection.nodes
        return {label for row in rows for label in (nodes.labels(row) or ("",))}

    def labelled(self, label: str) -> np.ndarray:
        """The nodes that carry a label, by row."""
        return self._rows_by_label[label]

    @cached_property
    def _rows_by_label(self) -> dict[str, np.ndarray]:
        """The nodes that carry each label, "" for none; labels sorted."""
        nodes, found = self.projection.nodes, dict[str, list[int]]()
        for number, labels in enumerate(nodes.label_sets):
            for label in labels or ("",):
                found.setdefault(label, []).append(number)
        order, starts = self._by_set
        parts = {
            label: [order[starts[one] : starts[one + 1]] for one in found[label]] for label in sorted(found)
        }
        return {
            label: rows[0] if len(rows) == 1 else np.sort(np.concatenate(rows))
            for label, rows in parts.items()
        }

    @cached_property
    def _by_set(self) -> tuple[np.ndarray, np.ndarray]:
        """Nodes by their set of labels, ascending in each, and where each set begins."""
        nodes = self.projection.nodes
        starts = np.zeros(len(nodes.label_sets) + 1, np.int64)
        np.cumsum(np.bincount(nodes.label_set, minlength=len(nodes.label_sets)), out=starts[1:])
        return np.argsort(nodes.label_set, kind="stable"), starts


def _tallied(keys: NDArray[np.int64], size: int) -> dict[int, int]:
    """How often each number below ``size`` comes; only those that come."""
    if size <= PART:
        counts = np.bincount(keys)
        found = np.flatnonzero(counts)
        return dict(zip(found.tolist(), counts[found].tolist(), strict=True))
    distinct, counts = np.unique(keys, return_counts=True)
    return dict(zip(distinct.tolist(), counts.tolist(), strict=True))


def _lasting(
    found: Sequence[Property], columns: Mapping[str, Column], rows_of: Callable[[str], np.ndarray]
) -> Iterator[Property]:
    """How long things, or relationships, last, as a property of theirs."""
    for span, owner, share in spans_of(found, columns, rows_of):
        yield Property(owner, span.name, "number", words_in(words_of_span(span)), share)


def _property(owner: str, name: str, column: Column, rows: np.ndarray, size: int) -> Property:
    words, sampled = words_in(_in_full(name)), rows[:: max(len(rows) // SAMPLED, 1)]
    kind, clock = _kind(words, column, sampled), _clock(words, column, sampled)
    is_text = kind == "year" and bool((column.kinds_at(sampled) == STRING).all())
    is_early = kind == "year" and not is_text and bool((column.numbers_at(sampled) < _YEARS[0]).any())
    share = len(rows) / max(size, 1)
    return Property(owner, name, kind if clock == "day" else "date", words, share, clock, is_text, is_early)


def _in_full(name: str) -> str:
    """A property's name with what is written as first letters in full: "dob" is a date of birth."""
    parts, initials = readable(name).split(), table("spelling")["initials"]
    return " ".join(initials.get(one, one) for one in parts) if initials.keys() & {*parts} else name


def _kind(words: Words, column: Column, sampled: np.ndarray) -> PropertyKind:
    """Of the commonest kind of value; whole numbers that look like years, or are called so, are years."""
    kinds = Counter(column.kinds_at(sampled).tolist())
    kind = kinds.most_common(1)[0][0]
    if kind in (INTEGER, FLOAT):
        first, last = _CALLED_YEARS if "year" in words.text.lower().split() else _YEARS
        numbers = column.numbers_at(sampled)
        years = kind == INTEGER and bool(((numbers > first) & (numbers < last)).all())
        return "year" if years else "number"
    if kind == BOOLEAN:
        return "boolean"
    texts = column.texts_at(sampled)
    if kind == OTHER and all(text[:1] == "[" for text in texts):
        return "list"
    if texts and all(_DATE.match(text) for text in texts if text):
        return "date"
    told = [text for text in texts if not is_nothing(text)]
    if kind == STRING and told and all(map(_YEAR.fullmatch, told)):
        return "year"
    if kind == STRING and are_numbers(told):
        return "number"
    return "text"


def _clock(words: Words, column: Column, sampled: np.ndarray) -> Clock:
    """What days are held as; "day" where a property holds none."""
    of_moments = stems_listed("spelling", "moments")
    if bool((column.kinds_at(sampled) == INTEGER).all()) and of_moments & set(words.stems):
        values = column.numbers_at(sampled)
        return next(
            (one for one, low, high in _CLOCKS if bool(((values > low) & (values < high)).all())), "day"
        )
    texts = column.texts_at(sampled)
    return (
        "moment" if any(map(_MOMENT.match, texts)) and all(map(_DATE.match, filter(None, texts))) else "day"
    )
