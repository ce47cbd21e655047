import asyncio
import json
import threading

import numpy as np
import pytest

from motif.errors import Cancelled, InvalidInput
from motif.service.streaming import Inflow, Outflow, encode_line, encode_rows


def decoded(value):
    return json.loads(encode_line(value))


def test_special_floats_are_spelt():
    assert decoded({"a": [float("nan"), float("inf"), -float("inf"), 1.5]}) == {
        "a": [{"$float": "NaN"}, {"$float": "Infinity"}, {"$float": "-Infinity"}, 1.5]
    }


def test_arrays_tuples_and_lone_surrogates_travel():
    value = {
        "vector": np.array([0.5, 1.0], np.float32),
        "count": np.int64(3),
        "pair": (1, 2),
        "text": "a\ud800b",
    }
    assert decoded(value) == {"vector": [0.5, 1.0], "count": 3, "pair": [1, 2], "text": "a?b"}
    assert decoded({"vector": np.array([np.nan])}) == {"vector": [{"$float": "NaN"}]}


def test_one_line_per_row_and_an_end():
    content = b"".join(encode_rows({"rank": rank, "text": "a\nb"} for rank in range(3)))
    lines = [json.loads(line) for line in content.splitlines()]
    assert [line["row"]["rank"] for line in lines[:-1]] == [0, 1, 2]
    assert lines[-1] == {"end": {"rows": 3}}


def test_no_rows_is_an_end():
    assert list(encode_rows([])) == [b'{"end":{"rows":0}}\n']


def test_many_rows_travel_in_pieces():
    pieces = list(encode_rows({"text": "x" * 1000} for _ in range(1000)))
    assert 10 < len(pieces) < 20


async def drained(outflow):
    pieces = []
    while True:
        piece = await outflow.next()
        pieces.append(piece)
        if piece.last:
            return pieces


async def test_pieces_keep_their_order_and_the_last_is_marked():
    outflow = Outflow(asyncio.get_running_loop())
    contents = [bytes([number]) for number in range(100)]
    thread = threading.Thread(target=outflow.produce, args=(lambda: (part for part in contents),))
    thread.start()
    pieces = await drained(outflow)
    thread.join()
    assert [piece.content for piece in pieces] == contents
    assert [piece.last for piece in pieces] == [False] * 99 + [True]


async def test_an_error_is_the_last_piece():
    def failing():
        yield b"a"
        yield b"b"
        raise InvalidInput("no")

    outflow = Outflow(asyncio.get_running_loop())
    thread = threading.Thread(target=outflow.produce, args=(failing,))
    thread.start()
    pieces = await drained(outflow)
    thread.join()
    assert pieces[0].content == b"a"
    assert isinstance(pieces[-1].error, InvalidInput)


async def test_the_thread_waits_for_a_slow_reader_and_stops_when_nobody_reads():
    made = []
    ended = []

    def endless():
        try:
            while True:
                made.append(1)
                yield b"x"
        finally:
            ended.append(True)

    outflow = Outflow(asyncio.get_running_loop())
    thread = threading.Thread(target=outflow.produce, args=(endless,))
    thread.start()
    for _ in range(3):
        await outflow.next()
    outflow.close()
    await asyncio.to_thread(thread.join)
    assert ended == [True]
    assert len(made) < 20


async def parts(*contents):
    for content in contents:
        yield content


async def test_a_body_reaches_the_thread_in_order():
    inflow = Inflow(asyncio.get_running_loop())
    contents = [bytes([number]) for number in range(100)]
    reading = asyncio.create_task(asyncio.to_thread(lambda: list(inflow)))
    await inflow.pump(parts(*contents, b""))
    assert await reading == contents


async def test_a_sender_that_goes_away_is_seen_in_the_thread():
    async def broken():
        yield b"a"
        raise ConnectionError

    inflow = Inflow(asyncio.get_running_loop())
    reading = asyncio.create_task(asyncio.to_thread(lambda: list(inflow)))
    with pytest.raises(ConnectionError):
        await inflow.pump(broken())
    with pytest.raises(Cancelled):
        await reading


async def test_what_nobody_reads_any_more_is_thrown_away():
    inflow = Inflow(asyncio.get_running_loop())
    pump = asyncio.create_task(inflow.pump(parts(*[b"x"] * 1000)))
    await asyncio.sleep(0)
    assert not pump.done()
    inflow.close()
    await pump
