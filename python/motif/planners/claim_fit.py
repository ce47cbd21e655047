"""Whether a claim's words say another relation than the one that joins its names."""

from __future__ import annotations

import numpy as np

from motif.planners.alignment import vocabulary_of
from motif.planners.claim_paths import NamedClaim
from motif.planners.claim_trees import Tree
from motif.planners.path_wording import read_wording
from motif.planners.protocol import PlanningGraph

UNSAID = 0.05
"""Share of a word's meanings up to which it does not say a relation."""

SAID = 0.4
"""Share of a word's meanings from which on it says a relation."""


def other_relation(graph: PlanningGraph, claim: NamedClaim, tree: Tree) -> str | None:
    """The relation that the claim of two names says, where no word says one of the ``tree``; None where all is well.

    "Quebec is the currency of Canada": what joins a province and a country is no currency. Such a claim is read as the
    nearest that can be, and must not be taken for that.
    """
    if len(claim.mentions) != 2 or not tree.ways:
        return None
    wording = read_wording(claim.text, claim.mentions[0], claim.mentions[1:])
    words = [word.text for word in (*wording.left, *wording.right) if word.is_content]
    if not words:
        return None
    vocabulary = vocabulary_of(graph)
    shares = np.max([meaning.relations for meaning in vocabulary.meanings(words)], axis=0)
    own = [step.relation for way in tree.ways for step in way.path]
    others = np.delete(np.arange(len(shares)), own)
    if not len(others) or shares[own].max() > UNSAID or shares[others].max() < SAID:
        return None
    return vocabulary.relations[int(others[np.argmax(shares[others])])]
