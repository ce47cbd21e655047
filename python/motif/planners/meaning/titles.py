"""Titles that are no names: "the title of Ann Lee", who is called by her name, is what she is."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary


def with_titles(vocabulary: Vocabulary, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces, those marked that say a property which what is spoken of behind them has, and is not called by."""
    return [
        dataclasses.replace(piece, is_told=True) if _is_told(vocabulary, piece, pieces[at + 1 :]) else piece
        for at, piece in enumerate(pieces)
    ]


def _is_told(vocabulary: Vocabulary, piece: Piece, behind: Sequence[Piece]) -> bool:
    said = next((one.of("label", "name") for one in behind if one.of("label", "name")), [])
    held = {(owner, one.property) for one in piece.of("property") for owner in one.labels}
    owners = {owner for owner, _ in held}
    labels = {label for one in said for label in one.labels}
    return bool(labels) and all(
        label in owners and (label, vocabulary.naming(label)) not in held for label in labels
    )
