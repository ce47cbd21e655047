"""Relations whose direction says nothing: "neighbour of" is stored one way and holds both ways."""

from __future__ import annotations

import re
from functools import lru_cache

from motif.indexes.names import readable

_SYMMETRIC = re.compile(
    r"\b(neighbou?rs?|neighbou?ring|borders?|bordering|adjacent|near|nearby|next to|married|spouses?|partners?|"
    r"siblings?|twin|twinned|cousins?|friends?|friend of|knows|colleagues?|co\w*workers?|"
    r"collaborat\w+|cooperat\w+|similar|same|related|relates|associated|equivalent|equals?|synonyms?|antonyms?|"
    r"connected|connects|linked|interacts?|interacting|overlaps?|compatible|opposite|rivals?|shares?)\b"
)


@lru_cache(maxsize=4096)
def is_symmetric(relation: str) -> bool:
    """Whether the words of ``relation`` hold both ways.

    >>> is_symmetric("NEIGHBOUR_OF"), is_symmetric("marriedTo"), is_symmetric("DIRECTED")
    (True, True, False)
    """
    return _SYMMETRIC.search(readable(relation)) is not None
