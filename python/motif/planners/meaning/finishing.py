"""What every selection is made into at last: ages for births, deeds for the things that they were done to."""

from __future__ import annotations

from motif.graphs.meaning import Aggregate, Selection
from motif.planners.meaning.ages import with_ages
from motif.planners.meaning.drafts import Draft
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.repeated import counted_by_deed
from motif.planners.reading.marks import Reading


def finished(linker: Linker, reading: Reading, draft: Draft, selection: Selection | None) -> Selection | None:
    """The selection as it is answered; None where something is shown of what rows cannot show."""
    if selection is None or not _is_bound(selection):
        return None
    return counted_by_deed(linker.vocabulary, reading, draft, with_ages(reading, linker.ages, selection))


def _is_bound(selection: Selection) -> bool:
    """Whether all that is shown, counted and ranked is of places that rows can show: not of one side of an "or"."""
    keys = {place.key for place in selection.place.bound()}
    shown = [column.value for column in selection.columns] + [order.by for order in selection.order]
    return all((one.of if isinstance(one, Aggregate) else one).place in keys for one in shown)
