"""What kind of question it is: one that a pattern cannot say, or one about the whole of a corpus. English, by rule."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from motif.planners.denying import denial_in
from motif.planners.quantities import quantities_in
from motif.planners.question_reading import read_question
from motif.planners.stretches import blanked
from motif.planners.superlatives import superlatives_in

_ALTERNATIVE = re.compile(r"\b(?:either|or|both|as well as)\b", re.IGNORECASE)
_DESCRIBED = re.compile(r"\b(?:about|concerning|regarding|something on) \w+", re.IGNORECASE)
"""A name after "about" is blank: what follows here is told in words."""

_WHOLE = re.compile(
    r"\bsummar(?:y|ies|i[sz]e|i[sz]ing)\b|\boverview\b|\bbig picture\b|\bas a whole\b"
    r"|\b(?:main|major|key|common|recurring|central|overarching|important|principal)\s+"
    r"(?:themes?|topics?|ideas?|issues?|points?|trends?|subjects?|areas?|aspects?|concepts?|findings?|challenges)\b"
    r"|\b(?:hang|fit|work|belong|go|come|play)s? together\b"
    r"|\b(?:relat|connect|link)(?:e|ed)? (?:to|with) (?:each other|one another)\b|\bhow do(?:es)?\b.*\binteract\b",
    re.IGNORECASE | re.DOTALL,
)


def beyond_patterns(question: str, names: Iterable[tuple[int, int]] = ()) -> str:
    """The first thing that ``question`` says and a pattern of names and relations cannot, with its words; "" for none.

    Parameters
    ----------
    names
        Where names start and end in the question: their words say nothing of the kind.

    >>> beyond_patterns("countries with more than 100 million inhabitants")
    "compares with a number or date ('more than 100 million')"
    >>> beyond_patterns("Which countries border France?")
    ''
    >>> beyond_patterns("Who wrote Nothing but the Truth or Dare?", [(10, 39)])
    ''
    """
    said = blanked(question, names)
    return next((f"{what} ('{words.strip()}')" for what, words in _beyond(said)), "")


def _beyond(said: str) -> Iterator[tuple[str, str]]:
    if denied := denial_in(said):
        yield "denies something", denied
    for one in quantities_in(said):
        if one.operator != "$eq" or one.unit is not None or one.values[0].number is None:
            yield "compares with a number or date", said[one.start : one.end]
    for extreme in superlatives_in(said):
        yield "asks for an extreme", said[extreme.start : extreme.end]
    if read_question(said).counts:
        yield "counts", "how many"
    if alternative := _words(_ALTERNATIVE, said):
        yield "joins alternatives or sets", alternative
    if described := _words(_DESCRIBED, said):
        yield "describes what a text is about", described


def about_the_whole(question: str, names: Iterable[tuple[int, int]] = ()) -> str:
    """The words by which ``question`` asks for themes, or how things hang together; "" where it asks for facts.

    >>> about_the_whole("Give me an overview of the plugin")
    'overview'
    >>> about_the_whole("Where is a projection kept on disk?")
    ''
    """
    return _words(_WHOLE, blanked(question, names))


def _words(pattern: re.Pattern[str], said: str) -> str:
    found = pattern.search(said)
    return " ".join(found[0].split()) if found else ""
