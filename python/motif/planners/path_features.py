"""What speaks for and against each relation path as the meaning of a question: a row of numbers per path."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.kernels.path_alignment import Side, align_paths
from motif.planners.alignment import Meaning, Vocabulary, kind_index
from motif.planners.path_directions import by_column, direction_features
from motif.planners.path_votes import N_VOTES
from motif.planners.path_wording import Word, Wording

FEATURES = (
    "alignment",
    "steps",
    "two steps",
    "three steps",
    "kind",
    "focus",
    "sharing, but straight on",
    "there and back, but no sharing",
    "ends back, but no sharing",
    "only returns",
    "returns",
    "direction",
    "against nouns",
    "votes for the path",
    "votes for its shape",
    "votes for its end",
)
"""alignment: how well the words explain the steps. kind, focus: whether "who", "when" or "where", and the noun that is
asked for, fit what it leads to. sharing: whether words such as "same" agree with going back by the relation that was
come by. only returns: it leads nowhere but to where it began. direction, against nouns: see
`motif.planners.path_directions`. votes: of examples, see `motif.planners.path_votes`."""

N_OWN = len(FEATURES) - N_VOTES
"""Features that do not come from examples; they stand first."""

GENERIC_WEIGHTS = np.array(
    [1.0, -0.5, 0.0, 0.0, 1.3, 1.0, -1.5, -0.5, -1.0, -2.0, 0.0, 0.8, -0.4, 0.5, 0.3, 0.2]
)
"""Set by hand, for any graph; examples move them (`motif.planners.learning`)."""

_RELATION, _NODE = 1.0, 0.7
_EVIDENCE = 0.02
_LEAST_NODE = -0.5
_MOST_ALIGNED = 256
_MOST_FOCUS = 3.0
_SAME_MEANING = 0.05
_INSIDE = ("in", "on", "at", "which", "what", "that")


@dataclass(frozen=True, slots=True)
class Candidates:
    """Paths that may be meant.

    Attributes
    ----------
    symbols : int32 (paths, steps)
        Each path's symbols, filled up with -1.
    leads : bool (paths,)
        Whether there are answers but the start.
    returns : bool (paths,)
    """

    symbols: NDArray[np.int32]
    leads: NDArray[np.bool_]
    returns: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.symbols)

    @property
    def lengths(self) -> NDArray[np.int64]:
        return by_column(np.add, (self.symbols >= 0).astype(np.int64))


def path_features(
    wording: Wording, candidates: Candidates, vocabulary: Vocabulary, meanings: Sequence[Meaning]
) -> NDArray[np.float64]:
    """`FEATURES` of each candidate, float64 (paths, features); the votes are 0.

    ``meanings`` are aligned with the words of ``wording``, left then right.
    """
    lengths = candidates.lengths
    goes_back = _goes_back(candidates.symbols)
    features = np.zeros((len(candidates), len(FEATURES)))
    features[:, 0] = _alignments(wording, candidates, vocabulary, meanings)
    features[:, 1] = lengths
    features[:, 2] = lengths == 2
    features[:, 3] = lengths >= 3
    features[:, 4:6] = _end_features(wording, candidates, vocabulary, meanings)
    features[:, 6] = wording.is_sharing & ~goes_back
    features[:, 7] = (not wording.is_sharing) & goes_back
    features[:, 8] = (not wording.is_sharing) & _ends_back(candidates)
    features[:, 9] = ~candidates.leads
    features[:, 10] = candidates.returns
    features[:, 11:13] = direction_features(wording, candidates.symbols, vocabulary.relations)
    return features


def _goes_back(symbols: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Whether a step goes back by the relation of the step before it."""
    back = (symbols[:, 1:] == symbols[:, :-1] ^ 1) & (symbols[:, 1:] >= 0)
    return by_column(np.logical_or, back) if back.shape[1] else np.zeros(len(back), np.bool_)


def _ends_back(candidates: Candidates) -> NDArray[np.bool_]:
    """Whether the last step goes back by the relation of the one before."""
    places = np.arange(len(candidates))
    last = candidates.lengths - 1
    before = candidates.symbols[places, np.maximum(last - 1, 0)]
    found: NDArray[np.bool_] = (last > 0) & (candidates.symbols[places, last] == before ^ 1)
    return found


def _end_features(
    wording: Wording, candidates: Candidates, vocabulary: Vocabulary, meanings: Sequence[Meaning]
) -> NDArray[np.float64]:
    """How well the question word, and the noun that is asked for, fit what each path leads to, float64 (paths, 2)."""
    words = (*wording.left, *wording.right)
    focus = [meaning for word, meaning in zip(words, meanings, strict=True) if word.is_focus]
    ends = candidates.symbols[np.arange(len(candidates)), candidates.lengths - 1]
    fits = np.zeros((vocabulary.n_symbols, 2))
    for symbol in _distinct(ends, vocabulary):
        lift = vocabulary.types.lift(symbol)
        asked = lift[kind_index(wording.kind)] if wording.kind is not None else 0.0
        named = float(np.clip(lift @ focus[0].as_type, -_MOST_FOCUS, _MOST_FOCUS)) if focus else 0.0
        fits[symbol] = (asked, named)
    found: NDArray[np.float64] = fits[ends]
    return found


def _distinct(symbols: NDArray[np.int32], vocabulary: Vocabulary) -> list[int]:
    """Which symbols there are, ascending; not the -1 that paths are filled up with."""
    found: list[int] = np.flatnonzero(
        np.bincount(symbols.ravel() + 1, minlength=vocabulary.n_symbols + 1)[1:]
    ).tolist()
    return found


def _alignments(
    wording: Wording, candidates: Candidates, vocabulary: Vocabulary, meanings: Sequence[Meaning]
) -> NDArray[np.float64]:
    used = _distinct(candidates.symbols, vocabulary)
    lifts = vocabulary.types.lifts(sorted({way for symbol in used for way in (symbol, symbol ^ 1)}))
    n_left = len(wording.left)
    left = _side(wording.left, meanings[:n_left], lifts)
    right = _side(wording.right, meanings[n_left:], lifts)
    weights = np.array([0.7, 0.3, 2.5, 1.5, *((0.2, 0.2) if wording.is_sharing else (1.5, 0.2)), 0.5])
    rough = _upper_bounds(candidates, left, right)
    kept = np.argsort(-rough, kind="stable")[:_MOST_ALIGNED]
    scores = rough - 1e3
    scores[kept] = align_paths(candidates.symbols[kept], left, right, weights)
    return scores


def _upper_bounds(candidates: Candidates, left: Side, right: Side) -> NDArray[np.float64]:
    """More than the alignment can be, were each word free to stand for any step, less what each step must cost."""
    bounds = np.zeros(len(candidates))
    for steps, nodes, _ in (left, right):
        gains = np.maximum(steps, nodes)
        padded = np.hstack([gains, np.zeros((len(gains), 1))])
        for word in padded:
            bounds += np.maximum(by_column(np.maximum, word[candidates.symbols]), 0)
    return bounds - 0.75 * candidates.lengths


def _side(words: Sequence[Word], meanings: Sequence[Meaning], lifts: NDArray[np.float64]) -> Side:
    """What each word gains by each symbol; words that gain nothing and are not the focus are left out."""
    n_symbols = len(lifts)
    rows = []
    for place in _without_compounds(words, meanings):
        steps, nodes = _gains(meanings[place], lifts)
        if words[place].is_focus or steps.max(initial=0) > 0 or nodes.max(initial=0) > 0:
            rows.append((steps, nodes, words[place].is_focus))
    if not rows:
        return np.zeros((0, n_symbols)), np.zeros((0, n_symbols)), np.zeros(0, np.bool_)
    return (
        np.stack([steps for steps, _, _ in rows]),
        np.stack([nodes for _, nodes, _ in rows]),
        np.array([focus for _, _, focus in rows], np.bool_),
    )


def _gains(meaning: Meaning, lifts: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What a word gains by standing for each symbol's step, and for the node it leads to; float64 (symbols,)."""
    share = np.repeat(meaning.relations, 2)
    evidence = np.log((share + _EVIDENCE) / (0.5 * meaning.nothing + _EVIDENCE + 0.05))
    return _RELATION * np.maximum(evidence, 0), _NODE * np.maximum(lifts @ meaning.types, _LEAST_NODE)


def _without_compounds(words: Sequence[Word], meanings: Sequence[Meaning]) -> list[int]:
    """Places of the words that count: content words, and of neighbours that mean one relation the clearer one.

    "Release date" and "released in which year" are one thing said in two words, not two steps.
    """
    kept: list[int] = []
    for place, word in enumerate(words):
        if not word.is_content:
            continue
        if kept and all(between.text in _INSIDE for between in words[kept[-1] + 1 : place]):
            one, other = _clearest(meanings[kept[-1]]), _clearest(meanings[place])
            if one[0] == other[0] and min(one[1], other[1]) > _SAME_MEANING:
                if other[1] > one[1]:
                    kept[-1] = place
                continue
        kept.append(place)
    return kept


def _clearest(meaning: Meaning) -> tuple[int, float]:
    """The relation that a word rather means than others, and its share."""
    if len(meaning.relations) == 0:
        return -1, 0.0
    best = int(np.argmax(meaning.relations))
    return best, float(meaning.relations[best])
