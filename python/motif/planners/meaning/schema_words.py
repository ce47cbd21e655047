"""What a graph holds, as words: properties and relations with what they are called and how they are held."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from motif.indexes.names import readable
from motif.planners.reading.lemmas import lemma, stem
from motif.planners.reading.words import SQUARED

PropertyKind = Literal["number", "year", "text", "date", "list", "boolean"]
Clock = Literal["day", "moment", "seconds", "milliseconds"]


@dataclass(frozen=True, slots=True)
class Words:
    """A label, relation or property as words: their lemmas and stems."""

    text: str
    lemmas: tuple[str, ...]
    stems: tuple[str, ...]

    def __hash__(self) -> int:
        return hash(self.text)


@lru_cache(maxsize=4096)
def words_in(text: str) -> Words:
    """
    >>> words_in("hasHomeVenue").lemmas, words_in("ACTED_IN").stems
    (('have', 'home', 'venue'), ('act', 'in'))
    >>> words_in("area_sq_km").lemmas
    ('area', 'km2')
    """
    parts = SQUARED.sub(lambda said: lemma(said.group()), readable(text)).split()
    return Words(" ".join(parts), tuple(map(lemma, parts)), tuple(map(stem, parts)))


@dataclass(frozen=True, slots=True)
class Property:
    """A property of the nodes of a label, or of the relationships of a type (``owner``).

    Attributes
    ----------
    share
        How many of the owner's have it, between 0 and 1.
    clock
        Of a date, what it is held as: a day, a day with its time, or what has passed since 1970.
    is_text, is_early
        Of a year, whether it is written as a text, and whether some are before 1000.
    """

    owner: str
    name: str
    kind: PropertyKind
    words: Words
    share: float
    clock: Clock = "day"
    is_text: bool = False
    is_early: bool = False


@dataclass(frozen=True, slots=True)
class Relation:
    """Relationships of a type between nodes of two labels, as many as ``count``."""

    source: str
    type: str
    target: str
    words: Words
    count: int
