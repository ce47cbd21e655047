"""Sealed bodies and frames, spoilt and in pieces of any size: what is taken is what was sent, to the byte."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import numpy as np
import pytest

from fuzzing import fuzz
from motif.errors import MotifError, Unauthorized
from motif.graphs.columns import End, NodeChunk, RelationshipChunk, frame_of_chunk
from motif.graphs.frames import MAXIMUM_FRAME, MAXIMUM_HEADER, Frame, FrameReader, encode_frame, read_frames
from motif.graphs.packing import pack_values
from motif.service.sealing import RECORD, Opener, Sealer
from mutations import as_json, changed, in_pieces, spoilt

pytestmark = pytest.mark.fuzz

KEY, ABOUT = bytes(range(32)), b"200"


def sealed_body(random: Random) -> tuple[bytes, bytes, list[bytes]]:
    """What was sealed, how it was sealed, and what arrives of that."""
    parts = [random.randbytes(random.randint(0, 60)) for _ in range(random.randint(1, 6))]
    if random.random() < 0.002:
        parts[0] = bytes(2 * RECORD + 1)
    sealer = Sealer(KEY, ABOUT)
    records = [
        record
        for number, part in enumerate(parts)
        for record in sealer.seal(part, last=number == len(parts) - 1)
    ]
    whole, place = b"".join(records), random.randrange(len(records))
    how = random.choice(
        ["as it was", "order", "twice", "left out", "cut", "bits", "length", "last", "more", "any"]
    )
    if how == "order":
        random.shuffle(records)
    elif how == "twice":
        records.insert(place, records[place])
    elif how == "left out":
        del records[place]
    elif how == "length":
        length = random.choice([0, 1, 15, 16, RECORD + 16, RECORD + 17, 2**31 - 1, random.randrange(2**31)])
        records[place] = (length | random.choice([0, 1 << 31])).to_bytes(4, "big") + records[place][4:]
    elif how == "last":
        records[place] = bytes([records[place][0] ^ 0x80]) + records[place][1:]
    elif how == "more":
        records.append(random.randbytes(random.randint(1, 40)))
    content = b"".join(records)
    if how == "cut":
        content = content[: random.randint(0, len(content))]
    elif how == "bits":
        changed = bytearray(content)
        changed[random.randrange(len(content))] ^= 1 << random.randrange(8)
        content = bytes(changed)
    elif how == "any":
        content = spoilt(random, content)
    return b"".join(parts), whole, in_pieces(random, content)


def open_it(case: tuple[bytes, bytes, list[bytes]]) -> None:
    said, whole, pieces = case
    opener, opened = Opener(KEY, ABOUT), b""
    try:
        for piece in pieces:
            opened += opener.open(piece)
            assert len(opener._held) <= RECORD + 20
    except Unauthorized as error:
        assert error.hint
        assert b"".join(pieces) != whole
    else:
        assert opener.ended == (b"".join(pieces) == whole), "it ends where all of it arrived, and only there"
        assert opened == said or not opener.ended
    assert said.startswith(opened), "nothing is opened that was not sealed, in its place"


def test_a_sealed_body_is_opened_as_it_was_sealed_or_refused() -> None:
    fuzz("sealed bodies", sealed_body, open_it, share=10)


FRAMES = [
    frame_of_chunk(chunk)
    for chunk in (
        NodeChunk(
            np.array([7, 9]),
            np.array([0, 1], np.int32),
            {"name": pack_values(["Heat", "Ali"]), "year": pack_values([1995, None])},
        ),
        RelationshipChunk(
            np.array([3]), np.array([7]), np.array([9]), np.zeros(1, np.int32), {"since": pack_values([0.5])}
        ),
        End((("Film",), ()), ("LIKE",), "4:x:", "5:x:", 12, "5f0c"),
    )
]
HEADER = {"kind": "vectors", "count": 2, "columns": [["id", 16], ["vector", 8]], "dimension": 1}


SIZES = [-1, 0, 23, MAXIMUM_FRAME, MAXIMUM_FRAME + 1, 2**63, 1e300, True, "8", None, 1.5, [], "x"]


def stream(random: Random) -> list[bytes]:
    """Frames, left out, doubled, in another order, spoilt or with odd headers, in pieces."""
    frames = list(FRAMES)
    if random.random() < 0.5:
        columns = {
            "id": random.randbytes(random.randint(0, 24)),
            "text": random.randbytes(random.randint(0, 200)),
        }
        frame = encode_frame("vectors", random.randint(0, 3), columns, dimension=2)
        frames.insert(random.randint(0, 2), frame)
    if random.random() < 0.15:
        random.shuffle(frames)
    place = random.randrange(len(frames))
    how = random.choice(["as it was", "header", "size", "spoilt", "left out", "twice", "cut"])
    if how == "header":
        line = as_json(changed(random, HEADER, often=0.2))
        frames.insert(place, line + b"\n" + bytes(random.choice([0, 24, 25])))
    elif how == "size":
        line = as_json({**HEADER, "columns": [["id", random.choice(SIZES)], ["id", 8]]})
        frames.insert(place, line + b"\n" + bytes(24))
    elif how == "spoilt":
        frames[place] = spoilt(random, frames[place])
    elif how == "left out":
        del frames[place]
    elif how == "twice":
        frames.insert(place, frames[place])
    content = b"".join(frames)
    if how == "cut":
        content = content[: random.randint(0, len(content))]
    return in_pieces(random, content)


def naive_frames(content: bytes) -> list[Any] | None:
    """The frames of a whole stream as the protocol's page tells them, None where it is none."""
    found: list[Any] = []
    while content:
        line, end, content = content.partition(b"\n")
        head = json.loads(line)
        columns, size = {}, 0
        for name, length in head.pop("columns"):
            columns[str(name)] = content[size : size + int(length)]
            size += int(length)
        if not end or size > len(content) or (found and found[-1][0] == "end"):
            return None
        content = content[size:]
        found.append((head.pop("kind"), head.pop("count"), columns, head))
    return found if found and found[-1][0] == "end" else None


def plain(frame: Frame) -> Any:
    columns = {name: bytes(column) for name, column in frame.columns.items()}
    return frame.kind, frame.count, columns, dict(frame.header)


def read_it(pieces: list[bytes]) -> None:
    reader = FrameReader()
    try:
        for piece in pieces:
            reader.feed(piece)
            assert reader.waiting <= MAXIMUM_HEADER + MAXIMUM_FRAME
    except MotifError as error:
        assert error.message.strip()
    try:
        frames = [plain(frame) for frame in read_frames(pieces)]
    except MotifError as error:
        assert error.message.strip()
    else:
        assert json.dumps(frames, default=repr) == json.dumps(naive_frames(b"".join(pieces)), default=repr)


def test_a_stream_of_frames_is_read_as_it_stands_or_told() -> None:
    fuzz("frames", stream, read_it, share=5)
