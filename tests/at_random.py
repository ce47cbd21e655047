"""How many cases of each kind are drawn at random, and what several tests draw."""

from __future__ import annotations

import json
import os

from hypothesis import strategies as st

CASES = int(os.environ.get("MOTIF_CASES_AT_RANDOM", "100"))
"""Of each kind; more by hand: a hundred thousand take some minutes to an hour."""

HARD = st.sampled_from(
    [
        *(2**31, 2**63, -(2**63), 10**30, -1, 0, 1e308, float("inf"), float("-inf"), float("nan")),
        *("", "\ud800", "\x00", "x" * 3000, "$float", "4:x:1", True, False, None),
        *({"$float": "NaN"}, {"$float": None}, {"$float": []}, {"$float": "1e999"}, {"$node": 7}),
    ]
)
"""Values that are right somewhere, and what no reader expects elsewhere."""

VALUES = st.recursive(
    HARD | st.integers(-3, 40) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


def spoilt(draw: st.DrawFn, content: bytes) -> bytes:
    """Bytes of which a few are others, are missing, or stand twice."""
    spoiling = bytearray(content)
    for _ in range(draw(st.integers(0, 4))):
        if not spoiling:
            break
        place = draw(st.integers(0, len(spoiling) - 1))
        end = min(len(spoiling), place + draw(st.integers(1, 12)))
        kind = draw(st.sampled_from(["other", "missing", "twice", "nested"]))
        if kind == "other":
            spoiling[place] = draw(st.integers(0, 255))
        elif kind == "missing":
            del spoiling[place:end]
        elif kind == "twice":
            spoiling[place:place] = spoiling[place:end]
        else:
            spoiling[place:place] = draw(st.sampled_from([b"[", b'{"a":', b"1", b"1e999", b"\xff"])) * draw(
                st.sampled_from([1, 3, 10_000])
            )
    return bytes(spoiling)


def with_hard_values(draw: st.DrawFn, value: object) -> object:
    """``value``, JSON, in which some parts are others."""
    if not draw(st.integers(0, 14)):
        return draw(VALUES)
    if isinstance(value, dict):
        return {
            (draw(st.text(max_size=5)) if not draw(st.integers(0, 30)) else key): with_hard_values(
                draw, inner
            )
            for key, inner in value.items()
            if draw(st.integers(0, 30))
        }
    if isinstance(value, list):
        return [with_hard_values(draw, inner) for inner in value]
    return value


def as_json(value: object) -> bytes:
    """JSON as others write it too: with NaN, and with halves of characters."""
    return json.dumps(value).encode()
