"""What is right, changed at random: bytes, texts and JSON."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

HARD: list[Any] = [
    *(2**31, 2**63, -(2**63), 2**64, 10**30, 10**400, -1, 0, 1, 3, 0.5, 1e308, -0.0),
    *(float("inf"), float("-inf"), float("nan"), True, False, None),
    *(
        "",
        " ",
        "\ud800",
        "\x00",
        "x" * 3000,
        "$float",
        "4:x:1",
        "?",
        "?x",
        "*",
        "%",
        "%%",
        "\u0130",
        "null",
        "1995",
    ),
    *({}, [], [[]], [None], {"$float": "NaN"}, {"$float": None}, {"$float": []}, {"$float": "1e999"}),
    *({"$node": 7}, {"$node": "4:x:1"}, {"$relationship": None}, {"$not": {}}, {"": ""}, {"name": "Heat"}),
]
"""Values that are right somewhere, and what no reader expects elsewhere."""

LETTERS = [
    *("a", "Z", "0", "9", " ", "\t", "\n", "\r", "\x00", "\x1f", "\x7f", "\x85", "\xa0", "'", '"', "`", "\\"),
    *(
        "?",
        "%",
        "$",
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        ",",
        ";",
        ":",
        "|",
        "-",
        ">",
        "<",
        "=",
        "*",
        "/",
        "#",
        "&",
        "_",
    ),
    *(
        "é",
        "ß",
        "İ",
        "ı",
        "ſ",
        "Σ",
        "ς",
        "東",
        "م",
        "ि",
        "\u0301",
        "\u200d",
        "\u202e",
        "\u2028",
        "\ufeff",
        "\ufffd",
    ),
    *("😀", "👨‍👩‍👧", "\U0010ffff", "\ud800", "½", "²", "Ⅷ", "٣", "−", "–", "’", "“"),
]


def spoilt(random: Random, content: bytes, most: int = 4) -> bytes:
    """Bytes of which a few are others, are missing, stand twice, or elsewhere."""
    changed = bytearray(content)
    for _ in range(random.randint(0, most)):
        if not changed:
            break
        place = random.randrange(len(changed))
        end = min(len(changed), place + random.randint(1, 16))
        kind = random.randrange(7)
        if kind == 0:
            changed[place] ^= 1 << random.randrange(8)
        elif kind == 1:
            changed[place] = random.randrange(256)
        elif kind == 2:
            del changed[place:end]
        elif kind == 3:
            changed[place:place] = changed[place:end]
        elif kind == 4:
            del changed[place:]
        elif kind == 5:
            changed[place:end] = random.randbytes(end - place)
        else:
            nested = random.choice([b"[", b'{"a":', b"1", b"1e999", b"\xff", b"(", b"- ", b"{", b"\n", b"0"])
            changed[place:place] = nested * random.choice([1, 3, 10_000])
    return bytes(changed)


def in_pieces(random: Random, content: bytes) -> list[bytes]:
    """``content`` in pieces: of one size, or cut at random places, empty ones among them."""
    if random.random() < 0.5:
        size = random.choice([3, 5, 64, 1 << 20]) if len(content) < 2000 else random.choice([1009, 1 << 20])
        return [content[start : start + size] for start in range(0, len(content), size)]
    places = sorted(random.randint(0, len(content)) for _ in range(random.randint(0, 6)))
    return [content[start:end] for start, end in zip([0, *places], [*places, len(content)], strict=True)]


def a_text(random: Random, longest: int = 12) -> str:
    """Text of no meaning."""
    return "".join(random.choice(LETTERS) for _ in range(random.randint(0, longest)))


def spoilt_text(random: Random, text: str, words: Sequence[str] = (), most: int = 3) -> str:
    """``text`` with words of it left out, doubled, moved, replaced by ``words`` or by letters of no meaning."""
    parts = text.split(" ")
    for _ in range(random.randint(0, most)):
        if not parts:
            break
        place, kind = random.randrange(len(parts)), random.randrange(8)
        if kind == 0:
            del parts[place]
        elif kind == 1:
            parts.insert(place, parts[place])
        elif kind == 2:
            parts.insert(random.randrange(len(parts)), parts.pop(place))
        elif kind == 3 and words:
            parts[place] = random.choice(words)
        elif kind == 4 and words:
            parts.insert(place, random.choice(words))
        elif kind == 5:
            word = parts[place]
            at = random.randint(0, len(word))
            parts[place] = word[:at] + random.choice(LETTERS) + word[at + random.randint(0, 1) :]
        elif kind == 6:
            parts[place] = random.choice([str.upper, str.title, str.swapcase, lambda one: one[::-1]])(
                parts[place]
            )
        else:
            parts = parts[: place + 1]
    return " ".join(parts)


def a_value(random: Random, depth: int = 0) -> Any:
    """Any JSON."""
    kind = random.randrange(8)
    if kind < 4 or depth > 3:
        return copy.copy(random.choice(HARD))
    if kind == 4:
        return a_text(random)
    if kind == 5:
        return random.choice([random.randint(-3, 40), random.uniform(-2, 2)])
    if kind == 6:
        return [a_value(random, depth + 1) for _ in range(random.randint(0, 3))]
    return {a_text(random, 4): a_value(random, depth + 1) for _ in range(random.randint(0, 3))}


def deep(random: Random) -> Any:
    """One value nested in itself many times."""
    wrap = random.choice(
        [
            lambda value: [value],
            lambda value: {"a": value},
            lambda value: {"$not": value},
            lambda value: {"$and": [value]},
            lambda value: {"x": {"$eq": value}},
        ]
    )
    value: Any = random.choice([1, "x", {}, []])
    for _ in range(random.choice([10, 60, 150, 220, 300, 450])):
        value = wrap(value)
    return value


def changed(random: Random, value: Any, draw: Callable[[Random], Any] = a_value, often: float = 0.06) -> Any:
    """``value``, JSON, in which some parts are others, missing, doubled, or stand under another key."""
    if random.random() < often:
        return deep(random) if random.random() < 0.03 else draw(random)
    if isinstance(value, dict):
        found = {}
        for key, inner in value.items():
            place = random.random()
            if place < often / 3:
                continue
            name = random.choice([*value, a_text(random, 5)]) if place < 2 * often / 3 else key
            found[name] = changed(random, inner, draw, often)
        return found
    if isinstance(value, (list, tuple)):
        found_items = [changed(random, inner, draw, often) for inner in value]
        if found_items and random.random() < often:
            place = random.randrange(len(found_items))
            if random.random() < 0.5:
                del found_items[place]
            else:
                found_items.insert(place, found_items[place])
        return found_items
    return value


def as_json(value: Any) -> bytes:
    """JSON as others write it too: with NaN, and with halves of characters."""
    return json.dumps(value).encode()
