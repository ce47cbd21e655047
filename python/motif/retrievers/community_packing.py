"""Reports of communities within a budget of tokens, best first, and texts of chunks that still fit (DA-RAG §5.1)."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.models.language_messages import CHARACTERS_PER_TOKEN, estimated_tokens
from motif.retrievers.community_judging import JudgedCommunity
from motif.retrievers.community_layers import CHUNK
from motif.retrievers.community_reports import CommunityReports
from motif.retrievers.presentation import cut

_GAP = "\n\n"


@dataclass(frozen=True, slots=True)
class CommunityBudget:
    """How much is given: communities, tokens in all, and of these for reports (table 4)."""

    top_k: int | None = None
    max_tokens: int = 4800
    report_tokens: int = 3200

    @property
    def for_reports(self) -> int:
        """Tokens for reports: as asked, or the paper's two thirds of all where that is more than all."""
        return self.report_tokens if self.report_tokens <= self.max_tokens else -(-self.max_tokens * 2 // 3)


@dataclass(frozen=True, slots=True)
class PackedCommunity:
    """A community that is given, with its text."""

    judged: JudgedCommunity
    text: str

    @property
    def tokens(self) -> int:
        return estimated_tokens(self.text)


def pack_communities(
    judged: Sequence[JudgedCommunity], reports: CommunityReports, budget: CommunityBudget
) -> list[PackedCommunity]:
    """The communities that fit, best first.

    Each layer has an equal share of the tokens for reports, and what it leaves goes to the next. Within a share
    communities are taken greedily by score: the best in any case, as much of it as fits; others where they fit whole
    and have a node that is new. What is left of all tokens goes to texts of chunks of the communities of chunks.
    """
    packed: list[PackedCommunity] = []
    names = list(dict.fromkeys(one.community.layer.name for one in judged))
    left = budget.for_reports
    for place, name in enumerate(names):
        of_layer = [one for one in judged if one.community.layer.name == name]
        taken = _pack_layer(of_layer, reports, left // (len(names) - place))
        left -= sum(one.tokens for one in taken)
        packed += taken
    packed.sort(key=lambda one: -one.judged.score)
    packed = packed[: budget.top_k]
    return _with_sources(packed, reports, budget.max_tokens - sum(one.tokens for one in packed))


def _pack_layer(
    judged: Sequence[JudgedCommunity], reports: CommunityReports, tokens: int
) -> list[PackedCommunity]:
    packed: list[PackedCommunity] = []
    known, left = np.zeros(0, np.int32), tokens
    for one in sorted(judged, key=lambda one: -one.score):
        rows = one.community.rows
        if np.isin(rows, known).all():
            continue
        text = reports.report(one.community, tokens) if one.report is None else one.report
        if not packed:
            text = cut(text, tokens * CHARACTERS_PER_TOKEN)
        elif estimated_tokens(text) > left:
            continue
        packed.append(PackedCommunity(one, text))
        left -= estimated_tokens(text)
        known = np.union1d(known, rows)
    return packed


def _with_sources(
    packed: Sequence[PackedCommunity], reports: CommunityReports, tokens: int
) -> list[PackedCommunity]:
    """Texts of chunks added to the best community that has each, most relevant first."""
    chunks = [one for one in packed if one.judged.community.layer.name == CHUNK]
    texts: dict[int, list[str]] = {place: [] for place in range(len(chunks))}
    left = tokens * CHARACTERS_PER_TOKEN
    for row, place in _owners(chunks, reports):
        text = reports.source(row)
        is_first = not any(texts.values())
        text = cut(text, left - len(_GAP)) if is_first else text
        if text and len(text) + len(_GAP) <= left:
            texts[place].append(text)
            left -= len(text) + len(_GAP)
    added = {id(one): _GAP.join([one.text, *texts[place]]) for place, one in enumerate(chunks)}
    return [dataclasses.replace(one, text=added.get(id(one), one.text)) for one in packed]


def _owners(chunks: Sequence[PackedCommunity], reports: CommunityReports) -> list[tuple[int, int]]:
    """(row, place of the first community that has it) of each chunk, most relevant first."""
    owner: dict[int, int] = {}
    for place, one in enumerate(chunks):
        for row in one.judged.community.rows.tolist():
            owner.setdefault(row, place)
    rows: NDArray[np.int32] = np.array(sorted(owner), dtype=np.int32)
    return [(row, owner[row]) for row in reports.by_relevance(rows).tolist()]
