"""What every selection is made into at last: ages for births, deeds for the things that they were done to."""

from __future__ import annotations

import dataclasses

from motif.graphs.meaning import Aggregate, Condition, Selection, Value
from motif.planners.meaning.ages import with_ages
from motif.planners.meaning.by_names import by_names
from motif.planners.meaning.done_apart import done_apart
from motif.planners.meaning.drafts import Draft
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.one_deed import of_one_deed
from motif.planners.meaning.repeated import counted_by_deed
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.marks import Reading


def finished(linker: Linker, reading: Reading, draft: Draft, selection: Selection | None) -> Selection | None:
    """The selection as it is answered; None where something is shown of what rows cannot show."""
    if selection is None or not _is_bound(selection):
        return None
    selection = done_apart(reading, of_one_deed(_of_what_is_known(linker.vocabulary, selection)))
    selection = counted_by_deed(linker.vocabulary, reading, draft, with_ages(reading, linker.ages, selection))
    return by_names(linker.vocabulary, selection)


def _of_what_is_known(vocabulary: Vocabulary, selection: Selection) -> Selection:
    """ "The commonest eye color": of those that have one; that most have none is no colour."""
    root, held = selection.place, vocabulary.properties_of(selection.place.label)
    by = selection.order[0].by if selection.order and selection.limit is not None else None
    if not isinstance(by, Aggregate) or by.function != "count" or by.of.place != root.key:
        return selection
    partly = {one.name for one in held if one.share < 1}
    shown = (column.value for column in selection.columns)
    names = [one.property for one in shown if isinstance(one, Value) and one.place == root.key]
    known = tuple(Condition(name, "known") for name in names if name in partly)
    return dataclasses.replace(selection, place=dataclasses.replace(root, tests=(*root.tests, *known)))


def _is_bound(selection: Selection) -> bool:
    """Whether all that is shown, counted and ranked is of places that rows can show: not of one side of an "or"."""
    keys = {place.key for place in selection.place.bound()}
    shown = [column.value for column in selection.columns] + [order.by for order in selection.order]
    return all((one.of if isinstance(one, Aggregate) else one).place in keys for one in shown)
