"""What a question asks of the places that it describes: the shape of its answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from motif.graphs.meaning import Function, Meaning, Part
from motif.planners.meaning.senses import Piece
from motif.planners.reading.marks import Measure

Asking = Callable[[str], Sequence[Meaning]]
"""A question's meanings, likeliest first."""


def whole(meanings: Sequence[Meaning]) -> Meaning | None:
    """The likeliest that leaves no word out."""
    return next((one for one in meanings if not one.omissions), None)


Form = Literal["things", "count", "aggregate", "yes_or_no", "difference", "same", "more", "share"]


@dataclass(frozen=True, slots=True)
class Rank:
    """What ranks the things: an end or an adjective, with the property or the label behind it.

    Attributes
    ----------
    function
        What is made of a property of others before it ranks: "the highest average price".
    """

    measure: Measure
    about: Piece | None = None
    function: Function | None = None


@dataclass
class Request:
    """How the answer is shaped.

    Attributes
    ----------
    columns
        Properties asked for, by piece: before the things ("names and years of films") and behind them.
    has_names
        Whether the names of the things are asked for beside or instead.
    aggregate
        A function of the first column.
    counted
        A label whose nodes are counted for each thing, by piece.
    ranks
        Measures that rank, each with the property that it is about or the label whose nodes are counted.
    grouped_by
        A label for each of whose nodes, or a property for each of whose values, a function is asked for.
    also_by
        A second one: "per venue and topic".
    others
        What the things are joined to, asked for beside them: "and which?", by the label that is said or None.
    of_group
        Properties that are shown of each thing that is counted for.
    part, part_of
        "per year", "by month": the part of a day for each of which a function is asked for; and the properties that are
        called so.
    peak
        "In which year were the most loans made?": the end that is wanted ("+" or "-"); "" for none.
    each_of
        A label whose things are shown beside: "the orchards in each valley".
    limit
        "top 5", "the first 3"; None for all.
    is_one
        Whether only "the oldest" says how many: of several that are as old, all are.
    when, asides
        "when" or "where", at the beginning and ("and when did they retire?") behind the description, with the words
        that follow it there.
    extreme
        The measure that the function is made of: "the latest year of" is the greatest.
    frequent
        "The most common", "cited most often": the end that is wanted ("+" or "-") of how often; "" for none.
    done
        "The most ordered meals": the place of what was done, which a relation must say by itself, or a property, "the
        most viewed pages"; and the measure before it.
    over
        A function of what is counted for each: "the average number of films per director"; None for none.
    measured
        Adjectives whose measure is asked for: "how tall".
    lost
        Columns that are asked for by words that the schema has nothing for: their first word and their last.
    split
        Of a share: the first word of what is said of the part and not of the whole; -1 where no word divides them.
    taken
        Words that are read here.
    end
        The first word behind the description of the things.
    """

    form: Form = "things"
    columns: list[Piece] = field(default_factory=list)
    has_names: bool = False
    aggregate: Function | None = None
    distinct: bool = False
    others: list[Piece | None] = field(default_factory=list)
    of_group: list[Piece] = field(default_factory=list)
    counted: list[tuple[Piece, tuple[int, int]]] = field(default_factory=list)
    ranks: list[Rank] = field(default_factory=list)
    sorts: list[tuple[Piece | None, str, bool]] = field(default_factory=list)
    grouped_by: Piece | None = None
    also_by: Piece | None = None
    part: Part | None = None
    part_of: Piece | None = None
    peak: str = ""
    each_of: Piece | None = None
    limit: int | None = None
    is_one: bool = False
    skip: int = 0
    split: int = -1
    taken: set[int] = field(default_factory=set)
    end: int = 0
    when: str = ""
    asides: list[tuple[str, int, int]] = field(default_factory=list)
    extreme: Measure | None = None
    frequent: str = ""
    done: tuple[int, Measure] | None = None
    over: Function | None = None
    measured: list[str] = field(default_factory=list)
    lost: list[tuple[int, int]] = field(default_factory=list)
