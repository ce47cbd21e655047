"""Words of a question with where they stand, and which of them say something by themselves."""

from __future__ import annotations

import re
from dataclasses import dataclass

from motif.planners.english import FUNCTION_WORDS
from motif.planners.quantities import COUNTING

_WORD = re.compile(r"[^\W_]+(?:[-][^\W_]+)*|['’]s\b", re.UNICODE)


def word_set(text: str) -> frozenset[str]:
    """The words of ``text``, parted by space."""
    return frozenset(text.split())


LIGHT = FUNCTION_WORDS | word_set(
    """am isn aren wasn weren don doesn didn t s ll ve re let please want need like looking look search get return
    fetch display enumerate identify anything something everything nothing thing things one ones exist exists existing
    available there ever never no not nor neither without except excluding besides however while whereas where whether
    about regarding concerning related relating topic topics subject dealing deals deal more most less least fewest many
    much number count total amount several few top first last best only just even still already during since until
    till between over under above below after before at least value values kind kinds type types sort sorts called
    named titled entitled known given us do having being whose both either any every all other others another else
    among amongst amid across upon throughout despite toward towards
    different various distinct same up down out off per via than then so such too very quite rather be
    been use used uses using outside lie lies lying located situated"""
)
"""Words that neither name a part of a graph nor describe what is looked for."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word in lower case, from ``start`` up to ``end`` of the question."""

    start: int
    end: int
    text: str

    @property
    def is_content(self) -> bool:
        return (
            self.text not in LIGHT
            and self.text not in COUNTING
            and not self.text.isdigit()
            and len(self.text) > 1
        )


def words_in(text: str) -> list[Word]:
    """The words of ``text``.

    >>> [(word.text, word.is_content) for word in words_in("Which rivers cross it?")]
    [('which', False), ('rivers', True), ('cross', True), ('it', False)]
    """
    return [Word(*match.span(), match[0].lower()) for match in _WORD.finditer(text)]
