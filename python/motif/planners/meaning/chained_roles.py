"""What who did something did besides: "What else did the director of Heat direct?", "films by the director of Heat"."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from motif.graphs.meaning import Meaning, Relative, Selection, Test
from motif.planners.meaning.request import Asking, whole
from motif.planners.meaning.roles import roles_in
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.trees import without
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import participle, stem
from motif.planners.reading.marks import Reading

_HELPING = {"did", "do", "does", "has", "have"}
_MAKING = {"make", "made", "do", "done"}
_OTHER = {"other", "else"}
_ASKING = {"which", "what"}


def by_one_in_role(
    vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece], asking: Asking
) -> Meaning | None:
    """The meaning of the question with what was done said before by whom: "films directed by the director of Heat".

    None for another question, and where that is not read whole. What is named is among what is asked for unless "other"
    or "else" is said.
    """
    low = [word.low for word in reading.words]
    for name in (one for one in pieces if one.of("name")):
        begin = name.first - 3
        if begin < 1 or low[begin] != "the" or low[name.first - 1] != "of":
            continue
        verb = _done_by(vocabulary, reading, name)
        chain = reading.text(begin, name.last)
        if verb and low[begin - 1] == "by" and _is_noun(pieces, begin - 2):
            return whole(asking(reading.instead(begin - 1, begin - 1, f"{participle(verb)} by")))
        things = _asked_for(vocabulary, reading, pieces, name)
        said = reading.words[reading.last].lemma
        is_it = name.last + 1 == reading.last and verb and (stem(said) == stem(verb) or said in _MAKING)
        if things and is_it:
            found = whole(asking(f"{things} {participle(verb)} by {chain}?"))
            return found if found is None or _OTHER & {*low[:begin]} else _with_itself(found)
    return None


def _is_noun(pieces: Sequence[Piece], at: int) -> bool:
    return any(one.last == at and one.of("label") for one in pieces)


def _done_by(vocabulary: Vocabulary, reading: Reading, name: Piece) -> str:
    """The verb of the one relation in which a noun before "of" and a name stands for who does it; "" for none."""
    labels = {label for sense in name.of("name") for label in sense.labels}
    ways = [one for one in vocabulary.relations if {one.source, one.target} & labels]
    noun = reading.words[name.first - 2]
    done = {
        one.type: next(
            iter(part for part in one.words.lemmas if stem(part) == stem(noun.text)), one.words.lemmas[0]
        )
        for one, _ in roles_in(ways, noun)
    }
    return next(iter(done.values())) if len(done) == 1 else ""


def _asked_for(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece], name: Piece) -> str:
    """What is asked for before "did the director of": "which other films", the kind of what is named; "" for none."""
    low, last = [word.low for word in reading.words], name.first - 5
    if last < 0 or low[last + 1] not in _HELPING or low[0] not in _ASKING:
        return ""
    if low[1 : last + 1] == ["else"]:
        kinds = {label for sense in name.of("name") for label in sense.labels}
        words = vocabulary.labels.get(min(kinds)) if len(kinds) == 1 else None
        return words.text if words is not None else ""
    return reading.text(1 + (low[1] in _OTHER), last) if _is_noun(pieces, last) else ""


def _with_itself(meaning: Meaning) -> Meaning:
    """The meaning with what is named among the things, where it was one that others are told by."""
    if not isinstance(meaning.asked, Selection):
        return meaning

    def is_apart(test: Test) -> bool:
        return isinstance(test, Relative) and (test.property, test.operator) == (None, "<>")

    place = without(meaning.asked.place, is_apart)
    return dataclasses.replace(meaning, asked=dataclasses.replace(meaning.asked, place=place))
