"""Types of relationships as they are written: "the most roles in the ACTED_IN relationship"."""

from __future__ import annotations

from motif.graphs.meaning import Branch, Meaning, Selection
from motif.planners.meaning.request import Asking
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.marks import Reading

_NOUNS = {"relationship", "relation", "edge", "link"}
_BEFORE = {"in", "of", "on", "from", "through", "via", "by", "using", "with"}


def in_type_written(vocabulary: Vocabulary, reading: Reading, asking: Asking) -> Meaning | None:
    """The meaning of the question without the phrase, where it is over relationships of the type; None for another
    question, and where it is not read whole so."""
    words = reading.words
    types = {one.type for one in vocabulary.kinds}
    at = next((at for at, word in enumerate(words) if word.text in types and not word.text.islower()), 0)
    if at < 2 or [word.lemma for word in words[at + 1 : at + 2]] not in [[one] for one in _NOUNS]:
        return None
    begin = at - (words[at - 1].low in ("the", "a", "any"))
    if words[begin - 1].low not in _BEFORE:
        return None
    asked = f"{reading.text(0, begin - 2)} {reading.text(at + 2, reading.last)}".strip()
    meaning = next(iter(asking(f"{asked}?")), None)
    if meaning is None or meaning.omissions or not isinstance(meaning.asked, Selection):
        return None
    tests = [test for place in meaning.asked.place.bound() for test in place.tests]
    held = {one for test in tests if isinstance(test, Branch) for one in test.types}
    return meaning if held == {words[at].text} else None
