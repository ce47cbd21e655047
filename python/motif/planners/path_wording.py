"""A question as seen from one of its entities: which words stand where, and which say what is asked for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from motif.planners.english import (
    ARTICLES,
    BEING,
    DOING,
    FOCUS_GAPS,
    FUNCTION_WORDS,
    IMPERATIVES,
    SHARING_WORDS,
    TOLD_GAPS,
    WH_KINDS,
    WH_WORDS,
)
from motif.planners.protocol import Mention

MAXIMUM_WORDS = 32
"""Words to each side of the entity that are read; what stands further away is not about it."""

_WORD = re.compile(r"[^\W_]+")
_ENTITY = "\0"
_PREPOSITIONS = ("of", "by", "in", "on", "at", "for", "from", "with", "to")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a question, in lower case; ``is_focus``: it names what is asked for."""

    text: str
    is_focus: bool = False

    @property
    def is_content(self) -> bool:
        """Whether it may stand for a relation or a type."""
        return self.text not in FUNCTION_WORDS


@dataclass(frozen=True, slots=True)
class Wording:
    """A question as seen from one of its entities.

    Attributes
    ----------
    left, right
        The words to either side of the entity, nearest first; where it is clear that words at the right stand nearer
        or further than those at the left, all are at the left.
    kind
        Of what is asked for, where the question word says it: "person" (who), "time" (when), "place" (where).
    is_sharing
        Whether a word such as "same" or "together" says that the way leads there and back.
    acts
        Whether the entity does what is told; False where it is done to it or it has it; None where that is not said.
    masked
        The question in lower case, the entity and all others replaced by a pronoun.
    """

    left: tuple[Word, ...]
    right: tuple[Word, ...]
    kind: str | None
    is_sharing: bool
    acts: bool | None
    masked: str


def read_wording(question: str, mention: Mention, others: Iterable[Mention] = ()) -> Wording:
    """``question`` around ``mention``; the words of ``others`` are left out.

    >>> import numpy as np
    >>> heat = Mention(24, 28, "Heat", np.array([0], np.int32), 1.0, "exact")
    >>> wording = read_wording("Which person wrote film Heat?", heat)
    >>> [word.text for word in wording.left], wording.left[2].is_focus, wording.masked
    (['film', 'wrote', 'person', 'which'], True, 'which person wrote film it?')
    """
    question = _without_accents(question)
    before, after = question[: mention.start], question[mention.end :]
    for other in sorted(others, key=lambda item: -item.start):
        if other.end <= mention.start:
            before = f"{before[: other.start]}it{before[other.end :]}"
        elif other.start >= mention.end:
            start, end = other.start - mention.end, other.end - mention.end
            after = f"{after[:start]}it{after[end:]}"
    before, after = before.lower(), after.lower()
    left, right = _WORD.findall(before)[-MAXIMUM_WORDS:], _WORD.findall(after)[:MAXIMUM_WORDS]
    words = [*left, _ENTITY, *right]
    place, kind = _question_word(words)
    focus = _focus(words, place)
    marked = [Word(word, number == focus) for number, word in enumerate(words)]
    asked = place is not None and place > len(left)
    arrange = _clause_last if asked else _possessed_first
    outward_left, outward_right = arrange(marked[: len(left)][::-1], marked[len(left) + 1 :])
    return Wording(
        left=tuple(outward_left),
        right=tuple(outward_right),
        kind=kind,
        is_sharing=not SHARING_WORDS.isdisjoint(words) or _does_with(left[::-1], right, kind),
        acts=_acts(left[::-1], right),
        masked=" ".join(f"{before}it{after}".split()),
    )


def _without_accents(text: str) -> str:
    """``text`` letter by letter without accents, so that places in it stay what they were."""
    if text.isascii():
        return text
    return "".join(unicodedata.normalize("NFD", letter)[0] for letter in text)


def _question_word(words: Sequence[str]) -> tuple[int | None, str | None]:
    """Where the question word stands ("many" of "how many"), and the kind that it says."""
    for place, word in enumerate(words):
        if word in WH_WORDS:
            return place, WH_KINDS.get(word)
        if word == "how" and words[place + 1 : place + 2] in (["many"], ["much"]):
            return place + 1, None
    told = next((place for place, word in enumerate(words[:3]) if word in IMPERATIVES), None)
    return told, None


def _focus(words: Sequence[str], place: int | None) -> int | None:
    """Where the noun stands that is asked for: "years" in "which years", "dates" in "what were the release dates"."""
    if place is None or words[place] in ("when", "where"):
        return None
    start = place + 1
    gaps = TOLD_GAPS if words[place] in IMPERATIVES else FOCUS_GAPS
    while start < len(words) and words[start] in gaps:
        start += 1
    if start == len(words) or _ends_noun(words[start]):
        return None
    if start == place + 1:
        return None if words[place] in ("who", "whom") else start
    while start + 1 < len(words) and not _ends_noun(words[start + 1]):
        start += 1
    return start


def _ends_noun(word: str) -> bool:
    return word in FUNCTION_WORDS or word == _ENTITY


def _possessed_first(left: list[Word], right: list[Word]) -> tuple[list[Word], list[Word]]:
    """In "the child of Anna's brother", the brother stands nearer to Anna than the child does.

    So does the first word of what may be a compound ("films by Anna actors"), but not a verb ("did Anna act").
    """
    if not right or right[0].text != "s":
        before = next((word.text for word in left if word.text in (*BEING, *DOING, *_PREPOSITIONS)), "")
        if before in _PREPOSITIONS and right and right[0].is_content and _has_noun(left, right):
            return right[:1] + left, right[1:]
        return left, right
    end = next((place for place, word in enumerate(right[1:], 1) if word.text in FUNCTION_WORDS), len(right))
    return right[:end] + left, right[end:]


def _has_noun(left: Sequence[Word], right: Sequence[Word]) -> bool:
    """Whether the words at the right are more than the verb that the question waits for.

    "When did the films by Anna appear" and "when were the films by Anna released" wait for one.
    """
    spoken = [word.text for word in right if word.is_content]
    helpers = {word.text for word in left}
    waits = not helpers.isdisjoint(DOING) or (not helpers.isdisjoint(BEING) and spoken[-1].endswith("ed"))
    return len(spoken) > waits


def _clause_last(left: list[Word], right: list[Word]) -> tuple[list[Word], list[Word]]:
    """In "the films of Anna's brother were directed by who", what is asked last stands furthest from Anna."""
    asked = next((at for at, word in enumerate(right) if word.text in WH_WORDS or word.text == "how"), None)
    if asked is None:
        return left, right
    verbs = [place for place, word in enumerate(right[:asked]) if word.text in BEING]
    spoken = [place for place, word in enumerate(right[:asked]) if word.is_content]
    start = verbs[0] if verbs else spoken[-1] if spoken else asked
    return right[:start] + left + right[start:], []


def _does_with(left: Sequence[str], right: Sequence[str], kind: str | None) -> bool:
    """Whether someone is asked for who does something with the entity: "who acted with", "who did he work with"."""
    before = (
        next((word for word in left[1:] if word not in FUNCTION_WORDS), "") if left[:1] == ["with"] else ""
    )
    does = before.endswith(("ed", "ing")) or (kind == "person" and before != "")
    return does or (kind == "person" and list(right[-1:]) == ["with"])


def _acts(left: Sequence[str], right: Sequence[str]) -> bool | None:
    """See `Wording.acts`; the words to either side, nearest first."""
    before = next((word for word in left if word not in ARTICLES), "")
    after = right[0] if right else ""
    if after == "s" or before == "of":
        return False
    if before in ("by", *DOING):
        return True
    if (before in BEING or after in BEING) and "by" in right:
        return False
    if len(before) > 4 and before.endswith("ed"):
        return False
    return True if len(after) > 4 and after.endswith("ed") else None
