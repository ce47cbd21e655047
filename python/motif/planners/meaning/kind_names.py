"""Names of kinds that end in what is of them: "mythological paintings" are paintings of that genre."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from motif.planners.meaning.senses import Piece, Sense
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.words import Word

_SAYING = frozenset({"is", "are", "was", "were", "be", "as", "either", "both", "or"})


def with_heads_apart(vocabulary: Vocabulary, words: Sequence[Word], pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces, each name that ends with the plural of a label before that label, where a relation joins the two.

    A name that stands beside its own label, or says what something is, is a name as it is: "the floral painting genre",
    "classified as floral paintings".
    """
    kept: list[Piece] = []
    for at, piece in enumerate(pieces):
        beside = {
            label
            for one in (*pieces[max(at - 1, 0) : at], *pieces[at + 1 : at + 2])
            for label in _labels(one)
        }
        if at and words[piece.first - 1].low in ("and", "or"):  # "both public art and floral paintings"
            beside |= {label for one in pieces[at - 1].of("name") for label in one.labels}
        kept.extend(_apart(vocabulary, words, piece, beside) or [piece])
    return kept


def _apart(vocabulary: Vocabulary, words: Sequence[Word], piece: Piece, beside: set[str]) -> list[Piece]:
    """The name and the label in it; nothing where it is no such name."""
    names, head = piece.of("name"), words[piece.last]
    is_noun = all(
        word.kind == "word" and word.text == word.low for word in words[piece.first : piece.last + 1]
    )
    is_said = bool(piece.first) and words[piece.first - 1].low in _SAYING
    is_one = piece.first == piece.last or head.low == head.lemma
    if not is_noun or is_said or is_one or len(names) < len(piece.senses):
        return []
    for label, spoken in vocabulary.labels.items():
        own = [one for one in names if _is_of(vocabulary, label, one.labels) and not beside & {*one.labels}]
        if own and spoken.lemmas == (head.lemma,):
            whole = dataclasses.replace(piece, last=piece.last - 1, senses=tuple(own))
            return [whole, Piece(piece.last, piece.last, (Sense("label", 1.0, (label,)),))]
    return []


def _is_of(vocabulary: Vocabulary, label: str, kinds: Sequence[str]) -> bool:
    """Whether a relation joins things of a label and of one of some others."""
    return label not in kinds and any(next(iter(vocabulary.ways(label, kind)), None) for kind in kinds)


def _labels(piece: Piece) -> Iterator[str]:
    return (label for one in piece.of("label") for label in one.labels)
