"""What things are joined to, shown beside them: "each boat with its owner and length", "along with the owner"."""

from __future__ import annotations

from collections.abc import Sequence

from motif.planners.english import POSSESSIVES
from motif.planners.meaning.request import Request
from motif.planners.meaning.senses import Piece, is_thing
from motif.planners.reading.marks import Mark, Reading

_BESIDE = ("with", "along", "together", "plus")


def joined_shown(reading: Reading, inside: Sequence[Piece], mark: Mark, stop: int, request: Request) -> bool:
    """Whether what things are joined to is shown beside them, "each boat with its owner and length": a part of the
    description, as other labels are."""
    opening = {word.low for word in reading.words[mark.last : mark.last + 2]}
    is_beside = "the" in opening and reading.words[mark.first].low in _BESIDE
    if not (is_beside or opening & {*POSSESSIVES}) or not any(is_thing(piece) for piece in inside):
        return False
    said = {at for piece in inside for at in range(piece.first, piece.last + 1)}
    rest = {reading.words[at].low for at in range(mark.last + 1, stop) if at not in said}
    if not rest <= {",", "and", "the", "respective", "name", "names", ".", "?", *POSSESSIVES}:
        return False
    if not all(is_thing(piece) or piece.of("property") for piece in inside):
        return False
    request.others += [piece for piece in inside if is_thing(piece)]
    columns = [piece for piece in inside if not is_thing(piece)]
    request.columns += columns
    request.taken |= {at for piece in columns for at in range(piece.first, piece.last + 1)}
    request.has_names = True
    return True
