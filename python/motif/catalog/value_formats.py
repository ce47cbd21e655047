"""Which form the texts of a property have: numbers with a sign or unit, dates, truth values, JSON."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from motif.graphs.graph_schema import ValueFormat
from motif.graphs.value_formats import DATE_PATTERNS, fits

SHARE = 0.9
"""Part of the texts that must fit a form. The rest ("unknown", "n/a") say nothing then."""

CUT = "…"
"""Ends a text that was cut short."""

MAXIMUM_KEYS = 20
_CURRENCIES = re.compile(
    "AED|ARS|AUD|BRL|CAD|CHF|CLP|CNY|COP|CZK|DKK|EGP|EUR|GBP|HKD|HUF|IDR|ILS|INR|JPY|KRW|MXN|MYR|NGN|NOK|NZD|PHP|PLN"
    "|RON|RUB|SAR|SEK|SGD|THB|TRY|TWD|UAH|USD|VND|ZAR"
)
_LAST_YEAR = 2199
_WITH_UNIT = re.compile(
    r"[+-]?(?P<before>[^\W\d_]{0,3}[^\w\s]?)[ \u00a0]?[+-]?[0-9][0-9.,]*[ \u00a0]?"
    r"(?P<after>[^\d\s,;:()/.+*=_-](?:[^\d,;:()]|(?<=[^\W\d_])\d){0,19})?"
)
_DIGIT, _YEAR = re.compile("[0-9]"), re.compile("(?<![0-9])[0-9]{4}(?![0-9])")
_FIRST_KEYS = re.compile(r'[{,]\s*"((?:[^"\\]|\\.)*)"\s*:')
_WORD_PAIRS = ({"yes", "no"}, {"true", "false"}, {"y", "n"}, {"t", "f"})


def detect_format(values: Sequence[str]) -> ValueFormat | None:
    """The form that at least `SHARE` of the texts have; None for plain text and where the texts do not settle it.

    "03/04/2019" alone is left undetected; one "31/04/2019" among the texts tells days from months. Digits with a zero
    in front ("00501") are codes, not numbers. Blank texts do not count.

    >>> detect_format(["$11.80", "$1,200", "$7"])
    ValueFormat(kind='currency', unit='$', pattern='', keys=())
    >>> detect_format(["03/04/2019", "01/02/2018"]) is None
    True
    """
    texts = [text for text in values if text.strip()]
    if not texts:
        return None
    if _is_boolean(texts):
        return ValueFormat("boolean")
    if _matching(_DIGIT, texts) >= SHARE:
        for form in _candidates(texts):
            if _share(texts, form) >= SHARE:
                return form
    return _json(texts)


def _matching(pattern: re.Pattern[str], texts: Sequence[str]) -> float:
    return sum(pattern.search(text) is not None for text in texts) / len(texts)


def _candidates(texts: Sequence[str]) -> Iterator[ValueFormat]:
    """Forms with digits that the texts may have, those that say more of them first."""
    if _are_years(texts):
        yield ValueFormat("year")
    yield from _numbers(texts, "number", "")
    yield ValueFormat("date")
    date = _date(texts) if _matching(_YEAR, texts) >= SHARE else None
    if date is not None:
        yield date
    unit = _unit(texts)
    if unit:
        yield from _numbers(texts, "currency" if _is_currency(unit) else "quantity", unit)


def _share(texts: Sequence[str], form: ValueFormat) -> float:
    return sum(fits(text, form) for text in texts) / len(texts)


def _is_boolean(texts: Sequence[str]) -> bool:
    """Whether they are the words of one pair; single letters only where both are there."""
    words = {text.lower() for text in texts}
    return any(words <= pair and (len(words) == 2 or max(map(len, words)) > 2) for pair in _WORD_PAIRS)


def _are_years(texts: Sequence[str]) -> bool:
    """Whether all that are numbers are years up to `_LAST_YEAR`."""
    year, number = ValueFormat("year"), ValueFormat("number")
    return all(fits(text, year) and text <= str(_LAST_YEAR) for text in texts if fits(text, number))


def _numbers(texts: Sequence[str], kind: str, unit: str) -> Iterator[ValueFormat]:
    """With a decimal point; with a comma where more of the texts can be read so ("11,80")."""
    point, comma = ValueFormat(kind, unit), ValueFormat(kind, unit, ",")
    yield from (point, comma) if _share(texts, point) >= _share(texts, comma) else (comma, point)


def _date(texts: Sequence[str]) -> ValueFormat | None:
    """The one way to write dates that all other ways which fit are part of; None where several remain."""
    forms = [ValueFormat("date", pattern=pattern) for pattern in DATE_PATTERNS]
    fitting = [{text for text in texts if fits(text, form)} for form in forms]
    best = max(fitting, key=len)
    at_best = [form for form, fitted in zip(forms, fitting, strict=True) if len(fitted) == len(best)]
    return at_best[0] if best and len(at_best) == 1 and all(fitted <= best for fitted in fitting) else None


def _unit(texts: Sequence[str]) -> str:
    """The word or sign that stands beside most of the numbers, in the singular; "" where there is none."""
    found = Counter(filter(None, map(_unit_of, texts)))
    if not found:
        return ""
    unit, _ = max(found.items(), key=lambda pair: (pair[1], pair[0]))
    singular = unit.removesuffix("s")
    return singular if singular in found else unit


def _unit_of(text: str) -> str:
    parts = _WITH_UNIT.fullmatch(text)
    if parts is None:
        return ""
    before, after = parts["before"], (parts["after"] or "").strip(" \u00a0")
    if bool(before) == bool(after):
        return ""
    return after or (before if _is_currency(before) else "")


def _is_currency(unit: str) -> bool:
    return _CURRENCIES.fullmatch(unit) is not None or any(
        unicodedata.category(character) == "Sc" for character in unit
    )


def _json(texts: Sequence[str]) -> ValueFormat | None:
    keys: Counter[str] = Counter()
    fitting = 0
    for text in texts:
        found = _json_keys(text)
        fitting += found is not None
        keys.update(dict.fromkeys(found or (), 1))
    if fitting / len(texts) < SHARE:
        return None
    ranked = sorted(keys, key=lambda key: (-keys[key], key))
    return ValueFormat("json", keys=tuple(ranked[:MAXIMUM_KEYS]))


def _json_keys(text: str) -> list[str] | None:
    """Keys of the JSON object that ``text`` is, or of the objects in its list; None for what is no JSON structure."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    if text.endswith(CUT):
        return _FIRST_KEYS.findall(text) or None
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return list(dict.fromkeys(_keys(value if isinstance(value, list) else [value])))


def _keys(values: Iterable[Any]) -> Iterator[str]:
    for value in values:
        if isinstance(value, dict):
            yield from value
