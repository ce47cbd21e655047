"""What a misspelt name may have meant."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches


def did_you_mean(name: str, known: Collection[str], shown: int = 8) -> str:
    """A sentence that names the nearest of ``known``, or the first few of them.

    >>> did_you_mean("movie", ["Movie", "Person"]), did_you_mean("x", ["Movie", "Person"]), did_you_mean("x", [])
    ("Did you mean 'Movie'?", 'There are: Movie, Person.', 'There are none.')
    """
    near = nearest(name, known)
    if near is not None:
        return f"Did you mean {near!r}?"
    names = sorted(known)
    more = f" and {len(names) - shown} more" if len(names) > shown else ""
    return f"There are: {', '.join(names[:shown])}{more}." if names else "There are none."


def nearest(name: str, known: Collection[str]) -> str | None:
    """The one of ``known`` that is spelt most like ``name``, however its letters are cased; None for none alike."""
    folded: dict[str, str] = {}
    for one in known:
        folded.setdefault(_folded(one), one)
    found = get_close_matches(_folded(name), folded, n=1)
    return folded[found[0]] if found else None


def _folded(name: str) -> str:
    return name.casefold().replace("_", "").replace(" ", "")
