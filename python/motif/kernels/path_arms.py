"""All relationships around each node in one list, by relation and by the node at the other end."""

from __future__ import annotations

import numpy as np

from motif.kernels.arrays import Graph, Int32, Int64
from motif.kernels.compilation import kernel


@kernel
def build_arms(graph: Graph, n_relations: int) -> tuple[Int64, Int32, Int32]:
    """``indptr, relationships, ends``: the arms of node ``v`` are ``indptr[v]:indptr[v + 1]``.

    An arm is a relationship seen from one of its ends; a loop is one arm. They ascend by (relation, end), and an
    arm that leaves the node stands before one that enters it. Two stable counting sorts: O(m), 24 bytes each on top.
    """
    centres, relationships, ends = _by_relation(graph, n_relations)
    indptr = np.zeros(len(graph[0]), np.int64)
    for centre in centres:
        indptr[centre + 1] += 1
    for node in range(len(indptr) - 1):
        indptr[node + 1] += indptr[node]
    place = indptr.copy()
    sorted_relationships = np.empty(len(centres), np.int32)
    sorted_ends = np.empty(len(centres), np.int32)
    for arm in range(len(centres)):
        at = place[centres[arm]]
        place[centres[arm]] = at + 1
        sorted_relationships[at] = relationships[arm]
        sorted_ends[at] = ends[arm]
    return indptr, sorted_relationships, sorted_ends


@kernel
def _by_relation(graph: Graph, n_relations: int) -> tuple[Int32, Int32, Int32]:
    """``centres, relationships, ends`` of all arms, ascending by relation, then by end."""
    out_indptr, out_indices, in_indptr, in_indices, in_data, relation = graph
    place = np.zeros(n_relations + 1, np.int64)
    for row in range(len(relation)):
        place[relation[row] + 1] += 2
    n_nodes = len(out_indptr) - 1
    for node in range(n_nodes):
        for row in range(out_indptr[node], out_indptr[node + 1]):
            if out_indices[row] == node:
                place[relation[row] + 1] -= 1
    for number in range(n_relations):
        place[number + 1] += place[number]
    n_arms = place[n_relations]
    centres = np.empty(n_arms, np.int32)
    relationships = np.empty(n_arms, np.int32)
    ends = np.empty(n_arms, np.int32)
    for end in range(n_nodes):
        for arm in range(in_indptr[end], in_indptr[end + 1]):
            row = in_data[arm]
            at = place[relation[row]]
            place[relation[row]] = at + 1
            centres[at], relationships[at], ends[at] = in_indices[arm], row, end
        for row in range(out_indptr[end], out_indptr[end + 1]):
            if out_indices[row] != end:
                at = place[relation[row]]
                place[relation[row]] = at + 1
                centres[at], relationships[at], ends[at] = out_indices[row], row, end
    return centres, relationships, ends
