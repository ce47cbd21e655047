"""Things compared with what is usual: "older than the average", "an above-average price", "more goals than average"."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from motif.engine.meaning_answers import answer_meaning
from motif.engine.meaning_masks import MeaningGraph
from motif.graphs.meaning import (
    Aggregate,
    Branch,
    Column,
    Condition,
    Function,
    Having,
    Meaning,
    Place,
    Selection,
    Test,
    Value,
)
from motif.graphs.projection import Projection
from motif.planners.english import ARTICLES
from motif.planners.meaning.request import Asking
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.trees import mapped
from motif.planners.reading.lexicon import table
from motif.planners.reading.marks import Reading

STAND_IN = 7.7731
"""What stands for what is usual while the question is read: a number that no question has."""

AMONG_SOME = 0.8
"""Of the confidence, where it is not said whether all of a kind are meant or those that are asked for."""

_TAIL = {"of", "all", "the", "for", "across", "every", "other", "any", "overall", "a", "an"}
_OWN = {"its", "their", "his", "her", "own", "same", "respective", "that", "each", "per"}


def compared_with_usual(
    projection: Projection, reading: Reading, pieces: Sequence[Piece], asking: Asking
) -> Meaning | None:
    """The meaning of a question that compares with an average or a median; None where it does none, or is not read.

    It is read with a number for that; which property or count the number is about tells what the average is of: of all
    that have the label or the type. Its value is that of the projection, as a number in the meaning.
    """
    found = _with_stand_in(reading, pieces)
    meaning = next(iter(asking(found[0])), None) if found is not None else None
    if found is None or meaning is None or not isinstance(meaning.asked, Selection):
        return None
    usual = _Usual(MeaningGraph(projection), found[1])
    asked = dataclasses.replace(
        meaning.asked,
        place=mapped(meaning.asked.place, lambda place: place, usual.test),
        having=tuple(usual.having(meaning.asked, one) for one in meaning.asked.having),
    )
    if not usual.is_found:
        return None
    is_some = sum(len(place.tests) for place in asked.place.bound()) > 1
    confidence = meaning.confidence * (AMONG_SOME if is_some and not asked.asks else 1.0)
    return dataclasses.replace(meaning, asked=asked, confidence=confidence)


@dataclasses.dataclass
class _Usual:
    """Puts what is usual where the number stands for it."""

    graph: MeaningGraph
    function: Function
    is_found: bool = False

    def test(self, owner: Place | Branch, test: Test) -> Test:
        if isinstance(test, Condition) and test.value == STAND_IN:
            value = self._of(owner, test.property)
            if value is not None:
                self.is_found = True
                return dataclasses.replace(test, value=value, said=f"the {self.function}")
        if isinstance(test, Branch) and test.count is not None and test.count[1] == STAND_IN:
            assert isinstance(owner, Place)
            branch = dataclasses.replace(test, count=None)
            place = dataclasses.replace(owner, names=(), tests=(branch,), foremost=None)
            number = Aggregate("count", Value(branch.place.key), distinct=True)
            value = self._number(
                Selection(place, (Column("node", Value(place.key)), Column("n", number)), over=self.function)
            )
            if value is not None:
                self.is_found = True
                return dataclasses.replace(test, count=(test.count[0], value))
        return test

    def having(self, asked: Selection, having: Having) -> Having:
        if having.value != STAND_IN:
            return having
        shown = [column for column in asked.columns if not isinstance(column.value, Aggregate)]
        whole = dataclasses.replace(
            asked,
            columns=(*shown, Column("n", having.of)),
            having=(),
            order=(),
            limit=None,
            over=self.function,
        )
        value = self._number(whole)
        self.is_found |= value is not None
        return having if value is None else dataclasses.replace(having, value=value)

    def _of(self, owner: Place | Branch, name: str) -> float | None:
        """What is usual of a property of all that have a label, or of all relationships of some types."""
        if isinstance(owner, Place):
            place, value = Place("n", owner.label), Value("n", name)
        else:
            far = Branch(owner.types, "out", Place("m"))
            place, value = Place("n", tests=(far,)), Value("m", name, of_relationship=True)
        return self._number(Selection(place, (Column("n", Aggregate(self.function, value)),)))

    def _number(self, asked: Selection) -> float | None:
        rows = answer_meaning(self.graph, Meaning(asked)).rows
        value = rows[0][0] if rows else None
        return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def _with_stand_in(reading: Reading, pieces: Sequence[Piece]) -> tuple[str, Function] | None:
    """The question with a number for what is usual, and what that is; None where nothing is compared with it."""
    words, listed = reading.words, table("comparing")["usual"]
    for at, word in enumerate(words):
        function: Function | None = listed.get(word.low)
        is_joined = at > 1 and words[at - 1].low == "-"
        before, first = (words[at - 2].low, at - 2) if is_joined else ("", at)
        while not before and first and words[first - 1].low in ARTICLES:
            first -= 1
        comparing = before or (words[first - 1].low if first else "")
        if function is None or comparing not in table("comparing")["than"]:
            continue
        last = at if before else _end_of_tail(reading, pieces, at)
        if last is None:
            continue
        return _rewritten(reading, pieces, first, at, last, before), function
    return None


def _rewritten(reading: Reading, pieces: Sequence[Piece], first: int, at: int, last: int, before: str) -> str:
    """The question with the number for the words from ``first`` to ``last``, and what is compared before it.

    "A larger population than average" is "a population larger than 7", "more goals than average" "more than 7 goals",
    "an above-average price" "a price above 7".
    """
    question, words = reading.question, reading.words
    start, rest = words[first].start, question[words[last].end :]
    if before:
        owned = next((one for one in pieces if one.first == at + 1 and one.of("property")), None)
        if owned is None:
            return f"{question[:start]}{before} {STAND_IN}{rest}"
        noun = question[slice(*reading.span(owned.first, owned.last))]
        return f"{question[:start]}{noun} {before} {STAND_IN}{question[words[owned.last].end :]}"
    own = next((one for one in pieces if at < one.first <= last and one.of("property")), None)
    graded = _graded(reading, first) if words[first - 1].low == "than" and own is None else None
    if graded is None:
        of = "" if own is None else f" {question[slice(*reading.span(own.first, own.last))]}"
        return f"{question[:start]}{STAND_IN}{of}{rest}"
    noun, than = (
        question[slice(*reading.span(graded + 1, first - 2))],
        f"{words[graded].text} than {STAND_IN}",
    )
    said = f"{than} {noun}" if words[graded].low in _MORE else f"{noun} {than}"
    return f"{question[: words[graded].start]}{said}{rest}"


def _graded(reading: Reading, first: int) -> int | None:
    """The comparative, if nouns stand between it and the "than" before a word; None where it compares how."""
    for at in range(first - 3, max(first - 6, -1), -1):
        measure = next((one for one in reading.measures if one.first <= at <= one.last), None)
        if reading.words[at].low in _MORE:
            return None if measure is not None and measure.adjective else at
        if reading.words[at].low in table("comparing")["beating"] or (
            measure and measure.form == "comparative"
        ):
            return at
    return None


_MORE = {"more", "fewer", "less"}


def _end_of_tail(reading: Reading, pieces: Sequence[Piece], at: int) -> int | None:
    """The last word of "the average population of all countries"; None where it is the average of something else."""
    nouns = {
        place
        for piece in pieces
        if piece.of("label", "property") and not piece.of("name", "value")
        for place in range(piece.first, piece.last + 1)
    }
    last = at
    while last + 1 < len(reading.words) and (last + 1 in nouns or reading.words[last + 1].low in _TAIL):
        last += 1
    while last > at and last not in nouns:
        last -= 1
    behind = {word.low for word in reading.words[last + 1 : last + 4]}
    return None if behind & _OWN else last
