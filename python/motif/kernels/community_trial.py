"""Taking a node out of a k-truss, with every edge that falls because of it, and putting all of it back."""

from __future__ import annotations

from motif.kernels.arrays import Int32, Int64
from motif.kernels.community_graph import (
    DEGREE,
    END,
    FLOOR,
    GONE,
    HEIGHT,
    HOPELESS,
    LEAST,
    LOGGED,
    LOST,
    OUTCOME,
    SIZE,
    STAMP,
    STAMPED,
    SUM,
    Peeled,
    edge_between,
    tidy,
)
from motif.kernels.compilation import lean

GOOD, BROKEN, TOO_SMALL, WORSE, APART, STOPPED = range(6)
"""What a trial comes to: what is left is a community of higher QRScore; some edge is in too few triangles (strict);
too few nodes are left; QRScore is not higher; what is left falls apart; ``control`` was set."""


@lean
def take_out(state: Peeled, node: int, is_strict: bool, control: Int64) -> int:
    """Take ``node`` away and, unless ``is_strict``, what falls then; says what that comes to but for `APART`.

    With ``is_strict`` and `BROKEN`, an edge that would be in too few triangles is on top of the stack.
    """
    stack, numbers, sums = state[4], state[6], state[7]
    numbers[GONE] = numbers[LOGGED] = numbers[HEIGHT] = 0
    numbers[OUTCOME] = GOOD
    sums[LOST] = 0.0
    _take_node(state, node, is_strict)
    while numbers[OUTCOME] == GOOD and numbers[HEIGHT] > 0:
        numbers[HEIGHT] -= 1
        _take_edge(state, stack[numbers[HEIGHT]])
        if control[0] != 0:
            numbers[OUTCOME] = STOPPED
    if numbers[OUTCOME] == GOOD and sums[LOST] * numbers[SIZE] >= sums[SUM] * numbers[GONE]:
        numbers[OUTCOME] = WORSE
    return int(numbers[OUTCOME])


@lean
def reduce_to_truss(state: Peeled, control: Int64) -> None:
    """Take away every edge in too few triangles and those that fall with them; what is left is the maximal k-truss."""
    supports, stack, numbers = state[1], state[4], state[6]
    numbers[SIZE], numbers[FLOOR], numbers[OUTCOME] = len(state[2]), 0, GOOD
    numbers[GONE] = numbers[LOGGED] = numbers[HEIGHT] = 0
    for edge in range(len(supports)):
        if supports[edge] < numbers[LEAST]:
            stack[numbers[HEIGHT]] = edge
            numbers[HEIGHT] += 1
    while numbers[HEIGHT] > 0 and control[0] == 0:
        numbers[HEIGHT] -= 1
        _take_edge(state, stack[numbers[HEIGHT]])
    leave_out(state)


@lean
def begin_component(state: Peeled, order: Int32, floor: int) -> float:
    """Let the component be that of the nodes ``order``, of which ``floor`` must be left; its QRScore."""
    weights, numbers, sums = state[3], state[6], state[7]
    numbers[SIZE], numbers[FLOOR], sums[SUM] = len(order), floor, 0.0
    for node in order:
        sums[SUM] += weights[node]
    return float(sums[SUM] / len(order))


@lean
def put_back(state: Peeled) -> None:
    """Undo what the last trial did."""
    graph, supports, nodes, _, _, log, numbers, _ = state
    lesser, hub = graph[0], graph[1]
    for place in range(numbers[LOGGED] - 1, -1, -1):
        edge = log[place]
        if edge >= 0:
            supports[edge] += 1
        else:
            supports[~edge] = ~supports[~edge]
            nodes[lesser[~edge], DEGREE] += 1
            nodes[hub[~edge], DEGREE] += 1


@lean
def leave_out(state: Peeled) -> None:
    """Let what the last trial did stand."""
    graph, _, _, _, _, log, numbers, sums = state
    numbers[SIZE] -= numbers[GONE]
    sums[SUM] -= sums[LOST]
    for place in range(numbers[LOGGED]):
        if log[place] < 0:
            tidy(state, graph[0][~log[place]])
            tidy(state, graph[1][~log[place]])


@lean
def _take_node(state: Peeled, node: int, is_strict: bool) -> None:
    """Take ``node`` and its edges away: each triangle of it weakens the edge that is opposite."""
    graph, supports, nodes, _, _, _, numbers, _ = state
    _, hub, first, adjacency, begin, _ = graph
    numbers[STAMPED] += 1
    stamp = numbers[STAMPED]
    for place in range(begin[node], nodes[node, END]):
        if supports[adjacency[place, 1]] >= 0:
            nodes[adjacency[place, 0], STAMP] = stamp
    for place in range(begin[node], nodes[node, END]):
        if supports[adjacency[place, 1]] < 0:
            continue
        other = adjacency[place, 0]
        for edge in range(first[other], first[other + 1]):
            if supports[edge] >= 0 and nodes[hub[edge], STAMP] == stamp:
                _weaken(state, edge)
                if is_strict and numbers[HEIGHT] > 0:
                    numbers[OUTCOME] = BROKEN
                    return
    for place in range(begin[node], nodes[node, END]):
        if supports[adjacency[place, 1]] >= 0:
            _drop(state, adjacency[place, 1])


@lean
def _take_edge(state: Peeled, edge: int) -> None:
    """Take ``edge`` away: each triangle of it weakens its two other edges."""
    graph, supports, nodes, _, _, _, numbers, _ = state
    lesser, hub, _, adjacency, begin, _ = graph
    node, other = lesser[edge], hub[edge]
    if nodes[node, END] - begin[node] > nodes[other, END] - begin[other]:
        node, other = other, node
    left = supports[edge]
    for place in range(begin[node], nodes[node, END]):
        if left == 0 or numbers[OUTCOME] != GOOD:
            break
        side = adjacency[place, 1]
        if supports[side] < 0 or side == edge:
            continue
        third = edge_between(graph, adjacency[place, 0], other)
        if third >= 0 and supports[third] >= 0:
            left -= 1
            _weaken(state, side)
            _weaken(state, third)
    if numbers[OUTCOME] == GOOD:
        _drop(state, edge)


@lean
def _weaken(state: Peeled, edge: int) -> None:
    """Let ``edge`` be in one triangle less, and fall if these are too few."""
    _, supports, _, _, stack, log, numbers, _ = state
    log[numbers[LOGGED]] = edge
    numbers[LOGGED] += 1
    supports[edge] -= 1
    if supports[edge] == numbers[LEAST] - 1:
        stack[numbers[HEIGHT]] = edge
        numbers[HEIGHT] += 1


@lean
def _drop(state: Peeled, edge: int) -> None:
    """Mark ``edge`` as gone, and the ends that it leaves without an edge."""
    graph, supports, nodes, weights, _, log, numbers, sums = state
    log[numbers[LOGGED]] = ~edge
    numbers[LOGGED] += 1
    supports[edge] = ~supports[edge]
    for node in (graph[0][edge], graph[1][edge]):
        nodes[node, DEGREE] -= 1
        if nodes[node, DEGREE] == 0:
            numbers[GONE] += 1
            sums[LOST] += weights[node]
            if nodes[node, HOPELESS] or numbers[SIZE] - numbers[GONE] < numbers[FLOOR]:
                numbers[OUTCOME] = TOO_SMALL
