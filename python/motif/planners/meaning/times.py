"""How many times something was done to a thing: "bridges inspected at least 5 times", "booked more than twice"."""

from __future__ import annotations

from collections.abc import Callable

from motif.graphs.meaning import Meaning
from motif.planners.meaning.request import Asking
from motif.planners.reading.lemmas import is_past, stem
from motif.planners.reading.marks import Reading

_SO_OFTEN = {"once": 1, "twice": 2, "thrice": 3}
_BEFORE = {"is", "are", "was", "were", "be", "been", "being", "has", "have", "had", "that", "who", "which"}
_BOUNDING = {"at", "least", "most", "more", "fewer", "less", "than", "over", "exactly", "only", "just"}


def done_so_often(reading: Reading, asking: Asking, is_done: Callable[[int], bool]) -> Meaning | None:
    """The meaning of a question that says how often something was done; None where it does not, or is not read.

    It is read with a noun for the verb: "with at least 5 inspectings". ``is_done`` tells of a word whether a relation
    is called by it.
    """
    rewritten = _rewritten(reading, is_done)
    meaning = next(iter(asking(rewritten)), None) if rewritten else None
    return meaning if meaning is not None and not meaning.omissions else None


def _rewritten(reading: Reading, is_done: Callable[[int], bool]) -> str:
    """The question with a noun for the verb; "" where it says of nothing how often it was done."""
    words = reading.words
    for at, word in enumerate(words):
        number = _SO_OFTEN.get(word.low)
        if number is None and word.low != "times":
            continue
        first = at if number is not None else at - 1
        verb = first - 1
        while verb > 0 and words[verb].low in _BOUNDING:
            verb -= 1
        if verb < 1 or first < 1 or not is_past(words[verb].low) or not is_done(verb):
            continue
        if number is None and words[first].kind != "number" and not _is_number(reading, first):
            continue
        begin = verb
        while begin > 1 and words[begin - 1].low in _BEFORE:
            begin -= 1
        bound = reading.question[words[verb].end : words[first].start].strip() or "exactly"
        said = str(number) if number is not None else words[first].text
        noun = f"{stem(words[verb].text)}ings"
        behind = reading.question[words[at].end :]
        return f"{reading.question[: words[begin].start]}with {bound} {said} {noun}{behind}"
    return ""


def _is_number(reading: Reading, at: int) -> bool:
    """Whether a word is a number: "five"."""
    return any(one.first == one.last == at for one in reading.numbers)
