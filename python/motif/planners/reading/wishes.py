"""How a question begins that says only that somebody asks: "I'd like to know which …", "Is it true that …"."""

from __future__ import annotations

from motif.planners.english import BEING
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.words import words_of


def unwished(question: str) -> str:
    """The question with blanks for such a beginning, so that all else stands where it stood.

    >>> unwished("I'd like to know who wrote it").strip(), unwished("Please, can you tell me: who?").strip()
    ('who wrote it', 'who?')
    >>> unwished("Who would like to know?"), unwished("I'd like to know")
    ('Who would like to know?', "I'd like to know")
    >>> unwished("Is it true that Ada wrote it?").strip(), unwished("Is it true that Ada was a poet?").split()
    ('Is Ada wrote it?', ['Was', 'Ada', 'a', 'poet?'])
    >>> unwished("Is it true that there are two poets?").strip()
    'Are there two poets?'
    """
    words = words_of(question)
    low = [word.low for word in words]
    wishes = [phrase.split() for phrase in listed("asking", "wishing")]
    at, end = 0, 0
    while at < len(words):
        said = max((len(one) for one in wishes if low[at : at + len(one)] == one), default=0)
        if said:
            end = at = at + said
        elif low[at] in listed("asking", "greeting") or (at and low[at] in (",", ":", "-")):
            end = at = at + 1
        else:
            break
    if end >= len(words):
        return question
    begin = words[end].start if end else 0
    return _truth_asked(" " * begin + question[begin:])


def _truth_asked(question: str) -> str:
    """ "Is it true that X was a Y?" as "Was X a Y?", "that there are Ys?" as "Are there Ys?", and "that X wrote Y?" as
    "Is X wrote Y?"."""
    words = words_of(question)
    low = [word.low for word in words]
    phrases = (phrase.split() for phrase in listed("asking", "truth"))
    n_said = max((len(phrase) for phrase in phrases if low[: len(phrase)] == phrase), default=0)
    if not n_said or n_said >= len(words):
        return question
    begin, verb = words[n_said].start, "Is"
    if low[n_said] == "there" and low[n_said + 1 : n_said + 2] and low[n_said + 1] in BEING:
        verb, there = words[n_said + 1].text.capitalize(), words[n_said + 1].end
        return f"{verb} there".rjust(there) + question[there:]
    behind = zip(words[n_said + 1 :], low[n_said + 2 :], strict=False)
    said = next(
        (word for word, then in behind if word.text in BEING and then in ("a", "an", "one", "among")), None
    )
    if said is not None:
        verb, end = said.text.capitalize(), said.start + len(said.text)
        question = f"{question[: said.start]}{' ' * len(said.text)}{question[end:]}"
    return f"{verb + ' ':>{begin}}{question[begin:]}"
