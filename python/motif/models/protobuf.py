"""Messages of Protocol Buffers, written by hand: importing the package that writes them takes longer.

A message is its fields one after another, ascending by number, as the library writes them.

Source: https://protobuf.dev/programming-guides/encoding/
"""

from __future__ import annotations

import struct

_VARINT, _BYTES, _FLOAT32 = 0, 2, 5


def number(field: int, value: int) -> bytes:
    """A field of an integer or of an enumeration.

    >>> number(1, 150).hex()
    '089601'
    """
    return _varint(field << 3 | _VARINT) + _varint(value)


def single(field: int, value: float) -> bytes:
    """A field of a float of 32 bits."""
    return _varint(field << 3 | _FLOAT32) + struct.pack("<f", value)


def content(field: int, value: bytes | str) -> bytes:
    """A field of text, of bytes or of another message.

    >>> content(2, "testing").hex()
    '120774657374696e67'
    """
    data = value.encode() if isinstance(value, str) else value
    return _varint(field << 3 | _BYTES) + _varint(len(data)) + data


def _varint(value: int) -> bytes:
    """Seven bits a byte, the lowest first; negative numbers as 64 bits."""
    left, found = value & 0xFFFF_FFFF_FFFF_FFFF, bytearray()
    while left > 0x7F:
        found.append(left & 0x7F | 0x80)
        left >>= 7
    found.append(left)
    return bytes(found)
