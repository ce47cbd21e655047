"""Sets joined because members of theirs are related: partners of each set by the weight of those relations."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from motif.kernels.arrays import Float64, Int32, Int64
from motif.kernels.compilation import kernel

Members: TypeAlias = tuple[Int64, Int32, Int64, Int32]
"""``indptr, members, held_indptr, holders``: the members of each set and the sets of each member, ascending."""

Relations: TypeAlias = tuple[Int64, Int32, Int32, Float64]
"""``indptr, others, counts, weights``: what each member is related to, ascending, by how many relations, and what that
weighs."""

Joined: TypeAlias = tuple[Int32, Int32, Float64, Int32]
"""``sets, partners, weights, counts``."""


@kernel
def list_related(sets: Members, relations: Relations, cap: int, band: tuple[int, int]) -> Joined:
    """For each set of ``band`` its ``cap`` partners of highest weight, ties by row."""
    n_sets = len(sets[0]) - 1
    weights, counts = np.zeros(n_sets, np.float64), np.zeros(n_sets, np.int32)
    marks, touched = np.full(n_sets, -1, np.int32), np.empty(n_sets, np.int32)
    room = (band[1] - band[0]) * min(cap, n_sets)
    found = (
        np.empty(room, np.int32),
        np.empty(room, np.int32),
        np.empty(room, np.float64),
        np.empty(room, np.int32),
    )
    count = 0
    for row in range(band[0], band[1]):
        n_touched = _gather(sets, relations, row, marks, touched, weights, counts)
        partners = np.sort(touched[:n_touched])
        order = np.argsort(-weights[partners], kind="mergesort")[:cap]
        for place in order:
            partner = partners[place]
            found[0][count] = row
            found[1][count] = partner
            found[2][count] = weights[partner]
            found[3][count] = counts[partner]
            count += 1
    return found[0][:count], found[1][:count], found[2][:count], found[3][:count]


@kernel
def _gather(
    sets: Members,
    relations: Relations,
    row: int,
    marks: Int32,
    touched: Int32,
    weights: Float64,
    counts: Int32,
) -> int:
    """Adds up what joins set ``row`` to each other; how many those are."""
    n_touched = 0
    for at in range(sets[0][row], sets[0][row + 1]):
        member = sets[1][at]
        for link in range(relations[0][member], relations[0][member + 1]):
            other = relations[1][link]
            for place in range(sets[2][other], sets[2][other + 1]):
                partner = sets[3][place]
                if partner == row:
                    continue
                if marks[partner] != row:
                    marks[partner] = row
                    touched[n_touched] = partner
                    weights[partner] = 0.0
                    counts[partner] = 0
                    n_touched += 1
                weights[partner] += relations[3][link]
                counts[partner] += relations[2][link]
    return n_touched


@kernel
def list_links(sets: Members, relations: Relations, rows: Int32, partners: Int32, out: Int64) -> None:
    """``out[i]``: up to ``out.shape[1]`` links (places in ``relations``) that join ``rows[i]`` and ``partners[i]``.

    Those of highest weight first, ties by place; -1 where there are no more.
    """
    most = out.shape[1]
    for pair in range(len(rows)):
        out[pair] = -1
        row, partner = rows[pair], partners[pair]
        held = sets[1][sets[0][partner] : sets[0][partner + 1]]
        for at in range(sets[0][row], sets[0][row + 1]):
            member = sets[1][at]
            for link in range(relations[0][member], relations[0][member + 1]):
                place = np.searchsorted(held, relations[1][link])
                if place == len(held) or held[place] != relations[1][link]:
                    continue
                best = most
                while best > 0 and (
                    out[pair, best - 1] < 0 or relations[3][out[pair, best - 1]] < relations[3][link]
                ):
                    best -= 1
                if best < most:
                    out[pair, best + 1 :] = out[pair, best : most - 1].copy()
                    out[pair, best] = link
