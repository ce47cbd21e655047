"""What a question means, as a small typed tree: places, what must hold of them, and what is asked of them.

A meaning is made by `motif.planners.meaning`, evaluated on the arrays of a projection by `motif.engine.meaning_answers`
and written as one Cypher statement by `motif.planners.meaning.cypher`; both give the same rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Span = tuple[int, int]
"""Where in the question the words stand that a part explains, in characters; ``NOWHERE`` for none."""

NOWHERE: Span = (0, 0)

Operator = Literal[
    "=", "<>", "<", "<=", ">", ">=", "contains", "word", "starts", "ends", "has", "known", "unknown"
]  # fmt: skip
"""Of a condition. "word": the text has it as a word, or as words, and not within another.

"has": the property is a list that has the value; "known", "unknown": there is a value, or none."""

Direction = Literal["out", "in", "both"]
Function = Literal["count", "sum", "average", "median", "min", "max"]
ComparisonKind = Literal["same", "difference", "apart", "more", "less", "exceeds", "falls short"]
Part = Literal["whole", "size", "year", "month", "decade", "age", "month of year", "weekday"]
"""Of a property's value: all of it; its length (text, list); of a day its year, "2021-03", 2020, the years since, 3 for
March of any year, 1 for Monday."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A property compared with a value; false where the property is missing (but for "unknown").

    Text is compared without regard to case, as the question may be written so.

    Attributes
    ----------
    part
        What of the value is compared: all of it, how long it is, of a day its month.
    said
        What the value was said by, where that was no value: "the average".
    """

    property: str
    operator: Operator
    value: Any = None
    span: Span = NOWHERE
    part: Part = "whole"
    said: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Relative:
    """A property compared with another place's: "older than its owner"; the node itself where ``property`` is None.

    Attributes
    ----------
    place
        The key of the other place, which must be among the `bound` ones of the tree.
    other
        The other place's property; None, with ``property``, for which node it is ("=" the same, "<>" another).
    """

    property: str | None
    operator: Operator
    place: str
    other: str | None = None
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Branch:
    """Relationships of these types to nodes that ``place`` describes: at least one, or as many as ``count`` says.

    Attributes
    ----------
    types
        Any of them; none for whatever joins.
    direction
        "out": from where the branch begins to ``place``.
    where
        What must hold of the relationship's properties: conditions, and what "and", "or" and "not" make of them.
    count
        An operator and a number: how many different nodes there must be; None for at least one.
    optional
        Whether a node without such a relationship stays (for a count, which is then 0).
    """

    types: tuple[str, ...]
    direction: Direction
    place: Place
    where: tuple[Test, ...] = ()
    count: tuple[Operator, float] | None = None
    optional: bool = False
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every one of the tests holds."""

    tests: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of the tests holds."""

    tests: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The test does not hold."""

    test: Test
    span: Span = NOWHERE


Test = Condition | Relative | Branch | AllOf | AnyOf | Not


@dataclass(frozen=True, slots=True)
class Foremost:
    """Those of a place's nodes that come first in an order: "the largest club", "the two towns with the most bridges".

    A node is one where fewer than ``limit`` others come before it, and at least ``skip``: equal ones share a place, and
    what has no value has none.

    Attributes
    ----------
    by
        A property, or a branch to what is counted: how many different nodes there are.
    """

    by: str | Branch
    descending: bool = True
    limit: int = 1
    skip: int = 0
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Place:
    """A set of nodes.

    Attributes
    ----------
    key
        Unlike that of every other place of the meaning.
    label
        Which its nodes carry; None for any.
    names
        What its nodes are called, one of them; none for whatever they are called.
    tests
        What holds of them, all of it.
    foremost
        Which of those that all this holds of; None for all.
    """

    key: str
    label: str | None = None
    names: tuple[str, ...] = ()
    tests: tuple[Test, ...] = ()
    span: Span = NOWHERE
    foremost: Foremost | None = None

    def bound(self) -> Iterator[Place]:
        """This place and those that its branches lead to, which rows can show; not what is under "or" and "not"."""
        yield self
        for test in self.tests:
            if isinstance(test, Branch) and test.count is None:
                yield from test.place.bound()

    def compares_bound(self) -> bool:
        """Whether what rows show is compared only with what they show, too."""
        places = tuple(self.bound())
        compared = {test.place for one in places for test in one.tests if isinstance(test, Relative)}
        return compared <= {one.key for one in places}


@dataclass(frozen=True, slots=True)
class Value:
    """What a place, or the relationship that leads to it, has.

    Attributes
    ----------
    place
        The key of a place that is `Place.bound`.
    property
        None for the node itself.
    of_relationship
        Whether the property is that of the relationship.
    each
        Whether a list gives a row for each of its values.
    part
        What of the property's value.
    """

    place: str
    property: str | None = None
    of_relationship: bool = False
    each: bool = False
    span: Span = NOWHERE
    part: Part = "whole"


@dataclass(frozen=True, slots=True)
class Aggregate:
    """A function of the values of a group of rows; missing values do not count."""

    function: Function
    of: Value
    distinct: bool = False
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the answer, and how it is called.

    ``is_besides``: whether it was not asked for, but shows what the rows are chosen or ordered by.
    """

    name: str
    value: Value | Aggregate
    is_besides: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """Rows by a value; those without one come last."""

    by: Value | Aggregate
    descending: bool = False
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Having:
    """What must hold of a group."""

    of: Aggregate
    operator: Operator
    value: float
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Omission:
    """Words that no part explains.

    Attributes
    ----------
    kind
        "name" (a name that was not used), "number", "negation", "alternative" ("or", "only"), "rank", "aggregate",
        "relation" (a word that stands where a relation does, which the schema has not), "language" (the whole question,
        not in English), "word".
    reason
        What a note goes on with behind the words: " fits no property"; "" where nothing is known.
    """

    kind: str
    span: Span = NOWHERE
    text: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Selection:
    """Rows over the bound places of ``place``.

    Columns that are no aggregates group the rows, as in Cypher. Rows are always distinct.

    Attributes
    ----------
    asks
        Whether the answer is yes or no: whether there is a row; with ``having`` and columns that are functions only,
        whether that holds of all rows together.
    skip, limit
        Of the ordered rows.
    with_ties
        Whether rows that are ordered like the last one follow it: "the longest bridge" may be two.
    share
        Where a percentage is asked for: what ``place``, with the same key, is a part of. The answer is one number, how
        many of a hundred nodes of ``share`` are also in ``place``; none where ``share`` is empty.
    per
        A column, for each of whose values the first rows are kept, instead of the first of all: "the oldest bridge of
        each town". Rows without the value that comes first in the order are none of them.
    over
        What is made of the last column, a number for each of the rows, as the one value that is given: the average of
        "the average number of films per director", where the rows count the films of each.
    """

    place: Place
    columns: tuple[Column, ...]
    having: tuple[Having, ...] = ()
    order: tuple[Order, ...] = ()
    skip: int = 0
    limit: int | None = None
    asks: bool = False
    with_ties: bool = False
    share: Place | None = None
    per: Value | None = None
    over: Function | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two nodes, or two kinds of them, compared by a property, or by a number that is found out for each.

    Attributes
    ----------
    kind
        "same": yes or no; "difference": of the first and the second; "apart": that without its sign; "more", "less":
        which of both, both where they are equal; "exceeds", "falls short": whether the first is more, or less, than
        the second.
    property
        None where ``numbers`` are compared.
    numbers
        For each of both a selection that gives one number: how many films each of two people directed.
    """

    kind: ComparisonKind
    first: Place
    second: Place
    property: str | None
    span: Span = NOWHERE
    numbers: tuple[Selection, Selection] | None = None


def columns_of(asked: Comparison) -> tuple[str, str, str]:
    """What the answer is called, and beside it what is compared of the first and of the second.

    >>> columns_of(Comparison("more", Place("a", names=("Old Span",)), Place("b", names=("Iron Gate",)), "height"))
    ('answer', 'Old Span', 'Iron Gate')
    """
    one, other = (
        place.names[0] if place.names else place.label or "" for place in (asked.first, asked.second)
    )
    is_told = len({"", "answer", one, other}) == 4
    return ("answer", one, other) if is_told else ("answer", "first", "second")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a question means, what it leaves out, how likely it is meant, how far its words fit worse than those of the
    likeliest (``behind``), and which names are read otherwise than they are written.

    >>> films = Place("film", "Film", tests=(Condition("year", ">", 1999),))
    >>> meaning = Meaning(Selection(films, (Column("film", Value("film")),)))
    >>> [place.key for place in meaning.asked.place.bound()]
    ['film']
    """

    asked: Selection | Comparison
    omissions: tuple[Omission, ...] = ()
    confidence: float = 1.0
    traits: Mapping[str, float] = field(default_factory=dict, compare=False)
    behind: float = field(default=0.0, compare=False)
    read_as: tuple[tuple[str, str], ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class NodeRow:
    """A node in a row of an answer, by its row in the projection."""

    row: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What a meaning gives: a table with named columns; one column and one row for a value, a yes or a no.

    Attributes
    ----------
    rows
        The first of them where no more were asked for.
    n_rows
        How many there are.
    is_known
        Whether any of them has a value.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    n_rows: int
    is_known: bool
