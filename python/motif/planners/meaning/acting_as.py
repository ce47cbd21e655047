"""What things are to others, said by their own label: "officers who are officers of X", "is Y an officer of X"."""

from __future__ import annotations

from collections.abc import Sequence

from motif.planners.meaning.roles import labels_in_role
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.marks import Reading

_BEING = {"is", "are", "was", "were", "be", "been"}
_SMALL = {*_BEING, "a", "an", "the", "also", "both", "who", "that", "which", "ever", "currently"}


def apart_from_acting(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces but for labels that only say what something is to what follows: the words are then a relation's."""
    return [
        one
        for before, one in zip([None, *pieces], pieces, strict=False)
        if before is None or not _only_acts(vocabulary, reading, before, one)
    ]


def _only_acts(vocabulary: Vocabulary, reading: Reading, before: Piece, one: Piece) -> bool:
    low = [word.low for word in reading.words]
    own = {label for sense in one.of("label") for label in sense.labels}
    said = {label for sense in before.of("label", "name") for label in sense.labels}
    between = low[before.last + 1 : one.first]
    is_being = bool(_BEING & {*between}) or (before.first == 1 and low[0] in _BEING and bool(between))
    if not own & said or not is_being or not {*between} <= _SMALL or one.of("name"):
        return False
    ends = {label for _, label in labels_in_role(vocabulary.relations, reading.words[one.last])}
    return low[one.last + 1 : one.last + 2] in (["of"], ["for"]) and bool(ends & own & said)
