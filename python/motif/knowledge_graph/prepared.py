"""What the first question of a reading would have to build, built when the graph is read."""

from __future__ import annotations

from contextlib import suppress

from motif.engine.control import Control, heeding
from motif.errors import Cancelled, DeadlineExceeded
from motif.graphs.projection import Projection
from motif.planners.kept_indexes import prepare_indexes
from motif.planners.meaning.kept_vocabulary import kept_vocabulary


def prepare_for_questions(projection: Projection, control: Control | None = None) -> None:
    """Builds and keeps what questions are linked by, unless the projection was asked for with ``prepare: false``.

    Where ``control`` ends before that is done, it goes on by itself: the graph is there, and a question that comes
    meanwhile is told how far it is.
    """
    if projection.configuration.get("prepare") is False:
        return
    with suppress(Cancelled, DeadlineExceeded), heeding(control or Control()):
        prepare_indexes(projection)
        kept_vocabulary(projection)
