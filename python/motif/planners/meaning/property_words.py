"""How well words say a property: its own words, those that say the same, units and abbreviations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from motif.planners.meaning.schema_words import Property, Words
from motif.planners.reading.lemmas import lemma, stem, stems_listed
from motif.planners.reading.lexicon import table
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import graded_form
from motif.planners.reading.units import measures
from motif.planners.reading.words import Word

_TELLING = 5


def spelt_units() -> Mapping[str, str]:
    """Units as names of properties end in them, each as it is said: "cm" is a centimeter."""
    units: Mapping[str, str] = table("spelling")["units"]
    return units


def property_score(window: Sequence[Word], spoken: Words) -> tuple[float, frozenset[str]]:
    """How well words say a property, and the stems of it that they leave unsaid.

    All of them are its words, and they are most of its words; units and words for an end ("longest") weigh less.
    """
    own, units = _own(spoken)
    said = [word for word in window if word.kind == "word" and word.low not in ("of", "in", "the")]
    if len(said) == 1 and said[0].lemma.replace("-", "") in _compounds(spoken.lemmas):
        return 1.0, frozenset()
    hit, is_exact = set[str](), True
    for word in said:
        key = _key_in(word.lemma, spoken)
        if key in own and (key in hit or _is_other_word(word, spoken)):
            return 0.0, frozenset()  # the average of what is an average itself says it twice
        if key in own:
            hit.add(key)
            is_exact &= (
                word.lemma in spoken.lemmas
                or key != stem(word.text)
                or not word.low.endswith(("ed", "ing", "er", "ers", "or", "ors"))
            )
        elif key not in units:
            return 0.0, frozenset()
    if hit and said[-1].low != said[-1].lemma and _only_sorts(spoken, hit):
        return 0.0, frozenset()
    covered, whole = sum(own[key] for key in hit), sum(own.values())
    if (not is_exact and covered < whole) or covered < 0.5 * (whole - _unit_behind(spoken, own, hit)):
        return 0.0, frozenset()
    return 0.5 + 0.5 * covered / whole, frozenset(set(own) - hit)


@lru_cache(maxsize=65536)
def _key_in(said: str, spoken: Words) -> str:
    """The stem of a property's name that a word says, in whichever form and with whichever word for the same; else its
    own stem."""
    own, parts = _own(spoken)[0], spoken.text.lower().split()
    key = stem(_spelt(said))
    if said in _PRICES and key not in own and parts[-1] in listed("spelling", "currencies"):
        key = next((one for one in map(stem, listed("spelling", "prices")) if one in own), key)
    key = next((one for one in same_as(key) if one in own and not (one == _FORM and one in parts)), key)
    return next((one for one in own if _is_begun(one, key)), key)


_PRICES = ("price", "cost")
"""What is paid for something, and what its "rate" or "fee" is where that is told in a currency: "nightly_rate_eur"."""

_FORM = "form"
"""What is formed is founded, but a "legal form" is no founding."""


def _unit_behind(spoken: Words, own: Mapping[str, float], hit: set[str]) -> float:
    """What the unit weighs that a property's name ends in, where the noun before it is said: "range" of
    "effective_range_m"."""
    last = spoken.stems[-1]
    is_said = len(spoken.stems) > 1 and spoken.stems[-2] in hit and last not in hit
    return own.get(last, 0.0) if is_said and last in units_of(spoken) else 0.0


def _only_sorts(spoken: Words, hit: set[str]) -> bool:
    """Whether what is left unsaid of a property only sorts the things said: "the properties" are no "property type"."""
    unsaid = spoken.lemmas[-1]
    return len(spoken.lemmas) > 1 and spoken.stems[-1] not in hit and unsaid in listed("words", "sorting")


@lru_cache(maxsize=4096)
def _own(spoken: Words) -> tuple[Mapping[str, float], frozenset[str]]:
    """What each stem of a property's name weighs, and stems of the units in it."""
    own = {stem(part): _weight_of(part) for part in map(_spelt, spoken.lemmas) if part not in ("of", "in")}
    units = [part for part in spoken.text.split() if part in spelt_units()]
    own.update((stem(part), 0.25) for part in (*units, *_rate_of(spoken)))
    return own, frozenset(stem(spelt_units()[part]) for part in units)


def _rate_of(spoken: Words) -> list[str]:
    """Where a property is told per something, "per" and of what: "pricePerKg" is a price.

    >>> from motif.planners.meaning.schema_words import words_in
    >>> _rate_of(words_in("pricePerKg")), _rate_of(words_in("kcal_per_100g")), _rate_of(words_in("person"))
    (['per', 'kg'], ['per', '100g'], [])
    """
    parts = [part.lower() for part in spoken.text.split()]
    at = next(
        (
            at
            for at, part in enumerate(parts)
            if at and (part == "per" or (part.startswith("per") and part[3:4].isdigit()))
        ),
        0,
    )
    return parts[at:] if at and "unit" not in parts[at:] else []  # a quantity per unit is how it is packed


def is_rate(spoken: Words) -> bool:
    """Whether a property is told for each of something, so that nothing is made by adding it up.

    >>> from motif.planners.meaning.schema_words import words_in
    >>> [is_rate(words_in(name)) for name in ("pricePerKg", "dailyRate", "hourly_pay", "price")]
    [True, True, True, False]
    """
    times = {word for words in table("spelling")["told_for_times"].values() for word in words}
    return bool(_rate_of(spoken) or times & {*spoken.lemmas}) or spoken.lemmas[-1] in ("rate", "percent")


def units_of(spoken: Words) -> frozenset[str]:
    """The stems of a property's units, which nothing is left out with.

    >>> from motif.planners.meaning.schema_words import words_in
    >>> units_of(words_in("area_km2"))
    frozenset({'km2'})
    """
    return frozenset(stem(part) for part in spoken.text.split() if part in spelt_units())


def is_unit_behind(before: Word, word: Word) -> bool:
    """Whether a word is a unit, in the plural, of the number before it: "5 years"."""
    is_plural = word.low != word.lemma and word.lemma in spelt_units().values()
    return before.kind == "number" and is_plural


def last_of_glued(words: Sequence[Word], at: int, spoken: Words) -> int:
    """The last of the words from ``at`` that a property writes as one: "the running time", a runtime; -1 for none.

    >>> from motif.planners.meaning.schema_words import words_in
    >>> from motif.planners.reading.words import words_of
    >>> last_of_glued(words_of("the running time"), 1, words_in("runtime_minutes"))
    2
    >>> last_of_glued(words_of("OUs that block inheritance"), 2, words_in("blocksinheritance"))
    3
    """
    if at + 1 < len(words) and stem(words[at].text) + words[at + 1].lemma in spoken.lemmas:
        return at + 1
    name = spoken.text.lower()
    return _glued(words, at, at, name) if len(name) >= _GLUED and name.isalpha() else -1


_GLUED = 7
"""Letters of a name that several words are written as, at least."""


def _glued(words: Sequence[Word], first: int, at: int, rest: str) -> int:
    """The last of the words, two at least, which in one of their forms make ``rest``."""
    if not rest:
        return at - 1 if at > first + 1 else -1
    if at == len(words) or words[at].kind != "word":
        return -1
    forms = {
        words[at].low,
        words[at].lemma,
        f"{words[at].lemma}s",
        *(["has"] if words[at].lemma == "have" else []),
    }
    found = (_glued(words, first, at + 1, rest[len(one) :]) for one in forms if rest.startswith(one))
    return max(found, default=-1)


def people_counted(words: Sequence[Word], at: int, spoken: Words) -> int:
    """The last of the words from ``at`` that say of which people a property tells how many: "people live", the
    inhabitants, "people were killed", the deaths; -1 where they say no such thing.

    >>> from motif.planners.meaning.schema_words import words_in
    >>> from motif.planners.reading.words import words_of
    >>> people_counted(words_of("how many people living there"), 2, words_in("nInhabitants"))
    3
    >>> people_counted(words_of("people were killed"), 0, words_in("number_of_deaths"))
    2
    """
    if words[at].lemma != "person":
        return -1
    verb = at + 1 + (words[at + 1 : at + 2] != () and words[at + 1].low in listed("words", "auxiliaries"))
    if verb >= len(words):
        return -1
    word, counted = words[verb], table("words")["people"]
    names = [
        name
        for done, those in counted.items()
        if done == word.lemma or stem(done) == stem(word.text)
        for name in those
    ]
    return verb if {stem(name) for name in names} & set(spoken.stems) else -1


def without_units(spoken: Words) -> str:
    """
    >>> from motif.planners.meaning.schema_words import words_in
    >>> without_units(words_in("priceUsd")), without_units(words_in("minutes"))
    ('price', 'minutes')
    """
    parts = spoken.text.lower().split()
    return " ".join(part for part in parts if part not in spelt_units()) or " ".join(parts)


def units_in(spoken: Words, said: str) -> float | None:
    """How many of the unit that a property's name ends in one of the unit said is; None where they do not compare.

    >>> from motif.planners.meaning.schema_words import words_in
    >>> units_in(words_in("durationMin"), "hour"), units_in(words_in("waitMinutes"), "km")
    (60.0, None)
    """
    own = spoken.text.lower().split()[-1]
    own = spelt_units().get(own, own) if len(own) > len("min") else own
    for units in measures().values():
        if own in units and said in units and len(spoken.lemmas) > 1:
            return float(units[said] / units[own])
    return None


def is_of_other_unit(spoken: Words, said: str) -> bool:
    """Whether a unit that is said measures something else than that in which a property's name ends.

    >>> from motif.planners.meaning.schema_words import words_in
    >>> is_of_other_unit(words_in("distanceKm"), "hour"), is_of_other_unit(words_in("weight"), "hour")
    (True, False)
    """
    own, tables = spoken.text.lower().split()[-1], measures().values()
    is_unit = len(said) > 1 and any(said in units for units in tables)
    return (
        is_unit
        and any(own in units for units in tables)
        and not any(own in units and said in units for units in tables)
    )


def scale_of(spoken: Words) -> float:
    """How many of the currency one of a property is: a million of "revenueMusd"."""
    return float(table("units")["scaled"].get(spoken.text.lower().split()[-1], 1))


@cache
def same_as(key: str) -> frozenset[str]:
    """Stems of words that say the same of a property: "weight" and "mass"; none for most."""
    groups = [frozenset(map(stem, group)) for group in table("words")["same"]]
    return frozenset[str]().union(*(group - {key} for group in groups if key in group))


def _is_other_word(word: Word, spoken: Words) -> bool:
    """Whether a verb only happens to share a stem with a noun in "-y": "cited" is of no city."""
    return word.low.endswith(("ed", "ing")) and any(
        lemma.endswith("y") and stem(lemma) == stem(word.text) and not word.low.startswith(lemma[:-1] + "i")
        for lemma in spoken.lemmas
    )


def _spelt(part: str) -> str:
    short: Mapping[str, str] = table("spelling")["abbreviations"]
    return short.get(part, part)


def _weight_of(part: str) -> float:
    """Of a word of a property: less for one that only says which end of others it is, or that it holds at all."""
    says_little = part in listed("spelling", "ends") or part in _auxiliaries()  # "has" is no "has_projector"
    return 0.5 if says_little or graded_form(part)[1] == "superlative" else 1.0


@cache
def _auxiliaries() -> frozenset[str]:
    return frozenset(map(lemma, listed("words", "auxiliaries")))


@lru_cache(maxsize=65536)
def _is_begun(one: str, other: str) -> bool:
    """Whether one of two stems begins with the other, which is long enough to tell: "taxon", "taxonom"."""
    if abs(len(one) - len(other)) > _TELLING - 1:
        return False
    shorter, longer = sorted((one, other), key=len)
    is_begun = len(shorter) >= _TELLING and longer.startswith(shorter)
    return is_begun and longer[len(shorter) :] != "plac"  # a "birthplace" is no date of birth


@lru_cache(maxsize=4096)
def _compounds(parts: tuple[str, ...]) -> frozenset[str]:
    kept = [part for part in parts if part not in ("of", "in")]
    return frozenset({"".join(kept), "".join(reversed(kept))})


def is_of(one: Property, listing: str) -> bool:
    """Whether a word of a property, in any form, stands in a list of spellings: "returnedOn" is a return."""
    stems = stems_listed("spelling", listing)
    return bool((stems | listed("spelling", listing)) & {*one.words.lemmas, *one.words.stems})
