"""The noun that a question asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from motif.planners.english import FUNCTION_WORDS, IMPERATIVES, WH_WORDS
from motif.planners.slots.lexicon import LabelMention, Lexicon
from motif.planners.slots.words import Word, word_set

LIKE = 0.42
"""Likeness from which on the noun that is asked for means a label."""

LIKE_PERSON = 0.4
"""Likeness to persons from which on a label is taken for what "who" asks for."""

RIVAL = 0.15
"""How much less like the noun another label may be that it could mean instead."""

SURE = 0.75
"""Likeness from which on the noun surely means the label."""

_FIRST = 3
"""Words among which the one stands that asks."""

_GAPS = FUNCTION_WORDS | word_set("all every any different distinct various main several")
_KINDS = ("who", "whom", "when", "where", "whose")
_NO_NOUN = ("ed", "ing")


@dataclass(frozen=True, slots=True)
class Head:
    """The noun that is asked for: where it stands, and its words.

    Attributes
    ----------
    label
        The label that it likeliest means; None where it means none.
    asked_property
        The property that it means, where it rather means one.
    rivals
        Labels that it may mean, with how like it is to them; of a label's own words only that.
    """

    start: int
    end: int
    text: str
    label: str | None = None
    asked_property: str | None = None
    rivals: tuple[tuple[str, float], ...] = ()

    @property
    def is_guessed(self) -> bool:
        """Whether the label is only like the noun."""
        return bool(self.rivals) and self.rivals[0][1] < SURE

    def likeness(self, labels: Sequence[str]) -> float:
        """How like the noun is to the likest of ``labels``; 0 where none of them may be meant."""
        return max((score for label, score in self.rivals if label in labels), default=0.0)


def head_of(
    question: str, words: Sequence[Word], labels: Sequence[LabelMention], lexicon: Lexicon
) -> Head | None:
    """The noun after the word that asks; without one, the first words that say something; None where there is none."""
    content = next((n for n, word in enumerate(words) if word.is_content and not _asks(word)), len(words))
    place = next((n for n, word in enumerate(words[: min(_FIRST, content)]) if _asks(word)), None)
    start = 0 if place is None else place + 1
    kind = "" if place is None else words[place].text
    if kind == "how" and start < len(words) and words[start].text in ("many", "much"):
        start += 1
    while start < len(words) and (words[start].text in _GAPS or words[start].text in WH_WORDS):
        start += 1
    if place is not None and kind in _KINDS:
        return _person(words[place], lexicon)
    if start >= len(words):
        return None
    head = _noun(question, words, start, labels, lexicon)
    if kind == "how" and head.label is None and head.asked_property is None:
        head = _measured(head, lexicon)
    unclear = head.label is None and head.asked_property is None and not lexicon.is_said(head.text)
    if unclear and labels and not _acts_on(words, head, labels[0], question):
        return _of_mention(question, labels[0])
    return head


def _measured(head: Head, lexicon: Lexicon) -> Head:
    """ "How many inhabitants" asks for a number that a property holds, not for a count."""
    name, likeness = lexicon.properties_like(head.text)
    if (
        likeness < LIKE
        or likeness < lexicon.relation_likeness(head.text) - 0.1
        or not lexicon.is_number(name or "")
    ):
        return head
    return Head(head.start, head.end, head.text, None, name)


def _asks(word: Word) -> bool:
    return word.text in WH_WORDS or word.text in ("how", "where", *IMPERATIVES)


def _of_mention(question: str, one: LabelMention) -> Head:
    text = question[one.start : one.end]
    return Head(one.start, one.end, text, one.label, None, ((one.label, one.score),))


def _person(word: Word, lexicon: Lexicon) -> Head | None:
    """ "Who" asks for nodes of a label for persons, where there is one."""
    if word.text not in ("who", "whom") or len(lexicon.labels) < 2:
        return None
    likeness = lexicon.to_labels("person")
    best, second = likeness.argsort()[::-1][:2].tolist()
    if likeness[best] < LIKE_PERSON or likeness[best] < likeness[second] + RIVAL:
        return Head(word.start, word.end, word.text)
    label = lexicon.labels[best]
    return Head(word.start, word.end, word.text, label, None, ((label, float(likeness[best])),))


def _noun(
    question: str, words: Sequence[Word], start: int, labels: Sequence[LabelMention], lexicon: Lexicon
) -> Head:
    """The noun that begins near the word ``start``: a label among the words that stand together, else the last."""
    run = [words[start]]
    for word in words[start + 1 : start + 4]:
        if not word.is_content or question[run[-1].end : word.start].strip():
            break
        run.append(word)
    own = next((one for one in labels if one.start >= run[0].start), None)
    subject = Head(run[0].start, run[0].end, run[0].text)
    if own is not None and _acts_on(words, subject, own, question):
        return _meant(run[0], lexicon) or subject
    if own is not None and own.start <= run[-1].start:
        return _of_mention(question, own)
    for word in run:
        found = _meant(word, lexicon)
        if found is not None:
            return found
        if lexicon.relation_likeness(word.text) >= 0.6:
            break
    nouns = [word for word in run if not word.text.endswith(_NO_NOUN)] or run[:1]
    said = next((word for word in nouns if lexicon.relation_likeness(word.text) >= 0.6), nouns[-1])
    return Head(said.start, said.end, said.text)


def _acts_on(words: Sequence[Word], subject: Head, label: LabelMention, question: str) -> bool:
    """Whether a plural noun does something to the nodes of a label: "which teams support systems", but "open systems".

    Nouns before a noun are in the singular, so that a plural one with words between is a subject.
    """
    between = [word for word in words if subject.end <= word.start and word.end <= label.start]
    if not between or not any(word.is_content for word in between):
        return False
    return _is_plural(subject.text) and _is_plural(question[label.start : label.end])


def _is_plural(noun: str) -> bool:
    return noun.lower().endswith("s") and not noun.lower().endswith(("ss", "us", "is"))


def _meant(word: Word, lexicon: Lexicon) -> Head | None:
    """The word as a head where it means a property or labels."""
    name, likeness = lexicon.properties_like(word.text)
    relation = lexicon.relation_likeness(word.text)
    scores = lexicon.to_labels(word.text)
    best = float(scores.max(initial=0.0))
    if likeness >= 0.8 and likeness > max(best, relation):
        return Head(word.start, word.end, word.text, None, name)
    if len(lexicon.labels) < 2 or best < LIKE or best < relation - 0.03:
        return None
    pairs = zip(lexicon.labels, scores.tolist(), strict=True)
    rivals = sorted(
        ((label, score) for label, score in pairs if score >= best - RIVAL), key=lambda one: -one[1]
    )
    return Head(word.start, word.end, word.text, rivals[0][0], None, tuple(rivals))
