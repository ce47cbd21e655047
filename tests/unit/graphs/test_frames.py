"""Frames: whatever pieces they arrive in, and whatever is wrong with them."""

from __future__ import annotations

import itertools
import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motif.errors import GraphNotFound, InvalidInput
from motif.graphs.columns import (
    End,
    NodeChunk,
    PropertyChunk,
    RelationshipChunk,
    chunks_of_frames,
    frame_of_chunk,
)
from motif.graphs.frames import MAXIMUM_FRAME, FrameReader, decode_frame, encode_frame, read_frames
from motif.graphs.packing import pack_values

END = encode_frame("end", 0, nodes=1)
NODES = encode_frame("nodes", 1, {"id": np.array([7]), "labelSet": np.array([0], np.int32)})


@settings(deadline=None)
@given(st.data())
def test_a_stream_is_read_whatever_pieces_it_comes_in(data: st.DataObject) -> None:
    stream = NODES + encode_frame("vectors", 2, {"vector": np.ones(4, np.float32)}, entity="node") + END
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    pieces = [stream[low:high] for low, high in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    frames = list(read_frames(pieces))
    assert [frame.kind for frame in frames] == ["nodes", "vectors", "end"]
    assert frames[0].column("id", "i8").tolist() == [7]
    assert frames[1].header == {"entity": "node"}
    assert frames[1].column("vector", "f4", 4).tolist() == [1.0] * 4


@pytest.mark.parametrize(
    "stream",
    [NODES, NODES + END[:-3], NODES[:-2], b"", END + b"{", END + NODES],
    ids=["no end", "end cut", "columns cut", "nothing", "a beginning after it", "a frame after it"],
)
def test_a_stream_that_was_cut_off_is_thrown_away(stream: bytes) -> None:
    with pytest.raises(InvalidInput, match=r"cut off|goes on after"):
        list(read_frames([stream]))


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ("nonsense", "not the JSON"),
        ("[]", "not the JSON"),
        ('{"kind": "nodes", "count": 1}', "not the JSON"),
        ('{"kind": "nodes", "columns": []}', "not the JSON"),
        ('{"kind": "things", "count": 0, "columns": []}', "unknown kind 'things'"),
        ('{"kind": "nodes", "count": -1, "columns": []}', "negative"),
        ('{"kind": "nodes", "count": 1, "columns": [["id", -8]]}', "negative"),
        (json.dumps({"kind": "nodes", "count": 1, "columns": [["id", MAXIMUM_FRAME + 1]]}), "the limit is"),
    ],
)
def test_a_header_that_is_none_is_told(header: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        decode_frame(header, b"")


def test_a_header_without_end_is_not_kept_for_ever() -> None:
    reader = FrameReader()
    with pytest.raises(InvalidInput, match="a header is longer"):
        for _ in range(20):
            reader.feed(b" " * 2**20)


def test_bytes_that_do_not_fit_the_header_are_told() -> None:
    with pytest.raises(InvalidInput, match="announces 8 bytes and holds 7"):
        decode_frame('{"kind": "nodes", "count": 1, "columns": [["id", 8]]}', bytes(7))


def test_an_error_frame_is_the_error_it_tells() -> None:
    frame = encode_frame(
        "error", 0, code="graph_not_found", message="No projection named 'x'.", hint="Create it."
    )
    with pytest.raises(GraphNotFound, match=r"No projection named .x.\. Create it\."):
        list(read_frames([frame]))


def test_columns_of_another_length_or_missing_are_told() -> None:
    frame = decode_frame('{"kind": "nodes", "count": 2, "columns": [["id", 8]]}', bytes(8))
    with pytest.raises(InvalidInput, match="has 8 bytes, not 16"):
        frame.column("id", "i8")
    with pytest.raises(InvalidInput, match="no column 'labelSet'"):
        frame.column("labelSet", "i4")


def test_chunks_survive_the_way_through_frames() -> None:
    names = pack_values(["Heat", None, "東京 🎬"])
    chunks = [
        NodeChunk(np.array([3, 1, 2]), np.array([0, 1, 0], np.int32), {"na.me": names}),
        RelationshipChunk(*(np.array([part]) for part in (9, 3, 1)), np.array([0], np.int32), {}),
        End((("Film",), ()), ("SEEN",), "4:x:", "5:x:", 12),
    ]
    back = list(chunks_of_frames(read_frames(map(frame_of_chunk, chunks))))
    assert isinstance(back[0], NodeChunk)
    assert isinstance(back[1], RelationshipChunk)
    assert back[0].ids.tolist() == [3, 1, 2]
    for field in ("kind", "number", "offsets", "data"):
        assert getattr(back[0].properties["na.me"], field).tolist() == getattr(names, field).tolist()
    assert (back[1].source.tolist(), back[1].target.tolist()) == ([3], [1])
    assert back[2] == chunks[2]


def test_totals_that_differ_are_told() -> None:
    stream = [NODES, encode_frame("end", 0, nodes=2, relationships=0)]
    with pytest.raises(InvalidInput, match="counts 2 nodes, and 1 came"):
        list(chunks_of_frames(read_frames(stream)))


@pytest.mark.parametrize("offsets", [[1, 4], [0, 3], [0, 5], [4, 0]])
def test_offsets_that_leave_their_bytes_are_told(offsets: list[int]) -> None:
    columns = {
        "id": np.array([1]),
        "labelSet": np.array([0], np.int32),
        "p.kind": np.array([4], np.uint8),
        "p.number": np.array([0]),
        "p.offsets": np.array(offsets, np.int32),
        "p.bytes": b"Heat",
    }
    with pytest.raises(InvalidInput, match="offsets of property 'p'"):
        list(chunks_of_frames(read_frames([encode_frame("nodes", 1, columns), END])))


@settings(deadline=None)
@given(st.lists(st.one_of(st.none(), st.text(max_size=5)), max_size=8), st.data())
def test_rows_selected_from_a_chunk_keep_their_values(values: list[str | None], data: st.DataObject) -> None:
    chunk = pack_values(values)
    rows = data.draw(st.lists(st.sampled_from(range(len(values))), max_size=8)) if values else []
    chosen = chunk.select(np.array(rows, dtype=np.int64))
    assert strings(chosen) == [strings(chunk)[row] for row in rows]


def strings(chunk: PropertyChunk) -> list[str]:
    ends = chunk.offsets.tolist()
    content = chunk.data.tobytes()
    return [content[low:high].decode() for low, high in itertools.pairwise(ends)]
