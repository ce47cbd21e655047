"""What things are joined to, shown beside them: "each boat with its owner and length"."""

from __future__ import annotations

from collections.abc import Sequence

from motif.planners.meaning.request import Request
from motif.planners.meaning.senses import Piece
from motif.planners.reading.marks import Mark, Reading

_POSSESSIVES = ("their", "its", "his", "her")


def joined_shown(reading: Reading, inside: Sequence[Piece], mark: Mark, stop: int, request: Request) -> bool:
    """Whether what things are joined to is shown beside them, "each boat with its owner and length": a part of the
    description, as other labels are."""
    opening = {word.low for word in reading.words[mark.last : mark.last + 2]}
    if not opening & {*_POSSESSIVES} or not any(_is_thing(piece) for piece in inside):
        return False
    said = {at for piece in inside for at in range(piece.first, piece.last + 1)}
    rest = {reading.words[at].low for at in range(mark.last + 1, stop) if at not in said}
    if not rest <= {",", "and", "the", "respective", ".", "?", *_POSSESSIVES}:
        return False
    if not all(_is_thing(piece) or piece.of("property") for piece in inside):
        return False
    request.others += [piece for piece in inside if _is_thing(piece)]
    columns = [piece for piece in inside if not _is_thing(piece)]
    request.columns += columns
    request.taken |= {at for piece in columns for at in range(piece.first, piece.last + 1)}
    request.has_names = True
    return True


def _is_thing(piece: Piece) -> bool:
    """Whether a piece is a label before it is anything else."""
    return bool(piece.senses) and piece.senses[0].kind == "label"
