"""Nouns for persons that nothing in the graph is about: where clubs have players, "nurses" are not all of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from motif.graphs.meaning import Omission
from motif.planners.english import AUXILIARIES
from motif.planners.meaning.alike import ALIKE, is_kin
from motif.planners.meaning.anchors import content
from motif.planners.meaning.drafts import Draft
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.person_nouns import is_noun_for
from motif.planners.meaning.roles import labels_in_role
from motif.planners.meaning.schema_words import words_in
from motif.planners.meaning.senses import Anchor
from motif.planners.meaning.verbs import alike_verbs
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading
from motif.planners.reading.words import Word

ABOUT = 0.44
"""Likeness from which on a noun for persons has to do with a label or a relation."""


DOUBTED = 0.6
"""Doubt of a draft from which on what its verbs mean is a guess: "actor" and "plays" are not both."""

OF_ITSELF = 0.72
"""Likeness from which on a noun says a label by itself: "films" are movies, "prisons" no crimes."""

_SHORT = 4

NEAR = 0.5
"""Likeness from which on a noun behind "which" may be what else is asked for."""


def strangers(linker: Linker, reading: Reading, draft: Draft) -> Iterator[Omission]:
    """Nouns that a draft takes for persons of a label, although they say more of them than the graph knows.

    Whom a noun may mean is told by what persons are joined to: "artists" by paintings, "knights" by battles; what they
    never did tells nothing: "singers who never won an award" are not all persons without one.
    """
    callings = listed("words", "persons") - listed("words", "people_whatever")
    for spot in draft.spots:
        if spot.at < 0 or spot.names or spot.label not in linker.vocabulary.persons:
            continue
        word = reading.words[spot.at]
        known = _is_known(linker, word, spot.label)
        if draft.doubt < DOUBTED or len(draft.links) > 1:
            is_told = not draft.links or not all(link.negated for link in draft.links)
            known = (
                known or _does_so(reading, word) or (is_told and _is_about(linker, word, draft, spot.label))
            )
        if is_noun_for(word, callings) and not known:
            yield Omission("word", spot.span, reading.question[slice(*spot.span)])


def of_like_kind(linker: Linker, reading: Reading, draft: Draft) -> Iterator[Omission]:
    """ "Which prisons are there?", answered by all crimes: a noun that is like a label, of which no more is said."""
    root = draft.spots[0]
    label = linker.vocabulary.labels.get(root.label or "")
    if (
        root.at < 0
        or root.names
        or draft.links
        or draft.checks
        or label is None
        or not linker.graph.has_encoder
    ):
        return
    # "Machine types" are types.
    word = next(one for one in reversed(reading.words) if one.start < root.span[1])
    is_short = len(word.lemma) >= _SHORT and any(
        one.startswith(word.lemma) for one in label.lemmas
    )  # "repos"
    is_said = stem(word.text) in label.stems or is_kin(word.lemma, label) or is_short
    if not is_said and linker.likeness(word.lemma, label.text) < OF_ITSELF:
        yield Omission("word", root.span, reading.question[slice(*root.span)])


def of_another_kind(
    linker: Linker, reading: Reading, draft: Draft, anchors: Sequence[Anchor], taken: Collection[int]
) -> Iterator[Omission]:
    """ "Which insurer insures X?", answered by things that no word names and that are no insurers."""
    root, words = draft.spots[0], reading.words
    at = next((at for at in (1, 2) if words[at - 1 : at] and words[at - 1].low in ("which", "what")), 0)
    label = linker.vocabulary.labels.get(root.label or "")
    if not at or at + 1 >= len(words) or root.at >= 0 or root.names or label is None or not draft.links:
        return
    noun, behind = words[at], words[at + 1]
    types = {one.type for one in draft.links}
    said = {key for one in linker.vocabulary.kinds if one.type in types for key in one.words.stems}
    inside = {there for one in anchors for there in range(one.first, one.last + 1)}
    is_verb = behind.low in AUXILIARIES or (at + 1 not in inside and behind.low != behind.lemma)
    is_noun = bool(content(reading, [at])) or noun.lemma in _HOLDERS
    is_known = (
        stem(noun.text) in said | set(label.stems)
        or noun.lemma in (listed("words", "people_whatever") | listed("words", "vague"))
        or is_kin(noun.lemma, label)
        or bool(labels_in_role(linker.vocabulary.relations, noun))
        or bool(set(words_in(noun.lemma).lemmas) & listed("words", "places"))
    )
    if at in taken or at in inside or is_known or not is_noun or not is_verb:
        return
    if noun.low.islower() and linker.graph.has_encoder and linker.likeness(noun.lemma, label.text) < NEAR:
        yield Omission("word", reading.span(at, at), noun.text)


_HOLDERS = {"database", "dataset", "graph"}
"""What is asked for behind "which", and else only where it is that one looks."""


def _does_so(reading: Reading, word: Word) -> bool:
    """Whether the question says of them what such persons do: "actors who performed"."""
    doing = alike_verbs(stem(word.text)) | {stem(word.text)}
    return any(one is not word and stem(one.text) in doing for one in reading.words if one.kind == "word")


def _is_known(linker: Linker, word: Word, label: str) -> bool:
    """Whether the label or a relation says of a noun what it means."""
    vocabulary, own = linker.vocabulary, linker.vocabulary.labels[label]
    is_said = word.lemma in own.lemmas or is_kin(word.lemma, own)
    return is_said or bool(labels_in_role(vocabulary.relations, word)) or not linker.graph.has_encoder


def _is_about(linker: Linker, word: Word, draft: Draft, label: str) -> bool:
    """Whether a noun is like the label, or what persons are beside; where no word says how the persons are joined
    ("Which lawyer represents X?"), only what they are joined to tells of them, and by what."""
    vocabulary, own = linker.vocabulary, linker.vocabulary.labels[label]
    if linker.likeness(word.lemma, own.text) >= ALIKE:
        return True
    is_unsaid = 0 < len(draft.links) <= draft.silent
    joined = {one.label for one in draft.spots} if is_unsaid else vocabulary.labels.keys()
    about = [vocabulary.labels[one] for one in joined - vocabulary.persons if one in vocabulary.labels]
    own_ties = {one.type for one in draft.links}
    about += [one.words for one in vocabulary.kinds if not is_unsaid or one.type in own_ties]
    return any(linker.likeness(word.lemma, words.text) >= ABOUT for words in about)
