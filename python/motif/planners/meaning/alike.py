"""Nouns for a label or a property in other words: "films" for Movie, "the largest workforce" for employees."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache

from motif.planners.meaning.property_words import without_units
from motif.planners.meaning.schema_words import Words
from motif.planners.meaning.senses import Sense
from motif.planners.reading.lemmas import is_verb_form
from motif.planners.reading.lexicon import table
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import graded_form
from motif.planners.reading.words import Word

Likeness = Callable[[str, str], float]

ALIKE = 0.65
"""Likeness by the encoder from which on a noun may be a label's: of 40 pairs of nouns, most synonyms reach it."""

KIN = 0.9
"""The likeness of nouns that the table of nouns has as much the same."""

MARGIN = 0.08
"""By how much the likest label must be ahead of the next: else the noun is about either."""

_DOUBTING = 1.8
"""What a score loses for each unit that the likeness lacks: "film" for Movie is sure, "student" for Teacher is not."""


def labels_alike(
    words: Sequence[Word], labels: Mapping[str, Words], known: Collection[int], likeness: Likeness
) -> Iterator[tuple[int, str, float]]:
    """Places of nouns, but for the ``known`` ones, each with the label that it is most like, and its likeness.

    A film is no film series: a label of several words is what its last one says.
    """
    for at, word in enumerate(words):
        if at in known or not _is_noun(words, at):
            continue
        apt = ((label, said) for label, said in labels.items() if word.lemma not in said.lemmas[:-1])
        ranked = sorted(
            ((max(likeness(word.lemma, said.text), _kin(word.lemma, said)), label) for label, said in apt),
            reverse=True,
        )
        if not ranked or ranked[0][0] < ALIKE:
            continue
        if len(ranked) > 1 and ranked[0][0] - ranked[1][0] < MARGIN:
            continue
        yield at, ranked[0][1], ranked[0][0]


def labels_in_part(
    words: Sequence[Word], labels: Mapping[str, Words], found: Sequence[tuple[int, int, Sense]]
) -> Iterator[tuple[int, int, Sense]]:
    """Nouns in the plural for much the same as a label, where else only a part of a property was ``found`` for them:
    the "jobs" are vacancies, and no job title."""
    for at, word in enumerate(words):
        known = [sense for first, last, sense in found if first <= at <= last]
        is_part = bool(known) and all(one.kind == "property" and one.score < 1 for one in known)
        own = [label for label, said in labels.items() if is_part and is_kin(word.lemma, said)]
        if len(own) == 1 and word.low != word.lemma:
            yield at, at, Sense("label", sureness_alike(KIN), (own[0],))


def labels_of_phrases(words: Sequence[Word], labels: Mapping[str, Words]) -> Iterator[tuple[int, int, Sense]]:
    """Two words for much the same as a label: a "publishing house" is a publisher."""
    for at in range(len(words) - 1):
        said = f"{words[at].low} {words[at + 1].lemma}"
        own = [label for label, spoken in labels.items() if is_kin(said, spoken)]
        if len(own) == 1:
            yield at, at + 1, Sense("label", sureness_alike(KIN), (own[0],))


def _kin(noun: str, said: Words) -> float:
    """How alike a noun and a label are by the table of nouns, which knows few."""
    return KIN if is_kin(noun, said) else 0.0


def is_kin(noun: str, said: Words) -> bool:
    """Whether a noun is much the same as a label by the table of nouns.

    >>> from motif.planners.meaning.schema_words import words_in
    >>> is_kin("job", words_in("Vacancy")), is_kin("job", words_in("Skill")), is_kin("book", words_in("LiteraryWork"))
    (True, False, True)
    """
    groups = _groups().get(noun)
    if groups is None:
        return False
    spoken = " ".join(said.lemmas)
    return any(spoken in group for group in groups)


@cache
def _groups() -> dict[str, list[frozenset[str]]]:
    """By noun the groups of the table that it stands in."""
    found: dict[str, list[frozenset[str]]] = {}
    for group in map(frozenset, table("words")["alike"]):
        for noun in group:
            found.setdefault(noun, []).append(group)
    return found


def sureness_alike(like: float) -> float:
    """How well a noun says a label that it is so like, up to 1."""
    return 1.0 - _DOUBTING * (1.0 - like)


def _is_noun(words: Sequence[Word], at: int) -> bool:
    """Whether a word stands as a noun does: in small letters, behind a determiner or number or in the plural."""
    word = words[at]
    is_small = word.text == word.low or at == 0
    if word.kind != "word" or not is_small or {word.low, word.lemma} & listed("words", "plain"):
        return False
    if is_verb_form(word.low) or len(word.low) < 3:
        return False
    before = words[at - 1].low if at else ""
    if before in listed("words", "before_verbs"):
        return False
    is_described = before in listed("words", "before_nouns") or graded_form(before)[1] == "superlative"
    is_counted = before == "one" or (at > 0 and words[at - 1].kind == "number")
    return is_described or is_counted or word.lemma != word.low


MEASURED = 0.45
"""Likeness from which on a noun that stands where a property does is taken for it."""


def properties_alike(
    words: Sequence[Word],
    measured: Collection[int],
    properties: Mapping[str, Words],
    known: Collection[int],
    likeness: Likeness,
) -> Iterator[tuple[int, str, float]]:
    """Places of words, but for the ``known`` ones, that stand where a property does, each with the properties
    that it is like, and how much.

    Parameters
    ----------
    measured
        Places behind a superlative or a comparative: "the largest workforce", "the best paid".
    """
    for at, word in enumerate(words):
        before = words[at - 1].low if at else ""
        if at in known or word.kind != "word" or word.low in listed("words", "plain"):
            continue
        if at not in measured and before not in listed("words", "before_properties"):
            continue
        for name, said in properties.items():
            like = likeness(word.lemma, without_units(said))
            if like >= MEASURED:
                yield at, name, like
