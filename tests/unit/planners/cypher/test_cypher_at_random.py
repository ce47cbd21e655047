"""Statements drawn from the grammar itself, some of them spoilt: checked in words, never raised, and none is unsafe."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lark.grammar import Rule, Symbol

from at_random import CASES
from hostile_cases import SCHEMA
from motif.planners.cypher.checking import check_cypher
from motif.planners.cypher.parsing import _SIGNS as SIGNS
from motif.planners.cypher.parsing import _parser
from motif.planners.cypher.tokens import pieces_of

TEXTS = {
    "NAME": ["m", "p", "r", "Movie", "Person", "title", "year", "ACTED_IN", "DIRECTED", "`a b`", "n"],
    "FUNCTION": ["count", "size", "toLower", "collect", "db.labels", "apoc.cypher.run", "date", "vector"],
    "PARAMETER": ["$a", "$`b c`"],
    "STRING": ["'x'", '"it\\\\"s"', "'(.*)*'", "''"],
    "INT": ["0", "7", "0x1F", "99999999999999999999"],
    "FLOAT": ["1.5", "1e400", ".5"],
    "PATTERN": ["("],
    "EVERY": ["ALL"],
    **{kind: [sign] for sign, kind in SIGNS.items()},
}
WRITING = re.compile(r"\b(CREATE|SET|DELETE|MERGE|REMOVE|LOAD|FOREACH|DROP)\b|//|/\*|;")
DEEPEST = 14
MOST_BYTES = 256


@cache
def rules() -> dict[Symbol, list[Rule]]:
    """Of each part of the grammar, the ways in which it may be written, those that end soonest first."""
    found: dict[Symbol, list[Rule]] = defaultdict(list)
    for rule in _parser().rules:
        found[rule.origin].append(rule)
    shortest = lengths(found)
    for ways in found.values():
        ways.sort(key=lambda rule: sum(shortest.get(part, 1) for part in rule.expansion))
    return found


def lengths(found: dict[Symbol, list[Rule]]) -> dict[Symbol, float]:
    """Of each part, how many words it needs at least."""
    known: dict[Symbol, float] = dict.fromkeys(found, float("inf"))
    while True:
        better = {
            part: min(sum(known.get(one, 1) for one in way.expansion) for way in ways)
            for part, ways in found.items()
        }
        if better == known:
            return known
        known = better


@st.composite
def statements(draw: st.DrawFn) -> str:
    """The words of a statement as the grammar has them, a few of which may be others.

    Its choices are drawn together, as bytes; what is left without one is written in the shortest way.
    """
    drawn = iter(draw(st.binary(min_size=MOST_BYTES, max_size=MOST_BYTES)))

    def one_of(count: int) -> int:
        number, below = 0, 1
        while below < count:
            number, below = number << 8 | next(drawn, 0), below << 8
        return number % count

    start = next(rule.origin for rule in _parser().rules if rule.origin.name == "start")
    words: list[str] = []
    left: list[tuple[Symbol, int]] = [(start, 0)]
    while left and len(words) < 120:
        part, depth = left.pop()
        if part.is_term:
            texts = TEXTS.get(part.name, [part.name])
            words.append(texts[one_of(len(texts))])
            continue
        ways = rules()[part]
        most = len(ways) if depth < DEEPEST else 1
        way = ways[one_of(most)]
        left += [(one, depth + 1) for one in reversed(way.expansion)]
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 3]))):
        place = draw(st.integers(0, len(words) - 1))
        words[place] = draw(
            st.sampled_from(words) | st.sampled_from(["SET", "CREATE", ";", "}", "//", "\\u0027"])
        )
    return " ".join(words)


@settings(max_examples=CASES, deadline=None, suppress_health_check=list(HealthCheck))
@given(statements())
def test_what_is_drawn_from_the_grammar_is_told_or_sent_without_writing(text: str) -> None:
    checked = check_cypher(text, SCHEMA, {"a": 1, "b c": [1, 2]})
    if checked.problems:
        assert checked.statement == "" and all(problem.strip() for problem in checked.problems)
        return
    again = check_cypher(checked.statement, SCHEMA, checked.parameters)
    assert (again.problems, again.columns) == ((), checked.columns), text
    assert not {piece.kind for piece in pieces_of(checked.statement)} & {"string", "float", ";"}
    assert not WRITING.search(re.sub(r"`(?:[^`]|``)*`", "", checked.statement))


def test_some_of_what_is_drawn_is_taken() -> None:
    taken: list[str] = []

    @settings(
        max_examples=300,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(statements())
    def draw(text: str) -> None:
        if not check_cypher(text, SCHEMA, {"a": 1, "b c": [1, 2]}).problems:
            taken.append(text)

    draw()
    assert len(set(taken)) >= 10, "the drawing is too wild to tell anything"
