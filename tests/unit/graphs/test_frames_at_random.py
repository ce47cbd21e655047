"""A stream of frames that is spoilt anywhere is read or thrown away in words, and never held beyond its bounds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from at_random import CASES, spoilt, with_hard_values
from motif.catalog import Catalog
from motif.catalog.plan import Plan
from motif.catalog.projecting import create_from_frames
from motif.errors import InvalidInput, MotifError
from motif.graphs.columns import End, NodeChunk, RelationshipChunk, frame_of_chunk
from motif.graphs.frames import MAXIMUM_FRAME, MAXIMUM_HEADER, FrameReader, decode_frame, read_frames
from motif.graphs.packing import pack_values
from motif.graphs.projection import Projection

PLAN = Plan(
    None, None, {"*": ("name",)}, node_properties=("year",), relationship_properties=("since",)
).as_dict()


NODES = NodeChunk(
    np.array([7, 9]),
    np.array([0, 1], np.int32),
    {"name": pack_values(["Heat", "Ali"]), "year": pack_values([1995, None])},
)
EDGES = RelationshipChunk(
    np.array([3]), np.array([7]), np.array([9]), np.zeros(1, np.int32), {"since": pack_values([0.5])}
)
END = End((("Film",), ()), ("LIKE",), "4:x:", "5:x:", 12, "5f0c")
FRAMES = [frame_of_chunk(chunk) for chunk in (NODES, EDGES, END)]

at_random = settings(max_examples=CASES, deadline=None, suppress_health_check=list(HealthCheck))


def project(home: Path, pieces: list[bytes], plan: Any) -> Projection:
    catalog = Catalog(home)
    catalog.drop("d", "films", fail_if_missing=False)
    return create_from_frames(catalog, "d", "films", read_frames(pieces), plan)


def test_what_is_spoilt_at_random_is_right_before(tmp_path: Path) -> None:
    made = project(tmp_path, FRAMES, PLAN)
    assert (made.n_nodes, made.n_relationships) == (2, 1)


@st.composite
def spoilt_frames(draw: st.DrawFn) -> list[bytes]:
    """The stream with a header's values or any bytes changed, frames left out or sent twice, in pieces of any size."""
    frames = [draw(st.sampled_from([frame] * 9 + [b"", frame * 2])) for frame in FRAMES]
    place = draw(st.integers(0, len(frames) - 1))
    line, _, data = frames[place].partition(b"\n")
    if line and draw(st.booleans()):
        line = json.dumps(with_hard_values(draw, json.loads(line))).encode()
        frames[place] = line + b"\n" + data
    else:
        frames[place] = spoilt(draw, frames[place])
    content = b"".join(frames)
    size = draw(st.sampled_from([1 << 20, 7, 64]))
    return [content[start : start + size] for start in range(0, len(content), size)]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@at_random
@given(spoilt_frames())
def test_a_spoilt_stream_is_projected_or_told(home: Path, pieces: list[bytes]) -> None:
    try:
        made = project(home, pieces, PLAN)
    except MotifError as error:
        assert error.message.strip()
        assert not Catalog(home).exists("d", "films")
    else:
        assert made.n_nodes == len(made.nodes.names)


@at_random
@given(st.data())
def test_a_plan_that_is_changed_is_followed_or_told(home: Path, data: st.DataObject) -> None:
    plan = with_hard_values(data.draw, PLAN)
    if not isinstance(plan, dict):
        return
    try:
        project(home, FRAMES, plan)
    except MotifError as error:
        assert error.message.strip()


@at_random
@given(st.binary(max_size=200), st.integers(1, 50))
def test_any_bytes_are_told_and_not_kept(content: bytes, times: int) -> None:
    reader = FrameReader()
    try:
        for _ in range(times):
            reader.feed(content)
            assert reader.waiting <= MAXIMUM_HEADER + MAXIMUM_FRAME
    except MotifError as error:
        assert error.message.strip()


@pytest.mark.parametrize(
    "header",
    [
        "[" * 100_000,
        '{"kind": "end", "count": 1e999, "columns": []}',
        '{"kind": "end", "count": ' + "1" * 5000,
    ],
    ids=["nested", "infinite", "endless"],
)
def test_a_header_that_no_reader_holds_is_told(header: str) -> None:
    with pytest.raises(InvalidInput, match="not the JSON that the protocol asks for"):
        decode_frame(header, b"")
