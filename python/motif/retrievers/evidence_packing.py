"""Evidence for a language model: the best pieces that fit, numbered, and what may be answered from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from motif.graphs.evidence import Evidence, Node, Results
from motif.indexes.names import normalise
from motif.models.language_messages import CHARACTERS_PER_TOKEN

MAXIMUM_TOKENS = 1200
"""Of evidence in a prompt when nothing else is said."""

_SEPARATOR = " | "


@dataclass(frozen=True, slots=True)
class PackedEvidence:
    """Pieces that go into a prompt.

    Attributes
    ----------
    numbered
        The number of each piece, counted from 1 as it stands in the results, and its text.
    spellings
        What may be answered, by its normalised form, as the evidence spells it.
    left_out
        How many pieces did not fit.
    """

    numbered: tuple[tuple[int, str], ...]
    spellings: dict[str, str]
    left_out: int

    @property
    def numbers(self) -> frozenset[int]:
        return frozenset(number for number, _ in self.numbered)

    def grounded(self, answer: str) -> str | None:
        """``answer`` as the evidence spells it: a node, a value, or words of a text; None where it holds no such."""
        return self.spellings.get(normalise(answer)) or self._in_text(answer)

    def _in_text(self, answer: str) -> str | None:
        """Words that stand together in a piece that is no list of triples, a chunk of text."""
        wanted = f" {normalise(answer)} "
        texts = (text for _, text in self.numbered if _SEPARATOR not in text)
        return answer if wanted.strip() and any(wanted in f" {normalise(text)} " for text in texts) else None


def pack_evidence(results: Results, max_tokens: int = MAXIMUM_TOKENS) -> PackedEvidence:
    """The best of ``results`` that fit ``max_tokens`` (of four characters), by score, ties as they stand.

    A piece that does not fit is left out and smaller ones after it are still taken; of the best piece as many whole
    lines as fit are taken in any case. Equal texts are taken once.
    """
    left = max_tokens * CHARACTERS_PER_TOKEN
    taken: dict[int, str] = {}
    order = sorted(range(len(results)), key=lambda place: -results[place].score)
    repeated = 0
    for place in order:
        text = results[place].text
        if text in taken.values() or not text.strip():
            repeated += 1
            continue
        if not taken:
            text = _first_lines(text, left)
        if len(text) + 1 <= left or not taken:
            taken[place] = text
            left -= len(text) + 1
    pieces = [results[place] for place in sorted(taken)]
    return PackedEvidence(
        tuple((place + 1, taken[place]) for place in sorted(taken)),
        _spellings(pieces, [taken[place] for place in sorted(taken)]),
        len(results) - len(taken) - repeated,
    )


def _first_lines(text: str, characters: int) -> str:
    """Whole lines that fit; of a first line that does not, its beginning."""
    if len(text) <= characters:
        return text
    cut = text[:characters]
    return cut.rpartition("\n")[0] or cut


def _spellings(pieces: Sequence[Evidence], texts: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for piece, text in zip(pieces, texts, strict=True):
        for spelling in _answerable(piece, text):
            found.setdefault(normalise(spelling), spelling)
    found.pop("", None)
    return found


def _answerable(piece: Evidence, text: str) -> Iterator[str]:
    """Names of nodes and values that the shown text holds, and what the piece itself gives as its answer."""
    for answer in piece.answers:
        yield _words(answer)
    for line in text.split("\n"):
        parts = line.split(_SEPARATOR)
        if len(parts) == 3:
            yield parts[0]
            yield parts[2]
    shown = normalise(text)
    for node in piece.nodes:
        if node.name and normalise(node.name) in shown:
            yield node.name


def _words(answer: Any) -> str:
    return answer.name if isinstance(answer, Node) else str(getattr(answer, "type", answer))
