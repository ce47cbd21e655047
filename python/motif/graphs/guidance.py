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


@dataclass(frozen=True, slots=True)
class GuidanceModel:
    """The weights of a Triple-GNN, e the encoder's dimension, d its own, and what they were trained on.

    Of a node v with degree n(v), counting each relationship that it leaves or enters, a loop twice::

        E_t     = triple [E_head; E_relation; E_tail]            E_Q = mean of E_t over the schema triples
        z_r     = relation E_r along a relationship, inverse E_r against it
        g_l(r)  = gate2_l relu(gate1_l z_r)
        h_0(v)  = E_Q for question entities, else 0
        m_l(v)  = 1 / n(v) Σ h_{l-1}(u) * g_l(r)                 over (u, r, v), and (v, r, u) with the inverse
        h_l(v)  = h_{l-1}(v) + relu(norm_l(update_l [h_{l-1}(v); m_l(v)]))
        p(v)    = sigmoid(score(h_L(v)))

    ``update`` has no bias and ``norm`` (of the mean and variance of the d numbers, epsilon 1e-5) no shift, so that a
    node that the question entities do not reach in l steps stays 0: inference looks at what they reach only, and is
    exact. ``score`` is linear in h_L ("linear", the paper's), or ``score relu(hidden [h_L; E_Q])`` ("query").

    On a subgraph (some nodes, the question entities always among them, and every relationship between two of them)
    all this is meant of the subgraph alone: n(v) counts the relationships inside it. Training does the same.

    Attributes
    ----------
    n_layers, dimension
        L and d.
    encoder
        Of the texts of entities and relations.
    readout
        "linear" or "query".
    arrays
        float32: ``triple.weight`` (d, 3 e), ``triple.bias`` (d,), ``relation.weight`` (d, e), ``relation.bias`` (d,),
        ``inverse.weight``, ``inverse.bias`` alike; of each layer from 0 ``layer.0.gate1.weight`` (d, d),
        ``layer.0.gate1.bias`` (d,), ``layer.0.gate2.weight``, ``layer.0.gate2.bias`` alike, ``layer.0.update.weight``
        (d, 2 d), ``layer.0.norm.scale`` (d,); ``score.weight`` (d,), ``score.bias`` (1,), and for "query"
        ``score.hidden.weight`` (d, 2 d), ``score.hidden.bias`` (d,).
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
