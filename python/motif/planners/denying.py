"""The one list of English words by which a question denies something, for all planners but that of meanings."""

from __future__ import annotations

import re

DENIAL = re.compile(
    r"\b(?:not|never|no|without|except(?:\s+for)?|excluding|excludes?|other\s+than|apart\s+from|aside\s+from|besides|"
    r"outside(?:\s+of)?|neither|nor|lack(?:s|ing)?|instead\s+of|rather\s+than|cannot|non)\b|n['’]t\b",
    re.IGNORECASE,
)
_NO_DENIAL = re.compile(
    r"\[[^\]]*\]|\"[^\"]*\"|\bno (?:more|less|fewer|later|earlier) than\b"
    r"|\bnot (?:before|after|over|under|above|below)\b",
    re.IGNORECASE,
)
"""Names that are marked, and comparisons, whose "no" denies nothing."""
_BEFORE = re.compile(r"\w*\Z")


def denial_in(question: str) -> str:
    """The words by which ``question`` denies something; "" where it does not.

    >>> denial_in("films without Al Pacino"), denial_in("no more than 3 films"), denial_in("who doesn't act?")
    ('without', '', "doesn't")
    """
    said = _NO_DENIAL.sub(" ", question)
    denied = DENIAL.search(said)
    if denied is None:
        return ""
    verb = _BEFORE.search(said, 0, denied.start())
    return " ".join(f"{verb[0] if verb else ''}{denied[0]}".split())
