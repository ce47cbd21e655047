"""How near words of a question are to words of a graph: by their stems, then by meaning."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from motif.indexes.names import readable
from motif.planners.english import AGENT_ENDINGS
from motif.planners.protocol import PlanningGraph
from motif.planners.reading.lemmas import stem

SAME = 1.0
_AGENT = 0.8
PART = 0.9
"""Likeness of a word to a phrase that holds it."""

_ASKING = re.compile(
    r"\b(?:which|what|how many|list|name|show|give|find|tell|number of|count of|count)\b"
    r"(?:\s+(?:of|the|all|are|is|was|were|me|other|different|two|three|kinds? of|types? of|us|every))*\s+",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def words_of(text: str) -> list[str]:
    """The words of ``text``, as they stand."""
    return _WORD.findall(text)


@lru_cache(maxsize=4096)
def _stems_in(text: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in words_of(text))


@dataclass(frozen=True, slots=True)
class Likeness:
    """Which of several phrases is nearest to a word, how near (0 to 1), where the word stands, and the word."""

    phrase: str
    score: float
    start: int
    word: str


class Wording:
    """Likeness between words of questions and of one graph."""

    def __init__(self, graph: PlanningGraph) -> None:
        self._graph = graph

    def likeness(self, text: str, phrase: str) -> float:
        """How near ``text`` is to a name of the graph's schema: 1 for the same stems, else by meaning, 0 to 1.

        Without an encoder stems alone count.
        """
        spoken = readable(phrase)
        mine, theirs = _stems_in(text), _stems_in(spoken)
        if not mine or not theirs:
            return 0.0
        if mine == theirs:
            return SAME
        if set(mine) <= set(theirs) or set(theirs) <= set(mine):
            return PART
        if not self._graph.has_encoder:
            return 0.0
        return max(
            0.0, float(self._graph.encode(" ".join(words_of(text)).lower()) @ self._graph.encode(spoken))
        )

    def best(self, texts: Iterable[str], phrases: Iterable[str]) -> tuple[str | None, float]:
        """The phrase nearest to any of ``texts``, and how near it is; earlier phrases win ties."""
        found: tuple[str | None, float] = (None, 0.0)
        texts = list(texts)
        for phrase in phrases:
            score = max((self.likeness(text, phrase) for text in texts), default=0.0)
            if score > found[1]:
                found = (phrase, score)
        return found

    def asked_label(self, question: str, least: float) -> Likeness | None:
        """The label that the question asks for ("which countries", "list all films"); None below ``least``."""
        return self.nearest_label(asked_nouns(question), self._graph.projection.labels, least)

    def nearest_label(
        self, nouns: Iterable[tuple[int, str]], labels: Iterable[str], least: float
    ) -> Likeness | None:
        """The label that one of ``nouns`` (with where it starts) is nearest to; None below ``least``."""
        best: Likeness | None = None
        labels = list(labels)
        for start, text in nouns:
            for label in labels:
                score = max(self.likeness(text, label), _AGENT * self._as_person(text, label))
                if score >= least and (best is None or score > best.score):
                    best = Likeness(label, score, start, text)
        return best

    def _as_person(self, noun: str, label: str) -> float:
        """How near a label is to persons, for a noun of who does something: "actors", "writer"."""
        does = len(noun) > 4 and " " not in noun and noun.lower().endswith(AGENT_ENDINGS)
        return self.likeness("person", label) if does else 0.0


def asked_nouns(question: str) -> list[tuple[int, str]]:
    """What may be the noun that is asked for: one and two words after an asking word, with where they start.

    >>> asked_nouns("Which countries border France?")[:2]
    [(6, 'countries'), (6, 'countries border')]
    """
    found: dict[tuple[int, str], None] = {}
    for match in _ASKING.finditer(question):
        rest = list(_WORD.finditer(question, match.end()))[:3]
        for first in range(min(2, len(rest))):
            for n_words in (1, 2):
                part = rest[first : first + n_words]
                if len(part) == n_words:
                    found[(part[0].start(), question[part[0].start() : part[-1].end()])] = None
    return list(found)


def lone_nouns(question: str) -> list[tuple[int, str]]:
    """As `asked_nouns`; where nothing asks, the words that the question begins with, and for "who" a person.

    >>> lone_nouns("films before 1975"), lone_nouns("who was born after 1960")
    ([(0, 'films'), (0, 'films before')], [(0, 'person')])
    """
    who = re.match(r"\s*who(m)?\b", question, re.IGNORECASE)
    if who:
        return [(0, "person")]
    found = asked_nouns(question)
    if found:
        return found
    words = list(_WORD.finditer(question))[:2]
    return [(words[0].start(), question[words[0].start() : word.end()]) for word in words]
