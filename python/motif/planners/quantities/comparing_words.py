"""English for numbers and comparisons: what `motif.planners.quantities.comparisons` reads by."""

from __future__ import annotations

import re

from motif.planners.reading.lexicon import table

_TABLE = table("numbers")

SCALES: dict[str, float] = {
    **_TABLE["powers"],
    **{short.lower(): factor for short, factor in _TABLE["short"].items()},
    "millions": 1e6,
    "b": 1e9,
    "dozen": 12.0,
}
"""What words after a number multiply it by."""

_CARDINALS = {word: number for word, number in _TABLE["cardinals"].items() if word not in SCALES}

COUNTING = tuple(word for word, number in _CARDINALS.items() if number <= 20)

NUMBER_WORDS: dict[str, float] = {
    **{word: float(number) for word, number in _CARDINALS.items()},
    "half a": 0.5,
    "half an": 0.5,
    "a quarter of a": 0.25,
    "one and a half": 1.5,
    "a couple of": 2.0,
}
"""Numbers in words."""

LESS = (
    "less", "lesser", "fewer", "smaller", "lower", "earlier", "sooner", "older", "shorter", "lighter", "cheaper",
    "slower", "poorer", "thinner", "narrower",
)  # fmt: skip
"""Comparatives for the lower end of a scale; all others are for the upper one."""

GAP = r"(?:\s+(?:the|a|an|about|around|roughly|approximately|years?|of|than|that|is|are|was|were|to|at|in|on))*\s*"
"""What may stand between a comparison and its number."""

_AT_LEAST = (
    r"at\s+least|at\s+minimum|a\s+minimum\s+of|no\s+(?:less|fewer|earlier|lower|smaller|shorter)\s+than",
    r"not\s+(?:before|under|below|less\s+than|fewer\s+than|earlier\s+than)|since|starting\s+(?:in|from|at|with)",
    r"as\s+of|minimum|upwards\s+of|≥|>=|(?:on|in|at)\s+or\s+(?:after|above)|after\s+or\s+(?:on|in)",
)
_AT_MOST = (
    r"at\s+most|a\s+maximum\s+of|no\s+(?:more|later|greater|higher|larger|longer|bigger)\s+than",
    r"not\s+(?:after|over|above|more\s+than|later\s+than|exceeding)|until|till|up\s+to|through",
    r"by(?:\s+the\s+end\s+of)?|maximum|(?:(?:does|do|did)\s+)?not\s+exceed|≤|<=|(?:on|in|at)\s+or\s+(?:before|below)",
    r"before\s+or\s+(?:on|in)|(?:up\s+to|until)\s+and\s+including",
)
_MORE = (
    r"over|above|beyond|after|exceeding|exceeds?|exceeded|surpass(?:es|ing)?|past|later\s+than",
    r"in\s+excess\s+of|following|>",
)
_FEWER = (r"under|below|before|prior\s+to|short\s+of|preceding|up\s+until|ahead\s+of|<",)
_SAME = (
    r"exactly|precisely|equal\s+to|equals?|of|in|on|during|throughout|within|at|is|are|was|were|from|=|for|with",
    r"has|have",
)

COMPASS = re.compile(
    r"(?<!\w)(?:(?:further\s+|farther\s+)?(?P<side>north|south|east|west)(?:ern)?\s+(?:of|than)|(?P<adverb>north|south|east|"
    r"west)(?:erly)?\s+(?:of|than))\s+(?:the\s+)?(?:(?:latitude|longitude|parallel|meridian)\s+)?$",
    re.IGNORECASE,
)
"""Words of comparison by where something lies."""

WORDED = tuple(
    (operator, re.compile(rf"(?<!\w)(?:{'|'.join(words)}){GAP}$", re.IGNORECASE))
    for operator, words in (
        ("$gte", _AT_LEAST),
        ("$lte", _AT_MOST),
        ("$gt", _MORE),
        ("$lt", _FEWER),
        ("$eq", _SAME),
    )
)
"""Operators and what stands before a number for them, tried in order."""

COMPARATIVE = re.compile(
    r"(?<!\w)(?P<no>no(?:t)?\s+)?(?:(?P<degree>more|less|fewer)\s+(?P<of>[\w-]+)|(?P<word>\w+))\s+than"
    + GAP
    + "$",
    re.IGNORECASE,
)
OR_MORE = re.compile(
    r"(?:\s+\w+)?\s*(?:(?P<on>onwards?\b)|(?:or|and)\s+(?:(?P<more>more|later|above|over|newer|up|upwards|higher|greater|larger|longer|after|"
    r"onwards?|older)|(?P<less>less|fewer|earlier|below|under|lower|smaller|shorter|before|cheaper))\b|(?P<plus>\+))",
    re.IGNORECASE,
)
BETWEEN = re.compile(r"(?<!\w)(?P<open>between|from|ranging\s+from|within)" + GAP + "$", re.IGNORECASE)
AND = re.compile(r"\s*(?:and|to|until|till|through|-|–|—)\s*(?:the\s+)?(?:year\s+)?", re.IGNORECASE)
