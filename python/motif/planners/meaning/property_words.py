"""How well words say a property: its own words, those that say the same, units and abbreviations."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from motif.planners.meaning.vocabulary import Words
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import table
from motif.planners.reading.marks import graded_form
from motif.planners.reading.words import Word

_ENDS = {"maximum", "minimum", "total", "average", "mean"}
_TELLING = 5
_ABBREVIATIONS = {
    "avg": "average",
    "num": "number",
    "qty": "quantity",
    "max": "maximum",
    "min": "minimum",
    "no": "number",
}
UNITS = {
    "cm": "centimeter", "kg": "kilogram", "km": "kilometer", "m": "meter", "mm": "millimeter", "g": "gram",
    "days": "day", "years": "year", "min": "minute", "minutes": "minute", "seconds": "second", "hours": "hour",
    "usd": "dollar", "eur": "euro", "gb": "gigabyte", "mb": "megabyte", "sqkm": "kilometer", "metres": "meter",
}  # fmt: skip


def property_score(window: Sequence[Word], spoken: Words) -> tuple[float, frozenset[str]]:
    """How well words say a property, and the stems of it that they leave unsaid.

    All of them are its words, and they are most of its words; units and words for an end ("longest") weigh less.
    """
    own = {stem(part): _weight_of(part) for part in map(_spelt, spoken.lemmas) if part not in ("of", "in")}
    units = {stem(UNITS[part]) for part in spoken.text.split() if part in UNITS}
    for part in spoken.text.split():
        if part in UNITS:
            own[stem(part)] = 0.25
    said = [word for word in window if word.kind == "word" and word.low not in ("of", "in", "the")]
    if len(said) == 1 and said[0].lemma.replace("-", "") in _compounds(spoken.lemmas):
        return 1.0, frozenset()
    hit, is_exact = set[str](), True
    for word in said:
        key = stem(_spelt(word.lemma))
        key = next((one for one in same_as(key) if one in own), key)
        key = next((one for one in own if _is_begun(one, key)), key)
        if key in own:
            hit.add(key)
            is_exact &= (
                word.lemma in spoken.lemmas
                or key != stem(word.text)
                or not word.low.endswith(("ed", "ing", "er", "ers", "or", "ors"))
            )
        elif key not in units:
            return 0.0, frozenset()
    covered, whole = sum(own[key] for key in hit), sum(own.values())
    if (not is_exact and covered < whole) or covered < 0.5 * whole:
        return 0.0, frozenset()
    return 0.5 + 0.5 * covered / whole, frozenset(set(own) - hit)


@cache
def same_as(key: str) -> frozenset[str]:
    """Stems of words that say the same of a property: "weight" and "mass"; none for most."""
    groups = [frozenset(map(stem, group)) for group in table("words")["same"]]
    return frozenset[str]().union(*(group - {key} for group in groups if key in group))


def _spelt(part: str) -> str:
    return _ABBREVIATIONS.get(part, part)


def _weight_of(part: str) -> float:
    """Of a word of a property: less for one that only says which end of others it is."""
    return 0.5 if graded_form(part)[1] == "superlative" or part in _ENDS else 1.0


def _is_begun(one: str, other: str) -> bool:
    """Whether one of two stems begins with the other, which is long enough to tell: "taxon", "taxonom"."""
    if abs(len(one) - len(other)) > _TELLING - 1:
        return False
    return len(min(one, other, key=len)) >= _TELLING and (one.startswith(other) or other.startswith(one))


def _compounds(parts: Sequence[str]) -> set[str]:
    kept = [part for part in parts if part not in ("of", "in")]
    return {"".join(kept), "".join(reversed(kept))}
