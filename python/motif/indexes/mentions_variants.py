"""Other ways to write a name, made from the name itself."""

from __future__ import annotations

import re

_MAY_VARY = re.compile(r"[(\[（,'’.&\-]|\A(?:the|an?) ", re.IGNORECASE)
_AFTERTHOUGHT = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\]|（[^（）]*）)\s*\Z")
_ARTICLE = re.compile(r"\A(?:the|an?)\s+(?=\S)", re.IGNORECASE)
_INSIDE_WORD = re.compile(r"(?<=\w)['’.\-](?=\w)")
_INVERTED_WORDS = 3


def variants_of(name: str) -> list[str]:
    """Other ways to write ``name``: none, or a few, in no order of merit; may repeat it after folding.

    Without what stands in parentheses at its end, without its article, a surname after the first name, "and" for
    "&", and words without the marks inside them.

    >>> variants_of("Heat (1995)"), variants_of("Pacino, Al"), variants_of("The Thing")
    (['Heat'], ['Al Pacino'], ['Thing'])
    >>> variants_of("Spider-Man"), variants_of("Pride & Prejudice"), variants_of("Casablanca")
    (['SpiderMan'], ['Pride and Prejudice'], [])
    """
    if not _MAY_VARY.search(name):
        return []
    bare = _AFTERTHOUGHT.sub("", name)
    forms = [bare] if bare else []
    for form in (name, bare):
        forms += [_ARTICLE.sub("", form), _turned(form), _INSIDE_WORD.sub("", form)]
        forms.append(form.replace("&", " and "))
    return [" ".join(form.split()) for form in dict.fromkeys(forms) if form and form != name]


def _turned(name: str) -> str:
    """ "Al Pacino" for "Pacino, Al"; the name itself where it is no such pair."""
    surname, comma, first = name.partition(",")
    if not comma or "," in first or any(letter.isdigit() for letter in name):
        return name
    words = len(surname.split()), len(first.split())
    return f"{first.strip()} {surname.strip()}" if min(words) > 0 and max(words) <= _INVERTED_WORDS else name
