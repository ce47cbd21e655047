"""How well the words of a question explain a relation path, outward from the entity to both sides."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.kernels.arrays import Float64
from motif.kernels.compilation import kernel

Side = tuple[Float64, Float64, NDArray[np.bool_]]
"""``steps, nodes, focus``: (words, symbols) what each word gains by standing for a step, and for the node that the
step leads to; (words,) whether it names what is asked for. Words nearest to the entity come first."""

_NEVER = -1e9


@kernel
def align_paths(paths: NDArray[np.int32], left: Side, right: Side, weights: Float64) -> Float64:
    """The best alignment of the words with each path, float64 (paths,).

    A path is ``paths[p]``, symbols up to the first -1; ``symbol ^ 1`` is the same relation the other way. A word stands
    for nothing, for a step, for the node after it, or for the start. On each side the words stand for steps that do
    not come nearer as the words go outward; both sides together must explain each step. ``weights``: what a focus
    costs that does not stand for the end; the share of its gain that a second word for the same thing keeps; what a
    step costs that nothing explains, and one of which only the node is explained; the same two for a step that goes
    back by the relation before it; the share for the start.
    """
    scores = np.empty(len(paths), np.float64)
    for path in range(len(paths)):
        steps = 0
        while steps < paths.shape[1] and paths[path, steps] >= 0:
            steps += 1
        symbols = paths[path, :steps]
        one = _side(left, symbols, weights)
        other = _side(right, symbols, weights)
        scores[path] = _joined(one, other, _costs(symbols, weights))
    return scores


@kernel
def _side(side: Side, symbols: NDArray[np.int32], weights: Float64) -> Float64:
    """The best gain of one side for each set of states that are explained, a bit for each: step 1, node 1, step 2 …

    Source: a Viterbi search over monotone alignments; states are the start (0), step k (2k - 1), node k (2k).
    """
    n_states = 2 * len(symbols) + 1
    best = np.full((n_states, 1 << (n_states - 1)), _NEVER)
    best[0, 0] = 0.0
    for word in range(len(side[2])):
        following = best.copy()
        if side[2][word]:
            following -= weights[0]
        for state in range(n_states):
            gain = _gain(side, symbols, weights, word, state)
            if gain <= _NEVER:
                continue
            for before in range(state + 1):
                _extend(best[before], following[state], gain, state, weights[1])
        best = following
    result = np.full(best.shape[1], _NEVER)
    for state in range(n_states):
        result = np.maximum(result, best[state])
    return result


@kernel
def _gain(
    side: Side,
    symbols: NDArray[np.int32],
    weights: Float64,
    word: int,
    state: int,
) -> float:
    """What ``word`` gains by standing for ``state``; `_NEVER` where it gains nothing."""
    steps, nodes, focus = side
    if state == 0:
        gain = weights[6] * nodes[word, symbols[0] ^ 1]
    elif state % 2 == 1:
        gain = steps[word, symbols[state // 2]]
    else:
        gain = nodes[word, symbols[state // 2 - 1]]
    if gain <= 0:
        return _NEVER
    return float(gain - weights[0] if focus[word] and state < 2 * len(symbols) - 1 else gain)


@kernel
def _extend(source: Float64, target: Float64, gain: float, state: int, second: float) -> None:
    """Let a word that gains ``gain`` stand for ``state``, for each set of states explained before it."""
    bit = 0 if state == 0 else 1 << (state - 1)
    for explained in range(len(source)):
        if source[explained] > _NEVER / 2:
            value = source[explained] + (gain * second if explained & bit else gain)
            if value > target[explained | bit]:
                target[explained | bit] = value


@kernel
def _costs(symbols: NDArray[np.int32], weights: Float64) -> Float64:
    """What each set of explained states still costs."""
    n_steps = len(symbols)
    costs = np.zeros(1 << (2 * n_steps))
    for explained in range(len(costs)):
        for step in range(n_steps):
            goes_back = step > 0 and symbols[step] == symbols[step - 1] ^ 1
            if explained >> (2 * step) & 1:
                continue
            kind = 4 if goes_back else 2
            costs[explained] += weights[kind + (explained >> (2 * step + 1) & 1)]
    return costs


@kernel
def _joined(one: Float64, other: Float64, costs: Float64) -> float:
    """The best sum of both sides, less what they leave unexplained together."""
    best = -np.inf
    for left in range(len(one)):
        if one[left] > _NEVER / 2:
            for right in range(len(other)):
                if other[right] > _NEVER / 2:
                    best = max(best, one[left] + other[right] - costs[left | right])
    return best
