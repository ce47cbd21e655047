"""Which model made some vectors."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EncoderStamp:
    """Which model made some vectors: its name, dimension and a hash of its weights ("" when not known)."""

    name: str
    dimension: int
    hash: str = ""
