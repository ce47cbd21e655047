"""Graphs of no subject: random types, joined by relations that general English has several words for."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from motif.catalog.triples import from_triples
from motif.graphs.projection import Projection
from motif_procedures.guidance.paraphrases import phrase_groups
from motif_procedures.guidance.wording import part_of

_STYLES = ("plain", "snake", "SNAKE", "camel")


def synthetic_graph(
    seed: int, *, types: int = 6, relations: int = 16, nodes: int = 600, relationships: int = 2400
) -> Projection:
    """A graph by ``seed``, always the same: whose relations mean something, and whose nodes nothing.

    Parameters
    ----------
    types
        Kinds of nodes, of unequal sizes.
    relations
        At most so many, each from one type to another or the same, called by a phrase of a group of ``synonyms.txt``
        of its own that training may say (`motif_procedures.guidance.wording.part_of`), spelt as schemas spell:
        ``directed by``, ``directed_by``, ``DIRECTED_BY``, ``directedBy``.
    nodes, relationships
        About so many: those that would join a node to itself, or repeat, are left out. Nodes are joined unequally, so
        that there are hubs.

    >>> graph = synthetic_graph(7)
    >>> graph.n_nodes > 400, graph.n_relationships > 1500, len(graph.relationships.relations) <= 16
    (True, True, True)
    """
    random = np.random.default_rng([seed, 11])
    sizes = random.dirichlet(np.full(types, 3.0))
    kind_of = random.choice(types, nodes, p=sizes)
    members = [found for kind in range(types) if len(found := np.flatnonzero(kind_of == kind))]
    names = list(_phrases(random, relations))
    shares = random.dirichlet(np.full(len(names), 1.0))
    triples = []
    for name, share in zip(names, shares, strict=True):
        heads, tails = (members[int(random.integers(len(members)))] for _ in range(2))
        count = max(8, round(relationships * float(share)))
        drawn = zip(_unequally(random, heads, count), _unequally(random, tails, count), strict=True)
        triples += [(f"thing {one}", name, f"thing {other}") for one, other in drawn if one != other]
    return from_triples(dict.fromkeys(triples), name=f"synthetic {seed}")


def _phrases(random: np.random.Generator, count: int) -> Iterator[str]:
    """``count`` relations of different groups of phrases, each spelt in a style."""
    said = [[phrase for phrase in group if part_of(phrase) == "train"] for group in phrase_groups()]
    groups = [phrases for phrases in said if phrases]
    for place in random.permutation(len(groups))[:count].tolist():
        phrase = groups[place][int(random.integers(len(groups[place])))]
        yield _spelt(phrase, _STYLES[int(random.integers(len(_STYLES)))])


def _spelt(phrase: str, style: str) -> str:
    """``phrase`` as a schema spells it.

    >>> [_spelt("directed by", style) for style in ("plain", "snake", "SNAKE", "camel")]
    ['directed by', 'directed_by', 'DIRECTED_BY', 'directedBy']
    """
    words = phrase.split()
    if style == "camel":
        return words[0] + "".join(word.capitalize() for word in words[1:])
    joined = phrase if style == "plain" else "_".join(words)
    return joined.upper() if style == "SNAKE" else joined


def _unequally(random: np.random.Generator, rows: NDArray[np.int64], count: int) -> list[int]:
    """``count`` of ``rows``, the first of a random order much more often than the last."""
    places = (len(rows) * random.random(count) ** 3).astype(int)
    found: list[int] = random.permutation(rows)[places].tolist()
    return found
