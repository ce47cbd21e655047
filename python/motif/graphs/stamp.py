"""Which model made some vectors."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EncoderStamp:
    """Which model made some vectors: its name, dimension and a hash of its weights ("" when not known)."""

    name: str
    dimension: int
    hash: str = ""

    @property
    def text(self) -> str:
        """The stamp in one word, as it is kept beside what was made with the model.

        >>> EncoderStamp("all-MiniLM-L6-v2", 384, "53aa5117").text
        'all-MiniLM-L6-v2@53aa5117'
        """
        return f"{self.name}@{self.hash}" if self.hash else self.name
