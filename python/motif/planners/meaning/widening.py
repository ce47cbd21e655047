"""Things that no word calls by a label: of any label that the relation leads to, "who founded X", whoever it is."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Sequence

from motif.graphs.meaning import (
    Aggregate,
    AllOf,
    AnyOf,
    Branch,
    Column,
    Condition,
    Not,
    Place,
    Relative,
    Selection,
    Span,
    Test,
    Value,
)
from motif.planners.meaning.roles import roles_in
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import stem
from motif.planners.reading.words import Word

_Step = tuple[str | None, Branch]


@dataclasses.dataclass(frozen=True, slots=True)
class Widener:
    """Takes from the places of one question the labels that it does not say.

    Parameters
    ----------
    said
        Where labels are said, in the question.
    words
        Of the question.
    asks_who
        Whether persons are asked for: then they are put together with companies, and not with films.
    """

    vocabulary: Vocabulary
    said: Collection[Span]
    words: Sequence[Word]
    asks_who: bool

    def widened(self, selection: Selection) -> Selection:
        """The selection with no label where several are as likely and the same is asked of them."""
        root = selection.place
        place = self._place(root, None, selection)
        if place == root:
            return selection
        columns = selection.columns
        if place.label is None and root.label is not None:
            columns = tuple(_renamed(column, root) for column in columns)
        return dataclasses.replace(selection, place=place, columns=columns)

    def _place(self, place: Place, came: _Step | None, selection: Selection) -> Place:
        label = place.label
        if label and place.span not in self.said and not place.names and place.foremost is None:
            labels = self._of_branches(place) if came is None else set(self._reached(*came))
            is_apt = not self.asks_who or came is not None or labels <= self.vocabulary.actors
            if len(labels) > 1 and label in labels and is_apt and self._have(labels, place, selection):
                label = None
        tests = tuple(self._test(test, label, selection) for test in place.tests)
        return dataclasses.replace(place, label=label, tests=tests)

    def _have(self, labels: Collection[str], place: Place, selection: Selection) -> bool:
        """Whether nodes of each label have what is asked of a place."""
        needed = set(_properties(place, selection))
        return all(
            needed <= {one.name for one in self.vocabulary.properties_of(label)}
            for label in (labels if needed else ())
        )

    def _test(self, test: Test, near: str | None, selection: Selection) -> Test:
        if isinstance(test, Branch):
            place = self._place(test.place, (near, test), selection)
            return dataclasses.replace(test, types=self._kin(test.types), place=place)
        if isinstance(test, (AllOf, AnyOf)):
            return dataclasses.replace(
                test, tests=tuple(self._test(one, near, selection) for one in test.tests)
            )
        return (
            dataclasses.replace(test, test=self._test(test.test, near, selection))
            if isinstance(test, Not)
            else test
        )

    def _kin(self, types: tuple[str, ...]) -> tuple[str, ...]:
        """The types, and others that a noun which is in no name of theirs stands for as well: children have
        a father, or a mother."""
        kinds = [one for one in self.vocabulary.kinds if one.type in types]
        found = set(types)
        for word in self.words if len(types) == 1 else ():
            if not roles_in(kinds, word) or any(
                word.lemma in one.words.lemmas or stem(word.text) in one.words.stems for one in kinds
            ):
                continue
            own = [one for one in self.vocabulary.relations if one.type in types]
            roles = {(one.source, one.target, role) for one, role in roles_in(own, word)}
            found |= {
                one.type
                for one, role in roles_in(self.vocabulary.relations, word)
                if (one.source, one.target, role) in roles
            }
        return tuple(sorted(found)) if len(found) > 1 else types

    def _reached(self, near: str | None, branch: Branch) -> Iterator[str]:
        """Labels that a branch leads to."""
        for one in self.vocabulary.relations:
            if one.type in branch.types:
                if branch.direction in ("out", "both") and near in (None, one.source):
                    yield one.target
                if branch.direction in ("in", "both") and near in (None, one.target):
                    yield one.source

    def _of_branches(self, place: Place) -> set[str]:
        """Labels of what has every branch of a place; none where it has none."""
        sets = [set(self._beginning(one)) for test in place.tests for one in _branches(test)]
        return set.intersection(*sets) if sets else set()

    def _beginning(self, branch: Branch) -> Iterator[str]:
        """Labels that a branch leads from."""
        far = branch.place.label
        for one in self.vocabulary.relations:
            if one.type in branch.types:
                if branch.direction in ("out", "both") and far in (None, one.target):
                    yield one.source
                if branch.direction in ("in", "both") and far in (None, one.source):
                    yield one.target


def _branches(test: Test) -> Iterator[Branch]:
    """What must, or may, be joined; not what must not be."""
    if isinstance(test, Branch):
        yield test
    elif isinstance(test, (AllOf, AnyOf)):
        for one in test.tests:
            yield from _branches(one)


def _properties(place: Place, selection: Selection) -> Iterator[str]:
    """What is asked of a place's properties."""
    shown = [*(column.value for column in selection.columns), *(order.by for order in selection.order)]
    shown += [having.of for having in selection.having]
    values = [one.of if isinstance(one, Aggregate) else one for one in shown]
    for value in (*values, *([selection.per] if selection.per is not None else [])):
        if value.place == place.key and value.property is not None and not value.of_relationship:
            yield value.property
    for test in place.tests:
        yield from _tested(test)


def _tested(test: Test) -> Iterator[str]:
    if isinstance(test, (Condition, Relative)) and test.property is not None:
        yield test.property
    elif isinstance(test, (AllOf, AnyOf)):
        for one in test.tests:
            yield from _tested(one)
    elif isinstance(test, Not):
        yield from _tested(test.test)


def _renamed(column: Column, root: Place) -> Column:
    """The column of the things themselves, which the label named."""
    is_thing = column.value == Value(root.key) and column.name == (root.label or "").lower()
    return dataclasses.replace(column, name="node") if is_thing else column
