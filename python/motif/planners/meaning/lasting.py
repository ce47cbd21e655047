"""For how many years a relationship held: "How long did X run Y?", of years in which it began and ended."""

from __future__ import annotations

import dataclasses

from motif.engine.meaning_answers import answer_meaning
from motif.engine.meaning_masks import MeaningGraph
from motif.graphs.meaning import Aggregate, Column, Comparison, Meaning, Place, Selection, Value
from motif.planners.meaning.contrasting import with_other_keys
from motif.planners.meaning.request import Asking
from motif.planners.meaning.trees import unplaced
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.marks import Reading

_HELPING = {"did", "was", "were"}
_ASKING = (("how", "long"), ("how", "many", "years"))


def for_how_long(vocabulary: Vocabulary, reading: Reading, asking: Asking) -> Meaning | None:
    """The meaning of "How long did X run Y?": until when it did, less since when, of the one time that it did.

    None for another question, where neither year is known, and where it did so several times.
    """
    low = [word.low for word in reading.words]
    begin = low[:1] == ["for"]
    said = next((one for one in _ASKING if tuple(low[begin : begin + len(one)]) == one), ())
    at = begin + len(said)
    if not said or low[at] not in _HELPING:
        return None
    rest = reading.text(at, reading.last)
    ended, begun = (next(iter(asking(f"{when} when {rest}?")), None) for when in ("Until", "Since"))
    if ended is None or begun is None or ended.omissions or begun.omissions:
        return None
    last, first = _year_of(vocabulary, ended), _year_of(vocabulary, begun)
    if last is None or first is None or last.place != first.place or last.columns == first.columns:
        return None
    places = Place("one", None, ("until",)), Place("another", None, ("since",))
    asked = Comparison("difference", *places, None, numbers=(last, with_other_keys(first)))
    return Meaning(asked, (), min(ended.confidence, begun.confidence))


def _year_of(vocabulary: Vocabulary, meaning: Meaning) -> Selection | None:
    """The one year of a relationship that is asked for, as a number; None where it is no year, or there are several."""
    asked = meaning.asked
    if (
        not isinstance(asked, Selection)
        or len(asked.columns) != 1
        or asked.order
        or asked.having
        or asked.asks
    ):
        return None
    value = asked.columns[0].value
    years = {one.name for one in vocabulary.relation_properties if one.kind == "year"}
    if not isinstance(value, Value) or value.property not in years:
        return None
    if len(answer_meaning(MeaningGraph(vocabulary.projection), meaning).rows) != 1:
        return None
    column = Column(value.property, Aggregate("max", value))
    return dataclasses.replace(asked, place=unplaced(asked.place), columns=(column,), order=())
