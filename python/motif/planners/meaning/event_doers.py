"""Nouns for who does what a thing is called by: a "reviewer" is who wrote a review, and no review."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from motif.graphs.meaning import Branch, Meaning, Omission, Place, Selection, Value
from motif.planners.meaning.drafts import Draft
from motif.planners.meaning.request import Asking
from motif.planners.meaning.roles import labels_in_role
from motif.planners.meaning.schema_words import Relation
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import is_past, stem
from motif.planners.reading.marks import Reading

_DOERS = ("er", "or")
_LIGHT = {"have", "with", "for", "of", "in", "about", "to", "at", "on", "be"}


def doer_nouns(vocabulary: Vocabulary, reading: Reading) -> Iterator[tuple[int, str]]:
    """Places of nouns for who does something, with the label of that deed, where no label or relation knows them."""
    for at, word in enumerate(reading.words):
        if word.kind != "word" or not word.lemma.endswith(_DOERS) or len(word.lemma) < 6:
            continue
        labels = vocabulary.labels.items()
        if any(word.lemma in said.lemmas for _, said in labels):
            continue
        deeds = [label for label, said in labels if said.stems == (stem(word.text),)]
        deeds = [one for one in deeds if not vocabulary.labels[one].lemmas[0].endswith(_DOERS)]
        known = {label for _, label in labels_in_role(vocabulary.relations, word)}
        if len(deeds) == 1 and not known & vocabulary.persons and not {*deeds} & vocabulary.persons:
            yield at, deeds[0]


def by_their_deeds(vocabulary: Vocabulary, reading: Reading, asking: Asking) -> Meaning | None:
    """The meaning of a question about such doers, read with the label that they have: "reviews per author".

    None where it is not one relation by which they do it, or where the meaning has no such relation.
    """
    for at, deed in doer_nouns(vocabulary, reading):
        found = _done_by(vocabulary, deed)
        if found is None:
            return None
        one, label = found
        word, noun = reading.words[at], vocabulary.labels[label].text.lower()
        plural = "s" if word.low != word.lemma else ""
        text = f"{reading.question[: word.start]}{noun}{plural}{reading.question[word.end :]}"
        meaning = next(iter(asking(text)), None)
        if meaning is None or meaning.omissions or not isinstance(meaning.asked, Selection):
            return None
        asked = (
            meaning.asked
            if one.type in {*_types(meaning.asked.place)}
            else _who_did(meaning.asked, one, label, deed)
        )
        return dataclasses.replace(meaning, asked=asked) if asked is not None else None
    return None


def who_did(vocabulary: Vocabulary, reading: Reading) -> str:
    """ "Who inspected the bridge?" as "Which engineers inspected the bridge?", who carry them out; "" for another
    question, and where a relation of persons says that they inspect."""
    words = reading.words
    if reading.last < 2 or words[0].low != "who" or not is_past(words[1].low):
        return ""
    key, persons = stem(words[1].text), vocabulary.persons
    labels = vocabulary.labels.items()
    deeds = [one for one, said in labels if said.stems == (key,) and not said.lemmas[0].endswith(_DOERS)]
    own = (one for one in vocabulary.relations if key in one.words.stems)
    if len(deeds) != 1 or any(persons & {one.source, one.target} for one in own):
        return ""
    found = _done_by(vocabulary, deeds[0])
    noun = vocabulary.labels[found[1]].text.lower() if found is not None else ""
    return f"Which {noun}s {reading.text(1, reading.last)}?" if noun else ""


def _who_did(asked: Selection, one: Relation, label: str, deed: str) -> Selection | None:
    """The selection of those only who did such a thing; None where others are asked for, or numbers of theirs."""
    values = [column.value for column in asked.columns]
    is_plain = all(
        isinstance(value, Value) or (value.function == "count" and value.distinct) for value in values
    )
    if asked.place.label != label or not is_plain or asked.having or asked.order:
        return None
    did = Branch((one.type,), "out" if one.target == deed else "in", Place(f"{asked.place.key} did", deed))
    return dataclasses.replace(asked, place=dataclasses.replace(asked.place, tests=(*asked.place.tests, did)))


def taken_for_deeds(vocabulary: Vocabulary, reading: Reading, draft: Draft) -> Iterator[Omission]:
    """Such nouns that a draft takes for the deed, or for anything but persons."""
    for at, _ in doer_nouns(vocabulary, reading):
        spot = next((one for one in draft.spots if one.at == at), None)
        if spot is None or spot.label not in vocabulary.persons:
            yield Omission("word", reading.span(at, at), reading.words[at].text)


def _done_by(vocabulary: Vocabulary, deed: str) -> tuple[Relation, str] | None:
    """The one relation by which persons do a deed, and the narrowest label that they have."""
    found = [(one, person) for one in vocabulary.relations if (person := _doer(vocabulary, one, deed))]
    is_one = len({one.type for one, _ in found}) == 1
    return min(found, key=lambda pair: vocabulary.counts[pair[1]]) if is_one else None


def _doer(vocabulary: Vocabulary, one: Relation, deed: str) -> str:
    """The label of who does a deed by a relation, "conducted" or "written by"; "" for none."""
    if one.target == deed and one.source in vocabulary.persons and not _LIGHT & {*one.words.lemmas}:
        return one.source
    is_by = one.source == deed and one.words.lemmas[-1] == "by"
    return one.target if is_by and one.target in vocabulary.persons else ""


def _types(place: Place) -> Iterator[str]:
    for test in place.tests:
        if isinstance(test, Branch):
            yield from test.types
            yield from _types(test.place)
