"""The one tokeniser of questions: words, numbers, quoted texts and marks, each with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from motif.planners.reading.lemmas import lemma
from motif.planners.reading.lexicon import table

Kind = Literal["word", "number", "quoted", "mark"]

_QUOTED = re.compile(
    r"(?<!\w)'(?P<single>[^']+(?:'\w[^']*)*)'(?!\w)|\"(?P<double>[^\"]+)\"|“(?P<curly>[^”]+)”|‘(?P<curly1>[^’]+)’(?!\w)"
    r"|`(?P<tick>[^`]+)`|\[(?P<bracket>[^\]]+)\]"
)
SQUARED = re.compile(
    r"\b(?i:square|sq\.?|cubic|cu\.?)[ -](?i:kilomet(?:er|re)s?|km|met(?:er|re)s?|m|miles?|mi|feet|foot|ft)\b"
)
"""A unit of area or volume in two words, which says one thing: "square kilometres", "sq km"."""

_MEASURED = {one for units in table("units").values() for one in units if one.isalnum()} | {
    "thousand",
    "trillion",
}
"""Words behind which a number with a comma has decimals, as much of Europe writes them: "1,5 million", "2,75 km"."""

_TOKEN = re.compile(
    r"(?P<number>(?<![\w.])[-−]?\d{1,3}(?:(?:,\d{3})+|(?:[ \u00a0\u2009\u202f'’]\d{3})+)(?:\.\d+)?(?![\w])"
    r"|(?<![\w.])\d{1,3}(?:\.\d{3}){2}(?!\.?\w)"
    rf"|(?<![\w.,])[-−]?\d+,\d{{1,2}}(?=(?: (?:and|to|or) \d+,\d{{1,2}})? (?:{'|'.join(sorted(_MEASURED))})s?\b)"
    r"|(?<![\w.])[-−]?\d+(?:\.\d+)?(?!\w|\.\d))"
    rf"|(?P<squared>{SQUARED.pattern})"
    r"|(?P<compound>" + "|".join(map(re.escape, table("words")["compounds"])) + r")\b"
    r"|(?P<scaled>(?<![\w.])\d+\.\d+[^\W\d_]+\b)"
    r"|(?P<possessive>['’]s\b|(?<=s)['’](?!\w))|(?P<negated>n['’]t\b)|(?P<compare>[<>]=?|!=|=)"
    r"|(?P<word>[^\W_](?:[\w\-]*?\w)?(?=n['’]t\b|['’]s\b|\b)(?:(?:\.[^\W\d_](?!\w)\.?)+|(?:\.\d+)+|['’](?!s\b|t\b)\w+)?)|(?P<mark>[^\w\s])",
    re.UNICODE | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a question, where it stands (in characters), its plain form, and for a quotation its text.

    Attributes
    ----------
    low
        It in small letters; kept, since it is asked for thousands of times.
    """

    text: str
    lemma: str
    start: int
    end: int
    kind: Kind = "word"
    low: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "low", self.text.lower())


def words_of(question: str) -> tuple[Word, ...]:
    """The words of a question in their order.

    >>> [word.text for word in words_of("Didn't Ann's 3 dogs cost 'a lot', 1,200?")]
    ['Did', "n't", 'Ann', "'s", '3', 'dogs', 'cost', 'a lot', ',', '1,200', '?']
    >>> [word.lemma for word in words_of("over 5 square kilometres, 3 sq. km or 2 km²")]
    ['over', '5', 'km2', ',', '3', 'km2', 'or', '2', 'km2']
    >>> [(word.text, word.lemma) for word in words_of("Must-have tools")]
    [('Must-have', 'mandatory'), ('tools', 'tool')]
    """
    found: list[Word] = []
    at = 0
    for quoted in _QUOTED.finditer(question):
        found += _plain(question, at, quoted.start())
        text = next(group for group in quoted.groups() if group is not None).strip()
        if text:
            found.append(Word(text, text.lower(), quoted.start(), quoted.end(), "quoted"))
        at = quoted.end()
    return tuple(found + _plain(question, at, len(question)))


def _plain(question: str, start: int, end: int) -> list[Word]:
    found = []
    for token in _TOKEN.finditer(question, start, end):
        text, group = token.group(), token.lastgroup
        kind: Kind = "number" if group == "number" else "mark" if group == "mark" else "word"
        text = "n't" if group == "negated" else "'s" if group == "possessive" else text
        plain = table("words")["compounds"].get(text.lower(), "") if group == "compound" else lemma(text)
        found.append(Word(text, plain, token.start(), token.end(), kind))
    return found
