"""Other words for a relation: synonyms, another order, fewer words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from motif.indexes.names import readable

MOST = 96
"""Wordings of one relation that are kept."""

_LINKING_WORDS = """
    a an at by for from had has have having in is it its of on the their to was were what where which who whose with
"""
_LINKING = frozenset(_LINKING_WORDS.split())
_LEADING = frozenset(("has", "have", "having", "in", "is", "was", "the"))


def paraphrases(relation: str) -> tuple[str, ...]:
    """Wordings of ``relation`` other than its own words, in a fixed order, at most `MOST`.

    The last part of a path stands for the path; words and phrases give way to those of ``synonyms.txt``, "birth place"
    and "place of birth" to each other, and one of several words may be left out.

    >>> paraphrases("NEIGHBOUR_OF")
    ('borders', 'adjoins', 'next to', 'shares a border with', 'bordering country of', 'adjacent land of', 'neighbour')
    >>> paraphrases("qwx")
    ('its qwx',)
    """
    return _paraphrases(relation)


def content(wording: str) -> frozenset[str]:
    """The words of a wording that carry meaning, without their plural: what two like wordings share.

    >>> content("the year of release") == content("release year") == content("its release years")
    True
    """
    words = [word for word in readable(wording).split() if word not in _LINKING]
    return frozenset(word[:-1] if word.endswith("s") and len(word) > 3 else word for word in words)


@cache
def _paraphrases(relation: str) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for n_changes in (0, 1, 2):
        for base in _bases(relation):
            for wording in _by_synonyms(base.split(), n_changes):
                found.update(dict.fromkeys((wording, *_reordered(wording))))
    for base in _bases(relation):
        found.update(dict.fromkeys(_shortened(base)))
    found.pop(readable(relation), None)
    return tuple(found)[:MOST]


def _bases(relation: str) -> list[str]:
    """The words of a relation, of the last part only where it is a path; and these without a leading "has" or "in"."""
    words = readable(relation.rstrip("/").rpartition("/")[2]) or readable(relation)
    first, _, rest = words.partition(" ")
    return [words, rest] if rest and first in _LEADING else [words]


def _by_synonyms(words: list[str], n_changes: int, start: int = 0) -> Iterator[str]:
    """``words`` with so many phrases from ``start`` on changed, each for another of its group."""
    if not n_changes:
        yield " ".join(words)
        return
    for first in range(start, len(words)):
        for last in range(len(words), first, -1):
            for other in _groups().get(" ".join(words[first:last]), ()):
                yield from _by_synonyms([*words[:first], other, *words[last:]], n_changes - 1, first + 1)


def _reordered(words: str) -> Iterator[str]:
    """ "release year" as "year of release", and the other way."""
    parts = words.split()
    if len(parts) == 3 and parts[1] == "of":
        yield f"{parts[2]} {parts[0]}"
    elif len(parts) == 2 and not set(parts) & _LINKING:
        yield f"{parts[1]} of {parts[0]}"


def _shortened(words: str) -> Iterator[str]:
    """``words`` with "its" before a noun, and each of several words that carry meaning alone."""
    parts = words.split()
    if not set(parts[-1:]) & _LINKING and parts[0] not in _LINKING:
        yield f"its {words}"
    carrying = [word for word in parts if word not in _LINKING]
    if len(parts) > 1:
        yield from carrying


@cache
def phrase_groups() -> tuple[tuple[str, ...], ...]:
    """The groups of ``synonyms.txt``: phrases that people use for one another."""
    lines = files(__package__).joinpath("synonyms.txt").read_text(encoding="utf-8").splitlines()
    return tuple(
        tuple(phrase.strip() for phrase in line.split(",")) for line in lines if not line.startswith("#")
    )


@cache
def _groups() -> Mapping[str, tuple[str, ...]]:
    """By phrase, the others of its groups."""
    found: dict[str, dict[str, None]] = {}
    for group in phrase_groups():
        for phrase in group:
            found.setdefault(phrase, {}).update((other, None) for other in group if other != phrase)
    return {phrase: tuple(others) for phrase, others in found.items()}
