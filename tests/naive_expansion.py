"""The slow, obvious twin of `motif.engine.expansion`, and of what edges say: everything in lists and loops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from motif.indexes.folding import normalise
from motif.indexes.fulltext import words_of

Edge = tuple[int, int]


class NaiveTrack(NamedTuple):
    """As `motif.engine.expansion.Track`, its edges as ends by row."""

    rank: int
    fallback: bool
    edges: Sequence[Edge]
    kept: set[int]
    bridges: set[int] | None


class NaiveWay(NamedTuple):
    """As a row of `motif.engine.expansion.Ways`."""

    node: int
    seed: int
    track: int
    edge: int
    bridge: int
    second: int


def ways(seeds: Sequence[int], tracks: Sequence[NaiveTrack], allowed: set[int]) -> list[NaiveWay]:
    """Every way from a seed to an allowed node that is no seed."""
    found = []
    for place, track in enumerate(tracks):
        for number, seed in enumerate(seeds):
            for node, edge in _around(track, seed):
                if track.bridges is None:
                    found.append(NaiveWay(node, number, place, edge, -1, -1))
                elif node in track.bridges:
                    found += [
                        NaiveWay(far, number, place, edge, node, second)
                        for far, second in _around(track, node)
                    ]
    return [way for way in found if way.node in allowed and way.node not in seeds]


def joint(own: Sequence[float], edge: Sequence[float], seed: Sequence[float], share: float) -> float:
    """Each word by whichever says most of it."""
    return sum(max(a, b, share * c) for a, b, c in zip(own, edge, seed, strict=True))


def words_said(line: str, words: Sequence[str]) -> list[bool]:
    """Which of ``words`` a line says."""
    said = words_of(normalise(line))
    return [word in said for word in words]


def neighbours(
    found: Sequence[NaiveWay], scores: Sequence[float], tracks: Sequence[NaiveTrack], count: int
) -> list[tuple[int, int]]:
    """The best nodes, each with the place of the best way to it."""
    places = [place for place, way in enumerate(found) if not tracks[way.track].fallback] or list(
        range(len(found))
    )
    best: dict[int, tuple[int, float, int]] = {}
    for place in places:
        way = found[place]
        key = (tracks[way.track].rank, -scores[place], place)
        best[way.node] = min(best.get(way.node, key), key)
    ranked = sorted(best.items(), key=lambda item: (*item[1][:2], item[0]))
    return [(node, key[2]) for node, key in ranked[: max(count, 0)]]


def _around(track: NaiveTrack, node: int) -> list[tuple[int, int]]:
    """(neighbour, edge) along edges out of ``node``, then into it; by neighbour, then edge. A loop is both."""
    edges = [(row, ends) for row, ends in enumerate(track.edges) if row in track.kept]
    outgoing = sorted((target, row) for row, (source, target) in edges if source == node)
    incoming = sorted((source, row) for row, (source, target) in edges if target == node)
    return outgoing + incoming
