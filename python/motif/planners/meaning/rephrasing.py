"""Questions in other words that are read better: "the youngest player per team"."""

from __future__ import annotations

from collections.abc import Sequence

from motif.planners.meaning.senses import Piece
from motif.planners.reading.marks import Reading


def of_each(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "The youngest player per team" as that "of each team"; "" for another question."""
    labels = {at for piece in pieces if piece.of("label") for at in (piece.first, piece.last)}
    for at, word in enumerate(reading.words[1:-1], 1):
        if word.low != "per" or not {at - 1, at + 1} <= labels:
            continue
        ranked = [one for one in reading.measures if one.form == "superlative" and one.last < at - 1]
        between = reading.words[ranked[-1].last + 1 : at - 1] if ranked else ()
        if ranked and not any(one.low in ("of", "in", "number") for one in between):
            return f"{reading.question[: word.start]}of each{reading.question[word.end :]}"
    return ""
