"""How a question begins that says only that somebody asks: "I'd like to know which …", "Hi, could you tell me …"."""

from __future__ import annotations

from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.words import words_of


def unwished(question: str) -> str:
    """The question with blanks for such a beginning, so that all else stands where it stood.

    >>> unwished("I'd like to know who wrote it").strip(), unwished("Please, can you tell me: who?").strip()
    ('who wrote it', 'who?')
    >>> unwished("Who would like to know?"), unwished("I'd like to know")
    ('Who would like to know?', "I'd like to know")
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
    if not end or end >= len(words):
        return question
    begin = words[end].start
    return " " * begin + question[begin:]
