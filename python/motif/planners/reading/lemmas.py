"""One lemmatiser and one stemmer, for questions and for a graph's own words alike."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from motif.planners.reading.lexicon import table, words

_SIBILANT = re.compile(r"(?:ss|x|zz|ch|sh|[^aeo]us|\w{3}[^aeiou]o)es\Z")
_SUFFIXES = (
    "ments", "ment", "ings", "ing", "ions", "ion", "ors", "or", "ers", "er",
    "ied", "ed", "ees", "ee", "y", "e",
)  # fmt: skip
_OF_TWO_SPELLINGS = re.compile(r"(?<=\w{3})is(?=(?:e|ed|er|ers|or|ors|ing|ation)\Z)")
_OF_MAKING = re.compile(r"(?<=\w)ification\Z")
_OF_VERBS = {"ed": ("er", "or"), "ing": ("er", "or"), "e": ("er", "or"), "y": ("er",)}
"""Endings behind which another one is taken away, as it is where nothing follows it."""

_SHORTEST = 3
_OF_ACTIONS, _SHORTEST_ACTION = ("ency", "ence", "ancy", "ance"), 5
"""Endings of nouns for what is done, "dependency", and how long the verb is at least: "distance" has none."""


@lru_cache(maxsize=65536)
def lemma(word: str) -> str:
    """The singular of a noun, the plain form of an irregular verb; in lower case, and of two spellings the American.

    >>> [lemma(word) for word in ("Factories", "boxes", "viruses", "people", "wrote", "status", "Movies", "IDs")]
    ['factory', 'box', 'virus', 'person', 'write', 'status', 'movie', 'id']
    >>> lemma("volcanoes"), lemma("licences")
    ('volcano', 'license')
    """
    plain = _plain(word)
    spelt: str = table("words")["spelt"].get(plain, plain)
    return spelt


def _plain(word: str) -> str:
    if len(word) > _SHORTEST - 1 and word.endswith("s") and word[:-1].isupper():
        return word[:-1].lower()  # "IDs"
    low = word.lower()
    for known in (table("words")["irregular"], table("words")["conjugated"]):
        if low in known:
            return str(known[low])
    if low in ("movies", "ties", "pies", "lies") or not low.endswith("s") or len(low) <= _SHORTEST:
        return low[:-1] if low in ("movies", "ties", "pies") else low
    if low.endswith("ies"):
        return low[:-3] + "y"
    if _SIBILANT.search(low):
        return low[:-2]
    return low if low.endswith(("ss", "us", "is")) else low[:-1]


def is_verb_form(low: str) -> bool:
    """Whether a word in small letters is a form that only verbs have, regular or not.

    >>> [is_verb_form(low) for low in ("directed", "built", "building", "build", "children")]
    [True, True, True, False, False]
    """
    return low.endswith("ing") or is_past(low)


def is_past(low: str) -> bool:
    """Whether a word in small letters is the past or the participle of a verb, regular or not.

    >>> [is_past(low) for low in ("directed", "built", "building", "was")]
    [True, True, False, False]
    """
    return low.endswith("ed") or table("words")["conjugated"].get(low, "be") not in ("be", "have", "do")


def participle(low: str) -> str:
    """What is done by a verb, or by who is called by it, in small letters.

    >>> [participle(low) for low in ("write", "supply", "compose", "direct", "directed", "founder", "maker", "editor")]
    ['written', 'supplied', 'composed', 'directed', 'directed', 'founded', 'made', 'edited']
    """
    if is_past(low):
        return low
    verb = (
        low.removesuffix("or") if low.endswith("or") else low.removesuffix("r") if low.endswith("er") else low
    )
    plain = verb.removesuffix("e")
    for one in (verb, plain):
        irregular = [
            form for form, known in table("words")["conjugated"].items() if known == one and is_past(form)
        ]
        if irregular:
            return str(next((form for form in irregular if form.endswith("n")), irregular[0]))
    return (
        f"{plain.removesuffix('y')}ied"
        if plain.endswith("y") and plain[-2:-1] not in "aeiou"
        else f"{plain}ed"
    )


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """What the forms of a word share: those of a verb, of who does it and of what is done.

    >>> [stem(word) for word in ("directed", "director", "Directs", "created", "acting", "actor", "dependency")]
    ['direct', 'direct', 'direct', 'creat', 'act', 'act', 'depend']
    >>> stem("organised") == stem("organizer"), stem("advised") == stem("advisor")
    (True, True)
    >>> [stem(word) for word in ("ordered", "orders", "answering", "answer", "delivery", "delivers", "restore")]
    ['ord', 'ord', 'answ', 'answ', 'deliv', 'deliv', 'rest']
    >>> stem("certifications") == stem("certified"), stem("qualification") == stem("qualifies")
    (True, True)
    >>> [stem(word) for word in ("plays", "played", "player", "employs", "employee", "slain", "carried", "carries")]
    ['play', 'play', 'play', 'employ', 'employ', 'slay', 'car', 'car']
    """
    plain = _OF_MAKING.sub("ify", _OF_TWO_SPELLINGS.sub("iz", lemma(word)))
    if plain.endswith(_OF_ACTIONS) and len(plain) - 4 >= _SHORTEST_ACTION:
        return plain[:-4]
    for suffix in _SUFFIXES:
        if plain.endswith(suffix) and len(plain) - len(suffix) >= _SHORTEST:
            if suffix == "y" and plain[-2] in "aeou":
                return plain  # "employ" as "employed"
            bare = plain[: -len(suffix)]
            if len(bare) > _SHORTEST and bare[-1] == bare[-2] and bare[-1] not in "lse":
                bare = bare[:-1]
            if suffix in _OF_VERBS and bare.endswith(_OF_VERBS[suffix]) and len(bare) > _SHORTEST + 1:
                return bare[:-2]  # "ordered" as "orders", of which "er" is no ending either
            return bare[:-1] if bare.endswith("i") and len(bare) > _SHORTEST else bare
    return plain


@cache
def stems_listed(name: str, part: str) -> frozenset[str]:
    """The stems of the words of a list in a table.

    >>> stem("deceased") in stems_listed("spelling", "deaths")
    True
    """
    return frozenset(stem(word) for word in words(name, part))
