"""When a refresh reads changes alone, when everything, and what it leaves as it is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.catalog.changing_graph import ChangingGraph, Link, Node

from motif.catalog import Catalog
from motif.catalog.building import build_projection
from motif.catalog.changes import changed_projection, check_base, since
from motif.catalog.plan import Plan, VectorPlan
from motif.catalog.projecting import create_from_frames, renew_from_frames
from motif.catalog.splicing import Splice
from motif.errors import InvalidInput, RefreshedMeanwhile
from motif.graphs.columns import ChangedIds, Chunk, End, frame_of_chunk
from motif.graphs.frames import Frame, read_frames
from motif.graphs.projection import Projection
from motif.graphs.strings import StringTable

PLAN = Plan(None, None, {"*": ("name",)}, (), ("x", "y"), ("weight",))


def graph() -> ChangingGraph:
    made = ChangingGraph()
    for row in range(5):
        made.put(row, Node(("Film",), {"name": f"n{row}", "x": row, "y": "text"}))
    for row in range(1, 5):
        made.join(row, Link(row, (row + 1) % 5, "SAW", {"weight": row}))
    made.forget()
    return made


def base(of: ChangingGraph) -> Projection:
    return build_projection(of.everything(PLAN), PLAN)


KEPT: dict[str, Any] = {"plan": PLAN.as_dict(), "log": "log"}


@pytest.mark.parametrize(
    ("kept", "plan", "reason"),
    [
        ({}, PLAN, "an earlier version"),
        (KEPT, replace(PLAN, node_properties=("x",)), "have changed"),
        ({**KEPT, "log": None}, PLAN, "nobody listened"),
        (
            {**KEPT, "plan": replace(PLAN, vectors=(VectorPlan("v", "name"),)).as_dict()},
            replace(PLAN, vectors=(VectorPlan("v", "name"),)),
            "vectors that are read",
        ),
    ],
)
def test_everything_is_asked_for_and_why(kept: dict[str, Any], plan: Plan, reason: str) -> None:
    assert reason in since(base(graph()), kept, plan)["reason"]


def test_changes_are_asked_for_since_the_reading() -> None:
    asked = since(base(graph()), KEPT, PLAN)
    assert asked == {"since": 2, "log": "log", "atMost": 10_000}


def test_where_everything_came_it_is_built_and_said_why() -> None:
    made = graph()
    first = ChangedIds(False, "the log is short", np.empty(0, np.int64), np.empty(0, np.int64))
    reading = changed_projection(base(made), [first, *made.everything(PLAN)], PLAN)
    assert reading.note == {"refreshed": "all", "refreshedBecause": "the log is short"}
    assert reading.projection.n_nodes == 5 and reading.log == "log"


def test_a_stream_of_changes_that_was_cut_off_is_refused() -> None:
    made = graph()
    with pytest.raises(InvalidInput, match="ended early"):
        changed_projection(base(made), made.changes(PLAN)[:-1], PLAN)


def test_changes_alone_are_no_graph() -> None:
    with pytest.raises(InvalidInput, match="holds changes alone"):
        changed_projection(None, graph().changes(PLAN), PLAN)


def test_another_reading_meanwhile_is_not_merged_into() -> None:
    found = base(graph())
    check_base(found, KEPT, PLAN, 1)
    for kept, plan, since_ in ((KEPT, PLAN, 3), ({}, PLAN, 1), (KEPT, replace(PLAN, node_properties=()), 1)):
        with pytest.raises(RefreshedMeanwhile):
            check_base(found, kept, plan, since_)


def test_arrays_in_which_nothing_changed_stay_the_same_files(tmp_path: Path) -> None:
    catalog, made = Catalog(tmp_path), graph()

    def frames(chunks: list[Chunk]) -> list[Frame]:
        end = chunks[-1]
        assert isinstance(end, End)
        return list(read_frames([frame_of_chunk(chunk) for chunk in chunks]))

    create_from_frames(catalog, "db", "films", frames(made.everything(PLAN)), PLAN.as_dict())
    inodes = files(catalog)
    made.put(2, Node(("Film",), {"name": "n2", "x": 7, "y": "text"}))
    plan = {**PLAN.as_dict(), "since": 2}
    renewed = renew_from_frames(catalog, "db", "films", frames(made.changes(PLAN)), plan)
    assert renewed.nodes.properties["x"].value(2) == 7
    written = {name for name, inode in files(catalog).items() if inodes[name] != inode}
    relations = {
        "relationship.relations.offsets",
        "relationship.relations.data",
    }  # a few words, always written
    assert written - relations == {"node.property.1.number"}
    assert catalog.info("db", "films").refreshed == {"refreshed": "changes"}


def files(catalog: Catalog) -> dict[str, int]:
    (epoch,) = (path.parent for path in catalog.home.rglob("manifest.json"))
    return {path.stem: path.stat().st_ino for path in epoch.glob("*.npy")}


@given(st.data())
def test_a_splice_is_what_a_list_gives(data: st.DataObject) -> None:
    old = data.draw(st.lists(st.text("aé", max_size=3), max_size=9))
    removed = sorted(data.draw(st.sets(st.integers(0, max(0, len(old) - 1)), max_size=len(old))))
    places = sorted(data.draw(st.lists(st.integers(0, len(old)), max_size=5)))
    new = [data.draw(st.text("bc", max_size=3)) for _ in places]
    splice = Splice(len(old), np.array(removed, np.int64), np.array(places, np.int64))
    wanted = []
    for row in range(len(old) + 1):
        wanted += [text for text, place in zip(new, places, strict=True) if place == row]
        wanted += [old[row]] if row < len(old) and row not in removed else []
    found = splice.strings(StringTable.from_strings(old), StringTable.from_strings(new))
    assert list(found) == wanted and splice.n_rows == len(wanted)
    assert [wanted[row] for row in splice.new_rows.tolist()] == new
    lengths = splice.array(
        np.array([len(text) for text in old], np.int64), np.array([len(text) for text in new], np.int64)
    )
    assert lengths.tolist() == [len(text) for text in wanted]
    kept = [row for row in range(len(old)) if row not in removed]
    assert [wanted[splice.kept_rows[row]] for row in kept] == [old[row] for row in kept]
