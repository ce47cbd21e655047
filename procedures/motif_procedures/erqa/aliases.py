"""Other ways in which people write a name: initials, no accents, no article, turned round, shortened."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

_SHORT = {
    "and": "&",
    "saint": "St.",
    "doctor": "Dr.",
    "mount": "Mt.",
    "fort": "Ft.",
    "street": "St.",
    "university": "Univ.",
    "international": "Int'l",
    "national": "Nat'l",
    "department": "Dept.",
    "association": "Assn.",
    "company": "Co.",
    "corporation": "Corp.",
    "government": "Govt.",
    "television": "TV",
    "football club": "FC",
    "versus": "vs.",
    "part": "Pt.",
    "volume": "Vol.",
    "junior": "Jr.",
    "senior": "Sr.",
    "brothers": "Bros.",
    "institute": "Inst.",
    "county": "Co.",
    "republic": "Rep.",
    "north": "N.",
    "south": "S.",
    "west": "W.",
    "east": "E.",
}
_SHORTENED = re.compile(rf"(?<!\w)({'|'.join(sorted(_SHORT, key=len, reverse=True))})(?!\w)", re.IGNORECASE)
_ARTICLE = re.compile(r"\A(?:the|a|an)\s+(?=\S)", re.IGNORECASE)
_AFTERTHOUGHT = re.compile(r"(?<=\S)\s*(?:\([^()]*\)|\[[^\[\]]*\])\s*\Z")
_MARK = re.compile(r"(?<=\w)[-'’.:](?=\w)|[,:](?=\s)")
_CAPITALISED = re.compile(r"[^\W\d_][^\W\d_'’\-]+\Z")
_SMALL = frozenset(("of", "the", "and", "for", "in", "on", "de", "la", "to", "at", "a", "an"))
_NUMERALS = {"ii": "2", "iii": "3", "iv": "4", "2": "II", "3": "III", "4": "IV"}


def aliases_of(name: str) -> list[tuple[str, str]]:
    """Ways to write ``name`` otherwise, each with what it is called; none that differs in spaces alone.

    >>> dict(aliases_of("Robert De Niro"))
    {'initial': 'R. De Niro', 'turned': 'Niro, Robert De'}
    >>> dict(aliases_of("The Fifth Element"))
    {'article': 'Fifth Element', 'article last': 'Fifth Element, The', 'initials': 'TFE'}
    >>> [form for _, form in aliases_of("Amélie (2001)")], aliases_of("Drama")
    (['Amelie (2001)', 'Amélie'], [])
    """
    found: dict[str, str] = {}
    for kind, form_of in _FORMS.items():
        form = " ".join(form_of(name).split())
        if form and form != " ".join(name.split()) and form not in found.values():
            found[kind] = form
    return list(found.items())


def _without_accents(name: str) -> str:
    decomposed = unicodedata.normalize("NFKD", name)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def _initial(name: str) -> str:
    """ "R. De Niro" of a name of two or three capitalised words."""
    words = name.split()
    return f"{words[0][0]}. {' '.join(words[1:])}" if _is_of_a_person(words) else name


def _turned(name: str) -> str:
    """ "Mann, Michael" of the same."""
    words = name.split()
    return f"{words[-1]}, {' '.join(words[:-1])}" if _is_of_a_person(words) else name


def _is_of_a_person(words: list[str]) -> bool:
    """Whether words might be a first name and a surname: nothing more is known here of what is called so."""
    if len(words) not in (2, 3) or words[0].casefold() in _SMALL:
        return False
    return all(_CAPITALISED.match(word) and word[0].isupper() for word in words)


def _article_last(name: str) -> str:
    found = _ARTICLE.match(name)
    return f"{name[found.end() :]}, {found[0].strip()}" if found else name


def _initials(name: str) -> str:
    """ "UCLA": the first letters of three words or more that begin with capitals."""
    parts = [word for word in re.split(r"[\s\-]+", name) if word]
    words = [word for word in parts if word.casefold() not in _SMALL or word[0].isupper()]
    is_fit = len(words) > 2 and all(word[0].isupper() for word in words) and not _is_of_a_person(parts)
    return "".join(word[0] for word in words) if is_fit else name


def _shortened(name: str) -> str:
    return _SHORTENED.sub(lambda found: _SHORT[found[0].casefold()], name)


def _numeral(name: str) -> str:
    words = name.split()
    return " ".join([*words[:-1], _NUMERALS.get(words[-1].casefold(), words[-1])]) if len(words) > 1 else name


_FORMS: dict[str, Callable[[str], str]] = {
    "accents": _without_accents,
    "initial": _initial,
    "turned": _turned,
    "article": lambda name: _ARTICLE.sub("", name),
    "article last": _article_last,
    "brackets": lambda name: _AFTERTHOUGHT.sub("", name),
    "marks": lambda name: _MARK.sub("", name),
    "shortened": _shortened,
    "numeral": _numeral,
    "initials": _initials,
}
