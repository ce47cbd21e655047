"""What plugin and service say to each other is sealed: read by nobody else, believed of nobody else."""

from __future__ import annotations

import json
import time
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif.errors import Unauthorized
from motif.graphs.frames import encode_frame
from motif.service.authorization import sign
from motif.service.sealing import RECORD, Opener, Sealer, Sealing

KEY = bytes(range(32))


def sealed(*pieces: bytes, key: bytes = KEY, about: bytes = b"") -> bytes:
    sealer = Sealer(key, about)
    n = len(pieces) - 1
    return b"".join(record for i, piece in enumerate(pieces) for record in sealer.seal(piece, last=i == n))


@given(st.lists(st.binary(max_size=300), min_size=1, max_size=5), st.integers(1, 50))
def test_what_is_sealed_is_opened_however_it_is_cut_up(pieces, step):
    content = sealed(*pieces)
    opener = Opener(KEY)
    opened = b"".join(opener.open(content[at : at + step]) for at in range(0, len(content), step))
    assert (opened, opener.ended) == (b"".join(pieces), True)


def test_long_pieces_are_several_records():
    content = b"x" * (2 * RECORD + 1)
    opener = Opener(KEY)
    assert opener.open(sealed(content)) == content
    assert len(sealed(content)) == len(content) + 3 * 20


@given(st.integers(0, 10_000), st.integers(1, 255))
def test_a_changed_byte_is_found(place, change):
    content = bytearray(sealed(b"a first piece", b"a second one"))
    content[place % len(content)] ^= change
    opener = Opener(KEY)
    try:
        opener.open(bytes(content))
    except Unauthorized:
        return
    assert not opener.ended, "a longer length may only make it wait for more"


@pytest.mark.parametrize("spoil", ["order", "end", "more", "key", "about", "twice"])
def test_records_count_in_their_order_to_the_last_of_this_body(spoil):
    records = [bytes(each) for each in Sealer(KEY, b"200").seal(b"x" * (2 * RECORD), last=True)]
    given = {
        "order": records[::-1],
        "end": [bytes([records[0][0] | 0x80]) + records[0][1:]],
        "more": [*records, b"x"],
        "twice": [records[0], records[0]],
    }.get(spoil, records)
    opener = Opener(bytes(32) if spoil == "key" else KEY, b"503" if spoil == "about" else b"200")
    with pytest.raises(Unauthorized, match="not sealed"):
        opener.open(b"".join(given))


def test_a_body_without_its_last_record_has_not_ended():
    opener = Opener(KEY)
    assert opener.open(b"".join(Sealer(KEY).seal(b"a part", last=False))) == b"a part"
    assert not opener.ended


def ask(running: Any, path: str, body: bytes, kind: str = "application/json", cut: int = 0, **signed: Any):
    """As the plugin asks: the answer, and its body, opened."""
    service = signed.pop("service", running.service.authorization.service)
    header, sealing = sign(signed.pop("token", running.token), "POST", path, service, **signed)
    content = sealed(body, key=sealing.request_key())
    headers = {"Authorization": header, "Content-Type": kind}
    answer = httpx.post(
        running.url + path, content=content[: len(content) - cut], headers=headers, trust_env=False
    )
    return answer, sealing


def opened(answer: httpx.Response, sealing: Sealing) -> str:
    opener = Opener(sealing.answer_key(), str(answer.status_code).encode())
    text = opener.open(answer.content).decode()
    assert opener.ended
    return text


def test_a_sealed_request_gets_a_sealed_answer(running):
    asked = {"database": {"id": "x", "name": "neo4j"}, "arguments": {"word": "community"}}
    answer, sealing = ask(running, "/v1/help", json.dumps(asked).encode())
    assert answer.status_code == 200
    assert b"community" not in answer.content
    assert "motif.community" in opened(answer, sealing)


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [("/v1/help", b"{", 400), ("/v1/nowhere", b"{}", 404), ("/v1/search", b"{}", 400)],
)
def test_refusals_are_sealed_too(running, path, body, status):
    answer, sealing = ask(running, path, body)
    assert answer.status_code == status
    assert "message" in json.loads(opened(answer, sealing))["error"]


def test_frames_are_sealed(running):
    frame = encode_frame("request", 0, None, request={"arguments": {"graphName": "films"}}, plan={})
    answer, sealing = ask(running, "/v1/graph/project", frame, "application/x-motif-frames")
    assert json.loads(opened(answer, sealing))["error"]["code"] == "invalid_input"


def test_a_request_counts_once_and_for_one_service(running):
    once = {"nonce": "ab" * 16, "seconds": int(time.time())}
    first, _ = ask(running, "/v1/help", b"{}", **once)
    again, sealing = ask(running, "/v1/help", b"{}", **once)
    other, by_other = ask(running, "/v1/help", b"{}", service="0" * 32)
    assert (first.status_code, again.status_code, other.status_code) == (200, 401, 421)
    assert "seen before" in opened(again, sealing)
    assert json.loads(opened(other, by_other))["error"]["code"] == "another_service"


def test_a_signature_does_not_carry_a_body_that_its_sender_did_not_seal(running):
    header, sealing = sign(running.token, "POST", "/v1/help", running.service.authorization.service)
    headers = {"Authorization": header, "Content-Type": "application/json"}
    answer = httpx.post(f"{running.url}/v1/help", content=b"{}" * 20, headers=headers, trust_env=False)
    assert answer.status_code == 401
    assert "not sealed with the key of its Authorization header" in opened(answer, sealing)


def test_who_does_not_know_the_token_is_told_so_in_the_clear(running):
    answer, _ = ask(running, "/v1/help", b"{}", token="e" * 64)
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "unauthorized")


def test_a_body_that_is_cut_off_begins_nothing(running):
    answer, sealing = ask(running, "/v1/help", b"{}", cut=3)
    assert answer.status_code == 499
    assert "went away" in opened(answer, sealing)
    assert not running.service.in_flight
