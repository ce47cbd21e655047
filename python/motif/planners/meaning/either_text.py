"""One of two texts: "names that contain 'lou' or 'max'"."""

from __future__ import annotations

import dataclasses

from motif.graphs.meaning import AnyOf, Condition, Meaning, Selection, Test
from motif.planners.meaning.request import Asking
from motif.planners.reading.marks import Reading

_COMPARING = ("contains", "word", "starts", "ends")


def either_text(reading: Reading, asking: Asking) -> Meaning | None:
    """The meaning of the question for the first text, where what is compared with it may be so with the other instead.

    None for another question, and where it is not read whole of each.
    """
    last = reading.last
    quoted = [at for at in (last - 2, last) if at >= 0 and reading.words[at].kind == "quoted"]
    if len(quoted) != 2 or reading.words[last - 1].low != "or" or last < 4:
        return None
    before = reading.text(0, last - 3)
    texts = [reading.question[slice(*reading.span(at, at))] for at in quoted]
    found = [next(iter(asking(f"{before} {text}?")), None) for text in texts]
    wholes = [one for one in found if one is not None and not one.omissions]
    asked = [one.asked for one in wholes if isinstance(one.asked, Selection)]
    if len(asked) != 2:
        return None
    tests = _either(asked[0].place.tests, asked[1].place.tests)
    if tests is None or asked[0].columns != asked[1].columns:
        return None
    place = dataclasses.replace(asked[0].place, tests=tests)
    return dataclasses.replace(wholes[0], asked=dataclasses.replace(asked[0], place=place))


def _either(one: tuple[Test, ...], other: tuple[Test, ...]) -> tuple[Test, ...] | None:
    """The tests of both, the only ones that differ as either of them; None where others than these differ."""
    apart = [pair for pair in zip(one, other, strict=False) if pair[0] != pair[1]]
    if len(one) != len(other) or len(apart) != 1:
        return None
    first, second = apart[0]
    if not isinstance(first, Condition) or not isinstance(second, Condition):
        return None
    if (first.property, first.operator) != (
        second.property,
        second.operator,
    ) or first.operator not in _COMPARING:
        return None
    return tuple(AnyOf((first, second)) if test == first else test for test in one)
