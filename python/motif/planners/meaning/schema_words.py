"""What a graph holds, as words: properties and relations with what they are called and how they are held."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from motif.indexes.names import readable
from motif.models.glued_words import taken_apart
from motif.planners.reading.lemmas import lemma, stem
from motif.planners.reading.lexicon import table
from motif.planners.reading.lexicon import words as listed
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
    >>> words_in("unitsinstock").lemmas
    ('unit', 'in', 'stock')
    """
    spoken = SQUARED.sub(lambda said: lemma(said.group()), readable(text))
    parts = spoken.split() if text.isupper() else [one for part in spoken.split() for one in _apart(part)]
    parts = parts or ["?"]  # a name of spaces alone: no word that anybody says
    return Words(" ".join(parts), tuple(map(lemma, parts)), tuple(map(stem, parts)))


def _apart(part: str) -> list[str]:
    """Words that a name from a relational database writes as one; none where that is no noun for a column's."""
    if part in _known():
        return [part]
    words = taken_apart(part).split()
    return words if len(words) > 1 and not listed("words", "columns").isdisjoint(words) else [part]


@cache
def _known() -> frozenset[str]:
    """Words of properties that are one: a "runtime"."""
    return frozenset(word for group in table("words")["same"] for word in group)


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
