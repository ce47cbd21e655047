"""A trained Triple-GNN as plain arrays: what guides tracing (STEM, appendix A)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.graphs.stamp import EncoderStamp

NO_FACTS: Mapping[str, Any] = MappingProxyType({})

STEPS = 4
"""Distances of a schema triple from the question entities that are told apart: 0, 1, 2, and 3 or more."""

SHARPNESS = (5.0, 20.0)
"""How sharply a likeness below the best one in the graph counts less, in cosines: e to minus so many times the gap."""

SIGNS = 1 + len(SHARPNESS)
"""Numbers that say how like a relation is to a schema triple: the cosine, and one for each sharpness."""

PLACES = 2 * STEPS
"""Places of a schema triple in its question: how far it is, and which of its ends is the nearer."""


@dataclass(frozen=True, slots=True)
class GuidanceModel:
    """The weights of a Triple-GNN, e the encoder's dimension, d its own, and what they were trained on.

    A schema triple t is δ(t) steps from the nearest question entity, at most 3, and is gone *along* if its head is no
    farther than its tail, else *against*. Of a node v::

        E_t     = unit(E_relation(t) + triple2 relu(triple1 E_relation(t)))
        F_r     = unit(E_r + relation2 relu(relation1 E_r))
        a(t, r) = (s, e^(5 (s - b)), e^(20 (s - b)))             s = E_t · F_r, b the greatest s of t in the graph
        x(r)    = for δ = 0 … 3, for the triples gone as r is and for the others: the greatest a(t, r), 0 without one
        g_l(r)  = gate2_l relu(gate1_l x(r))                     along r, and against it
        E_Q     = shape c, c the number of schema triples at each δ, against and along
        h_0(v)  = E_Q for question entities, else 0
        m_l(v)  = max(0, greatest of h_{l-1}(u) * g_l(r))        over (u, r, v) along, and over (v, r, u) against
        h_l(v)  = h_{l-1}(v) + relu(norm_l(update_l [h_{l-1}(v); m_l(v)]))
        p(v)    = sigmoid(score(h_L(v)))

    All that is said in words enters as a likeness, and with the place of what it is like: so what is learnt of one
    graph holds for others, and a question's triples have an order. ``update`` has no bias and ``norm`` (of the mean
    and variance of the d numbers, epsilon 1e-5) no shift, so that a node that the question entities do not reach in l
    steps stays 0: inference looks at what they reach only, and is exact. ``score`` is linear in h_L ("linear", the
    paper's), or ``score relu(hidden [h_L; E_Q])`` ("query").

    On a subgraph (some nodes, the question entities always among them, and every relationship between two of them)
    all this is meant of the subgraph alone, but for b. Training does the same.

    Attributes
    ----------
    n_layers, dimension
        L and d.
    encoder
        Of the texts of relations.
    readout
        "linear" or "query".
    arrays
        float32: ``triple1.weight`` (2 d, e), ``triple1.bias`` (2 d,), ``triple2.weight`` (e, 2 d), and the same of
        ``relation1`` and ``relation2``; ``shape.weight`` (d, 8), ``shape.bias`` (d,); of each layer from 0
        ``layer.0.gate1.weight`` (d, 24), ``layer.0.gate1.bias`` (d,), ``layer.0.gate2.weight`` (d, d),
        ``layer.0.gate2.bias`` (d,), ``layer.0.update.weight`` (d, 2 d), ``layer.0.norm.scale`` (d,); ``score.weight``
        (d,), ``score.bias`` (1,), and for "query" ``score.hidden.weight`` (d, 2 d), ``score.hidden.bias`` (d,).
    facts
        What it was trained on: ``data`` (hash), ``graphs``, ``relations``, ``examples``, ``epochs``, ``threshold``
        (the calibrated one), ``settings``.
    """

    n_layers: int
    dimension: int
    encoder: EncoderStamp
    arrays: Mapping[str, NDArray[np.float32]]
    readout: str = "linear"
    facts: Mapping[str, Any] = field(default_factory=lambda: NO_FACTS)
