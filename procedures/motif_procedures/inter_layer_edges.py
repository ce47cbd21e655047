"""The job ``inter_layer_edges``: chunks and the entities that they name, where the graph does not join them yet."""

from __future__ import annotations

import dataclasses
import json
import math
from collections import Counter
from collections.abc import Callable

import numpy as np

from motif.catalog.rows import column_of
from motif.engine.control import Control
from motif.errors import InvalidInput
from motif.graphs.corpus import MENTIONS, corpus_of
from motif.graphs.layers import EdgeLayer
from motif.graphs.projection import Projection
from motif_procedures.name_mentions import Mention, find_mentions, sentence_around
from motif_procedures.stopping import Report

MOST_HOLDERS = 200
"""A name that more chunks hold than this is no news of any of them, and may well be a plain word."""

_TEXTS_AT_ONCE = 64


def inter_layer_edges(
    projection: Projection,
    *,
    progress: Callable[[int, int], None] | None = None,
    control: Control | None = None,
) -> EdgeLayer:
    """The layer ``MENTIONS`` of ``projection``: pairs of a chunk and an entity whose name stands in the chunk's text.

    Pairs that the graph joins already are left out. Names are found as whole words, the longest at a place; one with a
    capital is not meant by a word without any. A name that more than 200 chunks hold gives no edges. The score is ``1 -
    log(chunks that hold the name) / log(chunks)``: the rarer the name, the higher; each edge has its sentence as
    ``evidence``.

    Raises `InvalidInput` for a graph without chunks, `Cancelled`.

    >>> from motif.catalog.rows import from_rows
    >>> nodes = [("c", ["Chunk"], {"text": "Al Pacino acts."}), ("e", ["__Entity__"], {"name": "Al Pacino"})]
    >>> layer = inter_layer_edges(from_rows(nodes))
    >>> layer.source.tolist(), layer.target.tolist(), layer.properties["evidence"].value(0)
    ([0], [1], 'Al Pacino acts.')
    """
    layers = {name: layer for name, layer in projection.layers.items() if name != MENTIONS}
    corpus = corpus_of(dataclasses.replace(projection, layers=layers))
    if corpus is None:
        raise InvalidInput(
            f"The graph '{projection.name}' has no chunks, and these edges join chunks and entities.",
            hint="Load documents with motif load, or project the nodes labelled Chunk too.",
        )
    nodes, report = projection.nodes, Report("The search for mentions", progress, control)
    texts = [""] * len(corpus.chunks) if nodes.texts is None else nodes.texts.take(corpus.chunks)
    names = nodes.names.take(corpus.entities)
    found = list(find_mentions(texts, names, lambda done: _tell(report, done, len(texts))))
    report(len(texts), len(texts))
    holders = Counter(name for name, _ in {(mention.name, mention.text) for mention in found})
    known = set(zip(corpus.mention_chunk.tolist(), corpus.mention_entity.tolist(), strict=True))
    edges: dict[tuple[int, int], Mention] = {}
    for mention in found:
        pair = int(corpus.chunks[mention.text]), int(corpus.entities[mention.name])
        if holders[mention.name] <= MOST_HOLDERS and pair not in known:
            edges.setdefault((min(pair), max(pair)), mention)
    order = sorted(edges)
    whole = math.log(max(2, len(texts)))
    settings = {
        "job": "inter_layer_edges",
        "found": {
            "chunks": len(texts),
            "entities": len(names),
            "joinedAlready": len(known),
            "namesOfTooMany": sum(count > MOST_HOLDERS for count in holders.values()),
        },
    }
    return EdgeLayer(
        MENTIONS,
        json.dumps(settings),
        np.array([low for low, _ in order], np.int32),
        np.array([high for _, high in order], np.int32),
        np.array([1 - math.log(holders[edges[pair].name]) / whole for pair in order], np.float32),
        {"evidence": column_of([_sentence(texts, edges[pair]) for pair in order])},
    )


def _tell(report: Report, done: int, total: int) -> None:
    if done % _TEXTS_AT_ONCE == 0:
        report(done, total)


def _sentence(texts: list[str], mention: Mention) -> str:
    return sentence_around(texts[mention.text], mention.start, mention.end)
