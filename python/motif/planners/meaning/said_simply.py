"""Words for what graphs call otherwise: "titles" of what has names, "set up", "neighbouring countries"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.marks import Reading

_FOUNDED = {"found", "founded", "founding", "establish", "established", "inception"}
_EMPLOYED = {"employee", "staff", "headcount", "workforce"}
_PEOPLE = {"people", "persons", "staff", "workers"}
_BESIDE = {"neighbouring", "neighboring", "adjacent", "bordering"}


def said_simply(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> Iterator[str]:
    """The question with such words instead, each way that applies."""
    held = {part for one in vocabulary.properties for part in one.words.lemmas}
    related = {part for one in vocabulary.kinds for part in one.words.lemmas}
    low = [word.low for word in reading.words]
    for at in range(1, len(low)):
        if (
            low[at] in ("titles", "title")
            and at < _EARLY
            and not held & {"title"}
            and low[at + 1 : at + 2] in (["of"], ["and"])
        ):
            yield _instead(reading, at, at, "names" if low[at] == "titles" else "name")
        if low[at - 1 : at + 1] == ["set", "up"] and _FOUNDED & (held | related):
            yield _instead(reading, at - 1, at, "founded")
        if low[at] in _BESIDE and any(one.first == at + 1 and one.of("label") for one in pieces):
            yield _instead(reading, at, next(one.last for one in pieces if one.first == at + 1), "neighbours")
        is_most = low[at : at + 1] == ["the"] and low[at + 1 : at + 2] in (["most"], ["fewest"], ["least"])
        if (
            is_most
            and reading.words[at - 1].lemma == "employ"
            and {*low[at + 2 : at + 3]} & _PEOPLE
            and held & _EMPLOYED
        ):
            yield _instead(reading, at - 1, at + 2, f"have the {low[at + 1]} employees")


_EARLY = 5
"""Words of a question among which what is asked for stands."""


def _instead(reading: Reading, first: int, last: int, said: str) -> str:
    return f"{reading.text(0, first - 1)} {said} {reading.text(last + 1, reading.last)}?"
