"""When a refresh reads changes alone, when everything, and what it leaves as it is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.catalog.changing_graph import ChangingGraph, Link, Node, embed_links
from tests.unit.catalog.test_merging import contents

from motif.catalog import Catalog
from motif.catalog.building import build_projection
from motif.catalog.changes import changed_projection, check_base, since
from motif.catalog.plan import Plan, VectorPlan
from motif.catalog.projecting import create_from_frames, renew_from_frames
from motif.catalog.splicing import Splice
from motif.errors import InvalidInput, RefreshedMeanwhile
from motif.graphs.columns import ChangedIds, Chunk, End, frame_of_chunk
from motif.graphs.frames import Frame, read_frames
from motif.graphs.projection import NAME, TRIPLE, Projection
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
            "an earlier version",
        ),
        (
            {**KEPT, "plan": replace(PLAN, triples=VectorPlan("v", "triple")).as_dict()},
            replace(PLAN, triples=VectorPlan("v", "triple")),
            "an earlier version",
        ),
    ],
)
def test_everything_is_asked_for_and_why(kept: dict[str, Any], plan: Plan, reason: str) -> None:
    assert reason in since(base(graph()), kept, plan)["reason"]


def test_vectors_of_several_models_are_read_whole() -> None:
    plan = Plan(None, None, {"*": ("name",)}, vectors=(VectorPlan("vector", NAME, None, "model"),))
    made, kept = graph(), {"plan": plan.as_dict(), "log": "log"}
    for row, stamp in ((1, "one@1"), (2, "one@1"), (3, "one@1")):
        made.put(row, Node(("Film",), {"vector": [1.0, 0.0], "model": stamp}))
    read = build_projection(made.everything(plan), plan)
    assert "since" in since(read, kept, plan)
    made.forget()
    made.put(4, Node(("Film",), {"vector": [1.0, 0.0], "model": "two@1"}))
    merged = changed_projection(read, made.changes(plan), plan).projection
    assert merged.vectors[NAME].index.tolist() == [-1, 0, 1, 2, -1], "those of the model that made most"
    assert "of several models" in since(merged, kept, plan)["reason"]


@pytest.mark.parametrize("vector", [[1.0], [1.0, 0.0, 0.0]])
def test_a_vector_of_another_dimension_is_refused_as_it_is_where_everything_is_read(
    vector: list[float],
) -> None:
    plan = Plan(None, None, {"*": ("name",)}, vectors=(VectorPlan("vector", NAME, "mine"),))
    made = graph()
    made.put(1, Node(("Film",), {"vector": [1.0, 0.0]}))
    read = build_projection(made.everything(plan), plan)
    made.forget()
    made.put(2, Node(("Film",), {"vector": vector}))
    for chunks, base in ((made.everything(plan), None), (made.changes(plan), read)):
        with pytest.raises(InvalidInput, match="holds vectors of"):
            changed_projection(base, chunks, plan)
    made.put(1, Node(("Film",), {}))
    assert changed_projection(read, made.changes(plan), plan).projection.vectors[NAME].matrix.shape == (
        1,
        len(vector),
    )


def test_vectors_of_relationships_follow_each_change() -> None:
    told = VectorPlan("vector", TRIPLE, None, "model", "content")
    plan = Plan(None, None, {"*": ("name",)}, (), ("x",), triples=told)
    made = graph()
    embed_links(made, "one@1")
    merged = build_projection(made.everything(plan), plan)
    before = merged.vectors[TRIPLE]

    def step() -> Projection:
        nonlocal merged
        assert "since" in since(merged, {"plan": plan.as_dict(), "log": "log"}, plan)
        merged = changed_projection(merged, made.changes(plan), plan).projection
        assert contents(merged) == contents(build_projection(made.everything(plan), plan))
        made.forget()
        return merged

    made.forget()
    made.put(1, Node(("Film",), {"name": "n1", "x": 7}))
    assert step().vectors[TRIPLE].matrix.tolist() == before.matrix.tolist()
    made.put(1, Node(("Film",), {"name": "longer", "x": 7}))
    assert TRIPLE not in step().vectors, "two have another text now"
    made.put(1, Node(("Film",), {"name": "n1", "x": 7}))
    assert TRIPLE in step().vectors, "what stands there holds again"
    made.cut(1)
    assert len(step().vectors[TRIPLE].matrix) == 3
    made.join(9, Link(3, 1, "MADE", {}))
    assert TRIPLE not in step().vectors
    embed_links(made, "one@1")
    assert len(step().vectors[TRIPLE].matrix) == 4
    embed_links(made, "two@1")
    assert step().vectors[TRIPLE].encoder.name == "two", "nothing of the first model is left"
    made.put(7, Node(("Film",), {"name": "n7"}))
    made.join(7, Link(7, 1, "MADE", {"vector": [1.0, 2.0], "model": "one@1", "content": 5}))
    assert TRIPLE not in step_of_two(merged, made, plan).vectors


def step_of_two(merged: Projection, made: ChangingGraph, plan: Plan) -> Projection:
    """A last change, after which vectors are of two models: then everything is read."""
    found = changed_projection(merged, made.changes(plan), plan).projection
    assert contents(found) == contents(build_projection(made.everything(plan), plan))
    assert "several models" in since(found, {"plan": plan.as_dict(), "log": "log"}, plan)["reason"]
    return found


def test_vectors_of_nodes_that_did_not_change_are_not_written_again(tmp_path: Path) -> None:
    plan = Plan(None, None, {"*": ("name",)}, (), ("x",), vectors=(VectorPlan("vector", NAME, "mine"),))
    made = graph()
    for row in range(5):
        made.put(row, Node(("Film",), {"name": "n", "x": 1, "vector": [1.0, float(row)]}))
    catalog = Catalog(tmp_path)
    read = catalog.create("db", "films", lambda: build_projection(made.everything(plan), plan))
    made.forget()
    made.put(2, Node(("Film",), {"name": "n", "x": 2, "vector": [1.0, 2.0]}))

    def build(old: Projection) -> Projection:
        return changed_projection(old, made.changes(plan), plan).projection

    before = matrix_file(catalog, read)
    assert before.stat().st_ino == matrix_file(catalog, catalog.renew("db", "films", build)).stat().st_ino
    assert not list(before.parent.parent.glob("*/stored.name.matrix.npy")), "one file for both"


def matrix_file(catalog: Catalog, projection: Projection) -> Path:
    folder = catalog.learned_folder("db", "films").parent / str(projection.epoch)
    return folder / "vectors.name.matrix.npy"


def test_changes_are_asked_for_since_the_reading() -> None:
    asked = since(base(graph()), KEPT, PLAN)
    assert asked == {"since": 2, "log": "log", "atMost": 10_000}


def test_where_everything_came_it_is_built_and_said_why() -> None:
    made = graph()
    first = ChangedIds(False, "the log is short", np.empty(0, np.int64), np.empty(0, np.int64))
    reading = changed_projection(base(made), [first, *made.everything(PLAN)], PLAN)
    told = {"refreshedBecause": "the log is short", "nodesChanged": 0, "relationshipsChanged": 0}
    assert reading.note == {"refreshed": "all", **told}
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
